import { describe, expect, it } from "vitest";
import { url } from "../../src/github/pull-request-address.ts";
import {
  code,
  type RichText,
  richText,
  toMarkdown,
  toPlainText,
} from "../../src/text/rich-text.ts";

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
