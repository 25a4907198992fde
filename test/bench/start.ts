import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStep, startStep } from "../runner/runner.ts";
import { serve } from "../service/local-server.ts";
import { startLine, wellDone } from "./rivals.ts";
import { median, type Row } from "./row.ts";
import { cells, inTurn, type Way, ways } from "./ways.ts";

const rounds = 15;

/** How soon a process asks its first question, and how soon it knows that there is nothing to ask. */
export async function measureStart(): Promise<Row[]> {
  const server = await serve([
    (response) => {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"measured"}');
    },
  ]);
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-bench-"));
  try {
    return [
      await firstRequest(server.url.origin, () => server.arrived(server.requests.length + 1)),
      await chatter(server.url.origin, join(folder, "event.json"), () => server.requests.length),
    ];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstRequest(url: string, arrival: () => Promise<void>): Promise<Row> {
  const inputs = { "api-key": "mint_bench_key", "project-id": "bench", "base-url": url, prompt: "Measure" };
  const starts: Record<Way, () => { done: Promise<unknown> }> = {
    action: () => startStep({ with: inputs }),
    fetch: () => startLine("fetch", `fetch("${url}")`),
    shell: () => startLine("shell", `curl -s ${url}`),
  };
  const times = await medians(async (way) => {
    const arrived = arrival();
    const begin = performance.now();
    const { done } = starts[way]();
    await arrived;
    const ms = performance.now() - begin;
    await done;
    return ms;
  });
  return {
    what: "start to first request",
    goal: "at most 1.5 times the fetch",
    ...cells(
      times,
      (ms, way) => `${ms.toFixed(0)} ms${way === "action" ? ratio(ms, times, "the fetch") : ""}`,
    ),
  };
}

/** A comment that holds no command; the rivals are an empty Node and what people write to look for one. */
async function chatter(url: string, eventPath: string, asked: () => number): Promise<Row> {
  const event = {
    action: "created",
    issue: { number: 1 },
    comment: { id: 2, body: "Looks good to me." },
  };
  writeFileSync(eventPath, JSON.stringify(event));
  const look = `if jq -r .comment.body "$GITHUB_EVENT_PATH" | grep -qE '^/docs-agent(\\s|$)'; then exit 1; fi`;
  const runs: Record<Way, () => Promise<unknown>> = {
    action: () =>
      runStep({
        with: { "base-url": url },
        env: { GITHUB_API_URL: url },
        eventName: "issue_comment",
        event,
      }),
    fetch: () => wellDone(startLine("fetch", "0")),
    shell: () => wellDone(startLine("shell", look, { GITHUB_EVENT_PATH: eventPath })),
  };
  const before = asked();
  const times = await medians(async (way) => {
    const begin = performance.now();
    await runs[way]();
    return performance.now() - begin;
  });
  return {
    what: "comment without a command",
    goal: "at most 2.8 times node -e 0, no request",
    ...cells(times, (ms, way) => {
      if (way === "action")
        return `${ms.toFixed(0)} ms${ratio(ms, times, "node -e 0")}, ${asked() - before} requests`;
      return `${ms.toFixed(0)} ms (${way === "fetch" ? "node -e 0" : "jq and grep"})`;
    }),
  };
}

/** The medians of several rounds in which the ways take turns; the round before them warms the caches of the files. */
async function medians(measure: (way: Way) => Promise<number>): Promise<Map<Way, number>> {
  const times = new Map<Way, number[]>(ways.map((way) => [way, []]));
  for (let round = -1; round < rounds; round++)
    for (const [way, ms] of await inTurn(measure)) if (round >= 0) times.get(way)?.push(ms);
  return new Map([...times].map(([way, all]) => [way, median(all)]));
}

function ratio(ms: number, times: ReadonlyMap<Way, number>, what: string): string {
  return ` (${(ms / (times.get("fetch") ?? Number.NaN)).toFixed(2)} times ${what})`;
}
