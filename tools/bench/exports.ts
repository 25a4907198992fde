import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { signals } from "../../src/inputs/table.ts";
import { call, visitors } from "../../test/emulator/caller.ts";
import { type RunningService, startService } from "../../test/emulator/start.ts";
import { runStep, startStep } from "../../test/runner/runner.ts";
import { pagesScript, runBaseline } from "./baselines/baseline.ts";
import { median, type Row } from "./table.ts";

/** How long the service takes for a response. */
export const answerMs = 250;
const week = 7 * 86_400_000;
const newest = Date.UTC(2026, 2, 9);
const Csv = z.array(z.array(z.string()));
const ways = ["action", "baseline"] as const;
type Way = (typeof ways)[number];

const pages = 5000;
const rounds = 3;

/** What an export holds: the lines of its table in a fixed order, and the totals of each period. */
type Export = { lines: string[]; totals: string[] };
type Run = { ms: number; requests: number };

/** How long large sites take from the start of a process to the CSV file, with the same numbers in each. */
export async function measureExports(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const periods of [1, 8]) {
    const service = await startService({ pages });
    const ranges = Array.from({ length: periods }, (_, back) => rangeOf(back));
    const expected = await expectedOf(service, ranges);
    service.fault({ path: /\/visitors/, answer: (work) => setTimeout(answerMs).then(work) });
    const runs: Record<Way, Run[]> = { action: [], baseline: [] };
    for (let round = 0; round < rounds; round++)
      for (const way of ways) runs[way].push(await measure(way, service, ranges, expected));
    await service.close();
    const ms = (way: Way) => median(runs[way].map((run) => run.ms));
    const text = (way: Way) =>
      `${(ms(way) / 1000).toFixed(2)} s, ${median(runs[way].map(({ requests }) => requests))} requests`;
    rows.push({
      what: `export of ${pages.toLocaleString("en-US")} pages, ${periods === 1 ? "one period" : "two and a trend"}`,
      goal: "at least 2.5 times as fast as page after page",
      action: `${text("action")} (${(ms("baseline") / ms("action")).toFixed(2)} times as fast)`,
      baseline: `${text("baseline")} (one page after another)`,
    });
  }
  return rows;
}

/** How much memory the report of the largest site takes, with files of each kind: alone, compared, and with all signals. */
export async function measureReportMemory(): Promise<Row[]> {
  const largest = 25_000;
  const service = await startService({ pages: largest });
  const peaks: number[] = [];
  for (const inputs of [
    { compare: "false", signals: "none" },
    { compare: "true", signals: "none" },
    { compare: "true", signals: signals.join() },
  ])
    peaks.push(await peakOfReport(service, inputs));
  await service.close();
  const [alone = 0, compared = 0, withSignals = 0] = peaks.map((peak) => Math.round(peak));
  return [
    {
      what: `memory of a report of ${largest.toLocaleString("en-US")} pages with three files`,
      goal: "at most 350 MiB",
      action: peaks.includes(0)
        ? "–"
        : `${alone} MiB, ${compared} MiB with the period before, ${withSignals} MiB with all signals too`,
    },
  ];
}

/** The peak of the process's memory in MiB, as Linux counts it; 0 elsewhere. */
async function peakOfReport(
  service: RunningService,
  inputs: Record<string, string>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-bench-"));
  const [from = "", to = ""] = rangeOf(0).split("/");
  try {
    const step = startStep({
      with: {
        ...{ "api-key": service.key, "project-id": service.projectId, "base-url": service.url },
        ...{
          mode: "visitors",
          "date-from": from,
          "date-to": to,
          trend: "0",
          "max-requests": "1000",
        },
        "report-file": "visitors.csv, visitors.json, visitors.md",
        ...inputs,
      },
      workspace: folder,
    });
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, peakMiB(step.process.pid));
    }, 10);
    const { outputs, stdout } = await step.done.finally(() => clearInterval(timer));
    if (outputs["result"] !== "reported" || outputs["reason"] !== "")
      throw new Error(`the action left something out: ${stdout}`);
    return peak;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most memory that a process had so far, in MiB; 0 once it is gone. */
function peakMiB(pid: number | undefined): number {
  try {
    const [, kib = "0"] =
      /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib) / 1024;
  } catch {
    return 0;
  }
}

async function measure(
  way: Way,
  service: RunningService,
  ranges: readonly string[],
  expected: Export,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-bench-"));
  const requestsBefore = service.requests().length;
  try {
    const begin = performance.now();
    const totals = await (way === "action" ? exportByAction : exportPageAfterPage)(
      folder,
      service,
      ranges,
    );
    const ms = performance.now() - begin;
    // The action has the columns of the period before, also where that is not read.
    const columns = ranges.length > 1 ? 6 : 3;
    const [, ...lines] = Csv.parse(parse(readFileSync(join(folder, "visitors.csv"), "utf8")));
    const pages = lines.flatMap(([path = "", ...counts]) =>
      isPage(path) ? [[nameOf(path), ...counts.slice(0, columns)]] : [],
    );
    const same = String(pages.map(String).toSorted()) === String(expected.lines);
    // The action's outputs have the totals of its period; the others are in its summary alone.
    const wanted = way === "action" ? expected.totals.slice(0, 1) : expected.totals;
    if (!same || String(totals) !== String(wanted))
      throw new Error(`the ${way} exported other numbers than the service has`);
    return { ms, requests: service.requests().length - requestsBefore };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportPageAfterPage(
  folder: string,
  { url, key, projectId }: RunningService,
  ranges: readonly string[],
): Promise<string[]> {
  const env = { BASE_URL: url, API_KEY: key, PROJECT_ID: projectId };
  const { exitCode, stdout } = await runBaseline(pagesScript, env, [
    join(folder, "visitors.csv"),
    ...ranges,
  ]);
  if (exitCode !== 0) throw new Error(`the baseline ended with ${exitCode}`);
  return stdout.trim().split("\n");
}

async function exportByAction(
  folder: string,
  service: RunningService,
  ranges: readonly string[],
): Promise<string[]> {
  const [period = ""] = ranges;
  const [from = "", to = ""] = period.split("/");
  const more = ranges.length > 1;
  const { outputs, stdout } = await runStep({
    with: {
      ...{ "api-key": service.key, "project-id": service.projectId, "base-url": service.url },
      ...{ mode: "visitors", "date-from": from, "date-to": to, "report-file": "visitors.csv" },
      ...{ compare: String(more), trend: String(more ? ranges.length : 0), "max-requests": "300" },
      // The baseline reads the visitors alone.
      signals: "none",
    },
    workspace: folder,
  });
  if (outputs["result"] !== "reported" || outputs["reason"] !== "")
    throw new Error(`the action left something out: ${stdout}`);
  return [`${period} ${outputs["human"]} ${outputs["ai"]} ${outputs["total"]}`];
}

/** What the export has to hold. Asking for it also lets the emulated site make its numbers beforehand. */
async function expectedOf(service: RunningService, ranges: readonly string[]): Promise<Export> {
  const totals: string[] = [];
  const periods: Map<string, number[]>[] = [];
  for (const range of ranges) {
    const [from, to] = range.split("/");
    const rows = new Map<string, number[]>();
    for (let offset = 0, more = true; more; offset += 250) {
      const { body } = await call(
        service,
        visitors,
        `GET /v1/analytics/${service.projectId}/visitors?dateFrom=${from}&dateTo=${to}&limit=250&offset=${offset}`,
      );
      for (const { path, human, ai, total } of body.visitors)
        if (isPage(path)) rows.set(nameOf(path), [human, ai, total]);
      if (offset === 0)
        totals.push(`${range} ${body.totals.human} ${body.totals.ai} ${body.totals.total}`);
      more = body.hasMore;
    }
    periods.push(rows);
  }
  const [now, before] = periods;
  const lines = [...(now ?? [])].map(([path, counts]) =>
    String([path, ...counts, ...(before === undefined ? [] : (before.get(path) ?? [0, 0, 0]))]),
  );
  return { lines: lines.toSorted(), totals };
}

/** False for the files of the emulated site, which a report leaves out. */
function isPage(path: string): boolean {
  return !/\.[a-z]+$/.test(path);
}

/** The path of a page as a report names it. */
function nameOf(path: string): string {
  return path.replace(/(?<=.)\/$/, "");
}

/** The week that lies so many weeks back. */
function rangeOf(back: number): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return `${day(newest - (back + 1) * week)}/${day(newest - back * week)}`;
}
