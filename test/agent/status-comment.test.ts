import { describe, expect, test } from "vitest";
import { JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { parsePostState, StatusComment } from "../../src/agent/status-comment.ts";
import { GitHub } from "../../src/github/client.ts";
import { getRunContext } from "../../src/run-context.ts";
import { FakeClock } from "../fake-clock.ts";
import { silentLog } from "../fake-log.ts";
import { changed, payloads } from "../github/payloads.ts";
import { job } from "../scenarios/scenario.ts";
import { AgentStage, routes } from "./run-job-harness.ts";

const command = "/docs-agent Document the limit";
const done = job("completed", { prLink: "https://github.com/acme/docs/pull/3" });
const creates = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: done }] };
const codec = new JobMarkerCodec("mint_0123456789abcdef", {
  ...{ repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "docs-1" },
});

describe("what the post step is left", () => {
  test("says first that a job may exist, then that it goes on, and nothing once the end is shown", async () => {
    const { saved } = await new AgentStage().act({ comment: command, service: creates });
    const bodies = saved.map((state) => state?.body.split("\n\n").slice(1, 3).join(" "));
    expect(bodies[0]).toBe(
      "**Cancelled.** The run was ended before it could say whether a job was created. Look at the dashboard before you ask again.",
    );
    expect(bodies).toContain(
      "**Cancelled.** The run was ended before the job was; the job goes on at the service. Re-run it to take the job up again.",
    );
    expect(bodies.at(-1)).toBeUndefined();
  });

  test("remembers the run in the comment it is for", async () => {
    const stage = new AgentStage();
    const { saved } = await stage.act({ comment: command, service: creates });
    const states = saved
      .filter((state) => state !== undefined)
      .map((state) => parsePostState(JSON.stringify(state)));
    const memories = states.map((state) => state && codec.decode({ ...state, url: "" }));
    const run = { conversation: "thread", runId: "1001", attempt: 1 };
    expect(memories[0]).toMatchObject({ ...run, job: "", sent: false });
    expect(memories).toContainEqual(expect.objectContaining({ ...run, job: "", sent: true }));
    expect(memories.at(-1)).toMatchObject({ ...run, job: "job_7f3a", sent: true });
    expect(states.map((state) => [state?.place, state?.id])).toEqual(states.map(() => ["issue", 101]));
  });

  test("is the end, where GitHub did not take it", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    const { saved } = await stage.act({ comment: command, service: creates });
    expect(saved.at(-1)?.body).toContain("pull request is ready");
  });

  test.each<[string, Record<string, string>]>([
    ["comment: never", { comment: "never" }],
    ["dry-run", { "dry-run": "true" }],
  ])("is nothing with %s", async (_, given) => {
    const { saved, outputs } = await new AgentStage().act({
      comment: command,
      with: given,
      service: creates,
    });
    expect(saved).toEqual([]);
    expect(outputs.map(([name]) => name)).not.toContain("commentUrl");
  });

  test.each([
    ['{"place":"issue","id":1,"body":"x"}', { place: "issue", id: 1, body: "x" }],
    ['{"place":"review","id":2,"body":""}', { place: "review", id: 2, body: "" }],
    ['{"place":"wiki","id":1,"body":"x"}', undefined],
    ['{"place":"issue","id":1.5,"body":"x"}', undefined],
    ['{"place":"issue","id":1}', undefined],
    ["{", undefined],
    ["", undefined],
  ])("is read back from %s", (json, state) => {
    expect(parsePostState(json)).toEqual(state);
  });
});

describe("the outputs", () => {
  test("name the comment, once it is there", async () => {
    const { outputs } = await new AgentStage().act({ comment: command, service: creates });
    const url = "https://github.com/acme/site/issues/7#issuecomment-101";
    expect(new Set(outputs.filter(([name]) => name === "commentUrl").map(([, value]) => value))).toEqual(
      new Set([url]),
    );
  });

  test.each([command, "/docs-agent --help"])("name none where none could be written: %s", async (comment) => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ method: "POST", path: /7\/comments/, status: 403 });
    const { outputs } = await stage.act({ comment, service: creates });
    expect(outputs.map(([name]) => name)).not.toContain("commentUrl");
  });
});

describe("a thread of many pages", () => {
  test("is read by a first attempt no further than to its newest memory", async () => {
    const stage = new AgentStage();
    for (let index = 0; index < 250; index++) stage.gitHub.write("reader", "chatter");
    const event = (name: string) => {
      const { comment, issue } = payloads[name] ?? {};
      const counted = changed(issue, ["comments"], stage.gitHub.issueComments.length);
      return { name, payload: { action: "created", issue: counted, comment } };
    };
    await stage.act({ event: event("issue_comment"), service: creates });
    const { requests } = await stage.act({
      event: event("issue_comment"),
      service: { ...creates, [routes.message]: [{ json: job("active") }] },
    });
    expect(requests).toContain(routes.message);
    expect(requests.filter((request) => /GET .*comments/.test(request))).toEqual([
      "GitHub GET /issues/7/comments?per_page=100&page=3",
    ]);
    expect(stage.gitHub.own()).toHaveLength(2);
    const again = await stage.act({ event: event("issue_comment"), attempt: 2, service: creates });
    expect(again.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(stage.gitHub.own()).toHaveLength(2);
  });
});

describe("a thread that is not read", () => {
  const conversation = (fail: () => Promise<never>, warnings: string[]) =>
    new StatusComment({
      github: new GitHub(fail, { owner: "acme", repo: "site" }),
      log: {
        ...silentLog,
        warning: (title, text) => void warnings.push(`${title}: ${text}`),
      },
      clock: new FakeClock(),
      codec,
      runContext: getRunContext({}),
      thread: { number: 7, isPullRequest: false, comments: 1 },
      place: { thread: 7, reviewRoot: undefined, reactTo: undefined },
      ...{ key: "thread", digest: "d", comments: true, readOnly: false, setOutput() {}, savePostState() {} },
    });

  test("because the run gave up is nothing to warn of", async () => {
    const warnings: string[] = [];
    const abort = () => Promise.reject(Object.assign(new Error("aborted"), { name: "AbortError" }));
    expect(await conversation(abort, warnings).findJob()).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test("for any other reason is", async () => {
    const warnings: string[] = [];
    const fail = () => Promise.reject(new Error("no"));
    expect(await conversation(fail, warnings).findJob()).toBeUndefined();
    expect(warnings).toEqual([
      "Thread not read: The comments of #7 cannot be read (no), so what was done there before is not known.",
    ]);
  });
});
