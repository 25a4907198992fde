import { describe, expect, it } from "vitest";
import { resolvePeriods } from "../../../src/visitors/fetch/period.ts";
import { toMarkdownFile } from "../../../src/visitors/render/export.ts";
import { renderReport } from "../../../src/visitors/render/report.ts";
import type { Missing, PageRow, Report, VisitorData } from "../../../src/visitors/report-model.ts";
import { render, textOf } from "../../text/rendered.ts";
import {
  counts,
  dataOf,
  period,
  reportOf,
  sampleData,
  saturday,
  siteReport,
  weekly,
} from "../report-fixture.ts";

type Periods = Parameters<typeof resolvePeriods>[0];

const periods = (given: Partial<Periods>) => resolvePeriods({ ...weekly, ...given }, saturday);
const page = (path: string, human: number, ai = 0): PageRow => ({ path, ...counts(human, ai) });

/** The text between a heading and the next. */
function section(report: Report, title: string): string | undefined {
  return renderReport(report)
    .split(/^#+ /m)
    .find((text) => text.startsWith(title))
    ?.slice(title.length)
    .trim();
}

/** What people see, without Markdown. */
const seen = (report: Report) => textOf(render(renderReport(report))).replaceAll("\u00a0", " ");

it("the report of the sample", async () => {
  await expect(renderReport(reportOf())).toMatchFileSnapshot("sample-report.md.snap");
});

it("the report of incomplete data", async () => {
  const sample = sampleData();
  const data: VisitorData = {
    ...sample,
    current: { ...sample.current, complete: false, rows: sample.current.rows.slice(0, 7) },
    previous: undefined,
    trend: sample.trend.with(1, undefined).with(6, undefined),
    missing: [
      { what: "pages", why: "failure", reason: "rate-limit" },
      { what: "previous", why: "failure", reason: "rate-limit" },
      { what: "trend", why: "failure", reason: "rate-limit" },
      { what: "rows", why: "malformed", count: 1 },
    ],
  };
  const given = { periods: periods({ period: "last-month" }), top: 5, files: [], runUrl: undefined };
  await expect(renderReport(reportOf({ data, ...given }))).toMatchFileSnapshot("partial-report.md.snap");
});

it.each([
  [undefined, "## Docs visitors, 14 – 20 Nov 2026"],
  ["https://docs.example.com/guides/", "## docs.example.com: visitors, 14 – 20 Nov 2026"],
  ["http://localhost:3000", "## localhost:3000: visitors, 14 – 20 Nov 2026"],
  ["https://www.example.com", "## www&#8203;.example.com: visitors, 14 – 20 Nov 2026"],
])("the heading for the site %s is %s", (site, heading) => {
  const siteUrl = site === undefined ? undefined : new URL(site);
  expect(renderReport(reportOf({ siteUrl })).split("\n")[0]).toBe(heading);
});

it("the parts come in their order", () => {
  const data = { ...sampleData(), missing: [{ what: "trend", why: "budget" }] as const };
  const text = renderReport(reportOf({ data }));
  const parts = Array.from(
    text.matchAll(/^(?:#+ .*|> \*\*\w+|```mermaid|\| \*\*All.*?\*\*|<summary>.*|<sub>2026-11-14)/gm),
    ([part]) => part,
  );
  expect(parts).toEqual([
    "## docs.example.com: visitors, 14 – 20 Nov 2026",
    "> **Incomplete",
    "### Worth a look",
    "```mermaid",
    "<summary>The figures of the chart</summary>",
    "| **All visitors**",
    "### What moved",
    "### Who reads what",
    "### Top pages",
    "<summary>The next 12 pages</summary>",
    "### What is missing",
    "<summary>How to read this</summary>",
    "<sub>2026-11-14",
  ]);
});

describe("the key figures", () => {
  const head = (report: Report) => renderReport(report).match(/^\| {2}\| (.*) \|$/m)?.[1];

  it.each([
    [{ period: "7d" }, "14 – 20 Nov | 7 – 13 Nov | Change"],
    [{ period: "1d" }, "20 Nov | 19 Nov | Change"],
    [{ period: "30d" }, "22 Oct – 20 Nov | 22 Sep – 21 Oct | Change"],
    [{ period: "150d" }, "24 Jun – 20 Nov 2026 | 25 Jan – 23 Jun 2026 | Change"],
    [{ period: "365d" }, "21 Nov 2025 – 20 Nov 2026 | 21 Nov 2024 – 20 Nov 2025 | Change"],
    [{ period: "last-month" }, "October | September | Change"],
    [{ "date-from": "2027-01-02", "date-to": "2027-01-04" }, "2 – 3 Jan | 31 Dec – 1 Jan | Change"],
    [
      { "date-from": "2026-11-14T09:00", "date-to": "2026-11-14T12:00" },
      "14 Nov 09:00 – 14 Nov 12:00 UTC | 14 Nov 06:00 – 14 Nov 09:00 UTC | Change",
    ],
  ])("of %j have the columns %s", (given, columns) => {
    expect(head(reportOf({ periods: periods(given) }))).toBe(columns);
  });

  it("leave out empty columns", () => {
    const noComparison = { ...sampleData(), previous: undefined };
    expect(head(reportOf({ data: noComparison }))).toBe("14 – 20 Nov");
    expect(head(siteReport(counts(0, 0), counts(900, 100)))).toBe("14 – 20 Nov | 7 – 13 Nov");
  });

  it("show no share of zero visitors and no change of a few", () => {
    const text = renderReport(siteReport(counts(0, 0), counts(50, 8, 60)));
    expect(text).toContain("| AI share | 13.3% | – |");
    expect(renderReport(siteReport(counts(100, 3), counts(150, 9)))).toContain(
      "| AI | 9 | 3 |  |\n| AI share | 5.7% | 2.9% |  |",
    );
  });

  it.each([
    ["the whole", counts(0, 90), counts(0, 90), "100.0% | 100.0% | ±0 pts"],
    ["just enough AI visitors", counts(100, 0), counts(100, 20), "16.7% | 0.0% | +16.7 pts"],
    ["just enough visitors before", counts(20, 0), counts(50, 50), "50.0% | 0.0% | +50.0 pts"],
    ["too few visitors before", counts(19, 0), counts(50, 50), "50.0% | 0.0% | "],
  ])("show the share of AI, and its change if that is no chance: %s", (_, was, is, cells) => {
    expect(renderReport(siteReport(was, is))).toContain(`| AI share | ${cells} |`);
  });

  it("show no share of a total that is smaller", () => {
    const [smaller, larger] = [counts(90, 200, 180), counts(90, 100, 180)];
    expect(renderReport(siteReport(larger, smaller))).toContain("| AI share | – | 55.6% |  |");
    expect(renderReport(siteReport(smaller, larger))).toContain("| AI share | 55.6% | – |  |");
  });
});

describe("who reads what", () => {
  it("names three pages of a list and counts the others", () => {
    const rows = [1, 2, 3, 4, 5].map((number) => page(`/${number}`, 1, 1200 - number));
    const report = reportOf({ data: dataOf({ current: period(counts(9, 5000), rows) }), siteUrl: undefined });
    expect(section(report, "Who reads what")).toBe(
      "- **AI reads, people don’t:** `/1` 1,199\u00a0AI,\u00a01\u00a0person · `/2` 1,198\u00a0AI,\u00a01\u00a0person · `/3` 1,197\u00a0AI,\u00a01\u00a0person · 2 more",
    );
  });

  it("keeps right-to-left paths from changing the direction of numbers", () => {
    const rows = [page("/شروع", 0, 60)];
    const report = reportOf({ data: dataOf({ current: period(counts(9, 500), rows) }), siteUrl: undefined });
    expect(section(report, "Who reads what")).toContain("`/شروع`&lrm; 60");
  });
});

describe("the top pages", () => {
  const pages = (parts: Partial<Report>) =>
    section(reportOf({ siteUrl: undefined, ...parts }), "Top pages") ?? "";
  const manyPages = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => page(`/${index}`, 5000 - index));
    return dataOf({ current: period(counts(9000, 0), rows) });
  };

  it.each([
    [0, "All 24 pages"],
    [23, "The next page"],
    [12, "The next 12 pages"],
  ])("after the first %i are folded as %s", (top, title) => {
    expect(pages({ top })).toContain(`<summary>${title}</summary>`);
    expect(pages({ top }).match(/^\| `/gm)).toHaveLength(24);
    expect(pages({ top }).match(/[█▒] \|$/gm) ?? []).toHaveLength(top);
  });

  it("with one page that is folded are titled so", () => {
    expect(pages({ top: 0, data: manyPages(1) })).toMatch(/^<details>\n<summary>The only page<\/summary>/);
  });

  it("are not folded if all are shown", () => {
    expect(pages({ top: 24 })).not.toContain("<summary>The next");
  });

  it.each([
    [{ top: 10 }, 110, "The next 100 pages", "1 more page is in `visitors.csv`."],
    [{ top: 0 }, 100, "The first 100 pages", "11 more pages are in `visitors.csv`."],
    [
      { top: 10, files: ["a.csv", "b.json"] },
      110,
      "The next 100 pages",
      "1 more page is in `a.csv` and `b.json`.",
    ],
    [
      { top: 5, files: [] },
      105,
      "The next 100 pages",
      "6 more pages are not listed; `report-file` writes all of them to a file.",
    ],
  ])("of %j are %i of 111, and the text says where the others are", (given, rows, title, text) => {
    const shown = pages({ ...given, data: manyPages(111) });
    expect(shown.match(/^\| `/gm)).toHaveLength(rows);
    expect(shown).toContain(`<summary>${title}</summary>`);
    expect(shown).toContain(`</details>\n\n${text}`);
  });

  it("are all in a file", () => {
    const text = toMarkdownFile(reportOf({ data: manyPages(1000), siteUrl: undefined }));
    expect(text.match(/^\| `/gm)).toHaveLength(1000);
  });

  it("leave out ignored pages and say so", () => {
    const ignored = (path: string) => path.startsWith("/llms");
    expect(pages({ ignored })).not.toContain("llms");
    expect(pages({ ignored })).toMatch(/\n\n2 pages that match `ignore-paths` are left out\./);
    expect(pages({ ignored: (path) => path === "/" })).toContain(
      "\n\n1 page that matches `ignore-paths` is left out.",
    );
    expect(pages({ ignored: (path) => path === "/0", data: manyPages(114) })).toContain(
      "1 more page is in `visitors.csv`. 1 page that matches `ignore-paths` is left out.",
    );
    expect(pages({ ignored: () => true })).toMatch(/^There are no pages to list\. 24 pages that match/);
  });

  it("say if there are none", () => {
    expect(renderReport(reportOf({ data: dataOf() }))).toContain(
      "\n\n### Top pages\n\nThere are no pages to list.\n\n",
    );
  });

  it("have a bar even if a row is larger than the totals", () => {
    const data = dataOf({ current: period(counts(1, 0), [page("/", 500, 500)]) });
    expect(pages({ data })).toContain("| `/` | 1,000 | 500 | 500 | ████████▒▒▒▒▒▒▒▒ |");
  });

  it("show no change that is chance or unknown", () => {
    const rows = [page("/known", 60), page("/few", 10), page("/unknown", 50)];
    const previous = period(counts(500, 0), [page("/known", 50), page("/few", 19)], false);
    const text = pages({ data: dataOf({ current: period(counts(500, 0), rows), previous }) });
    expect(text).toContain("| `/known` | 60 | +20% | 60 |");
    expect(text).toContain("| `/few` | 10 |  | 10 |");
    expect(text).toContain("| `/unknown` | 50 |  | 50 |");
  });

  it("compare a page that has moved with its old path", () => {
    const current = period(counts(500, 0), [page("/new/setup", 120)]);
    const previous = period(counts(500, 0), [page("/old/setup", 100)]);
    expect(pages({ data: dataOf({ current, previous }) })).toContain("| `/new/setup` | 120 | +20% | 120 |");
  });

  it("link to the site", () => {
    expect(pages({ siteUrl: new URL("https://docs.example.com") })).toContain(
      "| [`/quickstart`](<https://docs.example.com/quickstart>) | 1,730 |",
    );
  });
});

describe("missing data", () => {
  const reportWithout = (...missing: Missing[]) => {
    const sample = sampleData();
    const current = { ...sample.current, complete: false };
    return reportOf({ data: { ...sample, current, trend: sample.trend.with(0, undefined), missing } });
  };

  it("is not mentioned in a complete report", () => {
    expect(section(reportOf(), "What is missing")).toBeUndefined();
    expect(renderReport(reportOf())).not.toMatch(/^> /m);
  });

  it.each<[Missing, string, string]>([
    [
      { what: "pages", why: "budget" },
      "not all pages of this week were read",
      "24 pages were read, so every list here may lack pages, the top pages too. The totals are complete. The budget of `max-requests` was used up; raise it to read more.",
    ],
    [
      { what: "previous-pages", why: "time" },
      "not all pages of the week before were read",
      "**Pages of the week before:** 23 pages were read, so some changes are blank, and new or gone pages are not listed. The totals are complete. The limit of `timeout-minutes` was reached; raise it to read more.",
    ],
    [
      { what: "previous-pages", why: "pagination" },
      "not all pages of the week before were read",
      "The service kept announcing more pages that held nothing new.",
    ],
    [
      { what: "previous", why: "failure", reason: "service" },
      "the week before was not read",
      "**The week before:** nothing was read, so there is no comparison. Why: the service had an internal error.",
    ],
    [
      { what: "trend", why: "failure", reason: "unreachable" },
      "not all weeks of the trend were read",
      "**Trend:** 1 week of 8 was not read. Why: the service could not be reached.",
    ],
    [
      { what: "trend", why: "failure", reason: "@octocat" },
      "not all weeks of the trend were read",
      "Why: the service did not respond as expected.",
    ],
    [
      { what: "rows", why: "malformed", count: 3 },
      "3 rows could not be used",
      "**Rows:** 3 rows of the service’s responses had the wrong shape and were dropped.",
    ],
    [
      { what: "rows", why: "malformed", count: 1 },
      "1 row could not be used",
      "1 row of the service’s responses had the wrong shape and was dropped.",
    ],
  ])("%j is named below the heading and explained at the end", (item, short, long) => {
    const report = reportWithout(item);
    expect(renderReport(report)).toContain(`\n\n> **Incomplete:** ${short}.\n\n**11,528`);
    expect(section(report, "What is missing")).toContain(long);
  });

  it.each([
    ["api-key", "the service rejected the API key"],
    ["forbidden", "the API key may not read this"],
    ["not-found", "the service did not find it"],
    ["refused", "the service refused the request"],
  ])("because of the error %s is explained: %s", (reason, why) => {
    const report = reportWithout({ what: "previous", why: "failure", reason });
    expect(section(report, "What is missing")).toContain(`so there is no comparison. Why: ${why}.`);
  });

  it("is named by the report's periods", () => {
    const report = {
      ...reportWithout(
        { what: "pages", why: "time" },
        { what: "previous", why: "time" },
        { what: "trend", why: "time" },
      ),
      periods: periods({ period: "30d" }),
    };
    expect(renderReport(report)).toContain(
      "> **Incomplete:** not all pages of these 30 days were read; the 30 days before was not read; not all periods of the trend were read.\n",
    );
  });

  it("may be all but one page", () => {
    const data = dataOf({
      current: period(counts(9, 1), [page("/", 9, 1)], false),
      missing: [{ what: "pages", why: "time" }],
    });
    expect(section(reportOf({ data }), "What is missing")).toContain(
      "**Pages of this week:** 1 page was read, so",
    );
  });

  it("of one part is named once, with every cause", () => {
    const report = reportWithout(
      { what: "pages", why: "budget" },
      { what: "trend", why: "budget" },
      { what: "trend", why: "failure", reason: "answer" },
      { what: "previous-pages", why: "budget" },
    );
    expect(renderReport(report)).toContain(
      "> **Incomplete:** not all pages of this week and the week before were read; not all weeks of the trend were read.\n",
    );
    expect(section(report, "What is missing")).toContain(
      "- **Trend:** 1 week of 8 was not read. The trend gets at most half of `max-requests`; raise it to read more. Why: the service’s response could not be read.\n",
    );
  });
});

describe("how to read the report", () => {
  const notes = (report: Report) => seen(report).split("How to read this")[1]?.split("2026-11-14")[0]?.trim();
  const once = "A visitor counts once in each line, however many pages they read";
  const moved = "▲ and ▼ mark only changes that go beyond chance and beyond the change of the whole site.";

  it.each<[string, Report, string]>([
    [
      "a comparison",
      reportOf(),
      `${once}; visitors who are both people and AI (442) count in both lines, and once in all visitors. ${moved} All definitions and thresholds`,
    ],
    [
      "a part as large as the total",
      reportOf({ docsUrl: undefined, data: dataOf({ current: period(counts(100, 20, 100)) }) }),
      `${once}; visitors who are both people and AI (20) count in both lines, and once in all visitors.`,
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

  it("links to a page that has the definitions", () => {
    expect(renderReport(reportOf())).toContain(
      "[All definitions and thresholds](<https://github.com/OWNER/docs-agent/blob/v1/docs/report.md>)",
    );
  });
});

it("the last line has the ranges, the project, the requests, the files and the run", () => {
  const files = ["out/visitors.csv", "a`b.json", "|.md"];
  const parts = [
    "2026-11-14 to 2026-11-21 (end not included, UTC)",
    "compared with 2026-11-07 to 2026-11-14",
    "approximate counts",
    "project `docs-project`",
    "8 requests",
    "also in `out/visitors.csv`, ``a`b.json`` and `%7C.md`",
    "[workflow run](<https://github.com/octo/site/actions/runs/1234567>)",
  ];
  const text = renderReport(reportOf({ files }));
  expect(text.endsWith(`\n<sub>${parts.join(" · ")}</sub>\n`)).toBe(true);
});
