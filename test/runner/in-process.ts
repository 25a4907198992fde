import { writeFileSync } from "node:fs";
import { vi } from "vitest";
import { type Clock, systemClock } from "../../src/runner/clock.ts";
import { FastForwardClock } from "../faults/fast-forward-clock.ts";
import { type Phase, RunHarness } from "../runs/harness.ts";
import { readCommands, runnerVariables, type Step, type StepResult } from "./runner.ts";

/** What a step in this process leaves behind; no signal can end it. */
export type InProcessResult = Omit<StepResult, "exitCode" | "signal"> & { exitCode: number };

type Options = { phase?: Phase; state?: Record<string, string>; clock?: Clock };

/** A step under way in this process. One at a time: its variables and its output are those of the process. */
export type InProcessStep = {
  done: Promise<InProcessResult>;
  /** What a signal of the runner does. */
  cancel(): void;
};

/**
 * Starts a step from the source, over real sockets. It takes much less time than `startStep`, which is for what only
 * the bundle in a process of its own can show. `state` is for the post step.
 */
export function startInProcess(
  step: Step,
  { phase = "main", state = {}, clock = systemClock }: Options = {},
): InProcessStep {
  const stateVariables = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]);
  const harness = new RunHarness({
    inputs: step.with,
    event: JSON.stringify(step.event ?? {}),
    env: {
      ...runnerVariables,
      ...(step.eventName === undefined ? {} : { GITHUB_EVENT_NAME: step.eventName }),
      ...(step.workspace === undefined ? {} : { GITHUB_WORKSPACE: step.workspace }),
      ...Object.fromEntries(stateVariables),
      ...step.env,
    },
  });
  writeFileSync(harness.path("summary.md"), step.summary ?? "");
  for (const name of ["output", "state"]) {
    writeFileSync(harness.path(name), "");
    vi.stubEnv(`GITHUB_${name.toUpperCase()}`, harness.path(name));
  }
  let cancel = () => {};
  const finish = async (): Promise<InProcessResult> => {
    try {
      const onCancel = (listener: () => void) => {
        cancel = listener;
        return () => {};
      };
      const exitCode = await harness.run({ clock, retryUnitMs: 1, spaceWrites: false, onCancel }, phase);
      const { stdout, stderr, summary } = harness.result();
      const outputs = readCommands(harness.path("output"));
      return { exitCode, stdout, stderr, summary, outputs, state: readCommands(harness.path("state")) };
    } finally {
      harness.close();
    }
  };
  return { done: finish(), cancel: () => cancel() };
}

/** Runs a step in this process to its end. */
export function runInProcess(step: Step, options?: Options): Promise<InProcessResult> {
  return startInProcess(step, options).done;
}

/** A clock for runs of the agent: a wait for a job takes no time, as the service's time moves on with it. */
export function clockOf(service: { advance(ms: number): Promise<void> }): FastForwardClock {
  return new FastForwardClock(Date.now(), 1, (ms) => void service.advance(ms));
}
