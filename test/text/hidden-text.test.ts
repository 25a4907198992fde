import { describe, expect, it } from "vitest";
import { findCommentsAndFences } from "../../src/text/comments-and-fences.ts";
import { stripHidden, stripSlice } from "../../src/text/hidden-text.ts";

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
    ["1. a\n  ```\n<!-- b -->\n  ```"],
    ["> - ```\n>        ```\n>   <!-- a -->"],
    ["1. > a\n   >    ```\n   >    <!-- b -->\n   >    ```"],
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

describe("the hidden parts of a text", () => {
  it("are left out of a slice wherever it begins and ends", () => {
    const text = "<!-- a -->b<!-- c -->d";
    const { comments: hidden } = findCommentsAndFences(text);
    const seen = [0, 5, 10, 11, 15, 21].map((start) =>
      stripSlice(text, { start, end: text.length }, hidden),
    );
    expect(seen).toEqual(["bd", "bd", "bd", "d", "d", "d"]);
    expect([8, 11, 15].map((end) => stripSlice(text, { start: 0, end }, hidden))).toEqual([
      "",
      "b",
      "b",
    ]);
  });
});
