import { toDigest } from "../../src/visitors/tell/files.ts";
import { renderComment, renderReport } from "../../src/visitors/tell/report.ts";
import { reportOf } from "./report-fixture.ts";
import type { Site } from "./site-builder.ts";

/** Renders the report of a made-up site, as the summary, the comment and the digest show it. */
export function renderSite({ name, periods, data, memory }: Site) {
  const report = reportOf({
    ...{ periods, data, memory },
    quotes: 3,
    siteUrl: new URL(`https://docs.${name}.example`),
    project: name,
    top: 10,
    runUrl: "https://github.com/octo/docs/actions/runs/1234567",
  });
  return {
    report,
    summary: renderReport(report),
    comment: renderComment(report, "/docs-agent"),
    digest: toDigest(report),
  };
}
