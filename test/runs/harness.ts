import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { runPost } from "../../src/post-step.ts";
import { type Runtime, run } from "../../src/run.ts";
import { FakeClock } from "../fake-clock.ts";
import { closedNetwork, type FakeGitHub } from "../github/fake-github.ts";
import { type ServiceReplies, serveService, serviceOrigin } from "./fake-service.ts";

/** What the runner hands to a step. */
export type RunOptions = {
  inputs: Readonly<Record<string, string>>;
  /** Further variables, which win over the harness's own. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The bytes of the event file; without them there is none. */
  event?: string | Uint8Array;
  /** Files of the workspace by their names. */
  files?: Readonly<Record<string, string>>;
};

/** The step that people write into a workflow, and the one that the runner adds at the end of the job. */
export type Phase = "main" | "post";

/** What a run leaves behind, as people and programs see it. */
export type RunResult = {
  stdout: string;
  stderr: string;
  summary: string;
  outputs: Record<string, string>;
};

/**
 * Everything around one run in this process: its inputs, variables and files, and what it prints. Without the runner's
 * files for outputs and state, the toolkit prints its commands, so that `stdout` has them in their order.
 */
export class RunHarness {
  readonly folder = mkdtempSync(join(tmpdir(), "docs-agent-run-"));
  readonly env: Record<string, string | undefined>;
  #stdout = "";
  #stderr = "";

  constructor({ inputs, env, event, files }: RunOptions) {
    this.env = {
      GITHUB_EVENT_NAME: "workflow_dispatch",
      GITHUB_EVENT_PATH: this.path("event.json"),
      GITHUB_STEP_SUMMARY: this.path("summary.md"),
      GITHUB_WORKSPACE: this.folder,
      GITHUB_REPOSITORY: "acme/site",
      GITHUB_WORKFLOW: "Docs",
      GITHUB_JOB: "docs",
      GITHUB_ACTION: "__docs-agent",
      GITHUB_RUN_ID: "1001",
      GITHUB_ACTOR: "maintainer",
      GITHUB_TRIGGERING_ACTOR: "maintainer",
      GITHUB_OUTPUT: undefined,
      GITHUB_STATE: undefined,
      RUNNER_DEBUG: undefined,
      ...env,
    };
    writeFileSync(this.path("summary.md"), "");
    for (const [name, text] of Object.entries(files ?? {})) writeFileSync(this.path(name), text);
    if (event !== undefined) writeFileSync(this.path("event.json"), event);
    for (const [name, value] of Object.entries(this.env)) vi.stubEnv(name, value);
    for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      this.#stdout += String(chunk);
      return true;
    });
    vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      this.#stderr += String(chunk);
      return true;
    });
  }

  /** A path in the workspace, where the runner's files are too. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs the main or the post step and returns its exit code. */
  run(host: Omit<Runtime, "env">, phase: Phase = "main"): Promise<number> {
    return (phase === "main" ? run : runPost)({ ...host, env: this.env });
  }

  result(): RunResult {
    const stdout = this.#stdout.replaceAll(this.folder, "WORKSPACE");
    return {
      stdout,
      stderr: this.#stderr,
      summary: readFileSync(this.path("summary.md"), "utf8"),
      outputs: commandsOf(stdout, "set-output"),
    };
  }

  close(): void {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A whole run: the inputs beside the credentials, the world around it, and when it is cancelled. */
export type Scenario = Partial<Omit<RunOptions, "inputs">> & {
  with?: Record<string, string>;
  service?: ServiceReplies;
  gitHub?: FakeGitHub;
  startTime?: number;
  /** The time, in ms from the start, at which the runner cancels. */
  cancelAfterMs?: number;
  phase?: Phase;
};

/** What a scenario leaves: everything that people and servers saw, in the shape that snapshots pin. */
export type ScenarioResult = RunResult & {
  exitCode: number;
  /** The requests to GitHub and to the service in the order of their arrival. */
  requests: string[];
  clock: FakeClock;
};

/** When runs start, unless they say otherwise. */
export const scenarioStart = Date.parse("2026-11-16T09:00:00Z");

/** Runs the whole action in this process: the real code, a faked network, and a fake clock. */
export async function runScenario(scenario: Scenario): Promise<ScenarioResult> {
  const { gitHub, service = {}, startTime = scenarioStart, cancelAfterMs, phase } = scenario;
  const clock = new FakeClock(startTime);
  const network = closedNetwork();
  const requests: string[] = [];
  const log = (request: string) => requests.push(request);
  gitHub?.serveIn(network, log);
  serveService(network, service, clock, log);
  const credentials = { "api-key": "mint_scenario_key", "project-id": "acme", "base-url": serviceOrigin };
  const harness = new RunHarness({ event: "{}", ...scenario, inputs: { ...credentials, ...scenario.with } });
  // The official plugins pace their requests by timers; these fire as soon as nothing else is to be done.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
  try {
    const host: Omit<Runtime, "env"> = {
      ...{ clock, dispatcher: network, retryUnitMs: 1 },
      onCancel: (cancel) => {
        if (cancelAfterMs === undefined) return () => {};
        return clock.every(cancelAfterMs, () => {
          // From here on the run waits for the network, not for the clock.
          clock.hold();
          cancel();
        });
      },
    };
    const exitCode = await harness.run(host, phase);
    return { ...harness.result(), exitCode, requests: [...requests], clock };
  } finally {
    // A write that is still paced would hold up those of the next run, as all share the plugin's queue.
    if (gitHub !== undefined) await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    harness.close();
    await network.close();
  }
}

/** The values that workflow commands of one kind set; the last one of a name counts. */
export function commandsOf(stdout: string, kind: "set-output" | "save-state"): Record<string, string> {
  const found = stdout.matchAll(new RegExp(`^::${kind} name=(\\w+)::(.*)$`, "gm"));
  return Object.fromEntries(Array.from(found, ([, name = "", value = ""]) => [name, unescapeCommand(value)]));
}

/** Undoes the escapes of workflow commands (github/docs, workflow commands). */
export function unescapeCommand(text: string): string {
  return text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}
