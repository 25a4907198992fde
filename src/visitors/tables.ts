import { grouped, plural } from "../text/words.ts";
import { sparkline } from "./chart.ts";
import {
  comparableTotals,
  hasNoVisitors,
  hasPath,
  lengthRatio,
  noVisitors,
  overlap,
  share,
} from "./counts.ts";
import { change, percent, periodLabels, pointsChange } from "./format.ts";
import { pageKinds } from "./kinds.ts";
import { type Column, detailsBlock, notListed, pageLink, table } from "./markdown-parts.ts";
import type { Counts, PageFinding, Report, VisitorGroup } from "./report-model.ts";

/**
 * The table of key figures; nothing if nobody came in either period. The trend is below the names, because a phone cuts
 * off a last column. `both` adds who counts as people and as AI.
 */
export function keyFigures(
  { data, findings, periods, isContradictory }: Report,
  { both: withBoth } = { both: false },
): string | undefined {
  const now = data.current.totals;
  const before = data.previous?.totals;
  const comparable = isContradictory ? undefined : comparableTotals(periods, data);
  const changeOf = (part: keyof Counts) =>
    comparable === undefined ? "" : change(comparable[part], now[part], findings.siteThreshold);
  if (hasNoVisitors(now) && hasNoVisitors(before ?? noVisitors)) return undefined;
  const both = (text: (counts: Counts) => string) => [text(now), before === undefined ? "" : text(before)];
  const withTrend = (name: string, group: VisitorGroup) =>
    [name, sparkline(data.trend, group)].filter((text) => text !== "").join("<br>");
  const [all, allBefore = ""] = both(({ total }) => grouped(total));
  const rows = [
    ["**All visitors**", `**${all}**`, allBefore, changeOf("total")],
    [withTrend("People", "human"), ...both(({ human }) => grouped(human)), changeOf("human")],
  ];
  // On a site without AI, only all visitors and people say something.
  if (Math.max(now.ai, before?.ai ?? 0) > 0)
    rows.push(
      [withTrend("AI", "ai"), ...both(({ ai }) => grouped(ai)), changeOf("ai")],
      ...(withBoth ? [["Counted as both", ...both((counts) => shownIf(overlap(counts), grouped)), ""]] : []),
      [
        "AI share",
        ...both((counts) => shownIf(knownShare(counts), (value) => percent(value, 1))),
        before === undefined ? "" : shareChange(before, now, findings.threshold),
      ],
    );
  const { currentColumn, previousColumn } = periodLabels(periods);
  const columns: Column[] = [
    ["", "left"],
    [currentColumn, "right"],
    [previousColumn, "right"],
    [lengthRatio(periods) === 1 ? "Change" : "Change a day", "right"],
  ];
  return table(columns, rows);
}

function shownIf(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? "–" : format(value);
}

/** The share of AI; unknown without visitors, or if the approximate counts have more AI than visitors. */
function knownShare({ ai, total }: Counts): number | undefined {
  return ai > total ? undefined : share(ai, total);
}

/** Empty if one of the shares is unknown, or if few visitors or few AI visitors let it change by chance. */
function shareChange(before: Counts, now: Counts, threshold: number): string {
  const [was, is] = [knownShare(before), knownShare(now)];
  const isChance = Math.min(now.total, before.total, Math.max(now.ai, before.ai)) < threshold;
  return was === undefined || is === undefined || isChance ? "" : pointsChange(was, is);
}

const maxShown = 10;

const changeColumns: readonly Column[] = [
  ["", "left"],
  ["Page", "left"],
  // Next to the page, so that a phone shows it.
  ["Change", "right"],
  ["Before", "right"],
  ["Now", "right"],
];

/**
 * The pages that stand out by a change, not only those with a new path, in ten rows and at most `rows`. Nothing if there
 * is nothing to compare.
 */
export function whatMoved({ data, findings, siteUrl }: Report, rows: number): string | undefined {
  const { current, previous } = data;
  // If one of the periods had no visitors, the headline already says so.
  if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0) return undefined;
  const { pages } = findings;
  const some = current.complete && previous.complete ? "page" : "page that was read";
  if (pages.length === 0) return `### What moved\n\nNo ${some} stood out from the site as a whole.`;
  const listed = pages.slice(0, Math.min(rows, maxShown)).map((finding) => cellsOf(finding, siteUrl));
  return [
    "### What moved",
    ...(listed.length > 0 ? [table(changeColumns, listed)] : []),
    ...notListed(pages.length - listed.length),
  ].join("\n\n");
}

function cellsOf(finding: PageFinding, siteUrl: URL | undefined): string[] {
  const { kind, path, from, previous, current } = finding;
  const { mark, change: word } = pageKinds[kind];
  // A link to a page that is gone would be broken.
  const page = pageLink(path, kind === "gone" ? undefined : siteUrl);
  // On two lines, so that the table fits a phone.
  const pages = from === undefined ? page : `${pageLink(from)}<br>→ ${page}`;
  const count = ({ total }: Counts) => (total === 0 ? "–" : grouped(total));
  return [
    mark,
    pages,
    word?.(finding) ?? change(previous.total, current.total),
    count(previous),
    count(current),
  ];
}

/**
 * The first `rows` pages in two tables: the first `report.top` in the open, the others folded away. Nothing if nobody
 * came.
 */
export function topPages(report: Report, rows: number): string | undefined {
  const { data, findings, ignored, siteUrl, top } = report;
  if (data.current.rows.length === 0 && hasNoVisitors(data.current.totals)) return undefined;
  const pages = data.current.rows.filter((row) => hasPath(row) && !ignored(row.path));
  const nameless = data.current.rows.find((row) => !hasPath(row));
  const columns: Column[] = [
    ["Page", "left"],
    // Next to the page, so that a phone shows it.
    ["Change", "right"],
    ["All", "right"],
    ["People", "right"],
    ["AI", "right"],
  ];
  const appeared = new Set(findings.pages.flatMap(({ kind, path }) => (kind === "new" ? [path] : [])));
  const listed = pages.slice(0, rows).map(({ path, human, ai, total }) => {
    // Empty if it may be chance or is unknown. A page that moved is compared with its old path.
    const changed = change(findings.before(path)?.total ?? 0, total, findings.threshold);
    const cells = [appeared.has(path) ? "new" : changed, grouped(total), grouped(human), grouped(ai)];
    return [pageLink(path, siteUrl), ...cells];
  });
  const [shown, folded] = [listed.slice(0, top), listed.slice(top)];
  const name = `${top > 0 ? "The next" : "The first"} ${plural(folded.length, "page")}`;
  return [
    "### Top pages",
    ...(pages.length === 0 ? ["There are no pages to list."] : []),
    ...(shown.length > 0 ? [table(columns, shown)] : []),
    ...(folded.length > 0 ? [detailsBlock(name, table(columns, folded))] : []),
    ...notListed(pages.length - listed.length),
    ...(nameless === undefined
      ? []
      : [`${plural(nameless.total, "visit")} without a path belong to no page.`]),
  ].join("\n\n");
}
