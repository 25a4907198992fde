import type { ErrorReason } from "./outcome.ts";

/**
 * A failure that people are told about: `message` says what happened in one sentence, `advice` what to do next, and
 * `reason` is the code of the output `reason`. Neither text may be printed without passing through `src/text`.
 */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly reason: ErrorReason;
  readonly advice: string;

  constructor(reason: ErrorReason, message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.advice = advice;
  }
}

/** Inputs that cannot be used; thrown before any request. */
export class InputError extends ActionError {
  override readonly name = "InputError";

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super("input", message, advice, options);
  }
}
