import type { RichText } from "./text/rich-text.ts";

/** How a run ended, as the output `result` names it. */
export const results = [
  "pull-request",
  "no-changes",
  "failed",
  "archived",
  "timeout",
  "cancelled",
  "started",
  "answered",
  "skipped",
  "denied",
  "dry-run",
  "reported",
  "error",
] as const;
export type Result = (typeof results)[number];

/** The reason codes of each result that has some. docs/reference.md has a row for every code. */
export const reasons = {
  skipped: ["no-command", "not-created", "own-comment", "no-text", "quoted", "no-diff", "duplicate"],
  denied: ["permission", "bot", "re-run", "permission-unknown"],
  error: [
    "input",
    "api-key",
    "payment",
    "forbidden",
    "not-found",
    "rate-limit",
    "refused",
    "service",
    "unreachable",
    "github",
    "uncertain",
    "answer",
    "file",
    "internal",
  ],
  reported: ["partial"],
} as const;
type Reasons = typeof reasons;
export type ReasonOf<R extends keyof Reasons> = Reasons[R][number];
export type ErrorReason = ReasonOf<"error">;
export type Reason = ReasonOf<keyof Reasons>;
/** The results that have no reason. */
export type PlainResult = Exclude<Result, keyof Reasons>;

/** The pairs of result and reason that exist. A complete report has no reason, one with missing data has. */
type ResultAndReason =
  | { [R in keyof Reasons]: { result: R; reason: ReasonOf<R> } }[keyof Reasons]
  | { result: PlainResult | "reported"; reason: "" };

/** The results that `fail-on` may name. */
export const failable = ["failed", "archived", "timeout", "no-changes"] as const;
export type Failable = (typeof failable)[number];

/** How a run ended: codes for programs, sentences for people. */
export type Outcome = ResultAndReason & {
  /** One sentence: what happened. */
  message: RichText;
  /** What to do next; empty when there is nothing to do. */
  advice: RichText;
  /** The parts of the message, for places that show a list. */
  points?: readonly RichText[];
  /** True where the service refused the prompt itself, so that another prompt may pass. */
  isAboutPrompt?: boolean;
};

export type ErrorOutcome = Extract<Outcome, { result: "error" }>;

/** True when the step fails: on every error and cancellation, and on what `fail-on` names. */
export function failsStep(outcome: Outcome, failOn: readonly Failable[]): boolean {
  if (outcome.result === "error" || outcome.result === "cancelled") return true;
  return failOn.some((result) => result === outcome.result);
}

const headlines: Record<Exclude<Result, "error">, string> = {
  "pull-request": "Pull request ready",
  "no-changes": "Finished without a pull request",
  failed: "Job failed",
  archived: "Job archived",
  timeout: "Still working",
  cancelled: "Cancelled",
  started: "Job started",
  answered: "Answered",
  skipped: "Nothing to do",
  denied: "Not allowed",
  "dry-run": "Dry run",
  reported: "Report written",
};

const errorHeadlines: Record<ErrorReason, string> = {
  input: "Invalid configuration",
  "api-key": "API key not accepted",
  payment: "Plan or credits needed",
  forbidden: "Request not permitted",
  "not-found": "Not found",
  "rate-limit": "Rate limit reached",
  refused: "Request refused",
  service: "Service failing",
  unreachable: "Service not reachable",
  github: "GitHub request failed",
  uncertain: "Request may have been sent",
  answer: "Invalid response",
  file: "File not written",
  internal: "Error in the action",
};

/** The heading of summary, comment and annotation. */
export function headline({ result, reason }: Outcome): string {
  return result === "error" ? errorHeadlines[reason] : headlines[result];
}
