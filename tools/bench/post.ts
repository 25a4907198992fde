import { execFileSync } from "node:child_process";
import { entries } from "../../test/runner/runner.ts";
import { median, type Row } from "./table.ts";

const rounds = 31;

/** How long a post step takes that has nothing to do, beside a Node.js that does nothing. */
export function measurePost(): Row[] {
  const timeOf = (...args: string[]): number => {
    const begin = performance.now();
    execFileSync(process.execPath, args, { env: { PATH: process.env["PATH"] } });
    return performance.now() - begin;
  };
  const times = { post: [] as number[], nothing: [] as number[] };
  // The first round only warms the caches of the file system.
  for (let round = -1; round < rounds; round++) {
    const post = timeOf(entries.post);
    const nothing = timeOf("-e", "0");
    if (round < 0) continue;
    times.post.push(post);
    times.nothing.push(nothing);
  }
  const [postMs, nothingMs] = [median(times.post), median(times.nothing)];
  return [
    {
      what: "post step with nothing to do",
      goal: "at most 1.3 times the baseline",
      action: `${postMs.toFixed(0)} ms (${(postMs / nothingMs).toFixed(2)} times)`,
      baseline: `${nothingMs.toFixed(0)} ms (a Node.js that does nothing)`,
    },
  ];
}
