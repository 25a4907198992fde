import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { inlineSpans } from "../../src/text/inline-spans.ts";
import { DefinedLabels, definitionEnd } from "../../src/text/link-end.ts";

/** The source of every span in a paragraph, above definitions of its own. */
function spans(paragraph: string, definitions = ""): string[] {
  const found: string[] = [];
  for (const { from, to } of inlineSpans(paragraph, new DefinedLabels(`${paragraph}\n\n${definitions}`))) {
    found.push(paragraph.slice(from, to));
    // Each takes at least a character, or there would be no end of them.
    if (found.length > paragraph.length) throw new Error("Spans without end");
  }
  return found;
}

const spanTypes = new Set(["codeText", "htmlText", "autolink", "resource", "reference"]);

/** What a real parser of GitHub's Markdown takes for such spans, the outermost only. */
function parsed(source: string, types: ReadonlySet<string> = spanTypes): string[] {
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(source, undefined, true)),
  );
  const found: string[] = [];
  let end = 0;
  for (const [kind, { type, start, end: to }] of events) {
    if (kind !== "enter" || !types.has(type) || start.offset < end) continue;
    end = to.offset;
    // A span of ours begins with the bracket that ends the link's text.
    found.push((type === "resource" || type === "reference" ? "]" : "") + source.slice(start.offset, end));
  }
  return found;
}

const deep = (depth: number) => `${"(".repeat(depth)}b${")".repeat(depth)}`;

describe("inlineSpans, beside a parser of GitHub's Markdown", () => {
  it.each<[string, string, string[], string?]>([
    ["what an image hides", "![a](`b`)", ["](`b`)"]],
    ["what a link hides", "[a](`b`) `c`", ["](`b`)", "`c`"]],
    ["nothing where no bracket is open", "a](`b`)", ["`b`"]],
    ["nothing where an opening bracket is escaped", "\\[a](`b`)", ["`b`"]],
    ["a link behind an escaped backslash", "\\\\[a](`b`)", ["](`b`)"]],
    ["nothing around a link", "[[a](b)](`c`)", ["](b)", "`c`"]],
    ["a link behind what is nothing around one", "[[a](b)](`c`) [d](`e`)", ["](b)", "`c`", "](`e`)"]],
    ["nothing twice around a link", "[[[a](b)](`c`)](`d`)", ["](b)", "`c`", "`d`"]],
    ["a link around brackets", "[[a]](`b`)", ["](`b`)"]],
    ["a link around an image", "[![a](b)](`c`)", ["](b)", "](`c`)"]],
    ["an image around a link", "![[a](b)](`c`)", ["](b)", "](`c`)"]],
    ["a link in angle brackets", "[a](<`b c`>)", ["](<`b c`>)"]],
    ["nothing in angle brackets that stay open", "[a](<`b`)", ["`b`"]],
    ["an address with an escaped parenthesis", "[a](b\\)`c`)", ["](b\\)`c`)"]],
    ["no address with an escaped space", "[a](b\\ `c`)", ["`c`"]],
    ["an address with parentheses", "[a](b(c)`d`)", ["](b(c)`d`)"]],
    ["no address with one parenthesis", '[a](b(c "`d`")', ["`d`"]],
    ["no address with one parenthesis, and no more", "[a](b(`d`)", ["`d`"]],
    ["32 parentheses", `[a](${deep(32)})`, [`](${deep(32)})`]],
    ["not 33 parentheses", `[a](${deep(33)})`, []],
    ["an escaped bracket in angle brackets", "[a](<b\\>`c`>)", ["](<b\\>`c`>)"]],
    ["a title", '[a](b "`c`")', ['](b "`c`")']],
    ["a title behind more white space", '[a](b  "`c`")', ['](b  "`c`")']],
    ["a title with escapes", '[a](b "\\" \\ `c`")', ['](b "\\" \\ `c`")']],
    ["a title in single quotes with escapes", "[a](b '\\' \\ `c`')", ["](b '\\' \\ `c`')"]],
    ["a title in parentheses with escapes", "[a](b (\\) \\ `c`))", ["](b (\\) \\ `c`))"]],
    ["not two titles", '[a](b "`c`" "d")', ["`c`"]],
    ["no link at the end of the text", ") [a](<b c", []],
    ["a reference", "[a][`b`]", ["][`b`]"], "[`b`]: c"],
    ["no reference to what is not defined", "[a][`b`]", ["`b`"], "[c]: d"],
    ["a reference in other white space", "[a][ b  `c`\n]", ["][ b  `c`\n]"], "[b `c`]: d"],
    ["a reference to other white space", "[a][b `c`]", ["][b `c`]"], "[\tb\n`c` ]: d"],
    ["a reference in another case", "[a][ẞ `b`]", ["][ẞ `b`]"], "[ss `B`]: c"],
    ["no reference without its white space", "[a][b`c`]", ["`c`"], "[b `c`]: d"],
    ["no reference where a blank label seems to be defined", "[a] `b`", ["`b`"], "[ ]: c"],
    ["code between brackets", "[`a`]", ["`a`"]],
    ["a bare address in brackets as text", "[https://a.b/`c` d", ["`c`"]],
    ["the second of two backticks, behind an escaped one", "\\`` `", ["` `"]],
    ["no code behind an escaped backtick", "\\``", []],
    [
      "tags, comments and addresses in angle brackets",
      "<b c='`'> <!-- ` --> <https://a.b/`> <c`d@e1.f>",
      ["<b c='`'>", "<!-- ` -->", "<https://a.b/`>", "<c`d@e1.f>"],
    ],
  ])("finds %s", (_, paragraph, expected, definitions = "") => {
    expect(spans(paragraph, definitions)).toEqual(expected);
    expect(parsed(`${paragraph}\n\n${definitions}`)).toEqual(expected);
  });
});

describe("inlineSpans, with bare addresses", () => {
  // They end where GitHub begins to look for punctuation to leave out, which can hide nothing.
  it.each([
    ["takes one up to white space", "https://a.b/`c` d`", ["https://a.b/`c`"]],
    ["takes one with www behind white space", "a www.b.c/`d`", ["www.b.c/`d`"]],
    ["takes none with www inside a word", "awww.b.c/`d`", ["`d`"]],
    ["looks for underscores in its host alone", "https://a.b/`c f_g.h`", ["https://a.b/`c"]],
    ["lets the front parts of a host have underscores", "https://a_b.c.d/`e`", ["https://a_b.c.d/`e`"]],
    ["takes none with one in the last part", "https://a.b_cd/`e`", ["https://a.b_cd", "`e`"]],
    ["takes none with one in the part before it", "https://a.b_c.de/`f`", ["https://a.b_c.de", "`f`"]],
    ["takes none with www and one in the last part", "www.a.b_c/`d`", ["www.a.b_c", "`d`"]],
    ["takes none with www inside and one behind it", "www.a_www.b_c/`d`", ["www.a_www.b_c", "`d`"]],
    [
      "takes none with www inside and more parts behind it",
      "www.a_www.b_c.d/`e`",
      ["www.a_www.b_c.d", "`e`"],
    ],
    ["takes one with www inside and no underscore behind it", "www.a_www.bc/`d`", ["www.a_www.bc/`d`"]],
    ["does so whatever the case", "https://a_WWW.b/`c`", ["https://a_WWW.b/`c`"]],
    ["takes one behind a host with an underscore", "www.a_https://b/`c`", ["www.a_", "https://b/`c`"]],
    ["takes one without TLS there", "www.a_http://b/`c`", ["www.a_", "http://b/`c`"]],
    ["takes one of another kind there", "https://a_ftp://b/`c`", ["https://a_", "ftp://b/`c`"]],
  ])("%s", (_, paragraph, expected) => {
    expect(spans(paragraph)).toEqual(expected);
    const code = (found: readonly string[]) => found.filter((span) => span.startsWith("`"));
    // GitHub knows FTP, this parser does not.
    expect(code(parsed(paragraph.replace("ftp:", "http:")))).toEqual(code(expected));
  });
});

describe("definitionEnd", () => {
  it.each<[string, string, number, string | undefined]>([
    ["takes a definition with its line end", "[a]: b\nc", 0, "[a]: b\n"],
    ["takes one below another", "[a]: b\n[c]: d 'e'\nf", 7, "[c]: d 'e'\n"],
    ["takes one below an empty line", "\n[a]: b\nc", 1, "[a]: b\n"],
    ["takes one with an empty address", "[a]: <>\nb", 0, "[a]: <>\n"],
    ["leaves what is no title", "[a]: b\n'c' d", 0, "[a]: b\n"],
    ["takes none without an address", "[a]:", 0, undefined],
    ["takes none with a parenthesis for an address", "[a]:)", 0, undefined],
    ["takes none without an address, below an empty line", "\n[a]: (", 1, undefined],
    ["takes none with more behind it", "[a]: b c", 0, undefined],
    ["takes none of a blank label", "[ ]: a", 0, undefined],
  ])("%s", (_, text, at, expected) => {
    const end = definitionEnd(text, at);
    expect(end === undefined ? undefined : text.slice(at, end)).toBe(expected);
    expect(parsed(text.slice(at), new Set(["definition"]))[0]).toBe(expected?.trimEnd());
  });
});
