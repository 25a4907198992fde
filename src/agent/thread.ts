import { aborted } from "../clock.ts";
import { messageOf } from "../errors.ts";
import { type CommentThread, commentThread, type Reaction } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { toPlainText } from "../text/rich-text.ts";
import { type Identity, stepName, threadConversation } from "./marker.ts";
import type { AgentRequest } from "./request.ts";
import type { ThreadTools } from "./tools.ts";

/** What comments and reactions need in issues and pull requests. */
export const writePermissions = "issues: write, pull-requests: write";
/** In ms. When GitHub hangs, the post step has what is left to write. */
const flushMs = 60_000;

/**
 * The thread that a run writes to, which `issue-number` or the event names: replies, and reactions on the command.
 * Without a thread or a token its calls do nothing. A dry run writes nothing; `comment: never` leaves the reactions.
 */
export class RunThread {
  /** Where comments go; missing without a thread or a token. */
  readonly place: CommentThread | undefined;
  /** What tells the request from all others. */
  readonly identity: Identity;
  readonly #tools: ThreadTools;
  readonly #react: ((content: Reaction) => Promise<void>) | undefined;
  readonly #logged = new Set<string>();
  /** Everything that is being written. */
  #pending: Promise<unknown> = Promise.resolve();
  /** Writes follow one another in the order of the calls. */
  #queue: Promise<unknown> = Promise.resolve();

  /** `dashboard` is the number of the issue that `issue-number: dashboard` means. */
  constructor({ trigger }: Pick<AgentRequest, "trigger">, tools: ThreadTools, dashboard?: number) {
    const { github, event, inputs, runContext } = tools;
    const isNew = inputs.conversation === "new";
    this.#tools = tools;
    this.identity = {
      conversation: isNew ? threadConversation : inputs.conversation,
      command: trigger?.id ?? "",
      runId: runContext.runId,
      step: stepName(runContext, inputs.matrix),
      attempt: runContext.attempt,
      isShared: trigger === undefined && !isNew && inputs.comment !== "new",
    };
    if (github === undefined || runContext.repo === "") {
      return;
    }
    const here =
      event.thread && commentThread(github, event.thread.number, trigger?.inline?.rootCommentId);
    const issue = inputs["issue-number"];
    const number = (issue === "dashboard" ? dashboard : issue) ?? here?.number;
    // `issue-number` can name another thread than the event's, whose reviews have nothing to do with it.
    this.place =
      number === undefined || number === here?.number ? here : commentThread(github, number);
    // GitHub has no reactions on reviews.
    if (trigger !== undefined && trigger.kind !== "review" && here !== undefined) {
      this.#react = (content) => here.react(content, trigger.commentId);
    }
  }

  /** True when the thread's comments are read and remembered. */
  get remembers(): boolean {
    return this.place !== undefined && this.#tools.inputs.comment !== "never";
  }

  /** True when this run writes comments in its thread. */
  get writes(): boolean {
    return this.place !== undefined && this.#mayWrite;
  }

  get #mayWrite(): boolean {
    const { inputs } = this.#tools;
    return inputs.comment !== "never" && !inputs["dry-run"];
  }

  /** The address of the run's comment; missing as long as there is none. */
  commentUrl: string | undefined;

  /** Sets the output that names the comment of the run. */
  showUrl({ url }: { url: string }): void {
    this.commentUrl = url;
    this.#tools.setOutput("commentUrl", url);
  }

  /** Writes a reply that is never edited. */
  reply(body: string): void {
    const written = this.enqueue(async (place) => {
      const created = await place.create(body);
      this.showUrl(created);
    });
    void written.catch((error: unknown) => this.warn("The reply could not be written", error));
  }

  /** Adds a reaction to the command, behind what is being written. It holds nothing up. */
  react(content: Reaction): void {
    this.#track(this.#queue.then(() => this.#add(content)));
  }

  /** Adds 👀 to the command at once. False where the command was deleted. */
  see(): Promise<boolean> {
    return this.#add("eyes");
  }

  /** False where what the reaction would go on was deleted; any other failure is a warning. */
  async #add(content: Reaction): Promise<boolean> {
    if (this.#tools.inputs["dry-run"]) {
      return true;
    }
    try {
      await this.#react?.(content);
    } catch (error) {
      if (error instanceof GitHubError && error.isGone) {
        return false;
      }
      this.warn("The reaction could not be added", error);
    }
    return true;
  }

  /**
   * Does some work in the thread behind all writes. Undefined where this run writes no comments, or has no thread. Throws what
   * the work throws.
   */
  async enqueue<T>(work: (place: CommentThread) => Promise<T>): Promise<T | undefined> {
    const { place } = this;
    return place === undefined ? undefined : await this.inOrder(() => work(place));
  }

  /** The same for work in another thread, such as that of a documentation pull request. */
  async inOrder<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.#mayWrite) {
      return undefined;
    }
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    this.#track(this.#queue);
    return await done;
  }

  /** Resolves when everything is written or has failed, with false when that takes longer than a minute. Never rejects. */
  async settled(): Promise<boolean> {
    const written = this.#pending.then(() => true);
    const tooLong = this.#tools.clock.timeout(flushMs);
    return await Promise.race([written, aborted(tooLong).then(() => false)]);
  }

  /** Warns once of each failure. An unforeseen error costs an update, not the run. */
  warn(what: string, error: unknown): void {
    const { log } = this.#tools;
    const known = error instanceof GitHubError ? error : undefined;
    const why = known?.why ?? messageOf(error);
    const text =
      `${what} (${why}). ${toPlainText(known?.advice(writePermissions, []) ?? [])}`.trim();
    if (known === undefined && error instanceof Error) {
      log.debug(error.stack ?? "");
    }
    if (this.#logged.has(text)) {
      return;
    }
    this.#logged.add(text);
    log.warning("Thread not updated", text);
  }

  #track(work: Promise<unknown>): void {
    this.#pending = Promise.all([this.#pending, work]);
  }
}
