import { describe, expect, it } from "vitest";
import type { SignalData } from "../../../src/visitors/read/data.ts";
import { renderComment, renderReport } from "../../../src/visitors/tell/report.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, emptySignals, reportOf, siteReport } from "../report-fixture.ts";

it("a report of complete data has the chart, the findings and the tables", async () => {
  await expect(renderReport(reportOf())).toMatchFileSnapshot("sample-report.md.snap");
});

it.each([
  [undefined, "## Docs visitors, 14 – 20 Nov 2026"],
  ["https://docs.example.com/guides/", "## docs.example.com: visitors, 14 – 20 Nov 2026"],
  ["https://www.example.com", "## www&#8203;.example.com: visitors, 14 – 20 Nov 2026"],
])("the heading for the site %s is %s", (site, heading) => {
  const siteUrl = site === undefined ? undefined : new URL(site);
  expect(renderReport(reportOf({ siteUrl })).split("\n")[0]).toBe(
    heading.replace("14 – 20 Nov 2026", "14\u00a0–\u2060\u00a020\u00a0Nov\u00a02026"),
  );
});

it.each([
  ["in both periods", counts(0, 0), 0],
  ["in the only period", undefined, 0],
  ["after somebody had", counts(9, 1), 1],
])("if nobody came %s, no empty section follows the headline", (_, was, tables) => {
  const text = renderReport(siteReport(was, counts(0, 0)));
  expect(text).not.toContain("###");
  expect(text.match(/All visitors/g) ?? []).toHaveLength(tables);
});

it("a report is not compared with a period that could not be read", () => {
  expect(renderReport(siteReport(undefined, counts(9, 1)))).not.toContain("compared with");
});

it("the comment is one screen: what there is to do, the key figures and a link to the rest", async () => {
  const text = renderComment(reportWith(Object.values(rowOf)), "/docs-agent");
  await expect(text).toMatchFileSnapshot("sample-comment.md.snap");
});

describe("how to read the report", () => {
  const notes = (signals: Partial<SignalData>) => {
    const data = dataOf({ signals: { ...emptySignals, ...signals } });
    const text = renderReport(reportOf({ data, docsUrl: undefined }));
    return /How to read this<\/summary>\n\n(.*)\n/.exec(text)?.[1];
  };
  const isOff = "No votes of 90 days were read; are they switched on?";
  const { feedback } = emptySignals;
  const vote = { page: "/", up: 0, down: 1 };

  it.each<[string, Partial<SignalData>, boolean]>([
    ["no votes", {}, true],
    ["a vote", { feedback: { ...feedback, votes: [vote] } }, false],
    ["feedback that was not read", { feedback: undefined }, false],
  ])("asks whether feedback is switched on, with %s", (_, signals, expected) => {
    expect(notes(signals)?.includes(isOff)).toBe(expected);
  });
});

it("a report that exceeds a limit of bytes is empty", () => {
  const report = reportOf();
  const text = renderReport(report);
  const bytes = Buffer.byteLength(text);
  expect([renderReport(report, bytes), renderReport(report, bytes - 1)]).toEqual([text, ""]);
});
