import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderSummary } from "../../../src/agent/summary.ts";
import { reasons } from "../../../src/result.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";
import {
  AgentHarness,
  cancelledUnsent,
  command,
  commentBy,
  creates,
  type RunOptions,
} from "../agent-harness.ts";
import { expectInert } from "../inert.ts";

const toAllow = "To allow it, add the login to allowed-users or lower required-permission.";
const toFind =
  "Check that github-token can read the repository's metadata, or add the login to allowed-users.";

describe("a denial", () => {
  test.each<[string, RunOptions, string, string, string, number?]>([
    [
      "a user whose role GitHub does not tell",
      { comment: command },
      "permission-unknown",
      "The role of @maintainer is not known, so the command was denied.",
      toFind,
      403,
    ],
    [
      "a user with the role read",
      { event: commentBy("outsider") },
      "permission",
      "@outsider cannot run commands here: needs write, has read.",
      toAllow,
    ],
    [
      "a bot",
      { event: commentBy("renovate[bot]", command, "Bot") },
      "bot",
      "@renovate[bot] is a bot. Bots can run commands only when allowed-users names them.",
      "To allow it, add the login to allowed-users.",
    ],
    [
      "a re-run by a user with the role read",
      { comment: command, attempt: 2, env: { GITHUB_TRIGGERING_ACTOR: "outsider" } },
      "re-run",
      "@outsider, who re-ran this, cannot run commands here: needs write, has read.",
      toAllow,
    ],
    [
      "a re-run that does not say who re-ran it",
      { comment: command, attempt: 2, env: { GITHUB_TRIGGERING_ACTOR: "" } },
      "re-run",
      "The run does not say who re-ran it, so the command was denied.",
      "Repeat the command in a new comment.",
    ],
    [
      "a deleted account in a re-run that does not say who re-ran it",
      { event: commentBy(null), attempt: 2, env: { GITHUB_TRIGGERING_ACTOR: "" } },
      "permission",
      "@ghost cannot run commands here: needs write, has no role.",
      toAllow,
    ],
    [
      "a run without a token",
      { comment: command, with: { "github-token": "" } },
      "permission-unknown",
      "The role of @maintainer is not known, so the command was denied.",
      toFind,
    ],
    [
      "a deleted account without a token",
      { event: commentBy(null), with: { "github-token": "" } },
      "permission",
      "@ghost cannot run commands here: needs write, has no role.",
      toAllow,
    ],
  ])(
    "of %s says what is needed, and how to allow it",
    async (_, options, reason, message, advice, status) => {
      const harness = new AgentHarness();
      if (status !== undefined) harness.gitHub.refuse({ path: /permission/, status });
      const { outcome, result, requests } = await harness.run(options);
      expect(outcome).toEqual({ result: "denied", reason, message, advice });
      expect(result).toMatchObject({ prompt: "", jobId: undefined });
      const hasToken = options.with?.["github-token"] !== "";
      expect(harness.gitHub.reactions).toEqual(hasToken ? ["issues/comments/41 -1"] : []);
      expect(harness.gitHub.written).toEqual([]);
      expect(requests.filter((request) => !request.startsWith("GitHub"))).toEqual([]);
    },
  );

  test("is what a login that no address can hold gets", async () => {
    const { result } = await new AgentHarness().run({ event: commentBy("\ud800") });
    expect(result.outcome).toMatchObject({ result: "denied", reason: "permission" });
  });

  test("shows the login and the role as inert text, whatever GitHub calls them", async () => {
    const login = fc.oneof(hostile, fc.constant("somebody")).filter((name) => name !== "");
    await fc.assert(
      fc.asyncProperty(login, hostile, hostile, async (author, role, permission) => {
        const harness = new AgentHarness();
        harness.gitHub.roles.set("somebody", { permission: `no-${permission}`, role_name: `no-${role}` });
        const { result, outputs } = await harness.run({ event: commentBy(author) });
        expect(result.outcome.result).toBe("denied");
        expect(reasons.denied).toContain(result.outcome.reason);
        expectInert(renderSummary(result));
        expect([harness.gitHub.written, outputs]).toEqual([[], []]);
        expect(harness.gitHub.reactions).toEqual(["issues/comments/41 -1"]);
      }),
      runs(25),
    );
  });
});

test("the first attempt does not check who triggered the run", async () => {
  const env = { GITHUB_TRIGGERING_ACTOR: "outsider" };
  const { outcome } = await new AgentHarness().run({ comment: command, env, service: creates });
  expect(outcome.result).toBe("pull-request");
});

test("a cancellation during the permission check ends the run, and nothing follows", async () => {
  const harness = new AgentHarness();
  harness.gitHub.refuse({ path: /permission/, times: 1, meanwhile: () => harness.cancel() });
  const { outcome, requests } = await harness.run({ comment: command, service: creates });
  expect(outcome).toEqual(cancelledUnsent);
  expect(requests).toEqual(["GitHub GET /collaborators/maintainer/permission"]);
});
