import fc from "fast-check";
import { expect, test } from "vitest";
import { whyDenied } from "../../src/agent/authorize.ts";
import { renderSummary } from "../../src/agent/comment-text.ts";
import { type DenialReason, reasons } from "../../src/outcomes.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { toolsOf, trigger } from "./fixture.ts";
import { expectInert } from "./inert.ts";

type Given = {
  author?: string;
  isBot?: true;
  /** Who re-runs; empty when the runner does not say. Missing in a first attempt. */
  rerunBy?: string;
};

function ask(given: Given, gitHub = new FakeGitHub()) {
  const { rerunBy, isBot = false } = given;
  const attempt = rerunBy === undefined ? "1" : "2";
  const { tools } = toolsOf({
    gitHub,
    env: { GITHUB_RUN_ATTEMPT: attempt, GITHUB_TRIGGERING_ACTOR: rerunBy ?? "outsider" },
  });
  const { author = "maintainer" } = given;
  return whyDenied({ trigger: { ...trigger, author, authorIsBot: isBot } }, tools);
}

test("a first attempt is not judged by who triggered it", async () => {
  expect(await ask({})).toBeUndefined();
});

// biome-ignore format: a table is read by its rows
test.each<[string, Given, DenialReason, message: string]>([
  ["with a lower role", { author: "outsider" }, "permission", "@outsider cannot run commands here: needs write, has read."],
  ["without a role", { author: "stranger" }, "permission", "@stranger cannot run commands here: needs write."],
  ["that is a bot", { author: "renovate[bot]", isBot: true }, "bot", "@renovate[bot] is a bot. Bots can run commands only when allowed-users names them."],
  ["in a re-run by somebody with a lower role", { rerunBy: "outsider" }, "re-run", "@outsider, who re-ran this, cannot run commands here: needs write, has read."],
  ["in a re-run by nobody knows whom", { rerunBy: "" }, "re-run", "@ghost, who re-ran this, cannot run commands here: needs write."],
])("a command is denied to somebody %s", async (_, given, reason, message) => {
  const denied = await ask(given);
  expect(denied).toMatchObject({ result: "denied", reason });
  expect(toPlainText(denied?.message ?? [])).toBe(message);
});

test("a denial shows login and role as inert text, whatever GitHub calls them", async () => {
  const login = fc.oneof(hostile, fc.constant("somebody")).filter((name) => name !== "");
  await fc.assert(
    fc.asyncProperty(login, hostile, hostile, async (author, role, permission) => {
      const gitHub = new FakeGitHub();
      gitHub.roles.set("somebody", { permission: `no-${permission}`, role_name: `no-${role}` });
      const outcome = await ask({ author }, gitHub);
      if (outcome?.result !== "denied") throw new Error("it was allowed");
      expect(reasons.denied).toContain(outcome.reason);
      expectInert(renderSummary(outcome, {}, { sourceUrl: undefined }));
    }),
    runs(25, 15),
  );
});
