import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { run } from "../../src/run.ts";
import { FakeClock } from "../fake-clock.ts";
import { closedNetwork, FakeGitHub } from "../github/fake-github.ts";
import { creates, serveService, serviceOrigin } from "./thread-service.ts";

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
export type EventResult = {
  exitCode: number;
  stdout: string;
  summary: string;
  /** The requests to GitHub and to the service in the order of their arrival. */
  requests: string[];
  /** The lines of the output file as the runner reads them, in their order. */
  outputs: [name: string, value: string][];
  /** Everything that was written into comments. */
  comments: readonly string[];
};

/** The secrets of these steps, which the log masks before anything else. */
export const secrets = { "api-key": "mint_scenario_key", "github-token": "ghs_scenario_token" };

/** Runs a step on an event file, with the files of a runner. Of all logins only `maintainer` has the role `write`. */
export async function playEvent(step: EventStep): Promise<EventResult> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-event-"));
  const path = (name: string) => join(folder, name);
  for (const name of ["output", "state", "summary"]) writeFileSync(path(name), "");
  if (step.file !== undefined) writeFileSync(path("event.json"), step.file);
  const gitHub = new FakeGitHub();
  gitHub.roles.delete("owner");
  if (step.refused !== undefined) gitHub.refuse({ path: /permission$/, status: step.refused });
  const requests: string[] = [];
  const clock = new FakeClock();
  const network = closedNetwork();
  const log = (request: string) => requests.push(request);
  gitHub.serveIn(network, log);
  serveService(network, creates, clock, log);
  let stdout = "";
  const env: Record<string, string | undefined> = {
    GITHUB_OUTPUT: path("output"),
    GITHUB_STATE: path("state"),
    GITHUB_STEP_SUMMARY: path("summary"),
    GITHUB_EVENT_NAME: step.name,
    GITHUB_EVENT_PATH: path("event.json"),
    GITHUB_WORKSPACE: folder,
    GITHUB_REPOSITORY: "acme/site",
    GITHUB_WORKFLOW: "Docs",
    GITHUB_JOB: "docs",
    GITHUB_RUN_ID: "1001",
    GITHUB_TRIGGERING_ACTOR: "maintainer",
    RUNNER_DEBUG: undefined,
    ...step.env,
  };
  const inputs = { ...secrets, "project-id": "acme", "base-url": serviceOrigin, ...step.with };
  for (const [name, value] of Object.entries(inputs)) env[`INPUT_${name.toUpperCase()}`] = value;
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const keep = (chunk: unknown) => {
    stdout += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(keep);
  try {
    const exitCode = await run({
      ...{ env, clock, dispatcher: network, retryUnitMs: 1, spaceWrites: false },
      onCancel: () => () => {},
    });
    return {
      exitCode,
      stdout,
      summary: readFileSync(path("summary"), "utf8"),
      requests,
      outputs: runnerFile(readFileSync(path("output"), "utf8")),
      comments: gitHub.written,
    };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await network.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reads `name=value` lines and `name<<delimiter` blocks as the runner does (actions/runner, FileCommandManager.cs):
 * whatever comes first on a line counts, and anything else fails the step.
 */
function runnerFile(text: string): [string, string][] {
  const values: [string, string][] = [];
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line === "") continue;
    const mark = /=|<</.exec(line);
    if (mark === null || mark.index === 0) throw new Error(`the runner does not understand “${line}”`);
    const name = line.slice(0, mark.index);
    const rest = line.slice(mark.index + mark[0].length);
    if (mark[0] === "=") {
      values.push([name, rest]);
      continue;
    }
    const end = lines.indexOf(rest, index + 1);
    if (end === -1 || rest === "") throw new Error(`the block of ${name} has no end`);
    values.push([name, lines.slice(index + 1, end).join("\n")]);
    index = end;
  }
  return values;
}
