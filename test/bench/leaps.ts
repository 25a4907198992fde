import { createServer } from "node:http";
import { type RunningService, startService } from "../emulator/start.ts";
import { listen } from "../service/local-server.ts";

/** An emulated service whose time can leap over what would only be waited for. */
export type Leaps = {
  service: RunningService;
  /** An address before the service where each look at a job comes after a leap of the interval. */
  url: string;
  /** The service's time, in ms since the epoch. */
  now(): number;
  /** Lets so many milliseconds be over. */
  leap(ms: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a service for one job. A clock that runs 300 times as fast would make the start of a `curl` look 300 times as
 * slow; here time passes as it does for everybody, and only a sleep between two looks takes none.
 */
export async function startLeaps(intervalSeconds: number): Promise<Leaps> {
  const service = await startService();
  let leapt = 0;
  const leap = async (ms: number) => {
    leapt += ms;
    await service.advance(ms);
  };
  const front = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const body = method === "GET" ? {} : { body: Buffer.concat(await incoming.toArray()) };
    if (method === "GET" && intervalSeconds > 0) await leap(intervalSeconds * 1000);
    const answer = await fetch(`${service.url}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
      ...body,
    });
    outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  const { port, close } = await listen(front, "127.0.0.1");
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    now: () => Date.now() + leapt,
    leap,
    close: async () => {
      await close();
      await service.close();
    },
  };
}
