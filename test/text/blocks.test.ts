import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { leafText, leaves } from "../../src/text/blocks.ts";

/** The leaves of a text, each with its kind, a `>` before it if it is quoted, and `/` between its lines. */
function read(source: string, lazyQuotes = true): string[] {
  return leaves(source, { lazyQuotes }).map((leaf) => {
    const text = leafText(source, leaf).replaceAll("\n", "/");
    return `${leaf.quoted ? "> " : ""}${leaf.kind} ${text}`;
  });
}

const kinds: ReadonlyMap<string, string> = new Map([
  ...["atxHeading", "setextHeadingText", "paragraph", "definition"].map((type) => [type, "inline"] as const),
  ...["tableHeader", "tableData"].map((type) => [type, "inline"] as const),
  ["htmlFlow", "html"],
  ["codeFencedFenceInfo", "info"],
  ["codeFencedFenceMeta", "info"],
]);

/** The words of each leaf that a parser of GFM finds, told like those of `wordsOf`. */
function parsed(source: string): string[] {
  const chunks = preprocess()(source, undefined, true);
  const found: string[] = [];
  let quotes = 0;
  for (const [event, { type, start, end }] of postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(chunks),
  )) {
    if (type === "blockQuote") quotes += event === "enter" ? 1 : -1;
    const kind = kinds.get(type);
    if (event === "exit" || kind === undefined) continue;
    const words = source.slice(start.offset, end.offset).match(/[a-z]+/g) ?? [];
    found.push(...words.map((word) => `${quotes > 0 ? "> " : ""}${kind} ${word}`));
  }
  return found;
}

/** What `read` says, word by word: a parser tells marks and white space apart from the words, `read` does not. */
function wordsOf(read: readonly string[]): string[] {
  return read.flatMap((leaf) => {
    const [, kind, text = ""] = /^((?:> )?\w+) (.*)$/.exec(leaf) ?? [];
    return (text.match(/[a-z]+/g) ?? []).map((word) => `${kind} ${word}`);
  });
}

type Row = readonly [source: string, read: readonly string[]];

const rows: Readonly<Record<string, readonly Row[]>> = {
  "paragraphs and headings": [
    ["", []],
    [" \n\t\n", []],
    ["a", ["inline a"]],
    ["a\nb\n\nc", ["inline a/b", "inline c"]],
    ["a\r\nb\rc\r\n\r\nd\r\re", ["inline a/b/c", "inline d", "inline e"]],
    ["   a\n      b", ["inline a/b"]],
    ["# a\nb", ["inline # a", "inline b"]],
    ["a\n# b\nc", ["inline a", "inline # b", "inline c"]],
    ["   ###### a\nb", ["inline ###### a", "inline b"]],
    ["####### a\nb", ["inline ####### a/b"]],
    ["a\n#b\nc", ["inline a/#b/c"]],
    ["a\n===\nb", ["inline a", "inline b"]],
    ["a\nb\n   =  \nc", ["inline a/b", "inline c"]],
    ["a\n    ===\nb", ["inline a/===/b"]],
    ["a\n= =\nb", ["inline a/= =/b"]],
    ["===\na", ["inline ===/a"]],
    ["a\n-\nb", ["inline a", "inline b"]],
    ["a\n---\nb", ["inline a", "inline b"]],
    ["> a\n===\nb", ["> inline a/===/b"]],
    ["- a\n===\nb", ["inline a/===/b"]],
    ["- a\n  ===\n  b", ["inline a", "inline b"]],
  ],
  "thematic breaks": [
    ["***\na", ["inline a"]],
    ["a\n* * *\nb", ["inline a", "inline b"]],
    ["a\n _ __\t\nb", ["inline a", "inline b"]],
    ["- - -\na", ["inline a"]],
    ["- a\n- - -\n  b", ["inline a", "inline b"]],
    ["- a\n***\n      b", ["inline a"]],
    ["a\n    ***\nb", ["inline a/***/b"]],
  ],
  fences: [
    ["```\na\n```\nb", ["info ```", "inline b"]],
    ["a\n~~~ b\nc\n~~~\nd", ["inline a", "info ~~~ b", "inline d"]],
    ["````\na\n```\nb\n`````  \nc", ["info ````", "inline c"]],
    ["```\na\n~~~\nb\n``` c\nd", ["info ```"]],
    ["   ```\na\n   ```\nb", ["info ```", "inline b"]],
    ["```\na\n    ```\nb", ["info ```"]],
    ["    ```\na", ["inline a"]],
    ["a\n    ```\nb", ["inline a/```/b"]],
    ["``` a`\nb", ["inline ``` a`/b"]],
    ["```\n\n# a\n\n- b\n> c\n<!-- d", ["info ```"]],
    ["- ```\n  a\n\n  b\nc", ["info ```", "inline c"]],
    ["- ```\n      ```\n  a\n  ```\n  b", ["info ```", "inline b"]],
    ["- ```\n  a\n```\nb\n```\nc", ["info ```", "info ```", "inline c"]],
    ["> ```\n> a\n\nb", ["> info ```", "inline b"]],
    ["> ```\n\n> a", ["> info ```", "> inline a"]],
    ["> ```\na\n> b", ["> info ```", "inline a", "> inline b"]],
    ["> - ```\n>\n>   a\n>   ```\n>   b", ["> info ```", "> inline b"]],
  ],
  "raw HTML": [
    ["<script>\na\n\nb</style>c\nd", ["html <script>/a//b</style>c", "inline d"]],
    ["<pre></pre>a\nb", ["html <pre></pre>a", "inline b"]],
    ["a\n<!-- b\n\nc --> d\ne", ["inline a", "html <!-- b//c --> d", "inline e"]],
    ["<?a\n\n?>\nb", ["html <?a//?>", "inline b"]],
    ["<!A\n\nb>\nc", ["html <!A//b>", "inline c"]],
    ["<![CDATA[\n\na]]>\nb", ["html <![CDATA[//a]]>", "inline b"]],
    ["a\n   <div>\n  b\n\nc", ["inline a", "html <div>/b", "inline c"]],
    ["<div>\n# a\n- b\n> c\n```\n\nd", ["html <div>/# a/- b/> c/```", "inline d"]],
    ["<b>\na\n\nb", ["html <b>/a", "inline b"]],
    ["</b>\na", ["html </b>/a"]],
    ["a\n<b>\nc\n\nd", ["inline a/<b>/c", "inline d"]],
    ["<b>a\nc", ["inline <b>a/c"]],
    ["    <div>\na", ["inline a"]],
    ["a\n    <div>\nb", ["inline a/<div>/b"]],
    ["<div>\n    a", ["html <div>/a"]],
    ["<!-- a", ["html <!-- a"]],
    ["- <div>\n  a\nb", ["html <div>/a", "inline b"]],
    ["- <!-- a\n\n  b -->\n  c", ["html <!-- a//b -->", "inline c"]],
    ["> <div>\n> a\nb", ["> html <div>/a", "inline b"]],
    ["> <!-- a\n\n> b", ["> html <!-- a", "> inline b"]],
  ],
  quotes: [
    [">", []],
    ["> a\n>b\n>  c", ["> inline a/b/c"]],
    ["> a\nb\n\nc", ["> inline a/b", "inline c"]],
    ["> a\n   > b", ["> inline a/b"]],
    ["> a\n    > b", ["> inline a/> b"]],
    ["   > a", ["> inline a"]],
    ["    > a", []],
    ["a\n> b", ["inline a", "> inline b"]],
    ["> a\n>\nb", ["> inline a", "inline b"]],
    ["> a\n\n> b\n\nc", ["> inline a", "> inline b", "inline c"]],
    ["> # a\nb", ["> inline # a", "inline b"]],
    [">    a", ["> inline a"]],
    [">     a", []],
    ["> a\n>     b", ["> inline a/b"]],
    [">\ta", ["> inline a"]],
    [">\t a", ["> inline a"]],
    [">\t  a", []],
    [">\t\ta", []],
    ["> > a\n> b\nc", ["> inline a/b/c"]],
    [">>> a\n>\n> b", ["> inline a", "> inline b"]],
    ["> a\n- b", ["> inline a", "inline b"]],
    ["> a\n2. b", ["> inline a", "inline b"]],
    ["> a\n    b", ["> inline a/b"]],
    ["> a\n>\n    b", ["> inline a"]],
    ["> - a\n\n>   b", ["> inline a", "> inline b"]],
    ["> - a\n>\n>       b\n>    c", ["> inline a", "> inline c"]],
    ["> - a\n>\n>     b", ["> inline a", "> inline b"]],
    ["- > a\n\n  b", ["> inline a", "inline b"]],
    ["- > a\n\n      b", ["> inline a"]],
    ["> 1. > a\nb", ["> inline a/b"]],
  ],
  "lists and their items": [
    ["-", []],
    ["- a\n- b\n\n  c\nd", ["inline a", "inline b", "inline c/d"]],
    ["a\n- b", ["inline a", "inline b"]],
    ["a\n1) b", ["inline a", "inline b"]],
    ["a\n2. b", ["inline a/2. b"]],
    ["a\n0. b", ["inline a/0. b"]],
    ["a\n*\nb", ["inline a/*/b"]],
    ["a\n1.\nb", ["inline a/1./b"]],
    ["a\n\n2. b", ["inline a", "inline b"]],
    ["2. a\n3. b", ["inline a", "inline b"]],
    ["- a\n2. b", ["inline a", "inline b"]],
    ["123456789. a\n1234567890. b", ["inline a/1234567890. b"]],
    ["1234567890. a", ["inline 1234567890. a"]],
    ["-a\n1.b", ["inline -a/1.b"]],
    ["   - a\n\n     b", ["inline a", "inline b"]],
    ["    - a", []],
    ["a\n    - b", ["inline a/- b"]],
    // The white space behind a marker says how far the item is indented.
    ["-    a\n\n        b", ["inline a", "inline b"]],
    ["-    a\n\n         b", ["inline a"]],
    ["-    a\n\n         b\n   c", ["inline a", "inline c"]],
    ["-   a\n\n  b\n\n      c", ["inline a", "inline b"]],
    ["-     a\n\n     b", ["inline b"]],
    ["-     a\n\n      b", []],
    ["- \ta", ["inline a"]],
    ["-\ta\n\n   b\n\n       c", ["inline a", "inline b"]],
    ["-\t a\n\n     b", ["inline a", "inline b"]],
    ["-\t\ta\n\n  b", ["inline b"]],
    ["1. a\n\n   b\n\n  c\n\n      d", ["inline a", "inline b", "inline c"]],
    ["12345. a\n\n    b\n       c", ["inline a"]],
    ["12345. a\n\n       b", ["inline a", "inline b"]],
    ["- a\n\tb\n\n\tc", ["inline a/b", "inline c"]],
    ["- a\n\n\t  b", ["inline a"]],
    ["- - a\n\n    b\n\n  c", ["inline a", "inline b", "inline c"]],
    ["- 1. a\n\n     b", ["inline a", "inline b"]],
    ["- # a\n      b", ["inline # a"]],
    ["-\ta\n-\t-\tb\n\n\t\tc", ["inline a", "inline b", "inline c"]],
    // A blank line ends an item that is still empty, and no other.
    ["-\n  a", ["inline a"]],
    ["-\n      a", []],
    ["-\n\n     a", []],
    ["-\n  a\n\n     b", ["inline a", "inline b"]],
    ["- a\n\n\n     b", ["inline a", "inline b"]],
    ["- ***\n\n     a", ["inline a"]],
    ["- > a\n\n     b", ["> inline a", "inline b"]],
  ],
  "indented code": [
    ["    a\nb", ["inline b"]],
    ["\ta\n\n    b", []],
    ["  \ta", []],
    ["   \ta", []],
    ["   a", ["inline a"]],
    ["a\n    b\n\n    c", ["inline a/b"]],
    ["# a\n    b", ["inline # a"]],
    ["a\n\n    b\nc", ["inline a", "inline c"]],
  ],
  footnotes: [
    ["[^a]: b\nc", ["inline b/c"]],
    ["[^a]: b\n\n    c\n\nd", ["inline b", "inline c", "inline d"]],
    ["[^a]: b\n\n        c", ["inline b"]],
    ["[^a]: b\n\n   c", ["inline b", "inline c"]],
    ["[^a]: b\n\n       c", ["inline b", "inline c"]],
    ["[^a]:\n\n      b", ["inline b"]],
    ["a [^b]: c", ["inline a [^b]: c"]],
    ["    [^a]: b", []],
  ],
  tables: [
    ["a | b\n--|--\nc | d\ne\n\nf", words("inline", "a ", " b", "c ", " d", "e", "f")],
    ["|a|b|\n|:-|-:|\n|c|d|", words("inline", "a", "b", "c", "d")],
    ["x\n|a|\n|-|\n|b|", words("inline", "x", "a", "b")],
    ["|a|\n|-|\n# b", words("inline", "a", "# b")],
    ["|a|\n|-|\n> b", ["inline a", "> inline b"]],
    ["|a|\n|-|\n- b", words("inline", "a", "b")],
    ["|a|\n|-|\n```\nb", ["inline a", "info ```"]],
    ["|a|\n|-|\n<div>\nb", ["inline a", "html <div>/b"]],
    ["|a|\n|-|\n    b", ["inline a"]],
    ["   |a|\n   |-|\n  b", words("inline", "a", "b")],
    ["|a|\n    |-|\nb", ["inline |a|/|-|/b"]],
    ["|a|b|\n|-|\nc", ["inline |a|b|/|-|/c"]],
    ["|a|\n|-|-|\nb", ["inline |a|/|-|-|/b"]],
    ["> |a|\n> |-|\n> b\nc", ["> inline a", "> inline b", "inline c"]],
    ["> |a|\n|-|\nb", ["> inline |a|/|-|/b"]],
    ["- |a|\n  |-|\n  b\nc", words("inline", "a", "b", "c")],
    ["- |a|\n|-|\nb", ["inline |a|/|-|/b"]],
    ["a\n\n|-|", ["inline a", "inline |-|"]],
  ],
};

function words(kind: string, ...texts: readonly string[]): string[] {
  return texts.map((text) => `${kind} ${text}`);
}

describe.each(Object.entries(rows))("%s", (_, documents) => {
  it.each(documents)("in %j are read as %j", (source, expected) => {
    expect(read(source)).toEqual(expected);
  });

  it.each(documents)("in %j are read as a parser of GFM reads them: %j", (source, expected) => {
    expect(wordsOf(expected)).toEqual(parsed(source));
  });
});

describe("a tag alone on its line", () => {
  it("ends a paragraph that goes on without the mark of its quote or item, as in cmark-gfm", () => {
    expect(read("> a\n<b>\nc")).toEqual(["> inline a", "html <b>/c"]);
    expect(read("- a\n<b>\nc")).toEqual(["inline a", "html <b>/c"]);
  });
});

describe("a quote that does not go on without its mark", () => {
  it.each<Row>([
    ["> a\nb", ["> inline a", "inline b"]],
    ["> a\n    b", ["> inline a"]],
    ["> > a\n> b\nc", ["> inline a", "> inline b", "inline c"]],
    ["> - a\nb", ["> inline a", "inline b"]],
    ["> - a\n> b", ["> inline a/b"]],
    ["- a\nb", ["inline a/b"]],
    ["- > a\n  b\nc", ["> inline a", "inline b/c"]],
  ])("in %j is read as %j", (source, expected) => {
    expect(read(source, false)).toEqual(expected);
  });
});
