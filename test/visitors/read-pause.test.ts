import { expect, it } from "vitest";
import { RateLimitGate } from "../../src/visitors/page-fetcher.ts";
import { FakeClock } from "../fake-clock.ts";

const never = new AbortController().signal;

it("counts pauses at the same time once, up to a minute in all", async () => {
  const clock = new FakeClock();
  const pause = new RateLimitGate(clock);
  expect(pause.close(40_000)).toBe(true);
  clock.advance(10_000);
  // Ten seconds beyond the pause that is in force.
  expect(pause.close(40_000)).toBe(true);
  expect(pause.close(5000)).toBe(true);
  await Promise.all([pause.wait(never), pause.wait(never)]);
  expect(clock.sleeps).toEqual([40_000]);
  expect(pause.close(10_001)).toBe(false);
  await pause.wait(never);
  expect(clock.sleeps).toHaveLength(1);
  expect(pause.close(10_000)).toBe(true);
  expect(pause.close(10_001)).toBe(false);
});

it("ends at once for those who give up", async () => {
  const clock = new FakeClock();
  clock.hold();
  const pause = new RateLimitGate(clock);
  pause.close(1000);
  const given = new AbortController();
  const waiting = pause.wait(given.signal);
  given.abort();
  await waiting;
  expect(clock.sleeps).toEqual([1000]);
});
