import { describe } from "vitest";
import { type RunningStep, type Step, startStep } from "../runner/runner.ts";
import { says } from "../says.ts";
import { hang } from "../service/local-server.ts";
import { preload, test, type World } from "./world.ts";

/** The runner kills a cancelled step after 7.5 s. The action takes five at most, and the rest is for a busy machine. */
const limitMs = 7500;

/** What every cancelled step has in common. */
const inTime = {
  isInTime: true,
  exitCode: 1,
  signal: null,
  stderr: "",
  outputs: { result: "cancelled" },
};

/** Sends the signals, one after the other, and waits for the end. `took` is in ms, from the signal on. */
async function cancel(running: RunningStep, ...signals: NodeJS.Signals[]) {
  const begin = performance.now();
  for (const signal of signals) running.process.kill(signal);
  const result = await running.done;
  const took = performance.now() - begin;
  return { ...result, took, isInTime: took < limitMs };
}

/** A step that waits for its job, and will do so for ten minutes. */
async function waiting(world: World, step: Step): Promise<RunningStep> {
  const running = startStep({ ...step, with: { ...step.with, "poll-interval-seconds": "600" } });
  await running.said(says.accepted);
  // The comment names the job.
  if (step.eventName !== undefined) await world.arrived("PATCH", "/comments/102");
  return running;
}

type Env = Record<string, string>;
const command = (at: World, env: Env) => at.commandStep({}, env);
const prompt = (at: World, env: Env) => at.promptStep({ "poll-interval-seconds": "1" }, env);
const report = (at: World, env: Env) => at.reportStep({}, env);
const reportOnIssue = (at: World, env: Env) => at.reportStep({ "issue-number": "7" }, env);
/** A request that is never answered, the step that makes it, how many ms that still waits for it, and its new jobs. */
const hanging: [
  method: string,
  part: string,
  step: typeof command,
  leastMs: number,
  jobs: number,
][] = [
  // The answer would name the job.
  ["POST", "/job", prompt, 2900, 1],
  ["GET", "/visitors", report, 0, 0],
  ["GET", "/issues/7/comments", reportOnIssue, 0, 0],
  ["POST", "/issues/7/comments", command, 0, 0],
];

describe.concurrent("a signal", () => {
  const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];
  test.for(signals)(
    "ends the waiting for a job at once, with outputs, summary and comment: %s",
    async (signal, { at, exit, expect }) => {
      const cancelled = await cancel(await waiting(at, at.commandStep({}, exit.env)), signal);
      expect(cancelled).toMatchObject({
        ...inTime,
        outputs: { ...inTime.outputs, jobId: "job_7f3a" },
      });
      expect(cancelled.outputs["commentUrl"]).toContain("#issuecomment-102");
      expect(cancelled.summary).toContain("job_7f3a");
      expect(at.comment()).toContain(says.cancelled);
      // The post step has nothing to do.
      expect(cancelled.state["comment"]).toBe("");
      expect(exit.left()).toEqual({ sockets: [] });
    },
  );

  test("ends it as SIGBREAK, which Windows sends", async ({ at, expect }) => {
    const env = { ...preload("preload.mjs"), DO_ON_SIGUSR2: "SIGBREAK" };
    expect(await cancel(await waiting(at, at.commandStep({}, env)), "SIGUSR2")).toMatchObject(
      inTime,
    );
    expect(at.comment()).toContain(says.cancelled);
  });

  test.for(hanging)(
    "ends the waiting for an answer: %s %s",
    async ([method, part, stepOf, leastMs, jobs], { at, exit, expect }) => {
      at.reply(method, part, hang());
      const running = startStep(stepOf(at, exit.env));
      await at.arrived(method, part);
      const cancelled = await cancel(running, "SIGINT");
      expect(cancelled).toMatchObject(inTime);
      expect(cancelled.took).toBeGreaterThan(leastMs);
      expect(at.requests("POST", "/service/")).toHaveLength(jobs);
      expect(cancelled.outputs["message"]?.includes(says.uncertain)).toBe(leastMs > 0);
      expect(exit.left()).toEqual({ sockets: [] });
    },
  );

  test("while GitHub does not answer the last edit leaves that to the post step", async ({
    at,
    exit,
    expect,
  }) => {
    const step = at.commandStep({}, exit.env);
    const running = await waiting(at, step);
    at.reply("PATCH", "/comments/102", hang());
    const cancelling = cancel(running, "SIGINT");
    await at.arrived("PATCH", "/comments/102", 2);
    // More of them change nothing.
    await cancel(running, "SIGINT", "SIGTERM");
    const cancelled = await cancelling;
    expect(cancelled).toMatchObject(inTime);
    expect(cancelled.stdout.match(/^Cancelled: /gm)).toHaveLength(1);
    expect(cancelled.took).toBeGreaterThan(3500);
    expect(exit.left()).toEqual({ sockets: [] });
    at.recover();
    const post = await startStep(step, "post", cancelled.state).done;
    expect(post.exitCode).toBe(0);
    expect(at.comment()).toContain(says.cancelled);
    expect(at.requests("POST", "/service/")).toHaveLength(1);
  });
});
