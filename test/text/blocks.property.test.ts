import fc from "fast-check";
import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { leafText, leaves } from "../../src/text/blocks.ts";
import { commentRanges } from "../../src/text/comments.ts";
import { inlineSpans } from "../../src/text/inline-spans.ts";
import { DefinedLabels } from "../../src/text/link-end.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { render } from "./rendered.ts";

const extensions = [gfm()];

/** The stretches of some kinds that a parser of GFM finds, as `from-to`. */
function parsed(markdown: string, ...types: string[]): string[] {
  const chunks = preprocess()(markdown, undefined, true);
  return postprocess(parse({ extensions }).document().write(chunks))
    .filter(([kind, { type }]) => kind === "enter" && types.includes(type))
    .map(([, { start, end }]) => `${start.offset}-${end.offset}`);
}

const inline = fc.constantFrom(
  ...["a", "b ", " ", "\n", "`", "``", "` ", "\\", "\\`", "\\<", "*", "_", "&amp;", "é"],
  ...[
    "<b>",
    "</b>",
    '<i t="',
    '">',
    "<i t='",
    "'>",
    "<br/>",
    "<a\nb>",
    "<",
    ">",
    "<!--",
    "-->",
    "<!-->",
    "<?",
    "?>",
    "<!A",
    "<![CDATA[",
    "]]>",
  ],
  ...["<x:y`>", "<a@b.c>", "<x:y z>"],
);
/** One paragraph: it begins and ends with a word, and no line of it is blank or begins another block. */
const paragraph = fc
  .array(inline, { maxLength: 16 })
  .map((parts) => `x${parts.join("").replace(/\n\s*/g, "\ny")}z`);

describe("what is no plain text in a paragraph", () => {
  it("is the code, the HTML and the addresses in brackets that a parser of GFM finds", () => {
    fc.assert(
      fc.property(paragraph, (text) => {
        const found = Array.from(inlineSpans(text, new DefinedLabels(text)))
          // A comment that is never closed is hidden on purpose, where GFM shows it.
          .filter(({ to }) => to <= text.length)
          .map(({ from, to }) => `${from}-${to}`);
        fc.pre(!/<!--(?!-?>)(?![\s\S]*-->)/.test(text));
        expect(found).toEqual(parsed(text, "codeText", "htmlText", "autolink"));
      }),
      runs(600),
    );
  });
});

describe("the cells of a table", () => {
  const cell = fc.constantFrom("a", "b c", " ", "", "\\|", "\\", "`x`", "`", "**", "é");
  const row = fc.tuple(fc.boolean(), fc.array(cell, { minLength: 1, maxLength: 4 }), fc.boolean());
  const written = ([before, cells, after]: [boolean, string[], boolean]) =>
    (before ? "|" : "") + cells.join("|") + (after ? "|" : "");
  const rule = fc.tuple(
    fc.boolean(),
    fc.array(fc.constantFrom("-", ":-", "--:", ":-:", " - ", ":", "x"), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  );

  it("are those that a parser of GFM finds, where it finds a table at all", () => {
    fc.assert(
      fc.property(row, rule, fc.array(row, { maxLength: 2 }), (head, below, rows) => {
        const text = [written(head), written(below), ...rows.map(written)].join("\n");
        // Lines that are something else by themselves, or that make what is above them a heading.
        fc.pre(
          text
            .split("\n")
            .every((line) => line.trim() !== "" && !/^ {4}|^\s*(?:-+|:?-+\s*|[-*]\s.*)$/.test(line)),
        );
        const cells = leaves(text, { lazyQuotes: true }).filter(({ kind }) => kind === "inline");
        const html = render(text);
        if (!html.includes("<table>")) {
          expect(cells).toHaveLength(1);
          return;
        }
        const shown = Array.from(html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g), ([, content = ""]) => content);
        const rest = cells.map((leaf) => render(leafText(text, leaf).trim()).replace(/^<p>(.*)<\/p>$/, "$1"));
        // GFM drops cells that the head has no column for; here they are looked at all the same.
        for (const content of shown.filter((words) => words !== "")) {
          const at = rest.indexOf(content);
          expect([content, at >= 0]).toEqual([content, true]);
          rest.splice(0, at + 1);
        }
      }),
      runs(150),
    );
  });
});

describe("whatever a text holds", () => {
  const text = fc
    .array(
      fc.oneof(
        hostile,
        inline,
        fc.constantFrom("\n\n", "\n> ", "\n- ", "\n1. ", "\n    ", "\n```\n", "\n|a|b|\n|-|-|\n", "[^1]: "),
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(""));

  it("its leaves are stretches of it, in order, each within a line", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (source, lazyQuotes) => {
        let at = 0;
        for (const { slices } of leaves(source, { lazyQuotes })) {
          expect(slices.length).toBeGreaterThan(0);
          for (const { start, end, line } of slices) {
            expect([at <= start, start <= end, end <= source.length]).toEqual([true, true, true]);
            expect(source.slice(line ?? start, end)).not.toMatch(/[\r\n]/);
            if (line !== undefined) expect(/(?:^|[\r\n])$/.test(source.slice(0, line))).toBe(true);
            at = end;
          }
        }
      }),
      runs(500),
    );
  });

  it("no words get lost between its leaves but those of code, rules and marks", () => {
    const plain = fc
      .array(
        fc.constantFrom("word", "> ", "- ", "1. ", "\n", "\n\n", "# ", " ", "**", "| ", "<b>", "[x](y)"),
        { maxLength: 16 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(plain, (source) => {
        fc.pre(
          !/(?:^|\n)[ >]*(?:[-1.> ]*)? {4}|(?:[-.>] {4,})/.test(source) && !render(source).includes("<pre>"),
        );
        const kept = leaves(source, { lazyQuotes: true })
          .map((leaf) => leafText(source, leaf))
          .join("\n");
        expect(kept.match(/word/g)?.length ?? 0).toBe(source.match(/word/g)?.length ?? 0);
      }),
      runs(500),
    );
  });

  it("what hides in it are stretches of it, in order, and no two hold the same place", () => {
    fc.assert(
      fc.property(text, (source) => {
        let at = 0;
        for (const { start, end } of commentRanges(source)) {
          expect([at <= start, start <= end, end <= source.length]).toEqual([true, true, true]);
          at = end;
        }
      }),
      runs(500),
    );
  });
});
