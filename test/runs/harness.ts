import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { closedNetwork } from "../closed-network.ts";
import { FakeClock } from "../fake-clock.ts";
import { type FakeGitHub, gitHubOrigin } from "../github/fake-github.ts";
import { type InProcessResult, runInProcess } from "../runner/in-process.ts";
import type { Phase, Step } from "../runner/runner.ts";
import { type ServiceReplies, serveService, serviceOrigin } from "../service/fake-service.ts";

/** A whole run: the step with inputs beside the credentials, the world around it, and when it is cancelled. */
export type Scenario = Partial<Step> & {
  service?: ServiceReplies;
  gitHub?: FakeGitHub;
  startTime?: number;
  /** The time, in ms from the start, at which the runner cancels. */
  cancelAfterMs?: number;
  phase?: Phase;
  /** How far the runner's clock is ahead of GitHub's, in ms. */
  skewMs?: number;
  /** The file that runs. */
  scriptPath?: string;
  /** For the post step. */
  state?: Record<string, string>;
  /** Called each second of the run's time, with its clock. */
  onSecond?: (clock: FakeClock) => void;
};

/** What a scenario leaves: everything that people and servers saw. */
export type ScenarioResult = InProcessResult & {
  /** The requests to GitHub and to the service in the order of their arrival. */
  requests: string[];
  clock: FakeClock;
};

/** When runs start, unless they say otherwise. */
export const scenarioStart = Date.parse("2026-11-16T09:00:00Z");

/** What every step sets. */
export const credentials = {
  "api-key": "mint_scenario_key",
  "project-id": "acme",
  "base-url": serviceOrigin,
};
/** Where every run is. */
export const place = { GITHUB_REPOSITORY: "acme/site", GITHUB_API_URL: gitHubOrigin };

/** The results with which a step fails, by the default of `fail-on`; so does one that could put out none. */
const redResults = ["error", "cancelled", "failed", "archived", "timeout", undefined];

/** Runs the whole action in this process: the real code, a faked network, and a fake clock. */
export async function runScenario(scenario: Scenario): Promise<ScenarioResult> {
  const {
    gitHub,
    service = {},
    startTime = scenarioStart,
    cancelAfterMs,
    onSecond,
    ...given
  } = scenario;
  const { phase, state, scriptPath = "", skewMs = 0, ...step } = given;
  const clock = new FakeClock(startTime + skewMs);
  const network = closedNetwork();
  const requests: string[] = [];
  // A runner's clock may differ from GitHub's.
  if (gitHub !== undefined) gitHub.now = () => clock.now() - skewMs;
  gitHub?.serveIn(network, (request) => requests.push(request));
  serveService(network, service, clock, (request, prompt) =>
    requests.push(prompt === undefined ? request : `${request} ${JSON.stringify(prompt)}`),
  );
  // The official plugins pace their requests by timers; these fire as soon as nothing else is to be done.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.setTimerTickMode("nextTimerAsync");
  if (onSecond !== undefined) clock.every(1000, () => onSecond(clock));
  try {
    const result = await runInProcess(
      {
        ...step,
        with: { ...credentials, ...step.with },
        env: { ...place, ...step.env },
      },
      {
        ...(phase === undefined ? {} : { phase }),
        ...(state === undefined ? {} : { state }),
        ...{ clock, dispatcher: network, isPaced: true, scriptPath },
        onCancel: (cancel) => {
          if (cancelAfterMs === undefined) return;
          clock.every(cancelAfterMs, () => {
            // From here on the run waits for the network, not for the clock.
            clock.hold();
            cancel();
          });
        },
      },
    );
    const { exitCode, outputs } = result;
    // Every run is red where its result says so, and only there.
    if (phase !== "post" && redResults.includes(outputs["result"]) !== (exitCode === 1))
      throw new Error(`the run ended with ${exitCode} and ${JSON.stringify(outputs)}`);
    return { ...result, requests: [...requests], clock };
  } finally {
    // A write that is still paced would otherwise never be made.
    if (gitHub !== undefined) await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await network.close();
  }
}

/** Runs in a folder of its own, which is gone afterwards. */
export async function inWorkspace<T>(use: (workspace: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-workspace-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
