import * as z from "zod/mini";
import { isCommit } from "../github/changes.ts";
import { retryWindowMs } from "../service/retry.ts";
import { idPattern, type Job } from "../service/schemas.ts";
import { hasFailed, type JobStatus, type PullFacts } from "./decide.ts";

// What a conversation has documented with `diff-range: since-last`: an entry for each request. Nothing here does I/O.

const commit = z.string().check(z.refine(isCommit));
/** Epoch ms. */
const time = z.number();

/** The pull request of an entry, as GitHub said last. */
const pullSchema = z.object({
  link: z.string(),
  state: z.enum(["open", "merged", "closed", "hidden"]),
  at: z.optional(time),
  conflict: z.optional(z.string()),
  /** True where GitHub has stopped to show it. */
  isHidden: z.optional(z.boolean()),
});

/** The phases, each behind those that it may follow: what has ended well stays so, whatever becomes of its job. */
const phases = ["sending", "sent", "undone", "ended", "nothing"] as const;

const entrySchema = z.object({
  /** Newer entries have larger ones. */
  id: z.int(),
  /** The commits after `base` up to `head`. */
  base: commit,
  head: commit,
  /** `default`, the name of another branch, or `tag:` and the part of a tag before the version. */
  branch: z.string(),
  /** How many commits there are, and when `base` was committed. */
  commits: z.int(),
  since: z.optional(time),
  runId: z.string(),
  attempt: z.int(),
  /** As in the markers of comments; missing in tables of version 1.0.0. */
  step: z.optional(z.string()),
  /** When it was announced. */
  at: time,
  /** How far it came. `ended`: a run saw the end. `nothing`: there was nothing to document. `undone`: its commits come again. */
  phase: z.enum(phases),
  /** Why it is undone or has no answer: the result or the reason of the run. */
  why: z.optional(z.string()),
  jobId: z.optional(z.string().check(z.regex(idPattern))),
  /** When the service accepted it: a rate limit may have held it for minutes. */
  acceptedAt: z.optional(time),
  pull: z.optional(pullSchema),
  /** Of a follow-up: the head of the pull request before it. */
  tip: z.optional(z.string()),
  /** The entries whose commits come again with this one. */
  again: z.array(z.int()),
  /** True where some of them come again because their pull request was closed. */
  repeats: z.boolean(),
  /** True where nobody knows what is documented before `base`. */
  startsHere: z.optional(z.boolean()),
  /** There where another table came before this one, under another key: the links to its open pull requests. */
  forgotten: z.optional(z.array(z.string())),
  /** True where GitHub listed only the first of its files. */
  isCut: z.optional(z.boolean()),
});
/** A request, and what became of it. */
export type Entry = z.infer<typeof entrySchema>;

export const ledgerSchema = z.object({
  conversation: z.string(),
  /** Grows with each write. */
  version: z.int(),
  /** Newest first. */
  entries: z.array(entrySchema),
  /** Whose comment it is; missing until GitHub has said it. */
  login: z.optional(z.string()),
});
/** What the comment of a conversation remembers. */
export type Ledger = z.infer<typeof ledgerSchema>;

/** What the service says of an entry's job, and GitHub of its pull request; each is missing where it was not asked for. */
export type EntryFacts = {
  status?: JobStatus | undefined;
  job?: Job | undefined;
  pull?: PullFacts | undefined;
};

/**
 * What becomes of the commits of an entry. `done` and `open` count. Those of `undone` and `lost` come again, and those of
 * `closed` once. `at work` and `sending` are waited for.
 */
export type Verdict = "done" | "open" | "undone" | "closed" | "lost" | "at work" | "sending";

/** In ms. An announced request is on its way for so long: as long as it is tried again, and a minute for its last answer. */
export const sendingMs = retryWindowMs + 60_000;

/** Judges an entry by its own pull request, and where it has none by its own job. `now` is epoch ms. */
export function verdictOf(entry: Entry, facts: EntryFacts, now: number): Verdict {
  switch (entry.phase) {
    case "nothing":
      return "done";
    case "undone":
      return "undone";
    case "sending": {
      // The run that sent it has ended without an answer.
      if (entry.why !== undefined) {
        return "lost";
      }
      // As GitHub's times are whole seconds, it may seem to be ahead of now.
      return Math.abs(now - entry.at) < sendingMs ? "sending" : "lost";
    }
    case "sent":
      return facts.status === "working" ? "at work" : verdictOfUnseenEnd(entry, facts);
    case "ended":
      return verdictOfPull(facts.pull);
  }
}

/**
 * The verdict where no run saw how the request ended. A pull request that is over decides, unless a follow-up left no commit
 * in it. Otherwise a job that failed has left it undone, but not where a first request opened a pull request, which is still
 * open: what is in that can be merged.
 */
function verdictOfUnseenEnd({ tip, pull: known }: Entry, { status, pull }: EntryFacts): Verdict {
  const isFollowUp = tip !== undefined;
  const isOver = pull?.state === "merged" || pull?.state === "closed";
  // The follow-up was to go into the pull request that was open then, and left no commit in it.
  const isUntouched = pull?.link === known?.link && pull?.head === tip;
  if (isOver) {
    return isUntouched ? "undone" : verdictOfPull(pull);
  }
  const hasOpenedOne = pull?.state === "open" && !isFollowUp;
  return hasFailed(status) && !hasOpenedOne ? "undone" : verdictOfPull(pull);
}

/** What GitHub never shows counts, because nothing says that it was closed. */
function verdictOfPull(pull: PullFacts | undefined): Verdict {
  if (pull?.state === "closed") {
    return "closed";
  }
  return pull?.state === "open" ? "open" : "done";
}

/** When the service accepted an entry, in epoch ms. */
export function acceptedAt({ at, acceptedAt: known }: Entry): number {
  return known ?? at;
}

/** The entry with what was seen of it now. */
export function broughtUp({ entry, facts, verdict }: Judged): Entry {
  const { status } = facts;
  const seen = { ...entry, pull: seenPull(entry.pull, facts.pull) };
  if (entry.phase === "ended") {
    return seen;
  }
  if (entry.phase !== "sent" || verdict === "at work") {
    return entry;
  }
  if (verdict !== "undone") {
    return { ...seen, phase: "ended" };
  }
  // Where the job did not fail, its pull request was over too early.
  return { ...seen, phase: "undone", why: hasFailed(status) ? status : "late" };
}

/** What an entry says of its pull request: what was seen now, unless GitHub has only stopped to show one that was open. */
export function seenPull(known: Entry["pull"], now: PullFacts | undefined): Entry["pull"] {
  const isLostFromSight =
    now?.state === "hidden" && known?.state === "open" && known.link === now.link;
  if (isLostFromSight) {
    return { ...known, isHidden: true };
  }
  if (now === undefined) {
    return known;
  }
  const { head: _, ...kept } = now;
  return kept;
}

/** True where nothing can change what became of an entry, so that nobody needs to be asked. */
export function isSettled({ phase, pull }: Entry): boolean {
  if (phase === "nothing" || phase === "undone") {
    return true;
  }
  // What was closed may be opened again.
  const mayChange = pull?.state === "open" || pull?.state === "closed";
  return phase === "ended" && !mayChange;
}

/** The entries that no newer one has taken along, newest first. */
export function liveEntries(entries: readonly Entry[]): Entry[] {
  const superseded = new Set(entries.flatMap(({ again }) => again));
  return entries.filter(({ id }) => !superseded.has(id));
}

/** Where the newest commit of the branch is: behind the head of the newest entry, at it, or anywhere else. */
export type Position = "older" | "same" | "newer";

/** What tells an attempt at a request from all others of the conversation. */
export type Attempt = Required<Pick<Entry, "runId" | "attempt" | "step">>;

/** True for what an earlier attempt of the same step in the same run wrote. */
export function isEarlier(entry: Entry, { runId, attempt, step }: Attempt): boolean {
  return entry.runId === runId && entry.step === step && entry.attempt < attempt;
}

/** An entry with what is known of it. */
export type Judged = { entry: Entry; facts: EntryFacts; verdict: Verdict };

/**
 * What the run does next. `nothing`: the commits are documented, or on their way. `busy`: another run is sending a request.
 * `watch`: an earlier attempt of this run has sent the entry; `uncertain`: it may have. `wait`: a job is at work, and a workflow
 * does not interrupt it.
 */
export type Next =
  | { kind: "nothing" | "busy" }
  | { kind: "watch" | "uncertain" | "wait"; entry: Entry }
  | {
      kind: "send";
      /** The entries whose commits come again. */
      again: readonly Judged[];
      /** The entry whose job gets a follow-up; missing for a new job. */
      followUp: Judged | undefined;
    };

/**
 * Decides what the run does. `judged` are the live entries of its branch, newest first. Every case is a row of the table in
 * its test.
 */
export function nextOf(judged: readonly Judged[], position: Position, run: Attempt): Next {
  const own = judged.find(({ entry }) => isEarlier(entry, run));
  if (own?.entry.phase === "sending") {
    return { kind: "uncertain", entry: own.entry };
  }
  if (own?.entry.jobId !== undefined && own.verdict !== "undone") {
    return { kind: "watch", entry: own.entry };
  }
  const [newest] = judged;
  // What was closed comes again only with new commits.
  const isNewestUndone = newest?.verdict === "undone" || newest?.verdict === "lost";
  const isSent = position === "older" || (position === "same" && !isNewestUndone);
  // A release of an older version may have come between the attempts.
  if (isSent && own?.verdict !== "undone") {
    return { kind: "nothing" };
  }
  if (judged.some(({ verdict }) => verdict === "sending")) {
    return { kind: "busy" };
  }
  const working = judged.find(({ verdict }) => verdict === "at work");
  if (working !== undefined) {
    return { kind: "wait", entry: working.entry };
  }
  const open = judged.find(({ verdict }) => verdict === "open");
  if (open?.facts.status === "working") {
    return { kind: "wait", entry: open.entry };
  }
  const takesMore = open?.facts.status === "completed";
  const again = judged.filter(comesAgain);
  return { kind: "send", again, followUp: takesMore ? open : undefined };
}

/** True for an entry whose commits the next request takes along. */
export function comesAgain({ entry, verdict }: Judged): boolean {
  if (verdict === "closed") {
    return !entry.repeats;
  }
  return verdict === "undone" || verdict === "lost";
}

/** True for two states of one entry. Two runs at once may choose the same id. */
export function isSameEntry(a: Entry, b: Entry): boolean {
  return a.id === b.id && a.runId === b.runId && a.attempt === b.attempt && a.at === b.at;
}

/** The entries as a run has `seen` them, unless another run has come further with them since. */
export function mergeEntries(entries: readonly Entry[], seen: readonly Entry[]): Entry[] {
  return entries.map((entry) => {
    const news = seen.find((one) => isSameEntry(one, entry));
    if (news === undefined || phases.indexOf(news.phase) < phases.indexOf(entry.phase)) {
      return entry;
    }
    // Not its commits: the entry may have become one with its neighbours.
    const { phase, why, jobId, acceptedAt, pull, tip } = news;
    return { ...entry, phase, why, jobId, acceptedAt, pull, tip };
  });
}

/** The entries that ended in a pull request say what was seen of it last. */
export function withPull(entries: readonly Entry[], pull: Entry["pull"]): Entry[] {
  return entries.map((entry) => {
    const isSame = entry.phase === "ended" && entry.pull?.link === pull?.link;
    return isSame ? { ...entry, pull } : entry;
  });
}

/** So many settled entries are kept, and among some more the newest of each branch. */
const maxSettled = 20;
const maxOfBranches = 60;

/**
 * The entries in a form that stays small: neighbours that ended in one open pull request become one, and settled ones
 * beyond twenty are dropped, but never one whose commits may come again, nor the newest of the default branch, and that of
 * another one only beyond sixty.
 */
export function compact(entries: readonly Entry[]): Entry[] {
  const live = new Set(liveEntries(entries).map(({ id }) => id));
  const joined: Entry[] = [];
  for (const entry of entries.toReversed()) {
    // What runs on other branches wrote may stand between the two.
    const at = joined.findIndex(({ branch }) => branch === entry.branch);
    const older = joined[at];
    const areLive = older !== undefined && live.has(older.id) && live.has(entry.id);
    if (areLive && areOne(older, entry)) {
      joined.splice(at, 1);
      joined.unshift(join(older, entry));
    } else {
      joined.unshift(entry);
    }
  }
  return joined.filter((entry, index) => {
    const { branch, phase, id, pull, repeats } = entry;
    const isNewest = entry === joined.find((one) => one.branch === branch);
    const max = isNewest ? maxOfBranches : maxSettled;
    // What was closed twice may be opened again, but its commits do not come again.
    const isDecision = repeats && pull?.state === "closed";
    const mayComeAgain = phase === "undone" || (!isSettled(entry) && !isDecision);
    return index < max || (isNewest && branch === "default") || (live.has(id) && mayComeAgain);
  });
}

/** True where `newer` begins where `older` ends, and both are in the same open pull request. */
function areOne(older: Entry, newer: Entry): boolean {
  const areNeighbours = older.branch === newer.branch && older.head === newer.base;
  const areEnded = older.phase === "ended" && newer.phase === "ended";
  const isOpen = newer.pull?.state === "open" && newer.pull.link === older.pull?.link;
  return areNeighbours && areEnded && isOpen && older.repeats === newer.repeats;
}

function join(older: Entry, newer: Entry): Entry {
  return {
    ...newer,
    base: older.base,
    since: older.since,
    commits: older.commits + newer.commits,
    again: [...older.again, ...newer.again],
    startsHere: older.startsHere,
    forgotten: older.forgotten,
    isCut: older.isCut || newer.isCut,
  };
}
