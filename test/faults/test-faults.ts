import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isLong } from "../runs.ts";
import { allFaults, type Cell, runCells, selectedFaults, unexpectedLines } from "./matrix.ts";
import { type RequestCase, requestCases } from "./requests.ts";
import { Servers } from "./servers.ts";
import { countsLine, legend, terminalTable } from "./table.ts";

/** Set by `npm run faults`: the folder for the cells. */
const folder = process.env["FAULTS_FOLDER"];
const wholeMatrix = isLong || folder !== undefined;

/** Defines the tests of the requests to one side. Two files call it, so that they run at the same time. */
export function testFaults(side: RequestCase["side"]): void {
  const cells: Cell[] = [];
  let servers: Servers | undefined;

  /** Servers with room for another group of runs. */
  const readyServers = async (): Promise<Servers> => {
    if (servers?.hasRoom()) return servers;
    await servers?.close();
    servers = await Servers.start();
    return servers;
  };

  afterAll(async () => {
    await servers?.close();
    if (wholeMatrix) console.log(`${terminalTable(cells)}\n${countsLine(cells)}\n${legend}`);
    if (folder !== undefined) writeFileSync(join(folder, `${side}.json`), JSON.stringify(cells));
  });

  const requests = requestCases.filter((request) => request.side === side);
  test.each(requests)("every fault ends as the rules say: $name", async (request) => {
    const groups = wholeMatrix ? allFaults() : [selectedFaults(request)];
    const own: Cell[] = [];
    for (const faultCases of groups) own.push(...(await runCells(await readyServers(), request, faultCases)));
    cells.push(...own);
    expect(unexpectedLines(own)).toEqual([]);
    expect(own).toHaveLength(groups.flat().length);
  });
}
