import { describe, expect, it } from "vitest";
import { InlineHtml } from "../../src/text/inline-html.ts";
import { render } from "./rendered.ts";

describe("InlineHtml", () => {
  it.each([
    ["an opening tag", "<a>", "a"],
    ["a tag in capitals", "<CODE>", "code"],
    ["a closing tag in capitals", "</CODE >", "/code"],
    ["an attribute without a value", "<a b c>", "a"],
    ["a bare value", "<a b=c d>", "a"],
    ["a longer one", "<a b=cVd e>", "a"],
    ["values in quotes", `<a b = 'c"' d="e>">`, "a"],
    ["a tag that closes itself", "<a b=c />", "a"],
  ])("reads %s", (_, text, expected) => {
    const tag = new InlineHtml(`x ${text} y`).tag(2);
    expect([tag?.to, `${tag?.closing ? "/" : ""}${tag?.name}`]).toEqual([2 + text.length, expected]);
    expect(render(`x ${text} y`)).toBe(`<p>x ${text} y</p>`);
  });

  // What stands at the start of each text is what a tag would go on with.
  it.each([
    ["a tag without a name", "> < a>", 2],
    ["one whose name begins with a digit", "> <1>", 2],
    ["one with what is no attribute", "=x> <a *>", 4],
    ["one with an empty value", "> <a b=>", 2],
    ["one with a bare value that holds a quote", `> <a b=c"d>`, 2],
    ["one with a quote that stays open", '> <a b="c', 2],
    ["one with two values together", `> <a b="c"d>`, 2],
  ])("takes %s for text", (_, text, at) => {
    expect(new InlineHtml(text).tag(at)).toBeUndefined();
    expect(render(`x ${text}`)).not.toContain(text.slice(at));
  });

  it("answers twice alike", () => {
    const html = new InlineHtml(`<a b="c"> <?`);
    expect(html.tag(0)).toEqual({ to: 9, name: "a", closing: false });
    expect(html.tag(0)).toEqual({ to: 9, name: "a", closing: false });
    expect([html.comment(10), html.comment(10)]).toEqual([undefined, undefined]);
  });
});
