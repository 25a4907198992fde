import type { NextRow, Report, SignalData } from "../../src/visitors/report-model.ts";
import { dataOf, reportOf, sampleData } from "./report-fixture.ts";

/** What is read with all signals, of a site that nobody said anything about. */
export const emptySignals = {
  feedback: { votes: [], exampleReports: [] },
  questions: { newest: [], areAll: true },
  searches: { recent: [], before: [], unlisted: 0 },
  missing: [],
} as const satisfies SignalData;

const readers = { human: 543, ai: 188 };

/** A row of each kind, on plain pages and about a plain term. */
export const rowOf = {
  "asked-unanswered": {
    kind: "asked-unanswered",
    path: "/guides/webhooks",
    page: "/guides/webhooks",
    readers,
    unanswered: 7,
    asked: 31,
    conversations: 5,
  },
  "examples-reported": {
    kind: "examples-reported",
    path: "/sdks/python",
    page: "/sdks/python",
    readers,
    reports: 3,
  },
  "rated-down": {
    kind: "rated-down",
    path: "/guides/billing",
    page: "/guides/billing",
    readers,
    down: 11,
    votes: 14,
    rest: { down: 340, votes: 1000 },
  },
  "searched-unclicked": {
    kind: "searched-unclicked",
    term: "import csv",
    hits: 12,
    hitsBefore: 6,
    clicks: 0,
  },
} as const satisfies Record<NextRow["kind"], NextRow>;

/** The sample report with these rows, from all signals. */
export function reportWith(next: readonly NextRow[], parts: Partial<Report> = {}): Report {
  return reportOf({ data: dataOf({ ...sampleData(), signals: emptySignals }), next, ...parts });
}
