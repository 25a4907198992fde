import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { stripHiddenContext } from "../../src/text/hidden-context.ts";
import { stripHidden } from "../../src/text/hidden-text.ts";
import { isLong, runs } from "../runs.ts";
import { constructs, filled, fronts, mixed, places } from "./hidden-grammar.ts";
import { leaks, losses, shownOf, slotsIn } from "./oracle.ts";

describe("stripHiddenContext", () => {
  it.each([
    // Comments, in code too
    ["`<!-- a -->` b", "`` b"],
    ["```\n<!-- a -->\n<!-- b\n```\nc --> d", "```\n\n\nc --> d"],
    ["```\na\n```\n\n<!-- b -->\n\nc", "```\na\n```\n\n\n\nc"],
    ["a <!-- b", "a <!-- b"],
    ["a <?php b ?>c", "a c"],
    ["<?php b ?> a <![CDATA[c]]> <!DOCTYPE d> </ e>", " a   "],
    ["a <!x b\n\nc", "a <!x b\n\nc"],
    ["a <!-- b\n\nc", "a <!-- b\n\nc"],
    ["a <!-- b > c\n\nd", "a "],
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
    ['([a](b) "c") [d](e\\) "f")', '([a](b) "c") [d](e\\))'],
    ["[a](<./b c>) [d](<e> f)", "[a](<./b>) [d](<e> f)"],
    ["vec![![a](b)] ![[c](d)]", "vec![![](b)] ![[c](d)]"],
    ['`<a b="c">` \0' + "0\0", '`<a b="c">` 0'],
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
    ["<div>\n<!-- a --> <b\nc>d", "<div>\n <b>d"],
    ['<div a"b>\n`<i =c>` <j "k>\n\nl', "<div>\n`<i>` <j>\n\nl"],
    ["`a | b` or `c | <d e>`", "`a | b` or `c | <d e>`"],
    ["<ruby>a<rp>(b)</rp><rt>c</rt></ruby>", "<ruby>a<rp></rp><rt>c</rt></ruby>"],
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
    ["behind a character that nobody sees, in front of code", "a ` \ufdd0`<c HID>`"],
    ["in code that a list item ends", "- a `\n- b <c HID> `"],
    ["behind a backtick in a processing instruction", "a <? > ` ?> <c HID> `"],
    ["in an image with a bracket in what may be code", "`a|b` ![`]` HID](c)"],
    ["behind a comment on its line", "<!-- a -->`<b HID>`"],
    ["below a tag that is behind a comment on its line", "- <!-- a --> <b\n  c> HID"],
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
});

describe("of what GitHub does not show", () => {
  test.each(constructs.map((construct, place) => [construct, place] as const))(
    "nothing is sent of %j, whatever stands in front of it and wherever it is",
    (construct, index) => {
      const texts = fronts.flatMap((front) =>
        Object.values(places).map((place) => place(filled([front, construct, " z"]))),
      );
      for (const [place, text] of texts.entries()) {
        // By default, a part of them.
        if (!isLong && (index + place) % 32 !== 0) continue;
        expect(leaks(text, stripHiddenContext(text)), JSON.stringify(text)).toEqual([]);
      }
    },
  );

  const { numRuns, seed = Date.now() } = runs(1000, 100);
  test(`a hundredth of the texts of several constructs sends something at most (${numRuns} of seed ${seed})`, () => {
    const texts = fc.sample(mixed, { numRuns, seed });
    const leaking = texts.filter((text) => leaks(text, stripHiddenContext(text)).length > 0);
    expect(
      leaking.length,
      leaking.map((text) => JSON.stringify(text)).join("\n"),
    ).toBeLessThanOrEqual(numRuns / 100);
    // Hiding all would send nothing hidden, too.
    const shown = texts.flatMap((text) => [...slotsIn(shownOf(text))]);
    const lost = texts.flatMap((text) => losses(text, stripHiddenContext(text)));
    expect(lost.length).toBeLessThan(0.4 * shown.length);
  });
});

describe("what people write", () => {
  const textsIn = (file: string) =>
    readFileSync(join(import.meta.dirname, file), "utf8").split("\n%%%\n");
  const ordinary = textsIn("ordinary-texts.md");
  const bodies = textsIn("realistic-bodies.md");

  /** The words that GitHub shows, and those of them that are missing in `kept`. */
  function wordsOf(text: string, kept: string) {
    const shown: string[] = shownOf(text, " ").match(/[\p{L}\p{N}_]+/gu) ?? [];
    let at = 0;
    const lost = shown.filter((word) => {
      const place = kept.indexOf(word, at);
      if (place !== -1) at = place + word.length;
      return place === -1;
    });
    return { shown, lost };
  }

  it("is looked at in fifty short texts and twenty long ones at least", () => {
    expect(ordinary.length).toBeGreaterThanOrEqual(50);
    expect(bodies.length).toBeGreaterThanOrEqual(20);
  });

  it.each(ordinary.map((text) => [text]))("loses nothing that GitHub shows: %j", (text) => {
    for (const strip of [stripHidden, stripHiddenContext])
      expect(wordsOf(text, strip(text)).lost).toEqual([]);
  });

  it("loses a footnote and nothing else", () => {
    const lostBy = (strip: (text: string) => string) =>
      bodies.flatMap((text) => wordsOf(text, strip(text)).lost).join(" ");
    expect(bodies.flatMap((text) => wordsOf(text, "").shown).length).toBeGreaterThan(850);
    // The heading is that of GitHub.
    expect(lostBy(stripHiddenContext)).toBe(
      "Footnotes Browsers keep it where the new address has none",
    );
    expect(lostBy(stripHidden)).toBe("Footnotes");
  });
});
