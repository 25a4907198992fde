import { faultNames } from "./kinds.ts";
import type { Cell } from "./matrix.ts";
import { requestCases } from "./requests.ts";

/** Counts of cells: those that are as expected, those known to differ, and the unexpected ones. */
export function countsOf(cells: readonly Cell[]) {
  const unexpected = cells.filter((cell) => cell.unexpected.length > 0).length;
  const known = cells.filter((cell) => cell.known !== undefined && cell.unexpected.length === 0).length;
  return { cells: cells.length, passed: cells.length - unexpected - known, known, unexpected };
}

export function countsLine(cells: readonly Cell[]): string {
  const counts = countsOf(cells);
  const seconds = cells.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  const longest = Math.max(0, ...cells.map(({ ms }) => ms));
  return `${counts.cells} cells: ${counts.passed} as expected, ${counts.known} known failures, ${counts.unexpected} unexpected; ${seconds.toFixed(0)} s of runs, the longest ${longest} ms`;
}

/** What the two codes of a cell mean. */
export const legend =
  "Each cell: once / every time. + as without a fault; p a report with gaps; d denied; else the reason of an error: ak api-key, fo forbidden, nf not-found, rl rate-limit, re refused, se service, ur unreachable, uc uncertain, an answer. ! not as expected, ? not run.";

const codes: Record<string, string> = {
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

/** The cells for a terminal: a line per request, a column per fault. */
export function terminalTable(cells: readonly Cell[]): string {
  const body = rowsOf(cells).map(({ name, own }) => [
    name,
    ...faultNames.map((fault) => sign(own.filter((cell) => cell.fault === fault))),
  ]);
  const rows = [["", ...faultNames.map((fault) => fault.replace(" ", "-"))], ...body];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** The same for a page: a row per kind of request, the faults that end alike together. */
export function markdownTable(cells: readonly Cell[]): string {
  const { cells: all, passed } = countsOf(cells);
  const count = (key: "fault" | "request") => new Set(cells.map((cell) => cell[key])).size;
  const why = [...new Set(cells.flatMap(({ known }) => known ?? []))].join("; ");
  const failing = passed === all ? "" : ` and ${all - passed} do not (${why})`;
  const rows = rowsOf(cells).map(({ name, mode, side, own }) => {
    return `| ${mode}, ${side}: ${name} | ${ends(own, "once")} | ${ends(own, "always")} |`;
  });
  return [
    `\`npm run faults\` lets each of the ${count("request")} requests that the action makes meet each of ${count("fault")} faults over real sockets, a single time and every time: ${all} runs, of which ${passed} end as they should${failing}. None creates a second job, none hangs.`,
    ["| Request | The fault comes once | The fault stays |", "| --- | --- | --- |", ...rows].join("\n"),
  ].join("\n\n");
}

/** The requests that have cells, in the order of the list. */
function rowsOf(cells: readonly Cell[]) {
  const all = requestCases.map((request) => ({
    ...request,
    own: cells.filter((cell) => cell.request === request.name),
  }));
  return all.filter(({ own }) => own.length > 0);
}

function sign(cells: readonly Cell[]): string {
  const parts = (["once", "always"] as const).map((times) => {
    const cell = cells.find((one) => one.times === times);
    if (cell === undefined) return "?";
    const { result, reason, differences } = cell;
    const code = result === "denied" ? "d" : reason === "" ? "+" : (codes[reason] ?? reason);
    return `${code}${differences.length > 0 ? "!" : ""}`;
  });
  return parts.join("/");
}

function ends(cells: readonly Cell[], times: Cell["times"]): string {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell.times !== times) continue;
    const end = `\`${cell.reason === "" ? cell.result : cell.reason}\``;
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([end, number]) => `${number} ${end}`)
    .join(", ");
}
