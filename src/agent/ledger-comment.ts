import { ActionError } from "../errors.ts";
import type { Comment, CommentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { maxBody } from "../github/lengths.ts";
import { isBotLogin } from "../github/logins.ts";
import type { MarkerSigner } from "../github/marker.ts";
import { namesOf } from "../names.ts";
import { code, richText } from "../text/rich-text.ts";
import { factsOf } from "./job.ts";
import {
  compact,
  type Entry,
  isSameEntry,
  type Ledger,
  mergeEntries,
  withoutHead,
  withPull,
} from "./ledger.ts";
import { type MarkedLedger, readLedgers } from "./ledger-marker.ts";
import { type LedgerPlace, renderLedger } from "./ledger-text.ts";
import { signerOf } from "./marker.ts";
import { type Progress, whyUndone } from "./progress.ts";
import type { RequestComment } from "./run-state.ts";
import { announceError, memoryError } from "./status-comment.ts";
import type { RunThread } from "./thread.ts";
import { sharedTime, type Tools } from "./tools.ts";

/**
 * In ms: how long after an announcement it is looked for again. A run that read the comment just before it has written by
 * then, over the announcement or beside it.
 */
const settleMs = 2000;

/**
 * The comment that remembers the requests of a conversation. Many runs write into it, so each write reads it again and
 * changes only what its own run knows.
 */
export class LedgerComment implements RequestComment {
  readonly #thread: RunThread;
  readonly #tools: Tools;
  /** The one to edit, unless it may be a copy; missing as long as there is none. */
  #found: MarkedLedger | undefined;
  #foreign: readonly Entry[] = [];
  #prepared: Entry | undefined;
  /** The entry of this run; missing before the announcement. */
  #own: Entry | undefined;
  /** Other entries, as this run has seen what became of them. */
  #seen: readonly Entry[] = [];
  /** The ledger's comments, and the entries that counted, when the run decided. */
  #before: { ids: readonly number[]; entries: readonly Entry[] } = { ids: [], entries: [] };

  constructor(thread: RunThread, tools: Tools) {
    this.#thread = thread;
    this.#tools = tools;
  }

  /** Newest first, as read last. */
  get entries(): readonly Entry[] {
    return this.#found?.ledger.entries ?? [];
  }

  /** Entries that another key or project signed, in a comment by the bot that they name. */
  get foreign(): readonly Entry[] {
    return this.#foreign;
  }

  /** True once the comment remembers the request of this run. */
  get isRemembered(): boolean {
    return this.#own !== undefined;
  }

  get login(): string | undefined {
    return this.#found?.comment.login;
  }

  get updatedAt(): number | undefined {
    return this.#found?.comment.updatedAt;
  }

  /** Reads the comments of the thread. Throws an `ActionError` where GitHub does not show them. */
  async read(): Promise<void> {
    const { place } = this.#thread;
    // A dry run opens no dashboard.
    if (place === undefined) return;
    try {
      const comments = await place.list();
      this.#find(comments);
      const ids = this.#verified(comments).map(({ comment }) => comment.id);
      this.#before = { ids, entries: this.entries };
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const what = richText`The comments cannot be read (${error.whyText}), so nothing was sent.`;
      throw memoryError(error, place.number, what, this.#tools);
    }
    if (this.#found?.isNamed && this.#thread.writes) this.#thread.showUrl(this.#found.comment);
  }

  /** Takes note of what became of other entries, for the next write. */
  saw(entries: readonly Entry[]): void {
    this.#seen = entries;
  }

  /** Shows what became of other entries, if that is news. What GitHub refuses is a warning. */
  async show(): Promise<void> {
    const merged = mergeEntries(this.entries, this.#seen);
    if (JSON.stringify(merged) !== JSON.stringify(this.entries)) await this.#update();
  }

  /** Goes on with the entry of an earlier attempt. */
  resume(entry: Entry): void {
    this.#own = entry;
  }

  /** The entry of this run, which `announce` writes. */
  prepare(entry: Entry): void {
    this.#prepared = entry;
  }

  /** Remembers an entry of which nothing is sent, unless another run has written one. What GitHub refuses is a warning. */
  async record(entry: Entry): Promise<void> {
    await this.#try((place) => this.#add(entry, place));
  }

  /**
   * Announces the entry of this run, which says *sending* from here on. Throws an `ActionError` where GitHub refuses, where
   * the comment would be too long, and where another run announces one at the same time: then nothing may be sent.
   */
  async announce({ isFollowUp }: Progress): Promise<void> {
    const prepared = this.#prepared;
    if (prepared === undefined) throw new Error("no entry is prepared");
    // Where the job accepts no more messages, the request is announced once more, for a new job.
    const entry = isFollowUp ? prepared : { ...prepared, pull: undefined, tip: undefined };
    let isFirst: boolean | undefined;
    try {
      isFirst = await this.#thread.enqueue((place) => this.#announce(entry, place));
    } catch (error) {
      throw announceError(error, this.#thread, this.#tools);
    }
    if (!isFirst) throw otherRun();
  }

  /** True where the entry is there a moment later, and no other one before it. */
  async #announce(entry: Entry, place: CommentThread): Promise<boolean> {
    if (!(await this.#add(entry, place))) return false;
    await this.#tools.clock.sleep(settleMs, this.#tools.signal);
    const own = this.#found?.comment.id ?? 0;
    const all = this.#verified(await place.list());
    const entries = all.find(({ comment }) => comment.id === own)?.ledger.entries ?? [];
    const isThere = entries.some((one) => isSameEntry(one, entry));
    // Two runs at once may each have begun a comment: then the older one counts.
    const isOldest = all.every(({ comment: { id } }) => id >= own || this.#before.ids.includes(id));
    if (isThere && isOldest) return true;
    this.#own = undefined;
    const others = entries.filter((one) => !isSameEntry(one, entry));
    // What GitHub refuses is left as it is: the next run says that it may have been sent.
    if (isThere) await this.#leave(others, place).catch(() => {});
    return false;
  }

  /** Takes an announcement back: these are the entries beside it. */
  async #leave(others: readonly Entry[], place: CommentThread): Promise<void> {
    if (others.length > 0) await this.#createOrEdit(place, others);
    else if (this.#found !== undefined) await place.remove(this.#found.comment.id);
  }

  /** Remembers the job, once the service has accepted the request. What GitHub refuses is a warning. */
  async accept(progress: Progress): Promise<void> {
    await this.write(progress);
  }

  /** Remembers what became of the request. False, with a warning, where GitHub refuses. */
  async write(progress: Progress): Promise<boolean> {
    if (this.#own === undefined) return false;
    this.#own = endedEntry(this.#own, progress);
    return await this.#update();
  }

  async #update(): Promise<boolean> {
    const own = this.#own;
    return await this.#try(async (place) => {
      await this.#readAgain(place);
      await this.#put(this.entries, own, place);
      return true;
    });
  }

  /** Writes. False, with a warning, where GitHub refuses. */
  async #try(work: (place: CommentThread) => Promise<boolean>): Promise<boolean> {
    try {
      return (await this.#thread.enqueue(work)) === true;
    } catch (error) {
      const what = "The comment that remembers what is documented could not be written";
      this.#thread.warn(what, error);
      return false;
    }
  }

  /** Writes a new entry. False where another one was written since the run decided. */
  async #add(entry: Entry, place: CommentThread): Promise<boolean> {
    await this.#readAgain(place);
    const known = [entry, ...this.#before.entries];
    const isKnown = (one: Entry) => known.some((other) => isSameEntry(other, one));
    if (!this.entries.every(isKnown)) return false;
    await this.#put([entry, ...this.entries], entry, place);
    this.#own = entry;
    return true;
  }

  /** Writes these entries with what this run knows of them. Its own may be one with a newer one by now. */
  async #put(
    entries: readonly Entry[],
    own: Entry | undefined,
    place: CommentThread,
  ): Promise<void> {
    // Of its own entry, a run that watches knows more than it saw at first.
    const seen = own === undefined ? this.#seen : [own, ...this.#seen];
    const merged = mergeEntries(entries, seen);
    await this.#createOrEdit(place, compact(withPull(merged, own?.pull)));
  }

  /** Reads the thread before a write. */
  async #readAgain(place: CommentThread): Promise<void> {
    const known = this.#found;
    this.#find(await place.list());
    // Deleted while the run was working: what it remembers is written into another one.
    this.#found ??= known && { ...known, isNamed: false };
  }

  async #createOrEdit(place: CommentThread, entries: readonly Entry[]): Promise<void> {
    const { conversation } = this.#thread.identity;
    const version = (this.#found?.ledger.version ?? 0) + 1;
    const next: Ledger = { conversation, version, entries: [...entries] };
    if (this.#found?.isNamed) {
      try {
        return await this.#edit(place, this.#found.comment, next);
      } catch (error) {
        // Another token may not edit it. Where the thread itself is the reason, a new comment is refused, too.
        if (!(error instanceof GitHubError) || !error.isRefusal) throw error;
      }
    }
    const created = await place.create(this.#body(next));
    this.#thread.showUrl(created);
    // Only GitHub's answer says who the author is.
    await this.#edit(place, created, next);
  }

  async #edit(place: CommentThread, { id, login }: Comment, next: Ledger): Promise<void> {
    const ledger = { ...next, login };
    const comment = await place.edit(id, this.#body(ledger));
    this.#found = { comment, ledger, isNamed: true, verified: true };
  }

  /** Throws an `ActionError` where it would be longer than a comment may be. */
  #body(ledger: Ledger): string {
    const tools = this.#tools;
    const marker = this.#signer().write(tools.redact(JSON.stringify(ledger)));
    const body = renderLedger(ledger.entries, ledgerPlace(tools), sharedTime(tools), marker);
    if (body.length <= maxBody) return body;
    throw new ActionError(
      "github",
      richText`The comment that remembers what is documented would be longer than GitHub allows, so nothing was sent.`,
      richText`Merge or close the documentation pull requests that are open, then re-run the workflow.`,
    );
  }

  #signer(): MarkerSigner {
    return signerOf(this.#thread.place?.number ?? 0, this.#tools, "ledger");
  }

  #find(comments: readonly Comment[]): void {
    const all = this.#verified(comments);
    const named = all.filter(({ isNamed }) => isNamed);
    // A comment of ours counts before one that may be a copy.
    this.#found = newestOf(named) ?? newestOf(all);
    // What counts only to make a range longer. A stranger cannot write as an app.
    const byApps = this.#ledgersIn(comments).filter(
      ({ comment, isNamed }) => isNamed && isBotLogin(comment.login ?? ""),
    );
    this.#foreign = this.#found === undefined ? (newestOf(byApps)?.ledger.entries ?? []) : [];
  }

  /** The ledgers of this conversation whose signature is right, oldest comment first. */
  #verified(comments: readonly Comment[]): MarkedLedger[] {
    return this.#ledgersIn(comments).filter(
      ({ ledger, verified, isNamed }) => verified && (isNamed || ledger.login === undefined),
    );
  }

  #ledgersIn(comments: readonly Comment[]): MarkedLedger[] {
    const { conversation } = this.#thread.identity;
    return readLedgers(comments, this.#signer()).filter(
      ({ ledger }) => ledger.conversation === conversation,
    );
  }
}

/** The one that was written most often; of equal ones the oldest comment. */
function newestOf(ledgers: readonly MarkedLedger[]): MarkedLedger | undefined {
  const [newest] = ledgers.toSorted((a, b) => b.ledger.version - a.ledger.version);
  return newest;
}

/** What the texts about the ledger of a run need to know. */
export function ledgerPlace({ runContext, inputs, connection }: Tools): LedgerPlace {
  return {
    ...runContext,
    conversation: inputs.conversation,
    phrase: inputs["trigger-phrase"],
    service: namesOf(connection.base).name,
  };
}

/** The error of a run that yields to another one. */
export function otherRun(): ActionError {
  return new ActionError(
    "busy",
    richText`Another run is sending a request of this conversation at this moment, so nothing was sent.`,
    richText`Re-run the workflow in a few minutes. Workflows that write to one conversation need the same ${code("concurrency")} group.`,
  );
}

/** The entry of a run, as far as the run has come. */
function endedEntry(entry: Entry, progress: Progress): Entry {
  const { state, outcome, contents, prLink, isHidden } = progress;
  // Whether the request arrived is not known.
  if (state.kind === "sent")
    return outcome === undefined ? entry : { ...entry, why: outcome.reason || outcome.result };
  if (state.kind !== "accepted")
    return { ...entry, phase: "undone", why: outcome?.reason || outcome?.result, pull: undefined };
  const { jobId } = state;
  const link = prLink ?? entry.pull?.link;
  const shown = contents && withoutHead(factsOf(contents.link, contents.pull));
  const hidden = isHidden && link !== undefined ? ({ link, state: "hidden" } as const) : undefined;
  const seen = shown ?? hidden;
  const known = { ...entry, jobId, pull: seen ?? entry.pull };
  const why = whyUndone(progress);
  if (why !== undefined) return { ...known, phase: "undone", why };
  const { result } = outcome ?? {};
  // A pull request that GitHub did not show just now is looked at by the next run.
  const isOver = result === "no-changes" || (result === "pull-request" && seen !== undefined);
  return { ...known, phase: isOver ? "ended" : "sent" };
}
