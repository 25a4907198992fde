import { describe, expect, it } from "vitest";
import { renderReport } from "../../src/visitors/report.ts";
import type { Missing, PageRow, Report } from "../../src/visitors/types.ts";
import { render, textOf } from "../text/rendered.ts";
import { counts, dataOf, period, reportOf, sampleData, siteReport } from "./report-fixture.ts";

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

describe("what moved", () => {
  it("names three pages and counts the others", () => {
    const rows = [1, 2, 3, 4, 5].map((number) => page(`/${number}`, 200 - number));
    const data = dataOf({ current: period(counts(1000, 0), rows), previous: period(counts(1000, 0)) });
    expect(section(reportOf({ data }), "What moved")).toBe(
      "- **New:** `/1`\u00a0199 · `/2`\u00a0198 · `/3`\u00a0197 · 2 more".replaceAll("`\u00a0", "` "),
    );
  });

  it("speaks of several pages that are gone", () => {
    const before = period(counts(1000, 0), [page("/a", 60), page("/b", 50)]);
    const data = dataOf({ current: period(counts(1000, 0)), previous: before });
    expect(section(reportOf({ data }), "What moved")).toBe(
      "- **Gone:** `/a` 60\u00a0before · `/b` 50\u00a0before – if they moved, do the old addresses redirect?",
    );
  });

  it.each([
    [
      "nothing did",
      counts(100, 0),
      true,
      "No page moved further from the week before than chance and the site’s own change explain.",
    ],
    [
      "not all was read",
      counts(100, 0),
      false,
      "No page that was read moved further from the week before than chance and the site’s own change explain.",
    ],
    [
      "nobody came before",
      counts(0, 0),
      true,
      "There is no comparable data: the week before had no visitors.",
    ],
  ])("says when %s", (_, was, complete, text) => {
    const data = dataOf({ current: period(counts(90, 0)), previous: period(was, [], complete) });
    expect(section(reportOf({ data }), "What moved")).toBe(text);
  });

  it("is left out where nothing is compared", () => {
    expect(section(siteReport(undefined, counts(90, 0)), "What moved")).toBeUndefined();
  });

  it("keeps words that read from the right away from the numbers", () => {
    const before = period(counts(1000, 0), [page("/شروع", 60)]);
    const data = dataOf({ current: period(counts(1000, 0)), previous: before });
    expect(section(reportOf({ data }), "What moved")).toContain("`/شروع`&lrm; 60");
  });
});

describe("the pages", () => {
  const pages = (parts: Partial<Report>) => section(reportOf(parts), "Top pages") ?? "";

  it.each([
    [0, "All 51 pages"],
    [50, "The next 1 page"],
    [20, "The next 31 pages"],
  ])("after the first %i are folded as %s", (top, title) => {
    expect(pages({ top })).toContain(`<summary>${title}</summary>`);
    expect(pages({ top }).match(/^\| `/gm)).toHaveLength(51);
    expect(pages({ top }).match(/[█▒] \|$/gm) ?? []).toHaveLength(top);
  });

  it("are not folded when all are at the top", () => {
    expect(pages({ top: 51 })).not.toContain("<summary>The next");
  });

  it("say when there is none", () => {
    expect(section(siteReport(counts(1, 0), counts(0, 0)), "Top pages")).toMatch(
      /^There is no page to list\./,
    );
  });

  it("have a bar for rows beyond the totals too", () => {
    const text = renderReport(siteReport(undefined, counts(1, 0), [page("/", 500, 500)]));
    expect(text).toContain("| `/` | 1,000 | 500 | 500 | ████████▒▒▒▒▒▒▒▒ |");
  });

  it("show no change that is chance or not known", () => {
    const rows = [page("/known", 60), page("/few", 10), page("/unknown", 50)];
    const previous = period(counts(500, 0), [page("/known", 50), page("/few", 19)], false);
    const data = dataOf({ current: period(counts(500, 0), rows), previous });
    const text = renderReport(reportOf({ data }));
    expect(text).toContain("| `/known` | 60 | ▲ 20% | 60 |");
    expect(text).toContain("| `/few` | 10 |  | 10 |");
    expect(text).toContain("| `/unknown` | 50 |  | 50 |");
  });

  it("are shown with both ends of a long path", () => {
    const text = renderReport(siteReport(undefined, counts(1, 0), [page(`/${"long/".repeat(600)}end`, 5)]));
    expect(text).toMatch(/\| `\/long\/[^|`]{10,40}…[^|`]{10,40}\/end` \|/);
  });
});

describe("what is missing", () => {
  const missing = (items: Missing[], complete = false) => {
    const sample = sampleData();
    const current = { ...sample.current, complete };
    return reportOf({
      data: { ...sample, current, trend: sample.trend.with(0, undefined), missing: items },
    });
  };

  it("is silent when all is there", () => {
    expect(section(reportOf(), "What is missing")).toBeUndefined();
    expect(renderReport(reportOf())).not.toContain("> ");
  });

  it.each<[Missing, string, string]>([
    [
      { what: "pages", why: "budget" },
      "not every page of this week was read",
      "51 pages were read, so pages may be missing from every list here, also from the top; the totals are whole. All requests of `max-requests` were spoken for; a higher number reads more.",
    ],
    [
      { what: "previous-pages", why: "time" },
      "not every page of the week before was read",
      "so some changes are blank, and pages that are new or gone are not named; the totals are whole. The time of `timeout-minutes` was over; a higher number reads more.",
    ],
    [
      { what: "previous-pages", why: "pagination" },
      "not every page of the week before was read",
      "The service kept announcing further pages that brought nothing.",
    ],
    [
      { what: "previous", why: "failure", reason: "service" },
      "the week before was not read",
      "**The week before:** nothing of it is here, so there is no comparable data. Why: the service had an error of its own.",
    ],
    [
      { what: "trend", why: "failure", reason: "unreachable" },
      "the trend has gaps",
      "**Trend:** 1 week of 8 was not read. Why: the service could not be reached.",
    ],
    [
      { what: "trend", why: "failure", reason: "@octocat" },
      "the trend has gaps",
      "Why: the service did not answer as it should.",
    ],
    [
      { what: "trend", why: "failure", reason: "toString" },
      "the trend has gaps",
      "Why: the service did not answer as it should.",
    ],
    [
      { what: "rows", why: "malformed", count: 3 },
      "3 rows could not be used",
      "**Rows:** 3 rows of the service’s answers had the wrong shape and were dropped.",
    ],
    [
      { what: "rows", why: "malformed", count: 1 },
      "1 row could not be used",
      "1 row of the service’s answers had the wrong shape and was dropped.",
    ],
  ])("%j", (item, short, long) => {
    expect(renderReport(missing([item]))).toContain(`\n\n> **Incomplete:** ${short}.\n\n**11,528`);
    expect(section(missing([item]), "What is missing")).toContain(long);
  });

  it("is named once, with every cause", () => {
    const report = missing([
      { what: "pages", why: "budget" },
      { what: "trend", why: "budget" },
      { what: "trend", why: "failure", reason: "answer" },
      { what: "previous-pages", why: "budget" },
    ]);
    expect(renderReport(report)).toContain(
      "> **Incomplete:** not every page of this week and the week before was read and the trend has gaps.\n",
    );
    expect(section(report, "What is missing")).toContain(
      "- **Trend:** 1 week of 8 was not read. At most a quarter of `max-requests` goes to the trend; a higher number reads more. Why: the service’s answer could not be understood.\n",
    );
  });
});

describe("the notes", () => {
  it("state the thresholds in force", () => {
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
    expect(renderReport(reportOf({ files }))).toMatch(
      /\n<sub>2026-11-14 to 2026-11-21 \(end not included, UTC\) · compared with 2026-11-07 to 2026-11-14 · approximate counts · 8 requests · also in `out\/visitors\.csv`, ``a`b\.json`` and `%7C\.md` · \[workflow run\]\(<https:\/\/github\.com\/octo\/site\/actions\/runs\/1234567>\)<\/sub>\n$/,
    );
  });
});
