import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as baseTest } from "vitest";
import { FakeGitHub } from "../github/fake-github.ts";
import { killSteps, type Step } from "../runner/runner.ts";
import { job } from "../service/fake-service.ts";
import {
  answer,
  type LocalServer,
  type Received,
  serve,
  type Turn,
} from "../service/local-server.ts";

/** Requests that are answered in another way: their method, and what the address contains. */
type Exception = { method: string; part: string; left: number; turn: Turn };

export const key = "mint_0123456789abcdef";
export const token = "ghs_zyxwvutsrqponmlk9876543210";

/**
 * A service whose job never ends and a GitHub with one issue, at one address of this machine: what a process needs that
 * is started, cancelled or killed.
 */
export class World {
  readonly gitHub = new FakeGitHub();
  readonly #server: LocalServer;
  readonly #command = this.gitHub.write("maintainer", "/docs-agent Document it");
  #exceptions: Exception[] = [];

  private constructor(server: LocalServer) {
    this.#server = server;
  }

  /** With a key and a certificate, it speaks HTTPS. */
  static async start(tls?: { key: string; cert: string }): Promise<World> {
    const server = await serve(
      [(response, request) => world.#turnFor(world.arrivals().at(-1))(response, request)],
      tls === undefined ? {} : { tls },
    );
    const world = new World(server);
    return world;
  }

  get url(): string {
    return this.#server.url.origin;
  }

  /** Stops the server, its connections and the steps that still run. */
  async close(): Promise<void> {
    killSteps(this.url);
    await this.#server.close();
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
    this.#exceptions.unshift({ method, part, left: times, turn });
  }

  /** From now on every request is answered as asked. */
  recover(): void {
    this.#exceptions = [];
  }

  /** Every request in the order of arrival. */
  arrivals(): readonly Received[] {
    return this.#server.requests;
  }

  /** The requests with this method whose address contains this part. */
  requests(method: string, part: string): Received[] {
    return this.arrivals().filter(
      (arrival) => arrival.method === method && arrival.url.includes(part),
    );
  }

  /** Resolves once so many such requests have arrived. */
  async arrived(method: string, part: string, count = 1): Promise<void> {
    while (this.requests(method, part).length < count)
      await this.#server.arrived(this.arrivals().length + 1);
  }

  /** How a request is answered: as asked, unless it is an exception. */
  #turnFor({ method, url, body }: Received = { method: "", url: "", headers: {}, body: "" }): Turn {
    const exception = this.#exceptions.find(
      (one) => one.left > 0 && one.method === method && url.includes(one.part),
    );
    if (exception !== undefined) {
      exception.left--;
      return exception.turn;
    }
    if (url.startsWith("/service/")) return serviceTurn(method, url);
    const path = url.replace("/github/repos/acme/site", "");
    const { status, json } = this.gitHub.answer(method, path, body === "" ? {} : JSON.parse(body));
    return answer(status, json);
  }
}

function serviceTurn(method: string, path: string): Turn {
  if (path.includes("/visitors?")) {
    const counts = { human: 100, ai: 20, total: 110 };
    return answer(200, {
      totals: counts,
      visitors: [{ path: "/start", ...counts }],
      hasMore: false,
    });
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
    onCleanup(() => world.close());
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
