import { toDigest } from "../../src/visitors/tell/outputs.ts";
import { composeReport, renderComment, renderReport } from "../../src/visitors/tell/report.ts";
import type { Site } from "./site-builder.ts";

/** Renders the report of a made-up site, as the summary, the comment and the digest show it. */
export function renderSite({ name, periods, data, memory }: Site) {
  const report = composeReport({
    periods,
    data,
    siteUrl: new URL(`https://docs.${name.replace(/-\d+$/, "")}.example`),
    project: name,
    ignored: () => false,
    docsUrl: "https://github.com/OWNER/docs-agent/blob/v1/docs/report.md",
    service: "Mintlify",
    top: 10,
    runUrl: "https://github.com/octo/docs/actions/runs/1234567",
    memory,
  });
  return {
    report,
    summary: renderReport(report),
    comment: renderComment({ ...report, triggerPhrase: "/docs-agent" }),
    digest: toDigest(report),
  };
}
