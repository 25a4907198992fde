import { describe, expect, it } from "vitest";
import type { ReadReason } from "../../../src/visitors/read-reason.ts";
import { renderReport } from "../../../src/visitors/report.ts";
import type { Missing } from "../../../src/visitors/report-model.ts";
import type { MissingSignal } from "../../../src/visitors/signals-model.ts";
import {
  counts,
  dataOf,
  noSignals,
  page,
  period,
  periodsOf,
  reportOf,
  sampleData,
  section,
} from "../report-fixture.ts";

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

  it.each<[MissingSignal, string]>([
    [
      { signal: "feedback", why: "failure", reason: "forbidden" },
      "- **Feedback**, for what to document next: the plan or the API key does not allow this. If it stays so, leave it out of `signals`.",
    ],
    [
      { signal: "questions", why: "failure", reason: "rate-limit" },
      "- **Questions**, for what to document next: the service’s rate limit was reached (all requests of the organisation count).",
    ],
    [
      { signal: "searches", why: "budget" },
      "- **Searches**, for what to document next: `max-requests` was used up by the visitors; raise it to read more.",
    ],
    [
      { signal: "searches", why: "time" },
      "- **Searches**, for what to document next: the limit of `timeout-minutes` was reached.",
    ],
    [
      { signal: "feedback", why: "malformed", count: 1 },
      "- **Feedback**, for what to document next: 1 row had the wrong shape or impossible numbers, and was dropped.",
    ],
    [
      { signal: "questions", why: "malformed", count: 3 },
      "- **Questions**, for what to document next: 3 rows had the wrong shape or impossible numbers, and were dropped.",
    ],
  ])("of a signal, %j, is explained at the end alone: the report is not incomplete", (item, line) => {
    const report = reportOf({ data: dataOf({ signals: { ...noSignals, missing: [item] } }) });
    expect(section(report, "What is missing")).toContain(line);
    expect(renderReport(report)).not.toMatch(/^> /m);
  });

  it.each<[Missing, string, string]>([
    [
      { what: "pages", why: "budget" },
      "not all pages of this week were read",
      "24 pages were read, so every list here may lack pages, the top pages too. The totals are complete. `max-requests` left too few requests for this; raise it to read more.",
    ],
    [
      { what: "previous-pages", why: "time" },
      "not all pages of the week before were read",
      "**Pages of the week before:** 23 pages were read, so some changes are blank, and new or gone pages are not listed. The totals are complete. The limit of `timeout-minutes` was reached; raise it to read more.",
    ],
    [
      { what: "previous-pages", why: "pagination" },
      "not all pages of the week before were read",
      "The service kept announcing more pages that were empty, repeated or short.",
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
      { what: "rows", why: "malformed", count: 3 },
      "3 rows could not be used",
      "**Rows:** 3 rows of the service’s responses had the wrong shape or impossible numbers, and were dropped.",
    ],
    [
      { what: "rows", why: "malformed", count: 1 },
      "1 row could not be used",
      "1 row of the service’s responses had the wrong shape or impossible numbers, and was dropped.",
    ],
  ])("%j is named below the heading and explained at the end", (item, short, long) => {
    const report = reportWithout(item);
    expect(renderReport(report)).toContain(`\n\n> **Incomplete:** ${short}.\n\n**11,528`);
    expect(section(report, "What is missing")).toContain(long);
  });

  it.each<[ReadReason, string]>([
    ["api-key", "the service rejected the API key"],
    ["payment", "the plan or its credits do not allow this"],
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
      periods: periodsOf({ period: "30d" }),
    };
    expect(renderReport(report)).toContain(
      "> **Incomplete:** not all pages of these 30 days were read; the 30 days before was not read; not all periods of the trend were read.\n",
    );
  });

  it("may be more than one week of the trend", () => {
    const { trend } = sampleData();
    const data = { ...sampleData(), trend: trend.with(0, undefined).with(1, undefined) };
    const report = reportOf({ data: { ...data, missing: [{ what: "trend", why: "time" }] } });
    expect(section(report, "What is missing")).toContain("**Trend:** 2 weeks of 8 were not read.");
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
