import { measureArchive } from "./archive.ts";
import { measureEnds } from "./ends.ts";
import { measureStart } from "./start.ts";
import { measureVisitors } from "./visitors.ts";

/** Runs every measurement and prints one table; ratios are of medians taken side by side in this one run. */
async function bench(): Promise<void> {
  const rows = [
    ...(await measureStart()),
    ...(await measureEnds()),
    ...(await measureVisitors()),
    ...measureArchive(),
  ];
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const { what, measured, goal } of rows)
    console.log(`${what.padEnd(width)}  ${measured}  (goal: ${goal})`);
}

await bench();
