import { maxCommentLength } from "../../src/visitors/comment.ts";
import { toDigest } from "../../src/visitors/outputs.ts";
import { composeReport, renderReport, renderWithin } from "../../src/visitors/report.ts";
import type { Report } from "../../src/visitors/report-model.ts";
import type { Site } from "./site-builder.ts";

/** The report of a site, as the step and the comment of an issue show it. */
export type RenderedSite = { summary: string; comment: string; digest: string };

/** Renders the report of a made-up site. */
export function renderSite(given: Site): RenderedSite {
  const report = reportOfSite(given);
  const comment = { ...report, triggerPhrase: "/docs-agent" };
  return {
    summary: renderReport(report),
    comment: renderWithin(comment, maxCommentLength - 200),
    digest: toDigest(report),
  };
}

/** The paths of all pages of a site. */
export function pathsOf({ data }: Site): string[] {
  const rows = [...data.current.rows, ...(data.previous?.rows ?? [])];
  return Array.from(new Set(rows.map(({ path }) => path)));
}

function reportOfSite({ host, periods, data }: Site): Report {
  return composeReport({
    periods,
    data,
    siteUrl: new URL(`https://${host}`),
    project: host.split(".")[1] ?? host,
    ignored: () => false,
    docsUrl: "https://github.com/OWNER/docs-agent/blob/v1/docs/report.md",
    triggerPhrase: undefined,
    showsTerms: true,
    top: 10,
    files: [],
    runUrl: "https://github.com/octo/docs/actions/runs/1234567",
  });
}
