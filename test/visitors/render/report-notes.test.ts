import { describe, expect, it } from "vitest";
import { renderReport } from "../../../src/visitors/report.ts";
import type { Report } from "../../../src/visitors/report-model.ts";
import type { SignalData } from "../../../src/visitors/signals.ts";
import { render, textOf } from "../../text/rendered.ts";
import { emptySignals } from "../next-fixture.ts";
import { counts, dataOf, period, reportOf, siteReport } from "../report-fixture.ts";

/** What people see, without Markdown. */
const seen = (report: Report) => textOf(render(renderReport(report))).replaceAll("\u00a0", " ");

describe("how to read the report", () => {
  const notes = (report: Report) => seen(report).split("How to read this")[1]?.split("2026-11-14")[0]?.trim();
  const none = emptySignals.feedback;
  const vote = { page: "/", up: 0, down: 1 };
  const report = { page: "/", reportedAt: 1 };
  const once = "A visitor counts once in each line, however many pages they read";
  const moved = "▲ and ▼ mark only changes that go beyond chance and beyond the change of the whole site.";

  it.each<[string, Report, string]>([
    [
      "a comparison",
      reportOf(),
      `${once}; a visitor who is both (442 this time) counts among people and among AI, and once among all. ${moved} All definitions and thresholds`,
    ],
    [
      "a part as large as the total",
      reportOf({ docsUrl: undefined, data: dataOf({ current: period(counts(100, 20, 100)) }) }),
      `${once}; a visitor who is both (20 this time) counts among people and among AI, and once among all.`,
    ],
    [
      "no votes",
      reportOf({ docsUrl: undefined, data: dataOf({ signals: emptySignals }) }),
      `${once}. There is no feedback in 90 days; is it switched on?`,
    ],
    [
      "a page without a vote",
      reportOf({
        docsUrl: undefined,
        data: dataOf({
          signals: { ...emptySignals, feedback: { ...none, votes: [{ ...vote, down: 0 }] } },
        }),
      }),
      `${once}. There is no feedback in 90 days; is it switched on?`,
    ],
    [
      "as many votes up as down",
      reportOf({
        docsUrl: undefined,
        data: dataOf({
          signals: { ...emptySignals, feedback: { ...none, votes: [{ ...vote, up: 1 }] } },
        }),
      }),
      `${once}.`,
    ],
    [
      "a vote",
      reportOf({
        docsUrl: undefined,
        data: dataOf({ signals: { ...emptySignals, feedback: { ...none, votes: [vote] } } }),
      }),
      `${once}.`,
    ],
    ...(
      [
        ["no votes, but a report on an example", { feedback: { ...none, exampleReports: [report] } }],
        ["no votes, but examples that were not read", { feedback: { ...none, exampleReports: undefined } }],
        ["feedback that was not read", { feedback: undefined }],
        ["votes that made no sense", { missing: [{ signal: "feedback", why: "malformed", count: 9 }] }],
      ] satisfies [string, Partial<SignalData>][]
    ).map(([name, signals]): [string, Report, string] => [
      name,
      reportOf({ docsUrl: undefined, data: dataOf({ signals: { ...emptySignals, ...signals } }) }),
      `${once}.`,
    ]),
    [
      "no votes, and questions that made no sense",
      reportOf({
        docsUrl: undefined,
        data: dataOf({
          signals: { ...emptySignals, missing: [{ signal: "questions", why: "malformed", count: 9 }] },
        }),
      }),
      `${once}. There is no feedback in 90 days; is it switched on?`,
    ],
    ["no comparison", siteReport(undefined, counts(9, 1)), `${once}. All definitions and thresholds`],
    ["no known source", reportOf({ docsUrl: undefined, data: dataOf() }), `${once}.`],
    [
      "a total that is larger than its parts",
      reportOf({ docsUrl: undefined, data: dataOf({ current: period(counts(1, 1, 9)) }) }),
      `${once}.`,
    ],
    [
      "a total that is smaller than a part",
      reportOf({ docsUrl: undefined, data: dataOf({ current: period(counts(100, 460, 400)) }) }),
      `${once}.`,
    ],
  ])("with %s", (_, report, text) => {
    expect(notes(report)).toBe(text);
  });
});

it("the last line has the ranges, the project, the requests, the files and the run", () => {
  const files = ["out/visitors.csv", "a`b.json", "|.md"];
  const parts = [
    "2026-11-14 to 2026-11-21 (end not included, UTC)",
    "compared with 2026-11-07 to 2026-11-14",
    "approximate counts",
    "project `docs-project`",
    "8 requests to the service",
    "also in `out/visitors.csv`, ``a`b.json`` and `%7C.md`",
    "[workflow run](<https://github.com/octo/site/actions/runs/1234567>)",
  ];
  const text = renderReport(reportOf({ files }));
  expect(text.endsWith(`\n<sub>${parts.join(" · ")}</sub>\n`)).toBe(true);
});
