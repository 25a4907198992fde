import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseRetryAfter,
  type RetryAttempt,
  type RetryDecision,
  type RetryOptions,
  waitMs,
  withRetry,
} from "../../src/service/retry.ts";
import { FakeClock } from "../fake-clock.ts";
import { runs } from "../runs.ts";

const again: RetryDecision = { again: true, maxElapsedMs: 300_000, why: "it failed" };

/** Runs attempts that fail with the numbers 1, 2, 3 … `failures` times, and then give “done”. */
function attempts(failures: number, options: Partial<RetryOptions> = {}) {
  const clock = new FakeClock();
  const begun: number[] = [];
  const told: [string, number][] = [];
  const start = clock.now();
  const result = withRetry(
    async () => {
      begun.push(clock.now() - start);
      if (begun.length <= failures) throw new Error(`failure ${begun.length}`);
      return "done";
    },
    { clock, decide: () => again, onRetry: (why, wait) => told.push([why, wait]), ...options },
  );
  return { clock, begun, told, result, start };
}

describe("withRetry", () => {
  it("gives the first success, without a wait", async () => {
    const { result, clock, begun } = attempts(0);
    expect(await result).toBe("done");
    expect(begun).toEqual([0]);
    expect(clock.sleeps).toEqual([]);
  });

  it("waits twice as long after each failure, and tells of each wait before it", async () => {
    const { result, clock, told } = attempts(7);
    expect(await result).toBe("done");
    expect(clock.sleeps).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(told).toEqual(clock.sleeps.map((ms) => ["it failed", ms]));
  });

  it("throws the error at once when the verdict is to give up", async () => {
    const { result, clock, begun } = attempts(5, { decide: () => ({ again: false }) });
    await expect(result).rejects.toThrow("failure 1");
    expect(begun).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  it("hands each error to the verdict", async () => {
    const seen: unknown[] = [];
    const { result } = attempts(2, {
      decide: (error) => {
        seen.push(error);
        return again;
      },
    });
    await result;
    expect(seen).toEqual([new Error("failure 1"), new Error("failure 2")]);
  });

  it("waits as long as the service asks", async () => {
    const { result, clock } = attempts(2, { decide: () => ({ ...again, retryAfterMs: 12_000 }) });
    await result;
    expect(clock.sleeps).toEqual([12_000, 12_000]);
  });

  it("begins no attempt after its span, which counts from the first", async () => {
    const { result, begun } = attempts(Number.POSITIVE_INFINITY, {
      decide: () => ({ ...again, maxElapsedMs: 60_000 }),
    });
    await expect(result).rejects.toThrow(/failure/);
    expect(begun).toEqual([0, 500, 1500, 3500, 7500, 15_500, 30_500, 45_500]);
    const exact = attempts(1, { decide: () => ({ ...again, maxElapsedMs: 500 }) });
    expect(await exact.result).toBe("done");
  });

  it("does not begin a wait that the span cannot hold", async () => {
    const { result, clock } = attempts(1, { decide: () => ({ ...again, retryAfterMs: 300_001 }) });
    await expect(result).rejects.toThrow("failure 1");
    expect(clock.sleeps).toEqual([]);
  });

  it("begins no attempt after the deadline, and says that it was the deadline", async () => {
    let cut = 0;
    const deadline = new FakeClock().now() + 4000;
    const { result, begun } = attempts(9, { deadline, onDeadline: () => void cut++ });
    await expect(result).rejects.toThrow("failure 4");
    expect(begun).toEqual([0, 500, 1500, 3500]);
    expect(cut).toBe(1);
  });

  it("begins an attempt at the very deadline", async () => {
    const { result } = attempts(1, { deadline: new FakeClock().now() + 500 });
    expect(await result).toBe("done");
  });

  it("does not blame the deadline for what the span or the verdict ends", async () => {
    let cut = 0;
    const onDeadline = () => void cut++;
    const past = new FakeClock().now() - 1;
    await expect(
      attempts(1, { deadline: past, onDeadline, decide: () => ({ again: false }) }).result,
    ).rejects.toThrow("failure 1");
    await expect(
      attempts(1, { deadline: past, onDeadline, decide: () => ({ ...again, maxElapsedMs: 0 }) }).result,
    ).rejects.toThrow("failure 1");
    expect(cut).toBe(0);
  });

  it("counts the time that attempts take", async () => {
    const clock = new FakeClock();
    let tries = 0;
    const result = withRetry(
      () => {
        tries++;
        clock.advance(40_000);
        return Promise.reject(new Error(`failure ${tries}`));
      },
      { clock, decide: () => ({ ...again, maxElapsedMs: 100_000 }) },
    );
    await expect(result).rejects.toThrow("failure 3");
  });

  it("does not try again once it is cancelled, during an attempt or a wait", async () => {
    const during = new AbortController();
    const first = attempts(9, {
      signal: during.signal,
      decide: () => {
        during.abort();
        return again;
      },
    });
    await expect(first.result).rejects.toThrow("failure 1");
    expect(first.clock.sleeps).toEqual([]);

    const clock = new FakeClock();
    const cancelled = new AbortController();
    clock.every(2000, () => cancelled.abort());
    const second = attempts(9, { clock, signal: cancelled.signal });
    await expect(second.result).rejects.toThrow("failure 3");
    expect(clock.sleeps).toEqual([500, 1000, 2000]);
    expect(clock.now() - second.start).toBe(2000);
  });
});

describe("withRetry, held by its caller,", () => {
  it("repeats no more often than it may", async () => {
    const { result, begun } = attempts(9, { maxRepeats: 2 });
    await expect(result).rejects.toThrow("failure 3");
    expect(begun).toHaveLength(3);
    await expect(attempts(1, { maxRepeats: 0 }).result).rejects.toThrow("failure 1");
  });

  it("leaves the waiting to the pace, which knows how long and whether a limit asked for it", async () => {
    const asked: RetryAttempt[] = [];
    const beforeRetry = async (next: RetryAttempt) => asked.push(next) > 0;
    const { result, clock, told } = attempts(2, {
      beforeRetry,
      decide: () => ({ ...again, rateLimited: true }),
    });
    expect(await result).toBe("done");
    expect(asked).toEqual([
      { waitMs: 500, rateLimited: true },
      { waitMs: 1000, rateLimited: true },
    ]);
    expect(told).toHaveLength(2);
    expect(clock.sleeps).toEqual([]);
  });

  it("tells the pace of no limit where the verdict names none", async () => {
    const asked: RetryAttempt[] = [];
    const beforeRetry = async (next: RetryAttempt) => asked.push(next) > 0;
    await attempts(1, { beforeRetry, decide: () => again }).result;
    expect(asked).toEqual([{ waitMs: 500, rateLimited: false }]);
  });

  it("is refused by the pace at once, without a word, or after its wait", async () => {
    const atOnce = attempts(1, { beforeRetry: () => false });
    await expect(atOnce.result).rejects.toThrow("failure 1");
    expect(atOnce.told).toEqual([]);
    const later = attempts(1, { beforeRetry: async () => false });
    await expect(later.result).rejects.toThrow("failure 1");
    expect([later.begun.length, later.told.length]).toEqual([1, 1]);
  });
});

describe("waitMs", () => {
  it("draws from a range that doubles from one second up to thirty", () => {
    const most = [0, 1, 2, 3, 4, 5, 6, 40, 2000].map((failures) => waitMs(failures, undefined, 1));
    expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it("stays within that range, and never hammers the service", () => {
    fc.assert(
      fc.property(
        fc.nat(100),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, random) => {
          const wait = waitMs(failures, undefined, random);
          expect(wait).toBeGreaterThanOrEqual(100);
          expect(wait).toBeLessThanOrEqual(Math.min(30_000, 1000 * 2 ** failures));
          expect(Number.isInteger(wait)).toBe(true);
        },
      ),
      runs(100),
    );
  });

  it("takes what the service asks for without jitter, but no less than a second", () => {
    for (const random of [0, 0.5, 0.999]) {
      expect(waitMs(9, 90_000, random)).toBe(90_000);
      expect(waitMs(9, 0, random)).toBe(1000);
    }
  });
});

describe("parseRetryAfter", () => {
  const now = Date.UTC(2026, 0, 5, 12);

  it.each([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["999999999", 999_999_999_000],
  ])("reads seconds: %j", (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });

  it.each([
    ["Mon, 05 Jan 2026 12:00:30 GMT", 30_000],
    ["Monday, 05-Jan-26 12:01:00 GMT", 60_000],
    ["Mon Jan  5 12:00:01 2026 GMT", 1000],
    ["Mon Jan  5 12:00:01 2026", 1000],
    ["Sat Jan 10 12:00:00 2026", 432_000_000],
    ["mon, 05 jan 2026 12:00:30 gmt", 30_000],
    ["Mon, 05 Jan 2026 11:00:00 GMT", 0],
  ])("reads a date: %s", (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });

  it.each([
    ...[undefined, "", " ", "-5", "1.5", "1e3", "soon", "Infinity", "12 seconds ago", "1234567890123"],
    // What Date.parse would make dates of.
    "after Mon, 05 Jan 2026 12:00:30 GMT",
    "Mon, 05 Jan 2026 12:00:30 GMT+5",
    "Mon Jan  5 12:00:01 2026 PST",
  ])("makes nothing of %j", (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });
});
