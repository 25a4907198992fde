import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type ContextSource,
  renderDiffContext,
  renderReference,
} from "../../src/agent/context-text.ts";
import type { TriggerText } from "../../src/github/event.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf } from "../text/rendered.ts";

const fence = fc.constantFrom("```", "\n````\n", "\n~~~\n", "\n```text\n", "`".repeat(30));
const words = fc
  .array(fc.oneof({ weight: 3, arbitrary: hostile }, fence), { maxLength: 4 })
  .map((parts) => parts.join(""));
const times = fc.constantFrom(...Array<number>(40).fill(1), 9000);
const text = fc.tuple(words, times).map(([part, times]) => part.repeat(times).slice(0, 70_000));
const line = fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined });
const inline = fc.record({
  path: text,
  startLine: line,
  line,
  hunk: text,
  rootCommentId: fc.constant(40),
});
const written = {
  text,
  author: text,
  authorIsBot: fc.boolean(),
  commentId: fc.constant(41),
  url: text,
};
const trigger: fc.Arbitrary<TriggerText> = fc.oneof(
  fc.record({
    ...{ ...written, kind: fc.constant("review-comment" as const) },
    ...{ id: fc.constant("review-comment:41"), inline },
  }),
  fc.record({
    ...{ ...written, kind: fc.constant("issue-comment" as const) },
    ...{ id: fc.constant("issue-comment:41"), inline: fc.constant(undefined) },
  }),
);
const thread = fc.record({
  number: fc.nat(),
  isPullRequest: fc.boolean(),
  title: text,
  url: text,
  body: text,
});
const optional = fc.option(text, { nil: undefined });
const file = fc.record({
  ...{ path: text, previousPath: optional, status: text, patch: text },
  ...{ additions: fc.nat(), deletions: fc.nat() },
});
const compared = fc.oneof(
  fc.record({ kind: fc.constant("pull-request" as const), number: fc.nat() }),
  fc.record({ kind: fc.constant("range" as const), base: text, head: text }),
);
const changes = fc.record({
  ...{ compared, headSha: optional, files: fc.array(file, { maxLength: 4 }) },
  ...{ total: fc.nat(9), complete: fc.boolean(), titles: fc.array(text, { maxLength: 3 }) },
  ...{ patterns: fc.constant([]), totalCommits: fc.nat(9) },
});
const source: fc.Arbitrary<ContextSource> = fc.record({
  ...{ repository: text, thread: fc.option(thread, { nil: undefined }), trigger },
  comments: fc.option(fc.array(inline, { maxLength: 3 }), { nil: undefined }),
  headSha: optional,
});

it("a context is one sentence of ours and one block of code without hidden text", () => {
  fc.assert(
    fc.property(source, fc.option(changes, { nil: undefined }), (about, given) => {
      for (const context of [renderReference(about), renderDiffContext(about, given)]) {
        if (context === "") continue;
        const html = render(context);
        expect(tagsOf(html)).toEqual(["p", "/p", "pre", "code", "/code", "/pre"]);
        expect(html.startsWith("<p>The following is data from GitHub")).toBe(true);
        expect(html.endsWith("</code></pre>")).toBe(true);
        // The lines about the thread, and hunks, are outside the limit of the diff.
        expect(context.length).toBeLessThan(79_000);
        expect(context).not.toMatch(/[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/iu);
      }
    }),
    runs(250),
  );
});
