import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../service/local-server.ts";

/** A request as it arrived, with its path and query. */
export type ReceivedRequest = { method: string; path: string };

/** What comes instead of the answers to some requests, from the order on until it is taken back. */
export type Fault = {
  /** Looked for in path and query. */
  path: RegExp;
  /** `work` does what the request is for, and gives the usual answer. */
  answer(work: () => Promise<Response>): Response | Promise<Response>;
};

/**
 * Starts a server on this machine that records what arrives, and can be told to fail. `handle` does what a request is for, and
 * `port` 0 takes any free port. Throws what `listen` says, such as `EADDRINUSE`.
 */
export async function startServer(
  port: number,
  handle: (request: Request) => Response | Promise<Response>,
) {
  let requests: ReceivedRequest[] = [];
  let faults: Fault[] = [];
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch((error: unknown) => {
      // A caller that hangs up halfway through its request, or is hung up on at the end, is nothing to report.
      const cutOff = incoming.destroyed && !incoming.complete;
      if (!cutOff && server.listening) console.error("The emulator could not respond:", error);
      outgoing.destroy();
    });
  });
  const { port: used, close } = await listen(server, "127.0.0.1", port);
  const url = `http://127.0.0.1:${used}`;

  async function receive(request: Request): Promise<Response> {
    const path = request.url.slice(url.length);
    requests.push({ method: request.method, path });
    const work = async () => await handle(request);
    const fault = faults.find((one) => one.path.test(path));
    return fault === undefined ? await work() : await fault.answer(work);
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const { method = "GET", url: path = "/", headers } = incoming;
    const { authorization = "", "content-type": type = "" } = headers;
    const sent = {
      method,
      headers: { authorization, "content-type": type },
      ...(body.length > 0 && { body }),
    };
    const response = await receive(new Request(`${url}${path}`, sent));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }

  return {
    url,
    /** Does what a request is for, or what a fault has in its place, also where it came without a connection. */
    receive,
    /** Everything that has arrived since the last `forgetRequests`, oldest first. */
    requests: (): readonly ReceivedRequest[] => [...requests],
    forgetRequests: () => {
      requests = [];
    },
    /** The first fault that a request matches is for it. */
    fault: (fault: Fault) => void faults.push(fault),
    clearFaults: () => {
      faults = [];
    },
    /** Closes every connection and stops. */
    close,
  };
}
