import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import type { GitHub } from "../../src/github/client.ts";
import { commentThread } from "../../src/github/comments.ts";
import { Connections } from "../../src/network/connections.ts";
import { closedNetwork } from "../closed-network.ts";
import { silentLog } from "../fake-log.ts";
import { gitHubAt } from "./fake-github.ts";

// The plugins pace requests by timers and the time of day, for all clients of a process alike.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterAll(() => void vi.useRealTimers());

// Octokit keeps some of these methods when it is loaded, which is at the first request.
const printing = (["debug", "info", "log", "warn", "error"] as const).map((name) =>
  vi.spyOn(console, name).mockReturnValue(),
);
const printed = () => printing.flatMap((spy) => spy.mock.calls);

/** `AbortSignal.timeout` takes its time from Node.js itself, which no fake timer replaces. */
function timeout(ms: number): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(new DOMException("", "TimeoutError")), ms);
  return over.signal;
}

type Answer = { status: number; message?: string; headers?: Record<string, string> };

const comment = {
  id: 5,
  body: "Hi",
  html_url: "https://github.com/acme/site/issues/7#issuecomment-5",
};

/**
 * The client as production sets it up, at a GitHub that gives these answers, and then takes everything: the seconds at
 * which its requests arrived, counted from the first, their methods, and what it logged. Answers take `delayMs`.
 */
function pacedClient(answers: Answer[] = [], delayMs = 1) {
  const requests: string[] = [];
  const times: number[] = [];
  const logged: string[] = [];
  const dispatcher = closedNetwork();
  dispatcher
    .get("https://api.github.com")
    .intercept({ path: () => true, method: () => true })
    .reply(({ path, method }) => {
      requests.push(method);
      times.push(Date.now());
      const { status, message, headers } = answers.shift() ?? { status: 200 };
      const good = path.includes("/comments?") ? [comment] : comment;
      return {
        statusCode: status,
        data: JSON.stringify(status < 300 ? good : { message }),
        responseOptions: { headers: { "content-type": "application/json", ...headers } },
      };
    })
    .delay(delayMs)
    .persist();
  const log = { ...silentLog, info: (text: string) => void logged.push(text) };
  const gitHub = gitHubAt("https://api.github.com", new Connections({ dispatcher }), {
    log,
    clock: { ...systemClock, timeout },
    isPaced: true,
  });
  const seconds = () => times.map((time) => Math.round((time - (times[0] ?? 0)) / 100) / 10);
  return { gitHub, requests, logged, seconds };
}

/** The pauses between these times. */
const pauses = (seconds: number[]) =>
  seconds.slice(1).map((second, index) => second - (seconds[index] ?? 0));
const read = (gitHub: GitHub) => commentThread(gitHub, 7).list();
const outcomeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    (error: { status?: number }) => error.status,
  );

/** How far apart writes arrive that are made at once. */
async function pausesOf(...writes: ((gitHub: GitHub) => Promise<unknown>)[]): Promise<number[]> {
  const { gitHub, seconds } = pacedClient();
  await Promise.all(writes.map((write) => write(gitHub)));
  return pauses(seconds()).map(Math.floor);
}

test("the pace is a second between writes, as GitHub asks, three between new comments, none between reads", async () => {
  const edit = (root?: number) => (gitHub: GitHub) => commentThread(gitHub, 7, root).edit(5, "a");
  const react = (gitHub: GitHub) => commentThread(gitHub, 7).react("eyes");
  const create = (gitHub: GitHub) => commentThread(gitHub, 7).create("a");
  expect(await pausesOf(edit(), react, edit(4))).toEqual([1, 1]);
  expect(await pausesOf(create, create, create)).toEqual([3, 3]);
  expect(await pausesOf(read, read)).toEqual([0]);
});

describe("a failure of GitHub", () => {
  const failed: Answer = { status: 502, message: "Bad gateway" };

  test("is tried again after 1, 4 and 9 seconds, and then an error", async () => {
    const { gitHub, seconds } = pacedClient([failed, failed, failed, failed]);
    expect(await outcomeOf(read(gitHub))).toBe(502);
    expect(pauses(seconds())).toEqual([1, 4, 9]);
  });

  test.each([400, 401, 403, 404, 410, 422, 451])(
    "is no failure where GitHub refuses: %i",
    async (status) => {
      const { gitHub, seconds } = pacedClient([{ status, message: "no" }]);
      expect([await outcomeOf(read(gitHub)), seconds()]).toEqual([status, [0]]);
    },
  );
});

describe("a request gives up after a minute", () => {
  const hangs = () => pacedClient([], 2 ** 30);
  /** How each request fails, and after how many seconds, in their order. */
  const ends = async (asked: Promise<unknown>[]) => {
    const start = Date.now();
    const seconds = () => Math.round((Date.now() - start) / 1000);
    const end = (one: Promise<unknown>) =>
      one.catch((error: { failure?: unknown }) => [error.failure, seconds()]);
    return await Promise.all(asked.map(end));
  };

  test("with its repeats, and with its time in a queue behind others that hang", async () => {
    const { gitHub } = hangs();
    const lost = new Set<string>();
    const asked = [
      ...Array.from({ length: 20 }, () => read(gitHub)),
      ...["a", "b", "c"].map((text) => commentThread(gitHub, 7).edit(5, text)),
      commentThread(gitHub, 7).react("eyes"),
      commentThread(gitHub, 7).create("Hi", lost),
    ];
    expect(await ends(asked)).toEqual(asked.map(() => ["gave-up", 60]));
    // It may still leave the queue.
    expect([...lost]).toEqual(["Hi"]);
  });

  test("and then creates no comment a second time", async () => {
    const { gitHub, requests } = hangs();
    // Half a minute for the answer to the creation, and a minute for the look whether it is there.
    expect(await ends([commentThread(gitHub, 7).create("Hi")])).toEqual([["gave-up", 90]]);
    expect(requests).toEqual(["POST", "GET", "GET"]);
  });
});

describe("a rate limit of GitHub", () => {
  const message =
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  const secondary = (retryAfter: number, status = 403): Answer => ({
    ...{ status, message, headers: { "retry-after": String(retryAfter) } },
  });
  /** Seconds from now. GitHub says a time of day, and the plugin adds a second to it. */
  const primary = (seconds: number): Answer => {
    const reset = String(Math.floor(Date.now() / 1000) + seconds);
    return {
      status: 403,
      message: "API rate limit exceeded",
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
    };
  };

  test.each<[string, Answer[], string | number, number[]]>([
    ["is waited for when it lasts 60 s", [secondary(60)], "answered", [0, 60]],
    ["is not waited for when it lasts 61 s", [secondary(61)], 403, [0]],
    [
      "that does not say how long it lasts is waited for a minute",
      [{ status: 403, message }],
      "answered",
      [0, 60],
    ],
    ["is waited for once", [secondary(10), secondary(10)], 403, [0, 10]],
    ["is not asked about in between, whatever its status", [secondary(3600, 429)], 429, [0]],
  ])("%s", async (_, answers, end, arrived) => {
    const { gitHub, seconds, logged } = pacedClient(answers);
    expect(await outcomeOf(read(gitHub))).toBe(end);
    expect(seconds()).toEqual(arrived);
    expect(logged[0]).toMatch(/^GitHub's rate limit is reached; it asks to wait \d+ s\.$/);
  });

  test("is waited for beside the minute that a request has", async () => {
    const failed = { status: 502 };
    const { gitHub, seconds } = pacedClient([secondary(60), failed, failed, failed]);
    expect(await outcomeOf(read(gitHub))).toBe("answered");
    expect(seconds()).toEqual([0, 60, 61, 65, 74]);
  });

  test.each<[number, string | number, number]>([
    [30, "answered", 31],
    [120, 403, 0],
  ])("of an hour's requests is waited for when it ends soon: in %i s", async (reset, end, last) => {
    const { gitHub, seconds } = pacedClient([primary(reset)]);
    expect(await outcomeOf(read(gitHub))).toBe(end);
    expect(Math.abs((seconds().at(-1) ?? 0) - last)).toBeLessThanOrEqual(1);
  });
});

test("nothing is printed past the logger, as of what GitHub will give up", async () => {
  const link = '<https://example.com/##[error]>; rel="deprecation"';
  const headers = { deprecation: "true", sunset: "##[error]soon", link };
  const { gitHub } = pacedClient([{ status: 200, headers }]);
  expect(await outcomeOf(read(gitHub))).toBe("answered");
  expect(printed()).toEqual([]);
});
