import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { gzipSync } from "node:zlib";
import { measureCommands } from "./commands.ts";
import { measureEnds } from "./ends.ts";
import { answerMs, measureExports, measureReportMemory } from "./exports.ts";
import { measurePost } from "./post.ts";
import { measureStart } from "./start.ts";
import { type Row, tableOf } from "./table.ts";

/** The size of what every run downloads: `git archive HEAD | gzip -9`. */
function measureArchive(): Row[] {
  const tar = execFileSync("git", ["archive", "HEAD"], { maxBuffer: 1024 ** 3 });
  const kib = gzipSync(tar, { level: 9 }).length / 1024;
  return [
    {
      what: "archive that every run downloads",
      goal: "below 480 KiB",
      action: `${kib.toFixed(0)} KiB`,
    },
  ];
}

/** Runs every measurement and prints one table. Ratios are of medians taken side by side in this one run. */
async function bench(): Promise<void> {
  const measurements: [name: string, measure: () => Row[] | Promise<Row[]>][] = [
    ["the start", measureStart],
    ["an idle post step", measurePost],
    ["commands in a thread", measureCommands],
    ["ends of jobs", measureEnds],
    ["exports", measureExports],
    ["the memory of a large report", measureReportMemory],
    ["the archive", measureArchive],
  ];
  const rows: Row[] = [];
  for (const [name, measure] of measurements) {
    // Apart from the table, which may go into a file.
    console.error(`Measuring ${name} …`);
    rows.push(...(await measure()));
  }
  console.log(`${tableOf(rows)}

One run with Node ${process.versions.node} on ${availableParallelism()} cores, the emulators on them too; medians of several rounds.
The baselines are in tools/bench/baselines. Each response of an export takes ${answerMs} ms.`);
}

await bench();
