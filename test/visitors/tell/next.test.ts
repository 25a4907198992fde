import { describe, expect, it } from "vitest";
import { findCommand } from "../../../src/agent/parse.ts";
import { namesOf } from "../../../src/names.ts";
import type { NextRow } from "../../../src/visitors/find/next.ts";
import type { Report } from "../../../src/visitors/find/report.ts";
import type { SignalData } from "../../../src/visitors/read/data.ts";
import { briefly, nextSection, requestOn } from "../../../src/visitors/tell/next.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, emptySignals, noSignals } from "../report-fixture.ts";

const rows: readonly NextRow[] = Object.values(rowOf);
const asked = rowOf["asked-unanswered"];
const reported = rowOf["examples-reported"];
const searched = rowOf["searched-unclicked"];
const phrase = "/docs-agent";

const sectionOf = (next: readonly NextRow[], parts: Partial<Report> = {}, triggerPhrase?: string) =>
  nextSection(reportWith(next, { siteUrl: undefined, ...parts }), triggerPhrase);

it("each row is told with its evidence, where that can be read, and a command; in a chat in a few words", async () => {
  const told = `${sectionOf(rows, {}, phrase)}\n\n## In a chat\n\n${rows.map(briefly).join("\n")}\n`;
  await expect(told).toMatchFileSnapshot("next.told.md");
  // The summary has the same without commands.
  expect(sectionOf(rows)).toBe(
    sectionOf(rows, {}, phrase)
      .replace(/\n\n {2}Paste a command .*/, "")
      .replaceAll(/\n\n {2}```\n[^`]*```/g, ""),
  );
  expect(sectionOf([])).toBe("");
});

describe("a row", () => {
  it.each<[string, NextRow, RegExp]>([
    ["one report", { ...reported, evidence: { reports: 1 } }, /\*\*1 open report\*\* on its/],
    [
      "one reader",
      { ...reported, readers: counts(1, 1) },
      /\. 1 person read the page this week\.$/,
    ],
    [
      "unknown readers",
      { ...reported, readers: undefined },
      /code examples\. Read them in the [^.]*\.mintlify\.com\/analytics>\)\.$/,
    ],
    [
      "some clicks",
      { ...searched, evidence: { ...searched.evidence, clicks: 2 } },
      /opened 2 results\./,
    ],
  ])("names %s", (_, row, text) => {
    expect(sectionOf([row])).toMatch(text);
  });

  it("says where its evidence is at another service, too", () => {
    const { analytics: dashboard } = namesOf(new URL("https://docs.acme.test"));
    expect(sectionOf([reported], { dashboard })).toContain(
      " Read them in the dashboard of `docs.acme.test`. ",
    );
  });

  it("quotes questions as text that does nothing, on one line each", () => {
    const quotes = ["is *it* @octo's #1 <b>", "why | `x`", `${"long ".repeat(40)}end`];
    expect(sectionOf([{ ...asked, quotes }])).toMatch(
      /\n {2}> "is &#42;it&#42; @&#8203;octo's &#35;&#8203;1 &lt;b&gt;" · "why &#124; &#96;x&#96;" · "(?:long ){19}long…"$/,
    );
  });

  const { feedback, questions } = emptySignals;
  it.each<[Partial<SignalData>, string]>([
    [{ feedback, questions }, "90 days of feedback and 28 days of questions"],
    [{ questions: { ...questions, areAll: false } }, "the newest 0 questions"],
    [{ searches: { recent: [], before: [], unlisted: 0 } }, "56 days of searches"],
  ])("stands below what was read: %j", (signals, text) => {
    const data = dataOf({ signals: { ...noSignals, ...signals } });
    expect(sectionOf(rows, { data })).toContain(`\n\nBased on ${text}.\n\n- `);
  });
});

describe("a command", () => {
  it.each(["/docs-agent", "hey docs, please"])(
    "has short lines that are read as the whole request: %s",
    (phrase) => {
      const path = `/${"long/".repeat(12)}path`;
      for (const row of [asked, { ...asked, path }]) {
        const [, fence = ""] = /```\n([^`]*)```/.exec(sectionOf([row], {}, phrase)) ?? [];
        const lines = fence.split("\n").map((line) => line.trim());
        const isLong = (line: string) => line.length > 36;
        expect(lines.filter(isLong).every((line) => line.startsWith(path))).toBe(true);
        const command = findCommand(lines.join("\n").trim(), phrase)?.command;
        expect(JSON.stringify(command).replaceAll("\\n", " ")).toContain(
          `"prompt":"${requestOn(row)}"`,
        );
      }
    },
  );

  it("is there for plain paths alone, and not for a term or bad votes", () => {
    for (const row of [asked, reported]) expect(requestOn({ ...row, path: "/a b" })).toBe("");
    for (const row of [searched, rowOf["rated-down"]]) expect(requestOn(row)).toBe("");
  });
});

describe("a page that an earlier report named", () => {
  const said = (unanswered = 0, asked = 0, reports = 0) => ({ unanswered, asked, reports });

  it.each([
    ["", said(), said()],
    [" Unanswered questions: 7 of 19 before, 1 of 9 since.", said(7, 19), said(1, 9)],
    [" Open reports: 3 before, 3 since.", said(0, 0, 3), said(0, 0, 3)],
  ])("is told with what was said before and since:%s", (words, before, since) => {
    const named = [{ path: "/a", page: "/a", at: Date.UTC(2026, 10, 3, 6), before, since }];
    const line = `\n\nSuggested on 3 Nov: \`/a\`.${words}`;
    expect(sectionOf([], { named })).toBe(`### What to document next${line}`);
    expect(sectionOf([reported], { named }).endsWith(line)).toBe(true);
  });
});
