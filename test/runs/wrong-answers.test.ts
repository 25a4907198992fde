import { describe, expect, test } from "vitest";
import { says } from "../says.ts";
import { creates, done, job, type Reply, routes, type ServiceReplies } from "../service/fake-service.ts";
import { runScenario, type Scenario } from "./harness.ts";
import { sent, Thread, type ThreadResult, visible } from "./thread.ts";

const command = "/docs-agent Document the limit";
const followUp = "/docs-agent Shorter";

/** What people and programs learn from a run, in short. */
function told({ exitCode, outputs, requests }: ThreadResult) {
  return { exitCode, result: outputs["result"], reason: outputs["reason"], sent: sent(requests) };
}

/** A scenario that counts the seconds of its run. */
function timed(service: ServiceReplies) {
  const took = { seconds: 0 };
  const scenario: Scenario = { service, onSecond: () => took.seconds++ };
  return { scenario, took };
}

const lastReply = (thread: Thread) => visible(thread.gitHub.own().at(-1)?.body);

/** Answers that name no job, as whatever stands between the run and the service gives them. */
const empty: [string, Reply][] = [
  ["a page of HTML", { text: "<html>Sign in</html>", headers: { "content-type": "text/html" } }],
  ["an error", { json: { error: "x" } }],
  ["an empty object", { json: {} }],
  ["nothing", { text: "" }],
];

describe("a message that is answered 200", () => {
  const uncertain = {
    exitCode: 1,
    result: "error",
    reason: "uncertain",
    sent: [`${routes.message} "Shorter"`],
  };

  test.each(empty)("with %s and never shows at the job is uncertain after a minute", async (_, answer) => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    const { scenario, took } = timed({ [routes.message]: [answer], [routes.get]: [{ json: done }] });
    expect(told(await thread.comment(followUp, scenario))).toEqual(uncertain);
    expect(took.seconds).toBeGreaterThanOrEqual(58);
    expect(took.seconds).toBeLessThan(80);
    expect(lastReply(thread)).toContain(says.uncertain);
    expect(lastReply(thread)).not.toContain(says.followUpDone);
  });

  test.each(empty)("with %s while the job was at work is uncertain at once", async (_, answer) => {
    const thread = new Thread();
    const working = [{ json: job("active") }];
    await thread.comment(command, {
      with: { wait: "false" },
      service: { [routes.create]: [{ status: 201, json: job("active") }], [routes.get]: working },
    });
    // It goes on working on what it was asked first, and ends: that says nothing about the message.
    const { scenario, took } = timed({
      [routes.message]: [answer],
      [routes.get]: [...working, ...working, { json: done }],
    });
    expect(told(await thread.comment(followUp, scenario))).toEqual(uncertain);
    expect(took.seconds).toBeLessThan(10);
    expect(lastReply(thread)).toContain(says.uncertain);
  });
});

describe("a message that is answered “active”", () => {
  const run = (reads: Reply[], more: Partial<Scenario> = {}) =>
    runScenario({
      with: { prompt: "Shorter", "job-id": "job_7f3a" },
      service: { [routes.message]: [{ json: job("active") }], [routes.get]: reads },
      ...more,
    });
  const old = { json: job("completed", { prLink: "https://github.com/acme/docs/pull/2" }) };

  test("is not done by reads that lag: the job has to be seen at work", async () => {
    const { requests, outputs } = await run([old, old, { json: job("active") }, { json: done }]);
    expect(requests.filter((request) => request === routes.get)).toHaveLength(4);
    expect(outputs).toMatchObject({ result: "pull-request", prLink: "https://github.com/acme/docs/pull/3" });
  });

  test("is done after a minute of reads that say so", async () => {
    let seconds = 0;
    const { exitCode, outputs } = await run([{ json: done }], { onSecond: () => seconds++ });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(seconds).toBeGreaterThanOrEqual(58);
    expect(seconds).toBeLessThan(80);
  });
});

describe("a gateway that answers 503 after it had the request", () => {
  const broken: Reply = { status: 503, text: "<html>Service Unavailable</html>" };
  const asked: Reply = { ...broken, headers: { "retry-after": "2" } };
  const taken: Reply = { status: 201, json: job("active") };
  const atWork: Reply[] = [{ json: job("active") }, { json: done }];

  test.each([
    ["once", [broken, taken]],
    ["as long as it is asked", [broken]],
  ])("%s gets one request, and nobody is told that there is no job", async (_, answers) => {
    const thread = new Thread();
    const service = { [routes.create]: answers, [routes.get]: atWork };
    const run = await thread.comment(command, { service });
    expect(told(run)).toEqual({
      ...{ exitCode: 1, result: "error", reason: "uncertain" },
      sent: [`${routes.create} "Document the limit"`],
    });
    expect(lastReply(thread)).toContain(says.uncertain);
    for (const text of [...thread.gitHub.written, run.summary, run.stdout])
      expect(text).not.toContain("No job was started");
  });

  test("gets a message once, too", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    const service = { [routes.message]: [broken, taken], [routes.get]: [{ json: done }, ...atWork] };
    expect(told(await thread.comment(followUp, { service }))).toEqual({
      ...{ exitCode: 1, result: "error", reason: "uncertain" },
      sent: [`${routes.message} "Shorter"`],
    });
  });

  test("gets it again only where it says when", async () => {
    const service = { [routes.create]: [asked, broken, taken], [routes.get]: atWork };
    const run = await new Thread().comment(command, { service });
    expect(told(run)).toMatchObject({ exitCode: 1, reason: "uncertain" });
    expect(sent(run.requests)).toHaveLength(2);
  });
});

test("a read about another job is none: it is read again, and nothing of it is taken", async () => {
  const thread = new Thread();
  const other = { ...done, id: "job_other", prLink: "https://github.com/acme/docs/pull/666" };
  const { exitCode, outputs, requests, stdout, summary } = await thread.comment(command, {
    service: {
      [routes.create]: [{ status: 201, json: job("active") }],
      [routes.get]: [{ json: other }, { json: done }],
    },
  });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({
    ...{ result: "pull-request", jobId: "job_7f3a" },
    prLink: "https://github.com/acme/docs/pull/3",
  });
  expect(requests.filter((request) => request === routes.get)).toHaveLength(2);
  for (const text of [...thread.gitHub.written, stdout, summary]) expect(text).not.toContain("pull/666");
});
