import { differences } from "./checks.ts";
import { expectedOf, expectedWithout } from "./expected.ts";
import type { World } from "./fake-network.ts";
import { faultNames, isSlow } from "./faults.ts";
import { play, type Trouble } from "./harness.ts";
import { type Deviation, deviations } from "./known-failures.ts";
import { type RequestRow, requestRows } from "./requests.ts";
import type { Cell } from "./table.ts";

/**
 * The troubles of a request, in groups that share their servers. The whole matrix has each fault once and for good; the
 * half that every test run plays has them in turn, like the squares of a chessboard, so that each request still meets
 * each fault, and each fault comes either way. There, what only a time-out ends stays only for the agent at the service:
 * the other waits would take longest and show least.
 */
export function troublesOf(row: RequestRow, extent: "whole" | "half"): Trouble[][] {
  const all = (times: Trouble["times"]) => faultNames.map((fault) => ({ fault, times }));
  if (extent === "whole") return [all("once"), all("always")];
  const shift = requestRows.indexOf(row);
  const mayLast = row.mode === "agent" && row.side === "service";
  const half = faultNames.map((fault, index): Trouble => {
    const lasts = (index + shift) % 2 === 1 && (mayLast || !isSlow(fault));
    return { fault, times: lasts ? "always" : "once" };
  });
  return [half];
}

/** Plays troubles of a request, after the run without any has shown that the row is sound. */
export async function playRow(world: World, row: RequestRow, troubles: readonly Trouble[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  const secrets = [world.service.key, world.gitHub.tokens.bot];
  const sound = await play(world, row, undefined);
  const unsound = differences(row, undefined, sound, expectedWithout(row), secrets);
  if (unsound.length > 0)
    throw new Error(`without a fault, “${row.name}”: ${unsound.join(", ")}\n${sound.stdout}`);
  for (const trouble of troubles) {
    const begun = performance.now();
    const played = await play(world, row, trouble);
    const found = differences(row, trouble, played, expectedOf(row, trouble), secrets);
    const known = deviationOf(row, trouble);
    cells.push({
      ...{ request: row.name, mode: row.mode, side: row.side, ...trouble },
      ...{ result: played.outputs["result"] ?? "", reason: played.outputs["reason"] ?? "" },
      differences: found,
      surprises: surprisesOf(found, known),
      ...(known === undefined ? {} : { known: known.why }),
      ms: Math.round(performance.now() - begun),
    });
  }
  return cells;
}

function deviationOf(row: RequestRow, { fault, times }: Trouble): Deviation | undefined {
  return deviations.find(
    (known) =>
      known.requests.includes(row.name) && known.faults.includes(fault) && known.times.includes(times),
  );
}

function surprisesOf(found: readonly string[], known: Deviation | undefined): string[] {
  if (known === undefined) return [...found];
  if (found.length === 0) return ["agrees with the design now; take it off the list of deviations"];
  return found.filter((difference) => !known.differs.test(difference));
}

/** What is not as it should be, in words. */
export function surprises(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ request, fault, times, surprises }) =>
    surprises.map((surprise) => `${request} × ${fault}, ${times}: ${surprise}`),
  );
}
