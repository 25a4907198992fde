import { describe, expect, it } from "vitest";
import { whatMoved as render } from "../../../src/visitors/changes.ts";
import type { PageRow, Report } from "../../../src/visitors/report-model.ts";
import { counts, dataOf, page, period, reportOf, siteReport } from "../report-fixture.ts";

const site = counts(5000, 0);
const pages = (prefix: string, count: number, human: number) =>
  Array.from({ length: count }, (_, index) => page(`${prefix}${index}`, human - index));

const report = (now: readonly PageRow[], before: readonly PageRow[], parts: Partial<Report> = {}) =>
  reportOf({
    data: dataOf({ current: period(site, now), previous: period(site, before) }),
    siteUrl: undefined,
    ...parts,
  });

const whatMoved = (given: Report, rows = 110) => render(given, rows);

/** The rows of the tables, without their heads. */
const rowsOf = (text = "") =>
  Array.from(text.matchAll(/^\| ((?:[▲▼]|new|gone|moved|AI).*) \|$/gm), ([, row]) => row);

describe("what moved", () => {
  it("has a row for each page with its mark, both figures and the change, most visitors at stake first", () => {
    const now = [
      page("/more", 300),
      page("/less", 100),
      page("/fresh", 80),
      page("/b/setup", 90),
      page("/bots", 50, 50),
      page("/robots", 1, 399),
    ];
    const before = [
      page("/more", 100),
      page("/less", 200),
      page("/lost", 70),
      page("/a/setup", 100),
      page("/bots", 95, 5),
      page("/robots", 175, 175),
    ];
    expect(rowsOf(whatMoved(report(now, before)))).toEqual([
      "AI\u00a0▲ | `/robots` | +50 pts | 50% | over 99%",
      "▲ | `/more` | ×3.0 | 100 | 300",
      "moved | `/a/setup`<br>→ `/b/setup` | −10% | 100 | 90",
      "▼ | `/less` | −50% | 200 | 100",
      "new | `/fresh` | +80 | – | 80",
      "gone | `/lost` | redirect? | 70 | –",
      "AI\u00a0▲ | `/bots` | +45 pts | 5% | 50%",
    ]);
  });

  it("links pages that are there, and none that is gone", () => {
    const siteUrl = new URL("https://docs.example.com");
    const text = whatMoved(
      report([page("/fresh", 80), page("/b/setup", 90)], [page("/lost", 70), page("/a/setup", 100)], {
        siteUrl,
      }),
    );
    expect(rowsOf(text)).toEqual([
      "moved | `/a/setup`<br>→ [`/b/setup`](<https://docs.example.com/b/setup>) | −10% | 100 | 90",
      "new | [`/fresh`](<https://docs.example.com/fresh>) | +80 | – | 80",
      "gone | `/lost` | redirect? | 70 | –",
    ]);
  });

  it("shows the ten rows with most visitors at stake, and folds the others", () => {
    const now = [...pages("/up", 4, 1000), ...pages("/new", 20, 900)];
    const before = [...pages("/up", 4, 500), ...pages("/gone", 3, 400)];
    const text = whatMoved(report(now, before)) ?? "";
    const [shown = "", folded = ""] = text.split("<details>");
    expect(rowsOf(shown).map((row) => row?.split(" | ").slice(0, 2).join(" "))).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `new \`/new${index}\``),
    ]);
    expect(folded).toContain("<summary>17 more pages that moved</summary>");
    expect(rowsOf(folded)).toHaveLength(17);
    expect(rowsOf(folded)[0]).toContain("/new10");
  });

  it.each([
    [110, 110, 90],
    [11, 11, 189],
    [7, 7, 193],
    [0, 0, 200],
    [Number.POSITIVE_INFINITY, 200, 0],
  ])("of at most %d rows has %i of 200, and says where the others are", (limit, rows, left) => {
    const many = { ...report(pages("/new", 200, 900), []), files: ["visitors.csv", "visitors.csv.json"] };
    const text = whatMoved(many, limit) ?? "";
    expect(rowsOf(text)).toHaveLength(rows);
    expect(text.includes("<details>")).toBe(rows > 10);
    expect(text.includes("| Before |")).toBe(rows > 0);
    expect(/\n\n(\d+) more pages are in `visitors\.csv\.json`\.$/.exec(text)?.[1] ?? "0").toBe(String(left));
  });

  it("names no CSV file, which has no pages that are gone", () => {
    const many = { ...report([], pages("/gone", 200, 900)), files: ["visitors.CSV"] };
    expect(whatMoved(many)).toMatch(
      /\n\n90 more pages are not listed; `report-file` writes all of them to a `\.json` or `\.md` file\.$/,
    );
  });

  it.each([
    [counts(100, 0), counts(57, 0), true, "No page stood out from the site-wide −43%."],
    [counts(100, 0), counts(400, 0), false, "No page that was read stood out from the site-wide ×4.0."],
    [counts(100, 0), counts(100, 0), true, "No page stood out."],
    [counts(10, 0), counts(19, 0), true, "No page stood out."],
    [
      counts(151, 40, 184),
      counts(110, 100, 199),
      true,
      "No page stood out from the site-wide change (people −27%, AI +150%).",
    ],
    [counts(150, 10, 160), counts(110, 15, 125), true, "No page stood out from the site-wide −22%."],
    [counts(100, 100), counts(80, 82), true, "No page stood out from the site-wide −19%."],
    [counts(10, 90), counts(5, 95), true, "No page stood out."],
    [
      counts(100, 100),
      counts(10, 0),
      true,
      "No page stood out from the site-wide change (people −90%, AI −100%).",
    ],
  ])("after %j for %j without findings (all read: %s) says: %s", (was, is, complete, text) => {
    const data = dataOf({ current: period(is), previous: period(was, [], complete) });
    expect(whatMoved(reportOf({ data }))).toBe(`### What moved\n\n${text}`);
  });

  it.each([
    ["without a comparison", undefined, counts(90, 0)],
    ["if nobody came", counts(90, 0), counts(0, 0)],
    ["if nobody came before", counts(0, 0), counts(90, 0)],
  ])("is left out %s", (_, was, is) => {
    expect(whatMoved(siteReport(was, is))).toBeUndefined();
  });
});
