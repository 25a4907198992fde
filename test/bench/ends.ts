import { setTimeout as wait } from "node:timers/promises";
import { pollJob } from "../../src/agent/poll-job.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import type { Logger } from "../../src/logger.ts";
import { createDispatcher } from "../../src/network.ts";
import { Service } from "../../src/service/client.ts";
import { HttpClient } from "../../src/service/http.ts";
import { type Leaps, startLeaps } from "./leaps.ts";
import { startRival, wellDone } from "./rivals.ts";
import { median, type Row } from "./row.ts";
import { cells, type Way, ways } from "./ways.ts";

type Case = { name: string; seconds: number; leap: boolean; jobs: number; goal: "2.6 s" | "7%" };
type End = { seconds: number; lateMs: number; polls: number };

const fiveSeconds: Case = { name: "5 s", seconds: 5, leap: false, jobs: 9, goal: "2.6 s" };
const halfMinute: Case = { name: "30 s", seconds: 30, leap: false, jobs: 9, goal: "2.6 s" };
const tenMinutes: Case = { name: "10 min", seconds: 600, leap: true, jobs: 5, goal: "7%" };
const twoHours: Case = { name: "2 h", seconds: 7200, leap: true, jobs: 1, goal: "7%" };
/** What the rivals wait between two looks, in seconds. */
const interval = 5;
// Many processes that start at the same moment would keep each other from looking in time.
const apartMs = 250;
const silent: Logger = {
  info() {},
  group: (_, write) => write(),
  notice() {},
  warning() {},
  error() {},
  debug() {},
  lastLineAt: 0,
};

/** How late the end of a job is seen, and with how many polls: short jobs in real time, long ones without the waiting. */
export async function measureEnds(): Promise<Row[]> {
  // Whoever leaps is busy all the time, and so only one does beside those that wait.
  const longest = measureCase(twoHours);
  const short = await Promise.all([fiveSeconds, halfMinute].map(measureCase));
  return [...short, await measureCase(tenMinutes), await longest];
}

async function measureCase({ name, seconds, leap, jobs, goal }: Case): Promise<Row> {
  // Lengths are spread over an interval or more, as one job would only show where its end fell between two polls.
  const spread = Math.max(interval, seconds * 0.15);
  const lengths = Array.from(
    { length: jobs },
    (_, index) => Math.round(10 * (seconds + spread * ((index + 0.5) / jobs - 0.5))) / 10,
  );
  const ends = new Map<Way, End[]>(ways.map((way) => [way, []]));
  const runs = lengths.flatMap((length) =>
    ways.map((way) => async () => {
      ends.get(way)?.push(await measureEnd(way, length, leap));
    }),
  );
  if (leap) for (const run of runs) await run();
  else await Promise.all(runs.map((run, index) => wait(index * apartMs).then(run)));
  return {
    what: `end of a job of about ${name} seen`,
    goal: `at most ${goal} late`,
    ...cells(ends, (all) => described(all, goal === "7%")),
  };
}

function described(ends: readonly End[], asShare: boolean): string {
  const late = ends.map(({ lateMs }) => lateMs / 1000);
  const worst = ends.length === 1 ? "" : `, at worst ${Math.max(...late).toFixed(1)} s`;
  const share = Math.max(...ends.map(({ lateMs, seconds }) => lateMs / 10 / seconds)).toFixed(1);
  const polls = median(ends.map((end) => end.polls));
  return `${median(late).toFixed(1)} s late${worst}${asShare ? ` (${share}%)` : ""}, ${polls} ${polls === 1 ? "poll" : "polls"}`;
}

async function measureEnd(way: Way, seconds: number, leap: boolean): Promise<End> {
  const leaps = await startLeaps(leap ? interval : 0);
  const prompt = `Measure [takes ${seconds}s]`;
  try {
    const seen =
      way === "action" ? await followed(leaps, leap, prompt) : await looped(way, leaps, leap, prompt);
    const [job, ...others] = leaps.service.jobs();
    const finishedAt = job?.turns[0]?.finishesAt ?? null;
    if (job === undefined || others.length > 0 || finishedAt === null || seen.prLink !== job.prLink)
      throw new Error(`${way} did not bring the pull request of its one job`);
    const polls = leaps.service.requests().filter(({ method }) => method === "GET").length;
    return { seconds, lateMs: seen.at - finishedAt, polls };
  } finally {
    await leaps.close();
  }
}

type Seen = { at: number; prLink: string | null | undefined };

async function looped(way: "fetch" | "shell", leaps: Leaps, leap: boolean, prompt: string): Promise<Seen> {
  const { key, projectId } = leaps.service;
  const env = { PROMPT: prompt, INTERVAL: leap ? "0" : String(interval) };
  const rival = startRival(way, "job", { url: leaps.url, key, projectId, env });
  const at = new Promise<number>((resolve) => rival.process.stdout?.once("data", () => resolve(leaps.now())));
  const { stdout } = await wellDone(rival);
  return { at: await at, prLink: stdout.trim() };
}

async function followed(
  { service: emulator, now, leap }: Leaps,
  leaping: boolean,
  prompt: string,
): Promise<Seen> {
  const base = new URL(emulator.url);
  const dispatcher = createDispatcher(base);
  const clock: Clock = { ...systemClock, now, ...(leaping ? { sleep: leap } : {}) };
  const service = new Service({
    transport: new HttpClient(base, emulator.key, dispatcher),
    clock,
    projectId: emulator.projectId,
  });
  try {
    const { id: jobId } = await service.createJob(prompt);
    const { job } = await pollJob({
      service,
      clock,
      log: silent,
      signal: new AbortController().signal,
      jobId,
      acceptedAt: clock.now(),
      watch: false,
      timeoutMs: 4 * 3_600_000,
      intervalMs: undefined,
      possiblyStale: false,
      onJob: () => {},
    });
    return { at: clock.now(), prLink: job?.prLink };
  } finally {
    await dispatcher.destroy();
  }
}
