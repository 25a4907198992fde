import type { OutputName } from "../runner/files.ts";
import { nextPrompt } from "./advice.ts";
import { share } from "./counts.ts";
import { toDigest } from "./digest.ts";
import { nextData } from "./files.ts";
import { changeFraction } from "./format.ts";
import {
  type Counts,
  isoRange,
  type PageKind,
  type Periods,
  type Report,
  type VisitorData,
} from "./report-model.ts";

/** Names and values of outputs, in the order in which they are set. */
type Outputs = readonly (readonly [name: OutputName, value: string])[];

/** The outputs that are known before the first request. */
export function periodOutputs({ current }: Periods): Outputs {
  const { dateFrom, dateTo } = isoRange(current);
  return [
    ["dateFrom", dateFrom],
    ["dateTo", dateTo],
  ];
}

/** The totals of both periods and their changes; empty where there is nothing to compare with. */
export function dataOutputs({ current, previous }: VisitorData): Outputs {
  const now = current.totals;
  const before = previous?.totals;
  const aiShare = share(now.ai, now.total);
  const changeOf = (select: (counts: Counts) => number): string =>
    textOf(before && changeFraction(select(before), select(now)));
  return [
    ["human", String(now.human)],
    ["ai", String(now.ai)],
    ["total", String(now.total)],
    // The service's counts are approximate, so more than four decimals mean nothing.
    ["aiShare", textOf(aiShare && Math.round(aiShare * 10_000) / 10_000)],
    ["previousHuman", textOf(before?.human)],
    ["previousAi", textOf(before?.ai)],
    ["previousTotal", textOf(before?.total)],
    ["humanChange", changeOf(({ human }) => human)],
    ["aiChange", changeOf(({ ai }) => ai)],
    ["totalChange", changeOf(({ total }) => total)],
    ["pages", String(current.rows.length)],
    ["complete", String(current.complete)],
  ];
}

/**
 * How many pages are up, down, new and gone, the digest and what to document next. A number is empty if the pages it
 * needs were not all read.
 */
export function findingOutputs(report: Report): Outputs {
  const { data, findings } = report;
  const isCompared = data.previous !== undefined;
  const isComplete = data.current.complete && data.previous?.complete === true;
  const count = (wanted: PageKind, isKnown: boolean): string =>
    isKnown ? String(findings.pages.filter(({ kind }) => kind === wanted).length) : "";
  const next = nextData(report);
  return [
    ["up", count("up", isCompared)],
    ["down", count("down", isCompared)],
    ["appeared", count("new", isComplete)],
    ["gone", count("gone", isComplete)],
    ["digest", toDigest(report)],
    ["next", next === undefined ? "" : JSON.stringify(next)],
    ["nextCount", textOf(next?.length)],
    ["nextPrompt", nextPrompt(report)],
  ];
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
