import type { ErrorReason } from "./result.ts";
import { type Message, toPlainText } from "./text/message.ts";

/**
 * A failure that people are told about: `what` says in one sentence what happened, `advice` what to do next, and
 * `reason` is the code of the output `reason`.
 */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly reason: ErrorReason;
  readonly what: Message;
  readonly advice: Message;
  /** What `what` says one after another, where it says several things. */
  readonly points: readonly Message[] = [];

  constructor(reason: ErrorReason, what: Message, advice: Message, options?: ErrorOptions) {
    super(toPlainText(what), options);
    this.reason = reason;
    this.what = what;
    this.advice = advice;
  }
}

/** Inputs that cannot be used; thrown before any request. */
export class InputError extends ActionError {
  override readonly name = "InputError";
  override readonly points: readonly Message[];

  constructor(what: Message, advice: Message, points: readonly Message[] = []) {
    super("input", what, advice);
    this.points = points;
  }
}
