import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type MarkerScope, type MarkerSigner, markerSigner } from "../../src/github/marker.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const key = "mint_0123456789abcdef";
const scope: MarkerScope = {
  ...{ repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "acme" },
};
const signer = markerSigner(key, "test", scope);
const text = z.string();
const marker = signer.write('"content"');

describe("a marker", () => {
  test("is one HTML comment that holds any content, and is read whatever surrounds it", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (inside, before, after) => {
        const content = inside.toWellFormed();
        const written = signer.write(JSON.stringify(content));
        expect(written).toMatch(/^<!-- docs-agent:test [\w-]*\.[\w-]{43} -->$/);
        expect(signer.read(before + written + after, text)).toMatchObject({
          content,
          verified: true,
        });
      }),
      runs(300),
    );
  });

  test("holds nothing of the key, and does not verify with any one byte changed, removed or added", () => {
    for (const form of [key, Buffer.from(key).toString("base64url")])
      expect(marker).not.toContain(form);
    const verifies = (body: string) => signer.read(body, text)?.verified === true;
    for (let index = 0; index < marker.length; index++) {
      const [before, after] = [marker.slice(0, index), marker.slice(index + 1)];
      const byte = marker.charCodeAt(index);
      for (const other of [byte ^ 1, byte ^ 2, byte ^ 4, byte ^ 0x20])
        expect(verifies(before + String.fromCharCode(other) + after), `${index} as ${other}`).toBe(
          false,
        );
      expect(verifies(before + after), `without ${index}`).toBe(false);
      // Any text may precede the marker.
      if (index > 0)
        expect(verifies(`${before}A${marker.slice(index)}`), `before ${index}`).toBe(false);
    }
  });

  test.each<[string, MarkerSigner]>([
    ["under another key", markerSigner(`${key} `, "test", scope)],
    ["in another repository", markerSigner(key, "test", { ...scope, repository: "acme/other" })],
    ["in another thread", markerSigner(key, "test", { ...scope, thread: 8 })],
    ["at another service", markerSigner(key, "test", { ...scope, origin: "https://x" })],
    ["for another project", markerSigner(key, "test", { ...scope, project: "other" })],
  ])("is read but does not verify %s", (_, other) => {
    expect(other.read(marker, text)).toMatchObject({ content: "content", verified: false });
  });

  test("of another kind is not read, also where it is renamed to this one", () => {
    expect(markerSigner(key, "tests", scope).read(marker, text)).toBeUndefined();
    const renamed = markerSigner(key, "tests", scope).write('"content"').replace(":tests", ":test");
    expect(signer.read(renamed, text)).toMatchObject({ content: "content", verified: false });
  });

  test("is the first of several, and verifies in any letter case of the repository", () => {
    const sameScope = markerSigner(key, "test", { ...scope, repository: "Acme/Site" });
    expect(sameScope.read(marker, text)).toMatchObject({ content: "content", verified: true });
    const forged = markerSigner("x", "test", scope).write('"forged"');
    expect(signer.read(`${forged}\n${marker}`, text)).toMatchObject({
      content: "forged",
      verified: false,
    });
    expect(signer.read(`${marker}\n${forged}`, text)).toMatchObject({
      content: "content",
      verified: true,
    });
  });
});
