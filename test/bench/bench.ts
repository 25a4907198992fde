import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { measureArchive } from "./archive.ts";
import { measureCommands } from "./commands.ts";
import { measureEnds } from "./ends.ts";
import { answerMs, measureExports } from "./exports.ts";
import { measureResets } from "./resets.ts";
import type { Row } from "./row.ts";
import { measureStart } from "./start.ts";
import { tableOf } from "./table.ts";

const measures: Record<string, () => Row[] | Promise<Row[]>> = {
  "the start": measureStart,
  "commands in a thread": measureCommands,
  "ends of jobs": measureEnds,
  exports: measureExports,
  "lost answers": measureResets,
  "the archive": measureArchive,
};

/** Runs every measurement and prints one table; ratios are of medians taken side by side in this one run. */
async function bench(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measures)) {
    // Apart from the table, which may go into a file.
    console.error(`Measuring ${name} …`);
    rows.push(...(await measure()));
  }
  console.log(`${tableOf(rows)}\n\n${conditions()}`);
}

/** What the numbers depend on, for whoever finds the table elsewhere. */
function conditions(): string {
  const { stdout } = spawnSync("bash", ["-c", "curl --version | grep -o '^curl [^ ]*'; jq --version"]);
  const tools = String(stdout ?? "")
    .split("\n")
    .filter(Boolean);
  return [
    `One run with ${[`Node ${process.versions.node}`, ...tools].join(", ")} on ${availableParallelism()} cores, the emulators on them too; medians where there are several rounds.`,
    "The rivals in test/bench/rivals look every five seconds, and read 250 pages at a time, one request after the other.",
    `Each answer of an export takes ${answerMs} ms. Jobs of 10 minutes and 2 hours leap over the sleep between two looks.`,
  ].join("\n");
}

await bench();
