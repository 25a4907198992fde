import { describe, expect, test } from "vitest";
import { chooseJobAction } from "../../src/agent/choose-action.ts";
import { type FoundJobs, type FoundMarker, nothingFound } from "../../src/agent/find-job.ts";
import type { JobAction, SubmissionState } from "../../src/agent/submit.ts";
import type { PromptRequest } from "../../src/agent/trigger.ts";
import { StatusError } from "../../src/service/errors.ts";
import { type Canned, onMock, thrown, told } from "../service/service-under-test.ts";

type Request = Pick<PromptRequest, "prompt" | "jobId" | "fresh">;
const prompt = "Do it";
const plain: Request = { prompt, jobId: undefined, fresh: false };
const fresh: Request = { ...plain, fresh: true };
const explicit: Request = { ...plain, jobId: "job_9" };

function found(job: string, state: SubmissionState = "accepted"): FoundMarker {
  const marker = { conversation: "thread", job, state, runId: "1001", attempt: 1, digest: "d", time: 1 };
  return { marker, comment: { id: 41, place: "issue", body: "", url: "" } };
}
/** A thread with a job that other requests created. */
const withJob: FoundJobs = { ...nothingFound, latest: found("job_1") };
/** A thread with the job of an earlier attempt of this request. */
const interrupted: FoundJobs = { ...withJob, rerun: found("job_1") };

const responds = (status: string): Canned => ({ status: 200, body: { id: "job_1", status } });
const create: JobAction = { kind: "create", prompt };
const message = (jobId: string, fromThread = true): JobAction => ({
  ...{ kind: "message", jobId, prompt, fromThread },
});

function choose(request: Request, jobs: FoundJobs, ...responses: Canned[]) {
  const { service, clock, asked } = onMock(...responses);
  const options = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  return { asked, action: chooseJobAction(request, jobs, service, options) };
}

test.each<[string, Request, FoundJobs, JobAction]>([
  ["a prompt in an empty thread creates a job", plain, nothingFound, create],
  ["a prompt continues the thread's job", plain, withJob, message("job_1")],
  ["a fresh prompt creates a job beside the thread's", fresh, withJob, create],
  ["job-id sends the message to that job, not to the thread's", explicit, withJob, message("job_9", false)],
  ["job-id wins over a fresh prompt", { ...explicit, fresh: true }, nothingFound, message("job_9", false)],
  [
    "a re-run of what was not sent sends it to the thread's job",
    plain,
    { ...withJob, rerun: found("job_1", "not-sent") },
    message("job_1"),
  ],
])("%s, and nothing is read", async (_, request, jobs, expected) => {
  const { asked, action } = choose(request, jobs);
  expect(await action).toEqual(expected);
  expect(asked).toEqual([]);
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
    const { asked, action } = choose(plain, jobs, responds(status));
    expect(await action).toEqual({ kind: "watch", jobId: "job_1", resumed: true });
    expect(asked).toEqual(["GET /v2/agent/docs-1/job/job_1"]);
  });

  test.each<[string, Request, FoundJobs, Canned, JobAction]>([
    ["creates a job when its own failed", plain, interrupted, responds("failed"), create],
    ["creates a job when its own is archived", plain, interrupted, responds("archived"), create],
    ["creates a job when its own is gone", plain, interrupted, { status: 404 }, create],
    ["of a fresh prompt creates a job when its own is gone", fresh, withOther(), { status: 404 }, create],
    ["of a fresh prompt resumes its job", fresh, interrupted, responds("active"), resumed()],
    [
      "continues the thread's newer job when its own failed",
      plain,
      withOther(),
      responds("failed"),
      message("job_2"),
    ],
    [
      "with job-id sends the message again when that job failed",
      { ...plain, jobId: "job_1" },
      interrupted,
      responds("failed"),
      message("job_1", false),
    ],
  ])("%s", async (_, request, jobs, response, expected) => {
    expect(await choose(request, jobs, response).action).toEqual(expected);
  });

  test.each<[string, FoundJobs]>([
    ["is marked as sent", { ...nothingFound, rerun: found("", "sent") }],
    ["has an unknown fate", { ...nothingFound, rerun: found("", "unknown") }],
    ["left its first comment only", { ...nothingFound, pendingFound: true }],
  ])("sends nothing when its request %s and its job is not known", async (_, jobs) => {
    const { asked, action } = choose(plain, jobs);
    expect(await told(action)).toMatchObject({
      reason: "uncertain",
      message: expect.stringContaining(
        "an earlier attempt of this run may have sent the request and did not learn of its job",
      ),
      advice: expect.stringMatching(/dashboard.*job-id.*A re-run never sends a request twice\.$/),
    });
    expect(asked).toEqual([]);
  });

  test.each([
    [400, "refused"],
    [401, "api-key"],
    [403, "forbidden"],
  ])("that may not read its job (HTTP %i) ends with just that error", async (status, reason) => {
    const error = await thrown(choose(plain, interrupted, { status }).action);
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ status, reason });
  });

  test("does not take an unreadable response for a job that is gone", async () => {
    const nonsense = Array.from({ length: 100 }, () => ({ status: 200, body: "<html>" }));
    expect(await told(choose(plain, interrupted, ...nonsense).action)).toMatchObject({ reason: "answer" });
  });
});

function withOther(): FoundJobs {
  return { ...interrupted, latest: found("job_2") };
}

function resumed(): JobAction {
  return { kind: "watch", jobId: "job_1", resumed: true };
}
