import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeGitHub } from "../github/fake-github.ts";
import { parseCommands } from "../runner/runner.ts";
import { creates } from "./fake-service.ts";
import { runScenario, type ScenarioResult } from "./harness.ts";

/** One step on an event file; without `file` there is none. */
export type EventStep = {
  name: string;
  file: string | Uint8Array | undefined;
  with?: Record<string, string>;
  env?: Record<string, string>;
  /** The status with which GitHub refuses to say who may write. */
  refused?: number;
};

/** What the step leaves. */
export type EventResult = Omit<ScenarioResult, "outputs"> & {
  /** The values in the output file as the runner reads them, in their order. */
  outputs: [name: string, value: string][];
  /** Everything that was written into comments. */
  comments: readonly string[];
};

/** The secrets of these steps, which the log masks before anything else. */
export const secrets = { "api-key": "mint_scenario_key", "github-token": "ghs_scenario_token" };

/** Runs a step on an event file, with the runner's file of outputs. Only `maintainer` has the role `write`. */
export async function runEvent(step: EventStep): Promise<EventResult> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-event-"));
  const [output, state] = ["output", "state"].map((name) => join(folder, name));
  for (const file of [output, state]) writeFileSync(file ?? "", "");
  const gitHub = new FakeGitHub();
  gitHub.roles.delete("owner");
  if (step.refused !== undefined) gitHub.refuse({ path: /permission$/, status: step.refused });
  try {
    const result = await runScenario({
      with: { ...secrets, ...step.with },
      env: {
        ...{ GITHUB_EVENT_NAME: step.name, GITHUB_OUTPUT: output, GITHUB_STATE: state },
        ...(step.file === undefined ? { GITHUB_EVENT_PATH: join(folder, "event.json") } : {}),
        ...step.env,
      },
      ...(step.file === undefined ? {} : { event: step.file }),
      ...{ gitHub, service: creates },
    });
    const outputs = parseCommands(readFileSync(output ?? "", "utf8"));
    return { ...result, outputs, comments: gitHub.written };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
