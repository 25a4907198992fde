import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type Step, startStep } from "../runner/runner.ts";
import { median, type Row } from "./row.ts";

const rounds = 15;

/** Time from the start of the process to its first request, the bundle beside a bare `fetch`, in turn. */
export async function measureStart(): Promise<Row[]> {
  let arrived: () => void = () => {};
  const server = createServer((_, response) => {
    arrived();
    response.writeHead(404, { "content-type": "application/json" }).end('{"error":"measured"}');
  });
  const url = await listen(server);
  const timed = async (start: () => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    const arrival = new Promise<number>((resolve) => {
      arrived = () => resolve(performance.now() - begin);
    });
    const ended = start();
    const ms = await arrival;
    await ended;
    return ms;
  };
  const bare = () => once(spawn(process.execPath, ["-e", `fetch("${url}")`]), "close");
  const bundle = () =>
    startStep({
      with: { "api-key": "mint_bench_key", "project-id": "bench", "base-url": url, prompt: "Measure" },
    }).done;
  const times = { bare: [] as number[], bundle: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const pair = { bare: await timed(bare), bundle: await timed(bundle) };
    // The first round warms the caches of the file system.
    if (round >= 0) {
      times.bare.push(pair.bare);
      times.bundle.push(pair.bundle);
    }
  }
  server.close();
  const empty = () => duration(() => once(spawn(process.execPath, ["-e", "0"]), "close"));
  const chatter = () => duration(() => startStep(chatterStep).done);
  const idle = { empty: [] as number[], chatter: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    idle.empty.push(await empty());
    idle.chatter.push(await chatter());
  }
  const [emptyMs, chatterMs] = [median(idle.empty), median(idle.chatter)];
  const [bareMs, bundleMs] = [median(times.bare), median(times.bundle)];
  return [
    {
      what: "start to first request",
      measured: `${(bundleMs / bareMs).toFixed(2)} times a bare fetch (${bundleMs.toFixed(0)} ms, ${bareMs.toFixed(0)} ms)`,
      goal: "at most 1.5",
    },
    {
      what: "comment without a command",
      measured: `${(chatterMs / emptyMs).toFixed(2)} times node -e 0 (${chatterMs.toFixed(0)} ms, ${emptyMs.toFixed(0)} ms)`,
      goal: "at most 2.8",
    },
  ];
}

const chatterStep: Step = {
  with: {},
  eventName: "issue_comment",
  event: { action: "created", issue: { number: 1 }, comment: { id: 2, body: "Looks good to me." } },
};

async function duration(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}
