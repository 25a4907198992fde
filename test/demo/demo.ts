import { startGitHub, startService } from "../emulator/start.ts";
import { runStep } from "../runner/runner.ts";
import { check, heading, showStep } from "./print.ts";
import { playThread } from "./thread.ts";

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
    await playThread(github, service);

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
    console.log(`\nThe pull request: ${step.outputs["prLink"]}`);
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
