import { describe, expect, test, vi } from "vitest";
import { FakeClock } from "../fake-clock.ts";
import { says } from "../says.ts";
import {
  creates,
  done,
  follows,
  job,
  jobRoutes,
  type Reply,
  reset,
  routes,
} from "../service/fake-service.ts";
import { sent, Thread, type ThreadResult, visible } from "./thread.ts";

const command = "/docs-agent Document the limit";
const followUp = "/docs-agent Shorter";
const jobGone: Reply = { status: 404, json: { error: "no such job" } };
const proxyPage: Reply = { status: 404, text: "<html>404</html>", headers: { "content-type": "text/html" } };

/** What people and programs learn from a run, in short. */
function told({ exitCode, outputs, requests }: ThreadResult) {
  return { exitCode, result: outputs["result"], reason: outputs["reason"], sent: sent(requests) };
}

const uncertain = { exitCode: 1, result: "error", reason: "uncertain", sent: [] };

/** The newest of our comments, as people see it. */
function lastReply(thread: Thread): string {
  return visible(thread.gitHub.own().at(-1)?.body);
}

/** A thread whose job has brought its pull request. */
async function begun(): Promise<Thread> {
  const thread = new Thread();
  await thread.comment(command, { service: creates });
  return thread;
}

/** From now on GitHub takes no edit, as when the runner and with it the post step are gone. */
function loseRunner(thread: Thread): void {
  thread.gitHub.refuse({ method: "PATCH", path: /comments/, status: 500 });
}

describe("a message whose answer was lost", () => {
  const lost = { service: { [routes.message]: [{ error: reset() }] } };
  const service = { ...follows, [routes.get]: [{ json: done }] };

  test("stays uncertain in a re-run, though the job's old status is completed", async () => {
    const thread = await begun();
    expect(told(await thread.comment(followUp, lost))).toMatchObject({ reason: "uncertain" });
    expect(told(await thread.rerun({ service }))).toEqual(uncertain);
    expect(lastReply(thread)).toContain(says.uncertain);
    expect(lastReply(thread)).not.toContain(says.ready);
  });

  test("stays so after a kill, when the post step has told of it", async () => {
    const thread = await begun();
    loseRunner(thread);
    const { postState } = await thread.comment(followUp, lost);
    thread.gitHub.allowAll();
    await thread.post(postState);
    expect(lastReply(thread)).toContain(says.uncertain);
    expect(told(await thread.rerun({ service }))).toEqual(uncertain);
  });
});

describe("a follow-up that was accepted and cancelled", () => {
  test("is watched as a follow-up: the old status does not end it, and it is called one", async () => {
    const thread = await begun();
    const working = { ...follows, [routes.get]: [{ json: done }, { json: job("active") }] };
    const cancelled = await thread.comment(followUp, { service: working, cancelAfterMs: 3000 });
    expect(cancelled.outputs["result"]).toBe("cancelled");
    const stale = [{ json: done, ms: 1 }];
    const again = await thread.rerun({ service: { [routes.get]: [...stale, ...stale, { json: done }] } });
    expect(told(again)).toMatchObject({ exitCode: 0, result: "pull-request", sent: [] });
    expect(lastReply(thread)).toContain(says.followUpDone);
  });

  test("counts its minute of grace from the acceptance, not from the re-run", async () => {
    const thread = await begun();
    const working = { ...follows, [routes.get]: [{ json: job("active") }] };
    await thread.comment(followUp, { service: working, cancelAfterMs: 3000 });
    const again = await thread.rerun({ service: { [routes.get]: [{ json: done }] } });
    // A minute lies between the two runs.
    expect(again.clock.sleeps).toEqual([0]);
  });
});

describe("a re-run whose job is not found", () => {
  test.each([
    ["in JSON", jobGone],
    ["by a proxy's page", proxyPage],
  ])("once, %s, watches on and makes no second job", async (_, answer) => {
    const thread = new Thread();
    await thread.comment(command, { service: creates, cancelAfterMs: 1000 });
    const service = { ...jobRoutes("job_2"), [routes.get]: [answer, { json: done }] };
    const again = await thread.rerun({ service });
    expect(told(again)).toMatchObject({ exitCode: 0, result: "pull-request", sent: [] });
  });
});

describe("a command that two listen to", () => {
  test.each([
    ["another workflow", { GITHUB_WORKFLOW: "Other", GITHUB_RUN_ID: "77" }],
    ["another job of the same run", { GITHUB_JOB: "other" }],
    ["another step of the same job", { GITHUB_ACTION: "__other" }],
    ["another job of the same run, in a later attempt", { GITHUB_JOB: "other", GITHUB_RUN_ATTEMPT: "2" }],
  ])("is skipped by %s while the first waits for its answer", async (_, env) => {
    const thread = new Thread();
    const comment = thread.gitHub.write("maintainer", command);
    // The first has replied and sent, and nothing more is known of it.
    loseRunner(thread);
    await thread.runOn(comment, { service: creates, env: { GITHUB_RUN_ID: "76" } });
    thread.gitHub.allowAll();
    const second = await thread.runOn(comment, {
      service: jobRoutes("job_2"),
      env: { GITHUB_RUN_ID: "76", ...env },
    });
    expect(told(second)).toEqual({ exitCode: 0, result: "skipped", reason: "duplicate", sent: [] });
    expect(second.postState).toBe("");
    // Who has nothing to do, writes nothing.
    expect(thread.gitHub.own()).toHaveLength(1);
    expect(second.stdout).toContain(says.duplicate);
  });
});

test("issue-number of a pull request continues a job that an inline comment began", async () => {
  const thread = new Thread();
  await thread.inline(command, { service: creates });
  const scheduled = await thread.event(
    { name: "schedule", payload: {} },
    { with: { prompt: "Weekly", "issue-number": "7" }, service: follows },
  );
  expect(sent(scheduled.requests)).toEqual([`${routes.message} "Weekly"`]);
});

describe("issue-number whose review comments GitHub does not give", () => {
  test.each([403, 404])("(HTTP %i) has none, so that a re-run is certain", async (status) => {
    const thread = new Thread();
    const scene = { with: { prompt: "Weekly", "issue-number": "7" }, service: creates };
    thread.gitHub.refuse({ method: "GET", path: /pulls\/7\/comments/, status });
    await thread.event({ name: "schedule", payload: {} }, { ...scene, cancelAfterMs: 1000 });
    const again = await thread.rerun({ service: { [routes.get]: [{ json: done }] } });
    expect(told(again)).toMatchObject({ result: "pull-request", sent: [] });
  });
});

describe("a run whose announcement GitHub refuses to edit in", () => {
  const refuseEdits = (thread: Thread, id: number) =>
    thread.gitHub.refuse({ method: "PATCH", path: new RegExp(`comments/${id}$`), status: 403 });

  test("announces it in a comment of its own, so that a re-run knows of it", async () => {
    const thread = new Thread();
    await thread.push({ service: creates });
    const shared = thread.gitHub.own()[0]?.id ?? 0;
    refuseEdits(thread, shared);
    const first = await thread.push({ service: follows, cancelAfterMs: 3000 });
    expect(sent(first.requests)).toEqual([`${routes.message} "Document this change"`]);
    const again = await thread.rerun({ service: { ...follows, [routes.get]: [{ json: done }] } });
    expect(told(again)).toMatchObject({ result: "pull-request", sent: [] });
  });

  test("sends nothing in a re-run without a trace when GitHub refuses every comment", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ method: "POST", path: /7\/comments/, status: 403 });
    const first = await thread.comment(command, { service: creates });
    const again = await thread.rerun({ service: creates });
    expect(sent(first.requests)).toHaveLength(1);
    expect(told(again)).toEqual(uncertain);
  });
});

test("job-id of a failed job: a run that was lost after its follow-up was accepted is not sent again", async () => {
  const thread = new Thread();
  const inputs = { with: { "job-id": "job_7f3a" } };
  const failed = { json: job("failed") };
  const service = { [routes.message]: [failed], [routes.get]: [failed] };
  const lost = await thread.push({ ...inputs, service, cancelAfterMs: 3000 });
  expect(lost.outputs["result"]).toBe("cancelled");
  const answers = [failed, { json: job("active") }, { json: done }];
  const again = await thread.rerun({ service: { ...follows, [routes.get]: answers }, startsAfterMs: 10_000 });
  expect(told(again)).toMatchObject({ result: "pull-request", sent: [] });
});

test("a stranger who copies a body whose create was lost keeps the copy as it is", async () => {
  const thread = new Thread();
  const copy = () => void thread.gitHub.write("outsider", thread.gitHub.own()[0]?.body ?? "");
  thread.gitHub.refuse({
    ...{ method: "POST", path: /7\/comments$/, times: 1, acts: true, status: 502, meanwhile: copy },
  });
  const { outputs } = await thread.comment(command, { service: creates });
  expect(outputs["result"]).toBe("pull-request");
  const copied = thread.gitHub.issueComments.find(({ login }) => login === "outsider");
  expect(visible(copied?.body)).toContain(says.working);
  expect(lastReply(thread)).toContain(says.ready);
});

test("a job that failed unseen is told first, and only the next attempt starts another", async () => {
  const thread = new Thread();
  await thread.comment(command, { service: creates, cancelAfterMs: 1000 });
  const service = { ...jobRoutes("job_2"), [routes.get]: [{ json: job("failed") }] };
  expect(told(await thread.rerun({ service }))).toMatchObject({ result: "failed", sent: [] });
  const next = await thread.rerun({ service });
  expect(told(next)).toMatchObject({
    result: "pull-request",
    sent: [`${routes.create} "Document the limit"`],
  });
  // The end of the new life is told again, and nothing is sent.
  const last = await thread.rerun({ service: jobRoutes("job_2") });
  expect(told(last)).toMatchObject({ exitCode: 0, result: "pull-request", sent: [] });
});

test("an error that nobody foresaw does not leave the comment working", async () => {
  const thread = new Thread();
  vi.spyOn(FakeClock.prototype, "sleep").mockRejectedValueOnce(new Error("out of order"));
  const { outputs } = await thread.comment(command, { service: creates });
  expect(outputs).toMatchObject({ result: "error", reason: "internal" });
  expect(lastReply(thread)).not.toContain(says.working);
  // What was accepted is not sent again.
  expect(told(await thread.rerun({ service: creates }))).toMatchObject({ result: "pull-request", sent: [] });
});
