import { type ErrorReason, errorRowOf } from "../../outcomes.ts";
import { codeSpan } from "../../text/markdown.ts";
import { grouped, list, lowerFirst, plural } from "../../text/words.ts";
import { fewestListed, type Report } from "../find/report.ts";
import type { Missing } from "../read/data.ts";
import type { Parts } from "./format.ts";

// What the report lacks, and why. The texts hold no Markdown but code spans.

/** What makes the figures doubtful: what the reader must know before them. Empty if nothing does. */
export function noticeOf({ totals, data, periods }: Report): string {
  const { contradiction, flooded } = totals;
  if (contradiction !== undefined) {
    const { human, ai, total } = contradiction;
    const figures = `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`;
    return `These counts contradict each other (${figures}). Don't decide on them.`;
  }
  const most = flooded?.noPages.most;
  if (flooded === undefined || most === undefined) return "";
  const when = flooded === data.current ? "" : `In the ${periods.unit} before, `;
  const visitors = `${grouped(most.counts.total)} of the ${plural(flooded.totals.total, "visitor")}`;
  return `${when}${visitors} asked for ${codeSpan(most.path, 48)}, which is no page. So no change is shown.`;
}

/** What was left out or not read, for the small print. */
export function smallGaps(report: Report): Parts {
  const { current, missing, signals } = report.data;
  const { count, most } = current.noPages;
  const addresses = plural(count, "address that is no page", "addresses that are no pages");
  const isNamed = most !== undefined && most.counts.total >= fewestListed;
  const example = isNamed
    ? `, such as ${codeSpan(most.path, 48)} (${grouped(most.counts.total)} visitors)`
    : "";
  const { elsewhere } = signals;
  const [host] = elsewhere;
  const said = plural(elsewhere.length, "vote, report or question", "votes, reports or questions");
  // Parts with one reason share it.
  const byReason = Map.groupBy([...missing, ...signals.missing], reasonOf);
  const notRead = Array.from(byReason, ([reason, same]) => `${partsOf(same, report)} (${reason})`);
  return [
    count > 0 && addresses + example,
    host && `left out: ${said} of another site, such as ${codeSpan(host, 48)}`,
    signals.feedback?.areAllVotes === false && "votes of 100 pages at most",
    notRead.length > 0 && `not read: ${notRead.join("; ")}`,
  ];
}

/** What was asked for and could not be read, so that nobody knows whether it needs the reader; empty if all was. */
export function unreadParts(report: Report): string {
  const { missing, signals } = report.data;
  const figures = missing.filter(({ what, why }) => what !== "trend" && why !== "repeated");
  return partsOf([...figures, ...signals.missing], report);
}

function partsOf(missing: readonly Missing[], report: Report): string {
  const parts = missing.map((one) => partOf(one, report));
  return list([...new Set(parts)]);
}

function partOf({ what, why }: Missing, { data, periods }: Report): string {
  if (why === "repeated") return "the list of pages as a whole";
  if (what === "trend") return "the trend";
  if (what === "previous") return `the ${periods.unit} before`;
  if (what === "pages" || what === "previous-pages") return "some pages";
  return data.signals[what] === undefined ? what : `some ${what}`;
}

const reasons = {
  budget: "`max-requests` left too few requests; raise it to read more",
  time: "`timeout-minutes` was reached; raise it to read more",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  repeated: "it changed meanwhile, so no page is called new or gone",
  malformed: "wrong shape or impossible numbers",
} as const;

/** The errors that say that the plan or the key does not allow a request. */
const refusals: readonly ErrorReason[] = ["api-key", "payment", "forbidden"];

function reasonOf(missing: Missing): string {
  if (missing.why !== "failure") return reasons[missing.why];
  const { reason } = missing;
  if (refusals.includes(reason))
    return "not in the plan, or not allowed to the key; `signals` selects what is read";
  return lowerFirst(errorRowOf(reason).headline);
}
