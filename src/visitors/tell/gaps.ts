import { type ErrorReason, errorRowOf } from "../../outcomes.ts";
import { codeSpan } from "../../text/markdown.ts";
import { grouped, list, lowerFirst, plural } from "../../text/words.ts";
import { fewestListed, type Report } from "../find/report.ts";
import type { Missing, PeriodData } from "../read/data.ts";
import { joinParts, type Parts } from "./format.ts";

// What the report lacks, and why. The texts hold no Markdown but code spans.

/** What makes figures or findings doubtful: what the reader must know before them. Empty if nothing does. */
export function noticeOf(report: Report): string {
  const { contradiction, data } = report;
  if (contradiction !== undefined) {
    const { human, ai, total } = contradiction;
    const figures = `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`;
    return `These counts contradict each other (${figures}). Don't decide on them.`;
  }
  const doubts = data.missing.filter(isDoubt);
  const notRead = doubts.length > 0 && `Not read: ${partsWithReasons(doubts, report)}.`;
  return joinParts([notRead, floodNotice(report)], " ");
}

/** Says if a fifth of the visitors of one period, and not of the other, asked for an address that is no page. */
function floodNotice({ data: { current, previous = current }, periods }: Report): string {
  const visitorsOf = ({ noPages }: PeriodData) => noPages.most?.total ?? 0;
  const difference = visitorsOf(current) - visitorsOf(previous);
  const { noPages, totals } = difference < 0 ? previous : current;
  if (noPages.most === undefined || Math.abs(difference) * 5 < totals.total) return "";
  const { path, total } = noPages.most;
  const when = difference < 0 ? `In the ${periods.unit} before, ` : "";
  return `${when}${grouped(total)} of the ${plural(totals.total, "visitor")} asked for ${codeSpan(path, 48)}, which is no page.`;
}

/** True for a part whose lack concerns figures, and not only which pages are new or gone. */
function isDoubt({ what, why }: Missing): boolean {
  return /^(?:pages|previous|previous-pages)$/.test(what) && why !== "repeated";
}

/** What else was left out or not read, for the small print. */
export function smallGaps(report: Report): Parts {
  const { data } = report;
  const { feedback, elsewhere, missing } = data.signals;
  const { count, most } = data.current.noPages;
  const addresses = plural(count, "address that is no page", "addresses that are no pages");
  const isNamed = most !== undefined && most.total >= fewestListed;
  const [host] = elsewhere;
  const said = plural(elsewhere.length, "vote, report or question", "votes, reports or questions");
  const gaps = [...data.missing.filter((one) => !isDoubt(one)), ...missing];
  return [
    count > 0 &&
      addresses +
        (isNamed ? `, such as ${codeSpan(most.path, 48)} (${grouped(most.total)} visitors)` : ""),
    host && `left out: ${said} of another site, such as ${codeSpan(host, 48)}`,
    feedback?.areAllVotes === false && "votes of 100 pages at most",
    gaps.length > 0 && `not read: ${partsWithReasons(gaps, report)}`,
  ];
}

/** What was asked for and could not be read, so that nobody knows whether it needs the reader. */
export function unreadParts(report: Report): string[] {
  const { missing, signals } = report.data;
  const parts = missing.flatMap((one) => {
    if (one.what === "previous") return [partOf(one, report)];
    return isDoubt(one) || one.what === "rows" ? ["some pages"] : [];
  });
  return [...new Set([...parts, ...signals.missing.map((one) => partOf(one, report))])];
}

/** Parts with one reason share it. */
function partsWithReasons(missing: readonly Missing[], report: Report): string {
  const byReason = Map.groupBy(missing, reasonOf);
  const told = Array.from(byReason, ([reason, same]) => {
    const parts = new Set(same.map((one) => partOf(one, report)));
    return `${list([...parts])} (${reason})`;
  });
  return told.join("; ");
}

function partOf({ what, why, count = 0 }: Missing, { data, periods }: Report): string {
  if (why === "repeated") return "which pages are new or gone";
  const { unit } = periods;
  switch (what) {
    case "pages":
      return `some pages of this ${unit}`;
    case "previous-pages":
      return `some pages of the ${unit} before`;
    case "previous":
      return `the ${unit} before`;
    case "trend": {
      const gaps = data.trend.filter((point) => point === undefined).length;
      return `${grouped(gaps)} of the ${plural(data.trend.length, unit)} of the trend`;
    }
    case "rows":
      return plural(count, "row");
    default:
      return data.signals[what] === undefined ? what : `some ${what}`;
  }
}

const reasons = {
  budget: "`max-requests` left too few requests; raise it to read more",
  time: "`timeout-minutes` was reached; raise it to read more",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  repeated: "the list changed while it was read",
  malformed: "wrong shape or impossible numbers",
} as const;

/** The errors that say that the plan or the key does not allow a request. */
const refusals: ReadonlySet<ErrorReason> = new Set(["api-key", "payment", "forbidden"]);

function reasonOf(missing: Missing): string {
  if (missing.why !== "failure") return reasons[missing.why];
  const { reason } = missing;
  if (refusals.has(reason))
    return "not in the plan, or not allowed to the key; `signals` selects what is read";
  return lowerFirst(errorRowOf(reason).headline);
}
