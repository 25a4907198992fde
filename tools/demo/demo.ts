import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RunningService, startGitHub, startService } from "../../test/emulator/start.ts";
import { runStep, type StepResult } from "../../test/runner/runner.ts";
import { githubPage, type Scene } from "./page.ts";
import { check, heading, section, showLog, showOutputs, showStep } from "./print.ts";
import { pullRequests } from "./pull-requests.ts";
import { playThread } from "./thread.ts";

const page = fileURLToPath(new URL("../../demo.html", import.meta.url));

/**
 * Runs the action as the runner would, against the emulators, and prints what people would see. Throws when a run did
 * not end as it should.
 */
async function demo(): Promise<void> {
  const webUrl = "https://github.com";
  const github = await startGitHub({ webUrl });
  const service = await startService({
    timeScale: 15,
    github: { apiUrl: github.url, webUrl, token: github.tokens.owner, repository: github.docsRepository },
  });
  try {
    const thread = await playThread(github, service);
    const report = await playReport(service);
    const step = await playStep(service);
    const pulls = await pullRequests(github);
    const scenes: Scene[] = [
      ...(await thread.scenes()),
      {
        title: "A workflow step with a prompt of its own",
        caption:
          "Without a comment: the workflow names the work, and the job summary links the pull request.",
        posts: [{ by: "Run 2001", what: "job summary", markdown: step.summary, id: "run-2001" }],
      },
      {
        title: "The weekly visitor report",
        caption:
          "The second mode turns the service's visitor analytics into a report in the job summary. GitHub draws the chart; this page shows its source.",
        posts: [{ by: "Run 2002", what: "job summary", markdown: report.summary, id: "run-2002" }],
      },
      {
        title: "The pull requests",
        caption: "What the emulated agent wrote. It writes no prose, but it really edits and commits.",
        posts: pulls.posts,
      },
      {
        title: "The workflow runs of the thread",
        caption: "Each comment above links its run. This is what the run's own page shows.",
        posts: thread.runs(),
      },
    ];
    const html = githubPage({
      title: "Docs Agent: the demo",
      caption:
        "The real action ran against an emulated GitHub and an emulated service. Each part says what it shows; the comments are as GitHub would show them. Links to pull requests and runs lead to the end of this page.",
      scenes,
      targets: new Map([...pulls.targets, ...runTargets(scenes)]),
    });
    writeFileSync(page, html);
    console.log(`\nAll of it as GitHub would show it, with captions: ${page}`);
  } finally {
    await service.close();
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

/** The visitors of the last full week on a site of 120 pages, beside the week before. */
async function playReport(service: RunningService): Promise<StepResult> {
  service.change({ pages: 120 });
  heading("Monday morning: what happened on the documentation site last week");
  const step = await runStep({
    with: { ...inputsOf(service), "api-key": service.readOnlyKey, mode: "visitors", period: "last-week" },
    eventName: "schedule",
    env: { GITHUB_RUN_ID: "2002" },
  });
  showLog(step);
  section("Summary", folded(step.summary));
  showOutputs(step);
  const { result, reason, complete } = step.outputs;
  check(step.exitCode === 0 && result === "reported", `the report ended as ${result} (${reason})`);
  check(complete === "true" && reason === "", "the report is not complete");
  for (const part of ["### What moved", "### Who reads what", "### Top pages"])
    check(step.summary.includes(part), `the report has no part “${part}”`);
  return step;
}

async function playStep(service: RunningService): Promise<StepResult> {
  heading("A workflow step with a prompt of its own");
  const prompt = "Document the new limit parameter of the list endpoints.";
  const step = await runStep({ with: { ...inputsOf(service), prompt }, env: { GITHUB_RUN_ID: "2001" } });
  showStep(step);
  const { result } = step.outputs;
  check(step.exitCode === 0 && result === "pull-request", "the step brought no pull request");
  return step;
}

function inputsOf({ key, projectId, url }: RunningService): Record<string, string> {
  return { "api-key": key, "project-id": projectId, "base-url": url };
}

/** A report with each folded part on one line. */
function folded(report: string): string {
  return report.replace(
    /<details>\n<summary>(.*?)<\/summary>\n(.*?)<\/details>/gs,
    (_, title: string, content: string) => {
      const lines = content.split("\n").filter((line) => line.trim() !== "").length;
      return `▸ ${title} (folded: ${lines} lines that are not printed here)`;
    },
  );
}

await demo().catch((error: unknown) => {
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
