import type { Reaction } from "../../github/client.ts";
import { createOnce } from "../../github/comments.ts";
import { GitHubError } from "../../github/errors.ts";
import type { AgentInputs } from "../../inputs/agent.ts";
import type { Clock } from "../../runner/clock.ts";
import type { Logger } from "../../runner/logger.ts";
import type { SetOutput } from "../../runner/outputs.ts";
import type { CommentEdit } from "../../runner/post-state.ts";
import type { RunContext } from "../../runner/run-context.ts";
import type { AgentThread } from "./agent-thread.ts";
import { CommentCreation } from "./comment-creation.ts";
import { renderStatusComment } from "./comment-template.ts";
import { type CommentUpdate, markerOf, whenKilled } from "./comment-update.ts";
import { type DocsPull, linkDocsPull } from "./docs-pull-comment.ts";
import { type Rival, yieldsToRival } from "./duplicates.ts";
import type { JobMarker } from "./job-marker.ts";
import { Reactions, writePermissions } from "./reactions.ts";
import {
  emptyThread,
  interpret,
  listComments,
  listReplies,
  type OwnComment,
  type RequestIdentity,
  type ThreadMemory,
} from "./read-thread.ts";
import type { RequestState } from "./request-state.ts";
import { WriteQueue } from "./write-queue.ts";

export type StatusCommentOptions = {
  /** Missing when there is no issue or pull request, or no token: then nothing is read or written. */
  thread: AgentThread | undefined;
  identity: RequestIdentity;
  inputs: Pick<AgentInputs, "comment" | "dry-run" | "trigger-phrase">;
  runContext: RunContext;
  log: Logger;
  clock: Clock;
  setOutput: SetOutput;
  /** Keeps what the post step has to write; nothing when it is empty. */
  savePostState: (edits: readonly CommentEdit[]) => void;
};

/**
 * The status comment of a run, with its marker and the reactions on the command. Writes are queued in the order of the
 * calls; only `flush` waits for all of them.
 */
export class StatusComment {
  readonly #options: StatusCommentOptions;
  readonly #queue: WriteQueue;
  readonly #reactions: Reactions;
  readonly #creation = new CommentCreation();
  #own: OwnComment | undefined;
  /** A comment that was deleted, or could not be edited, and has another in its place. */
  #replaced: OwnComment | undefined;
  /** Comments of earlier attempts, and any comment whose edit GitHub refused. When the run ends, they are edited too. */
  #leftovers: OwnComment[] = [];
  /** The newest update. If the process is killed, the post step shows what follows from it. */
  #latest: CommentUpdate | undefined;
  /** True once GitHub refused to create a comment: it would refuse the next time too. */
  #muted = false;

  constructor(options: StatusCommentOptions) {
    this.#options = options;
    this.#queue = new WriteQueue(options.log);
    this.#reactions = new Reactions(
      this.#queue,
      options.inputs["dry-run"] ? undefined : options.thread,
      options.log,
    );
  }

  /** True when this run writes comments. */
  get writes(): boolean {
    const { thread, inputs } = this.#options;
    return thread !== undefined && inputs.comment !== "never" && !inputs["dry-run"];
  }

  /** True once a comment remembers this run. */
  get exists(): boolean {
    return this.#own !== undefined;
  }

  /** True when this run has a comment of its own, and not one that it shares with earlier runs. */
  get isOwn(): boolean {
    return this.#options.identity.sharedKey === undefined;
  }

  /** The issue or pull request; missing without one. */
  get threadNumber(): number | undefined {
    return this.#options.thread?.number;
  }

  /** Reads what the thread remembers; `undefined`, with a warning, when its comments cannot be read. */
  async recall(): Promise<ThreadMemory | undefined> {
    const { thread, inputs, identity, log } = this.#options;
    if (thread === undefined || inputs.comment === "never") return emptyThread;
    try {
      return interpret(await listComments(thread), thread.codec, identity);
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

  /**
   * True when another run has taken the command, by what the thread shows after this run has announced the request. Two
   * runs that start at the same moment both read a thread without a reply; each sees the other only after both have
   * replied.
   */
  async seesOtherNow({ rivals }: Pick<ThreadMemory, "rivals">): Promise<boolean> {
    const { thread, identity, clock } = this.#options;
    const id = this.#own?.comment.id;
    // A run that could not reply has announced nothing, so it leaves the command to any rival.
    if (thread === undefined || id === undefined || identity.command === "") return rivals.length > 0;
    const announced = { by: this.#creation.isNewest(id) ? "creating" : "editing", id } as const;
    return await yieldsToRival(announced, rivals, () => this.#rivalsNow(thread), clock);
  }

  /** The rivals as the thread shows them now; none when GitHub does not answer. */
  async #rivalsNow(thread: AgentThread): Promise<readonly Rival[]> {
    const ids = [this.#own, this.#replaced, ...this.#leftovers].flatMap((one) => one?.comment.id ?? []);
    const written = { ids: new Set(ids), firstBodies: this.#creation.firstBodies };
    try {
      const replies = await listReplies(thread);
      return interpret(replies, thread.codec, this.#options.identity, written).rivals;
    } catch (error) {
      if (error instanceof GitHubError) return [];
      throw error;
    }
  }

  /** Continues the comment of an earlier run or attempt. */
  adopt({ own, leftovers }: Pick<ThreadMemory, "own" | "leftovers">): void {
    this.#own = own;
    this.#leftovers.push(...leftovers);
    if (own !== undefined && this.writes) this.#options.setOutput("commentUrl", own.comment.url);
  }

  /** Queues an edit that shows the state of the run. */
  show(update: CommentUpdate): void {
    this.keep(update);
    this.#enqueue(async (thread) => {
      const isEnd = update.model.outcome !== undefined;
      // Leftovers first: a later attempt continues the comment with the newest record, which must be this attempt's own.
      const leftoversShowEnd = isEnd && (await this.#showInLeftovers(thread, update));
      const shown = await this.#post(thread, update);
      if (shown && leftoversShowEnd) this.#options.savePostState([]);
      // `keep` may have been called with a newer update meanwhile; the post step must show that one.
      else this.#savePostState();
    });
  }

  /**
   * Says in the thread that the request, to the job `to` or for a new one, may be sent from now on: a re-run of a run
   * that is lost then must not send it again. Where GitHub refuses to edit the comment, a new one takes its place. False
   * when no comment says so.
   */
  async announce(update: CommentUpdate, to: string | undefined): Promise<boolean> {
    let announced = false;
    // Keep `update`, not the announcement: killed now, the post step can say that nothing was sent.
    this.keep(update);
    const announcement: CommentUpdate = { ...update, state: { kind: "sent", to } };
    await this.#write(async (thread) => {
      announced = await this.#createOrEdit(thread, announcement);
      if (!announced && this.#own !== undefined) {
        this.#leftovers.push(this.#own);
        this.#setAside();
        announced = await this.#createOrEdit(thread, announcement);
      }
      this.#savePostState();
    });
    return announced;
  }

  /** Queues the comment that links a documentation pull request to the thread, once for each pull request. */
  link(pull: DocsPull, memory: Pick<ThreadMemory, "linked">, update: CommentUpdate): void {
    const { runContext, log, inputs } = this.#options;
    const { number } = pull.address;
    if (inputs.comment !== "auto" || memory.linked.has(number)) return;
    this.#enqueue(async (thread) => {
      // Without a status comment, nothing would remember the link. Asked here, behind the write that creates it.
      if (this.#own === undefined) return;
      const { serverUrl, repository } = runContext;
      const url = `${serverUrl}/${repository}/issues/${thread.number}`;
      const linked = await linkDocsPull(pull, {
        github: thread.github,
        codec: thread.codecFor(number),
        log,
        thread: { number: thread.number, url },
        triggerPhrase: inputs["trigger-phrase"],
        marker: this.#marker(update, undefined),
      });
      if (!linked || this.#own === undefined) return;
      // Remember the link only after it is written, so that a failed one is tried again.
      this.#own = { ...this.#own, marker: { ...this.#own.marker, linkedPr: number } };
      await this.#post(thread, update);
    });
  }

  /** Queues a reply without a marker. */
  reply(body: string): void {
    this.#enqueue(async (thread) => {
      await this.#attempt("created", async () => {
        const created = await createOnce(thread.github, thread.target, body);
        this.#options.setOutput("commentUrl", created.url);
      });
    });
  }

  /** Queues a reaction on the command. */
  react(reaction: Reaction): void {
    this.#reactions.add(reaction);
  }

  /** Keeps the state of the run for the post step, in case the process is killed. Never throws. */
  keep(update: CommentUpdate): void {
    this.#latest = update;
    this.#savePostState();
  }

  /** Resolves when everything is written. Never rejects. */
  flush(): Promise<void> {
    return this.#queue.settled();
  }

  #enqueue(work: (thread: AgentThread) => Promise<void>): void {
    // Not awaited: a queued write never rejects, and `flush` waits for all of them.
    void this.#write(work);
  }

  #write(work: (thread: AgentThread) => Promise<void>): Promise<void> {
    const { thread } = this.#options;
    return this.writes && thread !== undefined ? this.#queue.add(() => work(thread)) : Promise.resolve();
  }

  /** A new comment needs no edit: its first body already says that the request may be sent. */
  #createOrEdit(thread: AgentThread, update: CommentUpdate): Promise<boolean> {
    return this.#own === undefined ? this.#create(thread, update) : this.#post(thread, update);
  }

  /** Creates the comment where there is none, and edits it. False when GitHub refused. */
  async #post(thread: AgentThread, update: CommentUpdate): Promise<boolean> {
    if (this.#own === undefined && !(await this.#create(thread, update))) return false;
    return await this.#attempt("updated", async () => {
      try {
        await this.#edit(thread, update);
      } catch (error) {
        const isDeleted = error instanceof GitHubError && error.status === 404;
        // A deleted comment is replaced once, so that the outcome is not lost.
        if (!isDeleted || this.#replaced !== undefined) throw error;
        this.#setAside();
        if (!(await this.#create(thread, update))) throw error;
        await this.#edit(thread, update);
      }
    });
  }

  /** Creates the comment. False when GitHub refused. */
  async #create(thread: AgentThread, update: CommentUpdate): Promise<boolean> {
    if (this.#muted) return false;
    return await this.#attempt("created", async () => {
      // A comment that does not exist yet has no id to sign: its marker says that the request may be sent, not to which job.
      const state: RequestState = { kind: "sent", to: undefined };
      const marker = this.#marker({ ...update, state, job: undefined }, undefined);
      const { comment, firstBody } = await this.#creation.create(thread, marker, (signed) =>
        renderStatusComment(update.model, signed),
      );
      // The first edit carries over what the replaced comment remembered.
      const before = this.#replaced?.marker;
      const earlier = before === undefined ? [] : [before.request, ...before.earlier];
      const { job, linkedPr } = before ?? marker;
      this.#own = { comment, marker: { ...marker, firstBody, job, linkedPr, earlier } };
      this.#options.setOutput("commentUrl", comment.url);
      // From here on the post step can set it right.
      this.#savePostState();
    });
  }

  /** Makes room for a new comment in the place of this one. */
  #setAside(): void {
    this.#replaced = this.#own;
    this.#own = undefined;
  }

  async #edit({ github, codec }: AgentThread, update: CommentUpdate, comment = this.#own): Promise<void> {
    if (comment === undefined) return;
    const { place, id } = comment.comment;
    const marker = codec.encode({ place, id }, this.#marker(update, comment));
    await github.updateComment(place, id, renderStatusComment(update.model, marker));
  }

  /** Edits the leftovers, which still say that an attempt is working, to show the end. False when GitHub refused one. */
  async #showInLeftovers(thread: AgentThread, update: CommentUpdate): Promise<boolean> {
    let allShowIt = true;
    for (const leftover of this.#leftovers)
      await this.#edit(thread, update, leftover).catch((error: unknown) => {
        if (!(error instanceof GitHubError)) throw error;
        allShowIt = false;
      });
    return allShowIt;
  }

  /** False, with a warning, when GitHub refused. */
  async #attempt(what: "created" | "updated", work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      // A refusal will be the same next time; an outage or a rate limit may be over by then.
      if (what === "created" && error.isRefusal) this.#muted = true;
      const text = `The status comment could not be ${what} (${error.why}). ${error.advice(writePermissions)}`;
      if (!error.aborted) this.#queue.warnOnce("Status comment not shown", text);
      return false;
    }
  }

  #marker(update: CommentUpdate, own: OwnComment | undefined): JobMarker {
    const { identity, clock } = this.#options;
    return markerOf(update, own, identity, clock.now());
  }

  #savePostState(): void {
    const { thread, savePostState } = this.#options;
    if (!this.writes || thread === undefined || this.#latest === undefined) return;
    const { codec } = thread;
    try {
      const update = whenKilled(this.#latest);
      const comments = [...(this.#own === undefined ? [] : [this.#own]), ...this.#leftovers];
      savePostState(
        comments.map((comment) => {
          const { place, id } = comment.comment;
          const marker = codec.encode({ place, id }, this.#marker(update, comment));
          return { place, id, body: renderStatusComment(update.model, marker) };
        }),
      );
    } catch (error) {
      this.#queue.warn(error);
    }
  }
}
