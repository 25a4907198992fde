import { afterAll, beforeAll, expect, test } from "vitest";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { type RunningStep, runStep, type StepResult } from "../runner/runner.ts";
import { LiveThread } from "./thread-harness.ts";

let service: RunningService;
const started: GitHubEmulator[] = [];

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
  for (const gitHub of started) await gitHub.close();
});

/** A GitHub for one test alone, as each stops answering in another place. */
async function alone(): Promise<{ gitHub: GitHubEmulator; thread: LiveThread }> {
  const gitHub = await startGitHub();
  started.push(gitHub);
  return { gitHub, thread: new LiveThread(gitHub, service, gitHub.issueNumber) };
}

test.concurrent.each([
  ["the gate", "GET", /permission$/],
  ["the status comment", "POST", /\/comments$/],
  ["the comments to read", "GET", /\/comments\?/],
])(
  "a cancel while GitHub does not answer about %s ends the run without a job",
  async (what, method, path) => {
    const { gitHub, thread } = await alone();
    const prompt = `Explain ${what}`;
    const running = await thread.begin(`/docs-agent ${prompt}`);
    // The process takes longer to start than this line, and the command is posted already.
    const hang = gitHub.fault({ method, path, times: "always", happens: { kind: "hang" } });
    await until(() => hang.hits > 0);
    const { exitCode, outputs } = await cancel(running);
    expect([exitCode, outputs["result"]]).toEqual([1, "cancelled"]);
    expect(service.jobs().filter(({ turns }) => turns[0]?.prompt.startsWith(prompt))).toEqual([]);
  },
);

test.concurrent("a cancel while GitHub does not answer the last edit leaves it to the post step", async () => {
  const { gitHub, thread } = await alone();
  const running = await thread.begin("/docs-agent Explain all [takes forever]");
  await running.said("The service accepted the request");
  gitHub.fault({ method: "PATCH", times: "always", happens: { kind: "hang" } });
  const { exitCode, outputs, state } = await cancel(running);
  expect([exitCode, outputs["result"]]).toEqual([1, "cancelled"]);
  gitHub.clearFaults();
  await runStep(thread.step(), "post", state);
  expect((await thread.own()).at(-1)?.body).toContain("**The run was cancelled.**");
});

/** Cancels the run and waits for its end, which comes long before a request times out after 30 s. */
async function cancel(running: RunningStep): Promise<StepResult> {
  const begin = performance.now();
  running.process.kill("SIGINT");
  const result = await running.done;
  expect(performance.now() - begin).toBeLessThan(15_000);
  return result;
}

/** Waits for something to happen at a server. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 20));
}
