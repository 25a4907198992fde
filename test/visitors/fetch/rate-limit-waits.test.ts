import { expect, it } from "vitest";
import { RateLimitWaits } from "../../../src/visitors/fetch/rate-limit-waits.ts";
import { FakeClock } from "../../fake-clock.ts";

it("waits for the rate limit add up to a minute, and those at the same time count once", () => {
  const clock = new FakeClock();
  const waits = new RateLimitWaits(clock);
  expect(waits.add(60_001)).toBe(false);
  expect(waits.add(40_000)).toBe(true);
  clock.advance(10_000);
  // Ten seconds longer than the wait that began ten seconds ago.
  expect(waits.add(40_000)).toBe(true);
  expect(waits.add(5000)).toBe(true);
  expect(waits.add(40_000)).toBe(true);
  clock.advance(40_000);
  expect(waits.add(10_001)).toBe(false);
  expect(waits.add(10_000)).toBe(true);
  expect(waits.add(10_001)).toBe(false);
});
