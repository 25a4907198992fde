import * as z from "zod/mini";
import type { Comment, CommentPlace } from "../github/client.ts";
import { HmacSigner } from "../github/hmac-signer.ts";

/** What a status comment remembers for the runs that come later. */
export type JobMarker = {
  /** `thread` for commands, else one per workflow and job: see `conversationKey`. */
  conversation: string;
  /** The job; empty when there was none, so that the comment can still be found again. */
  job: string;
  /** True once the request was sent, also when its fate is unknown: only then has the run a job to take up. */
  sent: boolean;
  runId: string;
  attempt: number;
  /** Of the prompt and the step. */
  digest: string;
  /** Epoch ms of the signing. */
  time: number;
};

/** Where a memory is valid: it is signed over all of this, so that a copy elsewhere is worth nothing. */
export type MarkerScope = { repository: string; thread: number; origin: string; project: string };
type CommentKey = { place: CommentPlace; id: number };
/** Stands for the id of a comment that has none yet. */
const noId = 0;

const markerSchema = z.object({
  conversation: z.string(),
  job: z.string().check(z.regex(/^[^\s\p{C}]{0,256}$/u)),
  sent: z.boolean(),
  runId: z.string(),
  attempt: z.int(),
  digest: z.string(),
  time: z.number(),
});

const pattern = /<!-- docs-agent:memory ([\w-]{1,2000})\.([\w-]{43}) -->/g;
/** A comment is ours to write, so more markers than this are a stranger's attempt to keep us busy. */
const maxMarkers = 3;

/**
 * Signs and checks the memories in status comments, over repository, thread, comment, service, project and content:
 * a memory that was copied, altered or made by anyone without the API key is none.
 */
export class JobMarkerCodec {
  readonly #signer: HmacSigner;
  readonly #place: MarkerScope;

  constructor(apiKey: string, place: MarkerScope) {
    this.#signer = new HmacSigner(apiKey, "memory of status comments, version 1");
    this.#place = place;
  }

  /** The marker that goes into the comment with the given id. */
  encode(comment: CommentKey, memory: JobMarker): string {
    const content = Buffer.from(JSON.stringify(memory)).toString("base64url");
    return `<!-- docs-agent:memory ${content}.${this.#signer.sign(this.#parts(comment, content))} -->`;
  }

  /** The marker of a comment that is only about to be written: it says that a run has begun, and no more. */
  encodePending(place: CommentPlace, memory: JobMarker): string {
    return this.encode({ place, id: noId }, memory);
  }

  /** The memory of a comment, if it holds one that verifies for just this comment. */
  decode(comment: Comment): JobMarker | undefined {
    return this.#read(comment, comment);
  }

  /** What a comment was begun for, if nothing was remembered in it since. A copy elsewhere in the thread says the same. */
  decodePending(comment: Comment): JobMarker | undefined {
    return this.#read(comment, { place: comment.place, id: noId });
  }

  #read(comment: Comment, key: CommentKey): JobMarker | undefined {
    let seen = 0;
    for (const [, content = "", signature = ""] of comment.body.matchAll(pattern)) {
      if (++seen > maxMarkers) return undefined;
      if (!this.#signer.verifies(signature, this.#parts(key, content))) continue;
      try {
        const parsed = markerSchema.safeParse(JSON.parse(Buffer.from(content, "base64url").toString("utf8")));
        if (parsed.success) return parsed.data;
      } catch {
        // Signed by us and yet no JSON: made by a version that wrote something else.
      }
    }
    return undefined;
  }

  #parts(comment: CommentKey, content: string): (string | number)[] {
    const { repository, thread, origin, project } = this.#place;
    return [repository.toLowerCase(), thread, comment.place, comment.id, origin, project, content];
  }
}
