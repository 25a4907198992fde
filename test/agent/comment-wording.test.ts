import { describe, expect, test } from "vitest";
import {
  renderHelp,
  renderReply,
  renderStatusComment,
  type StatusCommentModel,
} from "../../src/agent/comment-template.ts";
import { headline, type Outcome } from "../../src/result.ts";
import { message } from "../../src/text/message.ts";
import { ended, ownMarker, runUrl } from "./comment-fixture.ts";

describe("the words of a comment", () => {
  const body = (more: Partial<StatusCommentModel>) =>
    renderStatusComment({ ...ended, ...more }, "").split("\n\n");

  test("are these for the help", () => {
    expect(renderHelp("/docs", runUrl)).toBe(
      [
        ownMarker,
        "**What Docs Agent can do here.** Start a line with the phrase and say what the documentation should say; everything below that line belongs to it. The agent edits the documentation and opens a pull request, and this thread shows how it goes.",
        [
          "| Write | and |",
          "| :-- | :-- |",
          "| `/docs document the new limit parameter` | the agent does that, going on with the job of this thread if there is one |",
          "| `/docs --new document the new limit parameter` | the same, as a fresh job with a pull request of its own |",
          "| `/docs --status` | see how the job of this thread is doing; nothing is sent |",
          "| `/docs --help` | see this |",
        ].join("\n"),
        "A request is best when it names the page and the change. It must stand outside of quotes and code, and editing a comment afterwards does nothing.",
        `<sub>[see the run](<${runUrl}>)</sub>`,
      ].join("\n\n"),
    );
  });

  test.each([
    [
      "no-changes",
      "To have something changed, write `/docs-agent` and what should be different; `/docs-agent --new` starts afresh.",
    ],
    ["failed", "To try again with a fresh job, write `/docs-agent --new` and your request."],
    ["archived", "To try again with a fresh job, write `/docs-agent --new` and your request."],
    ["started", "`/docs-agent --status` shows how it is doing."],
  ] as const)("say after %s how to go on", (result, next) => {
    const outcome: Outcome = { result, reason: "", message: message`It is so.`, advice: message`Do this.` };
    expect(body({ outcome })).toEqual([
      ownMarker,
      `**${headline(outcome)}.** It is so.`,
      "Do this.",
      "> Document the limit",
      next,
      `<sub>took 3 min 4 s · job \`job_7f3a\` · in \`acme/docs\` · [see the run](<${runUrl}>)</sub>`,
    ]);
  });

  test("are none where there is no advice", () => {
    const outcome: Outcome = { result: "cancelled", reason: "", message: message`It is so.`, advice: [] };
    expect(body({ outcome, prompt: "" })).toHaveLength(3);
  });

  test("tell no time while the agent is at work", () => {
    expect(body({ outcome: undefined }).at(-1)).toMatch(/^<sub>job /);
  });

  test("of an answer leave out what is empty", () => {
    expect(renderReply("Status", [message`One.`, [], message`Two.`], runUrl)).toContain(
      "**Status.** One. Two.\n\n",
    );
  });

  test("quote a prompt of 600 characters whole, and no more", () => {
    expect(body({ prompt: "x".repeat(600) })[2]).toBe(`> ${"x".repeat(600)}`);
    expect(body({ prompt: "x".repeat(601) })[2]).toContain("…");
  });
});
