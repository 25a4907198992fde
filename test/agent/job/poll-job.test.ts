import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adaptiveWaitMs, checkJob, type PollOptions, pollJob } from "../../../src/agent/job/poll-job.ts";
import type { Job } from "../../../src/service/schemas.ts";
import { silentLog } from "../../fake-log.ts";
import { runs } from "../../runs.ts";
import type { Reply } from "../../service/fake-service.ts";
import { always, onMock } from "../../service/service-under-test.ts";
import { hostile } from "../../text/hostile.ts";

const answer = (status: string, more: object = {}): Reply => ({ json: { id: "job_1", status, ...more } });
const gone: Reply = { status: 404 };
const times = (count: number, reply: Reply) => Array.from({ length: count }, () => reply);

/** `acceptedAgo` and `timeoutMs` count from the start of the poll; `acceptedAgo` is undefined for a job that is only watched. */
type Setup = Partial<Pick<PollOptions, "atOnce" | "intervalMs" | "mayBeStale" | "signal">> & {
  acceptedAgo?: number | undefined;
  timeoutMs?: number;
  cancelAfterMs?: number;
};
/** A job that this run was only told of. */
const watched: Setup = { acceptedAgo: undefined, atOnce: true };

/** Polls a job through these answers; by default one that accepted a request just now. */
function start(answers: readonly Reply[], setup: Setup = {}) {
  const { service, clock, asked } = onMock(...answers);
  const lines: string[] = [];
  const jobs: Job[] = [];
  const cancelled = new AbortController();
  const { cancelAfterMs, timeoutMs = 600_000, acceptedAgo, ...more } = { acceptedAgo: 0, ...setup };
  if (cancelAfterMs !== undefined) clock.every(cancelAfterMs, () => cancelled.abort());
  const startedAt = clock.now();
  const polling = pollJob({
    ...{ service, clock, jobId: "job_1", startedAt, deadline: startedAt + timeoutMs },
    ...{ acceptedAt: acceptedAgo === undefined ? undefined : startedAt - acceptedAgo },
    ...{ log: { ...silentLog, info: (text) => void lines.push(text) }, signal: cancelled.signal },
    ...{ intervalMs: undefined, mayBeStale: false, atOnce: false, onJob: (job) => void jobs.push(job) },
    ...more,
  });
  return { polling, lines, asked, jobs, sleeps: clock.sleeps, elapsed: () => clock.now() - startedAt };
}

async function poll(answers: readonly Reply[], setup: Setup = {}) {
  const { polling, jobs, ...more } = start(answers, setup);
  return { result: await polling, statuses: jobs.map(({ status }) => status), ...more };
}

describe("the wait before the next poll", () => {
  test.each([
    [-1000, 2000],
    [0, 2000],
    [40_000, 2000],
    [40_020, 2001],
    [100_000, 5000],
    [199_980, 9999],
    [200_000, 10_000],
    [3_600_000, 10_000],
  ])("of a job that has been running for %i ms is %i ms", (running, wait) => {
    expect(adaptiveWaitMs(running)).toBe(wait);
  });

  test.each<[string, string | undefined, number]>([
    ["an hour ago", "2026-01-05T11:00:00Z", 10_000],
    ["100 seconds ago", "2026-01-05T11:58:20Z", 5000],
    ["in the future, by another clock", "2026-01-05T13:00:00Z", 2000],
    ["at no valid time", "yesterday or so", 2000],
    ["at an unknown time", undefined, 2000],
  ])(
    "of a watched job depends on its age, after a first poll at once: created %s",
    async (_, createdAt, wait) => {
      const answers = [answer("active", { createdAt }), answer("completed")];
      expect((await poll(answers, watched)).sleeps).toEqual([0, wait]);
    },
  );

  test("of a job that was sent something depends on when that was accepted, not on the job's age", async () => {
    const old = answer("active", { createdAt: "2026-01-05T11:00:00Z" });
    expect((await poll([old, answer("completed")])).sleeps).toEqual([2000, 2000]);
    const resumed = { acceptedAgo: 100_000, atOnce: true };
    expect((await poll([old, answer("completed")], resumed)).sleeps).toEqual([0, 5000]);
  });

  test("is fixed where an interval is given, but for the first poll of a watched job", async () => {
    const answers = [answer("active"), answer("active"), answer("completed")];
    expect((await poll(answers, { intervalMs: 7000 })).sleeps).toEqual([7000, 7000, 7000]);
    expect((await poll(answers, { ...watched, intervalMs: 7000 })).sleeps).toEqual([0, 7000, 7000]);
  });

  test("is 2 to 10 seconds, whatever the job says of itself", async () => {
    const createdAt = fc.oneof(
      hostile,
      fc.date().map((date) => (Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString())),
      fc.constantFrom("+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z", "1e9", "0"),
    );
    const status = fc.oneof(
      hostile.filter((text) => /^[^\p{C}]{1,64}$/u.test(text)),
      fc.constantFrom("active", "completed "),
    );
    const jobs = fc.array(fc.record({ createdAt, status }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(jobs, async (given) => {
        const answers = given.map((job) => answer(job.status, job));
        const { result, sleeps } = await poll([...answers, answer("completed")], watched);
        expect(result).toMatchObject({ kind: "final", job: { status: "completed" } });
        const [first, ...waits] = sleeps;
        expect([first, waits.length]).toEqual([0, given.length]);
        expect(Math.min(...waits)).toBeGreaterThanOrEqual(2000);
        expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
      }),
      runs(200),
    );
  });
});

describe("a job that the service does not find", () => {
  const notFound = { status: 404, reason: "not-found" };

  test("is looked for once more, two seconds later", async () => {
    const { polling, sleeps, lines } = start([gone, gone], watched);
    await expect(polling).rejects.toMatchObject(notFound);
    expect(sleeps).toEqual([0, 2000]);
    expect(lines).toEqual(["0 s: the service did not find the job; looking again."]);
  });

  test("after two seconds also where polls are a minute apart", async () => {
    const { polling, sleeps } = start([answer("active"), gone, gone], { ...watched, intervalMs: 60_000 });
    await expect(polling).rejects.toMatchObject(notFound);
    expect(sleeps).toEqual([0, 60_000, 2000]);
  });

  test("once, and is found then, is polled on, and the next 404 is a first one", async () => {
    const answers = [gone, answer("active"), gone, answer("active"), answer("completed")];
    const { result, sleeps } = await poll(answers, watched);
    expect([result.kind, sleeps]).toEqual(["final", [0, 2000, 2000, 2000, 2000]]);
  });

  test("is not there yet in the first minute after it accepted the request", async () => {
    const { result, sleeps } = await poll([...times(5, gone), answer("completed")]);
    expect([result.kind, sleeps]).toEqual(["final", times(6, gone).map(() => 2000)]);
  });

  test("for good ends after that minute", async () => {
    const { polling, elapsed } = start(always(gone), { intervalMs: 2000 });
    await expect(polling).rejects.toMatchObject(notFound);
    // Those before 60 seconds do not count, those after 60 and 62 do.
    expect(elapsed()).toBe(62_000);
  });

  test.each([
    [59_999, 2],
    [60_000, 1],
  ])("counts for a re-run from the acceptance: %i ms ago, %i more looks", async (acceptedAgo, looks) => {
    const { polling, sleeps } = start(times(3, gone), { acceptedAgo, atOnce: true });
    await expect(polling).rejects.toMatchObject(notFound);
    expect(sleeps).toHaveLength(1 + looks);
  });

  test("once, at the time limit, is a time-out", async () => {
    const { result, asked } = await poll([answer("active"), gone, gone], { ...watched, timeoutMs: 1000 });
    expect(result).toMatchObject({ kind: "timeout", job: { status: "active" } });
    expect(asked).toHaveLength(2);
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
    const { lines, result } = await poll(answers, { mayBeStale: true });
    expect(lines).toEqual([
      "2 s: the job's status is completed. It may be from before the message, so polling continues.",
      "4 s: the job's status is active.",
      "6 s: the job's status is completed.",
    ]);
    expect(result.kind).toBe("final");
  });
});

test.each([
  [0, 30_000, 2],
  [0, 29_999, 3],
  [59_999, 1000, 2],
  [60_000, 1000, 1],
])(
  "a final status from before a message counts a minute after the acceptance: %i ms ago, every %i ms, %i polls",
  async (acceptedAgo, intervalMs, polls) => {
    const given = { mayBeStale: true, intervalMs, acceptedAgo, atOnce: acceptedAgo > 0 };
    const { asked, result } = await poll(times(3, answer("completed")), given);
    expect([asked.length, result.kind]).toEqual([polls, "final"]);
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
    const { result } = await poll([answer("active"), ...always({ status: 503 })], { timeoutMs: 20_000 });
    expect(result).toMatchObject({ kind: "timeout", job: { status: "active" } });
  });

  test("does not hide a refusal", async () => {
    const { polling } = start([answer("active"), { status: 403 }], { timeoutMs: 20_000 });
    await expect(polling).rejects.toMatchObject({ status: 403 });
  });
});

describe("a cancellation", () => {
  test("before the first poll ends without one", async () => {
    const { result, asked } = await poll([answer("active")], { signal: AbortSignal.abort() });
    expect([result, asked]).toEqual([{ kind: "cancelled" }, []]);
  });

  test("during a poll ends after what was read before it", async () => {
    const answers = [answer("active"), { status: 503 }, answer("active")];
    const { result, statuses } = await poll(answers, { cancelAfterMs: 6000, intervalMs: 2900 });
    expect([result, statuses]).toEqual([{ kind: "cancelled" }, ["active"]]);
  });
});

describe("a single look", () => {
  const look = (answers: readonly Reply[], acceptedAgo?: number, mayBeStale = false) => {
    const { service, clock } = onMock(...answers);
    const acceptedAt = acceptedAgo === undefined ? undefined : clock.now() - acceptedAgo;
    return checkJob({ service, clock, jobId: "job_1", acceptedAt, mayBeStale }, {});
  };
  const kind = async (...given: Parameters<typeof look>) => (await look(...given)).kind;

  test.each<[string, Parameters<typeof look>, "final" | "working"]>([
    ["a job that has ended", [[answer("completed")]], "final"],
    ["a job at work", [[answer("active")]], "working"],
    ["a job in a future status", [[answer("later")]], "working"],
    ["a job that is found at the second look", [[gone, answer("completed")]], "final"],
    ["a new job that is not there yet", [[gone, gone], 10_000], "working"],
    ["a new job that has ended", [[answer("completed")], 10_000], "final"],
    ["a follow-up whose end may be the previous turn's", [[answer("completed")], 59_999, true], "working"],
    ["a follow-up of a minute ago", [[answer("completed")], 60_000, true], "final"],
  ])("at %s", async (_, given, expected) => {
    expect(await kind(...given)).toBe(expected);
  });

  test.each([undefined, 60_000])("at a job that is gone is that error: accepted %s ms ago", async (ago) => {
    await expect(look([gone, gone], ago)).rejects.toMatchObject({ status: 404 });
  });
});
