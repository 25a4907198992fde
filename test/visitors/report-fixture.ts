import { findFindings } from "../../src/visitors/findings.ts";
import { resolvePeriods } from "../../src/visitors/period.ts";
import type { Counts, Findings, PageRow, PeriodData, Report, VisitorData } from "../../src/visitors/types.ts";

/** Path, then people, AI and both in this period and, where the page was visited, in the one before. */
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
  ["/introduction", 349, 97, 438, 320, 89, 402],
  ["/changelog", 359, 80, 433, 333, 74, 401],
  ["/integrations/sentry", 314, 84, 391, 290, 78, 362],
  ["/guides/feature-flags", 307, 90, 390, 279, 82, 355],
  ["/guides/local-development", 263, 100, 355, 241, 92, 326],
  ["/guides/streaming-responses", 268, 77, 339],
  ["/api-reference/orders/list", 180, 171, 337, 165, 157, 309],
  ["/concepts/queues", 244, 81, 319, 221, 74, 290],
  ["/guides/kubernetes", 252, 59, 306, 242, 57, 294],
  ["/guides/roles-and-permissions", 245, 64, 304, 211, 55, 262],
  ["/guides/custom-domains", 248, 55, 299, 209, 47, 253],
  ["/guides/testing", 224, 59, 278, 191, 51, 238],
  ["/pricing", 240, 30, 268, 410, 51, 458],
  ["/sdks/java", 235, 36, 268, 193, 30, 221],
  ["/api-reference/projects/list", 137, 122, 249, 123, 110, 224],
  ["/sdks/dotnet", 177, 62, 234, 153, 54, 203],
  ["/guides/internationalization", 187, 40, 224, 171, 36, 204],
  ["/api-reference/orders/get", 124, 102, 218, 111, 91, 195],
  ["/changelog/2026-09", 167, 54, 217, 147, 47, 190],
  ["/llms-full.txt", 4, 207, 211, 3, 180, 183],
  ["/integrations/stripe", 173, 36, 206, 159, 33, 189],
  ["/guides/deploy-to-fly", 161, 47, 204, 148, 43, 187],
  ["/api-reference/events/get", 102, 110, 204, 87, 93, 173],
  ["/guides/gdpr", 149, 47, 192, 128, 41, 166],
  ["/sdks/rust", 164, 29, 191, 152, 27, 177],
  ["/integrations/segment", 157, 26, 181, 139, 23, 160],
  ["/support", 176, 2, 178, 180, 2, 182],
  ["/guides/deploy-to-vercel", 155, 24, 177, 151, 23, 172],
  ["/concepts/tenancy", 130, 49, 175, 107, 41, 145],
  ["/integrations/overview", 145, 32, 174, 129, 29, 155],
  ["/api-reference/teams/members", 109, 69, 172, 105, 66, 165],
  ["/concepts/limits", 139, 27, 164, 126, 24, 148],
  ["/concepts/security-model", 128, 37, 162, 116, 33, 146],
  ["/integrations/salesforce", 127, 38, 162, 114, 34, 145],
  ["/changelog/2026-11", 143, 20, 161],
  ["/api-reference/invoices/list", 74, 81, 149, 89, 44, 128],
  ["/guides/containers", 62, 12, 73, 142, 28, 168],
  ["/sdks/日本語/はじめに", 34, 6, 40, 30, 5, 35],
];

const gone: PageRow = { path: "/guides/legacy-tokens", human: 180, ai: 40, total: 207 };

/** Counts from numbers in the order of the service's fields. */
export function counts(human: number, ai: number, total = human + ai): Counts {
  return { human, ai, total };
}

/** A period that was read to its end. */
export function period(totals: Counts, rows: readonly PageRow[] = [], complete = true): PeriodData {
  return { totals, rows, complete };
}

/** A data of one period, all of it there, with what is to be otherwise. */
export function dataOf(parts: Partial<VisitorData> = {}): VisitorData {
  return {
    current: period(counts(0, 0)),
    previous: undefined,
    trend: [],
    requests: 2,
    missing: [],
    ...parts,
  };
}

/** The inputs that a week's report has by default. */
export const weekly = { period: "7d", "date-from": "", "date-to": "", compare: true, trend: 8 } as const;

/** A Saturday afternoon, on which the last seven full days are 14 to 20 November 2026. */
export const saturday = Date.UTC(2026, 10, 21, 15, 4, 5);

/** A week of a made-up site, with something of everything that a report can say. */
export function sampleData(): VisitorData {
  const now = lines.map(([path, human = 0, ai = 0, total = 0]) => ({ path, human, ai, total }));
  const before = lines.flatMap(([path, , , , human, ai, total]) =>
    human === undefined || ai === undefined || total === undefined ? [] : [{ path, human, ai, total }],
  );
  return dataOf({
    current: period(counts(9866, 2104, 11528), now),
    previous: period(
      counts(9120, 1980, 10684),
      [...before, gone].sort((a, b) => b.total - a.total),
    ),
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
    requests: 8,
  });
}

/** A report of this data, by default the sample's, with what is to be otherwise. */
export function reportOf(parts: Partial<Report> = {}): Report & { findings: Findings } {
  const data = parts.data ?? sampleData();
  return {
    periods: resolvePeriods(weekly, saturday),
    findings: findFindings(data),
    top: 20,
    maxBytes: 1024 * 1024,
    files: ["visitors.csv"],
    runUrl: "https://github.com/octo/site/actions/runs/1234567",
    ...parts,
    data,
  };
}

/** A report on a site with these totals in the period before, where it was read, and in this one. */
export function siteReport(was: Counts | undefined, is: Counts, rows: readonly PageRow[] = []): Report {
  return reportOf({
    data: dataOf({ current: period(is, rows), previous: was && period(was) }),
  });
}
