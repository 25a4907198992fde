import { endOfError } from "../src/agent/error-text.ts";
import type { Progress } from "../src/agent/progress.ts";
import { errorOutcome } from "../src/errors.ts";
import { type Outcome, type Result, reasons, results } from "../src/outcomes.ts";
import { richText } from "../src/text/rich-text.ts";
import { silentLog } from "./fake-log.ts";

const told = { message: richText`It is so.`, advice: richText`Do this.` };

/** An outcome of every result, with each of its reasons, in the order of `results`. */
export const everyOutcome: readonly Outcome[] = results.flatMap((result): Outcome[] => {
  switch (result) {
    case "skipped":
      return reasons.skipped.map((reason) => ({ result, reason, ...told }));
    case "denied":
      return reasons.denied.map((reason) => ({ result, reason, ...told }));
    case "error":
      return reasons.error.map((reason) => ({ result, reason, ...told }));
    case "reported":
      return (["", ...reasons.reported] as const).map((reason) => ({ result, reason, ...told }));
    default:
      return [{ result, reason: "", ...told }];
  }
});

/** An outcome of this result; of one that has reasons, with this reason or the first of them. */
export function outcomeOf(result: Result, reason?: Outcome["reason"]): Outcome {
  const found = everyOutcome.find(
    (outcome) => outcome.result === result && (reason === undefined || outcome.reason === reason),
  );
  if (found === undefined) throw new Error(`there is no ${result} with the reason ${reason}`);
  return found;
}

/** The outcome of a run that ends with this error. */
export function failedOutcome(error: unknown, about: Progress): Outcome {
  return endOfError(errorOutcome(error, silentLog), about);
}
