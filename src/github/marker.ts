import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type * as z from "zod/mini";
import { parseJson } from "../text/json.ts";

/** Where a marker is valid. */
export type MarkerScope = {
  /** `owner/repo`. */
  repository: string;
  thread: number;
  /** That of the service. */
  origin: string;
  project: string;
};

type Read<T> = { text: string; content: T; verified: boolean };

/** SHA-256 in base64url. */
const signatureLength = 43;

export type MarkerSigner = ReturnType<typeof markerSigner>;

/**
 * Signs the markers in our comments with HMAC-SHA-256 under a key derived from the API key (HKDF, RFC 5869), and reads
 * them. Anyone can read and copy a marker, but only the holder of the key can sign one. A marker verifies in its thread
 * alone, but in every comment there: whoever reads it compares what it says with the comment's author. `name` is the kind of
 * comment, such as `job` or `report`.
 */
export function markerSigner(apiKey: string, name: string, scope: MarkerScope) {
  const { repository, thread, origin, project } = scope;
  const key = Buffer.from(hkdfSync("sha256", apiKey, "docs-agent", "comment marker", 32));
  const pattern = new RegExp(
    `<!-- docs-agent:${name} ([\\w-]*)\\.([\\w-]{${signatureLength}}) -->`,
  );
  const sign = (text: string) => {
    const signed = [name, repository.toLowerCase(), thread, origin, project, text];
    return createHmac("sha256", key).update(JSON.stringify(signed)).digest("base64url");
  };
  return {
    /** The marker that holds this content: `<!-- docs-agent:NAME BASE64URL.SIGNATURE -->`. */
    write: (content: string): string => {
      const text = Buffer.from(content).toString("base64url");
      return `<!-- docs-agent:${name} ${text}.${sign(text)} -->`;
    },
    /**
     * The first marker of this kind in a body, verified or not; undefined without one, and for what the schema does not
     * take. `text` is its content as it was signed.
     */
    read: <T>(body: string, schema: z.ZodMiniType<T>): Read<T> | undefined => {
      // Only the first counts: a stranger's comment may hold a thousand, and each costs a signature.
      const [, text = "", signature = ""] = pattern.exec(body) ?? [];
      const json = Buffer.from(text, "base64url").toString("utf8");
      const content = schema.safeParse(parseJson(json)).data;
      if (content === undefined) {
        return undefined;
      }
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(text));
      return { text, content, verified: timingSafeEqual(given, expected) };
    },
  };
}
