import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { Comment, CommentPlace } from "../github/client.ts";

/** What a status comment remembers for the runs that come later. */
export type Memory = {
  /** `thread` for commands, else one per workflow and job. */
  conversation: string;
  /** The job; empty when there was none, so that the comment can still be found again. */
  job: string;
  runId: string;
  attempt: number;
  /** Of the prompt and the step. */
  digest: string;
  /** Epoch ms of the signing. */
  time: number;
};

/** Where a memory is valid: it is signed over all of this, so that a copy elsewhere is worth nothing. */
export type MemoryPlace = { repository: string; thread: number; origin: string; project: string };
type CommentKey = { place: CommentPlace; id: number };

const memorySchema = z.object({
  conversation: z.string(),
  job: z.string().check(z.regex(/^[\x21-\x7e]{0,256}$/)),
  runId: z.string(),
  attempt: z.int(),
  digest: z.string(),
  time: z.number(),
});

const pattern = /<!-- docs-agent:memory ([\w-]{1,2000})\.([\w-]{43}) -->/g;
/** A comment is ours to write, so more markers than this are a stranger's attempt to keep us busy. */
const maxMarkers = 3;

/**
 * Signs and checks the memories in status comments: HMAC-SHA-256 under a key derived from the API key by HKDF
 * (RFC 5869), over repository, thread, comment, service, project and content. Anyone can read or imitate a marker;
 * only who holds the API key can make one that verifies.
 */
export class MemoryKeeper {
  readonly #key: Buffer;
  readonly #place: MemoryPlace;

  constructor(apiKey: string, place: MemoryPlace) {
    this.#key = Buffer.from(
      hkdfSync("sha256", apiKey, "docs-agent", "memory of status comments, version 1", 32),
    );
    this.#place = place;
  }

  /** The marker that goes into the comment with the given id. */
  marker(comment: CommentKey, memory: Memory): string {
    const content = Buffer.from(JSON.stringify(memory)).toString("base64url");
    return `<!-- docs-agent:memory ${content}.${this.#sign(comment, content).toString("base64url")} -->`;
  }

  /** The memory of a comment, if it holds one that verifies for just this comment. */
  read(comment: Comment): Memory | undefined {
    let seen = 0;
    for (const [, content = "", signature = ""] of comment.body.matchAll(pattern)) {
      if (++seen > maxMarkers) return undefined;
      const given = Buffer.from(signature, "base64url");
      const right = this.#sign(comment, content);
      if (given.length !== right.length || !timingSafeEqual(given, right)) continue;
      try {
        const parsed = memorySchema.safeParse(JSON.parse(Buffer.from(content, "base64url").toString("utf8")));
        if (parsed.success) return parsed.data;
      } catch {
        // Signed by us and yet no JSON: made by a version that wrote something else.
      }
    }
    return undefined;
  }

  #sign(comment: CommentKey, content: string): Buffer {
    const { repository, thread, origin, project } = this.#place;
    const over = [repository.toLowerCase(), thread, comment.place, comment.id, origin, project, content];
    return createHmac("sha256", this.#key).update(JSON.stringify(over)).digest();
  }
}
