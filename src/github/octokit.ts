import { getOctokit } from "@actions/github";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { type Dispatcher, fetch, Response } from "undici";
import { joinSignals } from "../network/join-signals.ts";
import { TransportError, transportErrorOf } from "../network/transport-error.ts";

export type Octokit = ReturnType<typeof getOctokit>;

/** GitHub Enterprise Server knows this version too (docs.github.com, "API Versions"). */
const apiVersion = "2022-11-28";
/** A rate limit that lasts longer than this, in seconds, is not waited for. */
const maxLimitWait = 60;
const mebibyte = 1024 * 1024;
/** A larger response is not read. The tree of a large repository has up to 100,000 entries. */
const maxBytes = { tree: 64 * mebibyte, other: 10 * mebibyte };

/** How requests to GitHub are spaced and repeated. */
export type GitHubPace = {
  /** One step of the back-off, in ms; tests make it short. */
  retryUnitMs: number;
  /** False leaves out the second between two writes that GitHub asks for; an emulated GitHub needs none. */
  spaceWrites?: boolean | undefined;
};

export type OctokitOptions = GitHubPace & {
  token: string;
  /** `GITHUB_API_URL`, so that GitHub Enterprise Server works. */
  apiUrl: string;
  dispatcher: Dispatcher;
  /** A request that takes longer than this, in ms, has failed. */
  timeoutMs: number;
  /** Aborts reads at once. */
  stopReading: AbortSignal;
  /** Aborts writes, which a cancelled run may finish for a few seconds. */
  stopWriting: AbortSignal;
  onLimit: (waitSeconds: number) => void;
};

/** Keeps the retry plugin from retries that cannot help. This hook must be added before that of the plugin. */
function skipUselessRetries(
  { hook }: Pick<Octokit, "hook">,
  { throttle }: { throttle?: { enabled?: boolean } },
): void {
  hook.error("request", (error, options) => {
    // The throttling plugin waits for a rate limit, so the retry plugin must not try earlier. It does not retry a 403.
    const isLimit =
      throttle?.enabled === true &&
      "response" in error &&
      error.status === 429 &&
      (error.response?.headers["x-ratelimit-remaining"] === "0" || /\bsecondary rate\b/i.test(error.message));
    if (isLimit) options.request["retries"] = 0;
    // Octokit gives a failed connection the status 500, which the plugin retries. It retries only from 400 up, so 0 ends it.
    if (transportErrorOf(error)?.isMisconfigured) throw Object.assign(error, { status: 0 });
    throw error;
  });
}

/**
 * The response, with a body that fails once it is larger than `max`; octokit takes such a body for an empty one. `onEnd`
 * is called when the body was read, and when it is too large.
 */
function limitBody(response: Response, max: number, onEnd: () => void): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= max) controller.enqueue(chunk);
      else {
        controller.error(new TransportError("too-large", "the response is too large"));
        onEnd();
      }
    },
    flush: onEnd,
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** The toolkit's octokit with the official plugins: up to three retries of a failure, one of a rate limit. */
export function createOctokit(options: OctokitOptions): Octokit {
  const { token, apiUrl, dispatcher, retryUnitMs, timeoutMs, spaceWrites = true } = options;
  const retryOnce = (retryAfter: number, _request: object, _octokit: unknown, retryCount: number) => {
    options.onLimit(retryAfter);
    return retryCount === 0 && retryAfter <= maxLimitWait;
  };
  // Octokit would log past the logger that escapes workflow commands. Its requests take a log of their own.
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const octokit = getOctokit(
    token,
    {
      userAgent: "docs-agent-action",
      baseUrl: apiUrl,
      log,
      request: {
        log,
        fetch: async (url: string, init: NonNullable<Parameters<typeof fetch>[1]>) => {
          // The plugins retry a time-out, but not an abort.
          const stop = init.method === "GET" ? options.stopReading : options.stopWriting;
          const timeout = AbortSignal.timeout(timeoutMs);
          const { signal, release } = joinSignals(timeout, stop);
          // An answer that nobody reads to its end never calls `release`, so the time-out does.
          timeout.addEventListener("abort", release);
          try {
            // A redirect could let another server answer who may run commands.
            const response = await fetch(url, { ...init, dispatcher, signal, redirect: "manual" });
            return limitBody(response, url.includes("/git/trees/") ? maxBytes.tree : maxBytes.other, release);
          } catch (error) {
            release();
            throw error;
          }
        },
      },
      retry: { retryAfterBaseValue: retryUnitMs },
      throttle: {
        enabled: spaceWrites,
        onRateLimit: retryOnce,
        onSecondaryRateLimit: retryOnce,
        retryAfterBaseValue: retryUnitMs,
      },
    },
    skipUselessRetries,
    retry,
    throttling,
  );
  octokit.hook.before("request", ({ headers }) => {
    headers["x-github-api-version"] = apiVersion;
  });
  return octokit;
}
