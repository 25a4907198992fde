import { describe, expect, test } from "vitest";
import { type JobFacts, noFacts } from "../../../src/agent/job/decide.ts";
import { mayNotBeThereYet, readJob, readJobFacts } from "../../../src/agent/job/read-job.ts";
import { clientOf, FakeGitHub, type FakePull } from "../../github/fake-github.ts";
import type { Reply } from "../../service/fake-service.ts";
import { always, onMock, thrown } from "../../service/service-under-test.ts";

const prLink = "https://github.com/acme/docs/pull/3";
const responds = (status: string, link: string | null = null): Reply => ({
  json: { id: "job_1", status, prLink: link },
});
const gone: Reply = { status: 404 };
const readsJob = "GET /v2/agent/docs-1/job/job_1";
const inState = (state: NonNullable<JobFacts["pull"]>["state"]) => ({ link: prLink, state });
const readsPull = "GitHub GET /repos/acme/docs/pulls/3";

describe("reading a job", () => {
  const read = (answers: Reply[], signal?: AbortSignal) => {
    const { service, clock, asked } = onMock(...answers);
    const result = readJob("job_1", { service, clock }, signal === undefined ? {} : { signal });
    return { result, asked, sleeps: clock.sleeps };
  };

  test("believes a 404 only when it comes again, two seconds later", async () => {
    const found = read([gone, responds("active")]);
    expect(await found.result).toMatchObject({ status: "active" });
    expect(found.sleeps).toEqual([2000]);
    const lost = read([gone, gone]);
    await expect(lost.result).rejects.toMatchObject({ status: 404 });
    expect([lost.sleeps, lost.asked]).toEqual([[2000], [readsJob, readsJob]]);
  });

  test("believes any other refusal at once", async () => {
    const { result, asked } = read([{ status: 403 }]);
    await expect(result).rejects.toMatchObject({ status: 403 });
    expect(asked).toHaveLength(1);
  });
});

test.each<[number | undefined, boolean]>([
  [0, true],
  [59_999, true],
  [60_000, false],
  [undefined, false],
])("a job whose request was accepted %s ms ago may not be there yet: %s", (ago, expected) => {
  const now = 1_000_000;
  expect(mayNotBeThereYet(ago === undefined ? undefined : now - ago, now)).toBe(expected);
});

type Setup = {
  pull?: FakePull;
  hasToken?: boolean;
  serverUrl?: string;
  refuse?: number;
  signal?: AbortSignal;
};

/** Looks at a job with this link in the thread, at a GitHub that knows this documentation pull request. */
function look(link: string | undefined, responses: Reply[], setup: Setup = {}) {
  const { service, clock, asked } = onMock(...responses);
  const fake = new FakeGitHub();
  if (setup.pull !== undefined) fake.pulls.set("acme/docs#3", setup.pull);
  if (setup.refuse !== undefined) fake.refuse({ path: /pulls/, status: setup.refuse });
  const { gitHub, requests } = clientOf(fake);
  const { hasToken = true, serverUrl = "https://github.com", signal } = setup;
  const callOptions = { deadline: clock.now() + 60_000, ...(signal && { signal }) };
  const github = hasToken ? gitHub : undefined;
  const current = { id: "job_1", prLink: link, at: 0 };
  const facts = readJobFacts(current, { service, clock, github, serverUrl, callOptions });
  return { facts, asked: () => [...asked, ...requests].sort() };
}

test("a job of the thread that accepted its request a moment ago is not gone when it is not found", async () => {
  const { service, clock } = onMock(gone, gone);
  const current = { id: "job_1", prLink: undefined, at: clock.now() - 50_000 };
  const deps = { service, clock, github: undefined, serverUrl: "https://github.com", callOptions: {} };
  expect(await readJobFacts(current, deps)).toEqual({ job: "unknown", pull: undefined });
});

describe("what is learnt of the job that would be continued, and of its pull request", () => {
  const merged: FakePull = { state: "closed", merged: true };

  test.each<[string, Reply, Setup, JobFacts]>([
    ["a completed job", responds("completed"), { pull: {} }, { job: "completed", pull: inState("open") }],
    ["a job at work", responds("active"), { pull: {} }, { job: "working", pull: inState("open") }],
    ["a job in a future status", responds("queued"), { pull: {} }, { job: "working", pull: inState("open") }],
    [
      "a job in a status that is our own word",
      responds("gone"),
      { pull: {} },
      { job: "working", pull: inState("open") },
    ],
    ["a failed job", responds("failed"), { pull: {} }, { job: "failed", pull: inState("open") }],
    ["a job that is gone", gone, { pull: {} }, { job: "gone", pull: inState("open") }],
    [
      "a merged pull request",
      responds("completed"),
      { pull: merged },
      { job: "completed", pull: inState("merged") },
    ],
    [
      "a closed one",
      responds("completed"),
      { pull: { state: "closed" } },
      { job: "completed", pull: inState("closed") },
    ],
    [
      "one that GitHub refuses",
      responds("completed"),
      { refuse: 403 },
      { job: "completed", pull: inState("unknown") },
    ],
    [
      "a merged one of a job that may not be read",
      { status: 403 },
      { pull: merged },
      { job: "unknown", pull: inState("merged") },
    ],
    [
      "a job whose answer cannot be read",
      { text: "<html>" },
      { pull: {} },
      { job: "unknown", pull: inState("open") },
    ],
  ])("%s", async (_, response, setup, expected) => {
    const { facts, asked } = look(prLink, always(response), setup);
    expect(await facts).toEqual(expected);
    expect(new Set(asked())).toEqual(new Set([readsJob, readsPull]));
  });

  test("no thread's job, no request", async () => {
    const { service, clock, asked } = onMock();
    const deps = { service, clock, github: undefined, serverUrl: "", callOptions: {} };
    expect([await readJobFacts(undefined, deps), asked]).toEqual([noFacts, []]);
  });

  test("a failing service delays the follow-up by one retry only", async () => {
    const { facts, asked } = look(undefined, always({ status: 503 }));
    expect(await facts).toEqual({ job: "unknown", pull: undefined });
    expect(asked()).toEqual([readsJob, readsJob]);
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
    const { facts, asked } = look(link, [responds("completed")], setup);
    expect((await facts).pull).toEqual({ link, state: "unknown" });
    expect(asked()).toEqual([readsJob]);
  });

  test("a pull request that only the job names is read as well", async () => {
    const { facts, asked } = look(undefined, [responds("completed", prLink)], { pull: merged });
    expect(await facts).toEqual({ job: "completed", pull: inState("merged") });
    expect(asked()).toEqual([readsJob, readsPull]);
  });

  test("a link of the job that is no web address is none", async () => {
    const { facts, asked } = look(undefined, [responds("completed", "javascript:alert(1)")]);
    expect(await facts).toEqual({ job: "completed", pull: undefined });
    expect(asked()).toEqual([readsJob]);
  });

  test("a cancellation ends the look, and is no answer", async () => {
    const { facts } = look(prLink, [responds("active")], { signal: AbortSignal.abort() });
    expect(await thrown(facts)).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: false });
  });

  test("an unforeseen error is not hidden", async () => {
    const { facts } = look(prLink, [responds("active")], { serverUrl: "not an address" });
    expect(await thrown(facts)).toBeInstanceOf(TypeError);
  });
});
