import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as baseTest } from "vitest";
import { FakeGitHub } from "../github/fake-github.ts";
import { killSteps, type Step } from "../runner/runner.ts";
import { job } from "../service/fake-service.ts";
import { answer, listen, type Turn } from "../service/local-server.ts";

/** A request as it arrived; `at` is the time in ms, as `performance.now()` says it. */
export type Arrival = {
  side: "service" | "GitHub";
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: { prompt?: string; body?: string; content?: string };
  at: number;
};

/** Requests that are not answered as asked, or not at once: their method, and what the address contains. */
type Exception = { method: string; part: string; left: number; turn: Turn | undefined; ms: number };

export const key = "mint_0123456789abcdef";
export const token = "ghs_zyxwvutsrqponmlk9876543210";

/**
 * A service whose job never ends and a GitHub with one issue, at one address of this machine: what a process needs that
 * is started, cancelled or killed. It keeps every request in the order of arrival.
 */
export class World {
  readonly arrivals: Arrival[] = [];
  readonly gitHub = new FakeGitHub();
  readonly url: string;
  /** Stops the server, its connections and the steps that still run. */
  readonly close: () => Promise<void>;
  readonly #command = this.gitHub.write("maintainer", "/docs-agent Document it");
  #exceptions: Exception[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(port: number, close: () => Promise<void>) {
    this.url = `http://127.0.0.1:${port}`;
    this.close = close;
  }

  /** With a key and a certificate, it speaks HTTPS. */
  static async start(tls?: { key: string; cert: string }): Promise<World> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    const { port, close } = await listen(server, "127.0.0.1");
    const world: World = new World(port, () => {
      killSteps(world.url);
      return close();
    });
    server.on("request", (request, response) => void world.#receive(request, response));
    return world;
  }

  /** A step that sends a prompt without a thread. */
  promptStep(more: Record<string, string> = {}, env: Record<string, string> = {}): Step {
    const credentials = { "api-key": key, "project-id": "docs", "base-url": `${this.url}/service` };
    return {
      with: { ...credentials, "github-token": token, prompt: "Document it", ...more },
      env: { GITHUB_REPOSITORY: "acme/site", GITHUB_API_URL: `${this.url}/github`, ...env },
    };
  }

  /** A step on a comment that holds a command. */
  commandStep(more: Record<string, string> = {}, env: Record<string, string> = {}): Step {
    const step = this.promptStep({ prompt: "", ...more }, env);
    const { name, payload } = this.gitHub.commentEvent(this.#command, false);
    return { ...step, eventName: name, event: payload };
  }

  /** A step that writes a visitor report. */
  reportStep(more: Record<string, string> = {}, env: Record<string, string> = {}): Step {
    return this.promptStep({ mode: "visitors", prompt: "", ...more }, env);
  }

  /** The action's comment on the issue as it stands; its id is 102, as that of the command is 101. */
  comment(): string {
    return this.gitHub.own()[0]?.body ?? "";
  }

  /** From now on such requests are answered in this way: all of them, or the next `times`. */
  reply(method: string, part: string, turn: Turn, times = Number.POSITIVE_INFINITY): void {
    this.#exceptions.unshift({ method, part, left: times, turn, ms: 0 });
  }

  /** From now on such requests are answered as asked, so many ms later. */
  delay(method: string, part: string, ms: number): void {
    this.#exceptions.unshift({ method, part, left: Number.POSITIVE_INFINITY, turn: undefined, ms });
  }

  /** From now on every request is answered as asked. */
  recover(): void {
    this.#exceptions = [];
  }

  /** The requests with this method whose address contains this part. */
  requests(method: string, part: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.method === method && arrival.path.includes(part));
  }

  /** Resolves once so many such requests have arrived. Rejects after 20 seconds, in which every step would have ended. */
  arrived(method: string, part: string, count = 1): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        const all = this.arrivals.map((one) => `\n${one.method} ${one.path}`).join("");
        reject(new Error(`${count} ${method} of ${part} did not arrive within 20 s, only:${all}`));
      }, 20_000);
      const look = () => {
        if (this.requests(method, part).length < count) return;
        this.#waiting.delete(look);
        clearTimeout(limit);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const text = Buffer.concat(await request.toArray().catch(() => [])).toString();
    const { method = "", url: path = "", headers } = request;
    const side = path.startsWith("/service/") ? "service" : "GitHub";
    const arrival: Arrival = { side, method, path, headers, body: text === "" ? {} : JSON.parse(text), at };
    this.arrivals.push(arrival);
    const exception = this.#exceptions.find(
      (one) => one.left > 0 && one.method === method && path.includes(one.part),
    );
    if (exception !== undefined) exception.left--;
    const act = () => (exception?.turn ?? this.#turnFor(arrival))(response, request);
    if (exception === undefined || exception.ms === 0) act();
    else setTimeout(act, exception.ms);
    for (const look of this.#waiting) look();
  }

  /** Answers as asked. */
  #turnFor(arrival: Arrival): Turn {
    if (arrival.side === "service") return serviceTurn(arrival);
    const path = arrival.path.replace("/github/repos/acme/site", "");
    const { status, json } = this.gitHub.answer(arrival.method, path, arrival.body);
    return answer(status, json);
  }
}

function serviceTurn({ method, path }: Arrival): Turn {
  if (path.includes("/visitors?")) {
    const counts = { human: 100, ai: 20, total: 110 };
    return answer(200, { totals: counts, visitors: [{ path: "/start", ...counts }], hasMore: false });
  }
  return answer(method === "POST" && path.endsWith("/job") ? 201 : 200, job("active"));
}

/** Variables that load a file of this folder into the process before the action. */
export function preload(name: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${join(import.meta.dirname, name)}` };
}

/** Each test has its own world, as all of them run at once, and knows what its process had left when it ended. */
export const test = baseTest
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from here.
  .extend("at", async ({}, { onCleanup }) => {
    const world = await World.start();
    onCleanup(world.close);
    return world;
  })
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  .extend("exit", async ({}, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), "docs-agent-left-"));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "left.json");
    const env = { ...preload("preload.mjs"), LEFT_AT_EXIT: file };
    return { env, left: (): unknown => JSON.parse(readFileSync(file, "utf8")) };
  });
