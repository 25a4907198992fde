import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type FaultEffect, Faults } from "./faults.ts";

/** What the caller got: a status, or how the server failed. */
export type Outcome = number | "reset" | "hang";

/** A request as it arrived. The key is left out, so that logs and responses can show it. */
export interface ReceivedRequest {
  method: string;
  /** Path and query as they were sent. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON, or the text where it is none; null without a body. */
  body: unknown;
  /** Null until the caller got something. */
  outcome: Outcome | null;
}

export interface ServerOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Does what a request is for. */
  handle(request: Request): Promise<Response>;
  /** Answers requests below `/_emulator`, which are neither recorded nor faulted. */
  control(request: Request): Promise<Response>;
}

/** A response that is ready to be sent. */
type FullResponse = { status: number; headers: [string, string][]; body: Buffer };

/** Records what arrives, and can fail at the socket, which no handler of `emulate` can. */
export class FaultyServer {
  readonly faults = new Faults();
  readonly #options: ServerOptions;
  readonly #server: Server;
  #requests: ReceivedRequest[] = [];
  #url = "";

  private constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = createServer((incoming, outgoing) => {
      this.#respond(incoming, outgoing).catch((error: unknown) => {
        // A caller that hangs up halfway through its request, or is hung up on at the end, is nothing to report.
        const cutOff = incoming.destroyed && !incoming.complete;
        if (!cutOff && this.#server.listening) console.error("The emulator could not respond:", error);
        outgoing.destroy();
      });
    });
  }

  static async start(options: ServerOptions): Promise<FaultyServer> {
    const started = new FaultyServer(options);
    const server = started.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(options.port, options.host, resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : options.port;
    started.#url = `http://${options.host}:${port}`;
    return started;
  }

  get url(): string {
    return this.#url;
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

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const request = requestOf(incoming, body, this.#url);
    if (request instanceof Response) {
      this.#requests.push({ ...record(incoming, body), outcome: send(outgoing, await readWhole(request)) });
      return;
    }
    const { pathname } = new URL(request.url);
    if (pathname === "/_emulator" || pathname.startsWith("/_emulator/")) {
      send(outgoing, await readWhole(await this.#options.control(request)));
      return;
    }
    const received = record(incoming, body);
    this.#requests.push(received);
    const handle = async () => readWhole(await this.#options.handle(request));
    const effect = this.faults.next(received.method, received.path);
    received.outcome =
      effect === null ? send(outgoing, await handle()) : await fail(outgoing, effect, handle);
  }
}

/** Headers that belong to the connection rather than to the request or response. */
const connectionHeaders = /^(host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade)$/;

/** The request, or the response to one that `Request` cannot hold: a `TRACE`, or a target without a path. */
function requestOf(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: Buffer,
  base: string,
): Request | Response {
  if (method === "TRACE") return Response.json({ error: "Method not allowed" }, { status: 405 });
  // A client that takes this server for a proxy sends the whole URL (RFC 9112, section 3.2.2).
  const target = url.replace(/^https?:\/\/[^/?#]*(?=\/|$)/i, "");
  if (!URL.canParse(base + target)) return Response.json({ error: "Invalid target" }, { status: 400 });
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || connectionHeaders.test(name) ? [] : [[name, String(value)]],
  );
  const bodiless = method === "GET" || method === "HEAD" || body.length === 0;
  return new Request(base + target, { method, headers: kept, ...(bodiless ? {} : { body }) });
}

function record({ method = "GET", url = "/", headers }: IncomingMessage, body: Buffer): ReceivedRequest {
  const shown = Object.entries(headers)
    .filter(([name]) => !/^(proxy-)?authorization$/.test(name))
    .map(([name, value]) => [name, String(value)]);
  return { method, path: url, headers: Object.fromEntries(shown), body: parsed(body), outcome: null };
}

function parsed(body: Buffer): unknown {
  if (body.length === 0) return null;
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readWhole(response: Response): Promise<FullResponse> {
  const headers = [...response.headers].filter(([name]) => !connectionHeaders.test(name));
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

function sendHead(outgoing: ServerResponse, { status, headers }: FullResponse, length: number): void {
  outgoing.writeHead(status, [...headers.flat(), "content-length", String(length)]);
}

/** Sends a response as a working server does. */
function send(outgoing: ServerResponse, response: FullResponse): Outcome {
  sendHead(outgoing, response, response.body.length);
  outgoing.end(response.body);
  return response.status;
}

/** Fails in the way asked for. `handle` does what the request is for, and is not called where nothing is taken. */
async function fail(
  outgoing: ServerResponse,
  effect: FaultEffect,
  handle: () => Promise<FullResponse>,
): Promise<Outcome> {
  if ("take" in effect && effect.take) await handle();
  switch (effect.kind) {
    case "delay":
      await wait(effect.ms, undefined, { ref: false });
      return send(outgoing, await handle());
    case "reset":
      return reset(outgoing);
    case "hang":
      return "hang";
    case "answer": {
      const headers = new Headers(effect.headers);
      if (!headers.has("content-type")) headers.set("content-type", "text/html");
      return send(outgoing, { status: effect.status, headers: [...headers], body: Buffer.from(effect.body) });
    }
    case "redirect":
      return send(outgoing, {
        ...{ status: effect.status, headers: [["location", effect.location]], body: Buffer.alloc(0) },
      });
  }
  const response = await handle();
  switch (effect.kind) {
    case "reset-during":
      sendHead(outgoing, response, response.body.length);
      outgoing.write(response.body.subarray(0, Math.floor(response.body.length / 2)));
      // An RST overtakes bytes that the caller has not read yet, so they get a moment to arrive.
      await wait(20);
      return reset(outgoing);
    case "drip":
      return drip(outgoing, response, effect.bytes, effect.everyMs);
    case "broken-json":
      return send(outgoing, {
        ...response,
        body: response.body.subarray(0, Math.ceil(response.body.length / 2)),
      });
    case "wrong-shape":
      return send(outgoing, { ...response, body: Buffer.from(JSON.stringify(effect.body)) });
    case "huge":
      return sendHuge(outgoing, { ...response, status: effect.status ?? response.status }, effect.megabytes);
  }
}

/** A real RST, so that the caller sees ECONNRESET rather than a connection that ended in order. */
function reset(outgoing: ServerResponse): Outcome {
  outgoing.socket?.resetAndDestroy();
  return "reset";
}

async function drip(
  outgoing: ServerResponse,
  response: FullResponse,
  bytes: number,
  everyMs: number,
): Promise<Outcome> {
  sendHead(outgoing, response, response.body.length);
  for (let sent = 0; sent < response.body.length && !outgoing.destroyed; sent += bytes) {
    outgoing.write(response.body.subarray(sent, sent + bytes));
    await wait(everyMs, undefined, { ref: false });
  }
  outgoing.end();
  return response.status;
}

/** Sent piece by piece, so that this process never holds the whole body. */
async function sendHuge(
  outgoing: ServerResponse,
  response: FullResponse,
  megabytes: number,
): Promise<Outcome> {
  const opening = Buffer.from('{"padding":"');
  const fields = response.body.toString().trim();
  const closing = Buffer.from(/^\{./s.test(fields) && fields !== "{}" ? `",${fields.slice(1)}` : '"}');
  const piece = Buffer.alloc(65_536, "x");
  let padding = Math.max(0, Math.round(megabytes * 1_048_576) - opening.length - closing.length);
  sendHead(outgoing, response, opening.length + padding + closing.length);
  outgoing.write(opening);
  for (; padding > 0 && !outgoing.destroyed; padding -= piece.length) {
    const hasRoom = outgoing.write(padding < piece.length ? piece.subarray(0, padding) : piece);
    // A caller that hangs up never drains.
    if (!hasRoom) await new Promise<void>((resolve) => onceEither(outgoing, ["drain", "close"], resolve));
  }
  outgoing.end(closing);
  return response.status;
}

function onceEither(outgoing: ServerResponse, events: readonly ["drain", "close"], done: () => void): void {
  const listener = () => {
    for (const event of events) outgoing.off(event, listener);
    done();
  };
  for (const event of events) outgoing.on(event, listener);
}
