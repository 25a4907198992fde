import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";

/** A request as it arrived. */
export type Received = {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
};

/** Answers a request in whatever way, or never. */
export type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** A server on this machine, for what only real sockets show. */
export type LocalServer = {
  url: URL;
  port: number;
  requests: Received[];
  /** Resolves once so many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts a server that takes the turns one after the other, and the last one from then on. */
export async function serve(
  turns: readonly [Turn, ...Turn[]],
  options: { host?: string; tls?: { key: string; cert: string } } = {},
): Promise<LocalServer> {
  const requests: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const turn = turns[Math.min(requests.length, turns.length - 1)] ?? turns[0];
      requests.push({ method, url, headers, body });
      turn(response, request);
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    });
  };
  const server =
    options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  const host = options.host ?? "127.0.0.1";
  const { port, close } = await listen(server, host);
  return {
    url: new URL(`${options.tls === undefined ? "http" : "https"}://${host}:${port}`),
    port,
    requests,
    arrived: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
  };
}

/**
 * Lets a server listen, on any free port unless one is given; `close` also ends the connections that are open, tunnels
 * included. Throws what `listen` says, such as `EADDRINUSE`.
 */
export async function listen(
  server: Server,
  host: string,
  port = 0,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: portOf(server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (typeof address !== "object" || address === null)
    throw new Error("the server listens on no port");
  return address.port;
}

/** A whole answer; what is no text is sent as JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Turn {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Breaks the connection after the request was read, before or within the answer. */
export function reset(part?: string): Turn {
  return (response, { socket }) => {
    if (part === undefined) return void socket.resetAndDestroy();
    response.writeHead(200, { "content-length": "1000" });
    response.write(part, () => socket.resetAndDestroy());
  };
}

/** Reads the request and says nothing, or only the beginning of an answer. */
export function hang(status?: number): Turn {
  return (response) => {
    if (status === undefined) return;
    response.writeHead(status, { "content-length": "1000" });
    response.write("{");
  };
}
