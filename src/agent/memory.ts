import type { ActionError } from "../errors.ts";
import type { Comment } from "../github/comments.ts";
import type { MarkerSigner } from "../github/marker.ts";
import {
  type Identity,
  type MarkedComment,
  type MarkedJob,
  type Marker,
  type RequestState,
  readMarkers,
} from "./marker.ts";

/** What the thread remembers before this attempt does anything. */
export type Memory = {
  /** Why its comments cannot be read: such a thread is no empty one. Missing where they were read. */
  unread: ActionError | undefined;
  /** How far the earlier attempts of this very request came; missing without a trace of them. */
  lastState: RequestState | undefined;
  /** Why that cannot be known, as a part of a sentence. */
  forgotten: string | undefined;
  /** True when another run, job or step has taken the same command. */
  isTaken: boolean;
  /** The job that the conversation continues. */
  job: MarkedJob | undefined;
  /** The comment to edit: that of an earlier attempt, or the one that runs share. */
  own: MarkedComment | undefined;
  /** The inline comments of the event's pull request; missing where the thread is another one. */
  inlineComments: readonly Comment[] | undefined;
};

/** The memory of a thread without comments of ours, or of one that need not be read. */
export const emptyMemory: Memory = {
  unread: undefined,
  lastState: undefined,
  forgotten: undefined,
  isTaken: false,
  job: undefined,
  own: undefined,
  inlineComments: undefined,
};

/** Reads what the comments of a thread say about a request. `isShared`: runs share the comment that shows it. */
export function readMemory(
  comments: readonly Comment[],
  signer: MarkerSigner,
  request: Identity,
  isShared: boolean,
): Memory {
  const { ours, unverified } = readMarkers(comments, signer);
  const mine = newestOf(ours.filter(({ marker }) => isEarlierAttempt(marker, request)));
  // An attempt that could not read the thread made a second shared comment. Its re-runs edit that one.
  const own =
    isShared && mine?.marker.isShared !== true
      ? newestOf(ours.filter(({ marker }) => marker.isShared && isSameStep(marker, request)))
      : mine;
  // Only a re-run can have forgotten something. A marker that does not verify may be a stranger's.
  const mayHaveForgotten = mine === undefined && request.attempt > 1;
  return {
    ...emptyMemory,
    lastState: mine?.marker.state,
    forgotten: mayHaveForgotten ? whyForgotten(own?.marker, unverified, request) : undefined,
    isTaken: ours.some(({ marker }) => isTakenBy(marker, request)),
    job: currentJob(ours, request),
    own,
  };
}

/** Why nothing says what became of an earlier attempt that may have sent the request. */
function whyForgotten(
  shared: Marker | undefined,
  unverified: readonly Marker[],
  request: Identity,
): string | undefined {
  const isEarlierName = (name: string) => {
    const [runId, attempt] = name.split(".");
    return runId === request.runId && Number(attempt) < request.attempt;
  };
  if (shared?.earlier.some(isEarlierName)) return "a later run has taken over the comment that remembered it";
  const isOfRun = (marker: Marker) =>
    isEarlierAttempt(marker, request) ||
    (marker.isShared && isSameStep(marker, request) && marker.earlier.some(isEarlierName));
  if (unverified.some(isOfRun))
    return "the comment that remembers it was signed with another key, or for another repository or project";
  return undefined;
}

function isSameStep(marker: Identity, { step, conversation }: Identity): boolean {
  return marker.step === step && marker.conversation === conversation;
}

function isEarlierAttempt(marker: Marker, request: Identity): boolean {
  const isSame = marker.runId === request.runId && marker.command === request.command;
  return isSame && isSameStep(marker, request) && marker.attempt < request.attempt && !marker.isLink;
}

function isTakenBy(marker: Marker, request: Identity): boolean {
  if (request.command === "" || marker.isLink || marker.state.kind === "not-sent") return false;
  if (marker.command !== request.command || marker.conversation !== request.conversation) return false;
  return !isEarlierAttempt(marker, request);
}

/** The newest of these comments; of equal ones the oldest comment, because a copy is younger. */
function newestOf(found: readonly MarkedComment[]): MarkedComment | undefined {
  return found.reduce<MarkedComment | undefined>((best, one) => {
    if (best === undefined) return one;
    const [a, b] = [best.marker, one.marker];
    // Attempts before times, because the clocks of two runners differ.
    const isNewer = a.runId === b.runId && a.attempt !== b.attempt ? b.attempt > a.attempt : b.time > a.time;
    return isNewer ? one : best;
  }, undefined);
}

/** The job of the conversation that accepted a request last. */
function currentJob(
  ours: readonly MarkedComment[],
  { conversation, command }: Identity,
): MarkedJob | undefined {
  return ours
    .filter(({ marker }) => marker.conversation === conversation && (command !== "" || !marker.isLink))
    .flatMap(({ marker }) => marker.job ?? [])
    .reduce<MarkedJob | undefined>((best, job) => {
      if (best === undefined || job.at > best.at) return job;
      // Of the same time, the one that knows its pull request.
      return job.at === best.at && best.prLink === undefined && job.prLink !== undefined ? job : best;
    }, undefined);
}
