import { describe, expect, test, vi } from "vitest";
import type { FakeClock } from "../fake-clock.ts";
import { active, job, type Reply, routes, type ServiceReplies } from "../service/fake-service.ts";
import { runScenario, type ScenarioResult, scenarioStart } from "./harness.ts";
import { report, route } from "./report.ts";
import { Thread } from "./thread.ts";

const minute = 60_000;

/** How a run went by its clock. */
type Run = ScenarioResult & {
  /** How long it took in ms. */
  took: number;
  /** The longest time in ms in which the log got no line. */
  silence: number;
};

/** Runs the action by a fake clock, and looks each second whether the log has got a line. */
async function runByClock(inputs: Record<string, string>, service: ServiceReplies): Promise<Run> {
  let [seen, changedAt, silence] = [0, scenarioStart, 0];
  const look = (clock: FakeClock) => {
    const lines = vi.mocked(process.stdout.write).mock.calls.length;
    silence = Math.max(silence, clock.now() - changedAt);
    if (lines !== seen) [seen, changedAt] = [lines, clock.now()];
  };
  const result = await runScenario({ with: inputs, service, onSecond: look });
  const end = result.clock.now();
  return { ...result, took: end - scenarioStart, silence: Math.max(silence, end - changedAt) };
}

const waiting: ServiceReplies = { [routes.create]: [active], [routes.get]: [active] };
const limited = (seconds: number): Reply => ({
  ...{ status: 429, json: {} },
  headers: { "retry-after": String(seconds) },
});

describe("the log says at least every 30 seconds what is going on", () => {
  test.each<[string, Record<string, string>, ServiceReplies]>([
    ["while a job is awaited", { prompt: "x", "poll-interval-seconds": "600" }, waiting],
    [
      "while the service's rate limit lasts",
      { prompt: "x", wait: "false" },
      { [routes.create]: [limited(280), active] },
    ],
    [
      "while a job's status takes long",
      { prompt: "x" },
      {
        [routes.create]: [active],
        [routes.get]: [{ ...active, ms: 200_000 }, { json: job("completed") }],
      },
    ],
  ])("%s", async (_, inputs, service) => {
    const { silence, took } = await runByClock(inputs, service);
    expect(took).toBeGreaterThan(50_000);
    expect(silence).toBeGreaterThan(15_000);
    expect(silence).toBeLessThanOrEqual(30_000);
  });
});

describe("the limits of time are what their names say", () => {
  test("timeout-minutes, for the whole run", async () => {
    const late = { ...waiting, [routes.create]: [limited(100), active] };
    const timed = await runByClock({ prompt: "x", "timeout-minutes": "7" }, late);
    expect(timed.outputs["result"]).toBe("timeout");
    // The wait for the service counts, too.
    expect(timed.took).toBe(7 * minute);
    const refused = await runByClock({ prompt: "x", "timeout-minutes": "1" }, late);
    expect([refused.outputs["reason"], refused.took]).toEqual(["rate-limit", 0]);
  });

  test("timeout-minutes, for a report", async () => {
    const service = { [route]: Array.from({ length: 5 }, () => limited(50)) };
    const requestsIn = async (minutes: string) =>
      (await report({ service, with: { "timeout-minutes": minutes } })).outputs["requests"];
    expect([await requestsIn("1"), await requestsIn("2")]).toEqual(["2", "3"]);
  });

  test("a minute for a reply, because somebody waits for it", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document it", { with: { wait: "false" }, service: waiting });
    let start: number | undefined;
    const { clock, outputs } = await thread.comment("/docs-agent --status", {
      service: { [routes.get]: [{ status: 500, json: {} }] },
      onSecond: (now) => {
        start ??= now.now();
      },
    });
    expect(outputs).toMatchObject({ result: "error", reason: "service" });
    const took = clock.now() - (start ?? 0);
    expect(took).toBeGreaterThan(minute / 4);
    expect(took).toBeLessThanOrEqual(minute);
  });
});
