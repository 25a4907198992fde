import { maxCommentLength } from "../../src/visitors/comment.ts";
import { toDigest } from "../../src/visitors/outputs.ts";
import { composeReport, renderReport, renderWithin } from "../../src/visitors/report.ts";
import type { Site } from "./site-builder.ts";

/** Renders the report of a made-up site, as the step and the comment of an issue show it, with so many rows. */
export function renderSite({ name, periods, data }: Site, rows?: number) {
  const report = composeReport({
    periods,
    data,
    siteUrl: new URL(`https://docs.${name}.example`),
    project: name,
    ignored: () => false,
    docsUrl: "https://github.com/OWNER/docs-agent/blob/v1/docs/report.md",
    triggerPhrase: undefined,
    showsTerms: true,
    top: 10,
    runUrl: "https://github.com/octo/docs/actions/runs/1234567",
  });
  const comment = { ...report, triggerPhrase: "/docs-agent" };
  return {
    report,
    summary: renderReport(report),
    comment: rows === undefined ? renderWithin(comment, maxCommentLength - 200) : renderReport(comment, rows),
    digest: toDigest(report),
  };
}
