import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { url } from "../../src/github/pull-request-address.ts";
import { plainUrl } from "../../src/text/markdown.ts";
import {
  code,
  type RichText,
  type RichTextPart,
  richText,
  toMarkdown,
  toPlainText,
} from "../../src/text/rich-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { render, tagsOf } from "./rendered.ts";

const pull = "https://github.com/octo-org/octo.repo/pull/7";

describe("a sentence", () => {
  it.each<[string, RichText, string, string]>([
    ["of our words", richText`**Done** in _time_.`, "**Done** in _time_.", "**Done** in _time_."],
    ["with a foreign text", richText`It said: ${"*no*"}`, "It said: *no*", "It said: &#42;no&#42;"],
    ["that begins with one", richText`${"# no"} it said`, "# no it said", "&#35; no it said"],
    ["with a name", richText`Job ${code("a_b")} runs.`, "Job a_b runs.", "Job `a_b` runs."],
    [
      "with a number",
      richText`After ${3} of ${0.5} tries`,
      "After 3 of 0.5 tries",
      "After 3 of 0.5 tries",
    ],
    [
      "with a pull request",
      richText`See ${url(pull)}.`,
      `See ${pull}.`,
      `See [octo-org/octo.repo&#35;&#8203;7](<${pull}>).`,
    ],
    ["with two pieces side by side", richText`${code("a")}${"b"}`, "ab", "`a`b"],
    ["without a word", richText``, "", ""],
  ])("%s is written for programs and as Markdown", (_, sentence, text, source) => {
    expect(toPlainText(sentence)).toBe(text);
    expect(toMarkdown(sentence)).toBe(source);
  });

  it("can be put together of others", () => {
    const whole = richText`${richText`Job ${code("a")}`} ${richText`says ${"<b>"}`}${[]}.`;
    expect(toPlainText(whole)).toBe("Job a says <b>.");
    expect(toMarkdown(whole)).toBe("Job `a` says &lt;b&gt;.");
  });
});

describe("what is foreign in a sentence", () => {
  const address = fc.oneof(
    hostile,
    fc.constant(pull),
    hostile.map((rest) => `https://a.example/${rest}`),
  );
  const foreign: fc.Arbitrary<RichTextPart> = fc.oneof(
    hostile,
    hostile.map(code),
    address.map(url),
  );
  // What our sentences have between their pieces: words, and signs that stand directly beside one.
  const own = fc.constantFrom(
    " and **more** ",
    " (**more**) ",
    ": **more** ",
    ", **more**: ",
    "**more**, ",
  );
  const sentences = fc
    .tuple(fc.boolean(), fc.array(fc.tuple(own, foreign), { minLength: 1, maxLength: 4 }))
    .map(([ownFirst, parts]): RichText => {
      const pieces = parts.flatMap(([words, piece]): RichTextPart[] => [{ trusted: words }, piece]);
      return ownFirst ? pieces : [...pieces.slice(1), { trusted: " and **more**" }];
    });

  /** The tags that a piece is to have, and no others. */
  function tagOf(piece: RichTextPart): readonly string[] {
    if (typeof piece === "string") return [];
    if ("trusted" in piece) return ["strong", "/strong"];
    if ("code" in piece) return piece.code === "" ? [] : ["code", "/code"];
    return plainUrl(piece.url) === undefined ? [] : ["a", "/a"];
  }

  it("is nothing but a text, a name or a link in Markdown", () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        const html = render(toMarkdown(sentence));
        expect(tagsOf(html)).toEqual(["p", ...sentence.flatMap(tagOf), "/p"]);
        const targets = Array.from(html.matchAll(/ href="([^"]*)"/g), ([, target = ""]) => target);
        for (const target of targets) expect(target).toMatch(/^https?:\/\//);
      }),
      runs(1500),
    );
  });
});
