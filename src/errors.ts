import type { ErrorReason } from "./result.ts";
import { type RichText, toPlainText } from "./text/rich-text.ts";

/**
 * A failure with a message for people: `what` happened in one sentence, `advice` on what to do next, and the `reason`
 * for the output of that name.
 */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly reason: ErrorReason;
  readonly what: RichText;
  readonly advice: RichText;
  /** The parts of `what`, when it names several problems. */
  readonly points: readonly RichText[] = [];

  constructor(reason: ErrorReason, what: RichText, advice: RichText, options?: ErrorOptions) {
    super(toPlainText(what), options);
    this.reason = reason;
    this.what = what;
    this.advice = advice;
  }
}

/** Invalid inputs. Thrown before any request. */
export class InputError extends ActionError {
  override readonly name = "InputError";
  override readonly points: readonly RichText[];

  constructor(what: RichText, advice: RichText, points: readonly RichText[] = []) {
    super("input", what, advice);
    this.points = points;
  }
}
