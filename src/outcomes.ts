import type { RichText } from "./text/rich-text.ts";

// How runs end, as codes: a row for each result and one for each reason. Comment, summary, annotation, outputs and report read
// these rows. The sentences are where they are written: those of the agent in src/agent/sentences.ts and error-text.ts.

type ResultRow = {
  icon: "⏳" | "✅" | "➖" | "⚠️" | "❌";
  /** The heading of the summary and of the annotation. */
  headline: string;
  /** The reaction on the command at the end. Without one, the 👀 stays alone. */
  reaction?: "rocket" | "+1" | "confused" | "-1";
  /** True where the log has a warning, even if the step does not fail. */
  warns?: true;
};

const resultRows = {
  "pull-request": { icon: "✅", headline: "Pull request ready", reaction: "rocket" },
  "no-changes": { icon: "➖", headline: "Finished without a pull request", reaction: "+1" },
  failed: { icon: "❌", headline: "Job failed", reaction: "confused", warns: true },
  archived: { icon: "❌", headline: "Job archived", reaction: "confused", warns: true },
  timeout: { icon: "⚠️", headline: "Still working", warns: true },
  cancelled: { icon: "⚠️", headline: "Cancelled" },
  started: { icon: "⏳", headline: "Job started" },
  answered: { icon: "➖", headline: "Answered" },
  skipped: { icon: "➖", headline: "Skipped" },
  denied: { icon: "➖", headline: "Not allowed", reaction: "-1", warns: true },
  "dry-run": { icon: "➖", headline: "Dry run" },
  reported: { icon: "➖", headline: "Report written" },
  error: { icon: "❌", headline: "Error", reaction: "confused" },
} as const satisfies Record<string, ResultRow>;

/** The rows of a request whose pull request is not ready to merge: no reader must believe that it is. */
const pullRows = {
  late: { icon: "➖", headline: "Not in the pull request", reaction: "+1" },
  unseen: { icon: "➖", headline: "Follow-up finished", reaction: "+1" },
  unchanged: { icon: "➖", headline: "No new commit", reaction: "+1" },
  conflict: { icon: "⚠️", headline: "Pull request in conflict", reaction: "rocket" },
  "failed-checks": { icon: "⚠️", headline: "Pull request with failed checks", reaction: "rocket" },
  merged: { icon: "✅", headline: "Pull request merged", reaction: "rocket" },
  closed: { icon: "➖", headline: "Pull request closed", reaction: "+1" },
} as const satisfies Record<string, ResultRow>;

/** How a run ended, as the output `result` names it. */
export type Result = keyof typeof resultRows;
export const rowOf = ({ result, pull }: Pick<Outcome, "result" | "pull">): ResultRow =>
  pull === undefined ? resultRows[result] : pullRows[pull];

export type ErrorRow = {
  headline: string;
  /** What became of a request that ended so before the service accepted it. */
  request: "not sent" | "refused" | "unknown";
  /**
   * Who takes the next step. `wait` and `wait an hour`: nobody, it passes. `wait or fix`: nobody at first; what comes again has
   * to be mended in the settings or the workflow. `secrets`, `key`, `settings` and `billing`: whoever manages these, because
   * waiting does not help. `report`: us, as it is a bug.
   */
  remedy:
    | "wait"
    | "wait an hour"
    | "wait or fix"
    | "secrets"
    | "key"
    | "settings"
    | "billing"
    | "report";
};

const errorRows = {
  input: { headline: "Invalid configuration", request: "not sent", remedy: "settings" },
  "api-key": { headline: "API key not accepted", request: "refused", remedy: "secrets" },
  payment: { headline: "Plan or credits needed", request: "refused", remedy: "billing" },
  forbidden: { headline: "Request not permitted", request: "refused", remedy: "key" },
  "not-found": { headline: "Not found", request: "refused", remedy: "settings" },
  "rate-limit": { headline: "Rate limit reached", request: "refused", remedy: "wait an hour" },
  refused: { headline: "Request refused", request: "refused", remedy: "settings" },
  service: { headline: "Service failing", request: "not sent", remedy: "wait" },
  unreachable: { headline: "Service not reachable", request: "not sent", remedy: "wait or fix" },
  github: { headline: "GitHub request failed", request: "not sent", remedy: "wait or fix" },
  busy: { headline: "Another request is at work", request: "not sent", remedy: "wait" },
  uncertain: { headline: "Request may have been sent", request: "unknown", remedy: "wait or fix" },
  answer: { headline: "Invalid response", request: "refused", remedy: "wait or fix" },
  file: { headline: "File not written", request: "not sent", remedy: "settings" },
  internal: {
    headline: "Error in the action",
    request: "not sent",
    remedy: "report",
  },
} as const satisfies Record<string, ErrorRow>;
export type ErrorReason = keyof typeof errorRows;
export const errorRowOf = (reason: ErrorReason): ErrorRow => errorRows[reason];

/** The keys of a table, with their type. */
export function keysOf<T extends object>(table: T): (keyof T)[] {
  const isKey = (key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}

/** Every result. docs/reference.md has a row for each. */
export const results: readonly Result[] = keysOf(resultRows);

/** The reason codes of each result that has some. docs/reference.md has a row for every code. */
export const reasons = {
  skipped: [
    "no-command",
    "not-created",
    "own-comment",
    "no-text",
    "quoted",
    "no-diff",
    "duplicate",
    "deleted",
  ],
  denied: ["permission", "bot", "re-run"],
  error: keysOf(errorRows),
  reported: ["partial"],
} as const;
type Reasons = typeof reasons;
export type SkipReason = Reasons["skipped"][number];
export type DenialReason = Reasons["denied"][number];

/** The pairs of result and reason that exist. A complete report has no reason, one with missing data has. */
type ResultAndReason =
  | { [R in keyof Reasons]: { result: R; reason: Reasons[R][number] } }[keyof Reasons]
  | { result: Exclude<Result, keyof Reasons> | "reported"; reason: "" };

/** How a run ended: codes for programs, sentences for people. */
export type Outcome = ResultAndReason & {
  /** What happened, in a sentence or two. */
  message: RichText;
  /** What to do next, as summary and log say it; empty when there is nothing to do. May start in lower case. */
  advice: RichText;
  /** Why the pull request is not ready to merge; missing where it is, and where there is none. */
  pull?: keyof typeof pullRows | undefined;
  /** What the service refused: this prompt, so that another may pass, or any message to the job as it is now. */
  refuses?: "prompt" | "message" | undefined;
  /** True where the advice is all that there is to do, so that no *Then re-run* follows it. */
  isWhole?: boolean | undefined;
};
export type Ending = {
  outcome: Outcome;
  /** For the job summary, without secrets. */
  summary: string;
  /** Resolves when the comments show the end, or do not in time. Never rejects. */
  settled: Promise<unknown>;
  /** The results that fail the step beside errors. */
  failOn?: readonly Result[];
};
export type ErrorOutcome = Extract<Outcome, { result: "error" }>;

/** The results that `fail-on` may name. */
export const failable = ["failed", "archived", "timeout", "no-changes"] as const;

/** True when the step fails: on every error and cancellation, and on what `fail-on` names. */
export function failsStep(outcome: Outcome, failOn: readonly Result[]): boolean {
  return (
    outcome.result === "error" || outcome.result === "cancelled" || failOn.includes(outcome.result)
  );
}

/** The heading of summary and annotation. */
export function headline(outcome: Outcome): string {
  return outcome.result === "error" ? errorRowOf(outcome.reason).headline : rowOf(outcome).headline;
}
