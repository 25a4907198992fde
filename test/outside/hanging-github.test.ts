import { describe } from "vitest";
import { startStep } from "../runner/runner.ts";
import { job } from "../service/fake-service.ts";
import { answer } from "../service/local-server.ts";
import { preload, test, type World } from "./world.ts";

/** How many times as fast as usual time goes by in the process. */
const factor = 40;
const minute = 60_000;
const never = () => {};

const done = answer(200, job("completed", { prLink: "https://github.com/octo/docs/pull/3" }));

/** Starts the step in fast time; `took` is in ms of the run's time, with what the process needs to start and end. */
async function run(step: ReturnType<World["commandStep"]>) {
  const begun = performance.now();
  const env = { ...step.env, ...preload("fast-time.mjs"), TIME_FACTOR: String(factor) };
  const result = await startStep({ ...step, env }).done;
  return { ...result, took: (performance.now() - begun) * factor };
}

describe.concurrent("a job of four seconds where GitHub takes requests and never answers", {
  timeout: 60_000,
}, () => {
  const limit = { "timeout-minutes": "5" };

  for (const [what, step] of [
    ["a command, after its role was told", (at: World) => at.commandStep(limit)],
    ["a prompt with issue-number", (at: World) => at.promptStep({ ...limit, "issue-number": "7" })],
  ] as const)
    test(`is told of within six minutes: ${what}`, async ({ at, expect }) => {
      at.reply("GET", "/job/", done);
      at.reply("GET", "/issues", never);
      at.reply("GET", "/pulls", never);
      for (const method of ["POST", "PATCH"]) at.reply(method, "/github", never);
      const { exitCode, outputs, stdout, took } = await run(step(at));
      expect([exitCode, outputs["result"], outputs["jobId"]], stdout).toEqual([
        0,
        "pull-request",
        "job_7f3a",
      ]);
      expect(at.requests("POST", "/job")).toHaveLength(1);
      expect(took).toBeLessThan(6 * minute);
      expect(took).toBeGreaterThan(minute / 2);
    });

  test("is not begun within three minutes where nobody can be asked who may command", async ({
    at,
    expect,
  }) => {
    for (const method of ["GET", "POST", "PATCH"]) at.reply(method, "/github", never);
    const { exitCode, outputs, took } = await run(at.commandStep(limit));
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", "github"]);
    expect(at.requests("POST", "/job")).toEqual([]);
    expect(took).toBeLessThan(3 * minute);
  });
});
