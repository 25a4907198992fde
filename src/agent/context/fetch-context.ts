import { ActionError, InputError } from "../../errors.ts";
import { type Changes, type DiffSource, fetchChanges } from "../../github/changes.ts";
import type { ChangedFile } from "../../github/client.ts";
import { isCommit } from "../../github/commits.ts";
import { GitHubError } from "../../github/errors.ts";
import type { GitHubEvent } from "../../github/event.ts";
import { pathFilter } from "../../github/path-patterns.ts";
import type { Outcome } from "../../result.ts";
import { CancelledError } from "../../service/errors.ts";
import { code, type RichText, type RichTextPart, richText, toPlainText } from "../../text/rich-text.ts";
import { plural } from "../../text/words.ts";
import type { PromptRequest } from "../command/find-request.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { type ContextSource, renderDiffContext, renderReference } from "./prompt-context.ts";
import type { DiffContext } from "./render-diff.ts";

/** The context of a prompt. */
export type PromptContext = {
  /** What goes below the prompt of a new job. */
  create: string;
  /** What goes below that of a follow-up. */
  message: string;
  /** How a run ends that sends nothing, because no changed file matches `diff-paths`. */
  skipped: Outcome | undefined;
};

const same = (context: string): PromptContext => ({ create: context, message: context, skipped: undefined });

export const noContext = same("");

type ContextDependencies = Pick<
  AgentDependencies,
  "github" | "log" | "inputs" | "event" | "runContext" | "signal"
>;

/** What GitHub said about the changed files. */
type ComparisonResult =
  | { kind: "changes"; changes: Changes }
  /** The event names no change, and `diff-range` is not set. */
  | { kind: "no-source" }
  /** There is nothing before it, such as an earlier release, or nothing after it. */
  | { kind: "nothing-to-compare" }
  | { kind: "no-token" }
  | { kind: "failed"; source: DiffSource; error: GitHubError };

/**
 * True when the changed files decide whether a prompt is sent: `diff-paths` holds back a workflow's prompt, but never a
 * person's command.
 */
export function dependsOnDiff(
  request: Pick<PromptRequest, "trigger">,
  inputs: Pick<AgentDependencies["inputs"], "diff-paths">,
): boolean {
  return request.trigger === undefined && inputs["diff-paths"].length > 0;
}

/**
 * Reads and renders the context of a prompt, or gives the outcome of a prompt that is not sent. Changed files that
 * GitHub does not give are left out, with a warning; where they decide whether the prompt is sent, it throws an
 * `ActionError`. Throws a `CancelledError` when the signal aborts while the files are looked through.
 */
export async function fetchPromptContext(
  request: Pick<PromptRequest, "trigger">,
  deps: ContextDependencies,
): Promise<PromptContext> {
  const { context } = deps.inputs;
  const { thread, diffSource } = deps.event;
  if (context === "none") return noContext;
  const source: ContextSource = {
    repository: deps.runContext.repository,
    thread,
    trigger: request.trigger,
    head: diffSource?.kind === "pull-request" ? diffSource.head : undefined,
  };
  const reference = renderReference(source);
  if (context === "reference" || (context === "auto" && thread === undefined)) return same(reference);
  const comparison = await compare(deps);
  const changes = comparison.kind === "changes" ? comparison.changes : undefined;
  const files = changes && (await matchingFiles(changes, deps));
  if (dependsOnDiff(request, deps.inputs)) {
    const skipped = whySkipped(comparison, files, deps);
    if (skipped !== undefined) return { ...noContext, skipped };
  }
  report(comparison, deps);
  const diff = renderDiffContext(source, changes && files && { ...changes, ...files });
  // With `auto`, the job knows the diff already when a follow-up comes.
  return { create: diff, message: context === "auto" ? reference : diff, skipped: undefined };
}

async function compare({ github, inputs, event }: ContextDependencies): Promise<ComparisonResult> {
  const source = chooseSource(inputs, event);
  if (source === undefined) return { kind: "no-source" };
  if (source.kind === "nothing") return { kind: "nothing-to-compare" };
  if (github === undefined) return { kind: "no-token" };
  try {
    const changes = await fetchChanges(source, github);
    return changes === undefined ? { kind: "nothing-to-compare" } : { kind: "changes", changes };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { kind: "failed", source, error };
  }
}

/** What to compare: what the inputs name, what the event changed, or the pull request that the comments go to. */
function chooseSource(
  { context, "diff-range": range, "issue-number": number }: AgentDependencies["inputs"],
  { diffSource }: GitHubEvent,
): GitHubEvent["diffSource"] {
  if (range !== undefined) return { kind: "range", ...range };
  if (diffSource !== undefined || number === undefined || context === "auto") return diffSource;
  return { kind: "pull-request", number, head: undefined };
}

/** The files that `diff-paths` is about. A file that moved out of them counts too. */
async function matchingFiles(
  { files, complete }: Changes,
  { inputs, signal }: ContextDependencies,
): Promise<DiffContext> {
  const patterns = inputs["diff-paths"];
  const total = files.length;
  if (patterns.length === 0) return { files, total, complete };
  const matches = pathFilter(patterns);
  const isMatching = ({ path, previousPath }: ChangedFile) =>
    matches(path) || (previousPath !== undefined && matches(previousPath));
  return { files: await filterInTurns(files, isMatching, signal), total, complete };
}

/** The event loop waits at most this long for the filter, in ms. */
const turnMs = 10;

/**
 * `items.filter(keeps)`, with a pause for the event loop every few ms: the paths of a large change take seconds, and a
 * signal of the runner must be noticed meanwhile. Throws a `CancelledError` when the signal aborts.
 */
async function filterInTurns<T>(
  items: readonly T[],
  keeps: (item: T) => boolean,
  signal: AbortSignal,
): Promise<T[]> {
  const kept: T[] = [];
  let turnStart = performance.now();
  for (const item of items) {
    if (performance.now() - turnStart >= turnMs) {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw new CancelledError(false);
      turnStart = performance.now();
    }
    if (keeps(item)) kept.push(item);
  }
  return kept;
}

/** The outcome where no changed file matches `diff-paths`. Throws an `ActionError` where that is not known. */
function whySkipped(
  comparison: ComparisonResult,
  files: DiffContext | undefined,
  { inputs, event }: ContextDependencies,
): Outcome | undefined {
  const paths = code("diff-paths");
  switch (comparison.kind) {
    case "failed": {
      const { source, error } = comparison;
      throw new ActionError(
        "github",
        richText`GitHub did not give the changed files of ${describe(source)} (${error.whyText}), so it is not known whether one matches ${paths}.`,
        richText`Nothing was sent. ${comparisonAdvice(error, source, "Run the step again later.")}`,
        { cause: error },
      );
    }
    case "no-token":
      throw new InputError(
        richText`Without ${code("github-token")}, it is not known whether a changed file matches ${paths}.`,
        richText`Nothing was sent. Remove ${code("github-token")} from the step to use the token of the job.`,
      );
    case "no-source":
      throw new InputError(
        richText`This ${code(event.name)} event names no changed files, and ${paths} needs some.`,
        richText`Nothing was sent. Set ${code("diff-range")} to what changed, or remove ${paths}.`,
      );
    case "nothing-to-compare":
      return noDiff(nothingToCompare);
    case "changes": {
      if (files === undefined || files.files.length > 0 || !files.complete) return undefined;
      const patterns = plural(inputs["diff-paths"].length, "pattern");
      const changed = plural(files.total, "file");
      const { compared } = comparison.changes;
      return noDiff(
        richText`No changed file of ${describe(compared)} matches ${paths} (${changed} changed, ${patterns}).`,
      );
    }
  }
}

const nothingToCompare = richText`There is nothing to compare this event with, so no changed file matches ${code("diff-paths")}.`;

function noDiff(text: RichText): Outcome {
  return { result: "skipped", reason: "no-diff", message: text, advice: [] };
}

/** Says in the log why a prompt goes without changed files, or without some of them. */
function report(comparison: ComparisonResult, { log, event }: ContextDependencies): void {
  const warn = (error: GitHubError, source: DiffSource | Changes["compared"], what: string) => {
    // The run itself aborted the request.
    if (error.aborted) return;
    const files = `${what} of ${toPlainText([describe(source)])} (${error.why})`;
    log.warning(
      "Changed files not read",
      `The prompt goes without ${files}. ${comparisonAdvice(error, source)}`,
    );
  };
  if (comparison.kind === "failed") warn(comparison.error, comparison.source, "the changed files");
  if (comparison.kind === "changes") {
    const { compared, cutBy } = comparison.changes;
    if (cutBy !== undefined) warn(cutBy, compared, "some of the changed files");
    return;
  }
  // In a thread the prompt has a context all the same.
  const reason = event.thread === undefined ? reasons[comparison.kind] : undefined;
  if (reason !== undefined) log.notice("No changed files", `The prompt goes without a diff: ${reason}`);
}

const reasons: Readonly<Partial<Record<ComparisonResult["kind"], string>>> = {
  "no-source": "this event names no changed files. Set diff-range to say what changed.",
  "nothing-to-compare": "there is nothing to compare this event with.",
  "no-token": "it cannot be read without github-token.",
};

/** What people can do about a comparison that failed. */
function comparisonAdvice(
  error: GitHubError,
  { kind }: { kind: Changes["compared"]["kind"] | DiffSource["kind"] },
  otherwise?: string,
): string {
  if (kind === "pull-request") return error.advice("pull-requests: read", otherwise);
  if (error.failure === "no-earlier-release") return "Set diff-range to say what changed.";
  // GitHub answers 404 as well where the token may not see a private repository's contents.
  if (error.status === 404)
    return "Check that both ends exist, and that the job has “permissions: contents: read”.";
  return error.advice("contents: read", otherwise);
}

/** What is compared, in a sentence. */
function describe(source: DiffSource | Changes["compared"]): RichTextPart {
  switch (source.kind) {
    case "pull-request":
      return { trusted: `#${source.number}` };
    case "range":
      return code(`${shortCommit(source.base)}...${shortCommit(source.head)}`);
    case "push":
      return code(
        `${shortCommit(source.before ?? source.defaultBranch ?? "")}...${shortCommit(source.after)}`,
      );
    case "release":
      return code(source.tag);
  }
}

/** A commit as people write it; any other name as it is. */
function shortCommit(name: string): string {
  return isCommit(name) ? name.slice(0, 7) : name;
}
