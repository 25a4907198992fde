import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/runner/clock.ts";

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
