import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outputsOf, toDigest } from "../../../src/visitors/tell/files.ts";
import { runs } from "../../runs.ts";
import { path as anyPath } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import {
  counts,
  dataOf,
  page,
  period,
  periodOf,
  periodsOf,
  reportOf,
  reportOn,
  siteReport,
} from "../report-fixture.ts";
import { reports, type Said, signalsOf, thumbs } from "../said.ts";

const changesOf = ({ humanChange, aiChange, totalChange }: Record<string, string>) => [
  humanChange,
  aiChange,
  totalChange,
];

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
      const outputs = outputsOf(siteReport(was, is));
      expect([...changesOf(outputs), outputs["aiShare"]]).toEqual(expected);
      expect(outputs["previousTotal"]).toBe(was === undefined ? "" : String(was.total));
    },
  );

  it("have the changes that the report shows: of a month by day, and none of doubtful counts", () => {
    const [was, is] = [period(counts(3000, 300)), period(counts(3100, 620))];
    const changed = (...given: Parameters<typeof reportOn>) =>
      changesOf(outputsOf(reportOn(...given)));
    const periods = periodsOf({ period: "last-month" });
    expect(changed(is, was, { periods })).toEqual(["0", "1", "0.0909"]);
    // Only the counts that it distorts are doubtful.
    const noPages = [page("/wp-login.php", 10, 900)];
    expect(changed({ ...is, noPages }, was)).toEqual(["0.0333", "", ""]);
    expect(changed(period(counts(1, 9, 4)), was)).toEqual(["", "", ""]);
  });

  it("name what to document next by kind, plain path and numbers, without search terms", () => {
    const odd = { ...rowOf["examples-reported"], path: "/a b", readers: undefined };
    const report = reportWith([rowOf["rated-down"], odd, rowOf["searched-unclicked"]]);
    const { next = "", nextCount, nextPrompt } = outputsOf(report);
    expect(JSON.parse(next)).toEqual([
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
    expect([nextCount, nextPrompt]).toEqual(["3", ""]);
    // Nothing was found, which is not the same as nothing was read.
    expect(outputsOf(reportWith([]))).toMatchObject({ next: "[]", nextCount: "0" });
  });
});

/** The examples of a page, reported on two days. */
const reported = (page: string) => reports(page, 0, 1);

it.each<[string, Said, RegExp, number?]>([
  // Nobody knows why votes are bad.
  ["no votes", { votes: [thumbs("/a", 9, 9)], exampleReports: reported("/c") }, / \/c against/],
  ["a plain path", { exampleReports: [...reported("/é"), ...reported("/c")] }, / \/c against/],
  // Anyone can make up a page and ask there.
  ["no page that too few read", { exampleReports: reported("/c") }, /^$/, 19],
])("the next prompt is about %s", (_, said, prompt, people = 20) => {
  const pages = [page("/a", 100), page("/é", 100), page("/c", people, 900)];
  const current = period(counts(900, 0), pages);
  const report = reportOf({ data: dataOf({ current, signals: signalsOf(said) }) });
  expect(outputsOf(report)["nextPrompt"]).toMatch(prompt);
});

describe("the digest", () => {
  it("ends with the address of the comment, if there is one", () => {
    expect(toDigest(reportOf(), "https://c")).toMatch(/\nhttps:\/\/c$/);
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
        const totals = counts(5000, 4000);
        const rows = names.map((name, index) => ({
          path: name,
          ...counts(900 - index * 70, index * 65),
        }));
        const current = { ...periodOf(totals, rows), complete };
        const exampleReports = areReported
          ? current.pages.flatMap(({ page }) => reported(page))
          : [];
        const signals = signalsOf({ exampleReports });
        const data = dataOf({ current, previous: period(totals), signals });
        const text = toDigest(reportOf({ data, siteUrl: undefined }), "");
        expect(text.split("\n").length).toBeLessThanOrEqual(3);
        expect(text).not.toMatch(live);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
      }),
      runs(500, 50),
    );
  });
});
