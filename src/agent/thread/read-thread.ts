import type { Comment, CommentTarget, GitHub } from "../../github/client.ts";
import { GitHubError } from "../../github/errors.ts";
import { unescapeMarkdown } from "../../text/markdown.ts";
import type { Rival } from "./duplicates.ts";
import {
  type JobMarker,
  type JobMarkerCodec,
  type MarkedJob,
  maxEarlier,
  threadConversation,
} from "./job-marker.ts";
import { acceptanceOf, jobIdOf, type RequestRecord, type RequestState } from "./request-state.ts";

/** What tells a request from all others of its thread. */
export type RequestIdentity = {
  conversation: string;
  /** The text that holds the command, as `JobMarker.command` names it; empty for a run without one. */
  command: string;
  /** Names the comment that runs share: see `sharedCommentKey`. Missing when this run has a comment of its own. */
  sharedKey: string | undefined;
  runId: string;
  attempt: number;
  digest: string;
};

/** A comment of ours that this run may edit. */
export type OwnComment = { comment: Comment; marker: JobMarker };

/** What the thread and the earlier attempts know before this attempt does anything. */
export type ThreadMemory = {
  /** How far the earlier attempts of this very run came with this very request. */
  earlierState: RequestState;
  /** True when one of them left a trace. */
  hasTrace: boolean;
  /** Comments of other runs, or of other jobs or steps of this one, that took the same command. */
  rivals: readonly Rival[];
  /** The job that this conversation continues. */
  current: MarkedJob | undefined;
  /** The request that this job got last, as our comment quotes it; missing where it quotes none. */
  currentRequest: string | undefined;
  /** The documentation pull requests, in this repository, that are linked to the thread. */
  linked: ReadonlySet<number>;
  /** The comment to edit. */
  own: OwnComment | undefined;
  /** Other comments of earlier attempts, which must not be left working. */
  leftovers: readonly OwnComment[];
};

/** The memory of a thread without comments of ours, or of one that is not read. */
export const emptyThread: ThreadMemory = {
  earlierState: { kind: "not-sent" },
  hasTrace: false,
  rivals: [],
  current: undefined,
  currentRequest: undefined,
  linked: new Set(),
  own: undefined,
  leftovers: [],
};

/** The thread whose comments are read. */
export type ReadableThread = {
  github: GitHub;
  number: number;
  /** Missing where nothing says which it is, as with `issue-number`. */
  isPullRequest: boolean | undefined;
  /** Where this run writes to. */
  target: CommentTarget;
};

/** The issue and review comments of a thread. Throws a `GitHubError`. */
export async function listComments(thread: ReadableThread): Promise<Comment[]> {
  const { github, number, isPullRequest } = thread;
  const [issue, review] = await Promise.all([
    github.comments("issue", number),
    isPullRequest === false ? [] : github.comments("review", number).catch(noneIfUnknown(isPullRequest)),
  ]);
  return [...issue, ...review];
}

/** The comments in the place that this run writes to. Throws a `GitHubError`. */
export function listReplies(thread: ReadableThread): Promise<Comment[]> {
  const { github, target } = thread;
  return github.comments(target.place, target.number);
}

/** `issue-number` may name an issue, which has no review comments, and the token may read no pull requests. */
function noneIfUnknown(isPullRequest: boolean | undefined): (error: unknown) => Comment[] {
  return (error) => {
    const isNone = error instanceof GitHubError && (error.status === 404 || error.status === 403);
    if (isPullRequest === undefined && isNone && !error.rateLimited) return [];
    throw error;
  };
}

type Trace = { record: RequestRecord; found: OwnComment };

/** The comments that this attempt has created or edited: their ids, and the signatures of the first bodies it sent. */
export type Written = { ids: ReadonlySet<number>; firstBodies: ReadonlySet<string> };

const nothingWritten: Written = { ids: new Set(), firstBodies: new Set() };

/** Reads the comments of a thread as what they say about a request. */
export function interpret(
  comments: readonly Comment[],
  codec: JobMarkerCodec,
  identity: RequestIdentity,
  written: Written = nothingWritten,
): ThreadMemory {
  const signed = comments.flatMap((comment): OwnComment[] => {
    const marker = codec.decode(comment);
    return marker === undefined ? [] : [{ comment, marker }];
  });
  const signedIds = new Set(signed.map(({ comment }) => comment.id));
  const firsts = ownFirstBodies(comments, codec, new Set(signed.map(({ marker }) => marker.firstBody)));
  const all = [...signed, ...firsts];
  const traces = all.flatMap((found): Trace[] =>
    [found.marker.request, ...found.marker.earlier].map((record) => ({ record, found })),
  );
  const mine = traces.filter(({ record }) => isEarlierAttempt(record, identity)).sort(byAttempt);
  const others = all.filter((found) => isOthers(found, identity, written));
  const own = ownComment(all, mine, identity);
  const current = currentJob(signed, identity);
  return {
    earlierState: mine.at(-1)?.record.state ?? whatIsForgotten(own, identity),
    hasTrace: mine.length > 0,
    rivals: others.flatMap(({ comment: { id }, marker }): Rival[] => {
      if (!signedIds.has(id)) return [{ id, says: "began" }];
      const { kind } = marker.request.state;
      return kind === "not-sent" ? [] : [{ id, says: kind === "sent" ? "sent" : "accepted" }];
    }),
    current,
    currentRequest: current && quotedRequest(signed, current),
    linked: new Set(signed.flatMap(({ marker }) => marker.linkedPr ?? [])),
    own,
    leftovers: all.filter(
      (found) =>
        found !== own &&
        isEarlierAttempt(found.marker.request, identity) &&
        !written.ids.has(found.comment.id),
    ),
  };
}

/**
 * The first bodies that were never edited. If a signed marker names the signature of one, ours has been edited since, so
 * this one is a copy. Of several with the same signature the oldest is ours.
 */
function ownFirstBodies(
  comments: readonly Comment[],
  codec: JobMarkerCodec,
  edited: ReadonlySet<string>,
): OwnComment[] {
  const oldest = new Map<string, OwnComment>();
  for (const comment of comments) {
    const marker = codec.decodeFirst(comment);
    if (marker === undefined || edited.has(marker.firstBody)) continue;
    const known = oldest.get(marker.firstBody);
    if (known === undefined || comment.id < known.comment.id)
      oldest.set(marker.firstBody, { comment, marker });
  }
  return [...oldest.values()];
}

function isSameRequest(record: RequestRecord, { runId, digest }: RequestIdentity): boolean {
  return record.runId === runId && record.digest === digest;
}

function isEarlierAttempt(record: RequestRecord, identity: RequestIdentity): boolean {
  return isSameRequest(record, identity) && record.attempt < identity.attempt;
}

/** Of two records with the same attempt and time, the one that is further on is the newer. */
const order: Record<RequestState["kind"], number> = { "not-sent": 0, sent: 1, accepted: 2, ended: 3 };

/** Oldest first. Attempts are compared before times, because the clocks of two runners differ. */
function byAttempt({ record: a }: Trace, { record: b }: Trace): number {
  return a.attempt - b.attempt || a.time - b.time || order[a.state.kind] - order[b.state.kind];
}

/** True for a comment that another run, or another job or step of this run, wrote for the same command. */
function isOthers({ marker, comment }: OwnComment, identity: RequestIdentity, written: Written): boolean {
  const { command, conversation, attempt } = identity;
  if (command === "" || marker.command !== command || marker.conversation !== conversation) return false;
  if (written.ids.has(comment.id) || written.firstBodies.has(marker.firstBody)) return false;
  if (!isSameRequest(marker.request, identity)) return true;
  // Two legs of a matrix have the same digest. Without a comment of its own, this run cannot tell its own from theirs.
  return marker.request.attempt === attempt && written.ids.size > 0;
}

/**
 * What to assume when no record of an earlier attempt is left. A shared comment keeps nine records; when all nine are of
 * later runs (GitHub numbers runs in their order), this run's may have been dropped, so it counts as sent.
 */
function whatIsForgotten(own: OwnComment | undefined, { attempt, runId }: RequestIdentity): RequestState {
  const records = own === undefined ? [] : [own.marker.request, ...own.marker.earlier];
  const isFull =
    records.length > maxEarlier && records.every((record) => Number(record.runId) > Number(runId));
  return attempt > 1 && isFull ? { kind: "sent", to: undefined } : { kind: "not-sent" };
}

/** The comment that runs share, or that of the newest earlier attempt. */
function ownComment(
  all: readonly OwnComment[],
  mine: readonly Trace[],
  { sharedKey }: RequestIdentity,
): OwnComment | undefined {
  if (sharedKey === undefined)
    return mine.findLast(({ record, found }) => found.marker.request === record)?.found;
  return all
    .filter(({ marker }) => marker.sharedKey === sharedKey)
    .sort((a, b) => a.marker.request.time - b.marker.request.time)
    .at(-1);
}

/**
 * The job of the conversation that accepted a request last. A command in a thread without a job of its own continues
 * the job of the only named conversation, if there is one.
 */
function currentJob(
  signed: readonly OwnComment[],
  { conversation, command }: RequestIdentity,
): MarkedJob | undefined {
  const jobs = signed.flatMap(({ marker: { job, conversation: name, isLink } }) =>
    job === undefined || (isLink && command === "") ? [] : [{ job, name }],
  );
  const newestOf = (wanted: string) =>
    jobs
      .filter(({ name }) => name === wanted)
      .map(({ job }) => job)
      // Of the same time, the one that knows its pull request.
      .sort((a, b) => a.at - b.at || Number(a.prLink !== undefined) - Number(b.prLink !== undefined))
      .at(-1);
  const own = newestOf(conversation);
  if (own !== undefined || command === "" || conversation !== threadConversation) return own;
  const [name, ...more] = new Set(jobs.map((job) => job.name));
  return name === undefined || more.length > 0 ? undefined : newestOf(name);
}

/** The request that a job accepted last, as plain text, read off the comment of the run that sent it. */
function quotedRequest(signed: readonly OwnComment[], { id, at }: MarkedJob): string | undefined {
  for (const { marker, comment } of signed) {
    const { state } = marker.request;
    if (jobIdOf(state) !== id || acceptanceOf(state) !== at) continue;
    const quoted = /^> (.+)$/m.exec(comment.body)?.[1];
    if (quoted !== undefined) return unescapeMarkdown(quoted);
  }
  return undefined;
}
