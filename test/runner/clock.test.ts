import { spawnSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/runner/clock.ts";

/** How long a promise took, in ms. */
async function timeOf(promise: Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await promise;
  return performance.now() - begin;
}

/** How many timers keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

it("the real clock has the time of the system, in milliseconds", () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
});

describe("a sleep of the real clock", () => {
  it.each([0, 200])("takes %i ms, with a signal or without", async (ms) => {
    for (const signal of [undefined, new AbortController().signal]) {
      const took = await timeOf(systemClock.sleep(ms, signal));
      // A timer may fire a millisecond early. A busy machine only adds to it.
      expect(took).toBeGreaterThanOrEqual(ms - 2);
      expect(took).toBeLessThan(ms + 5000);
    }
  });

  it("ends at once when its signal was aborted before", async () => {
    expect(await timeOf(systemClock.sleep(10_000, AbortSignal.abort()))).toBeLessThan(2000);
  });

  it.each([
    ["at its end", false],
    ["after an abort, which ends it at once", true],
  ])("leaves neither a timer nor a listener behind %s", async (_, aborts) => {
    const cancelled = new AbortController();
    const before = timers();
    const sleeping = timeOf(systemClock.sleep(aborts ? 10_000 : 20, cancelled.signal));
    expect([timers() - before, getEventListeners(cancelled.signal, "abort").length]).toEqual([1, 1]);
    if (aborts) cancelled.abort();
    expect(await sleeping).toBeLessThan(2000);
    expect([timers() - before, getEventListeners(cancelled.signal, "abort").length]).toEqual([0, 0]);
  });
});

describe("a tick of the real clock", () => {
  it("comes again and again at its interval, until it is stopped", async () => {
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

  it("does not keep the process alive", () => {
    const clock = JSON.stringify(join(import.meta.dirname, "..", "..", "src", "runner", "clock.ts"));
    const script = `import { systemClock } from ${clock}; systemClock.every(60_000, () => {});`;
    const { status, signal } = spawnSync(
      process.execPath,
      ["--input-type=module", "--disable-warning=ExperimentalWarning", "-e", script],
      { timeout: 20_000 },
    );
    expect([status, signal]).toEqual([0, null]);
  });
});

it("a random number of the real clock is anywhere from 0 to below 1", () => {
  // That a tenth of the range is missed by chance is less likely than once in 10^44 runs.
  const tenths = Array.from({ length: 1000 }, () => Math.floor(systemClock.random() * 10));
  expect([...new Set(tenths)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
