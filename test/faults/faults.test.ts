import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { isLong } from "../runs.ts";
import { allFaults, type Cell, runCells, selectedFaults, unexpectedLines } from "./matrix.ts";
import { requestCases } from "./requests.ts";
import { Servers } from "./servers.ts";
import { countsLine, legend, terminalTable } from "./table.ts";

/** Set by `npm run faults`: where the cells go. */
const cellsFile = process.env["FAULTS_FILE"];
const wholeMatrix = isLong || cellsFile !== undefined;

const cells: Cell[] = [];
let servers: Servers | undefined;

/** Servers with room for another group of runs. */
async function readyServers(): Promise<Servers> {
  if (servers?.hasRoom()) return servers;
  await servers?.close();
  servers = await Servers.start();
  return servers;
}

afterAll(async () => {
  await servers?.close();
  if (wholeMatrix) console.log(`${terminalTable(cells)}\n${countsLine(cells)}\n${legend}`);
  if (cellsFile !== undefined) writeFileSync(cellsFile, JSON.stringify(cells));
});

test.each(requestCases)("every fault ends as the design says: $name", async (request) => {
  const groups = wholeMatrix ? allFaults() : [selectedFaults(request)];
  const own: Cell[] = [];
  for (const faultCases of groups) own.push(...(await runCells(await readyServers(), request, faultCases)));
  cells.push(...own);
  expect(unexpectedLines(own)).toEqual([]);
  expect(own).toHaveLength(groups.flat().length);
});
