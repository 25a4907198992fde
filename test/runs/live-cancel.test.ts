import { afterAll, beforeAll, expect, test } from "vitest";
import { LiveThread, until } from "../emulator/live-thread.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import {
  type InProcessResult,
  type InProcessStep,
  runInProcess,
  startInProcess,
} from "../runner/in-process.ts";

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

test.each([
  ["the gate", "GET", /permission$/],
  ["the status comment", "POST", /\/comments$/],
  ["the comments to read", "GET", /\/comments\?/],
])(
  "a cancel while GitHub does not answer about %s ends the run without a job",
  async (what, method, path) => {
    const { gitHub, thread } = await alone();
    const prompt = `Explain ${what}`;
    const step = await thread.command(`/docs-agent ${prompt}`);
    const hang = gitHub.fault({ method, path, times: "always", happens: { kind: "hang" } });
    const running = startInProcess(step);
    await until(() => hang.hits > 0);
    const { exitCode, outputs } = await cancel(running);
    expect([exitCode, outputs["result"]]).toEqual([1, "cancelled"]);
    expect(service.jobs().filter(({ turns }) => turns[0]?.prompt.startsWith(prompt))).toEqual([]);
  },
);

test("a cancel while GitHub does not answer the last edit leaves it to the post step", async () => {
  const { gitHub, thread } = await alone();
  const running = startInProcess(await thread.command("/docs-agent Explain all [takes forever]"));
  await until(() => service.jobs().some(({ turns }) => turns[0]?.prompt.startsWith("Explain all")));
  gitHub.fault({ method: "PATCH", times: "always", happens: { kind: "hang" } });
  const { exitCode, outputs, state } = await cancel(running);
  expect([exitCode, outputs["result"]]).toEqual([1, "cancelled"]);
  gitHub.clearFaults();
  await runInProcess(thread.step(), { phase: "post", state });
  expect((await thread.own()).at(-1)?.body).toContain("**The run was cancelled.**");
});

/** Cancels the run and waits for its end, which comes long before a request times out after 30 s. */
async function cancel(running: InProcessStep): Promise<InProcessResult> {
  const begin = performance.now();
  running.cancel();
  const result = await running.done;
  expect(performance.now() - begin).toBeLessThan(15_000);
  return result;
}
