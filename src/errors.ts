import type { ErrorOutcome, ErrorReason } from "./outcomes.ts";
import { type RichText, richText, toPlainText } from "./text/rich-text.ts";
import { shorten } from "./text/words.ts";

/**
 * A failure with a message for people: `what` happened in one sentence, `advice` on what to do next, and the `reason`
 * for the output of that name.
 */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly reason: ErrorReason;
  readonly what: RichText;
  readonly advice: RichText;
  /** The parts of `what`, when it names several problems; or its cause alone, for a title that says the rest. */
  readonly points: readonly RichText[];
  /** True where the service refused the prompt itself, so that another prompt may pass. */
  readonly isAboutPrompt: boolean;

  constructor(
    reason: ErrorReason,
    what: RichText,
    advice: RichText,
    options: ErrorOptions & { points?: readonly RichText[]; isAboutPrompt?: boolean } = {},
  ) {
    super(toPlainText(what), options);
    this.reason = reason;
    this.what = what;
    this.advice = advice;
    this.points = options.points ?? [];
    this.isAboutPrompt = options.isAboutPrompt ?? false;
  }
}

/** The outcome of a failure. The stack of an unforeseen error goes to the debug log. */
export function errorOutcome(error: unknown, log: { debug: (text: string) => void }): ErrorOutcome {
  if (error instanceof ActionError) {
    const { reason, what, advice, points, isAboutPrompt } = error;
    return { result: "error", reason, message: what, advice, points, isAboutPrompt };
  }
  if (error instanceof Error) log.debug(error.stack ?? "");
  const what = error instanceof Error ? error.message : String(error);
  return {
    result: "error",
    reason: "internal",
    message: richText`Unexpected error in the action: ${shorten(what, 500)}.`,
    advice: richText`Please report this error with the log of a run with step debugging. If the step was to send a prompt, look for its job in the dashboard before you run it again.`,
  };
}

/** True for an error of the service or of GitHub that answers 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
