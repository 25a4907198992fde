import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStep, type Step } from "../../test/runner/runner.ts";
import { serve } from "../../test/service/local-server.ts";
import { buildBaselineAction, runBaseline } from "./baselines/baseline.ts";
import { median, type Row } from "./table.ts";

const rounds = 15;

/** How soon a process sends its first request. */
export async function measureStart(): Promise<Row[]> {
  const server = await serve([
    (response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"measured"}');
    },
  ]);
  const url = server.url.origin;
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-bench-"));
  const firstRequest = async (start: () => Promise<unknown>): Promise<number> => {
    const arrived = server.arrived(server.requests.length + 1);
    const begin = performance.now();
    const done = start();
    await arrived;
    const ms = performance.now() - begin;
    await done;
    return ms;
  };
  try {
    const script = buildBaselineAction(folder);
    const event = join(folder, "event.json");
    writeFileSync(event, "{}");
    const baselineEnv = {
      "INPUT_GITHUB-TOKEN": "ghs_bench_token",
      "INPUT_BASE-URL": url,
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: "octo/site",
      GITHUB_ACTOR: "maintainer",
      GITHUB_EVENT_PATH: event,
    };
    const starts = {
      prompt: () => runStep(stepWith(url, { prompt: "Measure" })),
      command: () => runStep(commentStep(url, "/docs-agent Measure")),
      baseline: () => runBaseline(script, baselineEnv),
    };
    const times: Record<keyof typeof starts, number[]> = { prompt: [], command: [], baseline: [] };
    // The first round only warms the caches of the file system.
    for (let round = -1; round < rounds; round++)
      for (const way of ["prompt", "command", "baseline"] as const) {
        const ms = await firstRequest(starts[way]);
        if (round >= 0) times[way].push(ms);
      }
    const baselineMs = median(times.baseline);
    const row = (what: string, ms: number, most: number): Row => ({
      what: `start to first request, ${what}`,
      goal: `at most ${most} times the baseline`,
      action: `${ms.toFixed(0)} ms (${(ms / baselineMs).toFixed(2)} times)`,
      baseline: `${baselineMs.toFixed(0)} ms (ten lines with @actions/core and @actions/github)`,
    });
    return [
      row("a prompt", median(times.prompt), 1.4),
      row("a command", median(times.command), 1.6),
    ];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function stepWith(url: string, more: Record<string, string>): Step {
  const inputs = {
    "api-key": "mint_bench_key",
    "project-id": "bench",
    "github-token": "ghs_bench_token",
  };
  return { with: { ...inputs, "base-url": url, ...more }, env: { GITHUB_API_URL: url } };
}

function commentStep(url: string, body: string): Step {
  const user = { login: "maintainer", type: "User" };
  const event = { action: "created", issue: { number: 1 }, comment: { id: 2, body, user } };
  return { ...stepWith(url, {}), eventName: "issue_comment", event };
}
