import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/**
 * Signs the markers in comments with HMAC-SHA-256 and a key derived from a secret by HKDF (RFC 5869). Anyone can read
 * and copy a marker, but only the holder of the secret can sign one.
 */
export class HmacSigner {
  readonly #key: Buffer;

  /** A signature for one `purpose` does not verify for another. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "docs-agent", purpose, 32));
  }

  /** The signature of the parts, 43 characters of base64url. */
  sign(parts: readonly (string | number)[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("base64url");
  }

  /** True for the signature of exactly these parts. Takes the same time for all others, to give no hint. */
  verifies(signature: string, parts: readonly (string | number)[]): boolean {
    const given = Buffer.from(signature);
    const expected = Buffer.from(this.sign(parts));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
