import { signals } from "../../inputs/table.ts";
import { type ErrorReason, errorRowOf } from "../../outcomes.ts";
import { grouped, list, lowerFirst, plural, upperFirst } from "../../text/words.ts";
import { fewestListed, type Report } from "../find/report.ts";
import type { Missing } from "../read/data.ts";
import type { Parts } from "./format.ts";
import { inertCode } from "./markdown-parts.ts";

// What the report lacks, and why. The texts hold no Markdown but code spans.

/** What makes the figures doubtful. Empty if nothing does. */
export function doubtOf({ totals, data, periods }: Report, isNamed = false): string {
  const { contradiction, flood } = totals;
  if (contradiction !== undefined) {
    const { human, ai, total } = contradiction;
    return `These counts contradict each other (people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}). Don't decide on them.`;
  }
  if (flood === undefined) {
    return "";
  }
  const { path, counts } = flood.address;
  const when = flood.data === data.current ? "" : `In the ${periods.unit} before, `;
  const address = isNamed ? `${inertCode(path)}, which` : "an address that";
  return `${when}${grouped(counts.total)} visitors asked for ${address} is no page. What they distort is not compared.`;
}

/** What was left out, for the small print. */
export function smallGaps(report: Report): Parts {
  const { current, signals, trend } = report.data;
  const count = current.noPages.length;
  const most = current.noPages.find(({ counts }) => counts.total >= fewestListed);
  const example = most
    ? `, such as ${inertCode(most.path)} (${grouped(most.counts.total)} visitors)`
    : "";
  const [host] = signals.elsewhere;
  return [
    count > 0 && plural(count, "address that is no page", "addresses that are no pages") + example,
    host &&
      `votes, reports and questions of other sites: ${grouped(signals.elsewhere.length)}, such as on ${inertCode(host)}`,
    signals.feedback?.areAllVotes === false && "votes of 100 pages at most",
    trend.includes(undefined) && "the trend was not read in full",
  ];
}

/** What was asked for and could not be read, and why. Nobody knows what it would have said. */
export function unreadSentences(report: Report): string[] {
  const { missing, signals } = report.data;
  // Parts with one reason share it. That a list changed is a sentence of its own, and names no part.
  const byEnding = Map.groupBy([...missing, ...signals.missing], (one) => {
    const reason = reasonOf(one);
    if (one.why === "repeated") {
      return reason;
    }
    // Of a list of pages, a part was read.
    return `could ${one.what.endsWith("pages") ? "" : "not "}be read: ${reason}.`;
  });
  return Array.from(byEnding, ([ending, same]) => {
    if (ending === reasons.repeated) {
      return ending;
    }
    const parts = new Set(same.map((one) => partOf(one, report)));
    return `${upperFirst(list([...parts]))} ${ending}`;
  });
}

function partOf({ what }: Missing, { data, periods }: Report): string {
  const before = `the ${periods.unit} before`;
  if (what === "previous") {
    return before;
  }
  if (what === "pages") {
    return `only ${plural(data.current.pages.length, "page")}`;
  }
  if (what === "previous-pages") {
    return `only ${plural(data.previous?.pages.length ?? 0, "page")} of ${before}`;
  }
  return data.signals[what] === undefined ? what : `some ${what}`;
}

/** Why a part was not read, behind a colon; `repeated` is a whole sentence. */
const reasons = {
  budget: "`max-requests` is too low",
  time: "`timeout-minutes` is too short",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  repeated:
    "This report may lack some pages: their list changed while it was read. The next report reads it anew.",
  malformed: "wrong shape or impossible numbers",
} as const;

/** The errors that say that the plan or the key does not allow a request. */
const refusals: readonly ErrorReason[] = ["api-key", "payment", "forbidden"];

function reasonOf(missing: Missing): string {
  if (missing.why !== "failure") {
    return reasons[missing.why];
  }
  if (refusals.includes(missing.reason)) {
    const isSignal = signals.some((signal) => signal === missing.what);
    const advice = isSignal ? ". To stop asking, change the input `signals`" : "";
    return `the plan or the API key does not allow it${advice}`;
  }
  return lowerFirst(errorRowOf(missing.reason).headline);
}
