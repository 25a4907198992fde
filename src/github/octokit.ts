import { getOctokit } from "@actions/github";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { fetch, type RequestInit } from "undici";
import { type Clock, orAbort } from "../clock.ts";
import type { Connections } from "../network/connections.ts";
import { TransportError } from "../network/transport-error.ts";
import { GitHubError } from "./errors.ts";

export type Octokit = ReturnType<typeof getOctokit>;

/** GitHub Enterprise Server knows this version too (docs.github.com, "API Versions"). */
const apiVersion = "2022-11-28";
/** In ms, for a request with all its retries and its waits in the plugins' queues, beside the wait for a rate limit. */
const giveUpMs = 60_000;
/** The retry plugin does not repeat these. The throttling plugin repeats rate limits (403, 429); the others are refusals. */
const doNotRetry = [400, 401, 403, 404, 410, 422, 429, 451];
/**
 * In seconds. A longer rate limit is not waited for. GitHub asks for a minute where an answer does not say how long a
 * secondary limit lasts (docs.github.com, "Rate limits for the REST API"), and so waits the throttling plugin.
 */
const maxLimitWait = 60;

export type OctokitOptions = {
  token: string;
  /** `GITHUB_API_URL`, so that GitHub Enterprise Server works. */
  runContext: { apiUrl: string };
  connections: Connections;
  clock: Clock;
  /** False leaves out all waits: before repeats, between writes, at rate limits. An emulated GitHub needs none. */
  isPaced?: boolean | undefined;
  /** Called with the header of each good answer that says when GitHub gave it. */
  onDate?: (date: string | undefined) => void;
  log: { info(text: string): void };
};

/** The options of a request: `restart` gives it another time limit, in ms from now. */
type RequestOptions = { request?: Record<string, unknown> };

/**
 * The toolkit's octokit with the official plugins: up to three retries of a failure, one of a rate limit. To send a request
 * only once, pass `noRetries`; GitHub's rate limits are waited for all the same, as they refuse a request.
 */
export function createOctokit(options: OctokitOptions): Octokit {
  const { token, runContext, isPaced = true, onDate, log } = options;
  const waitOnce = (
    seconds: number,
    { request }: RequestOptions,
    _octokit: unknown,
    retryCount: number,
  ) => {
    log.info(`GitHub's rate limit is reached; it asks to wait ${seconds} s.`);
    if (retryCount > 0 || seconds > maxLimitWait) {
      return false;
    }
    const restart = request?.["restart"];
    if (typeof restart === "function") {
      restart(seconds * 1000 + giveUpMs);
    }
    return true;
  };
  // Octokit logs to the console, past our logger, which escapes workflow commands. `request.log` is a second option.
  const noLog = { debug() {}, info() {}, warn() {}, error() {} };
  const octokit = getOctokit(
    token,
    {
      userAgent: "docs-agent-action",
      baseUrl: runContext.apiUrl,
      log: noLog,
      request: { log: noLog, fetch: fetchWith(options) },
      retry: { retryAfterBaseValue: isPaced ? 1000 : 1, doNotRetry },
      throttle: {
        enabled: isPaced,
        // Clients with the same id share the plugin's queues, where a request of one would wait for those of another.
        id: crypto.randomUUID(),
        onRateLimit: waitOnce,
        onSecondaryRateLimit: waitOnce,
      },
    },
    retry,
    throttling,
  );
  octokit.hook.before("request", ({ headers }) => {
    headers["x-github-api-version"] = apiVersion;
  });
  // Octokit returns a redirect or a proxy's HTML page as data. `paginate` would take it for the only item of a list.
  octokit.hook.after("request", ({ status, data, headers }) => {
    onDate?.(headers.date);
    if (status >= 300) {
      throw new GitHubError(status, "");
    }
    const isData = typeof data === "object" && data !== null && !(data instanceof ArrayBuffer);
    // What is deleted is answered without content.
    if (!isData && status !== 204) {
      throw new GitHubError("unreadable", "GitHub's answer is no JSON");
    }
  });
  // Registered last, so that it wraps the plugins. A signal alone would not end a request that waits in a plugin's queue.
  octokit.hook.wrap("request", async (request, endpoint) => {
    const { signal, restart } = timeLimit(giveUpMs);
    endpoint.request.signal = signal;
    endpoint.request["restart"] = restart;
    return await orAbort(Promise.resolve(request(endpoint)), signal, gaveUp);
  });
  return octokit;
}

function gaveUp(): GitHubError {
  const cause = new TransportError("no answer in a minute");
  return new GitHubError("gave-up", cause.message, { cause });
}

/** How octokit reaches GitHub: with a limit for each answer, and once more where a repository has another address. */
function fetchWith({ runContext, connections, clock }: OctokitOptions) {
  const dispatcher = connections.dispatcherFor(new URL(runContext.apiUrl));
  return async (url: string, init: RequestInit) => {
    const ask = (address: string) => {
      const timeout = clock.timeout(connections.timeouts.answerMs);
      const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
      return fetch(address, { ...init, dispatcher, signal, redirect: "manual" });
    };
    const answer = await ask(url);
    const renamed = addressAfterRename(url, answer.status, answer.headers.get("location"));
    if (renamed === undefined) {
      return answer;
    }
    await answer.body?.cancel();
    return await ask(renamed);
  };
}

/**
 * The address by which GitHub names a repository that was renamed, for a request to repeat as it is (docs.github.com,
 * "Best practices for using the REST API"). Missing for any other answer: another server, or what was moved to another
 * number, must not answer for it.
 */
function addressAfterRename(
  asked: string,
  status: number,
  location: string | null,
): string | undefined {
  const to = URL.parse(location ?? "", asked);
  if (![301, 302, 307, 308].includes(status) || to === null) {
    return undefined;
  }
  const [, id] = /\/repositories\/(\d+)/.exec(to.pathname) ?? [];
  // The same address but for the name.
  const renamed = new URL(asked);
  renamed.pathname = renamed.pathname.replace(/\/repos\/[^/]+\/[^/]+/, `/repositories/${id}`);
  const isSame = to.origin === renamed.origin && to.pathname === renamed.pathname;
  return isSame ? renamed.href : undefined;
}

/** A signal that aborts after so many ms. `restart` gives it another time from now on. */
function timeLimit(ms: number) {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const restart = (again: number) => {
    clearTimeout(timer);
    // It must not keep the process alive.
    timer = setTimeout(() => over.abort(), again).unref();
  };
  restart(ms);
  return { signal: over.signal, restart };
}
