import { parseMoment } from "../../src/dates.ts";
import { mintlifyUrl, namesOf } from "../../src/names.ts";
import { findReport, type Report, type ReportParts } from "../../src/visitors/find/report.ts";
import { resolvePeriods } from "../../src/visitors/periods.ts";
import type {
  Counts,
  Page,
  PeriodData,
  Periods,
  SignalData,
  VisitorData,
} from "../../src/visitors/read/data.ts";
import { joinRows, placesOn, type Row } from "../../src/visitors/read/pages.ts";

/** Path, then people, AI and total in the current period, then in the previous one; none where the page had no visitors. */
type Line = readonly [path: string, ...counts: number[]];

const lines: readonly Line[] = [
  ["/", 2184, 472, 2618, 2080, 449, 2493],
  ["/quickstart", 1345, 419, 1730, 1170, 364, 1504],
  ["/guides/authentication", 1048, 279, 1305, 952, 254, 1186],
  ["/integrations/mcp-server", 690, 520, 1168, 223, 167, 376],
  ["/api-reference/introduction", 642, 519, 1119, 535, 432, 932],
  ["/sdks/typescript", 755, 216, 954, 629, 180, 795],
  ["/sdks/python", 675, 131, 796, 614, 119, 724],
  ["/guides/webhooks", 543, 188, 716, 481, 166, 634],
  ["/api-reference/openapi.json", 41, 655, 693, 36, 564, 597],
  ["/guides/errors", 481, 116, 588, 418, 101, 511],
  ["/guides/rate-limits", 250, 310, 540, 336, 119, 439],
  ["/llms.txt", 9, 488, 496, 8, 403, 410],
  ["/guides/migrate-v1-to-v2", 410, 60, 465, 96, 14, 109],
  ["/changelog", 359, 80, 433, 333, 74, 401],
  ["/guides/streaming-responses", 268, 77, 339],
  ["/pricing", 240, 30, 268, 410, 51, 458],
  ["/changelog/2026-11", 143, 20, 161],
  ["/guides/containers", 62, 12, 73, 142, 28, 168],
  ["/guides/legacy-tokens", 0, 0, 0, 180, 40, 207],
];

/** Counts from numbers; the total is the sum unless given. */
export function counts(human: number, ai: number, total = human + ai): Counts {
  return { human, ai, total };
}

/** A page with people and AI that add up to its total. */
export function page(path: string, human: number, ai = 0): Page {
  return { path, page: path.toLowerCase(), counts: counts(human, ai) };
}

/** A period, by default with whole lists. */
export function period(totals: Counts, pages: readonly Page[] = [], complete = true): PeriodData {
  return { totals, pages, complete, noPages: [] };
}

/** A period of which the service sent these rows. */
export function periodOf(totals: Counts, rows: readonly Row[], siteUrl?: URL): PeriodData {
  return { totals, complete: true, ...joinRows(rows, placesOn(siteUrl)) };
}

/** What is read with `signals: none`. */
export const noSignals: SignalData = {
  feedback: undefined,
  questions: undefined,
  searches: undefined,
  elsewhere: [],
  missing: [],
};

/** What is read with all signals, of a site that nobody said anything about. */
export const emptySignals = {
  feedback: { votes: [], areAllVotes: true, exampleReports: [] },
  questions: { newest: [], areAll: true },
  searches: { recent: [], before: [], unlisted: 0 },
  elsewhere: [],
  missing: [],
} as const satisfies SignalData;

/** Complete data of one period without visitors, and what is given instead. */
export function dataOf(parts: Partial<VisitorData> = {}): VisitorData {
  return {
    current: period(counts(0, 0)),
    previous: undefined,
    trend: [],
    signals: noSignals,
    missing: [],
    ...parts,
  };
}

/** The default inputs of a report. */
const weekly = { period: "7d", "date-from": "", "date-to": "", compare: true, trend: 8 };

/** A Saturday afternoon; the last seven full days are 14 to 20 November 2026. */
const saturday = Date.UTC(2026, 10, 21, 15, 4, 5);

/** The periods of these inputs on that Saturday, or at another time in epoch ms. */
export function periodsOf(given: Partial<typeof weekly> = {}, now = saturday): Periods {
  const inputs = { ...weekly, ...given };
  const [from, to] = [parseMoment(inputs["date-from"]), parseMoment(inputs["date-to"])];
  return resolvePeriods({ ...inputs, "date-from": from, "date-to": to }, now);
}

/** A week of a made-up site in which pages moved in every way. */
export function sampleData(): VisitorData {
  const rows = (first: 0 | 3) =>
    lines.map(([path, ...all]) => {
      const [human = 0, ai = 0, total = 0] = all.slice(first);
      return { path, human, ai, total };
    });
  return dataOf({
    current: periodOf(counts(9866, 2104, 11528), rows(0)),
    previous: periodOf(counts(9120, 1980, 10684), rows(3)),
    trend: [
      counts(8210, 1302, 9240),
      counts(8187, 1330, 9256),
      counts(8706, 1415, 9850),
      counts(8894, 1588, 10178),
      counts(8650, 1744, 10062),
      counts(8998, 1838, 10480),
      counts(9120, 1980, 10684),
      counts(9866, 2104, 11528),
    ],
  });
}

/** What a report of the sample is made of. */
const usual: ReportParts = {
  periods: periodsOf(),
  data: sampleData(),
  memory: [],
  quotes: 0,
  siteUrl: new URL("https://docs.example.com"),
  project: "docs-project",
  dashboard: namesOf(new URL(mintlifyUrl)).analytics,
  isIgnored: () => false,
  docsUrl: "https://github.com/OWNER/docs-agent/blob/v1/docs/report.md",
  top: 12,
  runUrl: "https://github.com/octo/site/actions/runs/1234567",
};

/** The sample's report, and what is given instead: of its parts, or of what is found in them. */
export function reportOf(given: Partial<Report> = {}): Report {
  return { ...findReport({ ...usual, ...given }), ...given };
}

/** A report on two periods, of which the earlier one may not have been read. */
export function reportOn(
  current: PeriodData,
  previous?: PeriodData,
  given: Partial<Report> = {},
): Report {
  return reportOf({ data: dataOf({ current, previous }), ...given });
}

/** A report on a site with these totals in the previous period, if it was read, and in the current one. */
export function siteReport(was: Counts | undefined, is: Counts, given?: Partial<Report>): Report {
  return reportOn(period(is), was && period(was), given);
}
