import type { Comment, CommentPlace } from "../github/client.ts";
import { HmacSigner } from "./hmac-signer.ts";

/** The parts of a comment that a marker is signed for. */
export type CommentKey = { place: CommentPlace; id: number };

/** Signed in place of the id of a comment that does not exist yet. */
const noId = 0;
/** A comment of ours holds one marker. A stranger's may hold thousands, and each costs a signature to check. */
const maxMarkers = 3;
/** SHA-256 in base64url. */
const signatureLength = 43;
const end = " -->";

/** Where a marker is valid: `repository` is `owner/repo`, `origin` that of the service. */
export type MarkerScope = { repository: string; thread: number; origin: string; project: string };

export type SignedMarkerOptions = {
  /** Tells the kinds of markers apart: `<!-- docs-agent:NAME … -->`. */
  name: string;
  /** The API key. */
  secret: string;
  /** What the key is derived for: a signature for one purpose does not verify for another. */
  purpose: string;
  /** All that a signature covers. */
  parts: (comment: CommentKey, content: string) => (string | number)[];
};

/**
 * Signs and verifies the markers in our comments. Only who has the API key can make one that verifies, and it verifies
 * only in the comment that it was made for. The first body of a comment is signed without the id, which GitHub gives
 * with its answer; a copy of that body verifies too.
 */
export class SignedMarker {
  readonly #signer: HmacSigner;
  readonly #name: string;
  readonly #parts: SignedMarkerOptions["parts"];
  readonly #pattern: RegExp;

  constructor({ name, secret, purpose, parts }: SignedMarkerOptions) {
    this.#signer = new HmacSigner(secret, purpose);
    this.#name = name;
    this.#parts = parts;
    // No content of ours is longer. A test of the job marker tries the longest: nine requests, and every id at its limit.
    this.#pattern = new RegExp(
      `<!-- docs-agent:${name} (?:([\\w-]{1,30000})\\.)?([\\w-]{${signatureLength}})${end}`,
      "g",
    );
  }

  /** The marker for a comment. */
  encode(comment: CommentKey, content = ""): string {
    const text = content === "" ? "" : `${Buffer.from(content).toString("base64url")}.`;
    return `<!-- docs-agent:${this.#name} ${text}${this.#sign(comment, text.slice(0, -1))}${end}`;
  }

  /** The marker for the first body of a comment, whose id is not known yet, and the signature in it. */
  encodeFirst(place: CommentPlace, content = ""): { marker: string; signature: string } {
    const marker = this.encode({ place, id: noId }, content);
    return { marker, signature: marker.slice(-signatureLength - end.length, -end.length) };
  }

  /** The content of the marker that was signed for this very comment; `undefined` without one. */
  decode(comment: Comment): string | undefined {
    return this.#decode(comment, comment)?.content;
  }

  /**
   * The content of a first body that was never edited since. `signature` tells first bodies apart; a copy in the same
   * thread has the same.
   */
  decodeFirst(comment: Comment): { content: string; signature: string } | undefined {
    return this.#decode(comment, { place: comment.place, id: noId });
  }

  #decode(comment: Comment, key: CommentKey): { content: string; signature: string } | undefined {
    let seen = 0;
    for (const [, text = "", signature = ""] of comment.body.matchAll(this.#pattern)) {
      if (++seen > maxMarkers) return undefined;
      if (this.#signer.verifies(signature, this.#parts(key, text)))
        return { content: Buffer.from(text, "base64url").toString("utf8"), signature };
    }
    return undefined;
  }

  #sign(comment: CommentKey, text: string): string {
    return this.#signer.sign(this.#parts(comment, text));
  }
}
