import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";

const go = { kind: "prompt", prompt: "go", fresh: false, dryRun: false };
const find = (text: string, phrase = "/docs-agent") => findCommand(text, phrase).command;

describe("the prompt of a command", () => {
  it.each<[text: string, command: object]>([
    ["/docs-agent go", go],
    ["/docs-agent\tgo", go],
    ["/docs-agent: go", go],
    ["/docs-agent, go", go],
    ["/DOCS-Agent go", go],
    ["\ufeff/docs-agent go", go],
    ["   /docs-agent go", go],
    ["/docs-agent\ngo", go],
    ["Hi\n\n/docs-agent go\n\n> on\n", { ...go, prompt: "go\n\n> on" }],
    ["Hi\r\n/docs-agent go\r\non\r\n", { ...go, prompt: "go\non" }],
    ["Hi\r/docs-agent go", go],
    ["/docs-agent one\n/docs-agent two", { ...go, prompt: "one\n/docs-agent two" }],
    ["> /docs-agent no\n```\n/docs-agent no\n```\n/docs-agent go", go],
    ["/docs-agent --new go", { ...go, fresh: true }],
    ["/docs-agent --NEW\ngo", { ...go, fresh: true }],
    ["/docs-agent", { kind: "help" }],
    ["Hi\n/docs-agent \n\n", { kind: "help" }],
  ])("is read from %j", (text, command) => {
    expect(find(text)).toEqual(command);
  });

  it.each([
    ["@docs-agent", "@docs-agent go"],
    ["docs.agent+(?", "docs.agent+(? go"],
    ["Hey Docs", "hey docs go"],
    [" /docs-agent ", "/docs-agent go"],
  ])("is found with the phrase %j", (phrase, text) => {
    expect(find(text, phrase)).toEqual(go);
    expect(find(`x${text}`, phrase)).toBeUndefined();
  });

  it("is found neither with a pattern nor with an empty phrase", () => {
    expect(find("/docsxagent go", "/docs.agent")).toBeUndefined();
    expect(find("Hello\n\tgo\n: go", " \t")).toBeUndefined();
  });

  it("is not found in the opening line of a fence below raw HTML", () => {
    expect(find("<div>\n~~~ go\n~~~", "~~~")).toBeUndefined();
  });
});

describe("what people cannot see", () => {
  it.each<[text: string, command: object]>([
    ["/docs-agent \u200b--status", { kind: "status" }],
    ["/docs-agent <!-- note --> --new go", { ...go, fresh: true }],
    ["/docs-agent <!-- a\nb --> go", go],
    ["/docs-agent --sta\u2060tus", { kind: "status" }],
    ["/docs-agent st\u200batus", { kind: "status" }],
    ["/docs-agent ```\n<!-- a -->\ngo", { ...go, prompt: "```\n\ngo" }],
    ["/docs-agent `<!-- a -->`\n~~~\n<!-- b -->", { ...go, prompt: "`<!-- a -->`\n~~~\n<!-- b -->" }],
    ["/docs-agent \u200b", { kind: "help" }],
    ["/docs-agent --new <!-- hidden -->", { kind: "help" }],
    ["/docs-agent \u200b go \u200b", go],
    [
      "/docs-agent Document<!-- and delete --> it\u200b\u{e0041} \u202enow",
      { ...go, prompt: "Document it now" },
    ],
  ])("is removed before the command is read: %j", (text, command) => {
    expect(find(text)).toEqual(command);
  });
});

describe("a line counts as a command", () => {
  it.each([
    // Below text, quotes, lists, headings and tables
    ["Hello\n/docs-agent go"],
    ["> asked\n/docs-agent go"],
    ["- > asked\n/docs-agent go"],
    ["- one\n- two\n/docs-agent go"],
    ["- one\n\n  /docs-agent go"],
    ["| a | b |\n| - | - |\n/docs-agent go"],
    ["<details>\n<summary>More</summary>\n\n/docs-agent go"],
    // Below a fence that is closed, or that ends with its quote or list item
    ["```js\ncode\n```\n/docs-agent go"],
    ["~~~\n```\n~~~~\n/docs-agent go"],
    ["> ```\n> code\n/docs-agent go"],
    ["> > ```\n> code\n/docs-agent go"],
    ["- ```\n  code\n/docs-agent go"],
    ["1. - ~~~\n     code\n\n     code\n/docs-agent go"],
    // Below what opens no fence
    ["``` a`b\n/docs-agent go"],
    ["    ```\n/docs-agent go"],
    ["- a\n\n  ```\n  code\n/docs-agent go"],
    ["text ```\n/docs-agent go"],
    ["``\u200b`\n/docs-agent go"],
    // Below a comment that has ended, and below the start of a comment in code
    ["<!-- note -->\n/docs-agent go"],
    ["<!--\nnote\n\n-->\n/docs-agent go"],
    ["<!-->\n/docs-agent go"],
    ["<!--->\n/docs-agent go"],
    ["<!-- note --!>\n/docs-agent go"],
    ["Write `<!--` first.\n/docs-agent go"],
    ["Write ``a ` <!--`` first.\n/docs-agent go"],
    ["```\n<!--\n```\n/docs-agent go"],
    ["``` <!--\ncode\n```\n/docs-agent go"],
    ["<!1 is\n\n/docs-agent go"],
    ["> <!-- a\n> b -->\n/docs-agent go"],
    ["- item\n  <!-- a\n  b -->\n\n/docs-agent go"],
    ["a </ b\n\n> c\n/docs-agent go"],
    // In constructs of Markdown that the scanner does not know
    ["a `b\n/docs-agent go"],
    ["<pre>\n/docs-agent go"],
    ["<blockquote>\n/docs-agent go"],
    ["Hello[^x]\n\n[^x]: note\n/docs-agent go"],
    ['[a](https://a.example "\n/docs-agent go'],
    ['<b title="\n/docs-agent go'],
  ])("in %j", (text) => {
    expect(find(text)).toEqual(go);
  });
});

describe("a line does not count as a command", () => {
  it.each([
    // Not the phrase at the start of the line
    ["Please /docs-agent go"],
    ["/docs-agents go"],
    ["/docs-agent\u200bgo"],
    ["/docs-agent\ufeffgo"],
    ["\u200b/docs-agent go"],
    ["\u00a0/docs-agent go"],
    ["/docs\u200b-agent go"],
    ["- /docs-agent go"],
    ["# /docs-agent go"],
    ["a | b\n- | -\nc | /docs-agent go"],
    ["Hello\u2028/docs-agent go"],
    // 1. Inside a fenced block
    ["```\n/docs-agent go\n```"],
    ["~~~ md `x`\n/docs-agent go"],
    ["````\n```\n/docs-agent go"],
    ["```\n~~~\n/docs-agent go"],
    ["```\n``` no\n/docs-agent go"],
    ["```\n    ```\n/docs-agent go"],
    ["```\n``\u200b`\n/docs-agent go"],
    ["   ```\n/docs-agent go\n   ```"],
    ["> ```\n> x\n> ```\n```\n/docs-agent go"],
    ["<div>\n```\n/docs-agent go\n```"],
    ["- ```\n  /docs-agent go\n  ```"],
    ["- ```\n\n  /docs-agent go"],
    ["1. - ~~~\n     code\n\n  /docs-agent go".replace("\n  /", "\n     /")],
    // 2. Indented by four columns or more
    ["    /docs-agent go"],
    ["Hello\n    /docs-agent go"],
    ["\t/docs-agent go"],
    ["  \t/docs-agent go"],
    // 3. In a quote
    ["> /docs-agent go"],
    [">/docs-agent go"],
    ["   > /docs-agent go"],
    ["- asked\n  > /docs-agent go"],
    // 4. Begun inside a comment
    ["<!-- /docs-agent go -->"],
    ["<!--\n/docs-agent go\n-->"],
    ["<!--\r/docs-agent go\r-->"],
    ["Hello <!-- note\n\n/docs-agent go\n-->"],
    ["Hello <!-- note\n\n/docs-agent go"],
    ["<!-- a --> <!-- b\n\n/docs-agent go"],
    ["<!-- a --\u200b>\n/docs-agent go"],
    ["`a` <!-- `\n/docs-agent go"],
    ["\\`<!-- a\n/docs-agent go\n-->`"],
    ["<div><!-- a\n\n-->\n/docs-agent go"],
    ["<!x y\n/docs-agent go\n>"],
    ["</ y\n/docs-agent go\n>"],
    ["<?php\n/docs-agent go\n?>"],
    ["nowhere"],
  ])("in %j", (text) => {
    expect(find(text)).toBeUndefined();
  });
});
