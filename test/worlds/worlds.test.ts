import { expect, test } from "vitest";
import { isLong } from "../runs.ts";
import { check } from "./check.ts";
import { useWorlds } from "./fixture.ts";
import { generate } from "./generate.ts";
import { play } from "./play.ts";
import { tellFailure } from "./tell.ts";

/**
 * `WORLD_SEED=7` plays that world alone, `WORLD_SEED=7..500` those worlds. Without it the same few are played each time,
 * and in the long run new ones, from a seed that the title names.
 */
const [first, last = first] = (process.env["WORLD_SEED"] ?? defaultSeeds()).split("..").map(Number);
/** More stories than these help nobody. */
const shownStories = 3;

function defaultSeeds(): string {
  if (!isLong) return "1..200";
  const start = Date.now() % 1_000_000_007;
  return `${start}..${start + Math.ceil(10_000 * Number(process.env["TEST_RUNS"])) - 1}`;
}

const folder = useWorlds();

test(
  `a request has one life in the random worlds ${first} to ${last}`,
  async () => {
    if (first === undefined || last === undefined)
      throw new Error("WORLD_SEED is a number, or two as in 1..200");
    const failed = new Map<number, string>();
    const count = new Map<string, number>();
    for (let seed = first; seed <= last; seed++) {
      const played = await play(generate(seed), folder);
      const broken = check(played);
      if (broken.length === 0) continue;
      failed.set(seed, failed.size < shownStories ? tellFailure(seed, played, broken) : "");
      for (const promise of new Set(broken.map((one) => one.promise)))
        count.set(promise, (count.get(promise) ?? 0) + 1);
    }
    const counts = Array.from(count, ([promise, times]) => `${times} times: ${promise}`);
    const seeds = [...failed.keys()].slice(0, 50).join(", ");
    const report = [
      `${failed.size} worlds failed: ${seeds}`,
      ...counts,
      ...[...failed.values()].filter(Boolean),
    ];
    expect(failed.size === 0 ? "" : report.join("\n")).toBe("");
  },
  24 * 3_600_000,
);
