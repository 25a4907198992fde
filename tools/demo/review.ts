import type { RunningGitHub } from "../../test/emulator/github.ts";
import type { RunningService } from "../../test/emulator/start.ts";
import { runStep } from "../../test/runner/runner.ts";
import { LiveThread } from "./live-thread.ts";
import type { Post, Scene } from "./page.ts";
import { check, printScene } from "./print.ts";
import { runPost } from "./run-post.ts";

const page = "docs/quickstart.md";
const text = "# Quickstart\n\nInstall the tool.\n\nRun it with care.\n\nWatching is on.\n";
const runId = "3001";
const comments = [
  { path: page, line: 3, body: "Say how, with one command." },
  { path: page, line: 5, body: "```suggestion\nRun it.\n```" },
  { path: page, line: 7, body: "Name the flag that turns it off, `--no-watch`." },
];

/** The scene of a review: its summary and its comments on lines are one request. */
export async function playReview(github: RunningGitHub, service: RunningService): Promise<Scene> {
  const number = github.fake.nextNumber();
  github.code.push("quickstart", { [page]: text });
  github.code.openPull("quickstart", { number, title: "Add the quickstart", author: "maintainer" });
  const thread = new LiveThread(github, service, number);
  const summary = "/docs-agent Please do as my comments say.";
  thread.review(summary, comments, "owner");
  const step = await runStep(thread.step({ GITHUB_RUN_ID: runId }));
  check(step.outputs["result"] === "pull-request", "the review brought no pull request");
  const prompt = service.jobs().at(-1)?.turns[0]?.prompt ?? "";
  for (const { body } of comments)
    check(prompt.includes(body), `the request lacks the comment “${body}”`);
  const title = "A review is one request";
  printScene(title, step.outputs["result"]);
  const inline = comments.map(
    ({ path, line, body }): Post => ({
      by: "owner",
      what: `commented on ${path}, line ${line}`,
      markdown: body,
    }),
  );
  const replies = thread.own().map(({ login, body }): Post => ({ by: login, markdown: body }));
  return {
    title,
    caption:
      "A maintainer reviews a pull request, with comments on lines. One command in the summary sends them along, and the reply names them. The phrase alone would do.",
    posts: [
      { by: "owner", what: "reviewed", markdown: summary },
      ...inline,
      ...replies,
      runPost(step, runId),
    ],
  };
}
