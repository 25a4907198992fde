import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findCommentsAndFences } from "../../src/text/comments-and-fences.ts";
import { stripHidden, stripHiddenContext, stripSlice } from "../../src/text/hidden-text.ts";
import { render, textOf } from "./rendered.ts";

describe("stripHidden", () => {
  it.each([
    ["Plain words, `code`, <b>tags</b> & \u00fcml\u00e4ute\n\tand tabs  "],
    ["`<!-- in a span -->`, ``a ` <!-- b -->``, \\\\`<!-- c -->`"],
    ["`a\\` <b> `<!-- in a span -->`"],
    ["```html\n<!-- in a fence -->\n```\n"],
    ["   ```\n<!-- in a fence behind three spaces -->\n   ```"],
    ["```html\n<!-- a\n```\nb -->"],
    ["- item\n- ~~~\n  <!-- in a fence in a list -->\n  ~~~\n> ```\n> <!-- in a quote -->\n> ```"],
    ["1. ~~~\n   <!-- a -->\n\n   <!-- b -->\n   ~~~"],
    ["-\t~~~\n    <!-- a -->\n    ~~~"],
    ["- a\n\n      <!-- in indented code -->"],
    ["```\n```js\n<!-- a -->\n```"],
    ["> > ```\n> >\n> > <!-- a -->"],
    ["- ```\n  a\n```\n<!-- b -->\n```"],
    ["a -- b --> c <- d < ! -- </b> <a@b> <?x"],
    ["a <! b > <!x> </ c> <?php d ?> e"],
    ["a <!-- never closed\n\nb"],
    ["> a <!-- never closed\n>\n> b -->"],
    ["a <!-- closed below a fence\n```\n-->"],
    ["\\<!-- a -->b"],
    ['[a](b "c") ![d](e "f") <g h="i">\n\n[j]: k "l"'],
    ['```js server.js icon="node"\nx\n```'],
    ["<https://a.example>\n```\n<!-- b -->\n```"],
  ])("leaves %j as it is", (text) => {
    expect(stripHidden(text)).toBe(text);
  });

  it.each([
    ["a<!-- b -->c", "ac"],
    ["a\n<!-- b\n\nc -->\nd", "a\n\nd"],
    ["a\n\n<!-- never closed\n```\nb", "a\n\n"],
    ["<!--> a <!---> b <!-- c --!> d", " a  b  d"],
    ["<!--!> a --> b", " b"],
    ["<!-- a --> ` <!-- b -->", " ` "],
    ["a <!-- b --> `<!-- c -->`", "a  `<!-- c -->`"],
    ["a <!-- `~\n-->\n\n```\n<!-- b -->\n```", "a \n\n```\n<!-- b -->\n```"],
    ["`a` <!-- ` --> b", "`a`  b"],
    ["\\`<!-- a -->`", "\\``"],
    ["``<!-- a -->`", "```"],
    ["`\n<!-- a -->`", "`\n`"],
    ["```\n<!-- a\n```\n--> b", "```\n<!-- a\n```\n--> b"],
    ["<!-- a\n```\n--> b <!-- c -->\n```\n<!-- d -->\n```", " b \n```\n<!-- d -->\n```"],
    ["<!---->\n```\n<!-- a -->", "\n```\n<!-- a -->"],
    ["    ```\n<!-- a -->", "    ```\n"],
    ["> ```\n<!-- a -->", "> ```\n"],
    ["> ```\n>    ```\n> <!-- a -->", "> ```\n>    ```\n> "],
    ["- ```\n<!-- a -->", "- ```\n"],
    ["- <!-- a -->b\n> <!-- c -->d\n\n  <!-- e -->f", "- b\n> d\n\n  f"],
    ["> <!-- a\n> b -->\nc", "> \nc"],
    ["a\r\nb\rc\fd\ve", "a\nb\nc d e"],
    ["\ufeff\ufeffa<!-- b -->c", "ac"],
  ])("turns %j into %j", (text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });

  it.each([
    ["the end of a comment", "<!-- hidden --\u200b> hidden", ""],
    ["the start of a comment", "a <\u200b!-- seen -->", "a <!-- seen -->"],
    ["the end of a fence", "```\n``\u200b`\n<!-- seen -->", "```\n```\n<!-- seen -->"],
    ["the mark of a fence's list", "-\u200b ```\n  <!-- hidden -->", "- ```\n  "],
    ["a code span", "`\u200b`<!-- hidden -->`` x", "```` x"],
    ["a line separator", "`a \u2028<!-- seen -->`", "`a \u2028<!-- seen -->`"],
  ])("does not let an invisible character change %s", (_, text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });
});

describe("stripHiddenContext", () => {
  it.each([
    // Comments, in code too
    ["`<!-- a -->` b", "`` b"],
    ["```\n<!-- a -->\n<!-- b\n```\nc --> d", "```\n\n\nc --> d"],
    ["a <!-- b", "a "],
    ["a <?php b ?>c", "a c"],
    ["<?php b ?> a <![CDATA[c]]> <!DOCTYPE d> </ e>", " a   "],
    ["a <!x b\n\nc", "a \n\nc"],
    ["a\n<? b\n\nc", "a\n"],
    ["<b>\n</ a\nb> c", "<b>\n c"],
    // The opening lines of fences
    ['```js server.js icon="node"\nx\n```', "```js\nx\n```"],
    ["~~~ md `a`", "~~~ md"],
    ["> ``` c++ a <!-- b -->\n> x", "> ``` c++\n> x"],
    ["- a\n  - b\n\n    ```js c", "- a\n  - b\n\n    ```js"],
    ["```{r, a}\n```", "```\n```"],
    ["``` a`b c", "``` a`b c"],
    // Images and links
    ["![a](b) ![c][d] ![", "![](b) ![c][d] !["],
    ['![a [b] ![c](d)](e "f") ![]', "![](e) ![]"],
    ["[a](b \"c\") [d](<e f> 'g\nh') [i](j (k))", "[a](b) [d](<e>) [i](j)"],
    ['[a](b(c) "d") [e]( f\n"g" )', "[a](b(c)) [e]( f )"],
    ['[a](b "c" d) [e] (f "g")', '[a](b "c" d) [e] (f "g")'],
    ["[a][b] ![c][b] ![B] [d][e]\n\n[b]: f", "[a] ![] ![] [d]\n\n"],
    // Definitions
    ["[//]: # (a)\n[b]: <c> 'd'\ne", "\n\ne"],
    ['[a\nb]:\nc\n"d"\n[e]: f "g" h', '\n[e]: f "g" h'],
    ["[error]: it failed", "[error]: it failed"],
    ["a\n\n[^1]: b\nc\n\nd", "a\n\n\n\nd"],
    ["<!-- a\nb -->\n`<c d>`\n<!-- e -->\n`<f g>`", "\n`<c d>`\n\n`<f g>`"],
    // A removed comment joins nothing.
    ["![a<!-- -->](b) !<!-- -->[c](d) [e]<!-- -->(f 'g')", "![](b) ![c](d) [e](f 'g')"],
    ["a\fb\vc", "a b c"],
    ["\v<!-- a\nb -->c", " c"],
    // Tags
    ['<a title="b" href="c" d>e</a>', '<a href="c">e</a>'],
    ["<img alt='a > b' src=\"c.png d\" /> <e\nf = g>", '<img src="c.png" /> <e>'],
    ['<A HREF="a b">c</A><d e=">">', '<A HREF="a">c</A><d>'],
    ["Map<K, V> a<b c<d <http://e f> x <y, z>", "Map<K, V> a<b c<d <http://e f> x <y, z>"],
    ['<Card onClick={() => a("b")}>', '<Card onClick={() => a("b")}>'],
    // In raw HTML, browsers take more for a tag.
    ['<div a"b>\n`<i =c>` <j "k>\n\nl', "<div>\n`<i>` <j>\n\nl"],
    ["`a | b` <Card c> `d | <e f>`", "`a | b` <Card> `d | <e f>`"],
    ["vec![1, 2] ![a[0]](b) c", "vec![1, 2] ![](b) c"],
    // Code
    ['`<a b="c">` ![d](e) `![f](g)`', '`<a b="c">` ![](e) `![f](g)`'],
    ['<Card>\n```\n<a b="c">\n```\n</Card>', '<Card>\n```\n<a b="c">\n```\n</Card>'],
    ['```\n<a b="c">\n[d]: e\n```', '```\n<a b="c">\n[d]: e\n```'],
  ])("turns %j into %j", (text, seen) => {
    expect(stripHiddenContext(text)).toBe(seen);
  });

  // GitHub may read as text what looks like code.
  it.each([
    ["below an open backtick", "a ` b\n`<c HID>`"],
    ["behind an open backtick", "a `` b `<c HID>`"],
    ["behind a link that holds a backtick", '[a](b "`") <c HID>`'],
    ["behind a tag that holds a backtick", '<a title="`"> <c HID>`'],
    ["behind an address that holds a backtick", "http://a.example/` <c HID>`"],
    ["in the cells of a table", "a | b\n--|--\n` | <c HID> `"],
    ["in raw HTML", "<div>\n`<c HID>`\n```\n<c HID>\n```\n</div>"],
    ["below raw HTML", "<details>\n```\n```\n\n```\n<c HID>\n```"],
    ["in raw HTML that needs its end tag", "<pre>\n\n```\n<c HID>\n```\n</pre>"],
    ["in what looks like no tag there", "<pre>\n\n<c =HID>\n</pre>"],
    ["below a tag that is alone on its line", "<x>\n`<c HID>`"],
    ["in a fence below such a tag", "<x>\n```\n<c HID>\n```"],
    ["deep behind the mark of its list", "-\t\t```\n  \t<c HID>\n  \t```"],
    ["deeper than its list", "- a\n\n      ```\n<c HID>\n```\n<c HID>"],
    ["in a fence whose line is left of it", "- a\n b\n\n  ```\n <c HID>"],
    ["in a fence that ends left of it", "  ```\n  a\n```\n<c HID>\n```"],
    ["below a comment that ended with its list item", "- <!-- a\n```\n-->\n```\n<c HID>\n```"],
    ["in a fence that ended with its list item", "- ```\n<c HID>"],
    ["in a fence that ended with its quote", "> ```\n\n<c HID>"],
    ["below a fence in a comment", "<!-- b\n```\n-->\n<c HID>"],
    // To browsers, an open comment or quote goes on below what ends its HTML.
    ["below a comment that ends with raw HTML", "<div><!-- a\n\nb --> HID"],
    ["below a comment on the line after raw HTML", "<div>\n<!-- a\n\nb --> HID"],
    ["below a comment that ends with its quote", "> <!-- a\nb --> HID"],
    ["below a comment that ends with its list item", "- <!-- a\nb --> HID"],
    ["in an attribute that is not closed in its paragraph", "<div a='\n\nHID"],
    ["in a tag that is not closed in its paragraph", "<pre\n\nHID"],
    ["in code above what may end it", "`<c HID>` a ` b"],
    ["behind an image that holds code", "![`]` a](b) HID"],
    ["behind a character that nobody sees, in front of code", "a ` \ufdd0`<c HID>`"],
    ["in code that a list item ends", "- a `\n- b <c HID> `"],
    ["behind a backtick in a processing instruction", "a <? > ` ?> <c HID> `"],
    ["in an image with a bracket in what may be code", "`a|b` ![`]` HID](c)"],
    ["behind a comment on its line", "<!-- a -->`<b HID>`"],
    ["in a comment that another mark ends", "<!-- a --!>\n\n```\n<b HID>\n```"],
    // What overlaps
    ["in a title that holds a tag", '[a](b "HID <a b=") c d">'],
    ["in a tag that holds a title", '<a HID="](b \'" c=\')">'],
    ["in an image that holds brackets in code", "![`]` HID](a)"],
    ["in an image that holds links", "![a [b [c](d)](e) HID](f)"],
    ["in a title behind an escaped bracket", '[a](b\\)c "HID")'],
    ["in a title behind an open bracket", "[a]((b 'HID')"],
    ["in a footnote's second paragraph", "[^1]: a\n\n    HID"],
  ])("removes what is hidden %s", (_, text) => {
    expect(stripHiddenContext(text)).not.toContain("HID");
  });

  // Each alone, and where Markdown reads other things first.
  describe.each([
    ["<!-- HID -->"],
    ["<!-- a\nHID -->"],
    ["<?HID?>"],
    ["![HID](a)"],
    ['[a](b "HID")'],
    ["![HID][c]"],
    ["[a][C]"],
    ['<a title="HID">'],
    ["<x HID='b' />"],
    ['<img src="a HID">'],
    ["\n\n[HID]: a\n\n"],
    ["\n\n[c]: a\n'HID'\n\n"],
    ["\n\n[^HID]: a\n\n"],
    ["\n\n```a HID\n```\n\n"],
    ["\n\n<!--\n\nHID\n-->\n\n"],
    ["\n\n<!X\n\nHID>\n\n"],
  ])("with %j", (hidden) => {
    it.each([
      ["a"],
      ["`a` *b* \\` &lt; 2 < 3"],
      ["<!-- a --> "],
      ["```\na\n```\n"],
      ["- a\n  - b "],
      ["> a\n> "],
      ["# a\n"],
      ["a\n---\n"],
      ["| a | b |\n| - | - |\n| c | "],
      ["<details>\n\n"],
      ["[a](b) <https://c.example> "],
    ])("behind %j, sends nothing of it", (front) => {
      const marks = front.startsWith("> ") ? "> " : "";
      const text = `${front}${hidden.replaceAll("\n", `\n${marks}`)} z\n\n[c]: d`;
      expect(stripHiddenContext(text)).not.toMatch(/HID|\[C\]/);
      expect(stripHiddenContext(text)).toContain("z");
    });
  });
});

describe("what people write", () => {
  const texts = readFileSync(join(import.meta.dirname, "ordinary-texts.md"), "utf8").split("\n%%%\n");

  it("is looked at in fifty texts at least", () => {
    expect(texts.length).toBeGreaterThanOrEqual(50);
  });

  it.each(texts.map((text) => [text]))("loses nothing that GitHub shows: %j", (text) => {
    const shown = textOf(render(text).replace(/<!--[\s\S]*?-->|<[^>]*>/g, " "));
    for (const strip of [stripHidden, stripHiddenContext]) {
      const kept = strip(text);
      let at = 0;
      for (const [word] of shown.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)) {
        const place = kept.indexOf(word, at);
        expect(place, `${word} is missing in ${kept}`).not.toBe(-1);
        at = place + (/[\p{L}\p{N}]/u.test(word) ? word.length : 0);
      }
    }
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
