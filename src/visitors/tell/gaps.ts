import { type ErrorReason, errorRowOf } from "../../outcomes.ts";
import { grouped, list, lowerFirst, plural, upperFirst } from "../../text/words.ts";
import { fewestListed, type Report } from "../find/report.ts";
import type { Missing } from "../read/data.ts";
import type { Parts } from "./format.ts";
import { inertCode } from "./markdown-parts.ts";

// What the report lacks, and why. The texts hold no Markdown but code spans.

const namedAddress = (path: string) => `${inertCode(path)}, which is no page`;

/** What makes the figures doubtful. Empty if nothing does. */
export function doubtOf({ totals, data, periods }: Report, nameOf = namedAddress): string {
  const { contradiction, flooded, isRegrouped } = totals;
  if (contradiction !== undefined) {
    const { human, ai, total } = contradiction;
    const figures = `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`;
    return `These counts contradict each other (${figures}). Don't decide on them.`;
  }
  if (isRegrouped)
    return "People and AI changed in opposite directions, and the total hardly changed: the way of counting may have changed, not the readers.";
  const [most] = flooded?.noPages ?? [];
  if (most === undefined) return "";
  const when = flooded === data.current ? "" : `In the ${periods.unit} before, `;
  return `${when}${grouped(most.counts.total)} visitors asked for ${nameOf(most.path)}. Percentages that this distorts are left out.`;
}

/** What was left out, for the small print. */
export function smallGaps(report: Report): Parts {
  const { current, signals } = report.data;
  const count = current.noPages.length;
  const addresses = plural(count, "address that is no page", "addresses that are no pages");
  const most = current.noPages.find(({ counts }) => counts.total >= fewestListed);
  const example =
    most && `, such as ${inertCode(most.path)} (${grouped(most.counts.total)} visitors)`;
  const [host] = signals.elsewhere;
  return [
    count > 0 && addresses + (example ?? ""),
    host &&
      `votes, reports and questions of other sites: ${grouped(signals.elsewhere.length)}, such as on ${inertCode(host)}`,
    signals.feedback?.areAllVotes === false && "votes of 100 pages at most",
  ];
}

/** What was asked for and could not be read, and why. Nobody knows what it would have said. */
export function unreadSentences(report: Report): string[] {
  const { missing, signals } = report.data;
  // Parts with one reason share it.
  const byReason = Map.groupBy([...missing, ...signals.missing], reasonOf);
  return Array.from(byReason, ([reason, same]) => {
    if (reason === reasons.repeated) return reason;
    const parts = new Set(same.map((one) => partOf(one, report)));
    return `${upperFirst(list([...parts]))} could not be read: ${reason}.`;
  });
}

function partOf({ what }: Missing, { data, periods }: Report): string {
  if (what === "trend") return "the trend";
  const before = `the ${periods.unit} before`;
  if (what === "previous") return before;
  if (what === "pages") return `all but ${plural(data.current.pages.length, "page")}`;
  if (what === "previous-pages")
    return `all but ${plural(data.previous?.pages.length ?? 0, "page")} of ${before}`;
  return data.signals[what] === undefined ? what : `some ${what}`;
}

const reasons = {
  budget: "`max-requests` is too low",
  time: "`timeout-minutes` is too short",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  repeated: "This report may lack some pages: their list changed while it was read.",
  malformed: "wrong shape or impossible numbers",
} as const;

/** The errors that say that the plan or the key does not allow a request. */
const refusals: readonly ErrorReason[] = ["api-key", "payment", "forbidden"];

function reasonOf(missing: Missing): string {
  if (missing.why !== "failure") return reasons[missing.why];
  const { reason } = missing;
  if (refusals.includes(reason))
    return "the plan or the API key does not allow it. Leave it out of `signals`, or change one of the two";
  return lowerFirst(errorRowOf(reason).headline);
}
