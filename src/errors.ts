import type { ErrorReason } from "./result.ts";
import { type Message, toPlainText } from "./text/rich-text.ts";

/**
 * A failure with a message for people: `what` happened in one sentence, `advice` on what to do next, and the `reason`
 * for the output of that name.
 */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly reason: ErrorReason;
  readonly what: Message;
  readonly advice: Message;
  /** The parts of `what`, when it names several problems. */
  readonly points: readonly Message[] = [];

  constructor(reason: ErrorReason, what: Message, advice: Message, options?: ErrorOptions) {
    super(toPlainText(what), options);
    this.reason = reason;
    this.what = what;
    this.advice = advice;
  }
}

/** Invalid inputs. Thrown before any request. */
export class InputError extends ActionError {
  override readonly name = "InputError";
  override readonly points: readonly Message[];

  constructor(what: Message, advice: Message, points: readonly Message[] = []) {
    super("input", what, advice);
    this.points = points;
  }
}
