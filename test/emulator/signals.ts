import { cursorOf, exportSchema, readQuery } from "./query.ts";
import type { Settings } from "./settings.ts";
import { type Feedback, feedbackOf, oddRows, searchesOf, turnsOf } from "./signals-site.ts";

/** The exports beside the visitors: their path, and the parameters that they take. */
export const exportsBeside = {
  feedbackByPage: { path: "feedback/by-page", query: exportSchema(10, 100) },
  feedback: { path: "feedback", query: exportSchema(50, 100) },
  assistant: { path: "assistant", query: exportSchema(100, 1000) },
  searches: { path: "searches", query: exportSchema(50, 100) },
} as const;

export type ExportName = keyof typeof exportsBeside;
export const exportNames = ["feedbackByPage", "feedback", "assistant", "searches"] as const;

/** One page of an export as the service answers it, or everything that is wrong with the query. */
export function exportPage(
  name: ExportName,
  url: string,
  settings: Settings,
  now: number,
): Record<string, unknown> | string[] {
  const read = readQuery(exportsBeside[name].query, url, now);
  if (Array.isArray(read)) return read;
  const { limit, cursor, source, status } = read.query;
  const { range } = read;

  const feedback = (): Feedback[] =>
    feedbackOf(range, settings).filter(
      (row) => (source === undefined || row.source === source) && (status?.includes(row.status) ?? true),
    );
  const rowsOf: Record<ExportName, () => unknown[]> = {
    feedbackByPage: () => byPage(feedback()),
    feedback: () => feedback().map(shownFeedback),
    assistant: () => turnsOf(range, settings).map((turn) => shownTurn(turn, settings)),
    searches: () => searchesOf(range, settings),
  };
  const all = [...(settings.oddRows ? oddRows(range)[name] : []), ...rowsOf[name]()];
  const end = cursor + limit;
  const rows = all.slice(cursor, end);
  const hasMore = end < all.length;
  const nextCursor = hasMore ? shownCursor(cursorOf(end), url, settings) : null;
  switch (name) {
    case "feedbackByPage":
      return { feedback: rows, hasMore };
    case "feedback":
      return { feedback: rows, nextCursor, hasMore };
    case "assistant":
      return { conversations: rows, nextCursor, hasMore };
    case "searches":
      return { searches: rows, totalSearches: all.length, nextCursor };
  }
}

function shownCursor(cursor: string, address: string, { cursors }: Settings): string {
  if (cursors === "token") return cursor;
  const next = new URL(address);
  if (cursors === "elsewhere") next.host = "elsewhere.example";
  next.searchParams.set("cursor", cursor);
  return next.href;
}

/** The rows added up by page; the pages with most feedback first. */
function byPage(feedback: readonly Feedback[]) {
  return Array.from(
    Map.groupBy(feedback, ({ path }) => path),
    ([path, rows]) => ({
      path,
      thumbsUp: rows.filter(({ thumb }) => thumb === "up").length,
      thumbsDown: rows.filter(({ thumb }) => thumb === "down").length,
      code: rows.filter(({ source }) => source === "code_snippet").length,
      total: rows.length,
    }),
  ).sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}

/** Only contextual rows say how somebody voted. */
function shownFeedback({ thumb, at, ...row }: Feedback): Record<string, unknown> {
  const createdAt = new Date(at).toISOString();
  if (row.source !== "contextual") return { ...row, createdAt };
  return { ...row, createdAt, helpful: thumb === "up" };
}

function shownTurn({ at, number, ...turn }: ReturnType<typeof turnsOf>[number], settings: Settings) {
  const id = settings.turnIds === "shared" ? turn.id : `${turn.id}-${number}`;
  const response = turn.response.padEnd(settings.answerLength, " and so on");
  return { ...turn, id, response, timestamp: new Date(at).toISOString() };
}
