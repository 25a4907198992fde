import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { type Cell, cellSchema, unexpectedLines } from "../test/faults/matrix.ts";
import { countsLine, countsOf, legend, markdownTable, terminalTable } from "../test/faults/table.ts";

const root = join(import.meta.dirname, "..");
const start = "<!-- faults: made by npm run faults -->";
const end = "<!-- end of faults -->";

/** The page with its table of faults made again. Throws when the markers are missing. */
export function withFaults(page: string, cells: readonly Cell[]): string {
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page misses “${start}” followed by “${end}”`);
  return `${page.slice(0, from + start.length)}\n\n${markdownTable(cells)}\n\n${page.slice(to)}`;
}

/** Runs the whole matrix and returns its cells. */
function runMatrix(): Cell[] {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-faults-"));
  try {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    spawnSync(process.execPath, [vitest, "run", "test/faults/matrix.", "--silent"], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, FAULTS_FOLDER: folder },
    });
    return readdirSync(folder).flatMap((name) =>
      z.array(cellSchema).parse(JSON.parse(readFileSync(join(folder, name), "utf8"))),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const cells = runMatrix();
  console.log(`${terminalTable(cells)}\n${legend}`);
  for (const why of new Set(cells.flatMap(({ known }) => known ?? [])))
    console.log(`${cells.filter((cell) => cell.known === why).length} known failures: ${why}`);
  for (const line of unexpectedLines(cells)) console.log(`Unexpected: ${line}`);
  console.log(countsLine(cells));
  const sound = cells.length > 0 && countsOf(cells).unexpected === 0;
  // The page promises what the matrix shows, so nothing is written of an unexpected one.
  if (sound && process.argv.includes("--write")) {
    const path = join(root, "docs/reliability.md");
    writeFileSync(path, withFaults(readFileSync(path, "utf8"), cells));
  }
  process.exitCode = sound ? 0 : 1;
}
