import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pullRequestLabel } from "../../src/github/pull-request-address.ts";
import { link, plainUrl } from "../../src/text/markdown.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { render, textOf } from "./rendered.ts";

const host = fc.constantFrom(
  "github.com",
  "GitHub.com",
  "github.com.evil.example",
  "evil.example",
  "github.com@evil.example",
  "a:b@github.com",
  "github.com:8443",
  "[::1]",
  "xn--e1afmkfd.example",
  "例え.example",
  "a b",
  "",
);
const pull = fc
  .tuple(
    fc.constantFrom("https://", "http://", "HTTPS://", "https:", "https:\\\\", " https://"),
    host,
    fc.oneof(
      hostile,
      fc.constantFrom("/a/b/pull/7", "/a/b/pull/7/", "/a/../b/pull/7", "/a/b/pull/7?x", "/@x/b/pull/7"),
    ),
  )
  .map((parts) => parts.join(""));
const address = fc.oneof(
  pull,
  hostile,
  hostile.map((rest) => `https://x.example/${rest}`),
  fc.tuple(hostile, hostile).map(([query, hash]) => `http://x.example:8080/a?${query}#${hash}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

describe("an address of others", () => {
  it("is taken as the standard reads it, or not at all", () => {
    fc.assert(
      fc.property(address, (given) => {
        const plain = plainUrl(given);
        if (plain === undefined) return;
        const url = new URL(given);
        const below = url.href.slice(url.origin.length).replaceAll("[", "%5B").replaceAll("]", "%5D");
        expect([plain, url.username, url.password]).toEqual([url.origin + below, "", ""]);
        expect(plainUrl(plain)).toBe(plain);
        expect(plain).toMatch(/^https?:\/\/[\w.[\]:-]+\/[!-~]*$/);
      }),
      runs(2000),
    );
  });

  it("leads in Markdown to the place that it names, with path, query and fragment as they were", () => {
    fc.assert(
      fc.property(hostile, address, (label, given) => {
        const target = /href="([^"]*)"/.exec(render(link(label, given)))?.[1];
        const plain = plainUrl(given);
        if (plain === undefined) {
          expect(target).toBeUndefined();
          return;
        }
        const [led, asked] = [new URL(unbracketed(textOf(target ?? ""))), new URL(plain)];
        expect([led.origin, decoded(led.pathname)]).toEqual([asked.origin, decoded(asked.pathname)]);
        expect([decoded(led.search), decoded(led.hash)]).toEqual([
          decoded(asked.search),
          decoded(asked.hash),
        ]);
      }),
      runs(600),
    );
  });

  it("has the short name of a pull request only where it leads to one of just that name", () => {
    fc.assert(
      fc.property(address, (given) => {
        const label = pullRequestLabel(given);
        if (label === given) return;
        const url = URL.parse(given);
        if (url === null) return;
        const [, owner, repository, , number] = url.pathname.split("/");
        const name = `${owner}/${repository}#${number}`;
        // The host is left out where it is GitHub's, and nowhere else.
        if (label.split("/").length === 2) expect([label, url.host]).toEqual([name, "github.com"]);
        else expect(label.endsWith(`/${name}`)).toBe(true);
      }),
      runs(2000),
    );
  });
});

/** Renderers escape the brackets of an IPv6 address too. */
function unbracketed(target: string): string {
  return target.replace(/^(https?:\/\/)%5B([^/]*)%5D/, "$1[$2]");
}

function decoded(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
