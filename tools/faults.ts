import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import {
  type Cell,
  cellSchema,
  countsLine,
  countsOf,
  legend,
  readmeTable,
  terminalTable,
} from "../test/faults/table.ts";

const root = join(import.meta.dirname, "..");
const start = "<!-- faults: made by npm run faults -->";
const end = "<!-- end of faults -->";

/** The page with its table of faults made again. Throws when the markers are missing. */
export function withFaults(readme: string, cells: readonly Cell[]): string {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page misses “${start}” followed by “${end}”`);
  return `${readme.slice(0, from + start.length)}\n\n${readmeTable(cells)}\n\n${readme.slice(to)}`;
}

/** Plays the whole matrix and gives back its cells. */
function played(): Cell[] {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-faults-"));
  try {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    spawnSync(process.execPath, [vitest, "run", "test/faults", "--silent", "--maxWorkers=3"], {
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
  const cells = played();
  console.log(`${terminalTable(cells)}\n${legend}`);
  for (const why of new Set(cells.flatMap(({ known }) => known ?? []))) {
    const some = cells.filter((cell) => cell.known === why);
    console.log(`${some.length} known deviations: ${why}`);
  }
  for (const { request, fault, times, surprises } of cells)
    for (const surprise of surprises) console.log(`Surprise: ${request} × ${fault}, ${times}: ${surprise}`);
  console.log(countsLine(cells));
  const sound = cells.length > 0 && countsOf(cells).surprises === 0;
  // The page promises what the matrix shows, so nothing is written of one with surprises.
  if (sound && process.argv.includes("--write")) {
    const path = join(root, "docs/reliability.md");
    writeFileSync(path, withFaults(readFileSync(path, "utf8"), cells));
  }
  process.exitCode = sound ? 0 : 1;
}
