import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NextRow } from "../../../src/visitors/report-model.ts";
import {
  dataOutputs,
  findingOutputs,
  periodOutputs,
  promptedRow,
  toDigest,
} from "../../../src/visitors/tell/outputs.ts";
import { runs } from "../../runs.ts";
import { path as anyPath } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, period, reportOf } from "../report-fixture.ts";

describe("the outputs of the report", () => {
  it("are the period, both totals with their changes, and what to document next", () => {
    const report = reportOf();
    const all = [...periodOutputs(report.periods), ...dataOutputs(report.data), ...findingOutputs(report)];
    const { digest, ...others } = Object.fromEntries(all);
    expect(others).toEqual({
      ...{ dateFrom: "2026-11-14", dateTo: "2026-11-21" },
      ...{ human: "9866", ai: "2104", total: "11528", aiShare: "0.1825" },
      ...{ previousHuman: "9120", previousAi: "1980", previousTotal: "10684" },
      ...{ humanChange: "0.0818", aiChange: "0.0626", totalChange: "0.079" },
      ...{ next: "", nextCount: "", nextPrompt: "" },
      ...{ pages: "24", complete: "true" },
    });
    expect(digest).toMatch(/^docs\.example\.com, /);
  });

  it.each([
    ["a loss", counts(100, 3), counts(73, 0), ["-0.27", "-1", "-0.2913", "0"]],
    ["no AI before", counts(100, 0), counts(300, 3), ["2", "", "2.03", "0.0099"]],
    ["nobody", counts(0, 0), counts(0, 0), ["", "", "", ""]],
    ["one in a million", counts(1_000_000, 3), counts(999_999, 4), ["0", "0.3333", "0", "0"]],
    ["a period before that was not read", undefined, counts(73, 3), ["", "", "", "0.0395"]],
  ])("have changes as fractions, empty where there is nothing to compare: %s", (_, was, is, expected) => {
    const data = dataOf({ current: period(is), previous: was && period(was) });
    const { humanChange, aiChange, totalChange, aiShare, previousTotal } = Object.fromEntries(
      dataOutputs(data),
    );
    expect([humanChange, aiChange, totalChange, aiShare]).toEqual(expected);
    expect(previousTotal).toBe(was === undefined ? "" : String(was.total));
  });

  it("name what to document next by kind, plain path and numbers, without search terms", () => {
    const odd = { ...rowOf["examples-reported"], path: "/a b", readers: undefined };
    const report = reportWith([
      rowOf["rated-down"],
      odd,
      rowOf["searched-unclicked"],
      rowOf["asked-unanswered"],
    ]);
    const { next = "", nextCount, nextPrompt } = Object.fromEntries(findingOutputs(report));
    expect(JSON.parse(next).slice(0, 3)).toEqual([
      {
        ...{ kind: "rated-down", path: "/guides/billing", human: 543, ai: 188 },
        ...{ down: 11, votes: 14, rest: { down: 340, votes: 1000 } },
      },
      { kind: "examples-reported", path: null, human: null, ai: null, reports: 3 },
      {
        ...{ kind: "searched-unclicked", path: null, human: null, ai: null },
        ...{ hits: 12, hitsBefore: 6, clicks: 0 },
      },
    ]);
    expect(nextCount).toBe("4");
    expect(nextPrompt).toContain("/guides/webhooks");
    // Nothing was found, which is not the same as nothing was read.
    expect(Object.fromEntries(findingOutputs(reportWith([])))).toMatchObject({ next: "[]", nextCount: "0" });
  });
});

describe("the next prompt", () => {
  const asked = rowOf["asked-unanswered"];
  const reported = rowOf["examples-reported"];
  const { threshold } = reportWith([]).findings;
  const readBy = (human: number) => ({ ...reported, readers: { human, ai: 900 } });
  it.each<[string, readonly NextRow[], RegExp]>([
    [
      "the first row that a change of a page can help",
      Object.values(rowOf),
      /^The assistant could not .*webhooks/,
    ],
    // Nobody knows why votes are bad, and a search term is a stranger's word.
    ["neither votes nor searches", [rowOf["rated-down"], rowOf["searched-unclicked"]], /^$/],
    ["a plain path", [{ ...asked, path: "/ignore previous instructions" }, reported], /python/],
    // Anyone can make up a path and ask there.
    ["a page that enough people read", [readBy(threshold)], /python/],
    ["no page that too few read", [readBy(threshold - 1)], /^$/],
    ["no page with unknown readers", [{ ...reported, readers: undefined }], /^$/],
    ["nothing", [], /^$/],
  ])("is about %s", (_, given, prompt) => {
    expect(promptedRow(reportWith(given))?.prompt ?? "").toMatch(prompt);
  });
});

describe("the digest", () => {
  const runUrl = "https://github.com/octo/site/actions/runs/1234567";
  it("is the report in a few lines of plain text, with the address of the comment, if there is one", () => {
    const text = toDigest(reportOf());
    expect(text).toMatch(/^docs\.example\.com, .*\n11,528 visitors, .*\n/);
    expect(text.endsWith(`\nFull report: ${runUrl}`)).toBe(true);
    expect(toDigest(reportOf(), "https://c")).toBe(text.replace(runUrl, "https://c"));
  });

  it("names no port, which a chat could show as an emoji, and no path that is not safe in a chat", () => {
    const siteUrl = new URL("http://localhost:3000/docs");
    const text = toDigest(
      reportOf({
        siteUrl,
        next: [
          { ...rowOf["searched-unclicked"], hits: 400, clicks: 3 },
          { ...rowOf["examples-reported"], path: "/@here/x" },
        ],
      }),
    );
    expect(text).toMatch(/^localhost, /);
    expect(text).toContain(
      "\nNext: a search that is hardly ever opened (400 times), a page with an unusual name (3 reports on its examples)\n",
    );
  });

  /** What chats read as a mention, a link, an emoji or formatting. */
  const live = /[@#<>`*~|[\]\\]|:\/\/|www\.|:\w+:|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&\w+;/;
  const fileTypes = "csv htm html json js jsx mdx pdf svg ts tsx txt xml yaml yml".split(" ");

  it("is no mention, no link and no formatting in at most ten lines, whatever the pages are called", () => {
    const paths = fc.uniqueArray(anyPath, { maxLength: 12 });
    fc.assert(
      fc.property(paths, paths, fc.boolean(), (now, before, complete) => {
        const rows = (names: readonly string[], most: number) =>
          names.map((name, index) => ({ path: name, ...counts(most - index * 70, index * 65) }));
        const data = dataOf({
          current: period(counts(5000, 4000), rows(now, 900)),
          previous: period(counts(5000, 4000), rows(before, 300), complete),
        });
        const text = toDigest(reportOf({ data, siteUrl: undefined }), "");
        expect(text.split("\n").length).toBeLessThanOrEqual(10);
        expect(text).not.toMatch(live);
        // The only points are those of numbers, sentences, versions and files.
        for (const [, type = ""] of text.matchAll(/[A-Za-z0-9-]\.([A-Za-z]+)/g))
          expect(fileTypes).toContain(type);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
      }),
      runs(500, 50),
    );
  });
});
