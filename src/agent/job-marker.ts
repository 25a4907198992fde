import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Comment, CommentPlace } from "../github/client.ts";
import { HmacSigner } from "../github/hmac-signer.ts";
import type { RunContext } from "../run-context.ts";
import { jobSchema } from "../service/schemas.ts";
import type { SubmissionState } from "./submit.ts";

/** The conversation that all requests of a thread share unless they name another. */
export const threadConversation = "thread";

/** What a status comment stores for later runs. */
export type JobMarker = {
  /** The conversation: `thread`, or the name that the input `conversation` gives it. */
  conversation: string;
  /** Which comment a later run may edit: see `commentKey`. Empty for a comment that belongs to one command. */
  comment: string;
  /** The id of the job; empty when the request came to none. */
  job: string;
  /** How far the request has come. */
  state: SubmissionState;
  /** The documentation pull request of the job; empty when there is none yet. */
  prLink: string;
  /** The text that held the command, such as `issue-comment:41`; empty for a run without a command. */
  command: string;
  /** The documentation pull request, in this repository, that got a comment linking it to the thread; 0 for none. */
  linkedPr: number;
  /** True in that comment. Only commands continue the job that it names. */
  isLink: boolean;
  runId: string;
  attempt: number;
  /** The digest of prompt and step: see `requestDigest`. */
  digest: string;
  /** Epoch ms of the signing. */
  time: number;
};

/** Where a marker is valid. It is signed over all of this, so a copy elsewhere does not verify. */
export type MarkerScope = { repository: string; thread: number; origin: string; project: string };
type CommentKey = { place: CommentPlace; id: number };
/** Signed in place of the id of a comment that does not exist yet. */
const noId = 0;

const markerSchema = z.object({
  conversation: z.string(),
  comment: z.string(),
  job: z.union([z.literal(""), jobSchema.shape.id]),
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

/** Room for the longest id and the longest link. */
const pattern = /<!-- docs-agent:job ([\w-]{1,6000})\.([\w-]{43}) -->/g;
/** A comment of the action holds one marker. The limit bounds the work that a stranger's comment can cause. */
const maxMarkers = 3;

/**
 * Signs and verifies the markers in status comments. Only who has the API key can make a marker that verifies, and only
 * in the comment that it was made for.
 */
export class JobMarkerCodec {
  readonly #signer: HmacSigner;
  readonly #scope: MarkerScope;

  constructor(apiKey: string, scope: MarkerScope) {
    this.#signer = new HmacSigner(apiKey, "job marker, version 1");
    this.#scope = scope;
  }

  /** The marker for the comment with the given id. */
  encode(comment: CommentKey, marker: JobMarker): string {
    const content = Buffer.from(JSON.stringify(marker)).toString("base64url");
    return `<!-- docs-agent:job ${content}.${this.#signer.sign(this.#parts(comment, content))} -->`;
  }

  /** The marker for a comment that has no id yet: it says only that a run began. */
  encodePending(place: CommentPlace, marker: JobMarker): string {
    return this.encode({ place, id: noId }, marker);
  }

  /** The marker of a comment, if it holds one that verifies for this comment. */
  decode(comment: Comment): JobMarker | undefined {
    return this.#decode(comment, comment);
  }

  /** The marker of a comment that was never edited since a run began. A copy in the same thread says the same. */
  decodePending(comment: Comment): JobMarker | undefined {
    return this.#decode(comment, { place: comment.place, id: noId });
  }

  #decode(comment: Comment, key: CommentKey): JobMarker | undefined {
    let seen = 0;
    for (const [, content = "", signature = ""] of comment.body.matchAll(pattern)) {
      if (++seen > maxMarkers) return undefined;
      if (!this.#signer.verifies(signature, this.#parts(key, content))) continue;
      try {
        const parsed = markerSchema.safeParse(JSON.parse(Buffer.from(content, "base64url").toString("utf8")));
        if (parsed.success) return parsed.data;
      } catch {
        // The signature is ours, but the content is not JSON: another version wrote it.
      }
    }
    return undefined;
  }

  #parts(comment: CommentKey, content: string): (string | number)[] {
    const { repository, thread, origin, project } = this.#scope;
    return [repository.toLowerCase(), thread, comment.place, comment.id, origin, project, content];
  }
}

/**
 * Which status comment a run without a command edits: the one of the same workflow job and conversation. Runs of a
 * matrix, or of two callers of one reusable workflow, have the same key unless `conversation` tells them apart, because
 * GitHub does not.
 */
export function commentKey(context: RunContext, conversation: string): string {
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
