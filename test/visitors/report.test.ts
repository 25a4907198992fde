import { describe, expect, it } from "vitest";
import { resolvePeriods } from "../../src/visitors/period.ts";
import { renderReport } from "../../src/visitors/report.ts";
import type { Missing, PageRow, Report, VisitorData } from "../../src/visitors/types.ts";
import { render, textOf } from "../text/rendered.ts";
import {
  counts,
  dataOf,
  period,
  reportOf,
  sampleData,
  saturday,
  siteReport,
  weekly,
} from "./report-fixture.ts";

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

describe("the key figures", () => {
  const head = (report: Report) => renderReport(report).match(/^\|.*\|$/m)?.[0];

  it.each([
    [{ period: "7d" }, "This week | Week before | Change | Last 8 weeks"],
    [{ period: "1d" }, "This day | Day before | Change | Last 8 days"],
    [{ period: "14d" }, "These 14 days | 14 days before | Change | Last 8 × 14 days"],
    [{ period: "last-month" }, "October | September | Change | Last 8 months"],
    [
      { "date-from": "2026-11-01T09:00", "date-to": "2026-11-02" },
      "This period | Period before | Change | Last 8 periods",
    ],
  ])("of %j have the columns %s", (given, columns) => {
    expect(head(reportOf({ periods: periods(given) }))).toBe(`|  | ${columns} |`);
  });

  it("leave out empty columns", () => {
    const sample = sampleData();
    const noComparison = { ...sample, previous: undefined, trend: [] };
    expect(head(reportOf({ data: noComparison }))).toBe("|  | This week |");
    const shortTrend = { ...sample, trend: [sample.current.totals] };
    expect(head(reportOf({ data: shortTrend }))).toBe("|  | This week | Week before | Change |");
    expect(head(siteReport(counts(0, 0), counts(900, 100)))).toBe("|  | This week | Week before |");
  });

  it("show no share of zero visitors, no change of a few and no negative overlap", () => {
    const text = renderReport(siteReport(counts(0, 0), counts(50, 8, 60)));
    expect(text).toContain("| AI share | 13.3% | – |");
    expect(text).toContain("| Counted as both | 0 | 0 |");
    expect(renderReport(siteReport(counts(100, 3), counts(150, 9)))).toContain("| AI | 9 | 3 |  |");
  });
});

describe("what moved", () => {
  const site = counts(1000, 0);
  const moved = (now: PageRow[], before: PageRow[]) =>
    section(
      reportOf({ data: dataOf({ current: period(site, now), previous: period(site, before) }) }),
      "What moved",
    );

  it("names three pages of a list and counts the others", () => {
    const rows = [1, 2, 3, 4, 5].map((number) => page(`/${number}`, 200 - number));
    expect(moved(rows, [])).toBe("- **New:** `/1` 199 · `/2` 198 · `/3` 197 · 2 more");
  });

  it("gives advice on several pages that are gone", () => {
    expect(moved([], [page("/a", 60), page("/b", 50)])).toBe(
      "- **Gone:** `/a` 60\u00a0before · `/b` 50\u00a0before – if they moved, do the old addresses redirect?",
    );
  });

  it("keeps right-to-left paths from changing the direction of numbers", () => {
    expect(moved([], [page("/شروع", 60)])).toContain("`/شروع`&lrm; 60");
  });

  it.each([
    [counts(100, 0), true, "No page stood out from the site-wide change."],
    [counts(100, 0), false, "No page that was read stood out from the site-wide change."],
    [counts(0, 0), true, "There is no comparable data: the week before had no visitors."],
  ])("without findings after %j (all read: %s) says: %s", (was, complete, text) => {
    const data = dataOf({ current: period(counts(90, 0)), previous: period(was, [], complete) });
    expect(section(reportOf({ data }), "What moved")).toBe(text);
  });

  it("is left out without a comparison", () => {
    expect(section(siteReport(undefined, counts(90, 0)), "What moved")).toBeUndefined();
  });
});

describe("the top pages", () => {
  const pages = (parts: Partial<Report>) => section(reportOf(parts), "Top pages") ?? "";

  it.each([
    [0, "All 24 pages"],
    [23, "The next 1 page"],
    [12, "The next 12 pages"],
  ])("after the first %i are folded as %s", (top, title) => {
    expect(pages({ top })).toContain(`<summary>${title}</summary>`);
    expect(pages({ top }).match(/^\| `/gm)).toHaveLength(24);
    expect(pages({ top }).match(/[█▒] \|$/gm) ?? []).toHaveLength(top);
  });

  it("are not folded if all are shown", () => {
    expect(pages({ top: 24 })).not.toContain("<summary>The next");
  });

  it("say if there are none", () => {
    expect(pages({ data: dataOf() })).toMatch(/^There are no pages to list\./);
  });

  it("have a bar even if a row is larger than the totals", () => {
    const text = renderReport(siteReport(undefined, counts(1, 0), [page("/", 500, 500)]));
    expect(text).toContain("| `/` | 1,000 | 500 | 500 | ████████▒▒▒▒▒▒▒▒ |");
  });

  it("show no change that is chance or unknown", () => {
    const rows = [page("/known", 60), page("/few", 10), page("/unknown", 50)];
    const previous = period(counts(500, 0), [page("/known", 50), page("/few", 19)], false);
    const text = pages({ data: dataOf({ current: period(counts(500, 0), rows), previous }) });
    expect(text).toContain("| `/known` | 60 | +20% | 60 |");
    expect(text).toContain("| `/few` | 10 |  | 10 |");
    expect(text).toContain("| `/unknown` | 50 |  | 50 |");
  });

  it("shorten a long path in the middle", () => {
    const text = renderReport(siteReport(undefined, counts(1, 0), [page(`/${"long/".repeat(600)}end`, 5)]));
    expect(text).toMatch(/\| `\/long\/[^|`]{10,40}…[^|`]{10,40}\/end` \|/);
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
    expect(renderReport(reportOf())).not.toContain("> ");
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
      "so some changes are blank, and new or gone pages are not listed. The totals are complete. The limit of `timeout-minutes` was reached; raise it to read more.",
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
      "the trend has gaps",
      "**Trend:** 1 week of 8 was not read. Why: the service could not be reached.",
    ],
    [
      { what: "trend", why: "failure", reason: "@octocat" },
      "the trend has gaps",
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

  it("of one part is named once, with every cause", () => {
    const report = reportWithout(
      { what: "pages", why: "budget" },
      { what: "trend", why: "budget" },
      { what: "trend", why: "failure", reason: "answer" },
      { what: "previous-pages", why: "budget" },
    );
    expect(renderReport(report)).toContain(
      "> **Incomplete:** not all pages of this week and the week before were read and the trend has gaps.\n",
    );
    expect(section(report, "What is missing")).toContain(
      "- **Trend:** 1 week of 8 was not read. The trend gets at most half of `max-requests`; raise it to read more. Why: the service’s response could not be read.\n",
    );
  });
});

describe("the notes", () => {
  it("state the thresholds of this report", () => {
    const text = seen(siteReport(counts(40_000, 10_000), counts(30_000, 9000)));
    expect(text).toContain("Up and down: at least 100 visitors in one of the two weeks");
    expect(text).toContain("AI reads, people don’t: at least 100 AI visitors");
  });

  it("leave out what the report does not have", () => {
    const text = seen(siteReport(undefined, counts(30_000, 9000)));
    expect(text).not.toMatch(/New and gone|A trend runs|compared with|AI share up/);
    expect(text).toContain("People read, AI doesn’t: at least 78 people");
  });

  it("end with ranges, requests, files and run", () => {
    const files = ["out/visitors.csv", "a`b.json", "|.md"];
    const parts = [
      "2026-11-14 to 2026-11-21 (end not included, UTC)",
      "compared with 2026-11-07 to 2026-11-14",
      "approximate counts",
      "8 requests",
      "also in `out/visitors.csv`, ``a`b.json`` and `%7C.md`",
      "[workflow run](<https://github.com/octo/site/actions/runs/1234567>)",
    ];
    const text = renderReport(reportOf({ files }));
    expect(text.endsWith(`\n<sub>${parts.join(" · ")}</sub>\n`)).toBe(true);
  });
});
