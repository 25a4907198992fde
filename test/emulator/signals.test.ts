import { describe, expect, test } from "vitest";
import type { ExportBodies } from "./caller.ts";
import { useService } from "./service-fixture.ts";
import { exportPaths } from "./signals.ts";

const FOUR_WEEKS = "?dateFrom=2025-10-20&dateTo=2025-11-17";
const NINETY_DAYS = "?dateFrom=2025-08-19&dateTo=2025-11-17";

const paths = ["feedback/by-page", "feedback", "assistant", "searches"] as const;
const withCursor = ["feedback", "assistant", "searches"] as const;
type Path = keyof ExportBodies;

const emulated = await useService({ limits: { analytics: 100_000 } });

const addressOf = (path: Path, query = "") => `/v1/analytics/docs-project/${path}${query}`;

/** Has the export with this path serve something else. */
function serve(path: Path, served: "empty" | "404" | "401" | "403"): void {
  const name = Object.entries(exportPaths).find(([, known]) => known === path)?.[0] ?? "";
  emulated.service.change({ exports: { [name]: served } });
}

/** The rows of an answer, whatever the export calls them. */
const rowsOf = (body: unknown): object[] => Object.values(Object(body)).find(Array.isArray) ?? [];

/** Follows the cursors to the end. */
async function everyRow(path: (typeof withCursor)[number], query: string, limit: number): Promise<object[]> {
  const rows: object[] = [];
  for (let cursor = ""; ; ) {
    const { body }: { body: ExportBodies[typeof path] } = await emulated.caller.export(
      path,
      `${query}&limit=${limit}${cursor}`,
    );
    rows.push(...rowsOf(body));
    if (body.nextCursor === null) return rows;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

describe("the query", () => {
  const wrong: Record<Path, string[]> = {
    "feedback/by-page": ["limit=101", "source=rumour", "source=agent,contextual", "status=pending,lost"],
    feedback: ["limit=101", "source=rumour", "source=agent,contextual", "status=pending,lost", "cursor=x"],
    assistant: ["limit=1001", "cursor=x"],
    // The cursor of another export.
    searches: ["limit=101", `cursor=${Buffer.from("feedback:5").toString("base64url")}`],
  };
  const everywhere = ["limit=0", "limit=x", "dateFrom=yesterday", "dateTo=2026-02-31"];
  test.each(
    paths.flatMap((path) => [...everywhere, ...wrong[path]].map((query): [Path, string] => [path, query])),
  )("%s?%s is refused with details", async (path, query) => {
    const { status, body } = await emulated.caller.refused("GET", addressOf(path, `?${query}`));
    expect(status).toBe(400);
    expect(body.details).toEqual([{ message: expect.stringMatching(`^${query.split("=")[0]} must be`) }]);
  });

  test.each<[Path, number, number]>([
    ["feedback/by-page", 10, 100],
    ["feedback", 50, 100],
    ["assistant", 100, 1000],
    ["searches", 50, 100],
  ])("%s answers with %d rows unless asked for more, and with at most %d", async (path, usual, most) => {
    emulated.service.change({ pages: 2000 });
    const { status, body } = await emulated.caller.export(path, NINETY_DAYS);
    expect(status).toBe(200);
    expect(rowsOf(body)).toHaveLength(usual);
    const full = (await emulated.caller.export(path, `${NINETY_DAYS}&limit=${most}`)).body;
    expect(rowsOf(full)).toHaveLength(most);
    expect(full).toMatchObject("hasMore" in full ? { hasMore: true } : { nextCursor: expect.any(String) });
  });

  test("source and status choose the feedback, also that which is counted by page", async () => {
    const query = `${NINETY_DAYS}&source=code_snippet&status=pending,in_progress`;
    const { feedback } = (await emulated.caller.export("feedback", query)).body;
    expect(feedback).toHaveLength(6);
    for (const row of feedback)
      expect(row).toMatchObject({
        source: "code_snippet",
        status: expect.stringMatching(/pending|in_progress/),
      });
    const counts = { thumbsUp: 0, thumbsDown: 0, code: 3, total: 3 };
    expect((await emulated.caller.export("feedback/by-page", query)).body).toEqual({
      feedback: ["/guides/errors", "/sdks/python"].map((path) => ({ path, ...counts })),
      hasMore: false,
    });
  });

  test("votes are counted by page, the page with the most feedback first", async () => {
    const { feedback } = (await emulated.caller.export("feedback/by-page", `${NINETY_DAYS}&limit=100`)).body;
    const counts = { thumbsUp: 3, thumbsDown: 11, code: 0, total: 14 };
    expect(feedback).toContainEqual({ path: "/guides/billing-and-plans", ...counts });
    const totals = feedback.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    const { feedback: rows } = (await emulated.caller.export("feedback", `${NINETY_DAYS}&limit=100`)).body;
    expect(new Set(rows.map(({ source }) => source)).size).toBe(4);
  });

  test("searches add up to their total, and those of two ranges to those of both", async () => {
    const total = async (query: string) =>
      (await emulated.caller.export("searches", query)).body.totalSearches;
    const whole = await total(FOUR_WEEKS);
    const noon = "2025-11-03T12:00:00Z";
    const halves = [`?dateFrom=2025-10-20&dateTo=${noon}`, `?dateFrom=${noon}&dateTo=2025-11-17`];
    const [first = 0, second = 0] = await Promise.all(halves.map(total));
    expect(first + second).toBe(whole);
    const hits = (await everyRow("searches", FOUR_WEEKS, 100)).map((row) =>
      "hits" in row ? Number(row.hits) : 0,
    );
    expect(hits.reduce((sum, count) => sum + count, 0)).toBe(whole);
    expect(hits).toEqual(hits.toSorted((a, b) => b - a));
  });
});

describe("paging", () => {
  test.each(withCursor)("%s gives every row once, at any page size", async (path) => {
    const whole = await everyRow(path, FOUR_WEEKS, 100);
    expect(await everyRow(path, FOUR_WEEKS, 43)).toEqual(whole);
    expect(new Set(whole.map((row) => JSON.stringify(row))).size).toBe(whole.length);
  });

  test.each(withCursor)("%s ends exactly at the last row", async (path) => {
    const day = "?dateFrom=2025-11-14&dateTo=2025-11-15";
    const { length } = await everyRow(path, day, 100);
    const ends = async (limit: number) => (await emulated.caller.export(path, `${day}&limit=${limit}`)).body;
    expect((await ends(length)).nextCursor).toBeNull();
    expect((await ends(length - 1)).nextCursor).not.toBeNull();
  });

  test.each(["feedback", "assistant"] as const)(
    "%s of two ranges is that of both, newest first",
    async (path) => {
      const whole = await everyRow(path, FOUR_WEEKS, 100);
      // A row of the very moment belongs to the later range.
      const moment = /"(?:createdAt|timestamp)":"(.+?)"/.exec(JSON.stringify(whole[9]))?.[1];
      const later = await everyRow(path, `?dateFrom=${moment}&dateTo=2025-11-17`, 100);
      expect(later).toEqual(whole.slice(0, 10));
      const earlier = await everyRow(path, `?dateFrom=2025-10-20&dateTo=${moment}`, 100);
      expect(earlier).toEqual(whole.slice(10));
    },
  );

  test.each(withCursor)("the next page of %s can be a full address, here or elsewhere", async (path) => {
    const { key, url } = emulated.service;
    const query = `${FOUR_WEEKS}&limit=5`;
    const expected = (await everyRow(path, FOUR_WEEKS, 100)).slice(5, 10);
    emulated.service.change({ cursors: "address" });
    const next = (await emulated.caller.export(path, query)).body.nextCursor ?? "";
    expect(next.startsWith(url + addressOf(path, query))).toBe(true);
    const followed = await fetch(next, { headers: { authorization: `Bearer ${key}` } });
    expect(rowsOf(await followed.json())).toEqual(expected);
    emulated.service.change({ cursors: "elsewhere" });
    const elsewhere = (await emulated.caller.export(path, query)).body.nextCursor;
    expect(elsewhere?.replace("https://elsewhere.example", url)).toBe(next);
  });

  test("cursors can lead on for ever", async () => {
    const all = await everyRow("assistant", FOUR_WEEKS, 1000);
    emulated.service.change({ endless: "empty" });
    const { body: first } = await emulated.caller.export("assistant", `${FOUR_WEEKS}&limit=1000`);
    const query = `${FOUR_WEEKS}&limit=5&cursor=${first.nextCursor}`;
    expect((await emulated.caller.export("assistant", query)).body).toEqual({
      ...{ conversations: [], hasMore: true, nextCursor: expect.any(String) },
    });
    emulated.service.change({ endless: "repeat" });
    const { body } = await emulated.caller.export("assistant", query);
    expect(body.conversations).toEqual(all.slice(-5));
    expect(body.hasMore).toBe(true);
  });
});

describe("the switches", () => {
  test.each(paths)("a plan can lack %s alone", async (path) => {
    const refused = () => emulated.caller.refused("GET", addressOf(path));
    serve(path, "401");
    expect(await refused()).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining("Upgrade") },
    });
    serve(path, "403");
    expect(await refused()).toMatchObject({ status: 403, body: { error: expect.stringContaining("plan") } });
    for (const other of paths)
      if (other !== path) expect((await emulated.caller.export(other)).status).toBe(200);
  });

  test.each(paths)("%s can be unknown, as any other path", async (path) => {
    serve(path, "404");
    emulated.service.change({ limits: { analytics: 0 } });
    const { status, body } = await emulated.caller.refused("GET", "/v1/analytics/docs-project/nothing");
    expect(await emulated.caller.refused("GET", addressOf(path))).toMatchObject({ status, body });
    expect(status).toBe(404);
  });

  test("each export is set by itself", () => {
    serve("feedback", "401");
    serve("searches", "empty");
    expect(emulated.service.settings().exports).toEqual({
      ...{ feedbackByPage: "story", feedback: "401", assistant: "story", searches: "empty" },
    });
  });

  test.each(paths)("%s can be empty", async (path) => {
    serve(path, "empty");
    const { body } = await emulated.caller.export(path, NINETY_DAYS);
    expect(rowsOf(body)).toEqual([]);
    expect(body).toMatchObject("hasMore" in body ? { hasMore: false } : { totalSearches: 0 });
    expect("nextCursor" in body ? body.nextCursor : null).toBeNull();
  });

  test.each(paths)("%s can begin with rows that nobody expects", async (path) => {
    const usual = rowsOf((await emulated.caller.export(path, FOUR_WEEKS)).body);
    emulated.service.change({ oddRows: true });
    const response = await emulated.caller.fetch("GET", addressOf(path, `${FOUR_WEEKS}&limit=100`));
    const rows = rowsOf(await response.json());
    expect(rows.slice(0, 4)).not.toEqual(usual.slice(0, 4));
    expect(rows).toEqual(expect.arrayContaining(usual.slice(0, 4)));
  });

  test("a page of answers can be larger than 10 MiB", async () => {
    emulated.service.change({ answerLength: 30_000 });
    const response = await emulated.caller.fetch("GET", addressOf("assistant", `${FOUR_WEEKS}&limit=1000`));
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10 * 2 ** 20);
  });

  test.each(["shared", "own"] as const)("the turns of a conversation have %s ids", async (turnIds) => {
    emulated.service.change({ turnIds });
    const { conversations } = (await emulated.caller.export("assistant", `${FOUR_WEEKS}&limit=1000`)).body;
    const ids = new Set(conversations.map(({ id }) => id)).size;
    const turns = new Set(conversations.map(({ id, timestamp }) => `${id} ${timestamp}`)).size;
    expect(turns).toBe(conversations.length);
    if (turnIds === "own") expect(ids).toBe(conversations.length);
    else expect(ids).toBeLessThan(0.8 * conversations.length);
  });
});
