import { expect, it } from "vitest";
import { Pause } from "../../src/visitors/read-pause.ts";
import { FakeClock } from "../fake-clock.ts";

const never = new AbortController().signal;

it("counts pauses at the same time once, up to a minute in all", async () => {
  const clock = new FakeClock();
  const pause = new Pause(clock);
  expect(pause.extend(40_000)).toBe(true);
  clock.advance(10_000);
  // Ten seconds beyond the pause that is in force.
  expect(pause.extend(40_000)).toBe(true);
  expect(pause.extend(5000)).toBe(true);
  await Promise.all([pause.over(never), pause.over(never)]);
  expect(clock.sleeps).toEqual([40_000]);
  expect(pause.extend(10_001)).toBe(false);
  await pause.over(never);
  expect(clock.sleeps).toHaveLength(1);
  expect(pause.extend(10_000)).toBe(true);
  expect(pause.extend(10_001)).toBe(false);
});

it("ends at once for those who give up", async () => {
  const clock = new FakeClock();
  clock.hold();
  const pause = new Pause(clock);
  pause.extend(1000);
  const given = new AbortController();
  const waiting = pause.over(given.signal);
  given.abort();
  await waiting;
  expect(clock.sleeps).toEqual([1000]);
});
