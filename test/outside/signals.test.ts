import { describe } from "vitest";
import { type RunningStep, type Step, type StepResult, startStep } from "../runner/runner.ts";
import { says } from "../says.ts";
import { hang } from "../service/local-server.ts";
import { preload, test, type World } from "./world.ts";

/** The runner kills a cancelled step after 7.5 s. The action takes five at most, and the rest is for a busy machine. */
const limitMs = 7500;

/** A cancelled step, and how long it took from the signal to its end in ms. */
type Cancelled = StepResult & { took: number };

/** Sends the signals, one after the other, and waits for the end. */
async function cancel(running: RunningStep, ...signals: NodeJS.Signals[]): Promise<Cancelled> {
  const begin = performance.now();
  for (const signal of signals) running.process.kill(signal);
  const result = await running.done;
  return { ...result, took: performance.now() - begin };
}

/** A step that waits for its job, and will do so for ten minutes. */
async function waiting(world: World, step: Step): Promise<RunningStep> {
  const running = startStep({ ...step, with: { ...step.with, "poll-interval-seconds": "600" } });
  await running.said(says.accepted);
  // The comment names the job.
  if (step.eventName !== undefined) await world.arrived("PATCH", "/comments/102");
  return running;
}

describe.concurrent("a signal", { timeout: 30_000 }, () => {
  describe("while the run waits for its job", () => {
    const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];
    test.for(signals)(
      "ends it at once, with outputs, summary and comment: %s",
      async (signal, { at, exit, expect }) => {
        const cancelled = await cancel(await waiting(at, at.commandStep({}, exit.env)), signal);
        expect(cancelled.took).toBeLessThan(limitMs);
        expect([cancelled.exitCode, cancelled.signal, cancelled.stderr]).toEqual([1, null, ""]);
        expect(cancelled.outputs).toMatchObject({ result: "cancelled", reason: "", jobId: "job_7f3a" });
        expect(cancelled.outputs["commentUrl"]).toContain("#issuecomment-102");
        expect(cancelled.summary).toContain("job_7f3a");
        expect(at.comment()).toContain(says.cancelled);
        // The post step has nothing to do.
        expect(cancelled.state["comment"]).toBe("");
        expect(exit.left()).toEqual({ listeners: [], sockets: [] });
      },
    );

    test("ends it at once as SIGBREAK, which Windows sends", async ({ at, expect }) => {
      const env = { ...preload("preload.mjs"), DO_ON_SIGUSR2: "SIGBREAK" };
      const cancelled = await cancel(await waiting(at, at.commandStep({}, env)), "SIGUSR2");
      expect(cancelled.took).toBeLessThan(limitMs);
      expect([cancelled.exitCode, cancelled.outputs["result"]]).toEqual([1, "cancelled"]);
      expect(at.comment()).toContain(says.cancelled);
    });

    test("changes nothing when it is one of several", async ({ at, expect }) => {
      const running = await waiting(at, at.commandStep());
      at.delay("PATCH", "/comments/102", 1500);
      const cancelling = cancel(running, "SIGINT");
      await at.arrived("PATCH", "/comments/102", 2);
      const cancelled = await cancel(running, "SIGINT", "SIGTERM");
      expect((await cancelling).took).toBeLessThan(limitMs);
      expect([cancelled.exitCode, cancelled.signal]).toEqual([1, null]);
      expect(cancelled.outputs["result"]).toBe("cancelled");
      expect(cancelled.stdout.match(/^Cancelled: /gm)).toHaveLength(1);
      expect(at.comment()).toContain(says.cancelled);
    });
  });

  describe("while the service is asked", () => {
    test("ends the waiting for a GET at once", async ({ at, exit, expect }) => {
      at.reply("GET", "/job/", hang());
      const running = startStep(at.promptStep({ "poll-interval-seconds": "1" }, exit.env));
      await at.arrived("GET", "/job/");
      const cancelled = await cancel(running, "SIGINT");
      expect(cancelled.took).toBeLessThan(limitMs);
      expect(cancelled.outputs).toMatchObject({ result: "cancelled", jobId: "job_7f3a" });
      expect(exit.left()).toEqual({ listeners: [], sockets: [] });
    });

    test("lets a POST wait for three seconds and no longer, and says that a job may exist", async ({
      at,
      exit,
      expect,
    }) => {
      at.reply("POST", "/job", hang());
      const running = startStep(at.promptStep({}, exit.env));
      await at.arrived("POST", "/job");
      const cancelled = await cancel(running, "SIGINT");
      expect(cancelled.took).toBeGreaterThan(2900);
      expect(cancelled.took).toBeLessThan(limitMs);
      expect(cancelled.exitCode).toBe(1);
      expect(cancelled.outputs["result"]).toBe("cancelled");
      expect(cancelled.outputs["message"]).toContain("It is not known whether the agent got this.");
      expect(cancelled.outputs).not.toHaveProperty("jobId");
      expect(exit.left()).toEqual({ listeners: [], sockets: [] });
    });

    test("ends a report", async ({ at, exit, expect }) => {
      at.reply("GET", "/visitors", hang());
      const running = startStep(at.reportStep({}, exit.env));
      await at.arrived("GET", "/visitors");
      const cancelled = await cancel(running, "SIGINT");
      expect(cancelled.took).toBeLessThan(limitMs);
      expect([cancelled.exitCode, cancelled.outputs["result"]]).toEqual([1, "cancelled"]);
      expect(exit.left()).toEqual({ listeners: [], sockets: [] });
    });
  });

  describe("while GitHub does not answer", () => {
    test("ends the run before anything was sent", async ({ at, exit, expect }) => {
      at.reply("POST", "/issues/7/comments", hang());
      const running = startStep(at.commandStep({}, exit.env));
      await at.arrived("POST", "/issues/7/comments");
      const cancelled = await cancel(running, "SIGINT");
      expect(cancelled.took).toBeLessThan(limitMs);
      expect([cancelled.exitCode, cancelled.outputs["result"]]).toEqual([1, "cancelled"]);
      expect(at.requests("POST", "/service/")).toEqual([]);
      expect(exit.left()).toEqual({ listeners: [], sockets: [] });
    });

    test("to the last edit leaves that to the post step", async ({ at, exit, expect }) => {
      const step = at.commandStep({}, exit.env);
      const running = await waiting(at, step);
      at.reply("PATCH", "/comments/102", hang());
      const cancelled = await cancel(running, "SIGINT");
      expect(cancelled.took).toBeGreaterThan(3500);
      expect(cancelled.took).toBeLessThan(limitMs);
      expect([cancelled.exitCode, cancelled.outputs["result"]]).toEqual([1, "cancelled"]);
      expect(exit.left()).toEqual({ listeners: [], sockets: [] });
      at.recover();
      const post = await startStep(step, "post", cancelled.state).done;
      expect(post.exitCode).toBe(0);
      expect(at.comment()).toContain(says.cancelled);
      expect(at.requests("POST", "/service/")).toHaveLength(1);
    });
  });
});
