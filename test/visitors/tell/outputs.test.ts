import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NextRow } from "../../../src/visitors/find/next.ts";
import { outputsOf, toDigest } from "../../../src/visitors/tell/files.ts";
import { runs } from "../../runs.ts";
import { path as anyPath } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, page, period, periodOf, periodsOf, reportOf } from "../report-fixture.ts";
import { conversations, reports, signalsOf, thumbs } from "../said.ts";

describe("the outputs of the report", () => {
  it("are the period, both totals with their changes, and what to document next", () => {
    const { digest, ...others } = outputsOf(reportOf());
    expect(others).toEqual({
      ...{ dateFrom: "2026-11-14", dateTo: "2026-11-21" },
      ...{ human: "9866", ai: "2104", total: "11528", aiShare: "0.1825" },
      ...{ previousHuman: "9120", previousAi: "1980", previousTotal: "10684" },
      ...{ humanChange: "0.0818", aiChange: "0.0626", totalChange: "0.079" },
      ...{ next: "", nextCount: "", nextPrompt: "" },
      ...{ pages: "16", complete: "true" },
    });
    expect(digest).toMatch(/^docs\.example\.com, /);
  });

  it.each([
    ["a loss", counts(100, 3), counts(73, 0), ["-0.27", "-1", "-0.2913", "0"]],
    ["no AI before", counts(100, 0), counts(300, 3), ["2", "", "2.03", "0.0099"]],
    ["nobody", counts(0, 0), counts(0, 0), ["", "", "", ""]],
    ["one in a million", counts(1_000_000, 3), counts(999_999, 4), ["0", "0.3333", "0", "0"]],
    ["a period before that was not read", undefined, counts(73, 3), ["", "", "", "0.0395"]],
  ])(
    "have changes as fractions, empty where there is nothing to compare: %s",
    (_, was, is, expected) => {
      const data = dataOf({ current: period(is), previous: was && period(was) });
      const { humanChange, aiChange, totalChange, aiShare, previousTotal } = outputsOf(
        reportOf({ data }),
      );
      expect([humanChange, aiChange, totalChange, aiShare]).toEqual(expected);
      expect(previousTotal).toBe(was === undefined ? "" : String(was.total));
    },
  );

  it("have the changes that the report shows: of a month by day, and none of doubtful counts", () => {
    const changesOf = (parts: Parameters<typeof reportOf>[0]) => {
      const { humanChange, aiChange, totalChange } = outputsOf(reportOf(parts));
      return [humanChange, aiChange, totalChange];
    };
    const [was, is] = [counts(3000, 300), counts(3100, 620)];
    const periods = periodsOf({ period: "last-month" });
    const data = dataOf({ current: period(is), previous: period(was) });
    expect(changesOf({ data, periods })).toEqual(["0", "1", "0.0909"]);
    // Only the counts that it distorts are doubtful.
    const current = { ...period(is), noPages: [page("/wp-login.php", 10, 900)] };
    expect(changesOf({ data: { ...data, current } })).toEqual(["0.0333", "", ""]);
    expect(changesOf({ data: { ...data, current: period(counts(1, 9, 4)) } })).toEqual([
      "",
      "",
      "",
    ]);
  });

  it("name what to document next by kind, plain path and numbers, without search terms", () => {
    const odd = { ...rowOf["examples-reported"], path: "/a b", readers: undefined };
    const report = reportWith([
      rowOf["rated-down"],
      odd,
      rowOf["searched-unclicked"],
      rowOf["asked-unanswered"],
    ]);
    const { next = "", nextCount, nextPrompt } = outputsOf(report);
    expect(JSON.parse(next).slice(0, 3)).toEqual([
      {
        ...{ kind: "rated-down", path: "/guides/billing", human: 543, ai: 188 },
        ...{ down: 11, votes: 14 },
      },
      { kind: "examples-reported", path: null, human: null, ai: null, reports: 3 },
      {
        ...{ kind: "searched-unclicked", path: null, human: null, ai: null },
        ...{ hits: 12, hitsBefore: 6, clicks: 0 },
      },
    ]);
    expect([nextCount, nextPrompt]).toEqual(["4", ""]);
    // Nothing was found, which is not the same as nothing was read.
    expect(outputsOf(reportWith([]))).toMatchObject({
      next: "[]",
      nextCount: "0",
    });
  });
});

describe("the next prompt", () => {
  const asked = [...conversations("/a", 9, 31), ...conversations("/b", 1, 90)];
  /** The prompt of a report on a site where a hundred people read each page but `/c`, and twenty that. */
  const promptOf = (said: Parameters<typeof signalsOf>[0], people = 20) => {
    const pages = ["/a", "/b", "/a b", "/é"].map((path) => page(path, 100));
    const current = period(counts(900, 0), [...pages, page("/c", people, 900)]);
    const report = reportOf({ data: dataOf({ current, signals: signalsOf(said) }) });
    return outputsOf(report)["nextPrompt"];
  };

  it.each<[string, Parameters<typeof signalsOf>[0], RegExp, number?]>([
    [
      "the first row",
      { questions: asked, exampleReports: reports("/c", 0, 1) },
      /^The assistant could not .* \/a\./,
    ],
    // Nobody knows why votes are bad.
    ["no votes", { votes: [thumbs("/a", 9, 9)] }, /^$/],
    [
      "a plain path",
      { exampleReports: [...reports("/é", 0, 1), ...reports("/c", 0, 1)] },
      / \/c against/,
    ],
    // Anyone can make up a page and ask there.
    ["no page that too few read", { exampleReports: reports("/c", 0, 1) }, /^$/, 19],
    ["nothing", {}, /^$/],
  ])("is about %s", (_, said, prompt, people) => {
    expect(promptOf(said, people)).toMatch(prompt);
  });
});

describe("the digest", () => {
  const runUrl = "https://github.com/octo/site/actions/runs/1234567";
  const next: readonly NextRow[] = [rowOf["examples-reported"], rowOf["rated-down"]];

  it("is the headline, the first row, else what moved most, and the address of the comment, if there is one", () => {
    const report = reportWith(next);
    const lines = [
      "docs.example.com, 14 – 20 Nov 2026: 11,528 visitors, +8%. People 9,866 (+8%), AI 2,104 (+6%). 2 pages want work.",
      "Next: /sdks/python (3 open reports on its examples)",
    ];
    expect(toDigest(report)).toBe([...lines, runUrl].join("\n"));
    expect(toDigest(report, "https://c")).toBe([...lines, "https://c"].join("\n"));
    expect(toDigest(reportWith([]))).toBe(
      `docs.example.com, 14 – 20 Nov 2026: 11,528 visitors, +8%. People 9,866 (+8%), AI 2,104 (+6%).\nMoved most: /integrations/mcp-server 376\u00a0→\u00a01,168\n${runUrl}`,
    );
  });

  it("names no port, which a chat could show as an emoji", () => {
    expect(toDigest(reportOf({ siteUrl: new URL("http://localhost:3000/docs") }))).toMatch(
      /^localhost, /,
    );
    expect(toDigest(reportOf({ siteUrl: undefined }))).toMatch(/^Docs visitors, /);
  });

  /** What chats read as a mention, a link, an emoji or formatting. */
  const live = /[@#<>`*~|[\]\\]|:\/\/|www\.|:\w+:|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&\w+;/;

  it("is no mention, no link and no formatting in at most three lines, whatever the pages are called", () => {
    const paths = fc.uniqueArray(anyPath, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(paths, fc.boolean(), fc.boolean(), (names, complete, areReported) => {
        const rows = names.map((name, index) => ({
          path: name,
          ...counts(900 - index * 70, index * 65),
        }));
        const current = { ...periodOf(counts(5000, 4000), rows), complete };
        const reported = areReported ? current.pages : [];
        const exampleReports = reported.flatMap(({ page }) => reports(page, 0, 1));
        const data = dataOf({
          current,
          previous: period(counts(5000, 4000)),
          signals: signalsOf({ exampleReports }),
        });
        const text = toDigest(reportOf({ data, siteUrl: undefined }), "");
        expect(text.split("\n").length).toBeLessThanOrEqual(3);
        expect(text).not.toMatch(live);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
      }),
      runs(500, 50),
    );
  });
});
