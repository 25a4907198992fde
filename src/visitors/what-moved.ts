import { noVisitors } from "./counts.ts";
import { boundedPercent, change, counted, grouped, pointsChange } from "./format.ts";
import { detailsBlock, notListed, pageLink, tableHead, tableRow } from "./markdown-parts.ts";
import type { Counts, MovedPage, PageChange, Report } from "./report-model.ts";
import { aiShare } from "./shares.ts";

const maxShown = 10;

/** The cells of a row: mark, page, change, before, now. */
type Row = readonly string[];
/** The rows of one kind, the most important first. Functions, so that only the rows that are shown are rendered. */
type Kind = readonly (() => Row)[];

/**
 * The pages that stand out by a change, not only those with a new path, in at most `rows` rows: ten in the open, the
 * others folded away. Nothing if there is nothing to compare.
 */
export function whatMoved(report: Report, rows: number): string | undefined {
  const title = "### What moved";
  const { current, previous } = report.data;
  // If one of the periods had no visitors, the headline already says so.
  if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0) return undefined;
  const kinds = kindsOf(report);
  const total = kinds.flat().length;
  if (total === 0) return `${title}\n\n${noPageStoodOut(report)}`;
  const shown = mostImportant(kinds, Math.min(maxShown, rows));
  const all = mostImportant(kinds, rows);
  const folded = all.map((kind, index) => kind.slice(shown[index]?.length ?? 0));
  const count = folded.flat().length;
  const left = total - all.flat().length;
  // A CSV file lists only pages of the current period, so it lacks those that are gone.
  const files = report.files.filter((file) => !/\.csv$/i.test(file));
  return [
    title,
    ...(rows > 0 ? [table(shown)] : []),
    ...(count > 0 ? [detailsBlock(`${counted(count, "more page")} that moved`, table(folded))] : []),
    ...(left > 0 ? [notListed(left, files, "a `.json` or `.md` file")] : []),
  ].join("\n\n");
}

function table(kinds: readonly Kind[]): string {
  const head = tableHead([
    ["", "left"],
    ["Page", "left"],
    // Next to the page, so that a phone shows it.
    ["Change", "right"],
    ["Before", "right"],
    ["Now", "right"],
  ]);
  return [head, ...kinds.flat().map((row) => tableRow(row()))].join("\n");
}

/** The first row of each kind, then the second of each, and so on, `room` rows in all. */
function mostImportant(kinds: readonly Kind[], room: number): Kind[] {
  const counts = kinds.map(() => 0);
  let left = room;
  for (let rank = 0; left > 0 && kinds.some((kind) => kind.length > rank); rank++)
    for (const [index, kind] of kinds.entries())
      if (left > 0 && kind.length > rank) {
        counts[index] = rank + 1;
        left--;
      }
  return kinds.map((kind, index) => kind.slice(0, counts[index]));
}

function kindsOf({ findings, siteUrl }: Report): Kind[] {
  const totals = ({ previous, current }: PageChange | MovedPage): Row => [
    change(previous.total, current.total),
    grouped(previous.total),
    grouped(current.total),
  ];
  const page = (path: string) => pageLink(path, siteUrl);
  // A link to a page that is gone would be broken.
  const gone = (path: string) => pageLink(path, undefined);
  return [
    findings.up.map((found) => () => ["▲", page(found.path), ...totals(found)]),
    findings.down.map((found) => () => ["▼", page(found.path), ...totals(found)]),
    // The count as the change too, because a phone does not show the last column.
    findings.appeared.map((found) => () => {
      const now = grouped(found.current.total);
      return ["new", page(found.path), `+${now}`, "–", now];
    }),
    findings.gone.map((found) => () => [
      "gone",
      gone(found.path),
      "redirect?",
      grouped(found.previous.total),
      "–",
    ]),
    // On two lines, so that the table fits a phone.
    findings.moved.map((found) => () => [
      "moved",
      `${gone(found.from)}<br>→ ${page(found.to)}`,
      ...totals(found),
    ]),
    findings.aiShareUp.map((found) => () => ["AI\u00a0▲", page(found.path), ...shares(found)]),
  ];
}

function shares({ previous, current }: PageChange): Row {
  const before = aiShare(previous);
  const now = aiShare(current);
  return [pointsChange(before, now), boundedPercent(before), boundedPercent(now)];
}

/** If the growth of people and of AI differs by a tenth or more, one number for both would mislead. */
const differentGrowth = 0.1;

/** Says that no page stood out, and by how much the whole site changed. */
function noPageStoodOut({ data, findings }: Report): string {
  const before = data.previous?.totals ?? noVisitors;
  const now = data.current.totals;
  const page = data.current.complete && data.previous?.complete ? "page" : "page that was read";
  const changeOf = (part: keyof Counts) => change(before[part], now[part], findings.threshold);
  const [people, ai, all] = [changeOf("human"), changeOf("ai"), changeOf("total")];
  const difference = Math.abs(now.human / before.human - now.ai / before.ai);
  if (people !== "" && ai !== "" && difference >= differentGrowth)
    return `No ${page} stood out from the site-wide change (people ${people}, AI ${ai}).`;
  const isLevel = all === "" || all === change(1, 1);
  return `No ${page} stood out${isLevel ? "" : ` from the site-wide ${all}`}.`;
}
