import { createServer } from "node:http";
import { listen } from "../../test/service/local-server.ts";

/** A request that passed a front: when it came, and when its answer went out. */
export type Passed = { method: string; path: string; arrived: number; answered: number };

/** A server before another one. */
export type PassingFront = { url: string; close(): Promise<void> };

/**
 * Stands before a server below a path, as GitHub Enterprise Server does with its API, holds every answer back for a
 * while, and notes what passed. Anything outside of the path is not found.
 */
export async function startFront(
  target: string,
  options: { path: string; delayMs: number; passed: Passed[] },
): Promise<PassingFront> {
  const { path: below, delayMs, passed } = options;
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    const arrived = performance.now();
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", async () => {
      const { method = "GET", url = "/" } = incoming;
      const note: Passed = { method, path: url, arrived, answered: Number.POSITIVE_INFINITY };
      passed.push(note);
      if (!url.startsWith(below)) {
        outgoing
          .writeHead(404, { "content-type": "application/json" })
          .end('{"message":"Not Found"}');
        return;
      }
      const headers = new Headers();
      for (const name of ["authorization", "content-type", "accept"]) {
        const value = incoming.headers[name];
        if (typeof value === "string") headers.set(name, value);
      }
      const body = method === "GET" ? {} : { body: Buffer.concat(pieces) };
      const answer = await fetch(`${target}${url.slice(below.length)}`, {
        method,
        headers,
        ...body,
      });
      const text = await answer.text();
      setTimeout(() => {
        note.answered = performance.now();
        outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(text);
      }, delayMs);
    });
  });
  const { port, close } = await listen(server, "127.0.0.1");
  return { url: `http://127.0.0.1:${port}${below}`, close };
}

/** How many requests came one after another up to the given one, each after the answer to one before it. */
export function roundTrips(passed: readonly Passed[], upTo: Passed): number {
  const before = passed.filter((one) => one !== upTo && one.answered <= upTo.arrived);
  return 1 + Math.max(0, ...before.map((one) => roundTrips(before, one)));
}
