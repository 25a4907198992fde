import type { Comment, CommentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { renderStatusComment } from "./comment-text.ts";
import {
  type Identity,
  type MarkedComment,
  type MarkedJob,
  type Marker,
  maxEarlier,
  signerOf,
  writeMarker,
} from "./marker.ts";
import { markedOf, type Progress } from "./progress.ts";
import type { RequestComment } from "./run-state.ts";
import { endOf } from "./sentences.ts";
import type { RunThread } from "./thread.ts";
import { announceError } from "./thread-errors.ts";
import { sharedTime, type Tools } from "./tools.ts";

/** The comment that shows a request in its thread, and remembers it for later runs. */
export class StatusComment implements RequestComment {
  readonly #thread: RunThread;
  readonly #tools: Tools;
  /** Bodies whose creation GitHub did not confirm. */
  readonly #lost = new Set<string>();
  #own: MarkedComment | undefined;
  #newest: Progress | undefined;
  /** True once another comment was made in the place of one that could not be edited. */
  #isReplaced = false;

  /** `own` is the comment to edit, as the thread remembers it. */
  constructor(own: MarkedComment | undefined, thread: RunThread, tools: Tools) {
    this.#thread = thread;
    this.#tools = tools;
    this.#own = own;
    if (own !== undefined && thread.writes) {
      thread.showUrl(own.comment);
    }
  }

  /** True once a comment remembers this run, so that a re-run of it finds the request. */
  get isRemembered(): boolean {
    return this.#thread.writes && this.#own?.marker.runId === this.#thread.identity.runId;
  }

  get login(): string | undefined {
    return this.#own?.comment.login;
  }

  /**
   * Shows the run: creates the comment where there is none, and edits it else. A comment that was deleted is created once
   * more. False, with a warning, when GitHub refused, and where nothing is written.
   */
  async write(progress: Progress): Promise<boolean> {
    try {
      return await this.#show(progress, false);
    } catch (error) {
      this.#thread.warn("The status comment could not be written", error);
      return false;
    }
  }

  /**
   * Shows that a request will be sent, so that a re-run finds it. A comment that GitHub refuses to edit is created once
   * more. Throws an `ActionError` where GitHub takes neither: then a re-run would know of nothing, so nothing may be sent.
   */
  async announce(progress: Progress): Promise<void> {
    try {
      await this.#show(progress, true);
    } catch (error) {
      throw announceError(error, this.#thread, this.#tools);
    }
  }

  /** It is written behind, so that a GitHub that hangs does not hold up the job. */
  accept(progress: Progress): Promise<void> {
    void this.write(progress);
    return Promise.resolve();
  }

  async #show(progress: Progress, mustShow: boolean): Promise<boolean> {
    this.#newest = progress;
    this.#savePostState();
    const isShown = await this.#thread.enqueue(async (place) => {
      // Newer news is queued behind: this one is out of date, and every write costs time while GitHub is away.
      if (this.#newest !== progress && !mustShow) {
        return true;
      }
      await this.#createOrEdit(place, progress, mustShow);
      this.#savePostState(this.#newest === progress);
      return true;
    });
    return isShown === true;
  }

  async #createOrEdit(place: CommentThread, progress: Progress, mustShow: boolean): Promise<void> {
    if (this.#own === undefined) {
      return await this.#create(place, progress);
    }
    try {
      await this.#edit(place, this.#own.comment, progress);
    } catch (error) {
      if (!(error instanceof GitHubError) || this.#isReplaced) {
        throw error;
      }
      if (!error.isGone && !(mustShow && error.isRefusal)) {
        throw error;
      }
      this.#isReplaced = true;
      await this.#create(place, progress);
    }
  }

  async #edit(place: CommentThread, comment: Comment, progress: Progress): Promise<void> {
    const marker = this.#markerOf(progress, comment);
    const body = this.#body(progress, marker, place);
    this.#own = { comment: await place.edit(comment.id, body), marker };
  }

  async #create(place: CommentThread, progress: Progress): Promise<void> {
    const marker = this.#markerOf(progress, undefined);
    const body = this.#body(progress, marker, place);
    const comment = await place.create(body, this.#lost);
    this.#own = { comment, marker };
    this.#thread.showUrl(comment);
    // What was found may be an earlier body, whose creation seemed to have failed.
    const mayBeEarlier = this.#lost.size > 0;
    this.#lost.clear();
    // Only GitHub's answer says who the author is, and no other edit follows that of the end.
    if (mayBeEarlier || progress.outcome !== undefined) {
      await this.#edit(place, comment, progress);
    }
  }

  #body(progress: Progress, marker: Marker, { number }: CommentThread): string {
    const signer = signerOf(number, this.#tools);
    return renderStatusComment(progress, writeMarker(signer, marker));
  }

  /** The marker of a comment that shows this; `comment` is missing for one that is not there yet. */
  #markerOf(progress: Progress, comment: Comment | undefined): Marker {
    const { state, job } = markedOf(progress);
    return {
      ...this.#thread.identity,
      isLink: false,
      state,
      job: newerJob(this.#own?.marker.job, job),
      earlier: this.#thread.identity.isShared ? this.#earlierNames() : [],
      time: sharedTime(this.#tools),
      login: comment?.login,
    };
  }

  /** The names of the requests that the shared comment has shown before this one, newest first. */
  #earlierNames(): string[] {
    const before = this.#own?.marker;
    if (before === undefined) {
      return [];
    }
    const nameOf = ({ runId, attempt }: Identity) => `${runId}.${attempt}`;
    const isThis = nameOf(before) === nameOf(this.#thread.identity);
    // What was certainly not sent may be sent by a re-run.
    const mayBeSent = before.state.kind !== "not-sent";
    const added = !isThis && mayBeSent ? [nameOf(before)] : [];
    return [...added, ...before.earlier].slice(0, maxEarlier);
  }

  /** Keeps what the post step shows if this process is killed: nothing once the end `isShown`. Never throws. */
  #savePostState(isShown = false): void {
    const progress = this.#newest;
    const own = this.#own;
    const { place, writes } = this.#thread;
    if (!writes || progress === undefined || own === undefined || place === undefined) {
      return;
    }
    const { redact, savePostState } = this.#tools;
    try {
      const { id } = own.comment;
      const body = this.#body(whenKilled(progress), this.#markerOf(progress, own.comment), place);
      // The runner does not mask the file that holds the state.
      const edit = { number: place.number, root: place.root, id, body: redact(body) };
      savePostState(isShown && progress.outcome !== undefined ? undefined : edit);
    } catch (error) {
      this.#thread.warn("If GitHub stops this run, its comment will not say so", error);
    }
  }
}

/** A re-run of an older run must not make a shared comment forget the job that a later run has named there since. */
function newerJob(known: MarkedJob | undefined, job: MarkedJob | undefined): MarkedJob | undefined {
  if (known === undefined || job === undefined) {
    return job ?? known;
  }
  return known.id !== job.id && known.at > job.at ? known : job;
}

/** What the comment says when the process is killed after it showed this. */
function whenKilled(progress: Progress): Progress {
  if (progress.outcome !== undefined) {
    return progress;
  }
  const killed = { ...progress, wasKilled: true };
  return { ...killed, outcome: endOf("cancelled", killed) };
}
