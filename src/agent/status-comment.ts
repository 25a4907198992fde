import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { type Comment, type GitHub, GitHubError, type Reaction } from "../github/client.ts";
import type { Thread } from "../github/events.ts";
import type { Logger } from "../logger.ts";
import type { SetOutput } from "../outputs.ts";
import type { Outcome } from "../result.ts";
import type { RunContext } from "../run-context.ts";
import { message } from "../text/message.ts";
import { renderStatusComment, type StatusCommentModel } from "./comment-template.ts";
import { type FoundJobs, findJob, nothingFound } from "./find-job.ts";
import type { JobMarker, JobMarkerCodec } from "./job-marker.ts";
import { type Place, Voice } from "./voice.ts";

export type StatusCommentOptions = {
  github: GitHub;
  log: Logger;
  clock: Clock;
  codec: JobMarkerCodec;
  runContext: RunContext;
  thread: Pick<Thread, "number" | "isPullRequest" | "comments">;
  place: Place;
  /** `thread` for commands, else one per workflow and job. */
  key: string;
  /** Of the prompt and the step. */
  digest: string;
  /** False with `comment: never`: nothing is written, read or remembered but reactions. */
  comments: boolean;
  /** True with `dry-run`: only what reads is done. */
  readOnly: boolean;
  setOutput: SetOutput;
  /** Keeps what the post step needs should this process be killed; empty when it has nothing to do. */
  savePostState: (state: PostState | undefined) => void;
};

/** The part of a memory that a run finds out. */
export type MarkerState = Pick<JobMarker, "job" | "sent">;

const cutOffSchema = z.object({ place: z.enum(["issue", "review"]), id: z.int(), body: z.string() });
/** The comment as the post step sets it right when the run was killed. */
export type PostState = z.infer<typeof cutOffSchema>;

/** Reads what `saveCutOff` was given, as JSON; `undefined` when it is anything else. */
export function parsePostState(json: string): PostState | undefined {
  try {
    return cutOffSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/**
 * A run's side of a thread: the status comment with its memory, and the reactions. What is written goes out one after
 * the other in the order of the calls; only `settled` waits for all of it.
 */
export class StatusComment {
  readonly #options: StatusCommentOptions;
  readonly #voice: Voice;
  #queue: Promise<void> = Promise.resolve();
  #newest: { view: StatusCommentModel; job: MarkerState } | undefined;

  constructor(options: StatusCommentOptions) {
    this.#options = options;
    this.#voice = new Voice(options.github, options.log, options.place);
  }

  /** What the thread remembers; `undefined`, with a warning, when it cannot be read. */
  async findJob(): Promise<FoundJobs | undefined> {
    const { github, codec, thread, key, runContext, digest, log } = this.#options;
    if (!this.#options.comments) return nothingFound;
    const { runId, attempt } = runContext;
    try {
      const rerunOf = attempt > 1 ? { runId, attempt, digest } : undefined;
      return await findJob(github, codec, thread, { conversation: key, rerunOf });
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.aborted) return undefined;
      const right = thread.isPullRequest ? "pull-requests: write" : "issues: write";
      const advice = error.missesPermission ? ` Give the workflow's job “permissions: ${right}”.` : "";
      log.warning(
        "Thread not read",
        `The comments of #${thread.number} cannot be read (${error.why}), so what was done there before is not known.${advice}`,
      );
      return undefined;
    }
  }

  /** Whether comments are written at all. */
  get writes(): boolean {
    return this.#options.comments && !this.#options.readOnly;
  }

  /** True once there is a comment that remembers. */
  get exists(): boolean {
    return this.#voice.comment !== undefined;
  }

  /** Goes on with the comment of an earlier run. */
  useExisting(comment: Comment): void {
    this.#voice.adopt(comment);
  }

  /** Shows how things stand; resolves when the comment is there. */
  update(view: StatusCommentModel, job: MarkerState): Promise<void> {
    this.savePostState(view, job);
    return this.#write(async () => {
      const shown = await this.#voice.say((comment) =>
        renderStatusComment(view, comment === undefined ? this.#firstMarker() : this.#marker(comment, job)),
      );
      const { comment } = this.#voice;
      if (comment !== undefined) this.#options.setOutput("commentUrl", comment.url);
      // Something newer may be waiting to be shown; that is what the post step must know.
      if (shown && view.outcome !== undefined) this.#options.savePostState(undefined);
      else this.#saveCutOff();
    });
  }

  /** Keeps how things stand for the post step, as the process may not live to see it written. */
  savePostState(view: StatusCommentModel, job: MarkerState): void {
    this.#newest = { view, job };
    this.#saveCutOff();
  }

  /** Writes a comment that is an answer and remembers nothing. */
  reply(body: string): Promise<void> {
    return this.#write(async () => {
      await this.#voice.say(() => body);
      const { comment } = this.#voice;
      if (comment !== undefined) this.#options.setOutput("commentUrl", comment.url);
    });
  }

  react(reaction: Reaction): Promise<void> {
    return this.#options.readOnly ? Promise.resolve() : this.#enqueue(() => this.#voice.react(reaction));
  }

  /** Resolves when everything has been written. */
  flush(): Promise<void> {
    return this.#queue;
  }

  #write(work: () => Promise<void>): Promise<void> {
    return this.writes ? this.#enqueue(work) : Promise.resolve();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work);
    return this.#queue;
  }

  #marker(comment: Comment, job: MarkerState): string {
    return this.#options.codec.encode(comment, this.#memory(job));
  }

  /** Should nothing be remembered after it, the run was lost, and may have sent its request. */
  #firstMarker(): string {
    const { codec, place } = this.#options;
    const memory = this.#memory({ job: "", sent: true });
    return codec.encodePending(place.reviewRoot === undefined ? "issue" : "review", memory);
  }

  #memory(job: MarkerState): JobMarker {
    const { key, runContext, digest, clock } = this.#options;
    const { runId, attempt } = runContext;
    return { conversation: key, ...job, runId, attempt, digest, time: clock.now() };
  }

  #saveCutOff(): void {
    const { comment } = this.#voice;
    if (comment === undefined || this.#newest === undefined) return;
    const { view, job } = this.#newest;
    const outcome = view.outcome ?? cutOffOutcome(job.job);
    const body = renderStatusComment({ ...view, outcome }, this.#marker(comment, job));
    this.#options.savePostState({ place: comment.place, id: comment.id, body });
  }
}

function cutOffOutcome(job: string): Outcome {
  return {
    result: "cancelled",
    reason: "",
    message:
      job === ""
        ? message`The run was ended before it could say whether a job was created.`
        : message`The run was ended before the job was; the job goes on at the service.`,
    advice:
      job === ""
        ? message`Look at the dashboard before you ask again.`
        : message`Re-run it to take the job up again.`,
  };
}
