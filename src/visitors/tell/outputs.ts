import { writtenRange } from "../../dates.ts";
import { share } from "../find/chance.ts";
import type { Report } from "../find/report.ts";
import { isoRange, type Periods, type VisitorData } from "../read/data.ts";
import { nextData } from "./files.ts";
import { changeFraction, joinParts } from "./format.ts";
import { briefHeadline } from "./headline.ts";
import { briefly, requestOn } from "./next.ts";

type Outputs = readonly (readonly [name: string, value: string])[];

/** The outputs that are known before the first request. */
export function periodOutputs({ current }: Periods): Outputs {
  return Object.entries(isoRange(current));
}

/** The totals of both periods and their changes; empty where there is nothing to compare with. */
export function dataOutputs({ current, previous }: VisitorData): Outputs {
  const { human, ai, total } = current.totals;
  const before = previous?.totals;
  const aiShare = share(ai, total);
  return textsOf({
    human,
    ai,
    total,
    // The service's counts are approximate, so more than four decimals mean nothing.
    aiShare: aiShare && Math.round(aiShare * 10_000) / 10_000,
    previousHuman: before?.human,
    previousAi: before?.ai,
    previousTotal: before?.total,
    humanChange: changeFraction(before?.human, human),
    aiChange: changeFraction(before?.ai, ai),
    totalChange: changeFraction(before?.total, total),
    pages: current.pages.length,
    complete: current.complete,
  });
}

/** The digest and what to document next. */
export function findingOutputs(report: Report): Outputs {
  const next = nextData(report);
  return textsOf({
    digest: toDigest(report),
    next: next && JSON.stringify(next),
    nextCount: next?.length,
    nextPrompt: report.prompted && requestOn(report.prompted),
  });
}

function textsOf(values: Readonly<Record<string, string | number | boolean | undefined>>): Outputs {
  return Object.entries(values).map(([name, value = ""]) => [name, String(value)]);
}

/** The report as at most three lines of plain text for a chat. `address` is where the whole report is. */
export function toDigest(report: Report, address = report.runUrl): string {
  const { next, periods, siteUrl } = report;
  // Without the port: a chat could show text between two colons as an emoji.
  const name = siteUrl?.hostname ?? "Docs visitors";
  const [first] = next;
  const lines = [
    `${name}, ${writtenRange(periods.current)}: ${briefHeadline(report)}`,
    first && `Next: ${briefly(first)}`,
    address,
  ];
  return joinParts(lines, "\n");
}
