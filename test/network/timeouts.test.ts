import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createGitHubClient } from "../../src/github/client.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { Connections } from "../../src/network/connections.ts";
import { TransportError, type TransportFailure } from "../../src/network/transport-error.ts";
import { getRunContext } from "../../src/runner/context.ts";
import { send } from "../../src/service/http.ts";
import { silentLog } from "../fake-log.ts";
import { listen } from "../service/local-server.ts";

// In real time, as no timer of undici, Node.js or the system is replaced. All of it happens at once.

/** undici counts its ticks of half a second, which come late on a busy machine. Less than from one limit to the next. */
const slackMs = 9000;

/** A server below HTTP: it does this on each connection as soon as something arrives. */
type Behaviour = (socket: Socket) => void;

const silent: Behaviour = () => {};
const headers = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
const withoutBody: Behaviour = (socket) => void socket.write(headers);
/** A byte each second, which is often enough for any limit on the time between two bytes. */
const dripping: Behaviour = (socket) => {
  socket.write(headers);
  const timer = setInterval(() => socket.write(" "), 1000);
  socket.once("close", () => clearInterval(timer));
};
const openTunnel: Behaviour = (socket) => void socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");

type Started = { url: (scheme: string) => URL; close: () => Promise<void>; received: () => number };

async function start(behaviour: Behaviour): Promise<Started> {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    // undici connects again after an abort, and says nothing there.
    socket.once("data", () => {
      requests++;
      behaviour(socket);
    });
  });
  const { port, close } = await listen(server, "127.0.0.1");
  return { url: (scheme) => new URL(`${scheme}://127.0.0.1:${port}`), close, received: () => requests };
}

/** The connections of a run as production makes them: no time-out is given. */
const production = () => new Connections({});

/** How a request of the service's client ended: the kind of failure, and after how many ms. */
async function ofService(base: URL): Promise<{ kind: TransportFailure | undefined; took: number }> {
  const connections = production();
  const endpoint = { base, key: "mint_0123456789abcdef", dispatcher: connections.dispatcherFor(base) };
  const begin = performance.now();
  try {
    const { body } = await send(endpoint, { method: "GET", path: ["v2"] });
    const kind = body instanceof TransportError ? body.kind : undefined;
    return { kind, took: performance.now() - begin };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { kind: error.kind, took: performance.now() - begin };
  } finally {
    await connections.close();
  }
}

/** How a request of GitHub's client ended. The creation of a comment is the one that is not repeated. */
async function ofGitHub(base: URL): Promise<{ kind: TransportFailure | undefined; took: number }> {
  const connections = production();
  const run = getRunContext({ GITHUB_REPOSITORY: "acme/site", GITHUB_API_URL: base.href.slice(0, -1) });
  const begin = performance.now();
  try {
    await createGitHubClient({
      ...{ token: "ghs_token", runContext: run, connections, log: silentLog, redact: (text) => text },
      pace: { retryUnitMs: 1000, spaceWrites: false },
    })?.createComment({ place: "issue", number: 7 }, "Hi");
    return { kind: undefined, took: performance.now() - begin };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { kind: error.transport?.kind, took: performance.now() - begin };
  } finally {
    await connections.close();
  }
}

type Row = {
  client: typeof ofService;
  what: string;
  behaviour: Behaviour;
  /** Without a scheme the server is a proxy, and the request goes to an address that only it knows. */
  scheme: "http" | "https" | undefined;
  kind: TransportFailure | undefined;
  seconds: number;
};

const rows: Row[] = [
  // The handshake of TLS is a part of connecting.
  ...[ofService, ofGitHub].map((client): Row => {
    const what = "takes the connection and no handshake";
    return { client, what, behaviour: silent, scheme: "https", kind: "connect", seconds: 10 };
  }),
  ...(["says nothing", "sends headers and no body", "sends its answer byte by byte"] as const).flatMap(
    (what, index): Row[] => {
      const shared = {
        what,
        behaviour: [silent, withoutBody, dripping][index] ?? silent,
        scheme: "http",
      } as const;
      // Octokit takes a body that breaks off for an empty one.
      const kind = index === 0 ? "timeout" : undefined;
      return [
        { ...shared, client: ofService, kind: "timeout", seconds: index === 2 ? 40 : 30 },
        { ...shared, client: ofGitHub, kind, seconds: 30 },
      ];
    },
  ),
  {
    ...{ client: ofService, what: "is a proxy that says nothing", behaviour: silent },
    ...{ scheme: undefined, kind: "proxy", seconds: 10 },
  },
  {
    ...{ client: ofService, what: "opens a tunnel behind which nobody answers", behaviour: openTunnel },
    ...{ scheme: undefined, kind: "connect", seconds: 10 },
  },
];

describe("a server", () => {
  const started: Started[] = [];
  const ended: ReturnType<typeof ofService>[] = [];

  beforeAll(async () => {
    for (const { client, behaviour, scheme } of rows) {
      const server = await start(behaviour);
      started.push(server);
      if (scheme === undefined) vi.stubEnv("HTTPS_PROXY", server.url("http").href);
      ended.push(client(scheme === undefined ? new URL("https://docs.test") : server.url(scheme)));
      vi.unstubAllEnvs();
    }
  });
  afterAll(async () => {
    await Promise.all(started.map(({ close }) => close()));
  });

  test.each(
    rows.map((row, index) => ({ ...row, index, of: row.client === ofService ? "service" : "GitHub" })),
  )("that $what is waited for $seconds s ($of)", async ({ index, kind, seconds }) => {
    const end = await ended[index];
    expect(end?.kind).toBe(kind);
    expect(end?.took).toBeGreaterThan(seconds * 1000 - 500);
    expect(end?.took).toBeLessThan(seconds * 1000 + slackMs);
    // Nothing below the action repeats a request.
    expect(started[index]?.received()).toBe(1);
  });
});
