import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { systemClock } from "../src/clock.ts";

it("a tick of the real clock comes again and again at its interval, until it is stopped", async () => {
  const begin = performance.now();
  const ticks: number[] = [];
  const stop = systemClock.every(50, () => ticks.push(performance.now() - begin));
  await vi.waitFor(() => expect(ticks.length).toBeGreaterThanOrEqual(3), 5000);
  stop();
  const { length } = ticks;
  // Each timer may fire a millisecond early. A busy machine only adds to it.
  for (const [index, at] of ticks.entries()) expect(at).toBeGreaterThanOrEqual(49 * (index + 1));
  await wait(150);
  expect(ticks).toHaveLength(length);
});

it("a duration of the real clock does not change when the clock is set", () => {
  const before = systemClock.elapsed();
  const set = vi.spyOn(Date, "now").mockReturnValue(0);
  const after = systemClock.elapsed();
  expect(systemClock.now()).toBe(0);
  set.mockRestore();
  expect(after - before).toBeGreaterThanOrEqual(0);
  expect(after - before).toBeLessThan(5000);
});
