import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod";
import { startGitHub } from "../../test/emulator/github.ts";
import type { Workplace } from "../../test/emulator/github-agent.ts";
import { type RunningService, startService } from "../../test/emulator/start.ts";
import { runStep, type StepResult } from "../../test/runner/runner.ts";
import { LiveThread } from "./live-thread.ts";
import { githubPage, type Post, type Scene } from "./page.ts";
import { check, printScene } from "./print.ts";
import { pullRequests } from "./pull-requests.ts";
import { playReview } from "./review.ts";
import { runPost } from "./run-post.ts";
import { playThread, playTrouble } from "./thread.ts";
import { playWeeks } from "./weeks.ts";

const root = new URL("../../", import.meta.url);
const page = fileURLToPath(new URL("demo.html", root));
const { name, description } = z
  .object({ name: z.string(), description: z.string() })
  .parse(parse(readFileSync(new URL("action.yml", root), "utf8")));

/**
 * Runs the action as the runner would, against the emulators, and writes a page of what people would see. Throws when a run
 * did not end as it should.
 */
async function demo(): Promise<void> {
  console.log(`${name}, a GitHub Action. ${description}`);
  console.log(
    "It runs here against an emulated GitHub and an emulated service, for less than a minute.\n",
  );
  const github = await startGitHub();
  const agent: Workplace = { gitHub: github.fake, repository: github.docs };
  const service = await startService({ timeScale: 7, workplace: agent });
  // Both threads count their jobs, so each has a service of its own, and so have the other scenes.
  const second = await startService({ timeScale: 7, workplace: { ...agent } });
  const other = await startService({ timeScale: 7, workplace: { ...agent } });
  const playOthers = async () => ({
    review: await playReview(github, other),
    step: await playStep(other),
    report: await playReport(other),
  });
  try {
    const [thread, trouble, others, weeks] = await Promise.all([
      playThread(github, service, agent),
      playTrouble(github, second),
      playOthers(),
      playWeeks(),
    ]);
    const pulls = pullRequests(github.fake, "octo/docs");
    const listings: Scene[] = [
      {
        title: "The pull requests",
        caption:
          "What the emulated agent wrote. It writes no prose, but it really edits and commits. The links of the comments lead here.",
        posts: [...pulls.posts, ...weeks.pulls.posts],
      },
      {
        title: "The other workflow runs",
        caption: "Each comment links its run. This is what the run's own page shows.",
        posts: [...thread.runs, ...trouble.runs, ...weeks.runs],
      },
    ];
    for (const { title, posts } of listings) printScene(title, String(posts.length));
    // What most people come for: a request and its pull request, the merges of weeks, then the report.
    const [asks, ready, ...more] = thread.scenes;
    if (asks === undefined || ready === undefined) throw new Error("the thread has too few scenes");
    const { report, review, step } = others;
    const scenes = [
      asks,
      ready,
      weeks.scene,
      report,
      review,
      step,
      ...more,
      ...trouble.scenes,
      ...listings,
    ];
    const html = githubPage({
      title: `${name}: the demo`,
      caption: `${name} is a GitHub Action. ${description} All comments, summaries and logs on this page were written by the real action when you ran the demo. GitHub, the service and its agent were emulated on your machine, and nothing was sent anywhere else.`,
      scenes,
      targets: new Map([...pulls.targets, ...weeks.pulls.targets, ...runTargets(scenes)]),
      drawsCharts: true,
    });
    check(html.includes("<svg "), "the page has no chart");
    writeFileSync(page, html);
    console.log(`\nOpen this page to see it as GitHub would show it: ${page}`);
  } finally {
    await service.close();
    await second.close();
    await other.close();
    await github.close();
  }
}

/** Where the addresses of the runs lead on the page. */
function runTargets(scenes: readonly Scene[]): [string, string][] {
  return scenes.flatMap(({ posts }) =>
    posts.flatMap(({ id = "" }): [string, string][] => {
      const [, run, attempt] = /^run-(\d+)(?:-(\d+))?$/.exec(id) ?? [];
      if (run === undefined) return [];
      const address = `https://github.com/octo/site/actions/runs/${run}`;
      return [[attempt === undefined ? address : `${address}/attempts/${attempt}`, `#${id}`]];
    }),
  );
}

async function playStep(service: RunningService): Promise<Scene> {
  const prompt = "Document the new limit parameter of the list endpoints.";
  const step = await runStep({
    with: { ...inputsOf(service), prompt },
    env: { GITHUB_RUN_ID: "2001" },
  });
  const { result } = step.outputs;
  check(step.exitCode === 0 && result === "pull-request", "the step brought no pull request");
  return sceneOf(
    "A workflow step with a prompt of its own",
    "Without a comment: the workflow names the work, and the job summary links the pull request.",
    step,
    "2001",
  );
}

/** The visitors of the last full week on a site of 120 pages, beside the week before. */
async function playReport(service: RunningService): Promise<Scene> {
  service.change({ pages: 120 });
  const github = await startGitHub();
  const thread = new LiveThread(github, service);
  const step = await runStep({
    with: {
      ...inputsOf(service),
      ...{ "api-key": service.readOnlyKey, "github-token": github.token },
      ...{ mode: "visitors", period: "last-week", "issue-number": String(thread.number) },
    },
    eventName: "schedule",
    env: {
      GITHUB_RUN_ID: "2002",
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: github.fake.repository,
    },
  });
  await github.close();
  const { result, reason, complete, nextCount } = step.outputs;
  check(step.exitCode === 0 && result === "reported", `the report ended as ${result} (${reason})`);
  check(complete === "true" && reason === "", "the report is not complete");
  check(Number(nextCount) > 0, "the report has nothing to document next");
  for (const part of ["What moved", "Top pages"])
    check(step.summary.includes(`### ${part}\n`), `the report has no part “${part}”`);
  const comments = thread.own().map(({ login, body }): Post => ({ by: login, markdown: body }));
  check(
    comments.some(({ markdown }) => markdown.includes("/docs-agent --new ")),
    "the report has no command",
  );
  const scene = sceneOf(
    "The weekly visitor report, with commands to copy",
    "Every Monday, the second mode turns the service's visitor analytics into a report: a comment on an issue, and more in the job summary. It joins who reads a page with what readers voted, reported and asked. A command, pasted as a comment, starts a job.",
    step,
    "2002",
  );
  return { ...scene, posts: [...comments, ...scene.posts] };
}

function sceneOf(title: string, caption: string, step: StepResult, run: string): Scene {
  printScene(title, step.outputs["result"]);
  return { title, caption, posts: [runPost(step, run)] };
}

function inputsOf({ key, projectId, url }: RunningService): Record<string, string> {
  return { "api-key": key, "project-id": projectId, "base-url": url };
}

await demo().catch((error: unknown) => {
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
