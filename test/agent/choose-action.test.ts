import { describe, expect, test } from "vitest";
import { chooseJobAction } from "../../src/agent/choose-action.ts";
import { type FoundJobs, type FoundMarker, nothingFound } from "../../src/agent/find-job.ts";
import type { JobAction, ReplacedJob, SubmissionState } from "../../src/agent/submit.ts";
import type { PromptRequest } from "../../src/agent/trigger.ts";
import { StatusError } from "../../src/service/errors.ts";
import { clientOf, FakeGitHub, type FakePull } from "../github/fake-github.ts";
import { always, type Canned, onMock, thrown, told } from "../service/service-under-test.ts";
import { marker } from "./job-marker-fixture.ts";

type Request = Pick<PromptRequest, "prompt" | "jobId" | "fresh">;
const prompt = "Do it";
const plain: Request = { prompt, jobId: undefined, fresh: false };
const fresh: Request = { ...plain, fresh: true };
const explicit: Request = { ...plain, jobId: "job_9" };
const prLink = "https://github.com/acme/docs/pull/3";

function found(job: string, state: SubmissionState = "accepted", link = ""): FoundMarker {
  return {
    marker: { ...marker, job, state, prLink: link },
    comment: { id: 41, place: "issue", body: "", url: "" },
  };
}
/** A thread with a job that other requests created. */
const withJob: FoundJobs = { ...nothingFound, latest: found("job_1") };
/** A thread with a job and its pull request. */
const withPull: FoundJobs = { ...nothingFound, latest: found("job_1", "accepted", prLink) };
/** A thread with the job of an earlier attempt of this request. */
const interrupted: FoundJobs = { ...withJob, rerun: found("job_1") };

const responds = (status: string, link: string | null = null): Canned => ({
  status: 200,
  body: { id: "job_1", status, prLink: link },
});
const create = (replaces?: ReplacedJob): JobAction => ({ kind: "create", prompt, replaces });
const message = (jobId: string, more: { prLink?: string; interrupts?: boolean } = {}): JobAction => ({
  ...{ kind: "message", jobId, prompt, prLink: "", fromThread: true, interrupts: false },
  ...more,
});
const toExplicit: JobAction = {
  ...{ kind: "message", jobId: "job_9", prompt, prLink: "", fromThread: false, interrupts: false },
};
const readJob = "GET /v2/agent/docs-1/job/job_1";
const readPull = "GitHub GET /repos/acme/docs/pulls/3";

type Setup = {
  pull?: FakePull;
  hasToken?: boolean;
  serverUrl?: string;
  refuse?: number;
  signal?: AbortSignal;
};

/** Chooses with a service that gives these responses, and a GitHub that knows this documentation pull request. */
function choose(request: Request, jobs: FoundJobs, responses: Canned[], setup: Setup = {}) {
  const { service, clock, asked } = onMock(...responses);
  const fake = new FakeGitHub();
  if (setup.pull !== undefined) fake.pulls.set("acme/docs#3", setup.pull);
  if (setup.refuse !== undefined) fake.refuse({ path: /pulls/, status: setup.refuse });
  const { gitHub, requests } = clientOf(fake);
  const { hasToken = true, serverUrl = "https://github.com" } = setup;
  const { signal = new AbortController().signal } = setup;
  const callOptions = { signal, deadline: clock.now() + 60_000 };
  const github = hasToken ? gitHub : undefined;
  const action = chooseJobAction(request, jobs, { service, github, serverUrl, callOptions });
  return { action, asked: () => [...asked, ...requests].sort() };
}

test.each<[string, Request, FoundJobs, JobAction]>([
  ["a prompt in an empty thread creates a job", plain, nothingFound, create()],
  ["a fresh prompt creates a job beside the thread's", fresh, withPull, create()],
  ["job-id sends the message to that job, not to the thread's", explicit, withPull, toExplicit],
  ["job-id wins over a fresh prompt", { ...explicit, fresh: true }, nothingFound, toExplicit],
])("%s, and nothing is read", async (_, request, jobs, expected) => {
  const { asked, action } = choose(request, jobs, []);
  expect(await action).toEqual(expected);
  expect(asked()).toEqual([]);
});

describe("before a follow-up, the thread's job and its pull request are read", () => {
  const merged: FakePull = { state: "closed", merged: true };
  const closed: FakePull = { state: "closed" };
  const follows = message("job_1", { prLink });

  test.each<[string, Canned, Setup, JobAction]>([
    ["a completed job with an open pull request is continued", responds("completed"), { pull: {} }, follows],
    [
      "a job at work is continued, which may interrupt it",
      responds("active"),
      { pull: {} },
      message("job_1", { prLink, interrupts: true }),
    ],
    [
      "a job in a future status is at work, too",
      responds("queued"),
      { pull: {} },
      message("job_1", { prLink, interrupts: true }),
    ],
    ["a failed job is replaced", responds("failed"), { pull: {} }, create({ reason: "failed", prLink })],
    [
      "an archived job is replaced",
      responds("archived"),
      { pull: {} },
      create({ reason: "archived", prLink }),
    ],
    ["a job that is gone is replaced", { status: 404 }, { pull: {} }, create({ reason: "gone", prLink })],
    [
      "a job whose pull request was merged is replaced",
      responds("completed"),
      { pull: merged },
      create({ reason: "merged", prLink }),
    ],
    [
      "a job whose pull request was closed is replaced",
      responds("completed"),
      { pull: closed },
      create({ reason: "closed", prLink }),
    ],
    [
      "a merged pull request counts although the job is at work",
      responds("active"),
      { pull: merged },
      create({ reason: "merged", prLink }),
    ],
    [
      "a merged pull request counts although the job cannot be read",
      { status: 403 },
      { pull: merged },
      create({ reason: "merged", prLink }),
    ],
    [
      "a failed job with a merged pull request is a failed one",
      responds("failed"),
      { pull: merged },
      create({ reason: "failed", prLink }),
    ],
    ["a pull request that is not found changes nothing", responds("completed"), {}, follows],
    ["a pull request that GitHub refuses changes nothing", responds("completed"), { refuse: 403 }, follows],
    ["a job that may not be read changes nothing", { status: 403 }, { pull: {} }, follows],
    ["a job that cannot be read changes nothing", { status: 200, body: "<html>" }, { pull: {} }, follows],
  ])("%s", async (_, response, setup, expected) => {
    const { action, asked } = choose(plain, withPull, always(response), setup);
    expect(await action).toEqual(expected);
    expect(new Set(asked())).toEqual(new Set([readJob, readPull]));
  });

  test("a failing service delays the follow-up by one retry only", async () => {
    const { action, asked } = choose(plain, withJob, always({ status: 503 }));
    expect(await action).toEqual(message("job_1"));
    expect(asked()).toEqual([readJob, readJob]);
  });

  test.each<[string, Setup, string]>([
    ["without a token", { hasToken: false, pull: merged }, prLink],
    ["on another GitHub", { serverUrl: "https://github.example.com", pull: merged }, prLink],
    [
      "at an address that is none of a pull request",
      { pull: merged },
      "https://github.com/acme/docs/commit/3",
    ],
  ])("a pull request %s is not read", async (_, setup, link) => {
    const jobs = { ...nothingFound, latest: found("job_1", "accepted", link) };
    const { action, asked } = choose(plain, jobs, [responds("completed")], setup);
    expect(await action).toEqual(message("job_1", { prLink: link }));
    expect(asked()).toEqual([readJob]);
  });

  test.each<[string, FakePull, JobAction]>([
    ["merged", merged, create({ reason: "merged", prLink })],
    ["open", {}, follows],
  ])("a pull request that only the job names is read as well: %s", async (_, pull, expected) => {
    const { action, asked } = choose(plain, withJob, [responds("completed", prLink)], { pull });
    expect(await action).toEqual(expected);
    expect(asked()).toEqual([readJob, readPull]);
  });

  test("a cancellation ends the look, and is no answer", async () => {
    const { action } = choose(plain, withJob, [responds("active")], { signal: AbortSignal.abort() });
    expect(await thrown(action)).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: false });
  });

  test("an unforeseen error is not hidden", async () => {
    const jobs = { ...nothingFound, latest: found("job_1", "accepted", prLink) };
    const { action } = choose(plain, jobs, [responds("active")], { serverUrl: "not an address" });
    expect(await thrown(action)).toBeInstanceOf(TypeError);
  });
});

test("a re-run of what was not sent looks at the thread's job and continues it", async () => {
  const jobs = { ...withJob, rerun: found("job_1", "not-sent") };
  expect(await choose(plain, jobs, [responds("completed")]).action).toEqual(message("job_1"));
});

describe("a re-run", () => {
  test.each<[string, SubmissionState]>([
    ["active", "accepted"],
    ["completed", "accepted"],
    ["a future status", "accepted"],
    ["active", "sent"],
    ["active", "unknown"],
  ])("resumes its job when that is %s and its request was %s", async (status, state) => {
    const jobs = { ...interrupted, rerun: found("job_1", state) };
    const { asked, action } = choose(plain, jobs, [responds(status)]);
    expect(await action).toEqual({ kind: "watch", jobId: "job_1", resumed: true });
    expect(asked()).toEqual([readJob]);
  });

  const gone: Canned = { status: 404 };
  const resumed: JobAction = { kind: "watch", jobId: "job_1", resumed: true };
  const withOther: FoundJobs = { ...interrupted, latest: found("job_2") };
  const ofPlain = (reason: ReplacedJob["reason"]) => create({ reason, prLink: "" });

  test.each<[string, Request, FoundJobs, Canned[], JobAction]>([
    ["creates a job when its own failed", plain, interrupted, [responds("failed")], ofPlain("failed")],
    [
      "creates a job when its own is archived",
      plain,
      interrupted,
      [responds("archived")],
      ofPlain("archived"),
    ],
    ["creates a job when its own is gone", plain, interrupted, [gone], ofPlain("gone")],
    ["of a fresh prompt creates a job when its own is gone", fresh, withOther, [gone], create()],
    ["of a fresh prompt resumes its job", fresh, interrupted, [responds("active")], resumed],
    [
      "resumes its job although its pull request was merged",
      plain,
      { ...withPull, rerun: withPull.latest },
      [responds("completed")],
      resumed,
    ],
    [
      "continues the thread's newer job when its own failed",
      plain,
      withOther,
      [responds("failed"), responds("completed")],
      message("job_2"),
    ],
    [
      "with job-id sends the message again when that job failed",
      { ...plain, jobId: "job_1" },
      interrupted,
      [responds("failed")],
      { ...toExplicit, jobId: "job_1" },
    ],
  ])("%s", async (_, request, jobs, responses, expected) => {
    expect(await choose(request, jobs, responses).action).toEqual(expected);
  });

  test.each<[string, FoundJobs]>([
    ["is marked as sent", { ...nothingFound, rerun: found("", "sent") }],
    ["has an unknown fate", { ...nothingFound, rerun: found("", "unknown") }],
    ["left its first comment only", { ...nothingFound, pendingFound: true }],
  ])("sends nothing when its request %s and its job is not known", async (_, jobs) => {
    const { asked, action } = choose(plain, jobs, []);
    expect(await told(action)).toMatchObject({
      reason: "uncertain",
      message: expect.stringContaining(
        "an earlier attempt of this run may have sent the request and did not learn of its job",
      ),
      advice: expect.stringMatching(/dashboard.*job-id.*A re-run never sends a request twice\.$/),
    });
    expect(asked()).toEqual([]);
  });

  test.each([
    [400, "refused"],
    [401, "api-key"],
    [403, "forbidden"],
  ])("that may not read its job (HTTP %i) ends with just that error", async (status, reason) => {
    const error = await thrown(choose(plain, interrupted, [{ status }]).action);
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ status, reason });
  });

  test("does not take an unreadable response for a job that is gone", async () => {
    const nonsense = always({ status: 200, body: "<html>" });
    expect(await told(choose(plain, interrupted, nonsense).action)).toMatchObject({ reason: "answer" });
  });
});
