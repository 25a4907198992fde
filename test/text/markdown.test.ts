import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  codeSpan,
  escapeButCode,
  escapeInlineMarkdown,
  link,
  plainUrl,
} from "../../src/text/markdown.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { render, tagsOf, textOf, visibleWords } from "./rendered.ts";

const table = (cell: string) => `| a | b | c |\n| --- | --- | --- |\n| 1 | ${cell} | 3 |`;
const tableTags = tagsOf(render(table("2")));

/** What GitHub's filters would turn into a link, a picture or a notice, after the Markdown is rendered. */
const live: readonly RegExp[] = [
  /@[\p{L}\p{N}_]/u,
  /#\d/,
  /\bGH-\d/i,
  /[a-z]:\/\//i,
  /www\./i,
  /(?:mailto|xmpp):[^\s\u200b]/i,
  /\b[0-9a-f]{7,40}\b/i,
  /:[\w+-]+:/,
  /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/,
];

function expectDead(text: string): void {
  for (const pattern of live) expect(text).not.toMatch(pattern);
}

describe("escapeInlineMarkdown", () => {
  const places: ReadonlyArray<readonly [string, (text: string) => string, string]> = [
    ["a paragraph", (text) => text, "x"],
    ["the line below another", (text) => `above\n${text}\nbelow`, "x"],
    ["a cell", table, "x"],
    ["a label", (text) => `[${text}](<https://ours.example>)`, "x"],
    ["a heading", (text) => `### ${text}`, "x"],
    ["a list", (text) => `- ${text}\n- other`, "x"],
    ["emphasis", (text) => `**${text}** and *${text}*`, "x"],
    ["a summary", (text) => `<details><summary>${text}</summary>\n\nbelow\n\n</details>`, "x"],
    ["two in a line", (text) => `${text} ${text}`, "x"],
  ];

  it.each(places)("adds nothing of its own to %s", (_, place, plain) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inert = escapeInlineMarkdown(text);
        fc.pre(inert !== "");
        const html = render(place(inert));
        expect(tagsOf(html)).toEqual(tagsOf(render(place(plain))));
        expectDead(textOf(html).replaceAll("https://ours.example", ""));
      }),
      runs(400),
    );
  });

  it("shows the words of the text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(visibleWords(textOf(render(escapeInlineMarkdown(text))))).toBe(visibleWords(text));
        expect(escapeInlineMarkdown(text)).not.toMatch(/[\n\r|<>]|&lt;!--.*docs-agent.*<!/);
      }),
      runs(800),
    );
  });

  it("is cut, and stays inert", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const html = render(escapeInlineMarkdown(text, max));
        expectDead(textOf(html));
        expect(textOf(html).replaceAll("\u200b", "").trim().length).toBeLessThanOrEqual(max);
      }),
      runs(800),
    );
  });

  it.each([
    ["Please ask @octocat", "Please ask @&#8203;octocat"],
    ["see o/r#12 or GH-7", "see o/r&#35;&#8203;12 or GH-&#8203;7"],
    ["**bold** `code`", "&#42;&#42;bold&#42;&#42; &#96;code&#96;"],
    ["a\n\n  b\tc ", "a b c"],
    ["<!-- docs-agent:v1 -->", "&lt;!-- docs-agent:v1 --&gt;"],
    ['Plain words, (12:30) - 50% "more".', 'Plain words, (12:30) - 50% "more".'],
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
    ["", ""],
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
])("escapeButCode shows only what is between single backticks in %j as code", (text, inert) => {
  expect(escapeButCode(text, 100)).toBe(inert);
});

describe("codeSpan", () => {
  it("is one code span wherever it stands, with every character of the text in it", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(text !== "" && !text.includes("%"));
        const html = render(`x ${codeSpan(text)} x`);
        expect(tagsOf(html)).toEqual(["p", "code", "/code", "/p"]);
        const shown = /<code>([\s\S]*)<\/code>/.exec(html)?.[1] ?? "";
        expect(decodeURIComponent(textOf(shown))).toBe(text.toWellFormed());
        const cells = render(table(codeSpan(text)));
        expect(tagsOf(cells).filter((tag) => !tag.endsWith("code"))).toEqual(tableTags);
        expect(cells).toContain(`<td><code>${shown}</code></td>`);
      }),
      runs(800),
    );
  });

  it("stands at the start of a line and is as short as asked", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 3, max: 40 }), (text, max) => {
        fc.pre(text !== "");
        const html = render(codeSpan(text, max));
        expect(tagsOf(html)).toEqual(["p", "code", "/code", "/p"]);
        expect(codeSpan(text, max)).not.toMatch(/<!--|[\p{Cc}\u202a-\u202e|]/u);
        if (text.trim() !== "") expect(textOf(html).trim().length).toBeLessThanOrEqual(max);
      }),
      runs(800),
    );
  });

  it.each([
    ["/docs/a|b", "`/docs/a%7Cb`"],
    ["a`b", "``a`b``"],
    ["a``b`c", "```a``b`c```"],
    ["`", "`` ` ``"],
    [" a ", "`  a  `"],
    ["a\nb\u202e", "`a%0Ab%E2%80%AE`"],
    ["<!-- docs-agent:v1 -->", "`%3C!-- docs-agent:v1 -->`"],
    ["  ", "`%20%20`"],
    ["", "(empty)"],
    // A joiner is seen between these alone.
    ["/می\u200cخواهم/👩\u200d👧", "`/می\u200cخواهم/👩\u200d👧`"],
    ["a\u200d👧/👧\u200da", "`a%E2%80%8D👧/👧%E2%80%8Da`"],
  ])("writes %j as %s", (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it("keeps both ends of a long path", () => {
    expect(codeSpan("/guides/very/long/path/to/page", 17)).toBe("`/guides/\u2026/to/page`");
  });
});

describe("link", () => {
  const urls = fc.oneof(
    hostile,
    hostile.map((rest) => `https://x.example/${rest}`),
    hostile.map((rest) => `http://${rest}.example/a?b=${rest}#${rest}`),
  );

  it("is one link to the place asked for, or none", () => {
    fc.assert(
      fc.property(hostile, urls, (label, url) => {
        const html = render(`x ${link(label, url)} x`);
        const cells = tagsOf(render(table(link(label, url)))).filter((tag) => !/^\/?a$/.test(tag));
        expect(cells).toEqual(tableTags);
        const target = plainUrl(url);
        if (target === undefined) {
          expect(tagsOf(html)).toEqual(["p", "/p"]);
          return;
        }
        expect(tagsOf(html)).toEqual(["p", "a", "/a", "/p"]);
        expectDead(textOf(html));
        const href = /href="([^"]*)"/.exec(html)?.[1] ?? "";
        expect(spelledOut(textOf(href))).toBe(spelledOut(target));
      }),
      runs(800),
    );
  });

  it.each([
    ["https://github.com/o/r/pull/7", "[a](<https://github.com/o/r/pull/7>)"],
    [
      "HTTPS://X.example/a b?c=(d)&lt;e|f#<g>",
      "[a](<https://x.example/a%20b?c=%28d%29&amp;lt;e%7Cf#%3Cg%3E>)",
    ],
    ["javascript:alert(1)", "a"],
  ])("of %j is %s", (url, markdown) => {
    expect(link("a", url)).toBe(markdown);
  });

  it("leads to the same place where it holds what could end the link", () => {
    const given = `https://x.example/\v\f\r\n\t !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\u00a0\u2028`;
    expect(link("a", given)).toBe(
      "[a](<https://x.example/%0B%0C%20!%22#%24%&%27%28%29%2A+,-./:;%3C=%3E?@%5B%5C%5D%5E_%60%7B%7C%7D%7E%C2%A0%E2%80%A8>)",
    );
  });

  it("shows the address when nothing in the label is visible", () => {
    expect(textOf(render(link(" \u200b", "https://x.example/")))).toBe("https:\u200b//x.example/");
  });
});

describe("plainUrl", () => {
  it.each([
    ["https://GitHub.com/o/r/pull/1", "https://github.com/o/r/pull/1"],
    ["http://localhost:3000", "http://localhost:3000/"],
    ["http://[::1]:3000/a", "http://[::1]:3000/a"],
    [" https://x.example ", "https://x.example/"],
    ["\u00a0https://x.example/", undefined],
    ["https://x.example/[a]?[b]#[c]", "https://x.example/%5Ba%5D?%5Bb%5D#%5Bc%5D"],
    [`https://x.example/${"a/../".repeat(406)}`, "https://x.example/"],
    ["https:x.example", undefined],
    ["https:x.example/http://y.example", undefined],
    ["https:\\\\x.example", undefined],
    ["https://:secret@x.example/", undefined],
    ["https://me@x.example/", undefined],
    ["ftp://x.example/", undefined],
    ["data:text/html,x", undefined],
    ["//x.example/", undefined],
    ["https://x`y.example/", undefined],
    ["not a url", undefined],
  ])("of %.60s is %s", (given, plain) => {
    expect(plainUrl(given)).toBe(plain);
  });

  it("is nothing where it would be longer than 2,048 characters", () => {
    expect(plainUrl(`https://x.example/${"a".repeat(2030)}`)).toHaveLength(2048);
    expect(plainUrl(`https://x.example/${"a".repeat(2031)}`)).toBeUndefined();
    expect(plainUrl(`https://x.example/${" ".repeat(1000)}a`)).toBeUndefined();
  });
});

/** A URL with its escapes undone byte by byte, so that two spellings of one place compare equal. */
function spelledOut(url: string): string {
  return Buffer.from(
    url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  ).toString("latin1");
}
