import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommentKey, SignedMarker } from "../../src/comments/signed-marker.ts";
import type { Comment } from "../../src/github/client.ts";
import { cpuMs } from "../cpu-time.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const secret = "mint_0123456789abcdef";
const options = {
  ...{ name: "test", secret, purpose: "tests" },
  parts: ({ place, id }: CommentKey, content: string) => ["acme/site", 7, place, id, content],
};
const signer = new SignedMarker(options);
const key: CommentKey = { place: "issue", id: 41 };
const comment = (body: string, more: Partial<Comment> = {}): Comment => ({
  ...key,
  url: "",
  login: undefined,
  body,
  ...more,
});
const marker = signer.encode(key, "content");

describe("a marker", () => {
  test("is one HTML comment that holds any content, and is read whatever surrounds it", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (content, before, after) => {
        const encoded = signer.encode(key, content.toWellFormed());
        expect(encoded).toMatch(/^<!-- docs-agent:test (?:[\w-]+\.)?[\w-]{43} -->$/);
        expect(signer.decode(comment(before + encoded + after))).toBe(content.toWellFormed());
      }),
      runs(300),
    );
  });

  test("without content is a signature alone", () => {
    const empty = signer.encode(key);
    expect(empty).toMatch(/^<!-- docs-agent:test [\w-]{43} -->$/);
    expect(signer.decode(comment(empty))).toBe("");
    expect(signer.decode(comment(empty, { id: 42 }))).toBeUndefined();
  });

  test("holds nothing of the secret", () => {
    expect(marker).not.toContain(secret);
    expect(marker).not.toContain(Buffer.from(secret).toString("base64url"));
  });

  test("does not verify with any one byte changed, removed or added", () => {
    for (let index = 0; index < marker.length; index++) {
      const [before, after] = [marker.slice(0, index), marker.slice(index + 1)];
      const byte = marker.charCodeAt(index);
      for (const other of [byte ^ 1, byte ^ 2, byte ^ 4, byte ^ 0x20])
        expect(
          signer.decode(comment(before + String.fromCharCode(other) + after)),
          `${index} as ${other}`,
        ).toBeUndefined();
      expect(signer.decode(comment(before + after)), `without ${index}`).toBeUndefined();
      // Any text may precede the marker.
      if (index > 0)
        expect(signer.decode(comment(`${before}A${marker.slice(index)}`)), `before ${index}`).toBeUndefined();
    }
  });

  test.each<[string, SignedMarker, Partial<Comment>]>([
    ["in another comment", signer, { id: 42 }],
    ["in a review comment of the same id", signer, { place: "review" }],
    ["under another key", new SignedMarker({ ...options, secret: `${secret} ` }), {}],
    ["for another purpose", new SignedMarker({ ...options, purpose: "test" }), {}],
    ["of another name", new SignedMarker({ ...options, name: "tests" }), {}],
    ["over other parts", new SignedMarker({ ...options, parts: () => ["acme/site"] }), {}],
  ])("does not verify %s", (_, other, more) => {
    expect(other.decode(comment(marker, more))).toBeUndefined();
  });
});

describe("the marker of a first body", () => {
  const first = signer.encodeFirst("issue", "content");

  test("verifies in any comment of its kind, as a first body only, and gives its signature", () => {
    for (const id of [41, 42]) {
      const body = comment(`text ${first.marker} text`, { id });
      expect(signer.decodeFirst(body)).toEqual({ content: "content", signature: first.signature });
      expect(signer.decode(body)).toBeUndefined();
    }
    expect(signer.decodeFirst(comment(first.marker, { place: "review" }))).toBeUndefined();
    expect(signer.decodeFirst(comment(marker))).toBeUndefined();
  });

  test("has the signature that is in it", () => {
    expect(first.signature).toMatch(/^[\w-]{43}$/);
    expect(first.marker.endsWith(`.${first.signature} -->`)).toBe(true);
    expect(signer.encodeFirst("issue").marker).toContain(` ${signer.encodeFirst("issue").signature} -->`);
  });
});

describe("a comment with several markers", () => {
  const forged = signer.encode({ place: "issue", id: 42 }, "content");

  test("has the one that verifies, in any place", () => {
    for (const body of [`${forged}\n${marker}`, `${marker}\n${forged}`, forged.repeat(2) + marker])
      expect(signer.decode(comment(body))).toBe("content");
  });

  test("is read up to the third", () => {
    expect(signer.decode(comment(forged.repeat(3) + marker))).toBeUndefined();
  });
});

test("content of up to 30,000 characters of base64 is read", () => {
  expect(signer.decode(comment(signer.encode(key, "x".repeat(22_500))))).toHaveLength(22_500);
  expect(signer.decode(comment(signer.encode(key, "x".repeat(22_501))))).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["many starts of a marker", "<!-- docs-agent:test ".repeat(3000)],
  ["one marker of 65,000 letters", `<!-- docs-agent:test ${"A".repeat(65_000)}`],
  ["one marker of 65,000 dots", `<!-- docs-agent:test ${".".repeat(65_000)}`],
  ["null bytes", "\0".repeat(65_536)],
])("a comment of 65,536 characters is read in little time: %s", (_, body) => {
  expect(cpuMs(() => expect(signer.decode(comment(body))).toBeUndefined())).toBeLessThan(5000);
});
