import type { VisitorsPage } from "../service/schemas.ts";
import type { Budget } from "./read-budget.ts";
import type { Asked, Gap, Requests } from "./read-requests.ts";
import type { Rows } from "./read-rows.ts";
import type { Range } from "./types.ts";

/** Rows a request may bring at most (specification 4.4). */
export const pageSize = 250;
/** Pages on their way at the same time. With one of them known to exist, at most three turn out not to. */
const maxAhead = 4;

export type PagesOptions = {
  requests: Requests;
  budget: Budget;
  range: Range;
  first: VisitorsPage;
  rows: Rows;
  /** How many pages there probably are; 0 when nothing is known. */
  expected: number;
};

/** How far the pages were read: how many in a row from the first one, and why not all of them. */
export type PagesRead = { pages: number; gap: Gap | { why: "pagination" } | undefined };

/** Adds the rows of the first page and of those that follow it, some of which are asked for ahead. */
export function readPages(options: PagesOptions): Promise<PagesRead> {
  return new Pages(options).read();
}

class Pages {
  readonly #options: PagesOptions;
  readonly #drop = new AbortController();
  readonly #underWay = new Map<number, { done: Promise<void>; exists: (known: boolean) => void }>();
  readonly #arrived = new Map<number, Asked>();
  /** The first page that has not been taken up yet. */
  #head = 0;
  #next = 1;
  /** No page from here on exists, as far as is known. */
  #bound = Number.POSITIVE_INFINITY;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#arrived.set(0, { page: options.first });
  }

  async read(): Promise<PagesRead> {
    for (;;) {
      const end = this.#takeUp();
      if (end !== undefined) return this.#finish(end);
      while (this.#next < Math.min(this.#bound, this.#head + this.#ahead()) && this.#mayAsk()) this.#ask();
      if (!this.#underWay.has(this.#head)) {
        if (!this.#arrived.has(this.#head))
          return this.#finish({ gap: this.#options.requests.ended ?? { why: "budget" } });
        continue;
      }
      await Promise.race([...this.#underWay.values()].map(({ done }) => done));
    }
  }

  /** Takes up what has arrived in order; gives back how the reading ended, once it has. */
  #takeUp(): { gap: PagesRead["gap"] } | undefined {
    for (;;) {
      const asked = this.#arrived.get(this.#head);
      if (asked === undefined) return undefined;
      this.#arrived.delete(this.#head);
      if ("gap" in asked) return { gap: asked.gap };
      this.#head += 1;
      const news = this.#options.rows.add(asked.page);
      if (!asked.page.hasMore) return { gap: undefined };
      // A page without anything new would be followed by others like it for ever.
      if (!news) return { gap: { why: "pagination" } };
      this.#underWay.get(this.#head)?.exists(true);
    }
  }

  /** How many pages from the head on may be under way: few at first, so that small sites cost little. */
  #ahead(): number {
    const left = this.#options.expected - this.#head;
    return Math.min(maxAhead, left > 0 ? left : 2 - left);
  }

  #mayAsk(): boolean {
    return this.#options.budget.left > 0 && this.#options.requests.ended === undefined;
  }

  #ask(): void {
    const { requests, range, budget } = this.#options;
    const page = this.#next++;
    // A page that may not exist is not worth a repeat before it is known to.
    const exists = Promise.withResolvers<boolean>();
    if (page === this.#head) exists.resolve(true);
    const asked = requests.ask({
      range,
      limit: pageSize,
      offset: page * pageSize,
      budget,
      drop: this.#drop.signal,
      worthRepeat: exists.promise,
    });
    const done = asked.then((result) => {
      this.#underWay.delete(page);
      this.#arrived.set(page, result);
      if ("page" in result && (!result.page.hasMore || result.page.visitors.length === 0))
        this.#bound = Math.min(this.#bound, page + 1);
    });
    this.#underWay.set(page, { done, exists: exists.resolve });
  }

  async #finish({ gap }: { gap: PagesRead["gap"] }): Promise<PagesRead> {
    for (const { exists } of this.#underWay.values()) exists(false);
    if (gap === undefined || gap.why === "pagination") {
      this.#drop.abort();
    } else {
      // Behind a gap there may be pages that have been paid for already.
      await Promise.all([...this.#underWay.values()].map(({ done }) => done));
      for (const asked of this.#arrived.values()) if ("page" in asked) this.#options.rows.add(asked.page);
    }
    return { pages: this.#head, gap };
  }
}
