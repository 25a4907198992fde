import { FakeGitHub } from "../github/fake-github.ts";
import { creates } from "../service/fake-service.ts";
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

/** What the step leaves, and everything that was written into comments. */
export type EventResult = ScenarioResult & { comments: readonly string[] };

/** The secrets of these steps, which the log masks before anything else. */
export const secrets = { "api-key": "mint_scenario_key", "github-token": "ghs_scenario_token" };

/** Runs a step on an event file. Only `maintainer` has the role `write`. */
export async function runEvent(step: EventStep): Promise<EventResult> {
  const gitHub = new FakeGitHub();
  gitHub.roles.delete("owner");
  if (step.refused !== undefined) gitHub.refuse({ path: /permission$/, status: step.refused });
  const missing = { GITHUB_EVENT_PATH: "/nowhere/event.json" };
  const result = await runScenario({
    with: { ...secrets, ...step.with },
    env: { ...(step.file === undefined ? missing : {}), ...step.env },
    ...{ eventName: step.name, event: step.file, gitHub, service: creates },
  });
  return { ...result, comments: gitHub.written };
}
