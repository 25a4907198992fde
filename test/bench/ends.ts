import { follow } from "../../src/agent/follow.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import type { Log } from "../../src/log.ts";
import { Service } from "../../src/service/client.ts";
import { createDispatcher, Transport } from "../../src/service/transport.ts";
import { startService } from "../emulator/start.ts";
import type { Row } from "./row.ts";

const silent: Log = {
  info() {},
  group: (_, write) => write(),
  warning() {},
  error() {},
  debug() {},
  lastLineAt: 0,
};

/** How late the end of a job is seen, and with how many polls: short jobs in real time, long ones scaled. */
export async function measureEnds(): Promise<Row[]> {
  const cases = [
    { name: "5 s", seconds: 5, scale: 1, goal: "2.6 s" },
    { name: "30 s", seconds: 30, scale: 1, goal: "2.6 s" },
    { name: "10 min, 60 times as fast", seconds: 600, scale: 60, goal: "7%" },
    { name: "2 h, 600 times as fast", seconds: 7200, scale: 600, goal: "7%" },
  ];
  const rows: Row[] = [];
  for (const { name, seconds, scale, goal } of cases) {
    const { lateMs, polls } = await followOne(seconds, scale);
    const late = `${(lateMs / 1000).toFixed(1)} s late (${(lateMs / 10 / seconds).toFixed(1)}%), ${polls} polls`;
    rows.push({ what: `end of a job of ${name}`, measured: late, goal: `at most ${goal} late` });
  }
  return rows;
}

async function followOne(seconds: number, scale: number): Promise<{ lateMs: number; polls: number }> {
  const emulator = await startService({ timeScale: scale, jobSeconds: seconds });
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
    const job = await service.createJob("Measure");
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
    return { lateMs: clock.now() - acceptedAt - seconds * 1000, polls };
  } finally {
    await dispatcher.destroy();
    await emulator.close();
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
