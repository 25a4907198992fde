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
    { cause, ...details }: ErrorOptions & Pick<ErrorOutcome, "refuses" | "isWhole"> = {},
  ) {
    super(toPlainText(message), { cause });
    this.outcome = { result: "error", reason, message, advice, ...details };
  }

  get reason(): ErrorReason {
    return this.outcome.reason;
  }
}

/** What an error says, or whatever else was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The outcome of a failure. The stack of an unforeseen error goes to the debug log. */
export function errorOutcome(error: unknown, log: { debug(text: string): void }): ErrorOutcome {
  if (error instanceof ActionError) {
    return error.outcome;
  }
  if (error instanceof Error) {
    log.debug(error.stack ?? "");
  }
  return {
    result: "error",
    reason: "internal",
    message: richText`This is a bug of Docs Agent: ${shorten(messageOf(error), 500)}.`,
    advice: richText`Report it with the log of this run.`,
  };
}

/** Tells of a failure after which nothing else can be told. */
export function logCrash(
  error: unknown,
  log: { debug(text: string): void; error(title: string, text: string): void },
): void {
  const { message } = errorOutcome(error, log);
  log.error("Docs Agent: Error in the action", toPlainText(message));
}

/** True for an error of the service or of GitHub that answers 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
