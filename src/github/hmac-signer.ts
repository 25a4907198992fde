import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/**
 * Signs the markers in comments: HMAC-SHA-256 under a key derived from a secret by HKDF (RFC 5869). Anyone can read or
 * imitate a marker; only who holds the secret can make one that verifies.
 */
export class HmacSigner {
  readonly #key: Buffer;

  /** `purpose` keeps the signatures of different markers apart. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "docs-agent", purpose, 32));
  }

  /** The signature over the parts, 43 characters of base64url. */
  sign(parts: readonly (string | number)[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("base64url");
  }

  /** True when the signature is the one over just these parts; takes the same time for all others. */
  verifies(signature: string, parts: readonly (string | number)[]): boolean {
    const given = Buffer.from(signature);
    const right = Buffer.from(this.sign(parts));
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
