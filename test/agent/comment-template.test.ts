import { describe, expect, test } from "vitest";
import {
  renderHelp,
  renderReply,
  renderStatusComment,
  type StatusCommentModel,
} from "../../src/agent/comment-template.ts";
import { headline, type Outcome, type Result, reasons, results } from "../../src/result.ts";
import { code, message, toMarkdown, url } from "../../src/text/message.ts";
import { render, tagsOf } from "../text/rendered.ts";

const runUrl = "https://github.com/acme/site/actions/runs/1001";
const working: StatusCommentModel = {
  outcome: undefined,
  prompt: "Document the limit",
  jobId: undefined,
  repository: undefined,
  elapsedMs: undefined,
  notes: [],
  runUrl,
  triggerPhrase: "/docs-agent",
};
const ended: StatusCommentModel = {
  ...working,
  outcome: {
    result: "pull-request",
    reason: "",
    message: message`Pull request ready: ${url("https://github.com/acme/docs/pull/3")}`,
    advice: message`Review it.`,
  },
  jobId: "job_7f3a",
  repository: "acme/docs",
  elapsedMs: 184_000,
};
const outcomeOf = (result: Result): Outcome => ({
  ...{ result, reason: "", message: message`It is so.`, advice: message`Do this.` },
});

/** The parts of a comment, without our marker. */
function partsOf(more: Partial<StatusCommentModel>, marker = ""): string[] {
  const [own, ...parts] = renderStatusComment({ ...ended, ...more }, marker).split("\n\n");
  expect(own).toBe("<!-- docs-agent:v1 -->");
  return parts;
}

describe("a status comment", () => {
  test("reads like this while the agent works, without a duration", () => {
    expect(
      renderStatusComment({ ...working, jobId: "job_7f3a", elapsedMs: 5000 }, "<!-- marker -->"),
    ).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **Working on it.** This comment changes when there is news.

      > Document the limit

      <sub>job \`job_7f3a\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

      <!-- marker -->"
    `);
  });

  test("reads like this with a pull request", () => {
    expect(renderStatusComment(ended, "")).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **Pull request ready: [acme/docs&#35;&#8203;3](<https://github.com/acme/docs/pull/3>)**

      > Document the limit

      To change something, reply \`/docs-agent\` and what. \`/docs-agent --new\` starts a new job.

      <sub>took 3 min 4 s · job \`job_7f3a\` · in \`acme/docs\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>"
    `);
  });

  test.each([
    ...results.map((result) => ({ result, reason: "" as const })),
    ...reasons.error.map((reason) => ({ result: "error" as const, reason })),
  ])("shows the headline, message and advice of $result $reason", ({ result, reason }) => {
    const outcome = { ...outcomeOf(result), reason };
    // A pull request is the message, and the next command is its advice.
    const first =
      result === "pull-request" ? ["**It is so.**"] : [`**${headline(outcome)}.** It is so.`, "Do this."];
    expect(partsOf({ outcome }).slice(0, first.length + 1)).toEqual([...first, "> Document the limit"]);
  });

  test("suggests a next command for every result that has one", () => {
    const next = results.flatMap((result) => {
      const command = partsOf({ outcome: outcomeOf(result) }).at(-2) ?? "";
      return command.startsWith(">") ? [] : [`${result}: ${command}`];
    });
    expect(next).toMatchInlineSnapshot(`
      [
        "pull-request: To change something, reply \`/docs-agent\` and what. \`/docs-agent --new\` starts a new job.",
        "no-changes: To change something, reply \`/docs-agent\` and what. \`/docs-agent --new\` starts a new job.",
        "failed: To try again, reply \`/docs-agent --new\` and your request.",
        "archived: To try again, reply \`/docs-agent --new\` and your request.",
        "started: Reply \`/docs-agent --status\` later to see how it went.",
      ]
    `);
  });

  test.each<[string, Partial<StatusCommentModel>]>([
    ["for a run without a command", { triggerPhrase: undefined }],
    ["while the agent works", { outcome: undefined }],
  ])("suggests no command %s", (_, more) => {
    expect(partsOf(more).join()).not.toContain("/docs-agent");
  });

  test("has no line for an advice or a prompt that is empty", () => {
    expect(partsOf({ outcome: { ...outcomeOf("cancelled"), advice: [] }, prompt: "" })).toHaveLength(2);
  });

  test("shows its notes", () => {
    const notes = [message`The earlier job is gone.`, message`And ${code("more")}.`];
    expect(partsOf({ notes }).slice(1, 3)).toEqual(["The earlier job is gone.", "And `more`."]);
  });

  test("quotes a prompt of 600 characters in full, and shortens a longer one", () => {
    expect(partsOf({ prompt: "x".repeat(600) })[1]).toBe(`> ${"x".repeat(600)}`);
    expect(partsOf({ prompt: "x".repeat(601) })[1]).toContain("…");
    const long = renderStatusComment({ ...ended, prompt: "word ".repeat(13_000) }, "");
    expect(long.length).toBeLessThan(3000);
  });
});

describe("the reply", () => {
  test("to --help reads like this, with the workflow's phrase", () => {
    expect(renderHelp("@docs-bot", runUrl)).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **What Docs Agent can do here.** Start a line with the phrase, and say what the documentation should say. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.

      | Command | What it does |
      | :-- | :-- |
      | \`@docs-bot document the new limit parameter\` | continues the job of this thread, or starts one |
      | \`@docs-bot --new document the new limit parameter\` | starts a new job with its own pull request |
      | \`@docs-bot --status\` | shows how the job of this thread is doing; nothing is sent |
      | \`@docs-bot --help\` | shows this help |

      Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.

      <sub>[workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>"
    `);
    const tags = tagsOf(render(renderHelp("@docs-bot", runUrl)));
    expect(tags.filter((tag) => tag === "tr")).toHaveLength(5);
  });

  test("to --status is a title and the sentences that are not empty", () => {
    const sentences = [message`Job ${code("job_1")} is ${code("active")}.`, [], message`Wait.`];
    expect(renderReply("Status", sentences, runUrl)).toBe(
      [
        "<!-- docs-agent:v1 -->",
        "**Status.** Job `job_1` is `active`. Wait.",
        `<sub>[workflow run](<${runUrl}>)</sub>`,
      ].join("\n\n"),
    );
  });

  test("escapes foreign text as every message does", () => {
    const sentence = message`See ${"@octo #1"}`;
    expect(renderReply("Status", [sentence], runUrl)).toContain(toMarkdown(sentence));
  });
});
