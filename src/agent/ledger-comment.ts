import { ActionError } from "../errors.ts";
import type { Comment, CommentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { maxBody } from "../github/lengths.ts";
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
  seenPull,
  withPull,
} from "./ledger.ts";
import { entriesOf, type Held, heldIn, nothingHeld } from "./ledger-marker.ts";
import { type LedgerPlace, renderLedger } from "./ledger-text.ts";
import { signerOf } from "./marker.ts";
import { type Progress, whyUndone } from "./progress.ts";
import { mayBeLate } from "./pull-contents.ts";
import type { RequestComment } from "./run-state.ts";
import type { RunThread } from "./thread.ts";
import { announceError, memoryError } from "./thread-errors.ts";
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
  /** As it was read or written last. */
  #held: Held = nothingHeld;
  /** As it was when the run decided. */
  #decidedOn: Held = nothingHeld;
  /** The entry of this run, once it has one. */
  #own: Entry | undefined;
  /** Other entries, as this run has seen what became of them. */
  #seen: readonly Entry[] = [];

  constructor(thread: RunThread, tools: Tools) {
    this.#thread = thread;
    this.#tools = tools;
  }

  /** Newest first, as read last. */
  get entries(): readonly Entry[] {
    return entriesOf(this.#held);
  }

  /** Entries that another key or project signed, in a comment by the bot that they name. */
  get foreign(): readonly Entry[] {
    return this.#held.foreign;
  }

  /** True once the comment remembers the request of this run. */
  get isRemembered(): boolean {
    const own = this.#own;
    return own !== undefined && this.entries.some((one) => isSameEntry(one, own));
  }

  get login(): string | undefined {
    return this.#held.found?.comment.login;
  }

  /** Reads the comments of the thread. Throws an `ActionError` where GitHub does not show them. */
  async read(): Promise<void> {
    const { place, writes } = this.#thread;
    // A dry run opens no dashboard.
    if (place === undefined) {
      return;
    }
    try {
      this.#hold(await place.list());
    } catch (error) {
      if (!(error instanceof GitHubError)) {
        throw error;
      }
      const what = richText`The comments cannot be read (${error.why}), so nothing was sent.`;
      throw memoryError(error, place.number, what, this.#tools);
    }
    this.#decidedOn = this.#held;
    const { found } = this.#held;
    if (found?.isNamed && writes) {
      this.#thread.showUrl(found.comment);
    }
  }

  /** Takes note of what became of other entries, for the next write. */
  saw(entries: readonly Entry[]): void {
    this.#seen = entries;
  }

  /** Shows what became of other entries, if that is news. What GitHub refuses is a warning. */
  async show(): Promise<void> {
    const merged = mergeEntries(this.entries, this.#seen);
    if (JSON.stringify(merged) === JSON.stringify(this.entries)) {
      return;
    }
    await this.#attempt((place) => this.#writeNews(place));
  }

  /** Takes the entry of this run: one that `announce` writes, or that of an earlier attempt. */
  take(entry: Entry): void {
    this.#own = entry;
  }

  /** Remembers an entry of which nothing is sent, unless another run has written one. What GitHub refuses is a warning. */
  async record(entry: Entry): Promise<void> {
    await this.#attempt((place) => this.#add(entry, place));
  }

  /**
   * Announces the entry of this run, which says *sending* from here on. Throws an `ActionError` where GitHub refuses, where
   * the comment would be too long, and where another run announces one at the same time: then nothing may be sent.
   */
  async announce({ isFollowUp }: Progress): Promise<void> {
    const own = this.#own;
    if (own === undefined) {
      throw new Error("there is no entry to announce");
    }
    // Where the job accepts no more messages, the request is announced once more, for a new job.
    const entry = isFollowUp ? own : { ...own, pull: undefined, tip: undefined };
    let isFirst: boolean | undefined;
    try {
      isFirst = await this.#thread.enqueue((place) => this.#announce(entry, place));
    } catch (error) {
      throw announceError(error, this.#thread, this.#tools);
    }
    if (!isFirst) {
      throw otherRun();
    }
  }

  /** True where the entry is there a moment later, and no other one before it. */
  async #announce(entry: Entry, place: CommentThread): Promise<boolean> {
    if (!(await this.#add(entry, place))) {
      return false;
    }
    await this.#tools.clock.sleep(settleMs, this.#tools.signal);
    const comment = this.#held.found?.comment.id ?? 0;
    const { verified } = this.#heldIn(await place.list());
    const entries = verified.find((one) => one.comment.id === comment)?.ledger.entries ?? [];
    const others = entries.filter((one) => !isSameEntry(one, entry));
    const isThere = others.length < entries.length;
    // Two runs at once may each have begun a comment: then the older one counts.
    const known = this.#decidedOn.verified.map((one) => one.comment.id);
    const isOldest = verified.every(({ comment: { id } }) => id >= comment || known.includes(id));
    if (isThere && isOldest) {
      return true;
    }
    this.#own = undefined;
    // What GitHub refuses is left as it is: the next run says that it may have been sent.
    if (isThere) {
      await this.#withdraw(others, place).catch(() => {});
    }
    return false;
  }

  /** Takes an announcement back: these are the entries beside it. */
  async #withdraw(others: readonly Entry[], place: CommentThread): Promise<void> {
    const { found } = this.#held;
    if (others.length > 0) {
      await this.#createOrEdit(place, others);
    } else if (found !== undefined) {
      await place.remove(found.comment.id);
    }
  }

  /** Remembers the job, once the service has accepted the request. What GitHub refuses is a warning. */
  async accept(progress: Progress): Promise<void> {
    await this.write(progress);
  }

  /** Remembers what became of the request. False, with a warning, where GitHub refuses. */
  async write(progress: Progress): Promise<boolean> {
    return await this.#attempt(async (place) => {
      // Asked behind the announcement, which a run that is cancelled may still be writing.
      const own = this.#own;
      if (own === undefined) {
        return false;
      }
      const wasRemembered = this.isRemembered;
      await this.#readAgain(place);
      // An announcement that GitHub has not confirmed may be there all the same.
      if (!wasRemembered && !this.isRemembered) {
        return false;
      }
      this.#own = endedEntry(own, progress);
      await this.#writeEntries(this.entries, place);
      return true;
    });
  }

  /** Reads the comment again, and writes it with what this run has learnt. */
  async #writeNews(place: CommentThread): Promise<boolean> {
    await this.#readAgain(place);
    await this.#writeEntries(this.entries, place);
    return true;
  }

  /** Writes. False, with a warning, where GitHub refuses. */
  async #attempt(work: (place: CommentThread) => Promise<boolean>): Promise<boolean> {
    try {
      return (await this.#thread.enqueue(work)) === true;
    } catch (error) {
      this.#thread.warn("The table of commits could not be written", error);
      return false;
    }
  }

  /** Writes a new entry. False where another one was written since the run decided. */
  async #add(entry: Entry, place: CommentThread): Promise<boolean> {
    await this.#readAgain(place);
    const others = this.entries.filter((one) => !isSameEntry(one, entry));
    const known = entriesOf(this.#decidedOn);
    const isKnown = (one: Entry) => known.some((other) => isSameEntry(other, one));
    if (!others.every(isKnown)) {
      return false;
    }
    this.#own = entry;
    await this.#writeEntries([entry, ...others], place);
    return true;
  }

  /** Writes these entries with what this run knows of them. Its own may be one with a newer one by now. */
  async #writeEntries(entries: readonly Entry[], place: CommentThread): Promise<void> {
    const own = this.#own;
    // Of its own entry, a run that watches knows more than it saw at first.
    const seen = own === undefined ? this.#seen : [own, ...this.#seen];
    const merged = mergeEntries(entries, seen);
    await this.#createOrEdit(place, compact(withPull(merged, own?.pull)));
  }

  /** Reads the thread before a write. */
  async #readAgain(place: CommentThread): Promise<void> {
    const { found } = this.#held;
    this.#hold(await place.list());
    // Deleted while the run was working: as it names nobody then, `#createOrEdit` writes what it remembers into another one.
    if (found !== undefined && this.#held.found === undefined) {
      this.#held = { ...this.#held, found: { ...found, isNamed: false } };
    }
  }

  async #createOrEdit(place: CommentThread, entries: readonly Entry[]): Promise<void> {
    const { conversation } = this.#thread.identity;
    const { found } = this.#held;
    const version = (found?.ledger.version ?? 0) + 1;
    const next: Ledger = { conversation, version, entries: [...entries] };
    if (found?.isNamed) {
      try {
        return await this.#edit(place, found.comment, next);
      } catch (error) {
        // Another token may not edit it. Where the thread itself is the reason, a new comment is refused, too.
        if (!(error instanceof GitHubError) || !error.isRefusal) {
          throw error;
        }
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
    this.#held = { ...this.#held, found: { comment, ledger, isNamed: true, verified: true } };
  }

  /** Throws an `ActionError` where it would be longer than a comment may be. */
  #body(ledger: Ledger): string {
    const tools = this.#tools;
    const marker = this.#signer().write(tools.redact(JSON.stringify(ledger)));
    const body = renderLedger(ledger.entries, ledgerPlace(tools), sharedTime(tools), marker);
    if (body.length <= maxBody) {
      return body;
    }
    throw new ActionError(
      "github",
      richText`The table of commits is full, so nothing was sent.`,
      richText`Merge or close the documentation pull requests that are open.`,
    );
  }

  #signer(): MarkerSigner {
    return signerOf(this.#thread.place?.number ?? 0, this.#tools, "ledger");
  }

  #hold(comments: readonly Comment[]): void {
    this.#held = this.#heldIn(comments);
  }

  #heldIn(comments: readonly Comment[]): Held {
    return heldIn(comments, this.#signer(), this.#thread.identity.conversation);
  }
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
    richText`Re-run the workflow in ten minutes. Workflows that write to one conversation need the same ${code("concurrency")} group.`,
  );
}

/** The entry of a run, as far as the run has come. */
function endedEntry(entry: Entry, progress: Progress): Entry {
  const { state, outcome, contents, prLink, isHidden } = progress;
  const reason = outcome?.reason || outcome?.result;
  // Whether the request arrived is not known.
  if (state.kind === "sent") {
    return { ...entry, why: reason };
  }
  if (state.kind !== "accepted") {
    return { ...entry, phase: "undone", why: reason, pull: undefined };
  }
  const shown = contents && factsOf(contents.link, contents.pull);
  const hidden = isHidden && prLink ? ({ link: prLink, state: "hidden" } as const) : undefined;
  const seen = shown ?? hidden;
  const { jobId, at: acceptedAt } = state;
  const known = { ...entry, jobId, acceptedAt, pull: seenPull(entry.pull, seen) };
  const why = whyUndone(progress) ?? (mayBeLate(progress) ? "perhaps late" : undefined);
  if (why !== undefined) {
    return { ...known, phase: "undone", why };
  }
  const { result } = outcome ?? {};
  // A pull request that GitHub did not show just now is looked at by the next run.
  const isOver = result === "no-changes" || (result === "pull-request" && seen !== undefined);
  return { ...known, phase: isOver ? "ended" : "sent" };
}
