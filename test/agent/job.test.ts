import { describe, expect, test } from "vitest";
import type { JobFacts, PullFacts, Sending } from "../../src/agent/decide.ts";
import {
  adaptiveWaitMs,
  type Following,
  isJobClosed,
  poll,
  post,
  readFacts,
} from "../../src/agent/job.ts";
import { setOutputs } from "../../src/agent/outputs.ts";
import type { Job } from "../../src/service/schemas.ts";
import { FakeGitHub, type FakePull, type Refusal } from "../github/fake-github.ts";
import type { Reply } from "../service/fake-service.ts";
import { always, thrown } from "../service/service-under-test.ts";
import { prLink, toolsOf } from "./fixture.ts";

const says = (status: string, more: object = {}): Reply => ({
  json: { id: "job_1", status, ...more },
});
const [active, completed] = [says("active"), says("completed")];
/** Without a body, anything in front of the service may have answered. */
const refuses = (status: number): Reply => ({ status, json: { error: "No" } });
const gone = refuses(404);
const statusOf = (sending: Sending) => (sending.kind === "message" ? sending.status : "unknown");
const times = (count: number, reply: Reply) => Array.from({ length: count }, () => reply);
const reads = "GET /v2/agent/docs-1/job/job_1";
const sends = "POST /v2/agent/docs-1/job/job_1/message";

/** `acceptedAgo`, `limitMs` and `cancelAfterMs` count from the start of the poll, in ms. */
type Setup = Partial<Pick<Following, "looksAtOnce" | "isFollowUp">> & {
  /** Missing for a job that is only watched. */
  acceptedAgo?: number | undefined;
  limitMs?: number;
  cancelAfterMs?: number;
  /** The input `poll-interval-seconds`. */
  every?: number;
  /** In ms, at the first answer. */
  setsClockBy?: number;
};
const watched: Setup = { acceptedAgo: undefined, looksAtOnce: true };

/** Polls a job through these answers; by default one that accepted a request just now. */
function start(replies: readonly Reply[], setup: Setup = {}) {
  const {
    acceptedAgo,
    limitMs = 600_000,
    cancelAfterMs,
    every,
    setsClockBy,
    ...more
  } = { acceptedAgo: 0, ...setup };
  const run = toolsOf({ replies, with: { "poll-interval-seconds": String(every ?? "") } });
  const { clock, log, asked } = run;
  const startedAt = clock.elapsed();
  const tools = { ...run.tools, deadline: startedAt + limitMs };
  if (cancelAfterMs === 0) run.cancel();
  else if (cancelAfterMs !== undefined) clock.every(cancelAfterMs, run.cancel);
  const statuses: string[] = [];
  const polling = poll(
    {
      jobId: "job_1",
      looksAtOnce: false,
      isFollowUp: false,
      acceptedAt: acceptedAgo === undefined ? undefined : startedAt - acceptedAgo,
      onJob: ({ status }) => {
        if (statuses.push(status) === 1 && setsClockBy !== undefined) clock.set(setsClockBy);
      },
      ...more,
    },
    tools,
  );
  const elapsed = () => clock.elapsed() - startedAt;
  return { polling, statuses, log, asked, sleeps: clock.sleeps, elapsed };
}

async function follow(replies: readonly Reply[], setup: Setup = {}) {
  const { polling, ...more } = start(replies, setup);
  return { result: (await polling)?.status, ...more };
}

describe("the wait before the next poll", () => {
  test.each([
    [-1000, 2000],
    [40_000, 2000],
    [40_020, 2001],
    [199_980, 9999],
    [3_600_000, 10_000],
  ])("of a job that has been at work for %i ms is %i ms", (running, wait) => {
    expect(adaptiveWaitMs(running)).toBe(wait);
  });

  test.each<[string, Setup, Reply, number[]]>([
    [
      "since the acceptance, whatever the job's age",
      {},
      says("active", { createdAt: "2026-01-05T11:00:00Z" }),
      [2000, 2000],
    ],
    [
      "of a re-run since the acceptance, after a look at once",
      { acceptedAgo: 100_000, looksAtOnce: true },
      active,
      [0, 5000],
    ],
    ["a fixed interval", { every: 7 }, active, [7000, 7000]],
  ])("is %s", async (_, setup, first, sleeps) => {
    expect((await follow([first, completed], setup)).sleeps).toEqual(sleeps);
  });
});

describe("a job that the service does not find", () => {
  test.each<[string, Reply[], Setup, number[]]>([
    ["is gone after a second look, two seconds later", [gone, gone], watched, [0, 2000]],
    [
      "and a 404 after it was found again is a first one",
      [gone, active, gone, gone],
      watched,
      [0, 2000, 2000, 2000],
    ],
    [
      "a minute after the acceptance",
      times(3, gone),
      { acceptedAgo: 60_000, looksAtOnce: true },
      [0, 2000],
    ],
    [
      "in that minute only where it comes again behind it",
      times(4, gone),
      { acceptedAgo: 55_000, looksAtOnce: true },
      [0, 2000, 2850, 2000],
    ],
  ])("%s", async (_, replies, setup, sleeps) => {
    const { polling, sleeps: slept } = start(replies, setup);
    await expect(polling).rejects.toMatchObject({ status: 404, reason: "not-found" });
    expect(slept).toEqual(sleeps);
  });

  test("is not there yet in the first 60 seconds, and then for good", async () => {
    expect((await follow([...times(5, gone), completed])).result).toBe("completed");
    const { polling, elapsed, log } = start(always(gone), { every: 2 });
    await expect(polling).rejects.toMatchObject({ status: 404 });
    expect([elapsed(), log[0]]).toEqual([60_000, "4 s: the job was not found; looking again."]);
  });

  test("is not said to be gone by one look at the time limit", async () => {
    const { result, asked } = await follow([active, gone, active], { ...watched, limitMs: 1000 });
    expect([result, asked.length]).toEqual([undefined, 3]);
  });
});

test.each([7_200_000, -7_200_000])(
  "a clock that is set changes no duration: by %i ms",
  async (setsClockBy) => {
    const replies = [active, completed, active, { status: 503 }, completed];
    const setup = { isFollowUp: true, limitMs: 60_000, setsClockBy };
    const { result, log } = await follow(replies, setup);
    expect([result, log[0], log.at(-1)]).toEqual([
      "completed",
      "2 s: the job's status is active.",
      "4 s: the job's status is completed.",
    ]);
  },
);

describe("a final status", () => {
  test.each<[string, Reply[], Setup, string | undefined, number]>([
    ["of a new job counts at once", [completed], {}, "completed", 1],
    [
      "after a message only once the job was seen at work",
      [completed, active, completed],
      { isFollowUp: true },
      "completed",
      3,
    ],
    ["or after 60 seconds", times(3, completed), { isFollowUp: true, every: 30 }, "completed", 2],
    [
      "counted from the acceptance",
      times(3, completed),
      { isFollowUp: true, every: 30, acceptedAgo: 29_000, looksAtOnce: true },
      "completed",
      3,
    ],
    [
      "not at the time limit",
      times(2, completed),
      { isFollowUp: true, limitMs: 3000 },
      undefined,
      2,
    ],
  ])("%s", async (_, replies, setup, result, polls) => {
    const followed = await follow(replies, setup);
    expect([followed.result, followed.asked.length]).toEqual([result, polls]);
  });

  test("is logged with each new status, once, and with what it means", async () => {
    const replies = ["completed", "completed", "active", "active", "paused", "failed"].map(
      (status) => says(status),
    );
    const { log, statuses } = await follow(replies, { isFollowUp: true });
    expect(log).toEqual([
      "2 s: the job's status is completed.",
      "6 s: the job's status is active.",
      "10 s: the job's status is paused.",
      "12 s: the job's status is failed.",
    ]);
    expect(statuses).toHaveLength(6);
  });
});

describe("a poll ends", () => {
  test.each<[string, Reply[], Setup, number[] | undefined]>([
    [
      "with a look at the time limit itself",
      times(3, active),
      { limitMs: 50_000, every: 20 },
      [20_000, 20_000, 10_000],
    ],
    ["with one look where the limit has passed", [active], { limitMs: -1 }, [0]],
    [
      "where the limit cuts retries short",
      [active, ...always({ status: 503 })],
      { limitMs: 20_000 },
      undefined,
    ],
  ])("without an end %s", async (_, replies, setup, sleeps) => {
    const followed = await follow(replies, setup);
    expect(followed.result).toBeUndefined();
    if (sleeps !== undefined) expect(followed.sleeps).toEqual(sleeps);
  });

  test.each<[string, Reply[], Setup, object, number]>([
    [
      "before the first look",
      [active],
      { cancelAfterMs: 0 },
      { name: "CancelledError", mayHaveBeenProcessed: false },
      0,
    ],
    ["between two looks", [active, active], { cancelAfterMs: 3000 }, { name: "CancelledError" }, 1],
    [
      "during retries",
      [active, ...always({ status: 503 })],
      { cancelAfterMs: 10_000 },
      { name: "CancelledError" },
      6,
    ],
    ["at a refusal", [active, refuses(403)], {}, { status: 403, reason: "forbidden" }, 2],
  ])("at once when it is cancelled or refused: %s", async (_, replies, setup, error, looks) => {
    const { polling, asked, elapsed } = start(replies, setup);
    await expect(polling).rejects.toMatchObject(error);
    expect(asked.length).toBeLessThanOrEqual(looks);
    if (setup.cancelAfterMs !== undefined) expect(elapsed()).toBe(setup.cancelAfterMs);
  });
});

describe("a request", () => {
  const message: Extract<Sending, { kind: "message" }> = {
    ...{ kind: "message", jobId: "job_1", isFromThread: true, status: "completed" },
  };
  const unread: Sending = { ...message, status: "unknown" };
  const named: Sending = { ...unread, isFromThread: false };
  const atWork: Sending = { ...message, status: "working" };
  const create: Sending = { kind: "create", replaces: undefined };
  const send = (sending: Sending, replies: readonly Reply[]) => {
    const run = toolsOf({ replies });
    const startedAt = run.clock.now();
    return {
      ...run,
      sent: post(sending, "Go", run.tools),
      elapsed: () => run.clock.now() - startedAt,
    };
  };
  const page: Reply = { text: "<html>" };

  test.each<[string, Sending, Reply[], "job" | "follow-up", string]>([
    ["for a new job", create, [active], "job", "active"],
    ["to a job, which its answer names", message, [active], "follow-up", "active"],
    ["whose answer has no status", message, [{ json: { id: "job_1" } }], "follow-up", "unknown"],
    [
      "after a 404, which a proxy may have answered",
      message,
      [gone, active],
      "follow-up",
      "active",
    ],
  ])("is accepted %s", async (_, sending, replies, as, status) => {
    const { sent, clock, asked } = send(sending, replies);
    const { state, job } = await sent;
    expect([state, job?.status]).toEqual([
      { kind: "accepted", jobId: "job_1", as, at: expect.any(Number) },
      status,
    ]);
    expect([state.at <= clock.now(), asked.length]).toEqual([true, replies.length]);
  });

  test("is accepted at GitHub's time, as the clocks of runners differ", async () => {
    const gitHub = new FakeGitHub();
    const { tools, clock } = toolsOf({ gitHub, replies: [active] });
    gitHub.now = () => clock.now() - 900_000;
    // Any answer says the time.
    await tools.github?.viewer();
    const { state } = await post(create, "Go", tools);
    expect(Math.round((clock.now() - state.at) / 60_000)).toBe(15);
  });

  test.each<[string, Sending, Reply]>([
    ["a page", message, page],
    ["a page, while the job is at work", atWork, page],
    ["nothing", named, { text: "" }],
    ["another job", message, { json: { id: "job_2", status: "active" } }],
  ])("is uncertain at once where its answer is %s", async (_, sending, reply) => {
    const { sent, asked, elapsed } = send(sending, [reply, active]);
    await expect(sent).rejects.toMatchObject({
      name: "AmbiguousRequestError",
      reason: "uncertain",
    });
    expect([asked, elapsed()]).toEqual([[sends], 0]);
  });

  test.each<[string, Sending, Reply[], number, string[]]>([
    ["after a second 404", message, [gone, gone], 404, [sends, sends]],
    ["at work, after a second 404", atWork, [gone, gone], 404, [sends, sends]],
    ["409 at once, where it was over", message, [refuses(409)], 409, [sends]],
    ["410 at once", unread, [refuses(410)], 410, [sends]],
  ])("is refused by a job that is closed: %s", async (_, sending, replies, status, requests) => {
    const { sent, asked } = send(sending, replies);
    const error = await thrown(sent);
    expect([error, isJobClosed(error, statusOf(sending)), asked]).toEqual([
      expect.objectContaining({ status }),
      true,
      requests,
    ]);
  });

  test.each<[number, Sending, Reply?]>([
    [400, message],
    [403, message],
    [409, atWork],
    [409, unread],
    [422, message],
    [404, message, page],
    [410, message, page],
  ])("is refused for another reason: %i", async (status, sending, more = {}) => {
    const error = await thrown(send(sending, times(2, { status, ...more })).sent);
    expect(isJobClosed(error, statusOf(sending))).toBe(false);
  });
});

describe("what is read before a follow-up", () => {
  /** `ago` is when the job accepted its last request, in ms. */
  type Look = { pull?: FakePull; refusal?: Partial<Refusal>; hasToken?: false; ago?: number };
  const look = (link: string | undefined, replies: Reply[], setup: Look = {}) => {
    const { pull, refusal, ago = 3_600_000, hasToken = true } = setup;
    const gitHub = new FakeGitHub();
    if (pull !== undefined) gitHub.pulls.set("acme/docs#3", pull);
    if (refusal !== undefined) gitHub.refuse({ path: /pulls/, ...refusal });
    const { tools, asked, requests, clock } = toolsOf({
      replies,
      gitHub: hasToken ? gitHub : undefined,
    });
    const current = { id: "job_1", prLink: link, at: clock.now() - ago };
    return { facts: readFacts(current, tools), asked, requests };
  };
  const known = { head: "c0ffee", at: Date.parse("2026-11-16T09:05:00Z"), conflict: undefined };
  const is = (status: JobFacts["status"], state?: PullFacts["state"]): JobFacts => ({
    status,
    pull: state && { link: prLink, state, ...(state !== "hidden" && known) },
  });
  const linked = says("completed", { prLink });

  // biome-ignore format: a table is read by its rows
  test.each<[string, string | undefined, Reply[], Look, JobFacts, reads: number, pulls: number]>([
    ["a job at work", undefined, [active], {}, is("working"), 1, 0],
    ["a job in a status that nobody knows", undefined, [says("paused")], {}, is("working"), 1, 0],
    ["a job that failed", undefined, [says("failed")], {}, is("failed"), 1, 0],
    ["a 404 twice", undefined, [gone, gone], {}, is("gone"), 2, 0],
    ["a 404 once", undefined, [gone, completed], {}, is("completed"), 2, 0],
    ["a 404 twice, in its first minute", undefined, [gone, gone], { ago: 1000 }, is("working"), 2, 0],
    ["an outage, after one retry", undefined, times(2, { status: 503 }), {}, is("unknown"), 2, 0],
    ["a refusal", undefined, [refuses(403)], {}, is("unknown"), 1, 0],
    ["an open pull request", prLink, [completed], { pull: {} }, is("completed", "open"), 1, 1],
    ["a closed one", prLink, [completed], { pull: { state: "closed" } }, is("completed", "closed"), 1, 1],
    ["a merged one", prLink, [completed], { pull: { state: "closed", merged: true } }, is("completed", "merged"), 1, 1],
    ["one that the job names and the thread does not", undefined, [linked], { pull: { merged: true } }, is("completed", "merged"), 1, 1],
    ["one that both name is asked for once", prLink, [linked], { pull: {} }, is("completed", "open"), 1, 1],
    ["one that is not found", prLink, [completed], {}, is("completed", "hidden"), 1, 1],
    ["one without a token", prLink, [completed], { hasToken: false }, is("completed", "hidden"), 1, 0],
  ])("%s", async (_, link, replies, setup, expected, jobReads, pullReads) => {
    const { facts, asked, requests } = look(link, replies, setup);
    expect(await facts).toEqual(expected);
    expect([asked, requests.length]).toEqual([times(jobReads, {}).map(() => reads), pullReads]);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[string, string | undefined, Partial<Refusal>, string]>([
    ["an outage", prLink, { status: 502, message: "Bad gateway" }, "HTTP 502: “Bad gateway”"],
    ["an allow list", prLink, { status: 403, message: "IP not allowed" }, "HTTP 403: “IP not allowed”"],
    ["an outage, for a link that only the job has", undefined, { status: 500 }, "HTTP 500"],
  ])("is an error where GitHub does not say what became of the pull request: %s", async (_, link, refusal, why) => {
    const { facts } = look(link, [linked], { pull: {}, refusal });
    await expect(facts).rejects.toMatchObject({
      ...{ reason: "github", message: `GitHub does not say what became of ${prLink}: ${why}.` },
    });
  });

  test("ends with a cancellation", async () => {
    const { tools, cancel } = toolsOf({ replies: [active] });
    cancel();
    const facts = readFacts({ id: "job_1", at: 0 }, tools);
    await expect(facts).rejects.toMatchObject({ name: "CancelledError" });
  });
});

describe("the outputs of a job", () => {
  const after = (jobs: readonly Partial<Job>[], env = {}) => {
    const { tools, outputs } = toolsOf({ env });
    for (const job of jobs) setOutputs({ job: { id: "job_1", status: "active", ...job } }, tools);
    return Object.fromEntries(outputs);
  };
  const bare = { jobId: "job_1", status: "active" };
  const server = { GITHUB_SERVER_URL: "https://github.example.com" };
  const createdAt = "2026-11-16T09:00:00Z";

  // biome-ignore format: a table is read by its rows
  test.each<[string, Partial<Job>, Record<string, string>, Record<string, string>]>([
    ["nothing more", {}, {}, bare],
    ["all its fields", { source: { repository: "acme/docs", ref: "main" }, model: "sonnet", createdAt }, {}, { ...bare, repository: "acme/docs", ref: "main", model: "sonnet", createdAt }],
    ["a pull request", { prLink }, {}, { ...bare, prLink, prNumber: "3", prRepository: "acme/docs" }],
    ["one on the server of the run", { prLink: "https://github.example.com/a.b/c_d/pull/12" }, server, { ...bare, prLink: "https://github.example.com/a.b/c_d/pull/12", prNumber: "12", prRepository: "a.b/c_d" }],
    ["one on github.com, seen from a server", { prLink }, server, { ...bare, prLink, prNumber: "3", prRepository: "acme/docs" }],
    ["an address that looks like one on another host", { prLink: "https://evil.example/acme/docs/pull/3" }, server, { ...bare, prLink: "https://evil.example/acme/docs/pull/3", prNumber: "", prRepository: "" }],
    ["no http(s) URL", { prLink: "javascript:alert(1)" }, {}, bare],
  ])("%s", (_, job, env, expected) => {
    expect(after([job], env)).toEqual(expected);
  });

  test("are those of the newest answer, and keep a link that it does not name", () => {
    expect(after([{ prLink }, { status: "completed", prLink: null }])).toMatchObject({
      status: "completed",
      prLink,
    });
    const other = { prLink: "https://evil.example/x", prNumber: "", prRepository: "" };
    expect(after([{ prLink }, { prLink: other.prLink }])).toMatchObject(other);
  });
});
