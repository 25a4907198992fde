import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Outcome } from "./answers.ts";
import { answerOf, misbehave, send } from "./answers.ts";
import { Faults } from "./faults.ts";

/** A request as it arrived; the key is left out, so that logs and answers can show it. */
export interface ReceivedRequest {
  method: string;
  /** Path and query as they were sent. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON, or the text where it is none; null without a body. */
  body: unknown;
  /** What the caller got; null until then. */
  outcome: Outcome | null;
}

/** What a front stands before. */
export interface FrontOptions {
  host: string;
  port: number;
  /** Answers a request for real. */
  handle(request: Request): Promise<Response>;
  /** Answers requests below `/_emulator`, which are neither recorded nor faulted. */
  control(request: Request): Promise<Response>;
}

/** A server that records what arrives and can let callers down at the socket, which no handler of `emulate` can. */
export class Front {
  readonly faults = new Faults();
  readonly #options: FrontOptions;
  readonly #server: Server;
  #requests: ReceivedRequest[] = [];
  #url = "";

  private constructor(options: FrontOptions) {
    this.#options = options;
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch((error: unknown) => {
        // A caller that hangs up halfway through its request, or is hung up on at the end, is nothing to report.
        const cutOff = incoming.destroyed && !incoming.complete;
        if (!cutOff && this.#server.listening) console.error("The emulator could not answer:", error);
        outgoing.destroy();
      });
    });
  }

  /** Starts to listen; port 0 takes any free one. */
  static async start(options: FrontOptions): Promise<Front> {
    const front = new Front(options);
    const server = front.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(options.port, options.host, resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : options.port;
    front.#url = `http://${options.host}:${port}`;
    return front;
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

  /** Hangs up on everybody and stops. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const request = requestOf(incoming, body, this.#url);
    const { pathname } = new URL(request.url);
    if (pathname === "/_emulator" || pathname.startsWith("/_emulator/")) {
      send(outgoing, await answerOf(await this.#options.control(request)));
      return;
    }
    const received = record(incoming, body);
    this.#requests.push(received);
    const handle = async () => answerOf(await this.#options.handle(request));
    const happening = this.faults.next(received.method, received.path);
    received.outcome =
      happening === null ? send(outgoing, await handle()) : await misbehave(outgoing, happening, handle);
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) {
    if (Buffer.isBuffer(piece)) pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Headers that belong to the connection rather than to the request. */
const OF_THE_CONNECTION = /^(host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade)$/;

function requestOf(incoming: IncomingMessage, body: Buffer, base: string): Request {
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (OF_THE_CONNECTION.test(name)) continue;
    for (const value of values ?? []) headers.append(name, value);
  }
  const bodiless = method === "GET" || method === "HEAD" || body.length === 0;
  return new Request(
    `${base}${incoming.url ?? "/"}`,
    bodiless ? { method, headers } : { method, headers, body },
  );
}

function record(incoming: IncomingMessage, body: Buffer): ReceivedRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !/^(proxy-)?authorization$/.test(name)) headers[name] = String(value);
  }
  return {
    method: incoming.method ?? "GET",
    path: incoming.url ?? "/",
    headers,
    body: parsed(body),
    outcome: null,
  };
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
