import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionsPage, reportsPage, searchesPage, votesPage } from "../../src/visitors/signals.ts";
import { runs } from "../runs.ts";

const at = Date.UTC(2026, 10, 20, 12);
const report = {
  id: "f1",
  path: "/a",
  source: "code_snippet",
  status: "pending",
  createdAt: "2026-11-20T12:00:00Z",
};
const question = {
  id: "c1",
  timestamp: "2026-11-20T12:00:00.000Z",
  resolutionStatus: "unanswered",
  pageUrl: "https://docs.example.com/a",
};
const search = { searchQuery: "webhooks", hits: 12, ctr: 25 };

const votes = (row: unknown) => votesPage.parse({ feedback: [row], hasMore: false });
const reports = (row: unknown) => reportsPage.parse({ feedback: [row], hasMore: false });
const questions = (row: unknown) => questionsPage.parse({ conversations: [row], hasMore: false });
const searches = (row: unknown) => searchesPage.parse({ searches: [row] });

describe("a row", () => {
  it("keeps what the report needs", () => {
    expect(votes({ path: "/a", thumbsUp: 3, thumbsDown: 11, code: 2, total: 16 }).rows).toEqual([
      ["/a", { page: "/a", up: 3, down: 11 }],
    ]);
    expect(reports(report).rows).toEqual([["f1", { page: "/a", reportedAt: at }]]);
    expect(questions(question).rows).toEqual([
      [`${at} c1`, { conversation: "c1", askedAt: at, page: "https://docs.example.com/a", answered: false }],
    ]);
    expect(searches(search).rows).toEqual([["webhooks", { term: "webhooks", hits: 12, clicks: 3 }]]);
  });

  it.each([
    ["a report that is closed", () => reports({ ...report, status: "resolved" })],
    ["a report that was dismissed", () => reports({ ...report, status: "dismissed" })],
    ["a report from another source", () => reports({ ...report, source: "agent" })],
    [
      "a question that was answered with a question",
      () => questions({ ...question, responseType: "clarifying_question" }),
    ],
  ])("is left out without a word: %s", (_, page) => {
    expect(page()).toEqual({ rows: [], malformed: 0, cursor: undefined });
  });

  it("counts a report that somebody works on as open", () => {
    expect(reports({ ...report, status: "in_progress" }).rows).toHaveLength(1);
  });

  it.each([
    ["votes below zero", () => votes({ path: "/a", thumbsUp: 3, thumbsDown: -1 })],
    ["votes that no count can be", () => votes({ path: "/a", thumbsUp: 1e300, thumbsDown: 1 })],
    ["votes without a page", () => votes({ thumbsUp: 3, thumbsDown: 1 })],
    ["a report with an unknown status", () => reports({ ...report, status: "new" })],
    ["a report without an id", () => reports({ ...report, id: undefined })],
    ["a question with an unknown status", () => questions({ ...question, resolutionStatus: "maybe" })],
    ["a question with an unknown type of answer", () => questions({ ...question, responseType: "song" })],
    ["a question without a time", () => questions({ ...question, timestamp: "yesterday" })],
    ["hits below zero", () => searches({ ...search, hits: -1 })],
    ["a share beyond 100", () => searches({ ...search, ctr: 130 })],
    ["a share below 0", () => searches({ ...search, ctr: -1 })],
    ["no object", () => searches("webhooks")],
  ])("is dropped and counted: %s", (_, page) => {
    expect(page()).toEqual({ rows: [], malformed: 1, cursor: undefined });
  });

  it.each([0, 100])("may have a share of %i", (ctr) => {
    expect(searches({ ...search, ctr }).rows).toHaveLength(1);
  });

  it("may lack the time of a report and the page of a question", () => {
    expect(reports({ ...report, createdAt: "soon" }).rows).toMatchObject([["f1", { reportedAt: undefined }]]);
    expect(questions({ ...question, pageUrl: null }).rows).toMatchObject([[`${at} c1`, { page: undefined }]]);
    expect(questions({ ...question, responseType: null }).rows).toHaveLength(1);
  });

  it("loses every word that visitors wrote", () => {
    const word = fc.string({ minLength: 1 }).map((text) => `secret-${text}-word`);
    const row = fc.record({
      ...{
        comment: word,
        contact: word,
        code: word,
        filename: word,
        lang: word,
        query: word,
        response: word,
      },
      sources: fc.array(fc.record({ title: word, url: word })),
      ...{ queryCategory: word, topClickedPage: word, lastSearchedAt: word, extra: word },
    });
    fc.assert(
      fc.property(row, word, (words, more) => {
        const pages = [
          votesPage.parse({ feedback: [{ ...words, path: "/a", thumbsUp: 1, thumbsDown: 1 }], more }),
          reportsPage.parse({ feedback: [{ ...words, ...report }], more }),
          questionsPage.parse({
            conversations: [
              { ...words, ...question },
              { ...words, more },
            ],
            more,
          }),
          searchesPage.parse({ searches: [{ ...words, ...search }], totalSearches: more }),
        ];
        for (const page of pages) expect(page.rows).toHaveLength(1);
        expect(JSON.stringify(pages)).not.toContain("secret-");
      }),
      runs(50),
    );
  });
});

describe("a page", () => {
  it.each([1000, 1001, 250_000])(
    "of %i rows has a thousand at most, as many as the service ever sends",
    (length) => {
      const { rows, malformed } = searchesPage.parse({ searches: Array.from({ length }, () => search) });
      expect([rows.length, malformed]).toEqual([1000, 0]);
    },
  );

  it.each([{}, { feedback: null }, { feedback: {} }, { conversations: [] }, [], "none", null])(
    "has the wrong shape without a list: %j",
    (response) => {
      expect(votesPage.safeParse(response).success).toBe(false);
    },
  );

  const cursorOf = (fields: object) => searchesPage.parse({ searches: [], ...fields }).cursor;

  it.each([
    [{ nextCursor: "abc" }, "abc"],
    [{ nextCursor: "abc", hasMore: true }, "abc"],
    [{ nextCursor: "a:b/c==" }, "a:b/c=="],
    [{ nextCursor: "x".repeat(2000) }, "x".repeat(2000)],
    [{ nextCursor: "https://evil.test/v1/analytics/other/searches?limit=9&cursor=a%20b" }, "a b"],
    [{ nextCursor: "/v1/analytics/docs-1/searches?cursor=c2" }, "c2"],
    [{ nextCursor: "http://evil.test/searches?cursor=c3" }, "c3"],
    [{ nextCursor: "/abc" }, "/abc"],
    [{ nextCursor: "a/b?cursor=c" }, "a/b?cursor=c"],
    [{ nextCursor: "abc", hasMore: "yes" }, "abc"],
  ])("goes on where %j says", (fields, cursor) => {
    expect(cursorOf(fields)).toBe(cursor);
  });

  it.each([
    {},
    { nextCursor: null },
    { nextCursor: "" },
    { nextCursor: 7 },
    { nextCursor: "abc", hasMore: false },
    { nextCursor: "https://docs.example.com/searches?page=2" },
  ])("is the last with %j", (fields) => {
    expect(cursorOf(fields)).toBeUndefined();
  });
});
