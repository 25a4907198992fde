import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/command.ts";

const go = { kind: "prompt", prompt: "go", fresh: false };
const find = (markdown: string, phrase = "/docs-agent") => findCommand(markdown, phrase);
const lines = (...parts: string[]) => parts.join("\n");

describe("what a command says", () => {
  it.each([
    ["the rest of the line", "/docs-agent go", go],
    ["everything below it too", "Hi\n\n/docs-agent go\n\n> on\n", { ...go, prompt: "go\n\n> on" }],
    ["text on the next line alone", "/docs-agent\ngo", go],
    ["with line ends from Windows", "Hi\r\n/docs-agent go\r\non\r\n", { ...go, prompt: "go\r\non" }],
    ["after a tab", "/docs-agent\tgo", go],
    ["whatever the case", "/DOCS-Agent go", go],
    ["after up to three spaces", "   /docs-agent go", go],
    [
      "only the first of several",
      "/docs-agent one\n/docs-agent two",
      { ...go, prompt: "one\n/docs-agent two" },
    ],
    ["afresh", "/docs-agent --new go", { ...go, fresh: true }],
    ["afresh, on the next line", "/docs-agent --NEW\ngo", { ...go, fresh: true }],
    ["a flag elsewhere is text", "/docs-agent go --new", { ...go, prompt: "go --new" }],
    ["a longer flag is text", "/docs-agent --newest go", { ...go, prompt: "--newest go" }],
    ["an unknown flag is text", "/docs-agent --fix go", { ...go, prompt: "--fix go" }],
    ["status", "/docs-agent --status", { kind: "status" }],
    ["status, whatever follows", "/docs-agent --Status please", { kind: "status" }],
    ["help", "/docs-agent --help", { kind: "help" }],
    ["help where nothing follows", "/docs-agent", { kind: "help" }],
    ["help where only space follows", "Hi\n/docs-agent \n\n", { kind: "help" }],
    ["help where nothing is to be done afresh", "/docs-agent --new", { kind: "help" }],
  ])("%s", (_, markdown, command) => {
    expect(find(markdown)).toEqual(command);
  });

  it.each([
    ["@docs-agent", "@docs-agent go"],
    ["docs.agent+(?", "docs.agent+(? go"],
    ["Hey Docs", "hey docs go"],
    ["`docs`", "`docs` go"],
  ])("with the phrase %s", (phrase, markdown) => {
    expect(find(markdown, phrase)).toEqual(go);
    expect(find(`x${markdown}`, phrase)).toBeUndefined();
  });

  it("takes a phrase literally", () => {
    expect(find("/docsxagent go", "/docs.agent")).toBeUndefined();
    expect(find("go", "")).toBeUndefined();
  });
});

describe("where a command stands", () => {
  it.each([
    ["below a paragraph's line", "Hello\n/docs-agent go"],
    ["below a quote", "> asked\n\n/docs-agent go"],
    ["directly below a quote", "> asked\n/docs-agent go"],
    ["directly below a quote in a list item", "- > asked\n/docs-agent go"],
    ["below a fence that ended with its quote", "> ```\n> code\n/docs-agent go"],
    ["below a fence that ended with its list item", "- ```\n  code\n/docs-agent go"],
    ["below a closed fence", "```js\ncode\n```\n/docs-agent go"],
    ["below backticks that open no fence", "``` a`b\n/docs-agent go"],
    ["below a list", "- one\n- two\n\n/docs-agent go"],
    ["in a list item's further lines", "- one\n\n  /docs-agent go"],
    ["below a comment", "<!-- note -->\n/docs-agent go"],
    ["below a comment of several lines", "<!--\nnote\n\n-->\n/docs-agent go"],
    ["below an empty comment", "<!-->\n/docs-agent go"],
    ["below a comment's opening in code", "Write `<!--` first.\n\n/docs-agent go"],
    ["below a comment's opening in a fence", "```\n<!--\n```\n/docs-agent go"],
    ["below an escaped opening", "Write \\<!-- first.\n\n/docs-agent go"],
    ["below a footnote", "Hello[^x]\n\n[^x]: note\n\n/docs-agent go"],
    ["below what only looks like a footnote", "[^x] or [^a b]: note\n/docs-agent go"],
    ["below a pasted picture", '<img width="10" src="https://a.example/b">\n/docs-agent go'],
    ["in details", "<details>\n<summary>More</summary>\n\n/docs-agent go"],
    ["below code in HTML", "<pre>\ncode\n</pre>\n\n/docs-agent go"],
    ["below a closed quote in HTML", "<blockquote>asked</blockquote>\n\n/docs-agent go"],
    ["below code in a quote that is not closed", "> <code> is\n\n/docs-agent go"],
    ["below code on a line", "`code`\n/docs-agent go"],
    ["below a lone backtick", "a ` b\n/docs-agent go"],
    ["between backticks of two paragraphs", "a ` b\n\n/docs-agent go"],
    ["below a table with a backtick in each row", "| a | b |\n| - | - |\n| ` | x |\n\n/docs-agent go"],
    ["as a heading", "/docs-agent go\n"],
    ["below a footnote", "A[^1]\n\n[^1]: ```\n\n/docs-agent go"],
    ["below a definition", "[a]: https://a.example 'b'\n/docs-agent go"],
    ["below what is no link", 'a](b "\n/docs-agent go'],
    ["below an address with a backtick", "https://a.example/`\n/docs-agent go"],
    ["in a table's first cell", "| a | b |\n| - | - |\n/docs-agent go"],
  ])("counts %s", (_, markdown) => {
    expect(find(markdown)).toEqual(go);
  });

  it.each([
    ["within a line", "Please /docs-agent go"],
    ["as the start of a longer word", "/docs-agents go"],
    ["before a zero-width space", "/docs-agent\u200bgo"],
    ["before a byte order mark", "/docs-agent\ufeffgo"],
    ["after a zero-width space", "\u200b/docs-agent go"],
    ["after a byte order mark", "\ufeff/docs-agent go"],
    ["with one inside", "/docs\u200b-agent go"],
    ["after a wide space", "\u00a0/docs-agent go"],
    ["after four spaces", "    /docs-agent go"],
    ["after four spaces in a paragraph", "Hello\n    /docs-agent go"],
    ["after a tab", "\t/docs-agent go"],
    ["as a list item", "- /docs-agent go"],
    ["as a heading's text", "# /docs-agent go"],
    ["in a fence", "```\n/docs-agent go\n```"],
    ["in a fence that is not closed", "~~~ md `x`\n/docs-agent go"],
    ["in a fence behind a shorter one", "````\n```\n/docs-agent go\n````"],
    ["in a fence behind one of the other kind", "```\n~~~\n/docs-agent go"],
    ["in a fence behind one with more on its line", "```\n``` no\n/docs-agent go"],
    ["in a fence behind one that is indented too far", "```\n    ```\n/docs-agent go"],
    ["in a list item's fence", "- ```\n  /docs-agent go\n  ```"],
    ["in a quote", "> /docs-agent go"],
    ["in a quote without a space", ">/docs-agent go"],
    ["in a quote within a list item", "- asked\n  > /docs-agent go"],
    ["in a comment", "<!-- /docs-agent go -->"],
    ["in a comment of several lines", "<!--\n/docs-agent go\n-->"],
    ["in a comment that begins within a line", "Hello <!-- note\n/docs-agent go\n-->"],
    ["in one that goes on over an empty line", "Hello <!-- note\n\n/docs-agent go\n-->"],
    ["in one that is not closed", "Hello <!-- note\n\n/docs-agent go"],
    ["in one that is not closed, behind one that is", "<!-- a --> <!-- b\n\n/docs-agent go"],
    ["in a footnote", "Hello[^x]\n\n[^x]: note\n/docs-agent go"],
    ["in a list in a footnote", "[^x]: note\n\n    - a\n\n      /docs-agent go"],
    ["below a list in a footnote", "[^x]: - note\n/docs-agent go"],
    ["in a footnote that interrupts a paragraph", "Hello\n[^long-name]: note\nmore\n/docs-agent go"],
    ["in code over several lines", "a `b\n/docs-agent go\nc` d"],
    ["in code with two backticks", "``\n/docs-agent ` go\n``"],
    ["in pre", "<pre>\n/docs-agent go\n</pre>"],
    ["in pre, behind an empty line", "<pre>\n\n/docs-agent go\n</pre>"],
    ["in code in HTML", "<code>\n\n/docs-agent go\n\n</code>"],
    ["in a quote in HTML", "<blockquote>\n\n/docs-agent go\n\n</blockquote>"],
    ["in a script", "<script>\n/docs-agent go\n</script>"],
    ["in an attribute", 'A <b title="\n/docs-agent go\n">b</b>'],
    ["in an attribute of an HTML block", '<div title="\n/docs-agent go\n">'],
    ["in a processing instruction", "<?php\n/docs-agent go\n?>"],
    ["in a link's title", '[a](https://a.example "\n/docs-agent go\n")'],
    ["in a definition's title", "[a]: https://a.example '\n/docs-agent go\n'"],
    ["as a link's address", "[a](\n/docs-agent\n)"],
    ["as a definition's address", "[a]:\n/docs-agent\n"],
    ["in a table's further cells", "a | b\n- | -\nc | /docs-agent go"],
    ["in a footnote's code", "[^1]: ```\n    /docs-agent go"],
    ["nowhere", "Hello"],
  ])("does not count %s", (_, markdown) => {
    expect(find(markdown)).toBeUndefined();
  });

  it("goes on to a command that counts", () => {
    expect(find(lines("> /docs-agent no", "```", "/docs-agent no", "```", "/docs-agent go"))).toEqual(go);
  });
});

describe("what sets a command apart, and what only seems to", () => {
  it.each([
    ["with white space around the phrase", "/docs-agent go", " /docs-agent "],
    ["below a comment that a later paragraph closes", "Hello <!-- note\n\nmore -->\n\n/docs-agent go"],
    ["below code in HTML that closed twice", "<code>a</code> <code>b</code>\n\n/docs-agent go"],
    ["below a quote that closed over code", "<blockquote>\n<code>x\n</blockquote>\n\n/docs-agent go"],
    ["below what only looks like a declaration", "<!1 is\n/docs-agent go"],
    ["below a fence named like a comment", "``` <!--\ncode\n```\n/docs-agent go"],
    ["below a fence named like a tag", "~~~ <code>\ncode\n~~~\n/docs-agent go"],
    ["below a paragraph far down", `${"word ".repeat(20)}\n\nHi\n/docs-agent go`],
    ["between backticks in HTML", "<div>`\n/docs-agent go"],
    ["below an instruction within HTML", "<div><?x?></div>\n/docs-agent go"],
    ["below attributes", `<div a="1" b='2' c d="" e=''>\n/docs-agent go`],
    ["below an attribute with the other quote", `<div a="'" b='"'>\n/docs-agent go`],
    [
      "below a tag in a comment's last paragraph",
      `Hello <!-- note\n\n${"word ".repeat(20)}\n<code> -->\n\n/docs-agent go`,
    ],
  ])("counts %s", (_, markdown, phrase = "/docs-agent") => {
    expect(find(markdown, phrase)).toEqual(go);
  });

  it.each([
    ["behind an end tag without its start", "<blockquote>\n\n</code>\n\n/docs-agent go"],
    ["behind an end tag too many", "<blockquote>\n\n<code>a</code></code>\n\n/docs-agent go"],
    ["behind code in a quote in HTML", "<blockquote>\n\n<code>a</code>\n\n/docs-agent go"],
    ["in code that begins behind a comment", "Hello <!-- a\n\nb --> <code>\n\n/docs-agent go"],
    ["in an instruction with an angle bracket", "<?php\nif (a > b)\n/docs-agent go\n?>"],
    ["in a declaration within HTML", "<div><!x y\n/docs-agent go\n></div>"],
    ["in one that is not closed", "<div><!x y\n/docs-agent go"],
    ["in a tag that is not closed", "<div\n/docs-agent go"],
    ["in one that has an attribute", '<div a="1"\n/docs-agent go'],
    ["in one that has two", `<div a="1" b='2' c\n/docs-agent go`],
    ["in an attribute with an angle bracket", '<div a="x>\n/docs-agent go">'],
    ["in one with the other quotes", "<div a='x>\n/docs-agent go'>"],
    ["in an attribute behind another", `<div a="1" b="x>\n/docs-agent go">`],
    ["in an attribute behind one with other quotes", `<div a='1' b='x>\n/docs-agent go'>`],
    ["in an attribute that is not closed", '<div a="x>\n/docs-agent go'],
    ["in one with the other quotes that is not closed", "<div a='x>\n/docs-agent go"],
    ["with a quote's mark in the phrase", ">docs go", ">docs"],
    ["with a fence in the phrase", "~~~docs go", "~~~docs"],
    ["with a comment's end in the phrase", "Hello <!-- note\n\n--> go", "-->"],
    ["with no phrase at all", "Hello\n\tgo", ""],
    ["with a phrase of white space", "Hello\n\tgo", " \t"],
  ])("does not count %s", (_, markdown, phrase = "/docs-agent") => {
    expect(find(markdown, phrase)).toBeUndefined();
  });

  it.each("blockquote code kbd pre samp script style textarea tt".split(" "))(
    "counts below <%s>, not in it",
    (name) => {
      expect(find(`Hi <${name}> x\n\n/docs-agent go`)).toBeUndefined();
      expect(find(`Hi <${name}> x </${name}>\n\n/docs-agent go`)).toEqual(go);
    },
  );

  it("shows the help, whatever follows", () => {
    expect(find("/docs-agent --help please")).toEqual({ kind: "help" });
  });
});
