import { describe, expect, test } from "vitest";
import { adaptiveWaitMs, type PollOptions, pollJob } from "../../src/agent/poll-job.ts";
import type { Job } from "../../src/service/schemas.ts";
import { silentLog } from "../fake-log.ts";
import { type Canned, onMock } from "../service/service-under-test.ts";

const answer = (status: string, more: object = {}): Canned => ({
  status: 200,
  body: { id: "job_1", status, ...more },
});

/** Follows a job through these answers. */
async function followed(answers: readonly Canned[], more: Partial<PollOptions> = {}) {
  const { service, clock, asked } = onMock(...answers);
  const lines: string[] = [];
  const jobs: Job[] = [];
  const ending = await pollJob({
    ...{ service, clock, jobId: "job_1", acceptedAt: clock.now(), watch: false, timeoutMs: 600_000 },
    log: {
      ...silentLog,
      info: (text) => void lines.push(text),
    },
    signal: new AbortController().signal,
    intervalMs: undefined,
    possiblyStale: false,
    onJob: (job) => void jobs.push(job),
    ...more,
  });
  return { ending, lines, asked, sleeps: clock.sleeps, statuses: jobs.map(({ status }) => status) };
}

test.each([
  [0, 2000],
  [40_000, 2000],
  [40_020, 2001],
  [100_000, 5000],
  [299_980, 14_999],
  [300_000, 15_000],
  [3_600_000, 15_000],
  [-1000, 2000],
])("a job that has been running for %i ms is looked at again after %i", (running, wait) => {
  expect(adaptiveWaitMs(running)).toBe(wait);
});

describe("the log of a job that is followed", () => {
  test("names each status once, and what is special about it", async () => {
    const told = await followed([answer("active"), answer("active"), answer("paused"), answer("failed")]);
    expect(told.lines).toEqual([
      "2 s: the job's status is active.",
      "6 s: the job's status is paused, a status that this version does not know; it keeps following.",
      "8 s: the job's status is failed.",
    ]);
    expect(told.statuses).toEqual(["active", "active", "paused", "failed"]);
    expect(told.ending).toMatchObject({ kind: "final", job: { status: "failed" } });
  });

  test("says of an end from before a message that it may be one, and of the next that it is the end", async () => {
    const answers = [answer("completed"), answer("active"), answer("completed")];
    const { lines, ending } = await followed(answers, { possiblyStale: true });
    expect(lines).toEqual([
      "2 s: the job's status is completed, which may be from before the message; it keeps following.",
      "4 s: the job's status is active.",
      "6 s: the job's status is completed.",
    ]);
    expect(ending.kind).toBe("final");
  });
});

describe("an end from before a message", () => {
  test("counts after exactly a minute, and not before", async () => {
    const answers = Array.from({ length: 3 }, () => answer("completed"));
    const { sleeps } = await followed(answers, { possiblyStale: true, intervalMs: 30_000 });
    expect(sleeps).toEqual([30_000, 30_000]);
    const early = await followed(answers, { possiblyStale: true, intervalMs: 29_999 });
    expect(early.sleeps).toHaveLength(3);
  });
});

describe("the time limit", () => {
  test("ends with a look at the limit itself", async () => {
    const answers = Array.from({ length: 3 }, () => answer("active"));
    const { sleeps, ending } = await followed(answers, { timeoutMs: 50_000, intervalMs: 20_000 });
    expect(sleeps).toEqual([20_000, 20_000, 10_000]);
    expect(ending).toMatchObject({ kind: "timeout", job: { status: "active" } });
  });

  test("that is over already is a look at once", async () => {
    const { sleeps, ending } = await followed([answer("active")], { timeoutMs: -1 });
    expect([sleeps, ending.kind]).toEqual([[0], "timeout"]);
  });

  test("that cuts the attempts short is no error", async () => {
    const down = Array.from({ length: 50 }, (): Canned => ({ status: 503 }));
    const { ending } = await followed([answer("active"), ...down], { timeoutMs: 20_000 });
    expect(ending).toMatchObject({ kind: "timeout", job: { status: "active" } });
  });

  test("has no part in what the service refuses", async () => {
    const refused = followed([answer("active"), { status: 404 }], { timeoutMs: 20_000 });
    await expect(refused).rejects.toMatchObject({ status: 404 });
  });
});

describe("a job that is only watched", () => {
  const waits = async (createdAt: unknown) => {
    const answers = [answer("active", { createdAt }), answer("completed")];
    return (await followed(answers, { watch: true })).sleeps;
  };

  test.each([
    ["long ago", "2026-01-05T11:00:00Z", 15_000],
    ["a while ago", "2026-01-05T11:58:20Z", 5000],
    ["after now, by another clock", "2026-01-05T13:00:00Z", 2000],
    ["nobody knows when", "yesterday or so", 2000],
    ["it does not say when", undefined, 2000],
  ])("is looked at at once, then by its age: %s", async (_, createdAt, wait) => {
    expect(await waits(createdAt)).toEqual([0, wait]);
  });

  test("is looked at at a fixed interval where one is given, but first at once", async () => {
    const answers = [answer("active"), answer("completed")];
    expect((await followed(answers, { watch: true, intervalMs: 7000 })).sleeps).toEqual([0, 7000]);
  });

  test("has its age in no say where something was sent", async () => {
    const old = { createdAt: "2026-01-05T11:00:00Z" };
    expect((await followed([answer("active", old), answer("completed")])).sleeps).toEqual([2000, 2000]);
  });
});

describe("a cancellation", () => {
  test("from before is an end without a look", async () => {
    const { ending, asked } = await followed([answer("active")], { signal: AbortSignal.abort() });
    expect([ending, asked]).toEqual([{ kind: "cancelled", job: undefined }, []]);
  });

  test("while it is looked at keeps what is known", async () => {
    const cancelled = new AbortController();
    const { service, clock } = onMock(answer("active"), { status: 503 }, answer("active"));
    clock.every(6000, () => cancelled.abort());
    const ending = await pollJob({
      ...{ service, clock, jobId: "job_1", acceptedAt: clock.now(), watch: false, timeoutMs: 600_000 },
      log: silentLog,
      signal: cancelled.signal,
      ...{ intervalMs: 2900, possiblyStale: false, onJob() {} },
    });
    expect(ending).toMatchObject({ kind: "cancelled", job: { status: "active" } });
  });
});
