import type { VisitorsPage } from "../service/schemas.ts";
import type { Counts, PageRow } from "./types.ts";

/** Counts as people have them: whole and not negative. `undefined` when they cannot be made so. */
export function toCounts(counts: Counts): Counts | undefined {
  const { human, ai, total } = counts;
  if (![human, ai, total].every((count) => count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return undefined;
  return { human: whole(human), ai: whole(ai), total: whole(total) };
}

function whole(count: number): number {
  // Adding zero turns a negative zero, which would be written with its sign, into a plain one.
  return Math.round(count) + 0;
}

/** The rows of one period, gathered page by page. */
export class Rows {
  readonly #byPath = new Map<string, PageRow>();
  #malformed = 0;

  /** Rows that could not be used so far. */
  get malformed(): number {
    return this.#malformed;
  }

  /** Adds a page, whose rows may repeat earlier ones because pages shift while they are read; true when it had any news. */
  add(page: VisitorsPage): boolean {
    const [rows, malformed] = [this.#byPath.size, this.#malformed];
    this.#malformed += page.malformed;
    for (const { path, ...given } of page.visitors) {
      const counts = toCounts(given);
      if (counts === undefined) this.#malformed += 1;
      else if (!this.#byPath.has(path)) this.#byPath.set(path, { path, ...counts });
    }
    return this.#byPath.size > rows || this.#malformed > malformed;
  }

  /** All rows, most visitors first, then by path. */
  sorted(): PageRow[] {
    return [...this.#byPath.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  }
}
