import { describe, expect, it } from "vitest";
import { escapeButCode, escapeInlineMarkdown, link, plainUrl } from "../../src/text/markdown.ts";

describe("inlineText", () => {
  it.each([
    ["a \u200b b", "a b"],
    ["a\u0085b\r\n\u00a0c", "a b c"],
    ["@1 @a @_b me@-x @ 5", "@&#8203;1 @&#8203;a @&#8203;&#95;b me@&#8203;-x @ 5"],
    ["#1 #a #_ # 2", "&#35;&#8203;1 &#35;&#8203;a &#35;&#8203;&#95; &#35; 2"],
    ["see www", "see www&#8203;"],
    ["www.a wwwb", "www&#8203;.a wwwb"],
    ["abcdef a", "abcdef a"],
    ["abcdefa", "abcdef&#8203;a"],
    ["abcdefa b", "abcdef&#8203;a b"],
    ["abcdefag gabcdefa", "abcdefag gabcdefa"],
    ["0123456789abcdef", "012345&#8203;6789ab&#8203;cdef"],
    ["12. a", "12&#8203;. a"],
    ["123456) a", "123456&#8203;) a"],
    ["a 1.", "a 1."],
  ])("writes %j as %j", (text, inert) => {
    expect(escapeInlineMarkdown(text)).toBe(inert);
  });
});

it.each([
  ["add `--watch` and @a", "add `--watch` and @&#8203;a"],
  ["`a` `<b>|` c", "`a` `<b>%7C` c"],
  ["``a`` `b", "&#96;&#96;a&#96;&#96; &#96;b"],
  ["a `b\nc` d", "a `b c` d"],
  ["`<!-- docs-agent:v1 -->`", "`%3C!-- docs-agent:v1 -->`"],
])("shows only what stands between single backticks in %j as code", (text, inert) => {
  expect(escapeButCode(text, 100)).toBe(inert);
});

describe("an address of others", () => {
  it.each([
    ["with white space around it", " https://x.example ", "https://x.example/"],
    ["without slashes", "https:x.example", undefined],
    ["without slashes, and one that has them inside", "https:x.example/http://y.example", undefined],
    ["with the slashes of Windows", "https:\\\\x.example", undefined],
    ["with a password alone", "https://:secret@x.example/", undefined],
    ["with a name alone", "https://me@x.example/", undefined],
    ["that is short only once it is read", `https://x.example/${"a/../".repeat(406)}`, "https://x.example/"],
    ["that is too long before it is read", `https://x.example/${"a/../".repeat(407)}`, undefined],
    ["behind a wide space", "\u00a0https://x.example/", undefined],
  ])("%s", (_, given, plain) => {
    expect(plainUrl(given)).toBe(plain);
  });

  it("leads to the same place where it holds what could end the link", () => {
    const given = `https://x.example/\v\f\r\n\t !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\u00a0\u2028`;
    expect(link("a", given)).toBe(
      "[a](<https://x.example/%0B%0C%20!%22#%24%&%27%28%29%2A+,-./:;%3C=%3E?@%5B%5C%5D%5E_%60%7B%7C%7D%7E%C2%A0%E2%80%A8>)",
    );
  });
});
