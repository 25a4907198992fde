import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adaptiveWaitMs, type PollOptions, pollJob } from "../../src/agent/poll-job.ts";
import type { Job } from "../../src/service/schemas.ts";
import { silentLog } from "../fake-log.ts";
import { runs } from "../runs.ts";
import { type Canned, onMock } from "../service/service-under-test.ts";
import { hostile } from "../text/hostile.ts";

const answer = (status: string, more: object = {}): Canned => ({
  status: 200,
  body: { id: "job_1", status, ...more },
});
const times = (count: number, canned: Canned) => Array.from({ length: count }, () => canned);

/** Polls a job through these answers. */
async function poll(
  answers: readonly Canned[],
  { cancelAfterMs, ...more }: Partial<PollOptions> & { cancelAfterMs?: number } = {},
) {
  const { service, clock, asked } = onMock(...answers);
  const lines: string[] = [];
  const jobs: Job[] = [];
  const cancelled = new AbortController();
  if (cancelAfterMs !== undefined) clock.every(cancelAfterMs, () => cancelled.abort());
  const result = await pollJob({
    ...{ service, clock, jobId: "job_1", acceptedAt: clock.now(), watch: false, timeoutMs: 600_000 },
    ...{ log: { ...silentLog, info: (text) => void lines.push(text) }, signal: cancelled.signal },
    ...{ intervalMs: undefined, possiblyStale: false, onJob: (job) => void jobs.push(job) },
    ...more,
  });
  return { result, lines, asked, sleeps: clock.sleeps, statuses: jobs.map(({ status }) => status) };
}

describe("the wait before the next poll", () => {
  test.each([
    [-1000, 2000],
    [0, 2000],
    [40_000, 2000],
    [40_020, 2001],
    [100_000, 5000],
    [299_980, 14_999],
    [300_000, 15_000],
    [3_600_000, 15_000],
  ])("of a job that has been running for %i ms is %i ms", (running, wait) => {
    expect(adaptiveWaitMs(running)).toBe(wait);
  });

  test.each<[string, string | undefined, number]>([
    ["an hour ago", "2026-01-05T11:00:00Z", 15_000],
    ["100 seconds ago", "2026-01-05T11:58:20Z", 5000],
    ["in the future, by another clock", "2026-01-05T13:00:00Z", 2000],
    ["at no valid time", "yesterday or so", 2000],
    ["at an unknown time", undefined, 2000],
  ])(
    "of a watched job depends on its age, after a first poll at once: created %s",
    async (_, createdAt, wait) => {
      const answers = [answer("active", { createdAt }), answer("completed")];
      expect((await poll(answers, { watch: true })).sleeps).toEqual([0, wait]);
    },
  );

  test("of a job that was sent something does not depend on its age", async () => {
    const old = answer("active", { createdAt: "2026-01-05T11:00:00Z" });
    expect((await poll([old, answer("completed")])).sleeps).toEqual([2000, 2000]);
  });

  test("is fixed where an interval is given, but a watched job is polled at once", async () => {
    const answers = [answer("active"), answer("completed")];
    expect((await poll(answers, { intervalMs: 7000 })).sleeps).toEqual([7000, 7000]);
    expect((await poll(answers, { watch: true, intervalMs: 7000 })).sleeps).toEqual([0, 7000]);
  });

  test("is 2 to 15 seconds, whatever the job says of itself", async () => {
    const createdAt = fc.oneof(
      hostile,
      fc.date().map((date) => (Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString())),
      fc.constantFrom(
        "+275760-09-13T00:00:00Z",
        "-271821-04-20T00:00:00Z",
        "1e9",
        "0",
        "2026-01-05T12:00:00Z",
      ),
    );
    const status = fc.oneof(
      hostile.filter((text) => /^[^\p{C}]{1,64}$/u.test(text)),
      fc.constantFrom("active", "completed "),
    );
    const jobs = fc.array(fc.record({ createdAt, status }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(jobs, async (given) => {
        const answers = given.map((job) => answer(job.status, job));
        const { result, sleeps } = await poll([...answers, answer("completed")], {
          ...{ watch: true, timeoutMs: 1_800_000 },
        });
        expect(result).toMatchObject({ kind: "final", job: { status: "completed" } });
        const [first, ...waits] = sleeps;
        expect([first, waits.length]).toEqual([0, given.length]);
        expect(Math.min(...waits)).toBeGreaterThanOrEqual(2000);
        expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
      }),
      runs(200),
    );
  });
});

describe("the log", () => {
  test("names each new status once, and says which are unknown", async () => {
    const answers = ["active", "active", "paused", "failed"].map((status) => answer(status));
    const { result, lines, statuses } = await poll(answers);
    expect(lines).toEqual([
      "2 s: the job's status is active.",
      "6 s: the job's status is paused. This version does not know that status and keeps polling.",
      "8 s: the job's status is failed.",
    ]);
    expect(statuses).toEqual(["active", "active", "paused", "failed"]);
    expect(result).toMatchObject({ kind: "final", job: { status: "failed" } });
  });

  test("says that a final status may be from before the message", async () => {
    const answers = [answer("completed"), answer("active"), answer("completed")];
    const { lines, result } = await poll(answers, { possiblyStale: true });
    expect(lines).toEqual([
      "2 s: the job's status is completed. It may be from before the message, so polling continues.",
      "4 s: the job's status is active.",
      "6 s: the job's status is completed.",
    ]);
    expect(result.kind).toBe("final");
  });
});

test.each([
  [30_000, 2],
  [29_999, 3],
])(
  "a final status from before a message counts after a minute: every %i ms, %i polls",
  async (intervalMs, polls) => {
    const { sleeps, result } = await poll(times(3, answer("completed")), { possiblyStale: true, intervalMs });
    expect(sleeps).toEqual(Array.from({ length: polls }, () => intervalMs));
    expect(result.kind).toBe("final");
  },
);

describe("the time limit", () => {
  test("ends with a poll at the limit itself", async () => {
    const { sleeps, result } = await poll(times(3, answer("active")), {
      timeoutMs: 50_000,
      intervalMs: 20_000,
    });
    expect(sleeps).toEqual([20_000, 20_000, 10_000]);
    expect(result).toMatchObject({ kind: "timeout", job: { status: "active" } });
  });

  test("that has passed already means one poll at once", async () => {
    const { sleeps, result } = await poll([answer("active")], { timeoutMs: -1 });
    expect([sleeps, result.kind]).toEqual([[0], "timeout"]);
  });

  test("that cuts retries short is a time-out and no error", async () => {
    const { result } = await poll([answer("active"), ...times(50, { status: 503 })], { timeoutMs: 20_000 });
    expect(result).toMatchObject({ kind: "timeout", job: { status: "active" } });
  });

  test("does not hide a refusal", async () => {
    const refused = poll([answer("active"), { status: 404 }], { timeoutMs: 20_000 });
    await expect(refused).rejects.toMatchObject({ status: 404 });
  });
});

describe("a cancellation", () => {
  test("before the first poll ends without one", async () => {
    const { result, asked } = await poll([answer("active")], { signal: AbortSignal.abort() });
    expect([result, asked]).toEqual([{ kind: "cancelled", job: undefined }, []]);
  });

  test("during a poll keeps the job of the one before", async () => {
    const answers = [answer("active"), { status: 503 }, answer("active")];
    const { result } = await poll(answers, { cancelAfterMs: 6000, intervalMs: 2900 });
    expect(result).toMatchObject({ kind: "cancelled", job: { status: "active" } });
  });
});
