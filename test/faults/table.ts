import * as z from "zod";
import { faultNames } from "./faults.ts";
import { requestRows } from "./requests.ts";

export const cellSchema = z.object({
  request: z.string(),
  mode: z.enum(["agent", "visitors"]),
  side: z.enum(["service", "GitHub"]),
  fault: z.enum(faultNames),
  times: z.enum(["once", "always"]),
  result: z.string(),
  reason: z.string(),
  /** How it differs from the design; empty when it does not. */
  differences: z.array(z.string()),
  /** What of it is not known, or that it does not differ though it is known to. */
  surprises: z.array(z.string()),
  /** Why it is known to differ. */
  known: z.string().optional(),
  ms: z.number(),
});
/** A cell of the matrix as it was played. */
export type Cell = z.output<typeof cellSchema>;

/** Counts of cells: those as the design has them, those known to differ, and those that nobody expected. */
export type Counts = { cells: number; passed: number; deviations: number; surprises: number };

export function countsOf(cells: readonly Cell[]): Counts {
  const surprises = cells.filter((cell) => cell.surprises.length > 0).length;
  const deviations = cells.filter((cell) => cell.known !== undefined && cell.surprises.length === 0).length;
  return { cells: cells.length, passed: cells.length - surprises - deviations, deviations, surprises };
}

export function countsLine(cells: readonly Cell[]): string {
  const counts = countsOf(cells);
  const milliseconds = cells.reduce((sum, { ms }) => sum + ms, 0);
  return `${counts.cells} cells: ${counts.passed} as the design has them, ${counts.deviations} known deviations, ${counts.surprises} surprises; ${(milliseconds / 1000).toFixed(0)} s of runs, the longest ${Math.max(0, ...cells.map(({ ms }) => ms))} ms`;
}

/** What the two letters of a cell mean. */
export const legend =
  "Each cell: once, then for good. + as if nothing had happened; p a report with gaps; d denied; else the reason of an error, by its initials: ak api-key, fo forbidden, nf not-found, rl rate-limit, re refused, se service, ur unreachable, uc uncertain, an answer. ! differs from the design, ? not played.";

const initials: Record<string, string> = {
  ...{
    "api-key": "ak",
    forbidden: "fo",
    "not-found": "nf",
    "rate-limit": "rl",
    refused: "re",
    service: "se",
  },
  ...{ unreachable: "ur", uncertain: "uc", answer: "an", partial: "p" },
};

/** The whole matrix for a terminal: a line per request, a column per fault. */
export function terminalTable(cells: readonly Cell[]): string {
  const body = requestRows.flatMap(({ name }) => {
    const own = cells.filter(({ request }) => request === name);
    if (own.length === 0) return [];
    return [[name, ...faultNames.map((fault) => sign(own.filter((cell) => cell.fault === fault)))]];
  });
  const rows = [["", ...faultNames.map((fault) => fault.replace(" ", "-"))], ...body];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}

function sign(cells: readonly Cell[]): string {
  const parts = (["once", "always"] as const).map((times) => {
    const cell = cells.find((one) => one.times === times);
    if (cell === undefined) return "?";
    const short =
      cell.result === "denied" ? "d" : cell.reason === "" ? "+" : (initials[cell.reason] ?? cell.reason);
    return `${short}${cell.differences.length > 0 ? "!" : ""}`;
  });
  return parts.join("/");
}

/** The same for the README: a row per kind of request, the faults that end alike together. */
export function readmeTable(cells: readonly Cell[]): string {
  const { cells: all, passed, deviations, surprises } = countsOf(cells);
  const faults = new Set(cells.map(({ fault }) => fault)).size;
  const requests = new Set(cells.map(({ request }) => request)).size;
  const rows = requestRows.flatMap(({ name, mode, side }) => {
    const own = cells.filter(({ request }) => request === name);
    if (own.length === 0) return [];
    return [[`${mode}, ${side}: ${name}`, endings(own, "once"), endings(own, "always")]];
  });
  const differing = deviations + surprises;
  const why = [...new Set(cells.flatMap(({ known }) => known ?? []))].join("; ");
  return [
    `\`npm run faults\` lets each of the ${requests} requests that the action makes meet each of ${faults} faults over real sockets, a single time and every time: ${all} runs, of which ${passed} end as they should${differing === 0 ? "" : ` and ${differing} do not (${why})`}. None creates a second job, none hangs.`,
    [
      "| Request | The fault comes once | The fault stays |",
      "| --- | --- | --- |",
      ...rows.map((row) => `| ${row.join(" | ")} |`),
    ].join("\n"),
  ].join("\n\n");
}

function endings(cells: readonly Cell[], times: Cell["times"]): string {
  const byEnding = new Map<string, number>();
  for (const cell of cells) {
    if (cell.times !== times) continue;
    const ending = `\`${cell.reason === "" ? cell.result : cell.reason}\``;
    byEnding.set(ending, (byEnding.get(ending) ?? 0) + 1);
  }
  return [...byEnding]
    .sort(([, a], [, b]) => b - a)
    .map(([ending, count]) => `${count} ${ending}`)
    .join(", ");
}
