import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type FaultEffect, Faults } from "./faults.ts";

/** A request as it arrived. The key is left out, so that logs and responses can show it. */
export interface ReceivedRequest {
  method: string;
  /** Path and query as they were sent. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON, or the text where it is none; null without a body. */
  body: unknown;
}

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number;
  /** Does what a request is for. */
  handle(request: Request): Promise<Response>;
}

/** A response that is ready to be sent. */
type FullResponse = { status: number; headers: [string, string][]; body: Buffer };

/** A server on this machine that records what arrives, and can fail at the socket. */
export class FaultyServer {
  readonly faults = new Faults();
  readonly url: string;
  readonly #server: Server;
  #requests: ReceivedRequest[] = [];

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** Throws what `listen` says, such as `EADDRINUSE`. */
  static async start({ port, handle }: ServerOptions): Promise<FaultyServer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    const address = server.address();
    const used = typeof address === "object" && address !== null ? address.port : port;
    const started = new FaultyServer(server, `http://127.0.0.1:${used}`);
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      started.#respond(incoming, outgoing, handle).catch((error: unknown) => {
        // A caller that hangs up halfway through its request, or is hung up on at the end, is nothing to report.
        const cutOff = incoming.destroyed && !incoming.complete;
        if (!cutOff && server.listening) console.error("The emulator could not respond:", error);
        outgoing.destroy();
      });
    });
    return started;
  }

  /** Everything that has arrived since the last `forget`, oldest first. */
  requests(): ReceivedRequest[] {
    return structuredClone(this.#requests);
  }

  forget(): void {
    this.#requests = [];
  }

  /** Closes every connection and stops. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #respond(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    handle: ServerOptions["handle"],
  ): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const { method = "GET", url = "/", headers } = incoming;
    const kept = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const shown = kept.filter(([name]) => name !== "authorization");
    this.#requests.push({ method, path: url, headers: Object.fromEntries(shown), body: parsed(body) });
    const work = async (): Promise<FullResponse> => {
      const ofRequest = kept.filter(([name]) => !connectionHeaders.test(name));
      const sent = method === "GET" || body.length === 0 ? {} : { body };
      const response = await handle(
        new Request(`${this.url}${url}`, { method, headers: ofRequest, ...sent }),
      );
      const given = [...response.headers].filter(([name]) => !connectionHeaders.test(name));
      return { status: response.status, headers: given, body: Buffer.from(await response.arrayBuffer()) };
    };
    const effect = this.faults.next(method, url);
    if (effect === undefined) send(outgoing, await work());
    else await fail(outgoing, effect, work);
  }
}

/** Headers that belong to the connection rather than to the request or response. */
const connectionHeaders = /^(host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade)$/;

function parsed(body: Buffer): unknown {
  if (body.length === 0) return null;
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sendHead(outgoing: ServerResponse, { status, headers, body }: FullResponse): void {
  outgoing.writeHead(status, [...headers.flat(), "content-length", String(body.length)]);
}

/** Sends a response as a working server does. */
function send(outgoing: ServerResponse, response: FullResponse): void {
  sendHead(outgoing, response);
  outgoing.end(response.body);
}

/** Fails in the way asked for. `work` does what the request is for, and is not called where nothing is taken. */
async function fail(
  outgoing: ServerResponse,
  effect: FaultEffect,
  work: () => Promise<FullResponse>,
): Promise<void> {
  if ("take" in effect && effect.take) await work();
  switch (effect.kind) {
    case "delay":
      await wait(effect.ms, undefined, { ref: false });
      return send(outgoing, await work());
    case "reset":
      outgoing.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "answer": {
      const headers = new Headers({ "content-type": "text/html", ...effect.headers });
      const body = Buffer.from(effect.body ?? "");
      return send(outgoing, { status: effect.status, headers: [...headers], body });
    }
    case "reset-during": {
      const response = await work();
      sendHead(outgoing, response);
      outgoing.write(response.body.subarray(0, response.body.length / 2));
      // An RST overtakes bytes that the caller has not read yet, so they get a moment to arrive.
      await wait(20);
      outgoing.socket?.resetAndDestroy();
      return;
    }
    case "broken-json": {
      const response = await work();
      return send(outgoing, { ...response, body: response.body.subarray(0, response.body.length / 2) });
    }
    case "wrong-shape":
      return send(outgoing, { ...(await work()), body: Buffer.from('{"data":{"jobs":[]}}') });
  }
}
