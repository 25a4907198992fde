import type { Dispatcher } from "undici";
import { ActionError } from "./errors.ts";
import { GitHub } from "./github/client.ts";
import type { Logger } from "./logger.ts";
import type { RunContext } from "./run-context.ts";
import { createDispatcher, defaultTimeouts, type Timeouts } from "./service/http.ts";
import { message } from "./text/message.ts";

/** The part of the process that the network depends on. */
export type NetworkHost = {
  env: Readonly<Record<string, string | undefined>>;
  /** The network; without it, the one of the environment with its proxies. */
  dispatcher?: Dispatcher;
  /** What one step of back-off with GitHub is worth, in ms. */
  retryUnitMs: number;
  /** Bounds on a request; without them, the ones of the design. */
  timeouts?: Timeouts;
  /** False leaves out the pauses that GitHub asks for between writes, which an emulated one does not need. */
  spaceWrites?: boolean;
};

/** GitHub, loaded at the first request: runs without a thread never need it. */
export function createGitHubClient(
  networks: DispatcherPool,
  log: Logger,
  runContext: RunContext,
  token: string,
): GitHub | undefined {
  if (token === "") return undefined;
  const octokit = async () => {
    const { createOctokit } = await import("./github/octokit.ts");
    return createOctokit({
      token,
      apiUrl: runContext.apiUrl,
      dispatcher: networks.dispatcherFor(new URL(runContext.apiUrl)),
      ...networks.pace,
      ...networks.abortSignals,
      onLimit: (seconds) => log.info(`GitHub's rate limit is reached; it asks to wait ${seconds} s.`),
    });
  };
  let loaded: ReturnType<typeof octokit> | undefined;
  return new GitHub(() => (loaded ??= octokit()), { owner: runContext.owner, repo: runContext.repo });
}

/** The connections of a run, made when they are needed and closed with it. */
export class DispatcherPool {
  readonly abortSignals: { stopReading: AbortSignal; stopWriting: AbortSignal };
  readonly #host: NetworkHost;
  readonly #open = new Map<string, Dispatcher>();

  /** `stops` end what is under way with GitHub: reading at once, writing after a moment for last words. */
  constructor(host: NetworkHost, stops?: { stopReading: AbortSignal; stopWriting: AbortSignal }) {
    this.#host = host;
    const never = new AbortController().signal;
    this.abortSignals = stops ?? { stopReading: never, stopWriting: never };
  }

  /** How requests to GitHub are paced. */
  get pace(): { retryUnitMs: number; timeoutMs: number; spaceWrites: boolean } {
    const { retryUnitMs, spaceWrites = true } = this.#host;
    return { retryUnitMs, spaceWrites, timeoutMs: this.timeouts.answerMs };
  }

  get timeouts(): Timeouts {
    return this.#host.timeouts ?? defaultTimeouts;
  }

  dispatcherFor(base: URL): Dispatcher {
    const known = this.#host.dispatcher ?? this.#open.get(base.origin);
    if (known !== undefined) return known;
    try {
      const dispatcher = createDispatcher(base, this.#host.env, this.timeouts);
      this.#open.set(base.origin, dispatcher);
      return dispatcher;
    } catch (error) {
      throw new ActionError(
        "input",
        message`The proxy that the environment names cannot be used.`,
        message`Set HTTPS_PROXY to an address such as http://proxy.example.com:3128.`,
        { cause: error },
      );
    }
  }

  /** Idle connections would keep the process waiting for their time-outs. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((dispatcher) => dispatcher.destroy()));
  }
}
