import type { Clock } from "../clock.ts";
import { ActionError } from "../errors.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import type { RetryAttempt } from "../service/retry.ts";
import type { VisitorsPage } from "../service/schemas.ts";
import { message } from "../text/message.ts";
import { rangeForService } from "./period.ts";
import type { Budget } from "./read-budget.ts";
import { Pause } from "./read-pause.ts";
import type { Range } from "./types.ts";

/** How many attempts may follow the first one of a request. */
const maxRepeats = 4;

/** Refusals that every other request would meet too. */
const refusesAll: readonly string[] = ["api-key", "forbidden", "not-found", "rate-limit"];

/** Why a request brought nothing. */
export type Gap =
  | { why: "failure"; reason: string; error: ActionError }
  | { why: "time"; error?: ActionError }
  | { why: "budget" }
  /** We gave it up ourselves: the run was cancelled, or the answer was no longer wanted. */
  | { why: "dropped" };
export type Asked = { page: VisitorsPage } | { gap: Gap };

/** One page of one range. */
export type Ask = {
  range: Range;
  limit: number;
  offset: number;
  budget: Budget;
  /** Gives the request up. */
  drop?: AbortSignal;
  /** Whether it is worth a repeat, which may come out only later. */
  worthRepeat?: Promise<boolean>;
};

export type RequestsOptions = {
  service: Service;
  clock: Clock;
  signal: AbortSignal;
  /** Epoch ms. */
  deadline: number;
};

/** Makes the requests of a reading under the limits that they share: budget, pauses, time and cancellation. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #pause: Pause;
  readonly #timeUp = new AbortController();
  readonly #signal: AbortSignal;
  readonly #stopTimer: () => void;
  #ended: Gap | undefined;

  constructor(options: RequestsOptions) {
    const { clock, signal, deadline } = options;
    this.#options = options;
    this.#pause = new Pause(clock);
    this.#signal = AbortSignal.any([signal, this.#timeUp.signal]);
    this.#stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => this.#cut({ why: "time" }));
  }

  /** Why nothing further is asked; `undefined` while it is. */
  get ended(): Gap | undefined {
    return this.#options.signal.aborted ? { why: "dropped" } : this.#ended;
  }

  /** Gives up whatever is under way, and stops watching the time. */
  close(): void {
    this.#stopTimer();
    this.#cut({ why: "dropped" });
  }

  /** Asks for a page, again where that helps. Takes an attempt of the budget before it returns for the first time. */
  async ask(ask: Ask): Promise<Asked> {
    if (this.ended !== undefined) return { gap: this.ended };
    if (!ask.budget.take()) return { gap: { why: "budget" } };
    await this.#pause.over(this.#signal);
    const { ended } = this;
    if (ended !== undefined || ask.drop?.aborted) {
      ask.budget.giveBack();
      return { gap: ended ?? { why: "dropped" } };
    }
    let late = false;
    const { range, limit, offset, drop } = ask;
    try {
      const query = { ...rangeForService(range), limit, offset };
      const page = await this.#options.service.getVisitors(query, {
        signal: drop === undefined ? this.#signal : AbortSignal.any([this.#signal, drop]),
        deadline: this.#options.deadline,
        onDeadline: () => {
          late = true;
        },
        maxRepeats,
        beforeRetry: (next) => this.#pace(ask, next),
      });
      return { page };
    } catch (error) {
      return { gap: this.#gap(error, late) };
    }
  }

  #pace(ask: Ask, next: RetryAttempt): false | Promise<boolean> {
    if (this.ended !== undefined || ask.budget.left <= 0) return false;
    if (next.rateLimited && !this.#pause.extend(next.waitMs)) return false;
    return this.#waited(ask, next);
  }

  async #waited(ask: Ask, next: RetryAttempt): Promise<boolean> {
    const backOff = next.rateLimited ? undefined : this.#options.clock.sleep(next.waitMs, this.#signal);
    const [worth] = await Promise.all([ask.worthRepeat ?? true, backOff]);
    if (worth) await this.#pause.over(this.#signal);
    return worth && this.ended === undefined && !ask.drop?.aborted && ask.budget.take();
  }

  #gap(error: unknown, late: boolean): Gap {
    if (error instanceof CancelledError) return this.ended ?? { why: "dropped" };
    if (!(error instanceof ActionError)) throw error;
    const failure: Gap = { why: "failure", reason: error.reason, error };
    // What is on its way may still come, but nothing new is asked.
    if (refusesAll.includes(error.reason)) this.#ended ??= failure;
    return late && error.reason !== "rate-limit" ? { why: "time", error } : failure;
  }

  #cut(gap: Gap): void {
    this.#ended ??= gap;
    this.#timeUp.abort();
  }
}

/** What people are told when the very first request came to nothing. */
export function firstError(gap: Gap): Error {
  if (gap.why === "failure") return gap.error;
  // Time ran out over a service that failed: what it answered says more than that.
  if (gap.why === "time" && gap.error !== undefined) return gap.error;
  if (gap.why === "dropped") return new CancelledError(false);
  return new ActionError(
    "unreachable",
    message`The time limit was reached before the service answered the first request for visitors.`,
    message`Raise timeout-minutes, or run the step again later.`,
  );
}
