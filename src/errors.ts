import type { ErrorReason } from "./result.ts";
import { plain, type Sentence } from "./text/message.ts";

/**
 * A failure that people are told about: `what` says in one sentence what happened, `advice` what to do next, and
 * `reason` is the code of the output `reason`.
 */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly reason: ErrorReason;
  readonly what: Sentence;
  readonly advice: Sentence;
  /** What `what` says one after another, where it says several things. */
  readonly points: readonly Sentence[] = [];

  constructor(reason: ErrorReason, what: Sentence, advice: Sentence, options?: ErrorOptions) {
    super(plain(what), options);
    this.reason = reason;
    this.what = what;
    this.advice = advice;
  }
}

/** Inputs that cannot be used; thrown before any request. */
export class InputError extends ActionError {
  override readonly name = "InputError";
  override readonly points: readonly Sentence[];

  constructor(what: Sentence, advice: Sentence, points: readonly Sentence[] = []) {
    super("input", what, advice);
    this.points = points;
  }
}
