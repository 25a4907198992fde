import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startGitHub, startService } from "../emulator/start.ts";
import { runStep } from "../runner/runner.ts";
import { githubPage } from "./page.ts";
import { check, heading, showStep } from "./print.ts";
import { playThread } from "./thread.ts";
import { playVisitors } from "./visitors.ts";

const page = fileURLToPath(new URL("../../demo.html", import.meta.url));

/**
 * Plays the action from beginning to end as the runner would, against the emulators, and prints what people would
 * see. Exits non-zero when a run did not end as it should.
 */
async function demo(): Promise<void> {
  const github = await startGitHub();
  const service = await startService({
    timeScale: 15,
    github: { apiUrl: github.url, token: github.tokens.owner, repository: github.docsRepository },
  });
  try {
    const comments = await playThread(github, service);
    const report = await playVisitors(service);

    heading("A workflow step with a prompt of its own");
    const step = await runStep({
      with: {
        "api-key": service.key,
        "project-id": service.projectId,
        "base-url": service.url,
        prompt: "Document the new limit parameter of the list endpoints.",
      },
    });
    showStep(step);
    check(
      step.exitCode === 0 && step.outputs["result"] === "pull-request",
      "the step brought no pull request",
    );
    writeFileSync(
      page,
      githubPage("Docs Agent: the demo's thread and summaries", [
        ...comments,
        { by: "Summary of the step with a prompt", markdown: step.summary },
        { by: "Summary of the visitor report", markdown: report },
      ]),
    );
    console.log(`\nComments, summaries and report, as GitHub would show them: ${page}`);
    console.log(
      `The pull request (on the emulated GitHub, which ends with the demo): ${step.outputs["prLink"]}`,
    );
  } finally {
    await service.close();
    await github.close();
  }
}

try {
  await demo();
} catch (error) {
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
