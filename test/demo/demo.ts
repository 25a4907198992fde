import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { runStep, type StepResult } from "../runner/runner.ts";
import { githubPage } from "./page.ts";
import { check, heading, section, showLog, showOutputs, showStep } from "./print.ts";
import { playThread } from "./thread.ts";

const page = fileURLToPath(new URL("../../demo.html", import.meta.url));

/**
 * Runs the action as the runner would, against the emulators, and prints what people would see. Throws when a run did
 * not end as it should.
 */
async function demo(): Promise<void> {
  const github = await startGitHub();
  const service = await startService({
    timeScale: 15,
    github: { apiUrl: github.url, token: github.tokens.owner, repository: github.docsRepository },
  });
  try {
    const comments = await playThread(github, service);
    const report = await playReport(service);
    const step = await playStep(service);
    const articles = [
      ...comments,
      { by: "Summary of the step with a prompt", markdown: step.summary },
      { by: "Summary of the visitor report", markdown: report.summary },
    ];
    writeFileSync(page, githubPage("Docs Agent: the demo's thread and summaries", articles));
    console.log(`\nComments, summaries and report, as GitHub would show them: ${page}`);
    const link = step.outputs["prLink"];
    console.log(`The pull request (on the emulated GitHub, which ends with the demo): ${link}`);
  } finally {
    await service.close();
    await github.close();
  }
}

/** The visitors of the last full week on a site of 120 pages, beside the week before. */
async function playReport(service: RunningService): Promise<StepResult> {
  service.change({ pages: 120 });
  heading("Monday morning: what happened on the documentation site last week");
  const step = await runStep({
    with: { ...inputsOf(service), "api-key": service.readOnlyKey, mode: "visitors", period: "last-week" },
    eventName: "schedule",
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
  const step = await runStep({ with: { ...inputsOf(service), prompt } });
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
