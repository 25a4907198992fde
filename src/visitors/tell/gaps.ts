import { type ErrorReason, errorRowOf } from "../../outcomes.ts";
import { codeSpan } from "../../text/markdown.ts";
import { grouped, list, lowerFirst, plural } from "../../text/words.ts";
import { fewestListed, type Report } from "../find/report.ts";
import type { Missing } from "../read/data.ts";
import { joinParts, type Parts } from "./format.ts";

// What the report lacks, and why. The texts hold no Markdown but code spans.

/** What makes the figures doubtful, where `address` is one that was flooded. Empty if nothing does. */
export function doubtOf({ totals, data, periods }: Report, address: string): string {
  const { contradiction, flooded } = totals;
  if (contradiction !== undefined) {
    const { human, ai, total } = contradiction;
    const figures = `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`;
    return `These counts contradict each other (${figures}). Don't decide on them.`;
  }
  const [most] = flooded?.noPages ?? [];
  if (most === undefined) return "";
  const when = flooded === data.current ? "" : `In the ${periods.unit} before, `;
  return `${when}${plural(most.counts.total, "visitor")} asked for ${address}, so no change is shown.`;
}

/** What the reader must know before the figures, as Markdown. Empty if there is nothing. */
export function noticeOf(report: Report): string {
  const [most] = report.totals.flooded?.noPages ?? [];
  return doubtOf(report, most ? `${codeSpan(most.path, 48)}, which is no page` : "");
}

/** What was left out or not read, for the small print. */
export function smallGaps(report: Report): Parts {
  const { current, signals } = report.data;
  const count = current.noPages.length;
  const addresses = plural(count, "address that is no page", "addresses that are no pages");
  const { elsewhere } = signals;
  const [host] = elsewhere;
  const said = plural(elsewhere.length, "vote, report or question", "votes, reports or questions");
  return [
    count > 0 && addresses + exampleOf(report),
    host && `left out: ${said} of another site, such as ${codeSpan(host, 48)}`,
    signals.feedback?.areAllVotes === false && "votes of 100 pages at most",
    ...unreadParts(report, "small print"),
  ];
}

/** The address that is no page with most visitors, and those that it had before, if they are known. */
function exampleOf({ data, periods, totals }: Report): string {
  const { current, previous } = data;
  const [most] = current.noPages;
  if (most === undefined || most.counts.total < fewestListed) return "";
  const known = previous?.noPages.find(({ page }) => page === most.page)?.counts.total;
  const before = known ?? (previous?.complete && totals.was ? 0 : undefined);
  const visitors = [
    `${grouped(most.counts.total)} visitors`,
    before !== undefined && `${grouped(before)} the ${periods.unit} before`,
  ];
  return `, such as ${codeSpan(most.path, 48)} (${joinParts(visitors, ", ")})`;
}

/** What was asked for and not read, and why. Nothing is found in the trend, so that alone is small print. */
export function unreadParts(report: Report, place: "headline" | "small print"): string[] {
  const { missing, signals } = report.data;
  const here = [...missing, ...signals.missing].filter(({ what }) => {
    return (what === "trend") === (place === "small print");
  });
  // Parts with one reason share it.
  return Array.from(Map.groupBy(here, reasonOf), ([reason, same]) => {
    const parts = new Set(same.map((one) => partOf(one, report)));
    return reason === reasons.repeated
      ? reason
      : `${list([...parts])} could not be read: ${reason}`;
  });
}

function partOf({ what }: Missing, { data, periods }: Report): string {
  if (what === "trend") return "the trend";
  if (what === "previous") return `the ${periods.unit} before`;
  if (what === "pages" || what === "previous-pages") return "visitors of some pages";
  return data.signals[what] === undefined ? what : `some ${what}`;
}

const reasons = {
  budget: "raise `max-requests`",
  time: "raise `timeout-minutes`",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  repeated: "the list of pages changed while it was read, so no page is called new or gone",
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
