import { expect, test } from "vitest";
import {
  dryRunText,
  helpOn,
  noFollowUpText,
  notSetUp,
  renderReply,
  statusText,
  whyHelp,
} from "../../src/agent/reply-text.ts";
import type { CommentText } from "../../src/agent/sentences.ts";
import { code, richText } from "../../src/text/rich-text.ts";
import { type Given, load } from "../given-inputs.ts";
import { render, tagsOf } from "../text/rendered.ts";
import { contentsOf, failedCheck, prLink, progress, runUrl } from "./fixture.ts";

const phrase = "/docs-agent";
const reply = (text: CommentText, more: Partial<typeof progress> = {}, help?: string) =>
  renderReply(text, { ...more, runUrl }, help);
const accepted = { icon: "✅", title: richText`Accepted.` };
const help = (isReview: boolean, phrase = "@docs-bot") =>
  reply(accepted, {}, helpOn(phrase, { isReview, isFolded: false }));

const noFlag = { kind: "not-understood", words: "--verbose", suggestion: undefined } as const;
const mistyped = { kind: "not-understood", words: "--nwe", suggestion: "--new" } as const;
const talk = { kind: "small-talk", words: "thanks" } as const;
const status = (status: string, more: Partial<typeof progress> = {}) =>
  reply(statusText(status, { ...progress, ...more }), { cut: more.cut });
const contents = contentsOf({ checks: [failedCheck("vale")] });

const source = "https://github.com/acme/docs-agent/blob/v1";
function notSet(given: Given, mention?: string, sourceUrl?: string, isReview = false): string {
  const { connection } = load(given);
  const problems = "problems" in connection ? connection.problems : [];
  return reply(notSetUp(problems, isReview, sourceUrl), { mention });
}

/** The replies in every state that people see. */
const replies: Record<string, string> = {
  "what is known of a job, and the request": reply(
    {
      title: richText`Nothing was sent.`,
      detail: richText`Job ${"<b>x</b>"}.`,
      next: richText`wait.`,
    },
    { asked: "Do\nit", jobId: "job_1" },
  ),
  "the help, with the workflow's phrase, below what became of the key": help(false),
  "the help in a review": help(true),
  "the help where each command starts a job": reply(
    accepted,
    {},
    helpOn(phrase, { isReview: false, isFolded: false, startsAnew: true }),
  ),
  "the help, folded": reply(accepted, {}, helpOn(phrase, { isReview: false, isFolded: true })),
  "an unknown flag": reply(whyHelp(noFlag, phrase, false)),
  "a mistyped flag": reply(whyHelp(mistyped, phrase, false)),
  "small talk": reply(whyHelp(talk, phrase, false)),
  "an unknown flag in a review": reply(whyHelp(noFlag, phrase, true)),
  "a mistyped flag in a review": reply(whyHelp(mistyped, phrase, true)),
  "the status of a job at work": status("active"),
  "the status of a job at work, with its pull request": status("active", { prLink }),
  "the status of a job whose pull request fails a check": status("completed", { prLink, contents }),
  "the status of a job without a pull request": status("completed"),
  "the status of a job, above another command": status("completed", { prLink, cut: "rest" }),
  "the status of a job that failed": status("failed"),
  "a review of a merged pull request": reply(noFollowUpText("merged", phrase)),
  "a review of a job that is over": reply(noFollowUpText("gone", phrase)),
  "a dry run of a new job": reply(
    dryRunText({ kind: "create", replaces: undefined }, undefined, false),
  ),
  "a dry run that goes without the changed files": reply(
    dryRunText({ kind: "create", replaces: undefined }, richText`without the changed files`, false),
  ),
  "a dry run of a review": reply(
    dryRunText({ kind: "create", replaces: undefined }, richText`with ${code("a")}`, true),
  ),
  "neither key nor project": notSet({ "api-key": "", "project-id": "" }, "alice", source),
  "no project, of a review": notSet({ "project-id": "" }, "alice", source, true),
  "an address that cannot be used": notSet({ "base-url": "https://docs.example.com/v1" }),
  "no key, where it is not known whom to mention and what to link": notSet({ "api-key": "" }),
};

test("every reply says what happened, and what to do about it", async () => {
  const shown = Object.entries(replies).map(([name, body]) => {
    expect(body.match(/<!--/g)).toHaveLength(1);
    return `=== ${name}\n\n${body.replace("<!-- docs-agent:v1 -->\n\n", "").replace(runUrl, "")}\n`;
  });
  await expect(shown.join("\n")).toMatchFileSnapshot("reply-text.states.md");
  expect(tagsOf(render(help(false))).filter((tag) => tag === "li")).toHaveLength(5);
});

test("a reply shows words of any length in a comment that GitHub takes", () => {
  const text = whyHelp({ ...noFlag, words: "`a".repeat(32_000) }, phrase, false);
  expect(reply(text).length).toBeLessThan(2000);
});

test("the reply in a workflow that is not set up shows no value of an input, because anyone may read it", () => {
  expect(notSet({ "base-url": "http://secret.example/?token=abc" })).not.toMatch(
    /secret\.example|abc/,
  );
});
