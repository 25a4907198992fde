import type { Dispatcher } from "undici";
import type { RunFacts } from "./agent/facts.ts";
import { InputError } from "./errors.ts";
import { GitHub } from "./github/client.ts";
import type { Log } from "./log.ts";
import { createDispatcher } from "./service/transport.ts";
import { say } from "./text/sentence.ts";

/** The part of the process that the network depends on. */
export type NetworkHost = {
  env: Readonly<Record<string, string | undefined>>;
  /** The network; without it, the one of the environment with its proxies. */
  dispatcher?: Dispatcher;
  /** What one step of back-off with GitHub is worth, in ms. */
  retryUnitMs: number;
};

/** GitHub, loaded at the first request: runs without a thread never need it. */
export function connect(networks: Networks, log: Log, facts: RunFacts, token: string): GitHub | undefined {
  if (token === "") return undefined;
  const octokit = async () => {
    const { createOctokit } = await import("./github/octokit.ts");
    return createOctokit({
      token,
      apiUrl: facts.apiUrl,
      dispatcher: networks.to(new URL(facts.apiUrl)),
      retryUnitMs: networks.retryUnitMs,
      onLimit: (seconds) => log.info(`GitHub's rate limit is reached; it asks to wait ${seconds} s.`),
    });
  };
  let loaded: ReturnType<typeof octokit> | undefined;
  return new GitHub(() => (loaded ??= octokit()), { owner: facts.owner, repo: facts.repo });
}

/** The connections of a run, made when they are needed and closed with it. */
export class Networks {
  readonly #host: NetworkHost;
  readonly #open = new Map<string, Dispatcher>();

  constructor(host: NetworkHost) {
    this.#host = host;
  }

  get retryUnitMs(): number {
    return this.#host.retryUnitMs;
  }

  to(base: URL): Dispatcher {
    const known = this.#host.dispatcher ?? this.#open.get(base.origin);
    if (known !== undefined) return known;
    try {
      const dispatcher = createDispatcher(base, this.#host.env);
      this.#open.set(base.origin, dispatcher);
      return dispatcher;
    } catch (error) {
      throw new InputError(
        say`The proxy that the environment names cannot be used.`,
        say`Set HTTPS_PROXY to an address such as http://proxy.example.com:3128.`,
        { cause: error },
      );
    }
  }

  /** Idle connections would keep the process waiting for their time-outs. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((dispatcher) => dispatcher.destroy()));
  }
}
