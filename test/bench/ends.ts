import { follow } from "../../src/agent/follow.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import type { Log } from "../../src/log.ts";
import { Service } from "../../src/service/client.ts";
import { createDispatcher, Transport } from "../../src/service/transport.ts";
import { type RunningService, startService } from "../emulator/start.ts";
import { median, type Row } from "./row.ts";

const silent: Log = {
  info() {},
  group: (_, write) => write(),
  notice() {},
  warning() {},
  error() {},
  debug() {},
  lastLineAt: 0,
};
// Lengths are spread, as one job would only show where its end happened to fall between two polls.
const jobs = 9;
const spread = 0.15;

/** How late the end of a job is seen, and with how many polls: short jobs in real time, long ones scaled. */
export async function measureEnds(): Promise<Row[]> {
  const cases = [
    { name: "5 s", seconds: 5, scale: 1, goal: "2.6 s" },
    { name: "30 s", seconds: 30, scale: 1, goal: "2.6 s" },
    { name: "10 min, 60 times as fast", seconds: 600, scale: 60, goal: "7%" },
    { name: "2 h, 300 times as fast", seconds: 7200, scale: 300, goal: "7%" },
  ];
  const rows: Row[] = [];
  for (const { name, seconds, scale, goal } of cases) {
    const emulator = await startService({ timeScale: scale });
    const lengths = Array.from(
      { length: jobs },
      (_, index) => Math.round(seconds * 10 * (1 + (spread * index) / jobs)) / 10,
    );
    const ends = await Promise.all(lengths.map((length) => followOne(emulator, length, scale)));
    await emulator.close();
    const late = ends.map((end) => end.lateMs / 1000);
    const share = ends.map((end, index) => end.lateMs / 10 / (lengths[index] ?? 1));
    rows.push({
      what: `end of a job of ${name}`,
      measured: `median ${median(late).toFixed(1)} s, worst ${Math.max(...late).toFixed(1)} s (${Math.max(...share).toFixed(1)}%) late, ${median(ends.map((end) => end.polls))} polls`,
      goal: `at most ${goal} late`,
    });
  }
  return rows;
}

async function followOne(
  emulator: RunningService,
  seconds: number,
  scale: number,
): Promise<{ lateMs: number; polls: number }> {
  const base = new URL(emulator.url);
  const dispatcher = createDispatcher(base, {});
  const clock = scaled(scale);
  const service = new Service({
    transport: new Transport(base, emulator.key, dispatcher),
    clock,
    projectId: emulator.projectId,
  });
  let polls = 0;
  try {
    const begin = clock.now();
    const job = await service.createJob(`Measure [takes ${seconds}s]`);
    const acceptedAt = clock.now();
    await follow({
      service,
      clock,
      log: silent,
      signal: new AbortController().signal,
      jobId: job.id,
      acceptedAt,
      watch: false,
      timeoutMs: 4 * 3_600_000,
      intervalMs: undefined,
      staleFinal: false,
      onJob: () => {
        polls++;
      },
    });
    // The job began between request and answer; on a fast clock that span counts.
    return { lateMs: clock.now() - (begin + acceptedAt) / 2 - seconds * 1000, polls };
  } finally {
    await dispatcher.destroy();
  }
}

function scaled(scale: number): Clock {
  const start = systemClock.now();
  return {
    ...systemClock,
    now: () => start + (systemClock.now() - start) * scale,
    sleep: (ms, signal) => systemClock.sleep(ms / scale, signal),
    every: (ms, tick) => systemClock.every(ms / scale, tick),
  };
}
