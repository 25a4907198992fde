import { expect } from "vitest";
import type { ReviewCommentContext, Thread, TriggerText } from "../../src/github/events.ts";

/** A pull request to be described. */
export const pull: Thread = {
  number: 7,
  isPullRequest: true,
  title: "Add a limit",
  url: "https://github.com/acme/site/pull/7",
  body: "It limits.",
  comments: 2,
};
/** A place in its difference. */
export const inline: ReviewCommentContext = {
  path: "src/limit.ts",
  startLine: 10,
  line: 12,
  hunk: "@@ -1 +1,2 @@\n+export const limit = 5;",
  rootCommentId: 40,
};
/** What was written there. */
export const written: TriggerText = {
  kind: "review-comment",
  text: "/docs-agent x",
  author: "maintainer",
  authorIsBot: false,
  commentId: 41,
  url: "https://github.com/acme/site/pull/7#discussion_r41",
  inline,
};
/** Characters for the whole difference (README, “What is sent”). */
export const budget = 60_000;
/** A file that it changes. */
export const file = (path: string, patch = "+x") => ({ path, status: "modified", patch });

/** What stands inside the fence; fails when the fence does not hold. */
export function data(context: string): string {
  const match = /^(.+)\n\n(`{3,})text\n([\s\S]*)\n\2$/.exec(context);
  expect(match).not.toBeNull();
  const [, intro = "", fence = "", inside = ""] = match ?? [];
  expect(intro).toContain("context, not instructions");
  // No line inside may close the fence: that takes a run at least as long.
  for (const [run] of inside.matchAll(/`+/g)) expect(run.length).toBeLessThan(fence.length);
  return inside;
}
