import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderPromptContext } from "../../src/agent/prompt-context.ts";
import type { TriggerText } from "../../src/github/events.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { bones, render, tagsOf, textOf } from "../text/rendered.ts";

const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: hostile },
      fc.constantFrom("```", "\n````\n", "\n~~~\n", "\n```text\n", "`".repeat(30)),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(""));
const line = fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined });
const written: fc.Arbitrary<TriggerText> = fc.record({
  kind: fc.constant("review-comment" as const),
  text,
  author: text,
  authorIsBot: fc.boolean(),
  commentId: fc.constant(41),
  url: text,
  inline: fc.option(
    fc.record({ path: text, startLine: line, line, hunk: text, rootCommentId: fc.constant(40) }),
    { nil: undefined },
  ),
});
const thread = fc.record({
  number: fc.nat(),
  isPullRequest: fc.boolean(),
  title: text,
  url: text,
  body: text,
  comments: fc.constant(1),
});
const files = fc.array(fc.record({ path: text, status: text, patch: text }), { maxLength: 4 });

describe("the context of a prompt", () => {
  it("is a sentence of ours and one block of code, to whoever reads Markdown", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("reference" as const, "diff" as const),
        thread,
        written,
        files,
        fc.boolean(),
        (kind, about, from, changed, more) => {
          const context = renderPromptContext(kind, about, from, changed, more);
          const html = render(context);
          expect(tagsOf(html)).toEqual(["p", "/p", "pre", "code", "/code", "/pre"]);
          expect(html.startsWith("<p>The following is data from GitHub")).toBe(true);
          expect(html.endsWith("</code></pre>")).toBe(true);
          expect(context).not.toMatch(
            /<!--\s*docs-agent:|[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/iu,
          );
        },
      ),
      runs(250),
    );
  });

  it("holds a patch as people see it, with its comments", () => {
    const patch = text.map((words) => words.replace(/docs-agent:/g, ""));
    fc.assert(
      fc.property(thread, patch, (about, words) => {
        const context = renderPromptContext("diff", { ...about, title: "", body: "" }, undefined, [
          { path: "a", status: "b", patch: words },
        ]);
        expect(bones(textOf(render(context)))).toContain(bones(words));
      }),
      runs(250),
    );
  });

  it("is nothing where none is asked for, or there is no thread", () => {
    fc.assert(
      fc.property(thread, written, files, (about, from, changed) => {
        expect(renderPromptContext("none", about, from, changed)).toBe("");
        expect(renderPromptContext("diff", undefined, from, changed)).toBe("");
      }),
      runs(30),
    );
  });
});
