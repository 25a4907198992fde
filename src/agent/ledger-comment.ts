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
import type { Progress } from "./progress.ts";
import type { RequestComment } from "./run-state.ts";
import { memoryError } from "./status-comment.ts";
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
  /** The ids of the ledger's comments when the run decided. */
  #before: ReadonlySet<number> = new Set();

  constructor(thread: RunThread, tools: Tools) {
    this.#thread = thread;
    this.#tools = tools;
  }

  /** The entries, newest first. */
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
      this.#before = new Set(this.#verified(comments).map(({ comment }) => comment.id));
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const what = richText`The comments of #${place.number} cannot be read (${error.whyText}), so it is not known what is documented.`;
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
    if (JSON.stringify(merged) !== JSON.stringify(this.entries)) await this.#tryToWrite();
  }

  /** Goes on with the entry of an earlier attempt. */
  resume(entry: Entry): void {
    this.#own = entry;
  }

  /** The entry of this run, which `announce` writes. */
  prepare(entry: Entry): void {
    this.#prepared = entry;
  }

  /** Remembers an entry of which nothing is sent. What GitHub refuses is a warning. */
  async record(entry: Entry): Promise<void> {
    try {
      await this.#write(entry, this.#hasNothingNew(entry));
    } catch (error) {
      this.#warn(error);
    }
  }

  /**
   * Announces the entry of this run, which says *sending* from here on. Throws an `ActionError` where GitHub refuses, where
   * the comment would be too long, and where another run announces one at the same time: then nothing may be sent.
   */
  async announce({ isFollowUp }: Progress): Promise<void> {
    const { clock, signal } = this.#tools;
    const prepared = this.#prepared;
    if (prepared === undefined) throw new Error("no entry is prepared");
    // Where the job accepts no more messages, the request is announced once more, for a new job.
    const entry = isFollowUp ? prepared : { ...prepared, pull: undefined, tip: undefined };
    const hasNothingNew = this.#hasNothingNew(entry);
    try {
      if (!(await this.#write(entry, hasNothingNew))) throw otherRun();
      await clock.sleep(settleMs, signal);
      if (await this.#isFirst(entry, hasNothingNew)) return;
      await this.#withdraw(entry);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const what = richText`GitHub refuses the comment that would remember the request (${error.whyText}), so nothing was sent.`;
      throw memoryError(error, this.#thread.place?.number ?? 0, what, this.#tools);
    }
    throw otherRun();
  }

  /** Remembers the job, once the service has accepted the request. What GitHub refuses is a warning. */
  async accept(progress: Progress): Promise<void> {
    await this.write(progress);
  }

  /** Remembers what became of the request. False, with a warning, where GitHub refuses. */
  async write(progress: Progress): Promise<boolean> {
    if (this.#own === undefined) return false;
    this.#own = endedEntry(this.#own, progress);
    return await this.#tryToWrite();
  }

  async #tryToWrite(): Promise<boolean> {
    try {
      return await this.#write(this.#own);
    } catch (error) {
      this.#warn(error);
      return false;
    }
  }

  #warn(error: unknown): void {
    this.#thread.warn("The comment that remembers what is documented could not be written", error);
  }

  /** Says of the entries of the comment whether all but this one were there when the run decided. */
  #hasNothingNew(own: Entry): (entries: readonly Entry[]) => boolean {
    const before = [own, ...this.entries];
    return (entries) => entries.every((entry) => before.some((known) => isSameEntry(known, entry)));
  }

  /** Writes what this run knows, unless `mayWrite` says no to the entries that are there now. Throws what GitHub says. */
  async #write(own: Entry | undefined, mayWrite = (_: readonly Entry[]) => true): Promise<boolean> {
    const isWritten = await this.#thread.enqueue(async (place) => {
      await this.#readAgain(place);
      if (!mayWrite(this.entries)) return false;
      // Of its own entry, a run that watches knows more than it saw at first.
      const merged = mergeEntries(
        this.entries,
        own === undefined ? this.#seen : [own, ...this.#seen],
      );
      const isNew = own !== undefined && !merged.some((entry) => isSameEntry(entry, own));
      const all = withPull(isNew ? [own, ...merged] : merged, own?.pull);
      await this.#createOrEdit(place, compact(all));
      this.#own = own;
      return true;
    });
    return isWritten === true;
  }

  /** Reads the comment before a write. One that is gone is looked for in the thread, and else written anew. */
  async #readAgain(place: CommentThread): Promise<void> {
    const known = this.#found;
    const one = known?.isNamed ? await place.get(known.comment.id) : undefined;
    this.#find(one === undefined ? await place.list() : [one]);
    // Deleted while the run was working: what it remembers is written into another one.
    if (this.#found === undefined && known !== undefined)
      this.#found = { ...known, isNamed: false };
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
    const { redact } = this.#tools;
    const marker = this.#signer().write(redact(JSON.stringify(ledger)));
    const body = renderLedger(
      ledger.entries,
      ledgerPlace(this.#tools),
      sharedTime(this.#tools),
      marker,
    );
    if (body.length <= maxBody) return body;
    throw new ActionError(
      "github",
      richText`The comment that remembers what is documented would be longer than GitHub allows, so nothing was sent.`,
      richText`Merge or close the documentation pull requests that are open, then re-run the workflow.`,
    );
  }

  /** True where the announcement is there, and no other one before it. */
  async #isFirst(
    entry: Entry,
    hasNothingNew: (entries: readonly Entry[]) => boolean,
  ): Promise<boolean> {
    const { place } = this.#thread;
    const own = this.#found?.comment;
    if (place === undefined || own === undefined) return true;
    const all = this.#verified(await place.list());
    const entries = all.find(({ comment }) => comment.id === own.id)?.ledger.entries ?? [];
    const isThere = entries.some((one) => isSameEntry(one, entry)) && hasNothingNew(entries);
    // Two runs at once may each have begun a comment: then the older one counts.
    const isOldest = all.every(({ comment: { id } }) => id >= own.id || this.#before.has(id));
    return isThere && isOldest;
  }

  /** Takes an announcement back. What GitHub refuses is left as it is: the next run says that it may have been sent. */
  async #withdraw(entry: Entry): Promise<void> {
    const own = this.#found?.comment;
    this.#own = undefined;
    const isAlone = this.entries.every((one) => isSameEntry(one, entry));
    const undone: Entry = { ...entry, phase: "undone", why: "busy" };
    if (isAlone && own !== undefined)
      await this.#thread.enqueue((place) => place.remove(own.id)).catch(() => {});
    else
      await this.#write(undone, (entries) => entries.some((one) => isSameEntry(one, entry))).catch(
        () => {},
      );
    this.#own = undefined;
  }

  #signer(): MarkerSigner {
    return signerOf(this.#thread.place?.number ?? 0, this.#tools, "ledger");
  }

  #find(comments: readonly Comment[]): void {
    const [best, ...others] = this.#verified(comments);
    this.#found = others.reduce(
      (known, one) => (known !== undefined && isNewer(one, known) ? one : known),
      best,
    );
    this.#foreign = this.#found === undefined ? this.#readForeign(comments) : [];
  }

  /** The ledgers of this conversation whose signature is right, oldest comment first. */
  #verified(comments: readonly Comment[]): MarkedLedger[] {
    return this.#ledgersIn(comments).filter(
      ({ ledger, verified, isNamed }) => verified && (isNamed || ledger.login === undefined),
    );
  }

  /** What counts only to make a range longer. A stranger cannot write as an app. */
  #readForeign(comments: readonly Comment[]): readonly Entry[] {
    const byApps = this.#ledgersIn(comments).filter(
      ({ comment, isNamed }) => isNamed && isBotLogin(comment.login ?? ""),
    );
    return byApps.toSorted((a, b) => b.ledger.version - a.ledger.version)[0]?.ledger.entries ?? [];
  }

  #ledgersIn(comments: readonly Comment[]): MarkedLedger[] {
    const { conversation } = this.#thread.identity;
    return readLedgers(comments, this.#signer()).filter(
      ({ ledger }) => ledger.conversation === conversation,
    );
  }
}

/** What the texts about the ledger of a run need to know. */
export function ledgerPlace({ runContext, inputs, connection }: Tools): LedgerPlace {
  const { serverUrl, repository, workflow, workflowUrl, runUrl } = runContext;
  return {
    ...{ serverUrl, repository, runUrl },
    workflow: { name: workflow, url: workflowUrl },
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
  if (state.kind === "sent") return entry;
  if (state.kind !== "accepted")
    return { ...entry, phase: "undone", why: outcome?.reason || outcome?.result, pull: undefined };
  const { jobId } = state;
  const link = prLink ?? entry.pull?.link;
  const shown = contents && withoutHead(factsOf(contents.link, contents.pull));
  const hidden = isHidden && link !== undefined ? ({ link, state: "hidden" } as const) : undefined;
  const known = { ...entry, jobId, pull: shown ?? hidden ?? entry.pull };
  switch (outcome?.result) {
    case "failed":
    case "archived":
      return { ...known, phase: "undone", why: outcome.result };
    case "no-changes":
      return shown === undefined
        ? { ...known, phase: "ended", pull: undefined }
        : { ...known, phase: "undone", why: "late" };
    case "pull-request":
      // What GitHub did not show just now is looked at by the next run.
      return { ...known, phase: shown === undefined && hidden === undefined ? "sent" : "ended" };
    default:
      return { ...known, phase: "sent" };
  }
}

/** A comment of ours counts before one that may be a copy; of two of a kind the one that was written more often. */
function isNewer(one: MarkedLedger, known: MarkedLedger): boolean {
  if (one.isNamed !== known.isNamed) return one.isNamed;
  return one.ledger.version > known.ledger.version;
}
