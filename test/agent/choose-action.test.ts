import { describe, expect, test } from "vitest";
import { chooseJobAction, type Wish } from "../../src/agent/choose-action.ts";
import type { FoundJobs as Found, FoundMarker } from "../../src/agent/find-job.ts";
import type { JobMarker } from "../../src/agent/job-marker.ts";
import { type Canned, onMock, told } from "../service/service-under-test.ts";

type Recall = Pick<Found, "latest" | "rerun" | "pendingFound">;
const prompt: Wish = { prompt: "Do it", jobId: undefined, fresh: false };
const nothing: Recall = { latest: undefined, rerun: undefined, pendingFound: false };

function remembered(job: string, more: Partial<JobMarker> = {}): FoundMarker {
  return {
    marker: {
      conversation: "thread",
      job,
      sent: true,
      runId: "1001",
      attempt: 1,
      digest: "d",
      time: 1,
      ...more,
    },
    comment: { id: 41, place: "issue", body: "", url: "" },
  };
}
const alive = (status = "active"): Canned => ({ status: 200, body: { id: "job_1", status } });

function resolved(wish: Wish, recalled: Recall, ...answers: Canned[]) {
  const { service, clock, asked } = onMock(...answers);
  const options = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  return { asked, result: chooseJobAction(wish, recalled, service, options) };
}

describe("without an earlier attempt nothing is asked", () => {
  test.each<[string, Wish, Recall, object]>([
    ["a prompt alone makes a job", prompt, nothing, { action: { kind: "create", prompt: "Do it" } }],
    [
      "the thread's job is sent a message",
      prompt,
      { ...nothing, latest: remembered("job_1") },
      { action: { kind: "message", jobId: "job_1", prompt: "Do it" }, fromThread: true },
    ],
    [
      "a fresh wish makes a job although the thread has one",
      { ...prompt, fresh: true },
      { ...nothing, latest: remembered("job_1") },
      { action: { kind: "create", prompt: "Do it" } },
    ],
    [
      "an explicit job is sent the message, not the thread's",
      { ...prompt, jobId: "job_9" },
      { ...nothing, latest: remembered("job_1") },
      { action: { kind: "message", jobId: "job_9", prompt: "Do it" }, fromThread: false },
    ],
    [
      "an explicit job wins over a fresh one",
      { prompt: "Do it", jobId: "job_9", fresh: true },
      nothing,
      { action: { kind: "message", jobId: "job_9", prompt: "Do it" }, fromThread: false },
    ],
    [
      "an explicit job without a prompt is watched",
      { prompt: "", jobId: "job_9", fresh: false },
      { ...nothing, latest: remembered("job_1") },
      { action: { kind: "watch", jobId: "job_9" }, fromThread: false },
    ],
  ])("%s", async (_, wish, recalled, expected) => {
    const { asked, result } = resolved(wish, recalled);
    expect(await result).toMatchObject({ resumed: false, ...expected });
    expect(asked).toEqual([]);
  });
});

describe("after an earlier attempt of the same request", () => {
  const mine = { ...nothing, latest: remembered("job_1"), rerun: remembered("job_1") };

  test.each(["active", "completed", "a status of the future"])(
    "its job is taken up when it is %s",
    async (status) => {
      const { asked, result } = resolved(prompt, mine, alive(status));
      expect(await result).toEqual({
        action: { kind: "watch", jobId: "job_1" },
        fromThread: true,
        resumed: true,
      });
      expect(asked).toEqual(["GET /v2/agent/docs-1/job/job_1"]);
    },
  );

  test.each<[string, Canned]>([
    ["failed", alive("failed")],
    ["archived", alive("archived")],
    ["gone", { status: 404 }],
  ])("a job that is %s is replaced by a new one", async (_, answer) => {
    const { result } = resolved(prompt, mine, answer);
    expect(await result).toEqual({
      action: { kind: "create", prompt: "Do it" },
      fromThread: false,
      resumed: false,
    });
  });

  test("a fresh wish whose job is gone makes another, and asks nothing of the thread's", async () => {
    const { result } = resolved({ ...prompt, fresh: true }, mine, { status: 404 });
    expect(await result).toMatchObject({ action: { kind: "create" }, resumed: false });
  });

  test("a fresh wish takes its own job up as well", async () => {
    const { result } = resolved({ ...prompt, fresh: true }, mine, alive());
    expect(await result).toMatchObject({ action: { kind: "watch", jobId: "job_1" }, resumed: true });
  });

  test("an attempt that sent nothing is repeated, in the thread's job", async () => {
    const unsent = { ...nothing, latest: remembered("job_1"), rerun: remembered("job_1", { sent: false }) };
    const { asked, result } = resolved(prompt, unsent);
    expect(await result).toMatchObject({ action: { kind: "message", jobId: "job_1" }, resumed: false });
    expect(asked).toEqual([]);
  });

  test("one that sent its request and never learnt of the job is not repeated", async () => {
    const lost = { ...nothing, latest: remembered(""), rerun: remembered("") };
    const { asked, result } = resolved(prompt, lost);
    expect(await told(result)).toMatchObject({
      reason: "uncertain",
      advice: expect.stringContaining("dashboard"),
    });
    expect(asked).toEqual([]);
  });

  test("when its job failed, the thread's newer one is gone on with", async () => {
    const newer = { ...nothing, latest: remembered("job_2"), rerun: remembered("job_1") };
    const { result } = resolved(prompt, newer, alive("failed"));
    expect(await result).toMatchObject({ action: { kind: "message", jobId: "job_2" }, resumed: false });
  });

  test("with an explicit job that failed, the message goes there again", async () => {
    const { result } = resolved({ ...prompt, jobId: "job_1" }, mine, alive("failed"));
    expect(await result).toMatchObject({ action: { kind: "message", jobId: "job_1" }, fromThread: false });
  });

  test.each([
    [401, "api-key"],
    [403, "forbidden"],
    [400, "refused"],
  ])("a refusal to tell (HTTP %i) is an error, and no new job", async (status, reason) => {
    const { result } = resolved(prompt, mine, { status });
    expect(await told(result)).toMatchObject({ reason });
  });
});
