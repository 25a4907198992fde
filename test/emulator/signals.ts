import { querySchema, readQuery } from "./query.ts";
import type { Settings } from "./settings.ts";
import { feedbackOf, searchesOf, turnsOf } from "./signals-site.ts";
import { visitorsOf } from "./visitors.ts";

/** The exports by their path: the parameters that they take. */
const schemas = {
  visitors: querySchema(50, 250),
  "feedback/by-page": querySchema(10, 100),
  feedback: querySchema(50, 100),
  assistant: querySchema(100, 1000),
  searches: querySchema(50, 100),
};

type ExportPath = keyof typeof schemas;
export const exportPaths = [
  "visitors",
  "feedback/by-page",
  "feedback",
  "assistant",
  "searches",
] as const;

/** One page of an export as the service answers it, or everything that is wrong with the query. */
export function exportPage(
  path: ExportPath,
  url: string,
  settings: Settings,
  now: number,
): Record<string, unknown> | string[] {
  const read = readQuery(schemas[path], url, now);
  if (Array.isArray(read)) return read;
  const { range, limit, offset, cursor, source, status } = read;
  const end = cursor + limit;
  const pageOf = (rows: readonly unknown[]) => ({
    rows: rows.slice(cursor, end),
    hasMore: end < rows.length,
    nextCursor: end < rows.length ? String(end) : null,
  });
  const feedback = () =>
    feedbackOf(range, settings).filter(
      (row) =>
        (source === undefined || row.source === source) &&
        (status?.some((one) => one === row.status) ?? true),
    );
  switch (path) {
    case "visitors": {
      const { rows, totals } = visitorsOf(range, settings);
      const visitors = rows.slice(offset, offset + limit);
      return { totals, visitors, hasMore: offset + limit < rows.length };
    }
    case "feedback/by-page": {
      const { rows, hasMore } = pageOf(byPage(feedback()));
      return { feedback: rows, hasMore };
    }
    case "feedback": {
      const { rows, ...more } = pageOf(feedback());
      return { feedback: rows, ...more };
    }
    case "assistant": {
      const { rows, ...more } = pageOf(turnsOf(range, settings));
      return { conversations: rows, ...more };
    }
    case "searches": {
      const all = searchesOf(range, settings);
      const { rows, nextCursor } = pageOf(all);
      return { searches: rows, totalSearches: all.length, nextCursor };
    }
  }
}

/** The rows added up by page; the pages with most feedback first. */
function byPage(feedback: ReturnType<typeof feedbackOf>) {
  return Array.from(
    Map.groupBy(feedback, ({ path }) => path),
    ([path, rows]) => {
      const votes = rows.flatMap((row) => ("helpful" in row ? row.helpful : []));
      return {
        path,
        thumbsUp: votes.filter((helpful) => helpful).length,
        thumbsDown: votes.filter((helpful) => !helpful).length,
        code: rows.length - votes.length,
        total: rows.length,
      };
    },
  ).sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}
