import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { type CommentKey, type MarkerScope, SignedMarker } from "../../comments/signed-marker.ts";
import type { Comment, CommentPlace } from "../../github/client.ts";
import type { RunContext } from "../../runner/context.ts";
import { idPattern } from "../../service/schemas.ts";
import { endResults, type RequestRecord, type RequestState } from "./request-state.ts";

/** The conversation that all requests of a thread share unless they name another. */
export const threadConversation = "thread";

/** The job that a conversation continues. */
export type MarkedJob = {
  id: string;
  /** The documentation pull request; missing when there is none yet. */
  prLink: string | undefined;
  /** Epoch ms of the newest request that the job accepted, or at which a run began to watch it. */
  at: number;
};

/** What a status comment stores for later runs. */
export type JobMarker = {
  /** The conversation: `thread`, or the name that the input `conversation` gives it. */
  conversation: string;
  /** Names a comment that runs share: see `sharedCommentKey`. Missing for a comment that belongs to one run. */
  sharedKey: string | undefined;
  /** The text that held the command, such as `issue-comment:41`; empty for a run without a command. */
  command: string;
  /** True in the comment on the documentation pull request. Only commands continue the job that it names. */
  isLink: boolean;
  /** The signature of the comment's first body, so that copies of that body can be told from ours. */
  firstBody: string;
  /** Missing as long as the conversation has no job that this comment knows. */
  job: MarkedJob | undefined;
  /** The documentation pull request, in this repository, that got a comment linking it to the thread. */
  linkedPr: number | undefined;
  /** The request that wrote the marker. */
  request: RequestRecord;
  /** In a comment that runs share, the requests before it, newest first. */
  earlier: readonly RequestRecord[];
};

/** A shared comment keeps this many requests beside the newest. */
export const maxEarlier = 8;

/** The version of the marker's form. Readers ignore fields that they do not know, and give missing ones a default. */
const form = 2;
/** In characters. A longer link is left out; the service sends it again with the job. */
const maxLink = 2000;

const idSchema = z.string().check(z.regex(idPattern));
/** Earlier versions write an empty link where there is none. */
const linkSchema = z.pipe(
  z.optional(z.string()),
  z.transform((link) => link || undefined),
);
const accepted = { jobId: idSchema, as: z.catch(z.enum(["job", "follow-up"]), "job"), at: z.number() };
const stateSchema = z.catch(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("not-sent") }),
    z.object({ kind: z.literal("sent"), to: z.optional(idSchema) }),
    z.object({ kind: z.literal("accepted"), ...accepted }),
    z.object({ kind: z.literal("ended"), ...accepted, result: z.enum(endResults) }),
  ]),
  // A newer version may write a state that this one does not know. The request may have been sent, so do not send again.
  { kind: "sent" },
);
const recordSchema = z.object({
  runId: z.string(),
  attempt: z.int(),
  digest: z.string(),
  state: stateSchema,
  time: z.number(),
});
const markerSchema = z.object({
  conversation: z.string(),
  comment: z._default(z.string(), ""),
  command: z._default(z.string(), ""),
  isLink: z._default(z.boolean(), false),
  firstBody: z._default(z.string(), ""),
  job: z.optional(z.object({ id: idSchema, prLink: linkSchema, at: z.number() })),
  linkedPr: z._default(z.int(), 0),
  request: recordSchema,
  earlier: z._default(z.array(recordSchema), []),
});

/** The first form of the marker, which has no field `form` and no state `ended`. */
const firstFormSchema = z.object({
  conversation: z.string(),
  comment: z.string(),
  job: z.union([z.literal(""), idSchema]),
  state: z.enum(["not-sent", "sent", "accepted", "unknown"]),
  prLink: z.string(),
  command: z.string(),
  linkedPr: z.int(),
  isLink: z.boolean(),
  runId: z.string(),
  attempt: z.int(),
  digest: z.string(),
  time: z.number(),
});

/** Signs and verifies the markers of status comments in one thread. */
export class JobMarkerCodec {
  readonly #marker: SignedMarker;

  constructor(apiKey: string, { repository, thread, origin, project }: MarkerScope) {
    this.#marker = new SignedMarker({
      name: "job",
      secret: apiKey,
      purpose: "job marker, version 1",
      parts: ({ place, id }, content) => [
        repository.toLowerCase(),
        thread,
        place,
        id,
        origin,
        project,
        content,
      ],
    });
  }

  /** The marker for the comment with the given id. */
  encode(comment: CommentKey, marker: JobMarker): string {
    return this.#marker.encode(comment, toContent(marker));
  }

  /** The marker for a comment that has no id yet, and its signature. */
  encodeFirst(place: CommentPlace, marker: JobMarker): { marker: string; signature: string } {
    return this.#marker.encodeFirst(place, toContent(marker));
  }

  /** The marker of a comment, if it holds one that verifies for this comment. */
  decode(comment: Comment): JobMarker | undefined {
    const content = this.#marker.decode(comment);
    return content === undefined ? undefined : fromContent(content);
  }

  /**
   * Decodes a first body, which is signed without an id; `firstBody` is its own signature. A copy of it in the same
   * thread verifies, too.
   */
  decodeFirst(comment: Comment): JobMarker | undefined {
    const found = this.#marker.decodeFirst(comment);
    const marker = found && fromContent(found.content);
    return marker && { ...marker, firstBody: found.signature };
  }
}

/** Stores the key of a shared comment as `comment`, and what is missing as an empty text or 0. */
function toContent(marker: JobMarker): string {
  const { conversation, command, isLink, sharedKey, firstBody, job, linkedPr, request, earlier } = marker;
  return JSON.stringify({
    form,
    conversation,
    command,
    isLink,
    comment: sharedKey ?? "",
    firstBody,
    job: job && { ...job, prLink: shortLink(job.prLink) },
    linkedPr: linkedPr ?? 0,
    request,
    earlier,
  });
}

function shortLink(link: string | undefined): string | undefined {
  return link === undefined || link.length > maxLink ? undefined : link;
}

/** `undefined` when the signature is ours but the content is in no form that this version reads. */
function fromContent(content: string): JobMarker | undefined {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return undefined;
  }
  const stored = markerSchema.safeParse(json).data;
  if (stored !== undefined) return fromSecondForm(stored);
  const old = firstFormSchema.safeParse(json).data;
  return old && fromFirstForm(old);
}

function fromSecondForm({ comment, ...stored }: z.output<typeof markerSchema>): JobMarker {
  return {
    ...stored,
    sharedKey: comment || undefined,
    job: stored.job,
    linkedPr: stored.linkedPr || undefined,
    request: toRecord(stored.request),
    earlier: stored.earlier.map(toRecord),
  };
}

function toRecord(record: z.output<typeof recordSchema>): RequestRecord {
  const { state } = record;
  return { ...record, state: state.kind === "sent" ? { kind: "sent", to: state.to } : state };
}

function fromFirstForm(old: z.output<typeof firstFormSchema>): JobMarker {
  const { runId, attempt, digest, time, job: id } = old;
  const state: RequestState =
    old.state === "not-sent"
      ? { kind: "not-sent" }
      : old.state === "accepted" && id !== ""
        ? { kind: "accepted", jobId: id, as: "job", at: time }
        : { kind: "sent", to: id === "" ? undefined : id };
  return {
    conversation: old.conversation,
    sharedKey: old.comment || undefined,
    command: old.command,
    isLink: old.isLink,
    firstBody: "",
    job: id === "" ? undefined : { id, prLink: old.prLink || undefined, at: time },
    linkedPr: old.linkedPr || undefined,
    request: { runId, attempt, digest, state, time },
    earlier: [],
  };
}

/**
 * Which status comment a run without a command edits: the one of the same workflow job and conversation. Runs of a
 * matrix, or of two callers of one reusable workflow, have the same key unless `conversation` tells them apart, because
 * GitHub does not.
 */
export function sharedCommentKey(context: RunContext, conversation: string): string {
  return shortHash([context.workflow, context.job, conversation]);
}

/** A digest of the prompt, its step and its conversation. Two attempts of one request have the same. */
export function requestDigest(context: RunContext, prompt: string, conversation: string): string {
  return shortHash([context.workflow, context.job, context.step, conversation, prompt]);
}

/** 132 bits are more than enough to tell the requests of a thread apart. */
function shortHash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}
