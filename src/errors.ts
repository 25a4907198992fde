import type { ErrorOutcome, ErrorReason } from "./outcomes.ts";
import { type RichText, richText, toPlainText } from "./text/rich-text.ts";
import { shorten } from "./text/words.ts";

/** A failure with a message for people, and the outcome of a run that it ends. */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly outcome: ErrorOutcome;

  /** `message` says what happened in one sentence, `advice` what to do next. */
  constructor(
    reason: ErrorReason,
    message: RichText,
    advice: RichText,
    { cause, ...details }: ErrorOptions & Pick<ErrorOutcome, "points" | "isAboutPrompt"> = {},
  ) {
    super(toPlainText(message), { cause });
    this.outcome = { result: "error", reason, message, advice, ...details };
  }

  get reason(): ErrorReason {
    return this.outcome.reason;
  }
}

/** The outcome of a failure. The stack of an unforeseen error goes to the debug log. */
export function errorOutcome(error: unknown, log: { debug: (text: string) => void }): ErrorOutcome {
  if (error instanceof ActionError) return error.outcome;
  if (error instanceof Error) log.debug(error.stack ?? "");
  const what = error instanceof Error ? error.message : String(error);
  return {
    result: "error",
    reason: "internal",
    message: richText`This is a bug of Docs Agent: ${shorten(what, 500)}.`,
    advice: richText`Please report it with the log of a run with step debugging. Before you run the step again, look for a job of its prompt in the dashboard.`,
  };
}

/** True for an error of the service or of GitHub that answers 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
