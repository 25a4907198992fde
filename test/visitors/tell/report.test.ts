import { describe, expect, it } from "vitest";
import type { SignalData } from "../../../src/visitors/read/data.ts";
import { renderComment, renderReport, renderWithin } from "../../../src/visitors/tell/report.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import {
  counts,
  dataOf,
  emptySignals,
  page,
  period,
  periodsOf,
  reportOf,
  siteReport,
} from "../report-fixture.ts";

it("a report of complete data has the chart, the findings and the tables", async () => {
  await expect(renderReport(reportOf())).toMatchFileSnapshot("sample-report.md.snap");
});

it.each([
  [undefined, "## Docs visitors, 14 – 20 Nov 2026"],
  ["https://docs.example.com/guides/", "## docs.example.com: visitors, 14 – 20 Nov 2026"],
  ["https://www.example.com", "## www&#8203;.example.com: visitors, 14 – 20 Nov 2026"],
])("the heading for the site %s is %s", (site, heading) => {
  const siteUrl = site === undefined ? undefined : new URL(site);
  expect(renderReport(reportOf({ siteUrl })).split("\n")[0]).toBe(heading);
});

it.each([
  ["in both periods", counts(0, 0), 0],
  ["in the only period", undefined, 0],
  ["after somebody had", counts(9, 1), 1],
])("if nobody came %s, no empty section follows the headline", (_, was, tables) => {
  const text = renderReport(siteReport(was, counts(0, 0)));
  expect(text).not.toContain("###");
  expect(text.match(/\*\*All visitors\*\*/g) ?? []).toHaveLength(tables);
});

it("a report is not compared with a period that could not be read", () => {
  const data = dataOf({ current: period(counts(9, 1)) });
  expect(renderReport(reportOf({ data, periods: periodsOf() }))).not.toContain("compared with");
});

describe("the comment", () => {
  it("is one screen: what there is to do, the key figures and a link to the rest", async () => {
    const text = renderComment(reportWith(Object.values(rowOf)), "/docs-agent");
    await expect(text).toMatchFileSnapshot("sample-comment.md.snap");
    expect(text.length).toBeLessThan(6000);
  });
});

describe("how to read the report", () => {
  const notes = (signals: Partial<SignalData>) => {
    const data = dataOf({
      current: period(counts(9, 1)),
      signals: { ...emptySignals, ...signals },
    });
    return /How to read this<\/summary>\n\n(.*)\n/.exec(
      renderReport(reportOf({ data, docsUrl: undefined })),
    )?.[1];
  };
  const isOff = "There is no feedback in 90 days; is it switched on?";
  const { feedback } = emptySignals;
  const vote = { page: "/", up: 0, down: 1 };
  const report = { id: "r", page: "/", at: 1 };

  it.each<[string, Partial<SignalData>, boolean]>([
    ["no votes", {}, true],
    ["a vote", { feedback: { ...feedback, votes: [vote] } }, false],
    ["a report on an example", { feedback: { ...feedback, exampleReports: [report] } }, false],
    ["feedback that was not read", { feedback: undefined }, false],
    ["feedback of another site", { elsewhere: ["app.example.com"] }, false],
    ["votes that made no sense", { missing: [{ what: "feedback", why: "malformed" }] }, false],
  ])("asks whether feedback is switched on, with %s", (_, signals, expected) => {
    expect(notes(signals)?.includes(isOff)).toBe(expected);
  });
});

describe("a report within a limit of bytes", () => {
  const pages = Array.from({ length: 200 }, (_, index) => page(`/${index}x`, 900 - index));
  const data = dataOf({
    current: period(counts(9000, 0), pages),
    previous: period(counts(9000, 0)),
  });
  const whole = reportOf({ data });
  const tables = /^### (?:All that moved|Top pages)/m;

  it("is whole where it fits, without the tables of pages where these do not, and empty elsewhere", () => {
    const text = renderReport(whole);
    const bytes = Buffer.byteLength(text);
    expect(renderWithin(whole, bytes)).toBe(text);
    const short = renderWithin(whole, bytes - 1);
    expect([text, short].map((one) => tables.test(one))).toEqual([true, false]);
    expect(short).toContain("**9,000 visitors, ±0%.**");
    expect(Buffer.byteLength(short)).toBeLessThan(2000);
    expect(renderWithin(whole, Buffer.byteLength(short) - 1)).toBe("");
  });
});
