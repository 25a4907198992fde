import { pathFilter } from "../github/path-patterns.ts";
import { findFindings } from "./findings.ts";
import { findNextRows } from "./next.ts";
import { contradictionNotice, noticesOf } from "./notices.ts";
import type { Report } from "./report-model.ts";
import { notableFindings } from "./worth-a-look.ts";

/** A report before anything is found in its data. */
export type ReportParts = Omit<Report, "findings" | "notices" | "worthALook" | "next">;

/** Finds what the report says. If its counts contradict each other, it gives no advice. */
export function composeReport(parts: ReportParts): Report {
  const { periods, data, siteUrl, ignored } = parts;
  const findings = findFindings(data, ignored);
  const isDoubtful = contradictionNotice(parts) !== undefined;
  const { threshold } = findings;
  return {
    ...parts,
    findings,
    notices: noticesOf({ periods, data, findings }),
    worthALook: isDoubtful ? [] : notableFindings({ periods, data, findings }),
    next: isDoubtful ? [] : findNextRows(data.signals, data.current, { threshold, siteUrl, ignored }),
  };
}

/**
 * Whether a path matches the patterns of `ignore-paths`. The paths of pages begin with `/`, so a pattern that begins
 * with neither `/` nor `*` is read as if `/` stood before it, behind the `!` of an exclusion.
 */
export function ignoredPaths(patterns: readonly string[]): (path: string) => boolean {
  return pathFilter(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
}
