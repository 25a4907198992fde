import { afterAll, beforeAll, expect, test } from "vitest";
import { type Passed, roundTrips, startFront } from "../emulator/front.ts";
import { LiveThread, until } from "../emulator/live-thread.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { clockOf, runInProcess, startInProcess } from "../runner/in-process.ts";
import { runStep, startStep } from "../runner/runner.ts";

let gitHub: GitHubEmulator;
let service: RunningService;

beforeAll(async () => {
  gitHub = await startGitHub();
  service = await startService({
    timeScale: 60,
    github: { apiUrl: gitHub.url, token: gitHub.tokens.owner, repository: gitHub.docsRepository },
  });
});
afterAll(async () => {
  await service.close();
  await gitHub.close();
});

test("below GitHub Enterprise Server's path, a command takes at most four round trips to its job and nine requests", async () => {
  const thread = await LiveThread.open(gitHub, service);
  const passed: Passed[] = [];
  const gitHubFront = await startFront(gitHub.url, { path: "/api/v3", delayMs: 60, passed });
  const serviceFront = await startFront(service.url, { path: "", delayMs: 60, passed });
  try {
    const step = await thread.command("/docs-agent Measure the way", "maintainer", {
      with: { "base-url": serviceFront.url, context: "diff" },
      apiUrl: gitHubFront.url,
    });
    const { outputs, exitCode } = await runInProcess(step, { clock: clockOf(service) });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    const atGitHub = passed.filter(({ path }) => path.startsWith("/api/v3/repos/octo/site/"));
    expect(atGitHub.length).toBeGreaterThanOrEqual(7);
    expect(atGitHub.length).toBeLessThanOrEqual(9);
    // Nothing went past the prefix.
    expect(passed.filter(({ path }) => path.startsWith("/repos/"))).toEqual([]);
    const creation = passed.find(({ method, path }) => method === "POST" && path.endsWith("/job"));
    if (creation === undefined) throw new Error("no job was created");
    const rounds = roundTrips(passed, creation);
    // The gate comes before the job, so that fewer than two would say that nothing was measured.
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(rounds).toBeLessThanOrEqual(4);
  } finally {
    await gitHubFront.close();
    await serviceFront.close();
  }
});

test("after a run was killed, the post step updates its comment and a re-run resumes its job", async () => {
  const thread = await LiveThread.open(gitHub, service);
  const running = startStep(await thread.command("/docs-agent --new Explain this [takes 60s]"));
  await running.said("The service accepted the request");
  running.process.kill("SIGKILL");
  const { state, outputs, signal } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect((await thread.own()).at(-1)?.body).toContain("Working on it");
  const post = await runStep(thread.step(), "post", state);
  expect([post.exitCode, post.stderr]).toEqual([0, ""]);
  const shown = (await thread.own()).at(-1)?.body ?? "";
  expect(shown).toContain("**The run was interrupted.**");
  expect(shown).toContain(outputs["jobId"]);
  const again = await runInProcess(thread.step({ GITHUB_RUN_ATTEMPT: "2" }), { clock: clockOf(service) });
  expect(again.outputs).toMatchObject({ result: "pull-request", jobId: outputs["jobId"] });
  const own = service.jobs().filter(({ turns }) => turns[0]?.prompt.startsWith("Explain this"));
  expect(own).toHaveLength(1);
  expect((await thread.own()).at(-1)?.body).toContain("Pull request ready");
});

test("a cancel shows in the thread, although the job never ends", async () => {
  const thread = await LiveThread.open(gitHub, service);
  const jobs = service.jobs().length;
  const running = startInProcess(await thread.command("/docs-agent --new Explain that [takes forever]"));
  await until(() => service.jobs().length > jobs);
  running.cancel();
  const { exitCode, outputs } = await running.done;
  expect([exitCode, outputs["result"]]).toEqual([1, "cancelled"]);
  const last = (await thread.own()).at(-1)?.body ?? "";
  expect(last).toContain("**The run was cancelled.**");
  expect(last).toContain(outputs["jobId"]);
});
