import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { Caller } from "../emulator/caller.ts";
import { type RunningService, startService } from "../emulator/start.ts";
import { startStep } from "../runner/runner.ts";
import { watchMemory } from "./memory.ts";
import { startRival, wellDone } from "./rivals.ts";
import { median, type Row } from "./row.ts";
import { cells, inTurn, type Way, ways } from "./ways.ts";

/** How long the service takes for an answer. */
export const answerMs = 150;
const week = 7 * 86_400_000;
const newest = Date.UTC(2026, 2, 9);
const Csv = z.array(z.array(z.string()));

const cases = [
  { pages: 5000, periods: 1, rounds: 3, goal: "at least 2.5 times as fast as the fetch" },
  { pages: 5000, periods: 8, rounds: 3, goal: "at least 2.5 times as fast as the fetch" },
  { pages: 25_000, periods: 1, rounds: 1, goal: "–" },
];

/** What an export holds: the lines of its table in a fixed order, and the totals of each period. */
type Export = { lines: string[]; totals: string[] };
type Run = { ms: number; requests: number; peakMiB: number | undefined };

/** How long large sites take from the start of a process to the CSV file, with the same numbers in every one. */
export async function measureExports(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { pages, periods, rounds, goal } of cases) {
    const service = await startService({ pages, limits: { analytics: 1_000_000 } });
    const ranges = Array.from({ length: periods }, (_, back) => rangeOf(back));
    const expected = await expectedOf(service, ranges);
    service.fault({ path: "/visitors", times: "always", happens: { kind: "delay", ms: answerMs } });
    const runs = new Map<Way, Run[]>(ways.map((way) => [way, []]));
    for (let round = 0; round < rounds; round++)
      for (const [way, run] of await inTurn((one) => measure(one, service, ranges, expected)))
        runs.get(way)?.push(run);
    await service.close();
    const medians = new Map([...runs].map(([way, all]) => [way, medianOf(all)]));
    const fetchMs = medians.get("fetch")?.ms ?? Number.NaN;
    rows.push({
      what: `export of ${number(pages)} pages (${number(expected.lines.length)} rows), ${periods === 1 ? "one period" : "two and a trend"}`,
      goal,
      ...cells(medians, (run, way) => {
        const ratio =
          way === "action" ? ` (${(fetchMs / run.ms).toFixed(2)} times as fast as the fetch)` : "";
        const peak = run.peakMiB === undefined ? "" : `, peak ${run.peakMiB.toFixed(0)} MiB`;
        return `${(run.ms / 1000).toFixed(2)} s${ratio}, ${run.requests} requests${peak}`;
      }),
    });
  }
  return rows;
}

async function measure(
  way: Way,
  service: RunningService,
  ranges: readonly string[],
  expected: Export,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-bench-"));
  const asked = service.requests().length;
  try {
    const begin = performance.now();
    const { peakMiB, totals } = await exportInto(folder, way, service, ranges);
    const ms = performance.now() - begin;
    const [, ...lines] = Csv.parse(parse(readFileSync(join(folder, "visitors.csv"), "utf8")));
    const same = String(lines.map(String).toSorted()) === String(expected.lines);
    // The action puts out the totals of its period; the others stand in its summary alone.
    const wanted = way === "action" ? expected.totals.slice(0, 1) : expected.totals;
    if (!same || String(totals) !== String(wanted))
      throw new Error(`${way} exported other numbers than the service has`);
    return { ms, requests: service.requests().length - asked, peakMiB };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportInto(
  folder: string,
  way: Way,
  service: RunningService,
  ranges: readonly string[],
): Promise<{ peakMiB: number | undefined; totals: string[] }> {
  if (way !== "action") {
    const file = join(folder, "visitors.csv");
    const rival = startRival(way, "pages", service, [file, ...ranges]);
    const peak = watchMemory(rival.process.pid);
    const { stdout } = await wellDone(rival);
    return { peakMiB: peak(), totals: stdout.trim().split("\n") };
  }
  const [period = ""] = ranges;
  const [from = "", to = ""] = period.split("/");
  const step = startStep({
    with: {
      mode: "visitors",
      "api-key": service.key,
      "project-id": service.projectId,
      "base-url": service.url,
      "date-from": from,
      "date-to": to,
      compare: String(ranges.length > 1),
      trend: String(ranges.length > 1 ? ranges.length : 0),
      "max-requests": "300",
      "report-file": "visitors.csv",
    },
    workspace: folder,
  });
  const peak = watchMemory(step.process.pid);
  const { outputs, stdout } = await step.done;
  if (outputs["result"] !== "reported" || outputs["reason"] !== "")
    throw new Error(`the action left something out: ${stdout}`);
  return {
    peakMiB: peak(),
    totals: [`${period} ${outputs["human"]} ${outputs["ai"]} ${outputs["total"]}`],
  };
}

/** What the export has to hold. Asking for it also lets the emulated site make up its numbers beforehand. */
async function expectedOf(service: RunningService, ranges: readonly string[]): Promise<Export> {
  const caller = new Caller(service);
  const totals: string[] = [];
  const read: Map<string, number[]>[] = [];
  for (const range of ranges) {
    const [from, to] = range.split("/");
    const rows = new Map<string, number[]>();
    for (let offset = 0, more = true; more; offset += 250) {
      const { body } = await caller.visitors(`?dateFrom=${from}&dateTo=${to}&limit=250&offset=${offset}`);
      for (const { path, human, ai, total } of body.visitors) rows.set(path, [human, ai, total]);
      if (offset === 0) totals.push(`${range} ${body.totals.human} ${body.totals.ai} ${body.totals.total}`);
      more = body.hasMore;
    }
    read.push(rows);
  }
  const [now, before] = read;
  const lines = [...(now ?? [])].map(([path, counts]) =>
    String([path, ...counts, ...(before === undefined ? [] : (before.get(path) ?? [0, 0, 0]))]),
  );
  return { lines: lines.toSorted(), totals };
}

function medianOf(runs: readonly Run[]): Run {
  const peaks = runs.map(({ peakMiB }) => peakMiB).filter((peak) => peak !== undefined);
  return {
    ms: median(runs.map(({ ms }) => ms)),
    requests: median(runs.map(({ requests }) => requests)),
    peakMiB: peaks.length === 0 ? undefined : median(peaks),
  };
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** The week that lies so many weeks back. */
function rangeOf(back: number): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return `${day(newest - (back + 1) * week)}/${day(newest - back * week)}`;
}
