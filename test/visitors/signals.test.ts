import { describe, expect, it, onTestFinished } from "vitest";
import type { Signal } from "../../src/inputs/table.ts";
import { CancelledError } from "../../src/service/errors.ts";
import { FakeClock } from "../fake-clock.ts";
import { answer, serve, type Turn } from "../service/local-server.ts";
import { thrown } from "../service/service-under-test.ts";
import { fetchFrom, type Given, weeks } from "./read-harness.ts";

/** The end of the newest week is 5 January 2026. */
const day90 = "dateFrom=2025-10-07&dateTo=2026-01-05";
const day28 = "dateFrom=2025-12-08&dateTo=2026-01-05";
const daysBefore = "dateFrom=2025-11-10&dateTo=2025-12-08";
const openReports = `feedback?${day90}&limit=100&source=code_snippet&status=pending%2Cin_progress`;
const visitors = { totals: { human: 1, ai: 1, total: 2 }, visitors: [], hasMore: false };
const all: readonly Signal[] = ["feedback", "questions", "searches"];

const vote = { path: "/a", thumbsUp: 1, thumbsDown: 2 };
const report = { id: "f1", path: "/a", source: "code_snippet", status: "pending", createdAt: "2026-01-01" };
const question = { id: "c1", timestamp: "2026-01-01T10:00:00Z", resolutionStatus: "answered", pageUrl: "/a" };
const search = { searchQuery: "csv", hits: 5, ctr: 0 };
const bodies: Readonly<Record<string, unknown>> = {
  visitors,
  "feedback/by-page": { feedback: [vote], hasMore: false },
  feedback: { feedback: [report], hasMore: false },
  assistant: { conversations: [question], hasMore: false },
  searches: { searches: [search], totalSearches: 5 },
};

/** A service that answers each export as given, or else with a row; the exports by their path, and what was asked. */
async function signalsAt(given: Readonly<Record<string, Turn>>) {
  const asked: string[] = [];
  const server = await serve([
    (response, request) => {
      const [path = "", query = ""] = (request.url ?? "").replace("/v1/analytics/docs-1/", "").split("?");
      if (path !== "visitors") asked.push(`${path}?${query}`);
      (given[path] ?? answer(200, bodies[path]))(response, request);
    },
  ]);
  onTestFinished(() => server.close());
  const read = (signals: readonly Signal[] = all, options: Given = {}) =>
    fetchFrom(server.url.href, { signals: new Set(signals), ...options });
  return { asked, read };
}

/** Answers with one page after the other, each with the cursor of the next. */
function paged(list: string, row: (page: number) => unknown, pages: number): Turn {
  return (response, request) => {
    const at = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("cursor") ?? 0);
    const next = at + 1 < pages ? { nextCursor: String(at + 1), hasMore: true } : { hasMore: false };
    answer(200, { [list]: [row(at)], ...next })(response, request);
  };
}

describe("the signals", () => {
  it("are read with five requests, of the days before the end of the period", async () => {
    const { asked, read } = await signalsAt({});
    const { signals, requests } = await read();
    expect(asked).toEqual([
      `feedback/by-page?${day90}&limit=100`,
      openReports,
      `assistant?${day28}&limit=250`,
      `searches?${day28}&limit=100`,
      `searches?${daysBefore}&limit=100`,
    ]);
    expect(requests).toBe(6);
    expect(signals).toEqual({
      feedback: {
        votes: [{ page: "/a", up: 1, down: 2 }],
        exampleReports: [{ page: "/a", reportedAt: Date.UTC(2026, 0, 1) }],
      },
      questions: {
        asked: [{ conversation: "c1", askedAt: Date.UTC(2026, 0, 1, 10), page: "/a", answered: true }],
        isCut: false,
      },
      searches: {
        recent: [{ term: "csv", hits: 5, clicks: 0 }],
        before: [{ term: "csv", hits: 5, clicks: 0 }],
      },
      missing: [],
    });
  });

  it.each([
    [[], 0],
    [["feedback"], 2],
    [["questions"], 1],
    [["searches"], 2],
  ] as const)("are only those that are wanted: %j", async (wanted, count) => {
    const { asked, read } = await signalsAt({});
    const { signals } = await read(wanted);
    expect(asked).toHaveLength(count);
    expect(signals.feedback !== undefined).toBe(wanted.some((one) => one === "feedback"));
    expect(signals.missing).toEqual([]);
  });

  it("take at most eleven requests, however many pages there are", async () => {
    const { asked, read } = await signalsAt({
      "feedback/by-page": paged("feedback", () => vote, 9),
      feedback: paged("feedback", (at) => ({ ...report, id: `f${at}` }), 9),
      assistant: paged("conversations", (at) => ({ ...question, id: `c${at}` }), 9),
      searches: paged("searches", (at) => ({ ...search, searchQuery: `csv ${at}`, hits: 100 - at }), 9),
    });
    const { signals } = await read();
    expect(asked).toHaveLength(11);
    expect(signals.feedback?.votes).toHaveLength(1);
    expect(signals.feedback?.exampleReports).toHaveLength(2);
    expect(signals.questions?.asked).toHaveLength(4);
    expect(signals.questions?.isCut).toBe(true);
    expect(signals.searches).toMatchObject({ recent: { length: 2 }, before: { length: 2 } });
    // More terms follow, each with at most as many hits as the last that was read.
    expect(signals.searches?.unlisted).toBe(signals.searches?.recent.at(-1)?.hits);
    expect(signals.missing).toEqual([]);
  });

  it("end where a cursor leads back to its own page", async () => {
    const { asked, read } = await signalsAt({
      assistant: answer(200, { conversations: [question], nextCursor: "again" }),
      searches: answer(200, { searches: [search], nextCursor: "again" }),
    });
    const { signals } = await read(["questions", "searches"]);
    expect(asked).toHaveLength(6);
    expect(signals.searches?.recent).toHaveLength(1);
    // The service announced more, so nobody knows which terms are left.
    expect(signals.searches?.unlisted).toBe(5);
  });

  it("count a row once, as it came first, that shifts to the next page or comes again without end", async () => {
    const { read } = await signalsAt({
      "feedback/by-page": answer(200, { feedback: [vote, { ...vote, thumbsUp: 9 }] }),
      feedback: paged("feedback", (at) => ({ ...report, path: `/${at}` }), 9),
      assistant: paged("conversations", (at) => ({ ...question, pageUrl: `/${at}` }), 9),
      searches: paged("searches", (at) => ({ ...search, hits: 5 + at }), 9),
    });
    const { signals } = await read();
    expect(signals).toMatchObject({
      feedback: { votes: [{ up: 1 }], exampleReports: [{ page: "/0" }] },
      questions: { asked: [{ page: "/0" }] },
      searches: { recent: [{ hits: 5 }], before: [{ hits: 5 }] },
    });
  });

  it("count rows that differ in their key alone: two questions of a conversation, two reports on a page", async () => {
    const { read } = await signalsAt({
      feedback: paged("feedback", (at) => ({ ...report, id: `f${at}` }), 2),
      assistant: paged(
        "conversations",
        (at) => [question, { ...question, timestamp: "2026-01-01T10:00:01Z" }, { ...question, id: "c2" }][at],
        3,
      ),
    });
    const { signals } = await read(["feedback", "questions"]);
    expect(signals.feedback?.exampleReports).toEqual(
      Array(2).fill({ page: "/a", reportedAt: Date.UTC(2026, 0, 1) }),
    );
    expect(signals.questions?.asked).toHaveLength(3);
    expect(signals.questions?.isCut).toBe(false);
  });

  it("are not read before the visitors", async () => {
    const order: string[] = [];
    const note =
      (name: string): Turn =>
      (response, request) => {
        order.push(name);
        answer(200, bodies[name])(response, request);
      };
    const { read } = await signalsAt({ visitors: note("visitors"), assistant: note("assistant") });
    await read(["questions"], { periods: weeks({ compare: true, trend: 4 }) });
    expect(order).toEqual([...Array.from({ length: 4 }, () => "visitors"), "assistant"]);
  });
});

describe("a signal that fails", () => {
  it.each([
    [401, "api-key"],
    [402, "payment"],
    [403, "forbidden"],
    [500, "service"],
    [302, "refused"],
  ])("with %i costs itself alone, and is not asked for again", async (status, reason) => {
    const { asked, read } = await signalsAt({ feedback: answer(status, { error: "no" }) });
    const { signals, missing } = await read();
    expect(asked.map((one) => one.split("?")[0])).toEqual([
      "feedback/by-page",
      "feedback",
      "assistant",
      "searches",
      "searches",
    ]);
    expect(signals).toMatchObject({
      feedback: { votes: [{}], exampleReports: undefined },
      questions: { asked: [{}] },
    });
    expect(signals.missing).toEqual([{ signal: "feedback", why: "failure", reason }]);
    // The report itself has all that it needs.
    expect(missing).toEqual([]);
  });

  it.each([
    ["HTML", answer(200, "<html></html>")],
    ["another shape", answer(200, { feedback: 1 })],
  ])("as %s costs itself alone", async (_, turn) => {
    const { read } = await signalsAt({ "feedback/by-page": turn });
    const { signals } = await read();
    expect(signals.missing).toEqual([{ signal: "feedback", why: "failure", reason: "answer" }]);
    expect(signals.questions?.asked).toHaveLength(1);
  });

  it("with 404 is one that the service does not have: a line in the log, and nothing is missing", async () => {
    const lines: string[] = [];
    const gone = answer(404, { error: "not found" });
    const { asked, read } = await signalsAt({
      ...{ "feedback/by-page": gone, feedback: gone, assistant: gone, searches: gone },
    });
    const { signals } = await read(all, { log: { info: (line) => lines.push(line) } });
    expect(asked).toHaveLength(3);
    expect(signals.missing).toEqual([]);
    expect(lines.slice(1)).toEqual(
      all.map((one) => `The service has no ${one} for this project; the report is made without.`),
    );
  });

  it("keeps the pages that were read before", async () => {
    let calls = 0;
    const { read } = await signalsAt({
      assistant: (response, request) => {
        calls += 1;
        const turn =
          calls === 1 ? answer(200, { conversations: [question], nextCursor: "2" }) : answer(503, {});
        turn(response, request);
      },
    });
    const { signals } = await read(["questions"]);
    expect(signals).toMatchObject({ questions: { asked: { length: 1 }, isCut: true } });
    expect(signals.missing).toEqual([{ signal: "questions", why: "failure", reason: "service" }]);
  });

  it("at the rate limit ends all of them", async () => {
    const { asked, read } = await signalsAt({ feedback: answer(429, {}) });
    const { signals, missing } = await read();
    expect(asked).toHaveLength(2);
    expect(signals.missing).toEqual(all.map((signal) => ({ signal, why: "failure", reason: "rate-limit" })));
    expect(missing).toEqual([]);
  });

  it("counts the rows that cannot be used", async () => {
    const { read } = await signalsAt({
      searches: answer(200, { searches: [search, { ...search, ctr: 130 }, 7] }),
    });
    const { signals } = await read(["searches"]);
    expect(signals.searches?.recent).toHaveLength(1);
    expect(signals.missing).toEqual([{ signal: "searches", why: "malformed", count: 4 }]);
  });
});

describe("the limits of the report", () => {
  it("leave the signals what the visitors did not need", async () => {
    const { asked, read } = await signalsAt({});
    const { signals, requests } = await read(all, { maxRequests: 3 });
    expect(asked).toHaveLength(2);
    expect(requests).toBe(3);
    expect(signals.missing).toEqual([
      { signal: "questions", why: "budget" },
      { signal: "searches", why: "budget" },
    ]);
  });

  it("send no signal behind a rate limit that ended the reading of visitors", async () => {
    let calls = 0;
    const { asked, read } = await signalsAt({
      visitors: (response, request) => {
        calls += 1;
        const turn =
          calls === 1
            ? answer(200, {
                ...visitors,
                visitors: [{ path: "/a", human: 1, ai: 0, total: 1 }],
                hasMore: true,
              })
            : answer(429, {}, { "retry-after": "3600" });
        turn(response, request);
      },
    });
    const { signals } = await read(["questions"]);
    expect(asked).toEqual([]);
    expect(signals.missing).toEqual([{ signal: "questions", why: "failure", reason: "rate-limit" }]);
  });

  it("end a signal that takes too long, and keep the report", async () => {
    const clock = new FakeClock();
    const { asked, read } = await signalsAt({ "feedback/by-page": () => void clock.sleep(60_000) });
    const { signals, current } = await read(all, { clock, deadline: clock.now() + 30_000 });
    expect(asked).toHaveLength(1);
    expect(current.complete).toBe(true);
    expect(signals.missing).toEqual(all.map((signal) => ({ signal, why: "time" })));
  });

  it("let a cancelled run end at once", async () => {
    const cancel = new AbortController();
    const { read } = await signalsAt({ "feedback/by-page": () => cancel.abort() });
    expect(await thrown(read(all, { abort: cancel.signal }))).toBeInstanceOf(CancelledError);
  });
});
