import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { World } from "./fake-network.ts";
import { playRow, surprises, troublesOf } from "./matrix.ts";
import { type RequestRow, requestRows } from "./requests.ts";
import { type Cell, countsLine, legend, terminalTable } from "./table.ts";

/** Set by `npm run faults`: play the whole matrix, and leave the cells in this folder. */
const folder = process.env["FAULTS_FOLDER"];
const extent = folder === undefined ? "half" : "whole";
const longestRowMs = 120_000;

/** The tests of some rows: one per request, as a table of their cells is what people look at. */
export function playedRows(title: string, rows: readonly RequestRow[]): void {
  describe(title, () => {
    const played: Cell[] = [];
    let world: World | undefined;

    const roomyWorld = async (): Promise<World> => {
      if (world?.hasRoom()) return world;
      await world?.close();
      world = await World.start();
      return world;
    };

    afterAll(async () => {
      await world?.close();
      console.log(`${title}\n${terminalTable(played)}\n${countsLine(played)}\n${legend}`);
      if (folder !== undefined) writeFileSync(join(folder, `${title}.json`), JSON.stringify(played));
    });

    for (const row of rows) {
      test(
        row.name,
        async () => {
          const groups = troublesOf(row, extent);
          for (const troubles of groups) played.push(...(await playRow(await roomyWorld(), row, troubles)));
          const cells = played.filter(({ request }) => request === row.name);
          expect(surprises(cells)).toEqual([]);
          expect(cells).toHaveLength(groups.flat().length);
        },
        longestRowMs,
      );
    }
  });
}

/** Every third row from the given one on, so that the slow ones are spread over the files. */
export function everyThird(first: number): RequestRow[] {
  return requestRows.filter((_, index) => index % 3 === first);
}
