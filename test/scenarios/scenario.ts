import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockAgent } from "undici";
import { vi } from "vitest";
import { run } from "../../src/run.ts";
import { FakeClock } from "../fake-clock.ts";

const origin = "https://docs.example.com";

/** An answer of the faked network, or the error that takes its place; `ms` is how long it takes. */
export type Reply = {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  error?: Error;
  ms?: number;
};

export type Scenario = {
  with?: Record<string, string>;
  env?: Record<string, string>;
  files?: Record<string, string>;
  /** What the service answers, in order, by `METHOD /path` below the address. The last one repeats. */
  service?: Record<string, Reply[]>;
  /** The moment, in ms from the start, at which the runner cancels. */
  cancelAfterMs?: number;
};

/** What a scenario leaves: everything that users and servers saw, in the shape that snapshots pin. */
export type Played = {
  exitCode: number;
  stdout: string;
  summary: string;
  requests: string[];
  clock: FakeClock;
};

/** Plays a whole run in this process: the real code, a faked network, a clock that nobody waits for. */
export async function play(scenario: Scenario): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-scenario-"));
  const summaryFile = join(folder, "summary.md");
  writeFileSync(summaryFile, "");
  for (const [name, text] of Object.entries(scenario.files ?? {})) writeFileSync(join(folder, name), text);
  const inputs = {
    "api-key": "mint_scenario_key",
    "project-id": "acme",
    "base-url": origin,
    ...scenario.with,
  };
  const env: Record<string, string> = {
    GITHUB_EVENT_NAME: "workflow_dispatch",
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: summaryFile,
    ...scenario.env,
  };
  // Without the files of a runner, the toolkit writes its commands to stdout, where the snapshot shows them.
  for (const name of ["GITHUB_OUTPUT", "GITHUB_STATE", "RUNNER_DEBUG"]) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
  let stdout = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    stdout += String(chunk);
    return true;
  });
  const clock = new FakeClock(Date.parse("2026-11-16T09:00:00Z"));
  const requests: string[] = [];
  const network = fakeNetwork(scenario, clock, requests);
  try {
    const exitCode = await run({
      env,
      clock,
      dispatcher: network,
      retryUnitMs: 1,
      onCancel: (cancel) => {
        return scenario.cancelAfterMs === undefined ? () => {} : clock.every(scenario.cancelAfterMs, cancel);
      },
    });
    return {
      exitCode,
      stdout: stdout.replaceAll(folder, "WORKSPACE"),
      summary: readFileSync(summaryFile, "utf8"),
      requests,
      clock,
    };
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
    await network.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fakeNetwork(scenario: Scenario, clock: FakeClock, requests: string[]): MockAgent {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const left = new Map(
    Object.entries(scenario.service ?? {}).map(([route, replies]) => [route, [...replies]]),
  );
  const pool = agent.get(origin);
  for (const method of ["GET", "POST"]) {
    pool
      .intercept({ path: () => true, method })
      .reply((request) => {
        const route = `${method} ${request.path}`;
        const body = typeof request.body === "string" ? ` ${request.body}` : "";
        requests.push(`${route}${body}`);
        return nextReply(left, route, clock);
      })
      .persist();
  }
  return agent;
}

/** What is planned next for a route; the last reply repeats. Throws the error that takes its place. */
export function nextReply(left: ReadonlyMap<string, Reply[]>, route: string, clock: FakeClock) {
  const replies = left.get(route) ?? [];
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  if (reply === undefined) throw new Error(`no answer is planned for ${route}`);
  clock.advance(reply.ms ?? 0);
  if (reply.error !== undefined) throw reply.error;
  return {
    statusCode: reply.status ?? 200,
    data: reply.text ?? JSON.stringify(reply.json),
    responseOptions: { headers: { "content-type": "application/json", ...reply.headers } },
  };
}

/** A job as the service answers it. */
export function job(status: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "job_7f3a",
    status,
    source: { repository: "acme/docs", ref: "main" },
    model: "sonnet",
    prLink: null,
    createdAt: "2026-11-16T09:00:00Z",
    archivedAt: null,
    ...more,
  };
}

/** The service's addresses in the scenarios. */
export const routes = {
  create: "POST /v2/agent/acme/job",
  message: "POST /v2/agent/acme/job/job_7f3a/message",
  get: "GET /v2/agent/acme/job/job_7f3a",
};

/** A connection that was refused: nothing was taken. */
export function refused(): Error {
  return Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:443"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
}

/** A connection that broke after it was made: the request may have been taken. */
export function reset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
}
