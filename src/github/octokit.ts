import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { type Dispatcher, fetch } from "undici";

/** Waits for a rate limit that are longer than this, in seconds, are not worth a comment. */
const longestWait = 60;

export type OctokitOptions = {
  token: string;
  /** `GITHUB_API_URL`, so that GitHub Enterprise Server works. */
  apiUrl: string;
  dispatcher: Dispatcher;
  /** What one step of back-off is worth, in ms; tests make it short. */
  retryUnitMs: number;
  /** A request that takes longer than this, in ms, has failed. */
  timeoutMs: number;
  /** Whether writes are a second apart, as GitHub asks. */
  spaceWrites: boolean;
  /** Ends reading at once. */
  stopReading?: AbortSignal;
  /** Ends writing, which a cancelled run may go on with for a moment. */
  stopWriting?: AbortSignal;
  onLimit: (waitSeconds: number) => void;
};

/** Octokit with the official plugins: failures tried again up to three times, rate limits honoured. */
export function createOctokit(options: OctokitOptions): Octokit {
  const {
    token,
    apiUrl,
    dispatcher,
    retryUnitMs,
    timeoutMs,
    spaceWrites,
    stopReading,
    stopWriting,
    onLimit,
  } = options;
  const waitOnce = (retryAfter: number, _request: object, _octokit: unknown, retryCount: number) => {
    onLimit(retryAfter);
    return retryCount === 0 && retryAfter <= longestWait;
  };
  const Resilient = Octokit.plugin(retry, throttling);
  return new Resilient({
    auth: token,
    userAgent: "docs-agent-action",
    baseUrl: apiUrl,
    // Octokit's own lines would bypass the log that makes foreign text harmless.
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: {
      fetch: (url: string, init: NonNullable<Parameters<typeof fetch>[1]>) => {
        // An abort is not tried again by the plugins; a time-out is.
        const stop = init.method === "GET" ? stopReading : stopWriting;
        const tooLong = AbortSignal.timeout(timeoutMs);
        const signal = stop === undefined ? tooLong : AbortSignal.any([tooLong, stop]);
        // What another address says, about who may command for one, is not GitHub's word.
        return fetch(url, { ...init, dispatcher, signal, redirect: "manual" });
      },
    },
    retry: { retryAfterBaseValue: retryUnitMs },
    throttle: {
      enabled: spaceWrites,
      onRateLimit: waitOnce,
      onSecondaryRateLimit: waitOnce,
      retryAfterBaseValue: retryUnitMs,
    },
  });
}
