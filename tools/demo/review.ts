import * as z from "zod";
import { LiveThread } from "../../test/emulator/live-thread.ts";
import type { GitHubEmulator, RunningService } from "../../test/emulator/start.ts";
import { runStep } from "../../test/runner/runner.ts";
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
export async function playReview(github: GitHubEmulator, service: RunningService): Promise<Scene> {
  const thread = new LiveThread(github, service, await openPull(github));
  const summary = "/docs-agent Please do as my comments say.";
  await thread.review(summary, comments, "owner");
  const step = await runStep(thread.step({ GITHUB_RUN_ID: runId }));
  check(step.outputs["result"] === "pull-request", "the review brought no pull request");
  const prompt = service.jobs().at(-1)?.turns[0]?.prompt ?? "";
  for (const { body } of comments) check(prompt.includes(body), `the request lacks the comment “${body}”`);
  const title = "A review is one request";
  printScene(title, step.outputs["result"]);
  const inline = comments.map(
    ({ path, line, body }): Post => ({
      by: "octo",
      what: `commented on ${path}, line ${line}`,
      markdown: body,
    }),
  );
  const replies = (await thread.own()).map(({ user, body }): Post => ({ by: user.login, markdown: body }));
  return {
    title,
    caption:
      "A maintainer reviews a pull request, with comments on lines. One command in the summary sends them along, and the reply names them. The phrase alone would do.",
    posts: [{ by: "octo", what: "reviewed", markdown: summary }, ...inline, ...replies, runPost(step, runId)],
  };
}

/** A pull request that changes a page. */
async function openPull(github: GitHubEmulator): Promise<number> {
  const sha = z.object({ object: z.object({ sha: z.string() }) });
  const { object } = sha.parse(await github.call("GET", "/git/ref/heads/main"));
  await github.call("POST", "/git/refs", { body: { ref: "refs/heads/quickstart", sha: object.sha } });
  await github.call("PUT", `/contents/${page}`, {
    by: "maintainer",
    body: {
      ...{ message: "Add the quickstart", branch: "quickstart" },
      content: Buffer.from(text).toString("base64"),
    },
  });
  const opened = await github.call("POST", "/pulls", {
    by: "maintainer",
    body: { title: "Add the quickstart", body: "", head: "quickstart", base: "main" },
  });
  return z.looseObject({ number: z.number() }).parse(opened).number;
}
