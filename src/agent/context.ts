import { ActionError } from "../errors.ts";
import { type Changes, type DiffSource, fetchChanges } from "../github/changes.ts";
import { GitHubError, isWait } from "../github/errors.ts";
import type { GitHubEvent } from "../github/event.ts";
import { pathFilter } from "../github/path-patterns.ts";
import type { Outcome } from "../outcomes.ts";
import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";
import {
  type ContextSource,
  contentFilter,
  renderDiffContext,
  renderReference,
} from "./context-text.ts";
import type { AgentRequest, JobRequest } from "./request.ts";
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
  /** Why the changed files are not there, though they were asked for, as in “Sent without the changed files: …”. */
  missing?: RichText | undefined;
};
const noContext: PromptContext = { create: "", message: "" };

/** What a context depends on: the text that holds the command, if one does, and the comments of its review. */
type Triggered = Pick<AgentRequest, "kind" | "trigger"> & Pick<JobRequest, "review">;

/**
 * True when the changed files decide whether a prompt is sent: they hold back a workflow's prompt, but never a person's
 * command.
 */
export function dependsOnDiff(request: Triggered, inputs: Tools["inputs"]): boolean {
  return (
    request.trigger === undefined &&
    (inputs["diff-paths"].length > 0 || asksForLedger(request, inputs))
  );
}

/** True for a workflow's prompt with `diff-range: since-last`. A command has the changes of its own event. */
export function asksForLedger({ kind, trigger }: Triggered, inputs: Tools["inputs"]): boolean {
  return kind === "prompt" && trigger === undefined && inputs["diff-range"] === "since-last";
}

/**
 * Reads and renders the context of a prompt, or gives the outcome of a prompt that is not sent. Changed files that
 * GitHub does not give are left out, with a warning; where they decide whether the prompt is sent, it throws an
 * `ActionError`.
 */
export async function fetchPromptContext(request: Triggered, tools: Tools): Promise<PromptContext> {
  const { context } = tools.inputs;
  const { thread } = tools.event;
  if (context === "none") {
    return noContext;
  }
  const reference = renderReference(sourceOf(request, tools));
  if (context === "reference" || (context === "auto" && thread === undefined)) {
    return { create: reference, message: reference };
  }
  const { changes, missing } = await readChanges(request, tools);
  return { ...renderContext(request, changes, tools), missing };
}

/** Renders the context of a prompt with these changes, or gives the outcome of a prompt that has nothing to document. */
export function renderContext(
  request: Triggered,
  changes: Changes | undefined,
  tools: Tools,
): PromptContext {
  const source = sourceOf(request, tools);
  const patterns = tools.inputs["diff-paths"];
  const files = changes && matchingFiles(changes, patterns);
  const showsNothing = files?.some(contentFilter(patterns)) === false;
  // A file that GitHub's list leaves out may match.
  const isNothing = changes === undefined || (showsNothing && changes.complete);
  if (isNothing && dependsOnDiff(request, tools.inputs)) {
    return { ...noContext, skipped: skippedFor("no-diff") };
  }
  const shown = changes && files && { ...changes, files, patterns, total: changes.files.length };
  const diff = renderDiffContext(source, shown);
  // With `auto`, the job knows the diff already when a follow-up comes.
  const message = tools.inputs.context === "auto" ? renderReference(source) : diff;
  return { create: diff, message };
}

/** Where the request is. */
function sourceOf({ trigger, review }: Triggered, { runContext, event }: Tools): ContextSource {
  const { thread, diffSource } = event;
  const isNamed = typeof diffSource === "object" && "headSha" in diffSource;
  return {
    repository: runContext.repository,
    thread,
    trigger,
    comments: review?.comments,
    headSha: isNamed ? diffSource.headSha : undefined,
  };
}

/** What was compared, if anything changed; or what the run says of changed files that could not be read. */
type Found = Pick<PromptContext, "missing"> & { changes?: Changes };

/** Why there are no changed files, and what to do about it. */
type Gap = { why: RichText; advice: RichText; cause?: GitHubError };

/**
 * Reads the changed files; missing where nothing changed. Where it is not known what changed, a warning says so, or an
 * `ActionError` is thrown if the files are needed.
 */
async function readChanges(request: Triggered, tools: Tools): Promise<Found> {
  const source = chooseSource(tools);
  const found = await findChanges(source, tools);
  if (!("why" in found)) {
    return found;
  }
  const { why, advice, cause } = found;
  if (dependsOnDiff(request, tools.inputs)) {
    const what = richText`It is not known what changed: ${why}. Nothing was sent.`;
    throw new ActionError(cause === undefined ? "input" : "github", what, advice, { cause });
  }
  // By default, and in an issue, nobody has asked for files that are not there.
  const isOfIssue = tools.event.thread?.isPullRequest === false;
  const isAsked = source !== undefined || !isOfIssue;
  const isExpected = cause !== undefined || (tools.inputs.context === "diff" && isAsked);
  if (!isExpected) {
    return {};
  }
  // A re-run sends the same prompt again, paid, or nothing.
  const step = isWait(advice) ? [] : advice;
  const text = toPlainText(richText`The prompt goes without the changed files: ${why}. ${step}`);
  tools.log.warning("Changed files not read", text.trim());
  return { missing: richText`without the changed files: ${why}` };
}

/** What changed, nothing where nothing did, or why that is not known. Throws an `ActionError` for a new tag. */
async function findChanges(
  source: GitHubEvent["diffSource"],
  { github, event }: Tools,
): Promise<Found | Gap> {
  const noBase = {
    why: richText`there is nothing to compare this ${code(event.name)} event with`,
    advice: richText`Set ${code("diff-range: since-last")} and ${code("issue-number: dashboard")}.`,
  };
  if (source === "nothing") {
    return {};
  }
  if (source === undefined) {
    return noBase;
  }
  if (source === "new tag") {
    throw new ActionError(
      "input",
      richText`A new tag names no commit to compare with.`,
      richText`Set ${code("diff-range: since-last")} and ${code("issue-number: dashboard")}: then releases are compared. To document this one, save ${code("by-hand.yml")} and start it (a paid job) with a range from an older commit, such as ${code("1a2b3c4...v1.0.0")}.`,
      { isWhole: true },
    );
  }
  if (github === undefined) {
    const token = code("github-token");
    return {
      why: richText`${token} is empty`,
      advice: richText`To use the token of the job, remove that line from the step.`,
    };
  }
  try {
    const changes = await fetchChanges(source, github);
    // What `issue-number` names may be no pull request, and a first release has none before it.
    return changes === undefined ? noBase : { changes };
  } catch (cause) {
    if (!(cause instanceof GitHubError)) {
      throw cause;
    }
    const why = richText`GitHub did not give the changed files (${cause.why})`;
    return { why, advice: comparisonAdvice(cause, source), cause };
  }
}

/** What to compare: what inputs or event name, or the pull request of the comments. */
function chooseSource({ inputs, event: { diffSource } }: Tools): GitHubEvent["diffSource"] {
  const { context, "diff-range": range, "issue-number": number } = inputs;
  if (range !== undefined && range !== "since-last") {
    return { kind: "range", ...range };
  }
  if (diffSource !== undefined || typeof number !== "number" || context === "auto") {
    return diffSource;
  }
  return { kind: "pull-request", number };
}

/** The files that `diff-paths` is about. A file that moved out of them counts too. */
function matchingFiles({ files }: Changes, patterns: readonly string[]): Changes["files"] {
  if (patterns.length === 0) {
    return files;
  }
  const matches = pathFilter(patterns);
  return files.filter(({ path, previousPath = path }) => matches(path) || matches(previousPath));
}

function comparisonAdvice(error: GitHubError, { kind }: DiffSource): RichText {
  if (kind === "pull-request") {
    return error.advice("pull-requests: read");
  }
  // GitHub answers 404 as well where the token may not see a private repository's contents.
  if (error.status === 404) {
    return richText`Check that both ends exist, and that the job has ${code("permissions: { contents: read }")}.`;
  }
  return error.advice("contents: read");
}
