import { writtenRange } from "../../dates.ts";
import { share } from "../find/counts.ts";
import { isResting } from "../find/memory.ts";
import { type Counts, isoRange, type Periods, type Report, type VisitorData } from "../report-model.ts";
import { nextData } from "./files.ts";
import { changeFraction, joinParts } from "./format.ts";
import { plainHeadline } from "./headline.ts";
import { nextKindOf, plainTopic, requestOn } from "./kinds.ts";

type Outputs = readonly (readonly [name: string, value: string])[];

/** The outputs that are known before the first request. */
export function periodOutputs({ current }: Periods): Outputs {
  return Object.entries(isoRange(current));
}

/** The totals of both periods and their changes; empty where there is nothing to compare with. */
export function dataOutputs({ current, previous }: VisitorData): Outputs {
  const now = current.totals;
  const before = previous?.totals;
  const aiShare = share(now.ai, now.total);
  const changeOf = (group: keyof Counts): string =>
    textOf(before && changeFraction(before[group], now[group]));
  return [
    ["human", String(now.human)],
    ["ai", String(now.ai)],
    ["total", String(now.total)],
    // The service's counts are approximate, so more than four decimals mean nothing.
    ["aiShare", textOf(aiShare && Math.round(aiShare * 10_000) / 10_000)],
    ["previousHuman", textOf(before?.human)],
    ["previousAi", textOf(before?.ai)],
    ["previousTotal", textOf(before?.total)],
    ["humanChange", changeOf("human")],
    ["aiChange", changeOf("ai")],
    ["totalChange", changeOf("total")],
    ["pages", String(current.rows.length)],
    ["complete", String(current.complete)],
  ];
}

/** The digest and what to document next. */
export function findingOutputs(report: Report): Outputs {
  const next = nextData(report);
  return [
    ["digest", toDigest(report)],
    ["next", next === undefined ? "" : JSON.stringify(next)],
    ["nextCount", textOf(next?.length)],
    ["nextPrompt", promptedRow(report)?.prompt ?? ""],
  ];
}

/** The first row that a change of a page can help. It proves nothing yet: any reader can report code or ask. */
export function promptedRow(report: Report) {
  for (const row of report.next) {
    // Nobody reads the prompt before the agent. So it has no search term, and only pages that people read: anyone can
    // make up a page and ask there.
    if (row.kind === "searched-unclicked" || (row.readers?.human ?? 0) < report.findings.threshold) continue;
    if (isResting(report, row.page)) continue;
    const prompt = requestOn(row);
    if (prompt !== undefined) return { page: row.page, prompt };
  }
  return undefined;
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}

/** The report as at most ten lines of plain text for a chat. `address` is where the whole report is. */
export function toDigest(report: Report, address = report.runUrl): string {
  const { notices, next, periods, siteUrl } = report;
  const rows = next.map((row) => `${plainTopic(row)} (${nextKindOf(row.kind).brief(row)})`);
  const lines = [
    // Without the port: a chat could show text between two colons as an emoji.
    `${siteUrl?.hostname ?? "Docs visitors"}, ${writtenRange(periods.current)}`,
    notices.join(" ").replaceAll("`", ""),
    plainHeadline(report),
    rows.length > 0 && `Next: ${rows.join(", ")}`,
    `Full report: ${address}`,
  ];
  return joinParts(lines, "\n");
}
