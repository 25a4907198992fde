import { day } from "../../src/dates.ts";
import type { Memory } from "../../src/visitors/memory.ts";
import { noMemory, remember } from "../../src/visitors/memory.ts";
import { promptedRow } from "../../src/visitors/outputs.ts";
import type { DocsRepository, PeriodData, SignalData } from "../../src/visitors/report-model.ts";
import { dataOf, emptyPulls, noDocs, periodsOf } from "./report-fixture.ts";
import { conversations } from "./said.ts";
import { type PlantedPage, type Site, twoPeriods } from "./site-builder.ts";
import { renderSite } from "./site-report.ts";

/** The first of twelve Mondays. */
const start = Date.UTC(2026, 7, 31);
const at = (text: string) => Date.parse(`2026-${text}T10:00:00Z`);
const [merged, closed] = [at("09-23"), at("10-06")];

/** On each of these days, in steps of so many. */
const daily = (from: string, to: string, step: number) => {
  const count = Math.ceil((at(to) - at(from)) / (step * day));
  return Array.from({ length: count }, (_, index) => at(from) + index * step * day);
};

/** Questions on a page at these times, of which every so-manieth has no answer. */
const asked = (page: string, times: readonly number[], unanswered: number) =>
  times.map((time, index) => {
    const [question] = conversations(page, index % unanswered === 0 ? 1 : 0, 1);
    return { ...{ page, answered: true }, ...question, at: time, conversation: `${page} ${time}` };
  });

const questions = [
  ...asked("/quickstart", daily("07-20", "11-23", 0.1), 10),
  // Half of them fail until the page is changed in the fourth week, then one in twelve.
  ...asked("/guides/webhooks", daily("07-20", "09-23", 0.7), 2),
  ...asked("/guides/webhooks", daily("09-24", "11-23", 0.7), 12),
  ...asked("/guides/errors", daily("11-02", "11-23", 0.6), 2),
];
const votes = [
  ...daily("06-20", "09-28", 8).map((time) => ({ page: "/guides/billing", time, down: true })),
  ...daily("10-01", "11-23", 1).map((time) => ({ page: "/guides/billing", time, down: false })),
  ...daily("06-01", "11-23", 0.5).map((time, index) => ({
    page: "/quickstart",
    time,
    down: index % 3 === 0,
  })),
];
/** Reports on examples, and when somebody closes them. */
const reported = [
  ...["09-08", "09-10", "09-12"].map((date) => ({ page: "/sdks/python", date, until: at("10-26") })),
  ...["11-09", "11-10", "11-12"].map((date) => ({ page: "/sdks/go", date, until: at("12-31") })),
];

function signalsAt(week: number, end: number): SignalData {
  const within = (time: number, days: number) => time < end && time >= end - days * day;
  const refused = { what: "feedback", why: "failure", reason: "service" } as const;
  const pages = Map.groupBy(
    votes.filter(({ time }) => within(time, 90)),
    ({ page }) => page,
  );
  const feedback = {
    votes: Array.from(pages, ([page, all]) => {
      const down = all.filter((vote) => vote.down).length;
      return { page, down, up: all.length - down };
    }),
    exampleReports: reported.flatMap(({ page, date, until }) =>
      within(at(date), 90) && end < until ? [{ id: date, page, at: at(date) }] : [],
    ),
  };
  return {
    feedback: week === 8 ? undefined : feedback,
    questions: { newest: questions.filter(({ at }) => within(at, 28)), areAll: true },
    searches: undefined,
    missing: week === 8 ? [refused] : [],
  };
}

function docsAt(end: number): DocsRepository {
  const isKnown = (time: number) => time < end;
  return {
    ...noDocs,
    changes: new Map(isKnown(merged) ? [["/guides/webhooks", { at: merged, pull: 41 }]] : []),
    committed: new Map([
      ["/guides/encryption", at("11-20") - 365 * day],
      ["/guides/docker", at("04-20")],
    ]),
    closed: new Map(
      isKnown(closed) && end - closed < 28 * day ? [["/sdks/python", { number: 46, at: closed }]] : [],
    ),
    pulls: {
      ...emptyPulls,
      merged: isKnown(merged) && end - merged < 28 * day ? 1 : 0,
      closed: isKnown(closed) && end - closed < 28 * day ? 1 : 0,
      halfMergedWithin: 2,
    },
  };
}

/** The visitors of a week: steady, but for a page that is read three times as much in the tenth. */
function visitorsIn(week: number): PeriodData {
  const planted = [
    ["/sdks/python", 660],
    ["/guides/webhooks", 538],
    ["/guides/errors", 459],
    ["/guides/billing", 405],
    ["/sdks/go", 390],
    ["/guides/encryption", 310],
    ["/guides/docker", 305],
    ["/integrations/mcp-server", week < 10 ? 376 : 1168],
  ].map(([path, people]): PlantedPage => {
    const human = Number(people) + ((week * 7) % 11);
    return [String(path), undefined, [human, 40, human + 36]];
  });
  const now = [9_060 + week * 12, 2_080, 10_890 + week * 12] as const;
  return twoPeriods({ site: { seed: 90 + week, pages: 120, before: now, now }, planted }).current;
}

/** One site, week after week, each report with the memory that the last one left. */
export function twelveWeeks(): Site[] {
  const weeks = Array.from({ length: 13 }, (_, week) => visitorsIn(week));
  const sites: Site[] = [];
  let memory: Memory = noMemory;
  for (let week = 1; week <= 12; week++) {
    const end = start + 7 * week * day;
    const [current = visitorsIn(week), previous] = [weeks[week], weeks[week - 1]];
    const site: Site = {
      name: `twelve-weeks-${String(week).padStart(2, "0")}`,
      lesson: `Week ${week} of one site.`,
      periods: periodsOf({ period: "last-week" }, end + 6 * 3_600_000),
      data: dataOf({
        ...{ current, previous, signals: signalsAt(week, end) },
        trend: Array.from({ length: 8 }, (_, back) => weeks[week - 7 + back]?.totals),
      }),
      docs: docsAt(end),
      memory,
    };
    sites.push(site);
    const { report } = renderSite(site);
    memory = remember(report, promptedRow(report)?.page);
  }
  return sites;
}
