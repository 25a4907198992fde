import { describe, expect, it, onTestFinished } from "vitest";
import type { Signal } from "../../../src/inputs/table.ts";
import {
  questionsPage,
  reportsPage,
  searchesPage,
  votesPage,
} from "../../../src/visitors/read/signals.ts";
import { answer, serve, type Turn } from "../../service/local-server.ts";
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

/** A service that answers each export as given, or else with a row; the exports by their path, and what was asked. */
async function signalsAt(given: Readonly<Record<string, Turn>> = {}) {
  const asked: string[] = [];
  const server = await serve([
    (response, request) => {
      const [path = "", query = ""] = (request.url ?? "")
        .replace("/v1/analytics/docs-1/", "")
        .split("?");
      asked.push(`${path}?${query}`);
      (given[path] ?? answer(200, bodies[path]))(response, request);
    },
  ]);
  onTestFinished(() => server.close());
  const read = async (signals: readonly Signal[] = all, options: Given = {}) => {
    const data = await fetchFrom(server.url.href, { signals, ...options });
    return { ...data, asked: asked.filter((path) => !path.startsWith("visitors?")) };
  };
  return { asked, read };
}

/** Answers with one page after the other, each with the cursor of the next. */
function paged(list: string, row: (page: number) => unknown, pages = 9): Turn {
  return (response, request) => {
    const at = Number(
      new URL(request.url ?? "", "http://localhost").searchParams.get("cursor") ?? 0,
    );
    const next =
      at + 1 < pages ? { nextCursor: String(at + 1), hasMore: true } : { hasMore: false };
    answer(200, { [list]: [row(at)], ...next })(response, request);
  };
}

describe("the signals", () => {
  it("are read with five requests, of the days before the end of the period, after the visitors", async () => {
    const { asked, read } = await signalsAt();
    const { signals } = await read(all, { periods: weeks({ compare: true, trend: 4 }) });
    expect(asked.slice(4)).toEqual([
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
    const { asked, signals } = await (await signalsAt()).read(wanted);
    expect(asked).toHaveLength(count);
    expect(signals.missing).toEqual([]);
  });

  it("take at most eleven requests, however many pages there are", async () => {
    const { read } = await signalsAt({
      "feedback/by-page": paged("feedback", () => vote),
      feedback: paged("feedback", (at) => ({ ...report, id: `f${at}` })),
      assistant: paged("conversations", (at) => ({ ...question, id: `c${at}` })),
      searches: paged("searches", (at) => ({
        ...search,
        searchQuery: `csv ${at}`,
        hits: 100 - at,
      })),
    });
    const { asked, signals } = await read();
    expect(asked).toHaveLength(11);
    expect(signals).toMatchObject({
      feedback: { votes: { length: 1 }, exampleReports: { length: 2 } },
      questions: { newest: { length: 4 }, areAll: false },
      // More terms follow, each with at most as many hits as the last that was read.
      searches: { recent: { length: 2 }, before: { length: 2 }, unlisted: 99 },
    });
  });

  it("count a row once; another id, or another moment of a conversation, is another row", async () => {
    const questions = [
      ...[question, question],
      ...[
        { ...question, timestamp: "2026-01-01T10:00:01Z" },
        { ...question, id: "c2" },
      ],
    ];
    const reports = [report, report, { ...report, id: "f2" }];
    const { read } = await signalsAt({
      "feedback/by-page": answer(200, { feedback: [vote, vote] }),
      feedback: answer(200, { feedback: reports }),
      assistant: paged("conversations", (at) => questions[at], 4),
      searches: answer(200, { searches: [search, search], nextCursor: "again" }),
    });
    const { signals } = await read();
    expect(signals).toMatchObject({
      feedback: { votes: [{ up: 1 }], exampleReports: [{ page: "/a" }, { id: "f2" }] },
      questions: { newest: [{ page: "/a" }, { page: "/a" }, { page: "/a" }], areAll: true },
      // The service announced more, so nobody knows which terms are left.
      searches: { recent: [{ hits: 12 }], before: [{ hits: 12 }], unlisted: 12 },
    });
  });

  it("end where a cursor leads back to its own page", async () => {
    const assistant = answer(200, { conversations: [question], nextCursor: "again" });
    expect((await (await signalsAt({ assistant })).read(["questions"])).asked).toHaveLength(2);
  });
});

describe("a signal that fails", () => {
  it.each([
    ["with 403", answer(403, {}), "forbidden"],
    ["as another shape", answer(200, { feedback: 1 }), "answer"],
  ])("%s costs itself alone", async (_, turn, reason) => {
    const { asked, signals, missing } = await (await signalsAt({ feedback: turn })).read();
    expect(asked).toHaveLength(5);
    expect(signals.feedback).toMatchObject({ votes: kept.votes, exampleReports: [] });
    expect(signals.questions).toEqual({ newest: kept.asked, areAll: true });
    expect(signals.missing).toEqual([{ what: "feedback", why: "failure", reason }]);
    // The report itself has all that it needs.
    expect(missing).toEqual([]);
  });

  it("with 404 is one that the service does not have: a line in the log, and nothing is missing", async () => {
    const lines: string[] = [];
    const gone = answer(404, { error: "not found" });
    const exports = { "feedback/by-page": gone, feedback: gone, assistant: gone, searches: gone };
    const { read } = await signalsAt(exports);
    const { asked, signals } = await read(all, { info: (line) => lines.push(line) });
    expect(asked).toHaveLength(3);
    expect(signals.missing).toEqual([]);
    expect(lines).toEqual(
      all.map((one) => `The service has no ${one} for this project; the report is made without.`),
    );
  });

  it("keeps the pages that were read before", async () => {
    const first = answer(200, { conversations: [question], nextCursor: "2" });
    const { read } = await signalsAt({
      assistant: (response, request) =>
        (request.url?.includes("cursor") ? answer(503, {}) : first)(response, request),
    });
    const { signals } = await read();
    expect(signals.questions).toEqual({ newest: kept.asked, areAll: false });
    expect(signals.missing).toEqual([{ what: "questions", why: "failure", reason: "service" }]);
  });

  it("at the rate limit ends all of them", async () => {
    const { asked, signals } = await (await signalsAt({ feedback: answer(429, {}) })).read();
    expect(asked).toHaveLength(2);
    expect(signals.missing).toEqual(
      all.map((signal) => ({ what: signal, why: "failure", reason: "rate-limit" })),
    );
  });

  it("says that rows of its lists cannot be used", async () => {
    const searches = answer(200, { searches: [search, { ...search, ctr: 130 }, 7] });
    const { signals } = await (await signalsAt({ searches })).read();
    expect(signals.searches?.recent).toEqual(kept.searches);
    expect(signals.missing).toContainEqual({ what: "searches", why: "malformed" });
  });
});

it("what was said on another site is left out and counted; www. and the service's own address are the site", async () => {
  const addresses = [
    ...["https://www.docs.example.com/a", "https://acme.mintlify.app/docs/A/", "/a.md?b"],
    ...[
      "https://app.example.com/a",
      "https://docs.example.com.evil.test/a",
      "ftp://docs.example.com/a",
    ],
  ];
  const { read } = await signalsAt({
    "feedback/by-page": answer(200, { feedback: addresses.map((path) => ({ ...vote, path })) }),
    assistant: answer(200, {
      conversations: addresses.map((pageUrl, index) => ({ ...question, id: `c${index}`, pageUrl })),
    }),
  });
  const { signals } = await read(["feedback", "questions"], {
    siteUrl: "https://docs.example.com",
  });
  const pages = ["/a", "/docs/a", "/a"];
  expect(signals.feedback?.votes.map(({ page }) => page)).toEqual(pages);
  expect(signals.questions?.newest.map(({ page }) => page)).toEqual(pages);
  const hosts = ["app.example.com", "docs.example.com.evil.test", "docs.example.com"];
  expect(signals.elsewhere).toEqual([...hosts, ...hosts]);
});

it.each([
  [99, true],
  [100, false],
])("of %i pages with votes there may be no more: %s", async (length, areAll) => {
  const feedback = Array.from({ length }, (_, index) => ({ ...vote, path: `/${index}` }));
  const { read } = await signalsAt({
    "feedback/by-page": answer(200, { feedback, hasMore: false }),
  });
  expect((await read(["feedback"])).signals.feedback?.areAllVotes).toBe(areAll);
});

it("the budget leaves the signals what the visitors of the period did not need", async () => {
  const { asked, requests, signals } = await (await signalsAt()).read(all, { maxRequests: 3 });
  expect([asked.length, requests]).toEqual([2, 3]);
  expect(signals.missing).toEqual([
    { what: "questions", why: "budget" },
    { what: "searches", why: "budget" },
  ]);
});

const given = { votes: vote, reports: report, questions: question, searches: search };
const parsed = (kind: keyof typeof given, changes: object = {}) => {
  const row = { ...given[kind], ...changes };
  if (kind === "votes") return votesPage.parse({ feedback: [row] });
  if (kind === "reports") return reportsPage.parse({ feedback: [row] });
  if (kind === "questions") return questionsPage.parse({ conversations: [row] });
  return searchesPage.parse({ searches: [row] });
};

describe("a row", () => {
  it.each([
    ["reports", { status: "resolved" }],
    ["reports", { source: "agent" }],
    ["questions", { responseType: "clarifying_question" }],
  ] as const)("of %s does not count, without a word: %j", (kind, changes) => {
    expect(parsed(kind, changes)).toEqual({ rows: [], malformed: 0, cursor: "" });
  });

  it.each([
    ["votes", { thumbsDown: -1 }],
    ["questions", { resolutionStatus: "maybe" }],
    ["questions", { timestamp: "yesterday" }],
    ["searches", { ctr: 101 }],
  ] as const)("of %s is dropped and counted: %j", (kind, changes) => {
    expect(parsed(kind, changes)).toEqual({ rows: [], malformed: 1, cursor: "" });
  });

  it.each([
    ["reports", { status: "in_progress" }, { id: "f1" }],
    ["reports", { createdAt: "soon" }, { at: undefined }],
    ["questions", { pageUrl: null }, { page: undefined }],
    ["questions", { responseType: null }, { page: "/a" }],
    ["searches", { ctr: 100 }, { clicks: 12 }],
  ] as const)("of %s is kept: %j", (kind, changes, row) => {
    expect(parsed(kind, changes).rows).toEqual([expect.objectContaining(row)]);
  });

  it.each(["votes", "reports", "questions", "searches"] as const)(
    "of %s loses what visitors wrote, but for the words of a question",
    (kind) => {
      const fields =
        "comment contact code filename lang response queryCategory topClickedPage extra";
      const words = Object.fromEntries(
        fields.split(" ").map((field) => [field, `secret ${field}`]),
      );
      const { rows } = parsed(kind, { ...words, sources: [{ title: "secret", url: "secret" }] });
      expect(rows).toEqual(parsed(kind).rows);
    },
  );
});

it.each([1000, 1001])(
  "of %i rows of a page a thousand are read, as many as the service ever sends",
  (length) => {
    const { rows, malformed } = searchesPage.parse({
      searches: Array.from({ length }, () => search),
    });
    expect([rows.length, malformed]).toEqual([1000, 0]);
  },
);

it.each([
  [{ nextCursor: "abc" }, "abc"],
  [{ nextCursor: "https://evil.test/v1/analytics/other/searches?limit=9&cursor=a%20b" }, "a b"],
  [{ nextCursor: "/v1/analytics/docs-1/searches?cursor=c2" }, "c2"],
  [{ nextCursor: "" }, ""],
  [{ nextCursor: 7 }, ""],
  [{ nextCursor: "abc", hasMore: false }, ""],
  [{ nextCursor: "https://docs.example.com/searches?page=2" }, ""],
])("after a page with %j follows %j", (fields, cursor) => {
  expect(searchesPage.parse({ searches: [], ...fields }).cursor).toBe(cursor);
});
