import { describe, expect, test } from "vitest";
import { SettingsSchema } from "./settings.ts";
import { feedbackOf, type SignalsSite, searchesOf, strangersMark, turnsOf } from "./signals-site.ts";
import { Site } from "./visitors.ts";

const DAY = 86_400_000;
const story: SignalsSite = { seed: "docs", pages: 120, hostilePaths: false, stories: true };
const steady: SignalsSite = { ...story, stories: false };

/** The days before one. */
function daysUpTo(day: string, count: number) {
  const to = Date.parse(day);
  return { from: to - count * DAY, to };
}

const votesOf = (rows: readonly { thumb?: "up" | "down" }[]) => ({
  up: rows.filter(({ thumb }) => thumb === "up").length,
  down: rows.filter(({ thumb }) => thumb === "down").length,
});
const daysAmong = (rows: readonly { at: number }[]) =>
  new Set(rows.map(({ at }) => Math.floor(at / DAY))).size;
const isOpen = ({ status }: { status: string }) => /pending|in_progress/.test(status);
const isUnanswered = (turn: { resolutionStatus: string; responseType: string }) =>
  turn.resolutionStatus === "unanswered" && turn.responseType === "answer";
const conversations = (turns: readonly { id: string }[]) => new Set(turns.map(({ id }) => id)).size;

describe.each(["2025-11-17", "2026-03-09", "2025-12-15", "2024-06-01"])("the stories up to %s", (day) => {
  const feedback = feedbackOf(daysUpTo(day, 90), story);
  const reports = (source: string, path: string) =>
    feedback.filter((row) => row.source === source && row.path === path && isOpen(row));

  test("11 of 14 votes on a page are thumbs down, and a third of those elsewhere", () => {
    const isDisliked = ({ path }: { path: string }) => path === "/guides/billing-and-plans";
    expect(votesOf(feedback.filter(isDisliked))).toEqual({ up: 3, down: 11 });
    const { up, down } = votesOf(feedback.filter((row) => !isDisliked(row)));
    expect(up + down).toBeGreaterThan(100);
    expect(down / (up + down)).toBeCloseTo(1 / 3, 1);
  });

  test("one page has open reports on its code on three days, one has reports by agents on two", () => {
    const broken = reports("code_snippet", "/sdks/python");
    expect([broken.length, daysAmong(broken)]).toEqual([3, 3]);
    const byAgents = reports("agent", "/api-reference/introduction");
    expect([byAgents.length, daysAmong(byAgents)]).toEqual([2, 2]);
  });

  test("7 of 31 questions on a page have no answer, in 5 of 14 conversations on 5 days", () => {
    const turns = turnsOf(daysUpTo(day, 28), story);
    const asked = turns.filter(({ pageUrl }) => /\/guides\/webhooks\b/.test(pageUrl ?? ""));
    const open = asked.filter(isUnanswered);
    expect([asked.length, open.length]).toEqual([31, 7]);
    expect([conversations(asked), conversations(open), daysAmong(open)]).toEqual([14, 5, 5]);
  });

  test("a term that nobody finds is searched for in both windows", () => {
    const missing = (until: string) =>
      searchesOf(daysUpTo(until, 28), story).find(({ searchQuery }) => searchQuery === "import csv");
    const before = missing(new Date(Date.parse(day) - 28 * DAY).toISOString())?.hits ?? 0;
    expect(missing(day)).toMatchObject({ hits: 18 - before, ctr: 0, topClickedPage: null });
    expect(before).toBeGreaterThanOrEqual(6);
    expect(before).toBeLessThanOrEqual(12);
    if (day === "2025-11-17") expect(before).toBe(6);
  });

  test("the pages have enough visitors to be worth a report", () => {
    const query = { ...daysUpTo(day, 7), limit: 0, offset: 0 };
    const { rows, totals } = new Site().read(query, SettingsSchema.parse({}));
    const enough = Math.max(20, 0.002 * totals.total);
    const page = (path: string) => rows.find((row) => row.path === path);
    for (const path of ["/guides/billing-and-plans", "/sdks/python", "/guides/webhooks"])
      expect(page(path)?.human).toBeGreaterThan(enough);
    expect(page("/api-reference/introduction")?.ai).toBeGreaterThan(enough);
  });

  test("a steady site has none of the stories, and what comes close to one", () => {
    const rows = feedbackOf(daysUpTo(day, 90), steady);
    const open = rows.filter((row) => row.source === "code_snippet" && isOpen(row));
    expect([open.length, daysAmong(open)]).toEqual([3, 1]);
    for (const path of new Set(rows.map((row) => row.path))) {
      const { up, down } = votesOf(rows.filter((row) => row.path === path));
      expect(down < 4 || down < up, path).toBe(true);
    }
    const turns = turnsOf(daysUpTo(day, 28), steady);
    for (const page of new Set(turns.map(({ pageUrl }) => pageUrl)))
      if (page !== null)
        expect(turns.filter((turn) => turn.pageUrl === page && isUnanswered(turn)).length, page).toBeLessThan(
          3,
        );
    const asksBack = turns.filter(({ responseType }) => responseType === "clarifying_question");
    expect(new Set(asksBack.map(({ pageUrl }) => pageUrl)).size).toBe(1);
    expect(asksBack).toHaveLength(5);
    const searches = searchesOf(daysUpTo(day, 28), steady);
    const terms = searches.filter(({ searchQuery }) => searchQuery.length > 2);
    const isBegun = (text: string) => terms.some((row) => row.searchQuery.startsWith(text) && row.ctr > 0);
    expect(terms.filter(({ ctr, searchQuery }) => ctr === 0 && !isBegun(searchQuery))).toEqual([]);
  });
});

test("most searches lead to a click, and some of what is typed on the way is recorded", () => {
  const rows = searchesOf(daysUpTo("2025-11-17", 28), story);
  expect(rows.find(({ searchQuery }) => searchQuery === "webhooks")).toMatchObject({
    ...{ topClickedPage: "/guides/webhooks", ctr: expect.closeTo(75, -1) },
  });
  expect(rows.filter(({ ctr }) => ctr > 50).length).toBeGreaterThan(15);
  const begun = rows.filter((row) =>
    rows.some((other) => other !== row && other.searchQuery.startsWith(row.searchQuery)),
  );
  expect(begun.length).toBeGreaterThan(50);
  expect(begun.some(({ searchQuery }) => /^impo?/.test(searchQuery))).toBe(true);
});

test("whatever a stranger wrote has a mark that a leak shows, and so has what is private in a search", () => {
  const range = daysUpTo("2025-11-17", 90);
  const written = [
    ...turnsOf(range, story).flatMap((turn) => [turn.query, turn.response, turn.queryCategory]),
    ...turnsOf(range, story).flatMap((turn) => turn.sources.map(({ title }) => title)),
    ...feedbackOf(range, story).flatMap((row) => [row.comment, row.contact, row.code, row.filename]),
    ...searchesOf(range, story).flatMap(({ searchQuery }) =>
      /[@?]|\d{6}/.test(searchQuery) ? searchQuery : [],
    ),
  ].filter((text) => typeof text === "string");
  expect(written.length).toBeGreaterThan(1000);
  expect(written.filter((text) => !text.includes(strangersMark))).toEqual([]);
});

test("with hostile paths the stories are theirs", () => {
  const hostile = { ...story, hostilePaths: true };
  const paths = new Set(feedbackOf(daysUpTo("2025-11-17", 90), hostile).map(({ path }) => path));
  expect(paths).not.toContain("/sdks/python");
  expect(paths).toContain("@SUM(1+1)");
});

test("nobody votes or asks on files for machines, or on pages that hardly anybody reads", () => {
  const range = daysUpTo("2025-11-17", 90);
  const large = { ...story, pages: 2000 };
  for (const rowsOf of [feedbackOf, turnsOf]) {
    expect(JSON.stringify(rowsOf(range, large))).not.toMatch(/llms\.txt|openapi\.json/);
    expect(rowsOf(range, { ...story, pages: 100_000 })).toEqual(rowsOf(range, large));
  }
});
