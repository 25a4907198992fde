import type { VisitorsPage } from "../../service/schemas.ts";
import type { Counts, PageRow } from "../report-model.ts";

/** The rows of one period, one per path. */
export class PeriodRows {
  readonly #byPath = new Map<string, PageRow>();
  #malformed = 0;
  #chunks = 0;

  /** How many chunks were added. */
  get chunks(): number {
    return this.#chunks;
  }

  /** How many rows so far could not be used. */
  get malformed(): number {
    return this.#malformed;
  }

  /**
   * Adds the rows of a chunk. Rows can shift to the next chunk while they are read, so a path can come twice; its first
   * row counts. Returns true if the chunk had a new row, even a malformed one.
   */
  add(chunk: VisitorsPage): boolean {
    const [rows, malformed] = [this.#byPath.size, this.#malformed];
    this.#chunks += 1;
    this.#malformed += chunk.malformed;
    for (const { path, ...given } of chunk.visitors) {
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

/** Rounds counts to whole numbers. `undefined` if one is negative or too large. */
export function toCounts({ human, ai, total }: Counts): Counts | undefined {
  if (![human, ai, total].every((count) => count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return undefined;
  return { human: whole(human), ai: whole(ai), total: whole(total) };
}

function whole(count: number): number {
  // `-0 + 0` is 0; -0 would be printed as `-0`.
  return Math.round(count) + 0;
}
