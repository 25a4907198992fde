import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/visitors/find/report.ts";
import type { Counts, VisitorData } from "../../../src/visitors/read/data.ts";
import { toDigest } from "../../../src/visitors/tell/files.ts";
import { renderComment, renderReport } from "../../../src/visitors/tell/report.ts";
import {
  counts,
  dataOf,
  emptySignals,
  noSignals,
  page,
  period,
  periodOf,
  reportOf,
  reportOn,
} from "../report-fixture.ts";
import { reports } from "../said.ts";

/** The quoted notice below the heading. */
const noticeIn = (report: Report) => /^> (.*)$/m.exec(renderReport(report))?.[1];
/** What the small print says between the project and the link. */
const smallPrint = (report: Report) =>
  /`docs-project` · (.*?)(?: · )?\[workflow run/.exec(renderReport(report))?.[1];

const { feedback } = emptySignals;
const elsewhere = ["a.example", "b.example"];

it.each<[string, Partial<VisitorData>, string]>([
  ["nothing", {}, ""],
  ["a point of the trend", { trend: [undefined, counts(1, 1)] }, "the trend was not read in full"],
  [
    "votes",
    { signals: { ...noSignals, feedback: { ...feedback, areAllVotes: false } } },
    "votes of 100 pages at most",
  ],
  [
    "other sites",
    { signals: { ...noSignals, elsewhere } },
    "votes, reports and questions of other sites: 2, such as on `a.example`",
  ],
])("what was left out is small print: %s", (_, given, small) => {
  const report = reportOf({ data: dataOf(given) });
  expect([noticeIn(report), smallPrint(report)]).toEqual([undefined, small]);
});

describe("addresses that are no pages", () => {
  const row = (path: string, total: number) => ({ path, ...counts(total, 0) });
  const site = (total: number, ...rows: ReturnType<typeof row>[]) =>
    periodOf(counts(total, 0), rows);

  it("are counted in the small print, with the one that was asked for most", () => {
    const current = site(9000, row("/llms.txt", 300), row("/wp-login.php", 200), row("/a", 100));
    expect(smallPrint(reportOn(current))).toBe(
      "2 addresses that are no pages, such as `/llms.txt` (300 visitors)",
    );
    // It may be made for one person.
    const one = site(9000, row("/jane@example.com", 4));
    expect(smallPrint(reportOn(one))).toBe("1 address that is no page");
  });

  it.each<[string, number, number, string | undefined, string, string]>([
    ["now", 2001, 0, "2,001 visitors", "", ""],
    ["now, of AI alone", 1010, 0, "1,010 visitors", ", ±0%", ""],
    ["before", 0, 2501, "In the week before, 2,501 visitors", "", ""],
    ["in both periods", 4000, 4000, undefined, ", −20%", " (−33%)"],
    ["hardly", 1009, 0, undefined, ", ±0%", " (±0%)"],
  ])(
    "are a notice if many visitors of one period asked for one: %s",
    (_, now, before, visitors, changed, changedAi) => {
      const scanned = (all: number, flood: number) => {
        const rows = [{ path: "/wp-login.php", ...counts(9, flood - 9, flood) }];
        return periodOf(counts(5000, all - 5000), flood === 0 ? [] : rows);
      };
      const report = reportOn(
        scanned(10_000, now),
        scanned(before === 0 ? 10_000 : 12_500, before),
      );
      const notice = (address: string) =>
        visitors &&
        `${visitors} asked for ${address} is no page. What they distort is not compared.`;
      expect(noticeIn(report)).toBe(notice("`/wp-login.php`, which"));
      // People did not ask for it.
      expect(toDigest(report)).toContain(
        `: 10,000 visitors${changed}.${visitors ? ` ${notice("an address that")}` : ""} People 5,000 (±0%), AI 5,000${changedAi}.`,
      );
    },
  );

  it("are a notice beside one that more ask for in both periods", () => {
    const icon = row("/favicon.ico", 3000);
    const report = reportOn(site(9000, icon, row("/wp-login.php", 2500)), site(6500, icon));
    expect(noticeIn(report)).toMatch(/^2,500 visitors asked for `\/wp-login\.php`/);
  });

  it.each([
    ["/skill.md", false],
    ["/llms-full.txt", false],
    ["/docs/changelog/rss.xml", false],
    ["/.well-known/mcp.json", false],
    ["/a.txt.php", true],
    ["/md.zip", true],
  ])("are no notice if the service serves the address: %s", (path, isNotice) => {
    const files = [row("/sitemap.xml", 950), row(path, 900)];
    const report = reportOn(site(2000, ...files), site(2000));
    const notice = isNotice
      ? `900 visitors asked for \`${path}\`, which is no page. What they distort is not compared.`
      : undefined;
    expect(noticeIn(report)).toBe(notice);
    expect(smallPrint(report)).toMatch(/^\d address(es)? that/);
  });

  it.each([
    ["too few", counts(0, 20), counts(30, 60), false],
    ["enough", counts(0, 21), counts(30, 60), true],
    [
      "more of all than of people or AI",
      counts(1200, 1200, 2001),
      counts(6000, 6000, 10_000),
      true,
    ],
  ])("are a notice if enough asked for one: %s", (_, flood, all, isNotice) => {
    const report = reportOn(periodOf(all, [{ path: "/.env", ...flood }]), period(all));
    expect(noticeIn(report) !== undefined).toBe(isNotice);
  });
});

describe("counts that contradict each other", () => {
  const of = (is: Counts, was = counts(400, 100)) =>
    reportOf({
      data: dataOf({
        ...{ current: period(is, [page("/b", 50)]), previous: period(was, [page("/x", 300)]) },
        signals: { ...noSignals, feedback: { ...feedback, exampleReports: reports("/b", 0, 1) } },
      }),
    });

  it.each<[string, Report, string | undefined]>([
    ["more AI than visitors", of(counts(100, 460, 400)), "people 100, AI 460, all 400"],
    ["more people than visitors", of(counts(421, 0, 400)), "people 421, AI 0, all 400"],
    ["more visitors than both", of(counts(90, 10, 106)), "people 90, AI 10, all 106"],
    ["as approximate as counts are", of(counts(420, 0, 400)), undefined],
    ["the period before", of(counts(400, 0), counts(1, 500, 400)), "people 1, AI 500, all 400"],
  ])("are told, and nothing but the key figures with them: %s", (_, report, figures) => {
    const notice =
      figures && `These counts contradict each other (${figures}). Don't decide on them.`;
    expect(noticeIn(report)).toBe(notice);
    if (notice === undefined) return expect(report.next).toHaveLength(1);
    for (const text of [renderReport(report), renderComment(report, "/docs-agent")])
      expect(text).toMatch(/^## .*\n\n> These .*\n\n(\|[^*]*\n)+\n<sub>.*\n$/);
    expect(toDigest(report)).toContain(`: ${notice}\n`);
  });
});
