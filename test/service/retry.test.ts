import { describe, expect, it, test } from "vitest";
import {
  parseRetryAfter,
  type Retry,
  type RetryOptions,
  waitMs,
  withRetry,
} from "../../src/service/retry.ts";
import { FakeClock } from "../fake-clock.ts";

const again: Retry = { why: "it failed" };

/** Runs attempts of which the first `failures` fail, with the messages “failure 1”, “failure 2” …; `begun` is in ms. */
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
  it("waits twice as long after each failure, and tells of each wait before it", async () => {
    const { result, clock, told } = attempts(7);
    expect(await result).toBe("done");
    expect(clock.sleeps).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(told).toEqual(clock.sleeps.map((ms) => ["it failed", ms]));
  });

  it("begins no attempt after five minutes, and does not wait for one", async () => {
    const { result, begun } = attempts(99);
    await expect(result).rejects.toThrow("failure 24");
    expect([begun.slice(0, 7), begun.at(-1)]).toEqual([
      [0, 500, 1500, 3500, 7500, 15_500, 30_500],
      285_500,
    ]);
    const late = attempts(1, { decide: () => ({ ...again, retryAfterMs: 300_001 }) });
    await expect(late.result).rejects.toThrow("failure 1");
    expect(late.clock.sleeps).toEqual([]);
    const justInTime = attempts(1, { decide: () => ({ ...again, retryAfterMs: 300_000 }) });
    expect(await justInTime.result).toBe("done");
  });

  it.each([7_200_000, -7_200_000])(
    "counts time as it goes by, when the clock is set by %i ms",
    async (ms) => {
      const clock = new FakeClock();
      const decide = () => {
        clock.set(ms);
        return again;
      };
      const deadline = clock.elapsed() + 4000;
      const { result, begun } = attempts(9, { clock, decide, deadline });
      await expect(result).rejects.toThrow("failure 4");
      expect(begun).toHaveLength(4);
    },
  );

  it("counts the time that attempts take", async () => {
    const clock = new FakeClock();
    const decide = () => {
      clock.advance(120_000);
      return again;
    };
    await expect(attempts(9, { clock, decide }).result).rejects.toThrow("failure 3");
  });

  it("begins no attempt after the deadline, and says that it was the deadline", async () => {
    let count = 0;
    const deadline = new FakeClock().now() + 4000;
    const { result, begun } = attempts(9, { deadline, onDeadline: () => void count++ });
    await expect(result).rejects.toThrow("failure 4");
    expect(begun).toEqual([0, 500, 1500, 3500]);
    expect(count).toBe(1);
    expect(await attempts(1, { deadline: new FakeClock().now() + 500 }).result).toBe("done");
  });

  it("does not name the deadline when the error or the five minutes ended it", async () => {
    const onDeadline = () => expect.fail("the deadline is named");
    for (const decision of [undefined, { ...again, retryAfterMs: 300_001 }]) {
      const { result } = attempts(1, { deadline: 0, onDeadline, decide: () => decision });
      await expect(result).rejects.toThrow("failure 1");
    }
  });

  it("ends when it is cancelled, during an attempt or a wait", async () => {
    const during = new AbortController();
    const decide = () => {
      during.abort();
      return again;
    };
    const first = attempts(9, { signal: during.signal, decide });
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

  it("retries at most `maxRetries` times, and as often as `mayRetry` allows before each wait", async () => {
    expect(await attempts(2, { maxRetries: 2 }).result).toBe("done");
    await expect(attempts(3, { maxRetries: 2 }).result).rejects.toThrow("failure 3");
    await expect(attempts(1, { maxRetries: 0 }).result).rejects.toThrow("failure 1");
    const asked: number[] = [];
    const { result, clock, told } = attempts(9, { mayRetry: (waitMs) => asked.push(waitMs) < 3 });
    await expect(result).rejects.toThrow("failure 3");
    expect([asked, clock.sleeps, told.length]).toEqual([[500, 1000, 2000], [500, 1000], 2]);
  });
});

test("the wait doubles from at most one second to at most thirty, or is what the service asks for", () => {
  const most = [0, 1, 2, 3, 4, 5, 6, 40, 2000].map((failures) => waitMs(failures, undefined, 1));
  expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  // Never shorter than 100 ms, and in whole ms.
  expect([waitMs(0, undefined, 0), waitMs(3, undefined, 0.123_45)]).toEqual([100, 988]);
  // Without jitter, but at least a second.
  for (const random of [0, 0.5, 0.999])
    expect([waitMs(9, 90_000, random), waitMs(9, 0, random)]).toEqual([90_000, 1000]);
});

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["\t999999999", 999_999_999_000],
  ])("reads seconds: %j", (header, expected) => {
    expect(parseRetryAfter(header)).toBe(expected);
  });

  it.each([
    ...[undefined, "", "-5", "1.5", "1e3", "Infinity", "1234567890123"],
    ...["retry in 30", "Mon, 05 Jan 2026 12:00:30 GMT"],
  ])("ignores %j", (header) => {
    expect(parseRetryAfter(header)).toBeUndefined();
  });
});
