import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Agent } from "undici";
import * as z from "zod";
import { systemClock } from "../../src/clock.ts";
import { Service } from "../../src/service/client.ts";
import { Transport } from "../../src/service/transport.ts";
import { rangeForService } from "../../src/visitors/period.ts";
import type { Periods } from "../../src/visitors/types.ts";
import { pageOf, readFrom, scripted, weeks } from "../visitors/read-under-test.ts";
import { median, type Row } from "./row.ts";

const requestMs = 150;
const pageSize = 250;
const runFile = promisify(execFile);

const ways = ["action", "page after page"] as const;
type Way = (typeof ways)[number];
const Measured = z.object({ ms: z.number(), rows: z.number(), peakMiB: z.number() });
type Run = z.infer<typeof Measured> & { requests: number };

/** How long large sites take to read, beside the plainest loop: each run in a process of its own, for its memory. */
export async function measureVisitors(): Promise<Row[]> {
  const cases = [
    { pages: 5000, whole: false, rounds: 3, goal: "at least 2.5 times" },
    { pages: 5000, whole: true, rounds: 1, goal: "at least 2.5 times" },
    { pages: 25_000, whole: false, rounds: 1, goal: "none" },
    { pages: 25_000, whole: true, rounds: 1, goal: "none" },
  ];
  const rows: Row[] = [];
  for (const { pages, whole, rounds, goal } of cases) {
    const runs: Record<Way, Run[]> = { action: [], "page after page": [] };
    for (let round = 0; round < rounds; round++)
      for (const way of ways) runs[way].push(await measure(way, pages, whole));
    const [ours, plain] = ways.map((way) => ({
      ms: median(runs[way].map(({ ms }) => ms)),
      requests: median(runs[way].map(({ requests }) => requests)),
      peak: median(runs[way].map(({ peakMiB }) => peakMiB)),
    }));
    if (ours === undefined || plain === undefined) throw new Error("nothing was measured");
    rows.push({
      what: `export of ${pages} pages, ${whole ? "two periods and a trend" : "one period"}`,
      measured: `${(plain.ms / ours.ms).toFixed(2)} times as fast as page after page (${(ours.ms / 1000).toFixed(2)} s, ${(plain.ms / 1000).toFixed(2)} s), ${ours.requests} requests (${plain.requests}), peak ${ours.peak.toFixed(0)} MiB (${plain.peak.toFixed(0)} MiB)`,
      goal,
    });
  }
  return rows;
}

async function measure(way: Way, pages: number, whole: boolean): Promise<Run> {
  const site = await scripted(async (query) => {
    await wait(requestMs);
    return pageOf(pages / pageSize, query);
  });
  try {
    const { stdout } = await runFile(process.execPath, [import.meta.filename, way, site.url, String(whole)]);
    const run = Measured.parse(JSON.parse(stdout));
    if (run.rows !== pages) throw new Error(`${way} read ${run.rows} of ${pages} pages`);
    return { ...run, requests: site.asked.length };
  } finally {
    await site.close();
  }
}

/** The child's part: reads once, and prints what it took. */
async function readOnce([way, url = "", whole]: readonly string[]): Promise<void> {
  const periods = whole === "true" ? weeks({ compare: true, trend: 8 }) : weeks();
  const begin = performance.now();
  const rows = way === "action" ? await byTheAction(url, periods) : await pageAfterPage(url, periods);
  const ms = performance.now() - begin;
  console.log(JSON.stringify({ ms, rows, peakMiB: process.resourceUsage().maxRSS / 1024 }));
}

async function byTheAction(url: string, periods: Periods): Promise<number> {
  const { current } = await readFrom(url, { periods, clock: systemClock, maxRequests: 300 });
  return current.rows.length;
}

/** Reads the same as the action, one request after the other. */
async function pageAfterPage(url: string, periods: Periods): Promise<number> {
  const agent = new Agent();
  const transport = new Transport(new URL(url), "mint_bench_key", agent);
  const service = new Service({ transport, clock: systemClock, projectId: "bench" });
  const both = [periods.current, periods.previous].filter((range) => range !== undefined);
  const read = both.map(() => new Map<string, unknown>());
  for (const [index, range] of both.entries()) {
    for (let offset = 0, more = true; more; offset += pageSize) {
      const page = await service.getVisitors({ ...rangeForService(range), limit: pageSize, offset });
      for (const row of page.visitors) read[index]?.set(row.path, row);
      more = page.hasMore;
    }
  }
  for (const range of periods.trend.slice(0, -both.length))
    await service.getVisitors({ ...rangeForService(range), limit: 1, offset: 0 });
  await agent.destroy();
  return read[0]?.size ?? 0;
}

if (process.argv[1] === import.meta.filename) await readOnce(process.argv.slice(2));
