import { describe, expect, it, onTestFinished } from "vitest";
import type { Signal } from "../../../src/inputs/table.ts";
import {
  questionsPage,
  reportsPage,
  searchesPage,
  votesPage,
} from "../../../src/visitors/read/signals.ts";
import { answer, serve } from "../../service/local-server.ts";
import { fetchFrom, type Given, weeks } from "./harness.ts";

/** The end of the newest week is 5 January 2026. */
const day90 = "dateFrom=2025-10-07&dateTo=2026-01-05";
const day28 = "dateFrom=2025-12-08&dateTo=2026-01-05";
const all: readonly Signal[] = ["feedback", "questions", "searches"];

const vote = { path: "/a", thumbsUp: 1, thumbsDown: 2 };
const report = {
  id: "f1",
  path: "/a",
  source: "code_snippet",
  status: "pending",
  createdAt: "2026-01-01",
};
const question = {
  id: "c1",
  timestamp: "2026-01-01T10:00:00Z",
  resolutionStatus: "answered",
  pageUrl: "/a",
};
const search = { searchQuery: "csv", hits: 12, ctr: 25 };
const visitors = { totals: { human: 1, ai: 1, total: 2 }, visitors: [], hasMore: false };
const bodies: Readonly<Record<string, unknown>> = {
  visitors,
  "feedback/by-page": { feedback: [vote], hasMore: false },
  feedback: { feedback: [report], hasMore: false },
  assistant: { conversations: [question], hasMore: false },
  searches: { searches: [search], totalSearches: 5 },
};

/** What is kept of the rows above. */
const kept = {
  votes: [{ page: "/a", up: 1, down: 2 }],
  exampleReports: [{ id: "f1", page: "/a", at: Date.UTC(2026, 0, 1) }],
  asked: [
    {
      conversation: "c1",
      at: Date.UTC(2026, 0, 1, 10),
      page: "/a",
      answered: true,
      words: "",
    },
  ],
  searches: [{ term: "csv", hits: 12, clicks: 3 }],
};

/** What an export is answered with after this cursor, 0 at first: a body or the status of a failure. */
type Export = (cursor: number) => object | number;

/** Reads from a service that answers each export as given, or else with a row; with what was sent to it. */
async function readFrom(
  exports: Readonly<Record<string, Export>> = {},
  wanted: readonly Signal[] = all,
  options: Given = {},
) {
  const sent: string[] = [];
  const server = await serve([
    (response, request) => {
      const url = new URL(request.url ?? "", "http://localhost");
      const path = url.pathname.replace("/v1/analytics/docs-1/", "");
      sent.push(path + url.search);
      const cursor = Number(url.searchParams.get("cursor") ?? 0);
      const body = exports[path]?.(cursor) ?? bodies[path];
      answer(typeof body === "number" ? body : 200, body)(response, request);
    },
  ]);
  onTestFinished(() => server.close());
  const data = await fetchFrom(server.url.href, { signals: wanted, ...options });
  return { ...data, sent, asked: sent.filter((path) => !path.startsWith("visitors?")) };
}

/** A list without end, of a row a page. */
const endless =
  (list: string, row: (page: number) => object): Export =>
  (page) => ({ [list]: [row(page)], nextCursor: String(page + 1), hasMore: true });

describe("the signals", () => {
  it("are read with five requests, of the days before the end of the period, after the visitors", async () => {
    const { sent, signals } = await readFrom({}, all, {
      periods: weeks({ compare: true, trend: 4 }),
    });
    expect(sent.slice(4)).toEqual([
      `feedback/by-page?${day90}&limit=100`,
      `feedback?${day90}&limit=100&source=code_snippet&status=pending%2Cin_progress`,
      `assistant?${day28}&limit=250`,
      `searches?${day28}&limit=100`,
      "searches?dateFrom=2025-11-10&dateTo=2025-12-08&limit=100",
    ]);
    expect(signals).toEqual({
      feedback: { votes: kept.votes, areAllVotes: true, exampleReports: kept.exampleReports },
      questions: { newest: kept.asked, areAll: true },
      searches: { recent: kept.searches, before: kept.searches, unlisted: 0 },
      elsewhere: [],
      missing: [],
    });
  });

  it.each([
    [[], 0],
    [["feedback"], 2],
    [["searches"], 2],
  ] as const)("are only those that are wanted: %j", async (wanted, count) => {
    const { asked, signals } = await readFrom({}, wanted);
    expect(asked).toHaveLength(count);
    expect(signals.missing).toEqual([]);
  });

  it("take at most eleven requests, however many pages there are", async () => {
    const { asked, signals } = await readFrom({
      "feedback/by-page": endless("feedback", () => vote),
      feedback: endless("feedback", (page) => ({ ...report, id: `f${page}` })),
      assistant: endless("conversations", (page) => ({ ...question, id: `c${page}` })),
      searches: endless("searches", (page) => ({
        ...search,
        searchQuery: `csv ${page}`,
        hits: 100 - page,
      })),
    });
    expect(asked).toHaveLength(11);
    expect(signals).toMatchObject({
      feedback: { votes: { length: 1 }, exampleReports: { length: 2 } },
      questions: { newest: { length: 4 }, areAll: false },
      // More terms follow, each with at most as many hits as the last that was read.
      searches: { recent: { length: 2 }, before: { length: 2 }, unlisted: 99 },
    });
  });

  it("count a row once; another id, or another moment of a conversation, is another row", async () => {
    const later = { ...question, timestamp: "2026-01-01T10:00:01Z" };
    const { signals } = await readFrom({
      "feedback/by-page": () => ({ feedback: [vote, vote] }),
      feedback: () => ({ feedback: [report, report, { ...report, id: "f2" }] }),
      assistant: () => ({ conversations: [question, question, later, { ...question, id: "c2" }] }),
      searches: () => ({ searches: [search, search], nextCursor: "1" }),
    });
    expect(signals).toMatchObject({
      feedback: { votes: [{ up: 1 }], exampleReports: [{ page: "/a" }, { id: "f2" }] },
      questions: { newest: { length: 3 }, areAll: true },
      // The service announced more, so nobody knows which terms are left.
      searches: { recent: [{ hits: 12 }], before: [{ hits: 12 }], unlisted: 12 },
    });
  });

  it("end where a cursor leads back to its own page", async () => {
    const assistant = () => ({ conversations: [question], nextCursor: "1" });
    expect((await readFrom({ assistant }, ["questions"])).asked).toHaveLength(2);
  });
});

describe("a signal that fails", () => {
  it.each<[string, Export, string]>([
    ["with 403", () => 403, "forbidden"],
    ["as another shape", () => ({ feedback: 1 }), "answer"],
  ])("%s costs itself alone", async (_, feedback, reason) => {
    const { asked, signals, missing } = await readFrom({ feedback });
    expect(asked).toHaveLength(5);
    expect(signals.feedback).toMatchObject({ votes: kept.votes, exampleReports: [] });
    expect(signals.questions).toEqual({ newest: kept.asked, areAll: true });
    expect(signals.missing).toEqual([{ what: "feedback", why: "failure", reason }]);
    // The report itself has all that it needs.
    expect(missing).toEqual([]);
  });

  it("with 404 is one that the service does not have: a line in the log, and nothing is missing", async () => {
    const lines: string[] = [];
    const gone = () => 404;
    const exports = { "feedback/by-page": gone, feedback: gone, assistant: gone, searches: gone };
    const { asked, signals } = await readFrom(exports, all, { info: (line) => lines.push(line) });
    expect(asked).toHaveLength(3);
    expect(signals.missing).toEqual([]);
    expect(lines).toEqual(
      all.map((one) => `The service has no ${one} for this project; the report is made without.`),
    );
  });

  it("keeps the pages that were read before", async () => {
    const { signals } = await readFrom({
      assistant: (page) => (page > 0 ? 503 : { conversations: [question], nextCursor: "1" }),
    });
    expect(signals.questions).toEqual({ newest: kept.asked, areAll: false });
    expect(signals.missing).toEqual([{ what: "questions", why: "failure", reason: "service" }]);
  });

  it("at the rate limit ends all of them", async () => {
    const { asked, signals } = await readFrom({ feedback: () => 429 });
    expect(asked).toHaveLength(2);
    expect(signals.missing).toEqual(
      all.map((signal) => ({ what: signal, why: "failure", reason: "rate-limit" })),
    );
  });

  it("says that rows of its lists cannot be used", async () => {
    const { signals } = await readFrom({
      searches: () => ({ searches: [search, { ...search, ctr: 130 }, 7] }),
    });
    expect(signals.searches?.recent).toEqual(kept.searches);
    expect(signals.missing).toContainEqual({ what: "searches", why: "malformed" });
  });
});

it("what was said on another site is left out and counted", async () => {
  const pages = ["https://docs.example.com/a", "https://app.example.com/a", "/a.md?b"];
  const { signals } = await readFrom(
    {
      "feedback/by-page": () => ({ feedback: pages.map((path) => ({ ...vote, path })) }),
      feedback: () => ({ feedback: pages.map((path) => ({ ...report, path })) }),
      assistant: () => ({ conversations: pages.map((pageUrl) => ({ ...question, pageUrl })) }),
    },
    all,
    { siteUrl: new URL("https://docs.example.com") },
  );
  const onSite = [{ page: "/a" }, { page: "/a" }];
  expect(signals).toMatchObject({
    feedback: { votes: onSite, exampleReports: onSite },
    questions: { newest: onSite },
    elsewhere: Array(3).fill("app.example.com"),
  });
});

it.each([
  [99, true],
  [100, false],
])("of %i pages with votes there may be no more: %s", async (length, areAll) => {
  const feedback = Array.from({ length }, (_, index) => ({ ...vote, path: `/${index}` }));
  const { signals } = await readFrom({ "feedback/by-page": () => ({ feedback }) }, ["feedback"]);
  expect(signals.feedback?.areAllVotes).toBe(areAll);
});

/** What is kept of a page with the row of each kind, changed in this way. */
const parsed = {
  votes: (changes: object) => votesPage.parse({ feedback: [{ ...vote, ...changes }] }),
  reports: (changes: object) => reportsPage.parse({ feedback: [{ ...report, ...changes }] }),
  questions: (changes: object) =>
    questionsPage.parse({ conversations: [{ ...question, ...changes }] }),
  searches: (changes: object) => searchesPage.parse({ searches: [{ ...search, ...changes }] }),
};

describe("a row", () => {
  it.each([
    ["reports", { status: "resolved" }, 0],
    ["reports", { source: "agent" }, 0],
    ["questions", { responseType: "clarifying_question" }, 0],
    ["votes", { thumbsDown: -1 }, 1],
    ["questions", { resolutionStatus: "maybe" }, 1],
    ["questions", { timestamp: "yesterday" }, 1],
    ["searches", { ctr: 101 }, 1],
  ] as const)("of %s does not count: %j; dropped with a word: %i", (kind, changes, malformed) => {
    expect(parsed[kind](changes)).toEqual({ rows: [], malformed, cursor: "" });
  });

  it.each([
    ["reports", { status: "in_progress" }, { id: "f1" }],
    ["reports", { createdAt: "soon" }, { at: undefined }],
    ["questions", { pageUrl: null }, { page: undefined }],
    ["questions", { responseType: null }, { page: "/a" }],
    ["searches", { ctr: 100 }, { clicks: 12 }],
  ] as const)("of %s is kept: %j", (kind, changes, row) => {
    expect(parsed[kind](changes).rows).toEqual([expect.objectContaining(row)]);
  });

  it.each(["votes", "reports", "questions", "searches"] as const)(
    "of %s loses what visitors wrote, but for a question without an answer",
    (kind) => {
      const fields =
        "comment contact code filename lang response queryCategory topClickedPage extra sources";
      const words = fields.split(" ").map((field) => [field, `secret ${field}`]);
      expect(parsed[kind](Object.fromEntries(words))).toEqual(parsed[kind]({}));
    },
  );
});

it.each([
  ["unanswered", "How?"],
  ["answered", ""],
])("of a question that was %s the words are %j", (resolutionStatus, words) => {
  const asked = { id: "c", timestamp: "2026-11-09T10:00:00Z", query: "How?", resolutionStatus };
  expect(questionsPage.parse({ conversations: [asked] }).rows).toMatchObject([{ words }]);
});

it("of the rows of a page a thousand are read, as many as the service ever sends", () => {
  const { rows, malformed } = searchesPage.parse({ searches: Array(1001).fill(search) });
  expect([rows.length, malformed]).toEqual([1000, 0]);
});

it.each([
  [{ nextCursor: "abc" }, "abc"],
  [{ nextCursor: "https://evil.test/v1/analytics/other/searches?limit=9&cursor=a%20b" }, "a b"],
  [{ nextCursor: "/v1/analytics/docs-1/searches?cursor=c2" }, "c2"],
  [{ nextCursor: 7 }, ""],
  [{ nextCursor: "abc", hasMore: false }, ""],
  [{ nextCursor: "https://docs.example.com/searches?page=2" }, ""],
])("after a page with %j follows %j", (fields, cursor) => {
  expect(searchesPage.parse({ searches: [], ...fields }).cursor).toBe(cursor);
});
