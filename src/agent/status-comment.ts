import type { Comment, CommentTarget, GitHub, Reaction, ReactionTarget } from "../github/client.ts";
import { createOnce } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { MarkerSigner } from "../github/marker.ts";
import { endOf } from "../outcomes.ts";
import { renderStatusComment, type Shown } from "./comment-text.ts";
import {
  type Identity,
  type MarkedComment,
  type MarkedJob,
  type Marker,
  maxEarlier,
  type RequestState,
  stepName,
  writeMarker,
} from "./marker.ts";
import { emptyMemory, type Memory, readMemory } from "./memory.ts";
import type { AgentRequest } from "./request.ts";
import type { Tools } from "./tools.ts";

/** What comments and reactions need in issues and pull requests. */
const writePermissions = "issues: write, pull-requests: write";
/** The conversation that all requests of a thread share unless they name another. */
const threadConversation = "thread";

/** What the comment shows, and what it remembers for later runs. */
export type Snapshot = { shown: Shown; state: RequestState; job: MarkedJob | undefined };

/** What a thread is made of. */
type ThreadTools = Omit<Tools, "service" | "signal">;

/** The issue or pull request that a run writes to: its number, and where the run's comment and reactions go. */
type Place = { github: GitHub; number: number; target: CommentTarget; reactTo: ReactionTarget | undefined };

/**
 * The thread of a run: what it remembers, the status comment with its marker, and the reactions on the command. Without
 * a thread or a token its calls do nothing. A dry run writes nothing; `comment: never` leaves the reactions.
 */
export class RunThread {
  readonly #tools: ThreadTools;
  readonly #place: Place | undefined;
  readonly #identity: Identity;
  readonly #isShared: boolean;
  readonly #logged = new Set<string>();
  /** Bodies whose creation GitHub did not confirm. */
  readonly #lost = new Set<string>();
  /** Everything that is being written. */
  readonly #pending = new Set<Promise<unknown>>();
  /** Writes follow one another in the order of the calls. */
  #queue: Promise<unknown> = Promise.resolve();
  #own: MarkedComment | undefined;
  #newest: Snapshot | undefined;
  /** True once another comment was made in the place of one that could not be edited. */
  #isReplaced = false;
  /** The inline comments of the event's pull request, once `recall` has read them. */
  reviewComments: readonly Comment[] | undefined;

  constructor(request: Pick<AgentRequest, "trigger">, tools: ThreadTools) {
    const { inputs, runContext } = tools;
    const isNew = inputs.conversation === "new";
    this.#tools = tools;
    this.#place = placeOf(request, tools);
    this.#identity = {
      conversation: isNew ? threadConversation : inputs.conversation,
      command: request.trigger?.id ?? "",
      runId: runContext.runId,
      step: stepName(runContext),
      attempt: runContext.attempt,
    };
    this.#isShared = request.trigger === undefined && !isNew && inputs.comment !== "new";
  }

  /** True when this run writes comments. */
  get writes(): boolean {
    const { inputs } = this.#tools;
    return this.#place !== undefined && inputs.comment !== "never" && !inputs["dry-run"];
  }

  /** True once a comment remembers this run, so that a re-run of it finds the request. */
  get isRemembered(): boolean {
    return this.writes && this.#own?.marker.runId === this.#identity.runId;
  }

  /** True when the thread's comments are read and remembered. */
  get remembers(): boolean {
    return this.#place !== undefined && this.#tools.inputs.comment !== "never";
  }

  /** The number of the issue or pull request; missing without one. */
  get number(): number | undefined {
    return this.#place?.number;
  }

  /** Reads what the thread remembers; `undefined`, with a warning, when its comments cannot be read. */
  async recall(): Promise<Memory | undefined> {
    const place = this.#place;
    if (place === undefined || !this.remembers) return emptyMemory;
    try {
      const comments = await listComments(place, this.#tools);
      if (place.number === this.#tools.event.thread?.number)
        this.reviewComments = comments.filter(({ inline }) => inline !== undefined);
      const memory = readMemory(comments, this.#signer(place.number), this.#identity, this.#isShared);
      this.#own = memory.own;
      if (memory.own !== undefined && this.writes)
        this.#tools.setOutput("commentUrl", memory.own.comment.url);
      return memory;
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const text = `The comments of #${place.number} cannot be read (${error.why}), so its earlier jobs are not known.`;
      if (!error.aborted)
        this.#tools.log.warning("Thread not read", `${text} ${error.advice(writePermissions)}`);
      return undefined;
    }
  }

  /**
   * Shows the run: creates the comment where there is none, and edits it else. A comment that was deleted is created once
   * more; with `mustShow`, also one that GitHub refuses to edit. False, with a warning, when GitHub refused.
   */
  write(snapshot: Snapshot, mustShow = false): Promise<boolean> {
    this.#newest = snapshot;
    this.#savePostState();
    return this.#enqueue(async (place) => {
      // Newer news is queued behind: this one is out of date, and every write costs time while GitHub is away.
      if (this.#newest !== snapshot && !mustShow) return true;
      try {
        await this.#createOrEdit(place, snapshot, mustShow);
        this.#savePostState(this.#newest === snapshot);
        return true;
      } catch (error) {
        this.#warn("Status comment not shown", "The status comment could not be written", error);
        return false;
      }
    });
  }

  /** Writes a reply without a marker. */
  reply(body: string): void {
    void this.#enqueue(async ({ github, target }) => {
      try {
        const created = await createOnce(github, target, body);
        this.#tools.setOutput("commentUrl", created.url);
      } catch (error) {
        this.#warn("Reply not shown", "The reply could not be written", error);
      }
    });
  }

  /** Adds a reaction to the command, behind what is being written. It holds nothing up. */
  react(reaction: Reaction): void {
    const { github, reactTo } = this.#place ?? {};
    if (github === undefined || reactTo === undefined || this.#tools.inputs["dry-run"]) return;
    const added = this.#queue.then(() => github.react(reactTo, reaction));
    this.#track(
      added.catch((error: unknown) =>
        this.#warn("Reaction not shown", "The reaction could not be added", error),
      ),
    );
  }

  /** Does some more work on the thread behind all writes. What GitHub refuses is left to `work`. */
  after(
    work: (github: GitHub, signerOf: (thread: number) => MarkerSigner, marker: Marker) => Promise<void>,
  ): void {
    void this.#enqueue(async ({ github }) => {
      const marker = this.#own?.marker;
      if (marker !== undefined) await work(github, (thread) => this.#signer(thread), marker);
    });
  }

  /** Resolves when everything is written or has failed. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #createOrEdit(place: Place, snapshot: Snapshot, mustShow: boolean): Promise<void> {
    if (this.#own === undefined) return await this.#create(place, snapshot);
    try {
      await this.#edit(place, snapshot);
    } catch (error) {
      const isGone = error instanceof GitHubError && (error.status === 404 || error.status === 410);
      const mayReplace = isGone || (mustShow && error instanceof GitHubError && error.isRefusal);
      if (!mayReplace || this.#isReplaced) throw error;
      this.#isReplaced = true;
      await this.#create(place, snapshot);
    }
  }

  async #edit({ github, number }: Place, snapshot: Snapshot): Promise<void> {
    if (this.#own === undefined) return;
    const { comment } = this.#own;
    const marker = this.#markerOf(snapshot, comment);
    this.#own = {
      comment: await github.updateComment(comment.place, comment.id, this.#body(snapshot, marker, number)),
      marker,
    };
  }

  async #create(place: Place, snapshot: Snapshot): Promise<void> {
    const { github, target, number } = place;
    const marker = this.#markerOf(snapshot, undefined);
    const body = this.#body(snapshot, marker, number);
    const comment = await createOnce(github, target, body, this.#lost);
    this.#own = { comment, marker };
    this.#tools.setOutput("commentUrl", comment.url);
    const isEarlier = this.#lost.size > 0 && comment.body.trim() !== github.redact(body).trim();
    this.#lost.clear();
    // What was found is an earlier body, whose creation seemed to have failed.
    if (isEarlier) await this.#edit(place, snapshot);
  }

  #body({ shown }: Snapshot, marker: Marker, thread: number): string {
    return renderStatusComment(shown, writeMarker(this.#signer(thread), marker, this.#tools.redact));
  }

  /** The marker of a comment that shows this; `comment` is missing for one that is not there yet. */
  #markerOf({ state, job }: Snapshot, comment: Comment | undefined): Marker {
    const before = this.#own?.marker;
    const known = before?.job;
    const name = before && `${before.runId}.${before.attempt}`;
    const isOwnName = name === `${this.#identity.runId}.${this.#identity.attempt}`;
    return {
      ...this.#identity,
      isShared: this.#isShared,
      isLink: false,
      state,
      // A re-run of an older run must not make a shared comment forget the job that a later run has named there since.
      job:
        job === undefined || (known !== undefined && known.id !== job.id && known.at > job.at) ? known : job,
      earlier: this.#isShared
        ? [...(name === undefined || isOwnName ? [] : [name]), ...(before?.earlier ?? [])].slice(
            0,
            maxEarlier,
          )
        : [],
      time: this.#tools.clock.now(),
      login: comment?.login,
    };
  }

  /** Keeps what the post step shows if this process is killed: nothing once the end `isShown`. Never throws. */
  #savePostState(isShown = false): void {
    const snapshot = this.#newest;
    const [own, place] = [this.#own, this.#place];
    if (!this.writes || snapshot === undefined || own === undefined || place === undefined) return;
    try {
      const { comment } = own;
      const shown = whenKilled(snapshot.shown);
      const body = this.#body({ ...snapshot, shown }, this.#markerOf(snapshot, comment), place.number);
      // The runner does not mask the file that holds the state.
      const edit = { place: comment.place, id: comment.id, body: this.#tools.redact(body) };
      this.#tools.savePostState(isShown && snapshot.shown.outcome !== undefined ? undefined : edit);
    } catch (error) {
      this.#warn(
        "Post step not prepared",
        "A run that is killed from here on leaves its comment as it is",
        error,
      );
    }
  }

  #signer(thread: number): MarkerSigner {
    const { apiKey, runContext, inputs } = this.#tools;
    const { repository } = runContext;
    const scope = {
      repository,
      thread,
      origin: inputs["base-url"].origin,
      project: inputs["project-id"],
    };
    return new MarkerSigner(apiKey, "job", scope);
  }

  #enqueue<T>(work: (place: Place) => Promise<T>): Promise<T | false> {
    const place = this.#place;
    if (!this.writes || place === undefined) return Promise.resolve(false);
    const done = this.#queue.then(() => work(place));
    this.#queue = done.catch((error: unknown) =>
      this.#warn("Status comment not shown", "The run continues without this update", error),
    );
    this.#track(this.#queue);
    return done;
  }

  #track(work: Promise<unknown>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  /** Warns once of each failure. An unforeseen error costs an update, not the run. */
  #warn(title: string, what: string, error: unknown): void {
    const { log } = this.#tools;
    const known = error instanceof GitHubError ? error : undefined;
    if (known?.aborted) return;
    const why = known?.why ?? (error instanceof Error ? error.message : String(error));
    const text = `${what} (${why}). ${known?.advice(writePermissions) ?? ""}`.trim();
    if (known === undefined && error instanceof Error) log.debug(error.stack ?? "");
    if (this.#logged.has(text)) return;
    this.#logged.add(text);
    log.warning(title, text);
  }
}

/** What the comment says when the process is killed after it showed this. */
function whenKilled(shown: Shown): Shown {
  if (shown.outcome !== undefined) return shown;
  const about = { ...shown.about, wasKilled: true };
  return { ...shown, about, tookMs: undefined, outcome: endOf("cancelled", about) };
}

/** The thread that `issue-number` or the event names; missing without one, or without a token. */
function placeOf(
  { trigger }: Pick<AgentRequest, "trigger">,
  { inputs, event, runContext, github }: ThreadTools,
): Place | undefined {
  const number = inputs["issue-number"] ?? event.thread?.number;
  if (github === undefined || number === undefined || runContext.repo === "") return undefined;
  // `issue-number` can name another thread than the event's, whose reviews have nothing to do with it.
  const root = number === event.thread?.number ? trigger?.inline?.rootCommentId : undefined;
  const target: CommentTarget =
    root === undefined ? { place: "issue", number } : { place: "review", number, root };
  return { github, number, target, reactTo: reactionTarget(trigger, event.thread?.number) };
}

function reactionTarget(
  trigger: AgentRequest["trigger"],
  thread: number | undefined,
): ReactionTarget | undefined {
  if (trigger === undefined || thread === undefined) return undefined;
  if (trigger.commentId !== undefined) return { kind: trigger.kind, id: trigger.commentId };
  // GitHub has no reactions on reviews.
  return trigger.kind === "review" ? undefined : { kind: "issue", number: thread };
}

/** The comments of a thread. An issue has no review comments. Throws a `GitHubError`. */
async function listComments({ github, number }: Place, { event }: ThreadTools): Promise<Comment[]> {
  const isPullRequest = event.thread?.number === number ? event.thread.isPullRequest : undefined;
  const [issue, review] = await Promise.all([
    github.comments("issue", number),
    isPullRequest === false
      ? []
      : github.comments("review", number).catch((error: unknown) => {
          // `issue-number` may name an issue, and the token may read no pull requests.
          const isNone = error instanceof GitHubError && error.isRefusal && isPullRequest === undefined;
          if (isNone) return [];
          throw error;
        }),
  ]);
  return [...issue, ...review];
}
