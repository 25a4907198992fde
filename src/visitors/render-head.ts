import { writtenRange } from "../dates.ts";
import {
  change,
  counted,
  grouped,
  honestPercent,
  percent,
  pointsChange,
  share,
  sparkLine,
  times,
  wholePercents,
} from "./numbers.ts";
import { periodLabels } from "./period-labels.ts";
import type { Report } from "./render.ts";
import { type Column, table } from "./render-parts.ts";
import type { Counts } from "./types.ts";

/** Two values within this part of the larger count are level in a trend. */
export const flatPart = 0.05;
/** Two shares within this distance are level in a trend. */
const flatShare = 0.01;

/** The heading, with the days that the report covers. */
export function heading({ periods }: Report): string {
  return `## Docs visitors, ${writtenRange(periods.current)}`;
}

/** The report in one sentence. */
export function sentence(report: Report): string {
  const { totals } = report.reading.current;
  const compared = comparison(report);
  const came = totals.total > 0 ? `**${counted(totals.total, "visitor")}**` : "**No visitors**";
  const ai = totals.total > 0 ? `; ${aiPart(report)}` : "";
  return `${came}${compared}${ai}.`;
}

function comparison({ periods, reading, findings }: Report): string {
  if (periods.previous === undefined) return "";
  const words = periodLabels(periods);
  const before = reading.previous?.totals.total;
  const now = reading.current.totals.total;
  if (before === undefined) return `, with no comparable data for ${words.theBefore}`;
  if (before <= 0)
    return now > 0
      ? `, with no comparable data: ${words.theBefore} had none`
      : `, and none ${words.whenBefore} either`;
  // Of a handful of people a percentage would promise more than it knows.
  if (Math.max(before, now) < findings.threshold || now <= 0)
    return `, after ${grouped(before)} ${words.whenBefore}`;
  return `, ${moreOrLess(before, now)} ${words.whenBefore}`;
}

function moreOrLess(before: number, now: number): string {
  if (now === before) return "as many as";
  if (now >= 3 * before) return `${times(now / before)} times as many as`;
  const percents = wholePercents(before, now);
  if (percents === 0) return "about as many as";
  return `${percents}% ${now > before ? "more" : "fewer"} than`;
}

function aiPart({ reading, findings }: Report): string {
  const { totals } = reading.current;
  const now = share(totals.ai, totals.total) ?? 0;
  if (now === 0) return "none of them was AI";
  const shown = `AI was ${now === 1 ? "all" : honestPercent(now)} of them`;
  const before = reading.previous?.totals;
  const earlier = before === undefined ? undefined : share(before.ai, before.total);
  if (before === undefined || earlier === undefined) return shown;
  if (Math.min(before.total, totals.total) < findings.threshold) return shown;
  if (Math.abs(now - earlier) < flatShare) return `${shown}, as before`;
  return `${shown}, ${now > earlier ? "up" : "down"} from ${honestPercent(earlier)}`;
}

type Figure = {
  name: string;
  bold?: true;
  of(counts: Counts): number | undefined;
  show(value: number): string;
  changed(before: number, now: number): string;
  flat(highest: number): number;
};

/** The table of key figures; a column that would be empty, as without a comparison, is left out. */
export function keyFigures(report: Report): string {
  const { reading, periods } = report;
  const words = periodLabels(periods);
  const rows = figures(report);
  const cells = (write: (figure: Figure) => string): string[] => rows.map(write);
  const strong = (figure: Figure, text: string): string => (figure.bold === true ? `**${text}**` : text);
  const { current, previous } = reading;
  const columns: Column[] = [
    { name: "", align: "left", cells: cells((figure) => strong(figure, figure.name)) },
    {
      name: words.current,
      align: "right",
      cells: cells((figure) => strong(figure, shown(figure, current.totals))),
    },
  ];
  if (previous !== undefined) {
    columns.push(
      { name: words.before, align: "right", cells: cells((figure) => shown(figure, previous.totals)) },
      { name: "Change", align: "right", cells: cells((figure) => changed(figure, report)) },
    );
  }
  columns.push({
    name: words.last(reading.trend.length),
    align: "left",
    cells: cells((figure) => spark(figure, reading.trend)),
  });
  return table(columns.filter((column) => column.cells.some((cell) => cell !== "")));
}

function figures({ reading, findings }: Report): Figure[] {
  const { threshold } = findings;
  const count = {
    show: grouped,
    // The change of a few visitors is chance.
    changed: (before: number, now: number) => (Math.max(before, now) < threshold ? "" : change(before, now)),
    flat: (highest: number) => highest * flatPart,
  };
  const fewest = Math.min(reading.current.totals.total, reading.previous?.totals.total ?? 0);
  return [
    { ...count, name: "All visitors", bold: true, of: ({ total }) => total },
    { ...count, name: "People", of: ({ human }) => human },
    { ...count, name: "AI", of: ({ ai }) => ai },
    {
      name: "AI share",
      of: ({ ai, total }) => share(ai, total),
      show: (value) => percent(value, 1),
      changed: (before, now) => (fewest < threshold ? "" : pointsChange(before, now)),
      flat: () => flatShare,
    },
    { ...count, name: "Counted as both", of: ({ human, ai, total }) => Math.max(0, human + ai - total) },
  ];
}

function shown(figure: Figure, totals: Counts): string {
  const value = figure.of(totals);
  return value === undefined ? "–" : figure.show(value);
}

function changed(figure: Figure, { reading: { current, previous } }: Report): string {
  const now = figure.of(current.totals);
  const before = previous === undefined ? undefined : figure.of(previous.totals);
  return now === undefined || before === undefined ? "" : figure.changed(before, now);
}

function spark(figure: Figure, trend: readonly (Counts | undefined)[]): string {
  const values = trend.map((point) => (point === undefined ? undefined : figure.of(point)));
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  return sparkLine(values, figure.flat(highest));
}
