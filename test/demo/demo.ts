import { startGitHub, startService } from "../emulator/start.ts";
import { runStep, type StepResult } from "../runner/runner.ts";

/**
 * Plays the action from beginning to end as the runner would, against the emulators, and prints what people would
 * see. Exits non-zero when a run did not end as it should.
 */
async function demo(): Promise<void> {
  const github = await startGitHub();
  const service = await startService({
    timeScale: 5,
    github: { apiUrl: github.url, token: github.tokens.owner, repository: github.docsRepository },
  });
  try {
    const result = await runStep({
      with: {
        "api-key": service.key,
        "project-id": service.projectId,
        "base-url": service.url,
        prompt: "Document the new limit parameter of the list endpoints.",
      },
    });
    show("A workflow step with a prompt", result);
    expect(result, "pull-request");
    console.log(`\nThe pull request: ${result.outputs["prLink"]}`);
  } finally {
    await service.close();
    await github.close();
  }
}

function show(title: string, result: StepResult): void {
  heading(title);
  section("Log", result.stdout + result.stderr);
  section("Summary", result.summary);
  const outputs = Object.entries(result.outputs).map(([name, value]) => `${name}: ${value}`);
  section("Outputs", outputs.join("\n"));
}

function heading(text: string): void {
  console.log(`\n${text}\n${"=".repeat(text.length)}`);
}

function section(title: string, text: string): void {
  const lines = text.trimEnd().split("\n");
  console.log(`\n${title}\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}`);
}

function expect(result: StepResult, wanted: string): void {
  if (result.exitCode === 0 && result.outputs["result"] === wanted && result.outputs["prLink"]) return;
  throw new Error(
    `the run ended with ${result.outputs["result"]} (exit ${result.exitCode}) instead of ${wanted}`,
  );
}

try {
  await demo();
} catch (error) {
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
