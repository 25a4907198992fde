import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Comment } from "../github/comments.ts";
import { isBotLogin, isSameLogin } from "../github/logins.ts";
import { type MarkerSigner, markerSigner } from "../github/marker.ts";
import type { RunContext } from "../runner/context.ts";
import { idPattern } from "../service/schemas.ts";
import { ownMarker } from "../text/hidden-text.ts";
import type { Tools } from "./tools.ts";

/** The conversation that all requests of a thread share unless they name another. */
export const threadConversation = "thread";
/** How many names of earlier requests a shared comment keeps. */
export const maxEarlier = 12;

const id = z.string().check(z.regex(idPattern));
/** Times are in epoch ms. */
const time = z.number();

const acceptedSchema = z.object({
  kind: z.literal("accepted"),
  jobId: id,
  as: z.enum(["job", "follow-up"]),
  at: time,
  failed: z.optional(z.boolean()),
  ended: z.optional(z.boolean()),
});
/**
 * The service has the request. `failed`: an attempt has reported that the job failed or was archived, so the next may send it.
 * `ended`: an attempt has reported the end, so what the job does since is about other requests.
 */
export type AcceptedState = z.infer<typeof acceptedSchema>;

const stateSchema = z.discriminatedUnion("kind", [
  // It may be sent.
  z.object({ kind: z.literal("not-sent") }),
  // A job, or a turn of the job `to`, may exist. It is never sent again.
  z.object({ kind: z.literal("sent"), to: z.optional(id), at: z.optional(time) }),
  acceptedSchema,
]);
/** How far a request has come, over all attempts of its run. */
export type RequestState = z.infer<typeof stateSchema>;

const jobSchema = z.object({
  id,
  // Missing when there is none yet.
  prLink: z.optional(z.string()),
  // When it accepted its newest request.
  at: time,
  // Where that was a follow-up: the head of the pull request before it.
  tip: z.optional(z.string()),
  // True once a comment on the pull request links it to this thread.
  isLinked: z.optional(z.boolean()),
});
/** The job that a conversation continues. */
export type MarkedJob = z.infer<typeof jobSchema>;

// Not the prompt: a step may compute it anew.
const identitySchema = z.object({
  conversation: z.string(),
  // The text that holds the command, such as `issue-comment:41`; empty for a run without one.
  command: z.string(),
  runId: z.string(),
  // The workflow, the job, the step and the leg of a matrix, hashed.
  step: z.string(),
  attempt: z.int(),
  // In a comment that later runs of the same step and conversation edit, too.
  isShared: z.boolean(),
});
/** What tells a request from all others of its thread, in every attempt, and the comment that it is shown in. */
export type Identity = z.infer<typeof identitySchema>;

const markerSchema = z.object({
  ...identitySchema.shape,
  // In the comment on the documentation pull request. Only commands and reviews continue the job that it names.
  isLink: z.boolean(),
  state: stateSchema,
  // The conversation's job beside the request's own state, so that a follow-up that is refused forgets no job.
  job: z.optional(jobSchema),
  // In a shared comment, the names (`RUN.ATTEMPT`) of the requests before this one, newest first.
  earlier: z.array(z.string()),
  // When it was written, by GitHub's clock, as those of runners differ.
  time,
  // Whose comment it is; missing until GitHub has said it.
  login: z.optional(z.string()),
});
/** What a comment of ours remembers. */
export type Marker = z.infer<typeof markerSchema>;

/** True for what an app wrote as the action does. Other apps quote strangers, but do not begin so. */
export function isByApp({ login = "", body }: Comment): boolean {
  return isBotLogin(login) && body.startsWith(ownMarker);
}

/** Signs and verifies the markers of one kind in a thread of the run's repository. */
export function signerOf(
  thread: number,
  { connection, runContext }: Tools,
  kind = "job",
): MarkerSigner {
  const { key, project, base } = connection;
  const scope = { repository: runContext.repository, thread, origin: base.origin, project };
  return markerSigner(key, kind, scope);
}

/** The marker as text for a comment. */
export function writeMarker(signer: MarkerSigner, marker: Marker): string {
  return signer.write(JSON.stringify(marker));
}

/** A comment with a marker in it. */
export type MarkedComment = { comment: Comment; marker: Marker };

/**
 * The markers in the comments of a thread: `ours` are those whose signature and author are right. `unsure` are signed, but
 * name no author yet: anybody may have copied them, so they say only that a request may have been sent. `unverified` hold a
 * signature or a name that is not right here, because a stranger wrote or copied them, or the key, the repository, the project
 * or the account changed.
 */
export function readMarkers(
  comments: readonly Comment[],
  signer: MarkerSigner,
): { ours: MarkedComment[]; unsure: MarkedComment[]; unverified: MarkedComment[] } {
  const ours = new Map<string, MarkedComment>();
  const nameless: MarkedComment[] = [];
  const unverified: MarkedComment[] = [];
  // Oldest first: a copy is always younger.
  for (const comment of comments.toSorted((a, b) => a.id - b.id)) {
    const found = signer.read(comment.body, markerSchema);
    if (found === undefined) {
      continue;
    }
    const { text, content: marker, verified } = found;
    const marked = { comment, marker };
    const { login } = marker;
    if (!verified) {
      unverified.push(marked);
    } else if (login === undefined) {
      nameless.push(marked);
    } else if (!isSameLogin(login, comment.login ?? "")) {
      unverified.push(marked);
    } else if (!ours.has(text)) {
      ours.set(text, marked);
    }
  }
  const known = new Set([...ours.values()].map(({ marker }) => nameOf(marker)));
  const unsure = nameless.flatMap(({ comment, marker }) => {
    const { state } = marker;
    // Once GitHub has named the author, the same comment says more.
    if (state.kind === "not-sent" || known.has(nameOf(marker))) {
      return [];
    }
    const sent = { kind: "sent", to: state.kind === "sent" ? state.to : undefined } as const;
    return { comment, marker: { ...marker, state: sent, job: undefined } };
  });
  return { ours: [...ours.values()], unsure, unverified };
}

/** What tells an attempt at a request from all others of its thread. */
function nameOf({ conversation, command, runId, step, attempt, isLink }: Marker): string {
  return JSON.stringify([conversation, command, runId, step, attempt, isLink]);
}

/**
 * The name of the step among all steps of the repository, where `matrix` tells the legs of one apart; two callers of one
 * reusable workflow have the same.
 */
export function stepName({ workflow, job, step }: RunContext, matrix: string): string {
  // 132 bits are more than enough to tell the steps of a repository apart.
  return createHash("sha256")
    .update(JSON.stringify([workflow, job, step, matrix]))
    .digest("base64url")
    .slice(0, 22);
}
