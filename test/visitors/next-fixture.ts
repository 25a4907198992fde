import type { NextRow } from "../../src/visitors/find/next.ts";
import type { Report } from "../../src/visitors/find/report.ts";
import { dataOf, emptySignals, reportOf, sampleData } from "./report-fixture.ts";

const readers = { human: 543, ai: 188, total: 709 };
const onPage = (path: string) => ({ path, page: path, readers });

/** A row of each kind, on plain pages and about a plain term. */
export const rowOf = {
  "asked-unanswered": {
    kind: "asked-unanswered",
    ...onPage("/guides/webhooks"),
    evidence: { unanswered: 9, asked: 31, conversations: 7, rest: { unanswered: 12, asked: 150 } },
    quotes: [] as readonly string[],
  },
  "examples-reported": {
    kind: "examples-reported",
    ...onPage("/sdks/python"),
    evidence: { reports: 3 },
  },
  "rated-down": {
    kind: "rated-down",
    ...onPage("/guides/billing"),
    evidence: { down: 11, votes: 14 },
  },
  "searched-unclicked": {
    kind: "searched-unclicked",
    term: "import csv",
    evidence: { hits: 12, hitsBefore: 6, clicks: 0 },
  },
} as const satisfies Record<NextRow["kind"], NextRow>;

/** The sample report with these rows, from all signals. */
export function reportWith(next: readonly NextRow[], given: Partial<Report> = {}): Report {
  return reportOf({ data: dataOf({ ...sampleData(), signals: emptySignals }), next, ...given });
}
