import { describe, expect, it } from "vitest";
import { findCommentsAndFences } from "../../src/text/comments-and-fences.ts";
import { stripHidden, stripHiddenContext, stripSlice } from "../../src/text/hidden-text.ts";

describe("stripHidden", () => {
  it.each([
    ["Plain words, `code`, <b>tags</b> & \u00fcml\u00e4ute\n\tand tabs  "],
    ["`<!-- in a span -->`, ``a ` <!-- b -->``, \\\\`<!-- c -->`"],
    ["`a\\` <b> `<!-- in a span -->`"],
    ["```html\n<!-- in a fence -->\n```\n"],
    ["- item\n- ~~~\n  <!-- in a fence in a list -->\n  ~~~\n> ```\n> <!-- in a quote -->\n> ```"],
    ["a -- b --> c <- d < ! -- </b> <a@b> <?x"],
    ["a <! b\n\n> c"],
    ["a <!x> b"],
    ["a <!-- never closed\n\nb"],
    ["- a <! b\nc> d"],
    ["</ <!-- a > b\n\nc --> d"],
    ["\\<!-- a -->b"],
    ["- a\n\n      <!-- in indented code -->"],
    ["a </ b"],
    ["<div>\n`?` a > b"],
  ])("leaves %j as it is", (text) => {
    expect(stripHidden(text)).toBe(text);
  });

  it.each([
    ["a<!-- b -->c", "ac"],
    ["a\n<!-- b\n\nc -->\nd", "a\n\nd"],
    ["a\n\n<!-- never closed\n```\nb", "a\n\n"],
    ["<!--> a <!---> b <!-- c --!> d", " a  b  d"],
    ["<!-- a --><!-- b -->c", "c"],
    ["<!-- a --> ` <!-- b -->", " ` "],
    ["a <!-- b --> `<!-- c -->`", "a  `<!-- c -->`"],
    ["a <!-- `~\n-->\n\n```\n<!-- b -->\n```", "a \n\n```\n<!-- b -->\n```"],
    ["<!-- a\nb > c\n-->\nd", "\nd"],
    ["`a` <!-- ` --> b", "`a`  b"],
    ["`a\\` <!-- b --> `", "`a\\`  `"],
    ["\\`<!-- a -->`", "\\``"],
    ["``<!-- a -->`", "```"],
    ["`\n<!-- a -->`", "`\n`"],
    ["```\n<!-- a\n```\n--> b", "```\n<!-- a\n```\n--> b"],
    ["<!-- a\n```\n--> b <!-- c -->\n```\n<!-- d -->\n```", "\n b \n```\n<!-- d -->\n```".slice(1)],
    ["    ```\n<!-- a -->", "    ```\n"],
    ["> ```\n<!-- a -->", "> ```\n"],
    ["- ```\n<!-- a -->", "- ```\n"],
    ["a <?php b ?>c", "a c"],
    ["<?php b ?> a <![CDATA[c]]> <!DOCTYPE d> </ e>", " a   "],
    ["<!<!-- a > b --> c", "<! c"],
    ["- <!-- a -->b\n> <!-- c -->d\n\n  <!-- e -->f", "- b\n> d\n\n  f"],
    ["<div>\na <? b ?>c\n> <b><? d ?>e", "<div>\na c\n> <b>e"],
    ["<!A\n\nb > c\n\nd>", " c\n\nd>"],
    ["a\r\nb\rc", "a\nb\nc"],
    ["\ufeff\ufeffa<!-- b -->c", "ac"],
    ["\ufeff```\n<!-- a -->\n```", "```\n<!-- a -->\n```"],
  ])("turns %j into %j", (text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });

  it.each([
    ["the end of a comment", "<!-- hidden --\u200b> hidden", ""],
    ["the start of a comment", "a <\u200b!-- seen -->", "a <!-- seen -->"],
    ["a fence", "``\u200b`\n<!-- hidden -->\n```", "```\n\n```"],
    ["the end of a fence", "```\n``\u200b`\n<!-- seen -->", "```\n```\n<!-- seen -->"],
    ["the mark of a fence's list", "-\u200b ```\n  <!-- hidden -->", "- ```\n  "],
    ["the indent of a fence", "\u200b   ```\n<!-- hidden -->", "   ```\n"],
    ["a code span", "`\u200b`<!-- hidden -->`` x", "```` x"],
    ["a line separator", "`a \u2028<!-- seen -->`", "`a \u2028<!-- seen -->`"],
  ])("does not let an invisible character change %s", (_, text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });
});

describe("stripHiddenContext", () => {
  it.each([
    ["`<!-- a -->` b", "`` b"],
    ["```\n<!-- a -->\n<!-- b\n```\nc --> d", "```\n\n d"],
    ["> ~~~\n> <!-- a -->", "> ~~~\n> "],
    ["```js <!-- a -->\nb", "```js\nb"],
    ["```js <!-- a\nb --> c", "```js c"],
  ])("removes comments from code too: %j", (text, seen) => {
    expect(stripHiddenContext(text)).toBe(seen);
  });
});

describe("the hidden parts of a text", () => {
  it("are left out of a slice wherever it begins and ends", () => {
    const text = "<!-- a -->b<!-- c -->d";
    const { comments: hidden } = findCommentsAndFences(text);
    const seen = [0, 5, 10, 11, 15, 21].map((start) => stripSlice(text, { start, end: text.length }, hidden));
    expect(seen).toEqual(["bd", "bd", "bd", "d", "d", "d"]);
    expect([8, 11, 15].map((end) => stripSlice(text, { start: 0, end }, hidden))).toEqual(["", "b", "b"]);
  });
});

describe("a comment in code", () => {
  it.each([
    ["in the middle", "`a <!-- b -->`"],
    ["between longer runs", "``a ` <!-- b -->``"],
    ["behind a link, a tag and an address", "[a](b 'c') <b>[d][e]</b> https://f.example `<!-- g -->`"],
    [
      "behind longer links and tags",
      "a <b href=\"bc\" title='de'> [f](gh 'ij') [k](lm \"no\" ) [p](q) [r][st] `<!-- u -->`",
    ],
    ["below a paragraph", "a ` b\n\n`<!-- c -->`"],
    ["in a fence", "```html\n<!-- a\n```\nb -->"],
    ["in a fence in a quote", "> ```\n> <!-- a -->\n> ```"],
    ["in a fence in a list", "1. ~~~\n   <!-- a -->\n\n   <!-- b -->\n   ~~~"],
    ["in a fence that only its bare mark closes", "```\n```js\n<!-- a -->\n```"],
    ["in a fence four columns behind the mark of its list", "-    ```\n     <!-- a -->\n     ```"],
    ["below what is no item of a list", "-<div>\n```\n<!-- a -->\n```"],
    ["below an address", "<https://a.example>\n```\n<!-- b -->\n```"],
    ["behind a vertical bar", "a | b `<!-- c -->`"],
    ["behind an empty line of a fence in two quotes", "> > ```\n> >\n> > <!-- a -->"],
    ["in a fence below one that ended with its list item", "- ```\n  a\n```\n<!-- b -->\n```"],
    ["in a fence below a comment", "<!---->\n```\n<!-- a -->"],
    ["behind more backticks in a list", "-     ```\n      <!-- a -->"],
    ["in a declaration", "`<!DOCTYPE html>`\n```\n</ a>\n<? b ?>\n```"],
  ])("is kept in a prompt, where it is visible, and removed from a context: %s", (_, text) => {
    expect(stripHidden(text)).toBe(text.replace("<!---->", ""));
    expect(stripHiddenContext(text)).not.toMatch(/<[!?]|<\/ /);
  });
});

describe("a comment", () => {
  // What looks like code may be none, so that the comment may be hidden.
  it.each([
    ["code over two lines", "a `b\n<!-- HID -->` c"],
    ["code that begins above", "a ` b\n`<!-- HID -->`"],
    ["an escaped backtick", "\\`<!-- HID -->`"],
    ["a backtick in a comment", "<!-- ` --> <!-- HID -->`"],
    ["a backtick in the target of a link", '[a](b "`") <!-- HID -->`'],
    ["a backtick in an attribute", '<a title="`"> <!-- HID -->`'],
    ["a backtick in an address behind a backslash", "\\<http://a.example>` <!-- HID -->`"],
    ["a backtick in an address", "http://a.example/` <!-- HID -->`"],
    ["the second paragraph of a footnote", "a[^1]\n\n[^1]: b\n\n    <!-- HID -->"],
    ["the cells of a table", "a | b\n--|--\n` | <!-- HID --> `"],
    ["raw HTML", "<div>\n`<!-- HID -->`\n```\n<!-- HID -->\n```\n</div>"],
    ["raw HTML with a blank line", "<pre>\n\n```\n<!-- HID -->\n```\n</pre>"],
    ["the rest of a comment's line", "<!-- a\n--> `<!-- HID -->`"],
    ["a fence with another character in front", "\u200b```\n<!-- HID -->\n```"],
    ["a comment that Markdown ends later than browsers", "a <!-- b --!>`<!-- HID -->`"],
    ["an address in an end tag without a name", "a </ www.b.example>`<!-- HID -->`"],
    ["a fence that is closed inside of text", "a\n    <!-- b\n```\n-->\n```\n<!-- HID -->"],
    ["a fence that is closed inside a comment", "a <!-- b\n```\n-->\n```\n<!-- HID -->"],
    ["a fence that ended with its list item", "- ```\n<!-- HID -->"],
    ["a fence behind whose list item a line begins too early", "- ```\n <!-- HID -->"],
    ["raw HTML with an attribute and a blank line", '<pre class="a">\n\n```\n<!-- HID -->\n```\n</pre>'],
    ["a fence that may have ended with its list item", "- a\n\n  ```\nb\n\n<!-- HID -->"],
    ["a fence in a quote that ended", "> ```\n\n> <!-- HID -->"],
    ["a fence that its quote continues without a space", "> ```\n>a\n> ```\n> <!-- HID -->"],
    ["a fence below a list that ended", "- a\n# b\n  ```\nc\n  ```\n  <!-- HID -->"],
    ["a fence that ended with its quote", "> ```\n\n<!-- HID -->"],
    ["a fence behind a number in a paragraph", "a\n2. ```\n   <!-- HID -->"],
    ["what looks like the opening line of a fence", "<div>\n``` <!-- HID -->\n```"],
  ])("is removed from %s", (_, text) => {
    expect(stripHidden(text)).not.toContain("HID");
    expect(stripHiddenContext(text)).not.toContain("HID");
  });

  // Outside of raw HTML, Markdown escapes the end of a comment, so that browsers do not see it.
  it.each([
    ["raw HTML that a blank line ends", "<div><!-- a\n\n--> HID"],
    ["raw HTML that its end tag ends", "<pre><!-- a\n</pre>\n--> HID"],
    ["a comment's line", "<!-- a --><!-- b\n--> HID"],
    ["a quote", "> <!-- a\n--> HID"],
    ["a list item", "- <!-- a\n--> HID"],
    ["a list item of two digits", "10. <!-- a\n--> HID"],
    ["the further lines of a list item", "- a\n\n  <!-- a\n--> HID"],
    ["a quote whose mark ended another comment", "a <!x\n> <!-- b\n\n--> HID"],
    ["a list item whose mark is in another comment", "a <!x\n- >\n  <!-- b\n--> HID"],
    ["a comment that is open already", "a <!-- b\n- <!-- c\n--> HID"],
  ])("hides the rest of the text when it is not closed within %s", (_, text) => {
    expect(stripHidden(text)).not.toContain("HID");
    expect(stripHiddenContext(text)).not.toContain("HID");
  });

  it.each([
    ["a quote", "> <!-- a\n> b -->\nc", "> \nc"],
    ["a list item", "- <!-- a\n\n  b -->\nc", "- \nc"],
    ["an indented line outside of a list", "  <!-- a\nb -->\nc", "  \nc"],
    ["raw HTML", "<details>\n<!-- a\nb -->\n\nc", "<details>\n\n\nc"],
    ["a paragraph behind a list", "- a\n\nb\n\n  <!-- c\nd -->\ne", "- a\n\nb\n\n  \ne"],
  ])("is removed alone when it is closed within %s", (_, text, visible) => {
    expect(stripHidden(text)).toBe(visible);
  });
});

describe("what takes a parser seconds", () => {
  it.each<[what: string, limit: number, piece: string]>([
    ["lines", 4993, "\n"],
    ["quotes on a line", 50, "> "],
    ["list items on a line", 50, "1. "],
    ["quotes and list items", 3000, "- a\n"],
    ["what may be raw HTML", 999, "<!x "],
    ["escaped backticks", 999, "\\` "],
    ["brackets in a paragraph", 2000, "]"],
  ])("is hidden from its first code or HTML on: %s", (_, limit, piece) => {
    const visible = stripHidden(`a\n\n${piece.repeat(limit)}\n\n\`<!-- b -->\`\n\nc`);
    expect(visible).toMatch(/`<!-- b -->`\s+c$/);
    const more = stripHidden(`a\n\n${piece.repeat(limit + 1)}\n\n\`<!-- b -->\`\n\nc`);
    expect(more).not.toMatch(/[bc]/);
    expect(more).toMatch(/^a/);
  });
});

describe("the opening line of a fence", () => {
  it.each([
    ['```js server.js icon="node"\nx\n```', "```js\nx\n```"],
    ["~~~ md `a`", "~~~ md"],
    ["> ``` js a <!-- b -->\n> x", "> ``` js\n> x"],
    ["- a\n  - b\n\n    ```js c", "- a\n  - b\n\n    ```js"],
    ["```<!--a-->\n```\n~~~ <!-- b -->", "```\n```\n~~~ "],
    ["``` a`b c", "``` a`b c"],
  ])("stays as it is in a prompt, and keeps its first word in a context: %j", (text, inContext) => {
    expect(stripHidden(text)).toBe(text);
    expect(stripHiddenContext(text)).toBe(inContext);
  });
});
