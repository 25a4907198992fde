import { poll } from "../../src/agent/job.ts";
import { Connections } from "../../src/network/connections.ts";
import { Service } from "../../src/service/client.ts";
import { startService } from "../../test/emulator/start.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { silentLog } from "../../test/fake-log.ts";
import { load } from "../../test/given-inputs.ts";
import { redactNothing } from "../../test/no-secrets.ts";
import { median, type Row } from "./table.ts";

type Case = { name: string; seconds: number; goal: "2.6 s" | "7%" | "11 s" };
type End = { seconds: number; lateMs: number; polls: number };

const cases: Case[] = [
  { name: "5 s", seconds: 5, goal: "2.6 s" },
  { name: "30 s", seconds: 30, goal: "2.6 s" },
  { name: "10 min", seconds: 600, goal: "7%" },
  { name: "2 h", seconds: 7200, goal: "11 s" },
];
/** Jobs of each case; their lengths are spread, as one would only show where its end fell between two polls. */
const jobs = 9;

/** How late the end of a job is seen, and after how many polls. Time jumps from poll to poll. */
export async function measureEnds(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, seconds, goal } of cases) {
    const spread = Math.max(5, seconds * 0.15);
    const ends: End[] = [];
    for (let index = 0; index < jobs; index++)
      ends.push(await measureEnd(seconds + spread * ((index + 0.5) / jobs - 0.5)));
    const late = ends.map(({ lateMs }) => lateMs / 1000);
    const share = Math.max(...ends.map((end) => end.lateMs / 10 / end.seconds));
    rows.push({
      what: `end of a job of about ${name} seen`,
      goal: `at most ${goal} late`,
      action: `${median(late).toFixed(1)} s late, at most ${Math.max(...late).toFixed(1)} s (${share.toFixed(1)}%), ${median(ends.map(({ polls }) => polls))} polls`,
    });
  }
  return rows;
}

async function measureEnd(seconds: number): Promise<End> {
  const emulator = await startService();
  const base = new URL(emulator.url);
  const dispatcher = new Connections({}).dispatcherFor(base);
  const clock = new FakeClock(Date.now(), { speed: 1, onJump: (ms) => emulator.advance(ms) });
  const endpoint = { base, key: emulator.key, dispatcher };
  const service = new Service({
    endpoint,
    clock,
    projectId: emulator.projectId,
    redact: redactNothing,
  });
  try {
    const { id: jobId } = await service.createJob(`Measure [takes ${seconds}s]`);
    const job = await poll(
      {
        jobId,
        acceptedAt: clock.now(),
        looksAtOnce: false,
        isFollowUp: false,
        onJob: () => {},
      },
      {
        ...{ service, clock, log: silentLog, inputs: load({}) },
        ...{ signal: new AbortController().signal, deadline: clock.now() + 4 * 3_600_000 },
      },
    );
    const seenAt = clock.now();
    const [made, ...others] = emulator.jobs();
    const finishedAt = made?.turns[0]?.finishesAt ?? null;
    if (
      made === undefined ||
      others.length > 0 ||
      finishedAt === null ||
      job?.prLink !== made.prLink
    )
      throw new Error("the job did not bring its pull request");
    const polls = emulator.requests().filter(({ method }) => method === "GET").length;
    return { seconds, lateMs: seenAt - finishedAt, polls };
  } finally {
    await dispatcher.destroy();
    await emulator.close();
  }
}
