import { day } from "../dates.ts";
import { ActionError } from "../errors.ts";
import { type Changes, type DiffSource, fetchChanges } from "../github/changes.ts";
import { GitHubError } from "../github/errors.ts";
import type { GitHubEvent } from "../github/event.ts";
import { pathFilter } from "../github/path-patterns.ts";
import type { Outcome } from "../outcomes.ts";
import { code, richText } from "../text/rich-text.ts";
import { type ContextSource, renderDiffContext, renderReference } from "./context-text.ts";
import type { NextRange } from "./ledger.ts";
import type { JobRequest } from "./request.ts";
import { skippedFor } from "./sentences.ts";
import type { Tools } from "./tools.ts";

/** The context of a prompt. */
export type PromptContext = {
  /** What goes below the prompt of a new job. */
  create: string;
  /** What goes below that of a follow-up. */
  message: string;
  /** How a run ends that sends nothing, because no changed file matches `diff-paths`. */
  skipped?: Outcome;
  /** What was compared; missing where that was not asked for, or could not be read. */
  changes?: Changes | undefined;
};
export const noContext: PromptContext = { create: "", message: "" };

/** What a context depends on: the text that holds the command, if one does, and the comments of its review. */
type Triggered = Pick<JobRequest, "trigger" | "review">;

/**
 * True when the changed files decide whether a prompt is sent: they hold back a workflow's prompt, but never a person's
 * command.
 */
export function dependsOnDiff(request: Triggered, inputs: Tools["inputs"]): boolean {
  return request.trigger === undefined && (inputs["diff-paths"].length > 0 || asksForLedger(request, inputs));
}

/** True for a workflow's prompt with `diff-range: since-last`. A command has the changes of its own event. */
export function asksForLedger({ trigger }: Triggered, inputs: Tools["inputs"]): boolean {
  return trigger === undefined && inputs["diff-range"] === "since-last";
}

/**
 * Reads and renders the context of a prompt, or gives the outcome of a prompt that is not sent. Changed files that
 * GitHub does not give are left out, with a warning; where they decide whether the prompt is sent, it throws an
 * `ActionError`. `range` is what the conversation has not documented yet.
 */
export async function fetchPromptContext(
  request: Triggered,
  tools: Tools,
  range?: Pick<NextRange, "base">,
): Promise<PromptContext> {
  const { context } = tools.inputs;
  const { thread, diffSource } = tools.event;
  if (context === "none") return noContext;
  const source: ContextSource = {
    repository: tools.runContext.repository,
    thread,
    trigger: request.trigger,
    comments: request.review?.comments,
    headSha: typeof diffSource === "object" && "headSha" in diffSource ? diffSource.headSha : undefined,
  };
  const reference = renderReference(source);
  if (context === "reference" || (context === "auto" && thread === undefined))
    return { create: reference, message: reference };
  const isNeeded = dependsOnDiff(request, tools.inputs);
  const changes = await readChanges(chooseSource(range, tools), isNeeded, tools);
  const matching = changes && matchingFiles(changes, tools.inputs["diff-paths"]);
  // A file that GitHub's list leaves out may match.
  if (isNeeded && (changes === undefined || (matching?.length === 0 && changes.complete)))
    return { ...noContext, skipped: skippedFor("no-diff"), changes };
  const diff = renderDiffContext(
    source,
    changes && matching && { ...changes, files: matching, total: changes.files.length },
  );
  // With `auto`, the job knows the diff already when a follow-up comes.
  return { create: diff, message: context === "auto" ? reference : diff, changes };
}

/**
 * Reads the changed files; missing where there is nothing to compare. Where they cannot be read, they are left out with a
 * warning, or an `ActionError` is thrown if they are needed.
 */
async function readChanges(
  source: GitHubEvent["diffSource"],
  isNeeded: boolean,
  { github, log, event }: Tools,
): Promise<Changes | undefined> {
  const paths = code("diff-paths");
  if (source === "nothing" || (!isNeeded && (source === undefined || github === undefined))) return undefined;
  if (source === undefined)
    throw new ActionError(
      "input",
      richText`This ${code(event.name)} event names no changed files, and ${paths} needs some.`,
      richText`Nothing was sent. Set ${code("diff-range")} to what changed, or remove ${paths}.`,
    );
  if (github === undefined)
    throw new ActionError(
      "input",
      richText`Without ${code("github-token")}, it is not known whether a changed file matches ${paths}.`,
      richText`Nothing was sent. Remove ${code("github-token")} from the step to use the token of the job.`,
    );
  try {
    return await fetchChanges(source, github);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const advice = comparisonAdvice(error, source, isNeeded ? "Run the step again later." : undefined);
    if (isNeeded)
      throw new ActionError(
        "github",
        richText`GitHub did not give the changed files (${error.whyText}), so it is not known whether there is anything to send.`,
        richText`Nothing was sent. ${advice}`,
        { cause: error },
      );
    // An aborted request was ended by the run itself.
    const text = `The prompt goes without the changed files (${error.why}). ${advice}`;
    if (!error.aborted) log.warning("Changed files not read", text);
    return undefined;
  }
}

/** What to compare: what is not documented yet, what inputs or event name, or the pull request of the comments. */
function chooseSource(
  next: Pick<NextRange, "base"> | undefined,
  { inputs, event: { diffSource }, runContext: { sha: head, branch }, clock }: Tools,
): GitHubEvent["diffSource"] {
  const { context, "diff-range": range, "issue-number": number } = inputs;
  if (next !== undefined)
    return { kind: "since-last", base: next.base, head, branch, weekAgo: clock.now() - 7 * day };
  if (range !== undefined && range !== "since-last") return { kind: "range", ...range };
  if (diffSource !== undefined || number === undefined || context === "auto") return diffSource;
  return { kind: "pull-request", number };
}

/** The files that `diff-paths` is about. A file that moved out of them counts too. */
function matchingFiles({ files }: Changes, patterns: readonly string[]): Changes["files"] {
  if (patterns.length === 0) return files;
  const matches = pathFilter(patterns);
  return files.filter(
    ({ path, previousPath }) => matches(path) || (previousPath !== undefined && matches(previousPath)),
  );
}

function comparisonAdvice(error: GitHubError, { kind }: DiffSource, otherwise?: string): string {
  if (kind === "pull-request") return error.advice("pull-requests: read", otherwise);
  // GitHub answers 404 as well where the token may not see a private repository's contents.
  if (error.status === 404)
    return "Check that both ends exist, and that the job has “permissions: contents: read”.";
  return error.advice("contents: read", otherwise);
}
