import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { call } from "../emulator/call.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { clockOf, type InProcessResult, runInProcess } from "../runner/in-process.ts";
import { runStep, type Step, startStep } from "../runner/runner.ts";

let github: GitHubEmulator;
let service: RunningService;

beforeAll(async () => {
  github = await startGitHub();
  service = await startService({
    timeScale: 20,
    github: { apiUrl: github.url, token: github.tokens.owner, repository: github.docsRepository },
  });
});
beforeEach(() => service.clearFaults());
afterAll(async () => {
  await service.close();
  await github.close();
});

function step(inputs: Record<string, string>, more: Partial<Step> = {}): Step {
  return {
    with: { "api-key": service.key, "project-id": service.projectId, "base-url": service.url, ...inputs },
    ...more,
  };
}

/** Runs a step in this process, where no wait for a job takes time. */
const runHere = (step: Step): Promise<InProcessResult> => runInProcess(step, { clock: clockOf(service) });

const creations = () =>
  service.requests().filter((request) => request.method === "POST" && request.path.endsWith("/job"));

test("the bundle turns a prompt into a pull request that is really there", async () => {
  const before = creations().length;
  const { exitCode, outputs, summary, stdout, stderr } = await runStep(
    step({ prompt: "Document the limit parameter" }),
  );
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  expect(creations().length - before).toBe(1);
  expect(outputs).toMatchObject({
    result: "pull-request",
    reason: "",
    status: "completed",
    prompt: "Document the limit parameter",
  });
  expect(outputs["prLink"]).toMatch(/\/octo\/docs\/pull\/\d+$/);
  expect(summary).toContain(`(<${outputs["prLink"]}>)`);
  expect(stdout).not.toContain("    at ");
  const [, number] = /\/pull\/(\d+)$/.exec(outputs["prLink"] ?? "") ?? [];
  const pull = await call(
    github.url,
    github.tokens.owner,
    "GET",
    `/repos/${github.docsRepository}/pulls/${number}`,
  );
  expect(pull).toMatchObject({ html_url: outputs["prLink"] });
});

test("a follow-up by job-id goes to the same job and keeps its pull request", async () => {
  const first = await runHere(step({ prompt: "Explain retries" }));
  const second = await runHere(step({ prompt: "Shorter, please", "job-id": first.outputs["jobId"] ?? "" }));
  expect(second.exitCode).toBe(0);
  expect(second.outputs["jobId"]).toBe(first.outputs["jobId"]);
  expect(second.outputs["prLink"]).toBe(first.outputs["prLink"]);
  const watched = await runHere(step({ "job-id": first.outputs["jobId"] ?? "" }));
  expect(watched.outputs).toMatchObject({ result: "pull-request", prLink: first.outputs["prLink"] });
  expect(watched.outputs).not.toHaveProperty("prompt");
});

test.each([
  ["no-changes", 0, "x [no changes]"],
  ["failed", 1, "x [fail]"],
  ["archived", 0, "x [archive]"],
])("a job that ends as %s exits with %i", async (result, exitCode, prompt) => {
  const ended = await runHere(step({ prompt }));
  expect(ended.exitCode).toBe(exitCode);
  expect(ended.outputs["result"]).toBe(result);
});

test("an answer that is lost after the job was created leads to no second job", async () => {
  const jobs = service.jobs().length;
  service.fault({ method: "POST", path: /job$/, happens: { kind: "reset", take: true } });
  const { exitCode, outputs } = await runHere(step({ prompt: "x" }));
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ result: "error", reason: "uncertain" });
  expect(service.jobs().length - jobs).toBe(1);
});

test.each([
  ["reset-during", { kind: "reset-during" as const }, "uncertain"],
  ["broken JSON", { kind: "broken-json" as const }, "uncertain"],
  ["11 MB", { kind: "huge" as const, megabytes: 11 }, "uncertain"],
  [
    "a page from a proxy",
    { kind: "answer" as const, status: 502, body: "<html>Bad gateway</html>" },
    "uncertain",
  ],
  ["a redirect", { kind: "redirect" as const, location: "https://elsewhere.example/" }, "uncertain"],
])("a create that ends in %s is sent once", async (_, happens, reason) => {
  const before = creations().length;
  service.fault({ method: "POST", path: /job$/, happens });
  const { exitCode, outputs, stdout, stderr } = await runHere(step({ prompt: "x" }));
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ result: "error", reason });
  expect(creations().length - before).toBe(1);
  expect(`${stdout}${stderr}`).not.toMatch(/^ {4}at /m);
});

test.each([
  ["a wrong key", { "api-key": "mint_not_the_key" }, "api-key"],
  ["a read-only key", {}, "forbidden"],
  ["another project", { "project-id": "elsewhere" }, "not-found"],
])("%s is told with its reason", async (name, inputs, reason) => {
  const key = name === "a read-only key" ? { "api-key": service.readOnlyKey } : {};
  const { exitCode, outputs, summary, stdout } = await runHere(step({ prompt: "x", ...inputs, ...key }));
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ result: "error", reason });
  expect(summary).toContain(`\`${reason}\``);
  expect(stdout).toContain("::error title=Docs Agent");
});

test("wrong inputs are all named before any request", async () => {
  const before = service.requests().length;
  const { exitCode, outputs, stdout } = await runHere(
    step({ "api-key": "mint_dsc_0123456789", mode: "agnet", wait: "yes", "timeout-minutes": "soon" }),
  );
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ result: "error", reason: "input" });
  for (const name of ["api-key", "mode", "wait", "timeout-minutes"])
    expect(outputs["message"]).toContain(name);
  expect(stdout.split("\n").filter((line) => line.includes("mint_dsc_0123456789"))).toEqual([
    "::add-mask::mint_dsc_0123456789",
  ]);
  expect(service.requests().length).toBe(before);
});

const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];
test.each(signals)("%s ends the wait for a job that never ends, and its id is known", async (signal) => {
  const running = startStep(step({ prompt: "x [takes forever]" }));
  await running.said("The service accepted the request");
  running.process.kill(signal);
  const { exitCode, outputs, summary } = await running.done;
  expect(exitCode).toBe(1);
  expect(outputs["result"]).toBe("cancelled");
  expect(summary).toContain(`job-id: ${outputs["jobId"]}`);
});

test("a cancel while the create is under way waits for the answer, so that the job is known", async () => {
  service.fault({ method: "POST", path: /job$/, happens: { kind: "delay", ms: 1200 } });
  const running = startStep(step({ prompt: "x [takes forever]" }));
  await running.said("Creating a job");
  running.process.kill("SIGINT");
  const { outputs } = await running.done;
  expect(outputs["result"]).toBe("cancelled");
  expect(outputs["jobId"]).toBeTruthy();
});

test("a killed run has already put out its job", async () => {
  const running = startStep(step({ prompt: "x [takes forever]" }));
  await running.said("The service accepted the request");
  running.process.kill("SIGKILL");
  const { signal, outputs } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ status: "active", prompt: "x [takes forever]" });
  expect(outputs["jobId"]).toBeTruthy();
});
