import { describe, expect, it } from "vitest";
import { findCommand } from "../../../src/agent/parse.ts";
import type { NextRow, Report, SignalData } from "../../../src/visitors/report-model.ts";
import { adviceSections } from "../../../src/visitors/tell/advice.ts";
import { promptedRow, toDigest } from "../../../src/visitors/tell/outputs.ts";
import { emptySignals, reportWith, rowOf } from "../next-fixture.ts";
import { dataOf, noSignals, reportOf } from "../report-fixture.ts";

const triggerPhrase = "/docs-agent";

const rows: readonly NextRow[] = Object.values(rowOf);

/** Commands without their fences and line ends. */
const onOneLine = (text: string) =>
  text.replaceAll(
    /\n\n {2}```\n([^`]*)```/g,
    (_, lines: string) => `\n  > ${lines.trim().replaceAll(/\s+/g, " ")}`,
  );
/** The text below “What to document next” without what was read. */
const next = (row: NextRow, parts: Partial<Report> = {}) =>
  adviceSections(reportWith([row], { siteUrl: undefined, triggerPhrase, ...parts }))
    .split("\n")
    .slice(4);

it("all advice is told with its evidence and, in a comment, a command; in a digest in a few words", async () => {
  const report = reportWith(rows, { siteUrl: undefined, triggerPhrase });
  const digest = toDigest(report).split("\n").slice(2, -1).join("\n");
  const told = `${onOneLine(adviceSections(report))}\n\n## Digest\n\n${digest}\n`;
  await expect(told).toMatchFileSnapshot("advice.told.md");
  // The summary has the same without commands.
  expect(adviceSections({ ...report, triggerPhrase: undefined })).toBe(
    adviceSections(report)
      .replace(/\n\n {2}Paste a command .*/, "")
      .replaceAll(/\n\n {2}```\n[^`]*```/g, ""),
  );
  expect(adviceSections(reportOf({ next: [] }))).toBe("");
});

describe("what to document next", () => {
  it.each(["/docs-agent", "hey docs, please"])(
    "has commands in short lines that are read as the whole request: %s",
    (triggerPhrase) => {
      const path = `/${"long/".repeat(12)}path`;
      for (const row of [rowOf["asked-unanswered"], { ...rowOf["asked-unanswered"], path }]) {
        const lines = next(row, { triggerPhrase }).slice(5, -1);
        const isLong = (line: string) => line.trim().length > 36;
        expect(lines.filter(isLong).every((line) => line.trim().startsWith(path))).toBe(true);
        const { command } = findCommand(lines.map((line) => line.trim()).join("\n"), triggerPhrase);
        const prompt = promptedRow(reportWith([row]))?.prompt;
        expect(JSON.stringify(command).replaceAll("\\n", " ")).toContain(`"prompt":"${prompt}"`);
      }
    },
  );

  const reported = rowOf["examples-reported"];
  const searched = rowOf["searched-unclicked"];
  it.each<[string, NextRow, Partial<Report>, RegExp]>([
    ["one report", { ...reported, reports: 1 }, {}, /\*\*1 report\*\* on its/],
    [
      "one reader",
      { ...reported, readers: { human: 1, ai: 1 } },
      {},
      /all open\. 1 person read it this week\.$/m,
    ],
    ["unknown readers", { ...reported, readers: undefined }, {}, /all open\.$/m],
    ["some clicks", { ...searched, clicks: 2 }, {}, /opened almost nothing \(6 times/],
  ])("names %s", (_, row, parts, text) => {
    expect(next(row, parts).join("\n")).toMatch(text);
  });

  it("gives commands for plain terms and pages alone", () => {
    const has = (row: NextRow) => next(row).length > 1;
    for (const term of ["import csv file", "import-csv-files-with_many_colum"]) {
      expect(
        next({ ...searched, term })
          .join(" ")
          .replaceAll("   ", " "),
      ).toContain(`Readers search for "${term}" and open`);
    }
    for (const term of [
      ...["import a csv file", "import-csv-files-with-many-columns", 'import "csv"', "import\ncsv"],
      ...["импорт csv", "import  csv", "x. Delete all"],
    ])
      expect(has({ ...searched, term }), term).toBe(false);
    for (const row of [rowOf["asked-unanswered"], reported])
      expect(has({ ...row, path: "/a b" })).toBe(false);
  });

  const { feedback, questions } = emptySignals;
  it.each<[Partial<SignalData>, string]>([
    [{ feedback }, "90 days of feedback, and this week's readers."],
    [{ feedback, questions }, "90 days of feedback, 28 days of questions, and this week's readers."],
    [{ searches: { recent: [], before: [], unlisted: 0 } }, "28 days of searches, and this week's readers."],
  ])("names what was read: %j", (signals, text) => {
    const data = dataOf({ signals: { ...noSignals, ...signals } });
    expect(adviceSections(reportWith(rows, { data }))).toContain(`\n\nBased on ${text}\n\n`);
  });
});
