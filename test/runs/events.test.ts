import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  anyEvents,
  type EventFile,
  expectedOf,
  mayCommand,
  textEvents,
} from "../github/any-event.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { payloads } from "../github/payloads.ts";
import { runs } from "../runs.ts";
import { usual } from "../service/fake-service.ts";
import { runScenario, type ScenarioResult } from "./harness.ts";

/** One step on an event file. */
type EventStep = {
  name: string;
  file: string | Uint8Array;
  with?: Record<string, string>;
  env?: Record<string, string>;
  /** The status with which GitHub refuses to say who may write. */
  refused?: number;
};

/** What the step leaves, and everything that was written into comments. */
type EventResult = ScenarioResult & { comments: readonly string[] };

/** The secrets of these steps, which the log masks before anything else. */
const secrets = { "api-key": "mint_scenario_key", "github-token": "ghs_scenario_token" };

/** Runs a step on an event file. Only `maintainer` has the role `write`. */
async function runEvent({ name, file, refused, ...step }: EventStep): Promise<EventResult> {
  const gitHub = new FakeGitHub();
  gitHub.roles.delete("owner");
  if (refused !== undefined) gitHub.refuse({ path: /permission$/, status: refused });
  const result = await runScenario({
    ...step,
    with: { ...secrets, ...step.with },
    eventName: name,
    event: file,
    gitHub,
    service: usual,
  });
  return { ...result, comments: gitHub.written };
}

const command = JSON.stringify(payloads["issue_comment"]);

describe("an event file that holds no event", () => {
  test.each<[string, string, Record<string, string>]>([
    ["is not named", "", { GITHUB_EVENT_PATH: "" }],
    ["is a list", `[${command}]`, {}],
  ])("because it %s leads to nothing", async (_, file, env) => {
    const { requests, outputs } = await runEvent({ name: "issue_comment", file, env });
    expect(requests).toEqual([]);
    expect(outputs).toMatchObject({ result: "skipped", reason: "not-created" });
    // There the missing prompt is what is wrong, not the file.
    expect((await runEvent({ name: "push", file, env })).outputs["reason"]).toBe("input");
    // And a prompt is sent, whose job then has no thread.
    const prompted = await runEvent({ name: "issue_comment", file, env, with: { prompt: "Go" } });
    expect(prompted.requests).toContain('POST /v2/agent/acme/job "Go"');
    expect([prompted.comments, prompted.outputs["result"]]).toEqual([[], "pull-request"]);
  });

  test.each<[string, string, Record<string, string>]>([
    ["is missing", "", { GITHUB_EVENT_PATH: "/nowhere/event.json" }],
    ["is no JSON", "/docs-agent\n::set-env name=A::b", {}],
  ])("because it %s sends nothing", async (_, file, env) => {
    const prompted = { name: "issue_comment", file, env, with: { prompt: "Go" } };
    const { requests, outputs, stdout } = await runEvent(prompted);
    expect(requests).toEqual([]);
    expect(outputs).toMatchObject({ result: "error", reason: "internal" });
    expect(stdout).not.toMatch(/^::set-env/m);
  });
});

describe("an unusual event file", () => {
  const among = (more: string) => `${command.slice(0, -1)},"more":${more}}`;
  const [before, after] = command.split("Document it");
  const latin = Buffer.concat([
    Buffer.from(`${before}Caf`),
    Buffer.from([0xe9]),
    Buffer.from(`${after}`),
  ]);

  test.each<[string, string | Uint8Array, string?]>([
    ["of 30 million characters", among(JSON.stringify("x".repeat(30_000_000)))],
    ["nested 100,000 levels deep", among(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
    ["with a prototype of its own", among('null,"__proto__":{"action":"edited","comment":null}')],
    ["with bytes that are not UTF-8, which are replaced", latin, "Caf\ufffd"],
  ])("%s is answered", async (_, file, prompt = "Document it") => {
    const { requests } = await runEvent({ name: "issue_comment", file });
    expect(requests).toContain(`POST /v2/agent/acme/job ${JSON.stringify(prompt)}`);
  });
});

/** A way to set up the step, and what a text can lead to beyond `skipped` and `denied`. */
type Setting = Pick<EventStep, "with" | "env" | "refused"> & { ends: string[] };
const plain: Setting = { ends: ["pull-request", "answered"] };
const settings: Setting[] = [
  ...Array<Setting>(8).fill(plain),
  { ...plain, with: { context: "diff" } },
  { ...plain, with: { context: "none", comment: "never" } },
  { ...plain, env: { GITHUB_RUN_ATTEMPT: "2" } },
  { with: { conversation: "new", wait: "false" }, ends: ["started", "answered"] },
  { with: { "dry-run": "true" }, ends: ["dry-run", "answered"] },
  { env: { GITHUB_RUN_ATTEMPT: "2", GITHUB_TRIGGERING_ACTOR: "outsider" }, ends: [] },
  { refused: 403, ends: ["error"] },
  { refused: 500, ends: ["error"] },
  // As on events from forks.
  { with: { "api-key": "", "project-id": "", "github-token": "" }, ends: ["error"] },
];

test("whatever an event file holds, only a new command of an authorized user creates a job", async () => {
  /** How often the steps ended in which way. */
  const seen = new Map<string, number>();
  const setting = fc.constantFrom(...settings);
  const property = fc.asyncProperty(anyEvents, setting, async (event, setting) => {
    const { name } = event;
    const run = await runEvent({ name, file: JSON.stringify(event.payload), ...setting });
    const { result = "", reason = "" } = run.outputs;
    const end = `${result} ${reason}`.trim();
    seen.set(end, (seen.get(end) ?? 0) + 1);
    if (!Object.hasOwn(textEvents, name)) expect(end).toBe("error input");
    else expect(["skipped", "denied", ...setting.ends]).toContain(result);
    expectAsked(event, run, result);
    expect(run.outputs["jobId"]).toBe(
      ["pull-request", "started"].includes(result) ? "job_7f3a" : undefined,
    );
    for (const comment of run.comments)
      expect(comment.match(/<!-- docs-agent:v1 -->/g)).toHaveLength(1);
  });
  await fc.assert(property, runs(400, 120));
  expect(seen.get("pull-request")).toBeGreaterThan(5);
  for (const end of ["answered", "denied permission", "denied bot", "error github", "error input"])
    expect(seen.get(end), end).toBeGreaterThan(0);
});

/** Only what was asked for is done, and only for those who may ask. */
function expectAsked(
  event: EventFile,
  { requests, comments, summary }: EventResult,
  result: string,
): void {
  const sent = requests.filter(
    (request) => /^[A-Z]+ /.test(request) && !request.startsWith("GET "),
  );
  expect(sent).toHaveLength(["pull-request", "started"].includes(result) ? 1 : 0);
  if (result === "skipped") expect(summary).toBe("");
  const gateFailed = result === "error" && requests.length > 0;
  if (result === "skipped" || (result === "error" && !gateFailed)) {
    expect(requests).toEqual([]);
  } else if (result === "denied" || gateFailed) {
    // A login of dots alone, which GitHub has none of, is lost from the address, and nobody answers there.
    const asked =
      /^GitHub (?:GET \/(?:collaborators\/(?:[^/]+\/)?)?permission$|GET \/(?:issues|pulls)\/\d+\/comments\?|POST .*\/reactions (?:-1|confused)$)/;
    const others = requests.filter((request) => !asked.test(request));
    // Whoever asks learns that GitHub did not say who may, and nothing else.
    expect(others).toHaveLength(comments.length);
    for (const request of others) expect(request).toMatch(/^GitHub POST .*\/(?:comments|replies)$/);
    expect(comments.length).toBeLessThanOrEqual(gateFailed ? 1 : 0);
    for (const comment of comments)
      expect(comment).toContain("GitHub could not be asked for the role of");
  } else {
    const { text = "", author, authorIsBot } = expectedOf(event);
    expect({ author, authorIsBot }).toEqual({ author: "maintainer", authorIsBot: false });
    expect(text).toSatisfy(mayCommand);
    for (const job of sent) {
      expect(job).toMatch(/^POST \/v2\/agent\/acme\/job "/);
      const prompt: string = JSON.parse(job.slice(job.indexOf('"')));
      expect(prompt).not.toMatch(/[\0\u200b\u202e\u2066\u{e0041}]|<!--\s*docs-agent:/u);
    }
  }
}
