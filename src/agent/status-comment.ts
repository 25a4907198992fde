import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import {
  type Comment,
  createCommentIdempotent,
  type GitHub,
  type Reaction,
  type ReactionTarget,
} from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import type { GitHubEvent, Thread, TriggerText } from "../github/events.ts";
import type { Inputs } from "../inputs.ts";
import type { Logger } from "../logger.ts";
import type { SetOutput } from "../outputs.ts";
import type { RunContext } from "../run-context.ts";
import { renderStatusComment, type StatusCommentModel } from "./comment-template.ts";
import { type FoundJobs, findJob, nothingFound } from "./find-job.ts";
import {
  commentKey,
  type JobMarker,
  type JobMarkerCodec,
  requestDigest,
  threadConversation,
} from "./job-marker.ts";
import { findLinkTarget, type LinkTarget, postLinkComment } from "./link-comment.ts";
import { interruptedOutcome } from "./outcomes.ts";
import type { AgentRequest } from "./trigger.ts";

/** What comments and reactions need in issues and pull requests. */
const writePermissions = "issues: write, pull-requests: write";

/** The part of a marker that changes while a run works. */
export type MarkerState = Pick<JobMarker, "job" | "state" | "prLink" | "linkedPr">;

const postStateSchema = z.object({ place: z.enum(["issue", "review"]), id: z.int(), body: z.string() });
/** What the post step writes when the main step was killed: the comment, and the body that tells of it. */
export type PostState = z.infer<typeof postStateSchema>;

/** Parses what `savePostState` was given, as JSON; `undefined` for anything else. */
export function parsePostState(json: string): PostState | undefined {
  try {
    return postStateSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** The thread that a run writes to. */
export type StatusCommentThread = {
  github: GitHub;
  codec: JobMarkerCodec;
  /** The codec of another thread of the repository. */
  codecFor: (thread: number) => JobMarkerCodec;
  number: number;
  isPullRequest: boolean;
  /** How many issue comments the event counted; missing when it does not say. */
  comments: number | undefined;
  /** The first comment of the review thread to reply in; missing outside of one. */
  reviewRoot: number | undefined;
  /** What reactions go to; missing where there are none, as for reviews. */
  reactTo: ReactionTarget | undefined;
};

export type StatusCommentOptions = {
  /** Missing when there is no issue or pull request, or no token: then nothing is read or written. */
  thread: StatusCommentThread | undefined;
  log: Logger;
  clock: Clock;
  setOutput: SetOutput;
  runContext: RunContext;
  conversation: string;
  /** The comment that runs share: see `commentKey`. `undefined` when this run has a comment of its own. */
  sharedComment: string | undefined;
  /** The text that holds the command: see `JobMarker.command`. */
  command: string;
  /** The digest of the request: see `requestDigest`. */
  digest: string;
  comment: Inputs["comment"];
  triggerPhrase: string;
  /** True with `dry-run`: nothing is written. */
  readOnly: boolean;
  /** Keeps what the post step needs in case this process is killed; `undefined` when it has nothing to do. */
  savePostState: (state: PostState | undefined) => void;
};

/** What the status comment of a request is made from. */
export type StatusCommentDependencies = Pick<
  StatusCommentOptions,
  "log" | "clock" | "setOutput" | "runContext" | "savePostState"
> & {
  inputs: Inputs;
  event: GitHubEvent;
  /** Missing without a token. */
  github: GitHub | undefined;
  codecFor: (thread: number) => JobMarkerCodec;
};

/** The status comment of a request, in the thread that `issue-number` or the event names. */
export function createStatusComment(request: AgentRequest, deps: StatusCommentDependencies): StatusComment {
  const { inputs, runContext } = deps;
  const { trigger } = request;
  const prompt = request.kind === "prompt" ? request.prompt : "";
  const isNew = inputs.conversation === "new";
  const conversation = isNew ? threadConversation : inputs.conversation;
  const hasOwn = trigger !== undefined || isNew || inputs.comment === "new";
  return new StatusComment({
    ...deps,
    thread: threadOf(trigger, deps),
    conversation,
    sharedComment: hasOwn ? undefined : commentKey(runContext, conversation),
    command: trigger === undefined ? "" : trigger.id,
    digest: requestDigest(runContext, prompt, inputs.conversation),
    comment: inputs.comment,
    triggerPhrase: inputs["trigger-phrase"],
    readOnly: inputs["dry-run"],
  });
}

function threadOf(
  trigger: TriggerText | undefined,
  { inputs, event, runContext, github, codecFor }: StatusCommentDependencies,
): StatusCommentThread | undefined {
  const number = inputs["issue-number"] ?? event.thread?.number;
  if (github === undefined || number === undefined || runContext.repo === "") return undefined;
  // `issue-number` can name another thread than the event's, and nothing is known of that one.
  const thread = number === event.thread?.number ? event.thread : undefined;
  return {
    github,
    codec: codecFor(number),
    codecFor,
    number,
    isPullRequest: thread?.isPullRequest === true,
    comments: thread?.comments,
    reviewRoot: thread === undefined ? undefined : trigger?.inline?.rootCommentId,
    reactTo:
      trigger === undefined || event.thread === undefined ? undefined : reactionTarget(trigger, event.thread),
  };
}

function reactionTarget(trigger: TriggerText, thread: Thread): ReactionTarget | undefined {
  const { kind, commentId } = trigger;
  if ((kind === "issue-comment" || kind === "review-comment") && commentId !== undefined)
    return { kind, id: commentId };
  // GitHub has no reactions on reviews.
  return kind === "review" ? undefined : { kind: "issue", number: thread.number };
}

/**
 * The status comment of a run, with its marker and the reactions on the command. Writes are queued in the order of the
 * calls; only `flush` waits for all of them. A write that fails is a warning, whatever the cause: it never ends a run
 * whose job is under way.
 */
export class StatusComment {
  readonly #options: StatusCommentOptions;
  #comment: Comment | undefined;
  #queue: Promise<void> = Promise.resolve();
  /** What the post step would show. */
  #latest: { model: StatusCommentModel; marker: MarkerState } | undefined;
  /** True once GitHub refused to create the comment: it would refuse the next time too. */
  #muted = false;
  #reactionRefused = false;
  #recreated = false;
  /** The unforeseen errors that the log has already. */
  readonly #errors = new Set<string>();

  constructor(options: StatusCommentOptions) {
    this.#options = options;
  }

  /** True when this run writes comments. */
  get writes(): boolean {
    const { thread, comment, readOnly } = this.#options;
    return thread !== undefined && comment !== "never" && !readOnly;
  }

  /** True once a comment with a marker exists. */
  get exists(): boolean {
    return this.#comment !== undefined;
  }

  /** True when this run has a comment of its own, and not one that it shares with earlier runs. */
  get isOwn(): boolean {
    return this.#options.sharedComment === undefined;
  }

  /** Finds the thread's jobs; `undefined`, with a warning, when the comments cannot be read. */
  async findJob(): Promise<FoundJobs | undefined> {
    const { thread, comment, conversation, sharedComment, command, runContext, digest, log } = this.#options;
    if (thread === undefined || comment === "never") return nothingFound;
    const { runId, attempt } = runContext;
    const criteria = { conversation, comment: sharedComment, command, runId, attempt, digest };
    try {
      return await findJob(thread.github, thread.codec, thread, criteria);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.aborted) return undefined;
      const permission = thread.isPullRequest ? "pull-requests: write" : "issues: write";
      log.warning(
        "Thread not read",
        `The comments of #${thread.number} cannot be read (${error.why}), so its earlier jobs are not known. ${error.advice(permission)}`,
      );
      return undefined;
    }
  }

  /** Continues the comment of an earlier run. */
  useExisting(comment: Comment): void {
    this.#comment = comment;
  }

  /** Shows the state of the run; resolves when the comment shows it. */
  update(model: StatusCommentModel, marker: MarkerState): Promise<void> {
    this.savePostState(model, marker);
    return this.#write(async (thread) => {
      const shown = await this.#post(thread, (comment) =>
        renderStatusComment(model, this.#encode(thread, comment, marker)),
      );
      // A newer state may be waiting to be shown; the post step must know that one.
      if (shown && model.outcome !== undefined) this.#options.savePostState(undefined);
      else this.#savePostState();
    });
  }

  /** Takes the comment back: another run has answered the command. */
  remove(): Promise<void> {
    return this.#write(async ({ github }) => {
      const comment = this.#comment;
      if (comment === undefined) return;
      this.#comment = undefined;
      this.#options.savePostState(undefined);
      try {
        await github.deleteComment(comment.place, comment.id);
        this.#options.setOutput("commentUrl", "");
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
        this.#options.log.notice("Status comment not removed", `GitHub refused to delete it (${error.why}).`);
      }
    });
  }

  /** The pull request of the job, if this run links it to the thread. */
  findLinkTarget(job: { prLink: string | undefined; createdAt: string | undefined }): LinkTarget | undefined {
    const { thread, comment, runContext } = this.#options;
    // Without a status comment, nothing would remember the link.
    if (!this.exists || comment !== "auto") return undefined;
    return findLinkTarget(job, thread?.number, runContext);
  }

  /** Writes the comment that links a documentation pull request to the thread. */
  linkPullRequest(target: LinkTarget, marker: MarkerState): Promise<void> {
    const { log, runContext, triggerPhrase } = this.#options;
    return this.#write(async ({ github, codecFor, number }) => {
      const thread = { number, url: `${runContext.serverUrl}/${runContext.repository}/issues/${number}` };
      const deps = { github, codecFor, log };
      await postLinkComment(target, thread, triggerPhrase, this.#marker(marker), deps);
    });
  }

  /** Writes a reply without a marker. */
  reply(body: string): Promise<void> {
    return this.#write(async (thread) => {
      await this.#post(thread, () => body);
    });
  }

  /** Puts a reaction on the command. */
  react(reaction: Reaction): Promise<void> {
    const { readOnly, log } = this.#options;
    if (readOnly) return Promise.resolve();
    return this.#enqueue(async ({ github, reactTo }) => {
      if (reactTo === undefined || this.#reactionRefused) return;
      try {
        await github.react(reactTo, reaction);
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
        this.#reactionRefused = true;
        if (!error.aborted)
          log.warning(
            "Reaction not shown",
            `The reaction could not be added (${error.why}). ${error.advice(writePermissions)}`,
          );
      }
    });
  }

  /** Keeps the state of the run for the post step, in case the process is killed. Never throws. */
  savePostState(model: StatusCommentModel, marker: MarkerState): void {
    this.#latest = { model, marker };
    this.#savePostState();
  }

  /** Resolves when everything is written. Never rejects. */
  flush(): Promise<void> {
    return this.#queue;
  }

  #write(work: (thread: StatusCommentThread) => Promise<void>): Promise<void> {
    return this.writes ? this.#enqueue(work) : Promise.resolve();
  }

  #enqueue(work: (thread: StatusCommentThread) => Promise<void>): Promise<void> {
    const { thread } = this.#options;
    if (thread === undefined) return Promise.resolve();
    this.#queue = this.#queue.then(() => work(thread)).catch((error: unknown) => this.#onError(error));
    return this.#queue;
  }

  /** An unforeseen error costs an update, not the run. The same error again is no news. */
  #onError(error: unknown): void {
    const { log } = this.#options;
    const cause = error instanceof Error ? error.message : String(error);
    if (this.#errors.has(cause)) return;
    this.#errors.add(cause);
    log.warning("Status comment not updated", `The run continues without this update: ${cause}`);
    if (error instanceof Error) log.debug(error.stack ?? "");
  }

  /** Creates or edits the comment. `render` gets no comment as long as there is none. False when GitHub refused. */
  async #post(
    thread: StatusCommentThread,
    render: (comment: Comment | undefined) => string,
  ): Promise<boolean> {
    if (this.#muted) return false;
    const { log, setOutput } = this.#options;
    try {
      this.#comment = await this.#createOrEdit(thread, render);
      return true;
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      // A failed edit may succeed the next time.
      this.#muted = this.#comment === undefined;
      const what = this.#comment === undefined ? "created" : "updated";
      if (!error.aborted)
        log.warning(
          "Status comment not shown",
          `The status comment could not be ${what} (${error.why}). ${error.advice(writePermissions)}`,
        );
      return false;
    } finally {
      // A comment that could not be edited is still the comment of this run.
      if (this.#comment !== undefined) setOutput("commentUrl", this.#comment.url);
    }
  }

  async #createOrEdit(
    thread: StatusCommentThread,
    render: (comment: Comment | undefined) => string,
  ): Promise<Comment> {
    const { github } = thread;
    const comment = this.#comment;
    if (comment === undefined) return await create(thread, render(undefined));
    try {
      return await github.updateComment(comment.place, comment.id, render(comment));
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status !== 404 || this.#recreated) throw error;
      // A deleted comment is replaced once, so that the outcome is not lost.
      this.#recreated = true;
      const created = await create(thread, render(undefined));
      this.#comment = created;
      return await github.updateComment(created.place, created.id, render(created));
    }
  }

  /** A comment that does not exist yet has no id to sign: its marker says only that the run began. */
  #encode(
    { codec, reviewRoot }: StatusCommentThread,
    comment: Comment | undefined,
    marker: MarkerState,
  ): string {
    if (comment !== undefined) return codec.encode(comment, this.#marker(marker));
    const place = reviewRoot === undefined ? "issue" : "review";
    return codec.encodePending(place, this.#marker({ job: "", state: "sent", prLink: "", linkedPr: 0 }));
  }

  #marker(state: MarkerState): JobMarker {
    const { conversation, sharedComment = "", command, runContext, digest, clock } = this.#options;
    const { runId, attempt } = runContext;
    const time = clock.now();
    return {
      ...state,
      conversation,
      comment: sharedComment,
      command,
      isLink: false,
      runId,
      attempt,
      digest,
      time,
    };
  }

  #savePostState(): void {
    const comment = this.#comment;
    const { thread, savePostState } = this.#options;
    if (!this.writes || thread === undefined || comment === undefined || this.#latest === undefined) return;
    const { model, marker } = this.#latest;
    const ended =
      model.outcome === undefined
        ? { ...model, interrupted: true, elapsedMs: undefined, outcome: interruptedOutcome(marker.job) }
        : model;
    try {
      // The model knows what was sent so far; a marker says `sent` already before that.
      const state = { ...marker, state: model.state };
      const body = renderStatusComment(ended, this.#encode(thread, comment, state));
      savePostState({ place: comment.place, id: comment.id, body });
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** The body names the run, so a comment with the same body is this one. */
function create({ github, number, reviewRoot }: StatusCommentThread, body: string): Promise<Comment> {
  if (reviewRoot === undefined)
    return createCommentIdempotent(
      github,
      body,
      (text) => github.createComment(number, text),
      () => github.newestIssueComments(number),
    );
  return createCommentIdempotent(
    github,
    body,
    (text) => github.replyInReview(number, reviewRoot, text),
    async () => (await github.reviewComments(number, 1)).comments,
  );
}
