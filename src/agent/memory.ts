import type { ActionError } from "../errors.ts";
import type { Comment } from "../github/comments.ts";
import type { MarkerSigner } from "../github/marker.ts";
import { isFresh } from "./job.ts";
import { acceptedAt, type Ledger } from "./ledger.ts";
import {
  type Identity,
  type MarkedComment,
  type MarkedJob,
  type Marker,
  type RequestState,
  readMarkers,
  threadConversation,
} from "./marker.ts";

/** What the thread remembers before this attempt does anything. */
export type Memory = {
  /** Why its comments cannot be read: such a thread is no empty one. */
  unread?: ActionError;
  /** True where the command was not seen, so that it may have been deleted before its turn. */
  mayBeDeleted?: boolean;
  /** How far the earlier attempts of this very request came; missing without a trace of them. */
  lastState?: RequestState | undefined;
  /** Why that cannot be known, as a part of a sentence. */
  forgotten?: string | undefined;
  /** True when another run, job or step has taken the same command. */
  isTaken: boolean;
  /** The job that the conversation continues. */
  job?: MarkedJob | undefined;
  /** True where the next run of a workflow sends the commits of that job again, should it fail. */
  comesAgain?: boolean | undefined;
  /** True where a run has seen the end of its newest request. */
  hasEnded?: boolean | undefined;
  /** True where another request of the conversation was sent, and nobody knows whether it began a job. */
  isUnsure: boolean;
  /** True where another request of the conversation was sent a moment ago, and the job that it began is not known yet. */
  mayHaveJob: boolean;
  /** True on a pull request that holds our signed link to the job that made it. */
  isLinked: boolean;
  /** On a documentation pull request whose job is not known here. Its id is what a comment says that does not verify. */
  unknownDocs?: { jobId: string | undefined } | undefined;
  /** Comments with a marker that does not verify, because a stranger wrote it or the key changed. */
  unverified: readonly MarkedComment[];
  /** The comment to edit: that of an earlier attempt, or the one that runs share. */
  own?: MarkedComment | undefined;
  /** The inline comments of the event's pull request; missing where the thread is another one. */
  inlineComments?: readonly Comment[] | undefined;
};

/** The memory of a thread without comments of ours, or of one that need not be read. */
export const emptyMemory: Memory = {
  isTaken: false,
  mayHaveJob: false,
  isUnsure: false,
  isLinked: false,
  unverified: [],
};

/** True on a documentation pull request: there, commands continue the job, whatever `conversation` says. */
export function isOfDocsPull({ isLinked, unknownDocs }: Memory): boolean {
  return isLinked || unknownDocs !== undefined;
}

/** Reads what the comments of a thread say about a request. `now` is epoch ms, by GitHub's clock where it is known. */
export function readMemory(
  comments: readonly Comment[],
  signer: MarkerSigner,
  request: Identity,
  now: number,
  ledgers: readonly Ledger[] = [],
): Memory {
  const { ours, unsure, unverified } = readMarkers(comments, signer);
  const signed = [...ours, ...unsure];
  const isEarlier = ({ marker }: MarkedComment) => isEarlierAttempt(marker, request);
  const attempts = signed.filter(isEarlier);
  const onTheirWay = signed.filter(({ marker }) => isOnItsWay(marker, request));
  const last = newestOf(attempts);
  const lastComments = attempts.filter(({ marker }) => marker.attempt === last?.marker.attempt);
  const isTwofold = lastComments.length > 1;
  const written = newestOf(ours.filter(isEarlier));
  // An attempt that could not read the thread made a second shared comment. Its re-runs edit that one.
  const own =
    request.isShared && written?.marker.isShared !== true
      ? newestOf(ours.filter(({ marker }) => marker.isShared && isOfOtherRun(marker, request)))
      : written;
  // Only a re-run can have forgotten something. A marker that does not verify may be a stranger's.
  const { attempt: known = -1, state } = last?.marker ?? {};
  // Another key may have sent what the newest attempt under this one did not.
  const mayHaveForgotten = state === undefined ? request.attempt > 1 : state.kind === "not-sent";
  const why = mayHaveForgotten ? whyForgotten(own?.marker, unverified, request, known) : undefined;
  return {
    lastState: last?.marker.state,
    forgotten: isTwofold ? twofold : why,
    isTaken: signed.some(({ marker }) => isTakenBy(marker, request)),
    ...currentJob(ours, ledgers, request),
    isUnsure: onTheirWay.length > 0,
    mayHaveJob: onTheirWay.some((found) => isFresh(now - sentAt(found))),
    isLinked: ours.some(({ marker }) => marker.isLink),
    unverified,
    own: isTwofold ? undefined : own,
  };
}

const twofold =
  "two comments remember the same attempt of this step, as two calls of a reusable workflow write them (give each a “conversation” of its own)";

/** True for a request of another run in the conversation, which may begin a job. */
function isOnItsWay(marker: Marker, request: Identity): boolean {
  const { runId, state } = marker;
  const mayBegin = state.kind === "sent" && state.to === undefined;
  return mayBegin && isOfConversation(marker, request) && runId !== request.runId;
}

/** When a request was announced. The comment of a re-run is younger than the request of its first attempt. */
function sentAt({ marker }: MarkedComment): number {
  const { attempt, state, time } = marker;
  const ofFirst = attempt > 1 && state.kind === "sent" ? state.at : undefined;
  return ofFirst ?? time;
}

/** Why nothing says what became of an earlier attempt that may have sent the request; `known` is one that has not. */
function whyForgotten(
  shared: Marker | undefined,
  unverified: readonly MarkedComment[],
  request: Identity,
  known: number,
): string | undefined {
  const isEarlierName = (name: string) => {
    const [runId, attempt] = name.split(".");
    return runId === request.runId && Number(attempt) < request.attempt && Number(attempt) > known;
  };
  if (shared?.earlier.some(isEarlierName)) {
    return "a later run has taken over the comment that remembered it (its job, if there was one, is in the summary of that attempt)";
  }
  // One that says that nothing was sent holds nothing back, as if it were not there.
  const mayBeSent = ({ marker }: MarkedComment) =>
    (isEarlierAttempt(marker, request) && marker.state.kind !== "not-sent") ||
    (marker.isShared && isSameStep(marker, request) && marker.earlier.some(isEarlierName));
  if (unverified.some(mayBeSent)) {
    return "the comment that remembers it was signed with another key, or for another repository or project";
  }
  return undefined;
}

function isSameStep(marker: Identity, { step, conversation }: Identity): boolean {
  return marker.step === step && marker.conversation === conversation;
}

/** True for the same step in another run or attempt. In the same, it is another leg of a matrix. */
function isOfOtherRun(marker: Marker, request: Identity): boolean {
  const isThis = marker.runId === request.runId && marker.attempt === request.attempt;
  return isSameStep(marker, request) && !isThis;
}

function isEarlierAttempt(marker: Marker, request: Identity): boolean {
  const isSame = marker.runId === request.runId && marker.command === request.command;
  return (
    isSame && isSameStep(marker, request) && marker.attempt < request.attempt && !marker.isLink
  );
}

function isTakenBy(marker: Marker, request: Identity): boolean {
  if (request.command === "" || marker.isLink || marker.state.kind === "not-sent") {
    return false;
  }
  if (marker.command !== request.command || marker.conversation !== request.conversation) {
    return false;
  }
  return !isEarlierAttempt(marker, request);
}

/** The newest of these comments; of equal ones the oldest comment, because a copy is younger. */
function newestOf(found: readonly MarkedComment[]): MarkedComment | undefined {
  return found.reduce<MarkedComment | undefined>((best, one) => {
    if (best === undefined) {
      return one;
    }
    const [a, b] = [best.marker, one.marker];
    const isSameRun = a.runId === b.runId && a.attempt !== b.attempt;
    const isNewer = isSameRun ? b.attempt > a.attempt : b.time > a.time;
    return isNewer ? one : best;
  }, undefined);
}

/** True for what a run of this conversation wrote; not for a link. */
function isOfConversation({ isLink, conversation }: Marker, request: Identity): boolean {
  return !isLink && conversation === request.conversation;
}

/** A job, and what is known of its newest request. */
type KnownJob = Pick<Memory, "hasEnded" | "comesAgain"> & { job: MarkedJob };

/**
 * The job that a request continues. A command continues the job of the pull request that it is given on, and
 * anywhere else the newest of the thread, also one in a ledger; a workflow only that of its conversation.
 */
function currentJob(
  ours: readonly MarkedComment[],
  ledgers: readonly Ledger[],
  request: Identity,
): KnownJob | undefined {
  const isCommand = request.command !== "";
  // There, a command is about that pull request alone.
  const isOnDocs = ours.some(({ marker }) => marker.isLink);
  // A command whose workflow names a conversation stays in that.
  const takesAny = isCommand && !isOnDocs && request.conversation === threadConversation;
  const mayContinue = ({ conversation }: { conversation: string }) =>
    takesAny || conversation === request.conversation;
  const isMine = ({ marker }: MarkedComment) => (marker.isLink ? isCommand : mayContinue(marker));
  const inLedgers = isCommand && !isOnDocs ? ledgers.filter(mayContinue) : [];
  return newestJob([...ours.filter(isMine).flatMap(jobOf), ...inLedgers.flatMap(jobsOf)]);
}

function jobOf({ marker }: MarkedComment): KnownJob[] {
  const { job, state } = marker;
  if (job === undefined) {
    return [];
  }
  const hasEnded = state.kind === "accepted" && state.at === job.at && state.ended === true;
  return [{ job, hasEnded, comesAgain: false }];
}

function jobsOf({ entries }: Ledger): KnownJob[] {
  return entries.flatMap((entry) => {
    const { jobId, pull, phase } = entry;
    if (jobId === undefined) {
      return [];
    }
    const job = { id: jobId, prLink: pull?.link, at: acceptedAt(entry) };
    // Once its end was seen, the job works for the commands of people.
    const hasEnded = phase === "ended";
    return [{ job, hasEnded, comesAgain: !hasEnded }];
  });
}

/** The one that accepted a request last; of the same time, the one that knows its pull request. */
function newestJob(jobs: readonly KnownJob[]): KnownJob | undefined {
  const [newest] = jobs.toSorted(
    ({ job: a }, { job: b }) => b.at - a.at || Number(!a.prLink) - Number(!b.prLink),
  );
  return newest;
}
