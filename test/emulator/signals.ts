import { cursorOf, QueryReader } from "./query.ts";
import type { Settings } from "./settings.ts";
import {
  type Feedback,
  feedbackOf,
  oddRows,
  type SignalsSite,
  searchesOf,
  sources,
  statuses,
  type Turn,
  turnsOf,
} from "./signals-site.ts";

/** An export beside the visitors. */
export type ExportName = keyof Settings["exports"];

/** The exports' paths below `/v1/analytics/{projectId}/`. */
export const exportPaths: Record<ExportName, string> = {
  feedbackByPage: "feedback/by-page",
  feedback: "feedback",
  assistant: "assistant",
  searches: "searches",
};

/** Every export beside the visitors. */
export const exportNames = ["feedbackByPage", "feedback", "assistant", "searches"] as const;

/** The default of `limit`, and its maximum. */
const limits: Record<ExportName, [number, number]> = {
  feedbackByPage: [10, 100],
  feedback: [50, 100],
  assistant: [100, 1000],
  searches: [50, 100],
};

/** One page of an export as the service answers it, or everything that is wrong with the query. */
export function exportPage(
  name: ExportName,
  served: "story" | "steady" | "empty",
  url: URL,
  settings: Settings,
  now: number,
): Record<string, unknown> | string[] {
  const read = new QueryReader(url.searchParams, now);
  const range = read.range();
  const limit = read.integer("limit", limits[name][0], 1, limits[name][1]);
  const start = name === "feedbackByPage" ? 0 : read.cursor(name);
  const ofFeedback = name === "feedback" || name === "feedbackByPage";
  const source = ofFeedback ? read.list("source", sources, 1) : null;
  const status = ofFeedback ? read.list("status", statuses) : null;
  if (read.wrong.length > 0) return read.wrong;

  const site: SignalsSite = { ...settings, stories: served === "story" };
  const feedback = (): Feedback[] =>
    feedbackOf(range, site).filter(
      (row) => (source?.includes(row.source) ?? true) && (status?.includes(row.status) ?? true),
    );
  const searches = name === "searches" && served !== "empty" ? searchesOf(range, site) : [];
  const rowsOf: Record<ExportName, () => unknown[]> = {
    feedbackByPage: () => byPage(feedback()),
    feedback: () => feedback().map(shownFeedback),
    assistant: () => turnsOf(range, site).map((turn) => shownTurn(turn, settings)),
    searches: () => searches,
  };
  const odd = settings.oddRows ? oddRows(range)[name] : [];
  const all = [...odd, ...(served === "empty" ? [] : rowsOf[name]())];

  const { rows, end } = pageOf(all, start, limit, settings.endless);
  const hasMore = end !== null;
  const nextCursor = end === null ? null : shownCursor(cursorOf(name, end), url, settings);
  const totalSearches = searches.reduce((sum, { hits }) => sum + hits, 0);
  switch (name) {
    case "feedbackByPage":
      return { feedback: rows, hasMore };
    case "feedback":
      return { feedback: rows, nextCursor, hasMore };
    case "assistant":
      return { conversations: rows, nextCursor, hasMore };
    case "searches":
      return { searches: rows, totalSearches, nextCursor };
  }
}

/** The rows of a page, and where the next one begins. */
function pageOf(
  all: readonly unknown[],
  start: number,
  limit: number,
  endless: Settings["endless"],
): { rows: unknown[]; end: number | null } {
  const over = start >= all.length && endless === "repeat";
  const first = over ? Math.max(0, all.length - limit) : start;
  const isLast = endless === "no" && start + limit >= all.length;
  return { rows: all.slice(first, first + limit), end: isLast ? null : start + limit };
}

function shownCursor(cursor: string, url: URL, { cursors }: Settings): string {
  if (cursors === "token") return cursor;
  const next = new URL(cursors === "address" ? url : `https://elsewhere.example${url.pathname}${url.search}`);
  next.searchParams.set("cursor", cursor);
  return next.href;
}

/** What `/feedback/by-page` answers for a page. */
interface PageFeedback {
  path: string;
  thumbsUp: number;
  thumbsDown: number;
  code: number;
  total: number;
}

/** The rows added up by page; the pages with most feedback first. */
function byPage(feedback: readonly Feedback[]): PageFeedback[] {
  const pages = new Map<string, PageFeedback>();
  for (const { path, thumb, source } of feedback) {
    const page = pages.get(path) ?? { path, thumbsUp: 0, thumbsDown: 0, code: 0, total: 0 };
    pages.set(path, page);
    page.total += 1;
    if (thumb === "up") page.thumbsUp += 1;
    if (thumb === "down") page.thumbsDown += 1;
    if (source === "code_snippet") page.code += 1;
  }
  return [...pages.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}

/** Only contextual rows say how somebody voted. */
function shownFeedback({ thumb, at, ...row }: Feedback): Record<string, unknown> {
  const createdAt = new Date(at).toISOString();
  if (row.source !== "contextual") return { ...row, createdAt };
  return { ...row, createdAt, helpful: thumb === "up" };
}

function shownTurn({ at, number, ...turn }: Turn, settings: Settings): Record<string, unknown> {
  const id = settings.turnIds === "shared" ? turn.id : `${turn.id}-${number}`;
  const response = turn.response.padEnd(settings.answerLength, " and so on");
  return { ...turn, id, response, timestamp: new Date(at).toISOString() };
}
