import { describe, expect, it } from "vitest";
import { chooseJobAction, type Wish } from "../../src/agent/choose-action.ts";
import { type FoundJobs as Found, nothingFound } from "../../src/agent/find-job.ts";
import { StatusError } from "../../src/service/errors.ts";
import { type Canned, onMock, thrown, told } from "../service/service-under-test.ts";

type Recall = Pick<Found, "latest" | "rerun" | "pendingFound">;
const wish: Wish = { prompt: "Do it", jobId: undefined, fresh: false };

/** A thread in which an earlier attempt of this run began this job. */
function begun(job: string): Recall {
  const marker = { conversation: "thread", sent: true, runId: "1001", attempt: 1, digest: "d", time: 1, job };
  const found = { marker, comment: { id: 41, place: "issue" as const, body: "", url: "" } };
  return { latest: found, rerun: found, pendingFound: false };
}

function resolved(asked: Wish, recalled: Recall, ...answers: Canned[]) {
  const { service, clock } = onMock(...answers);
  const options = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  return chooseJobAction(asked, recalled, service, options);
}

describe("all that is decided", () => {
  it.each<[string, Wish, Recall, object]>([
    [
      "a watched job",
      { ...wish, prompt: "", jobId: "job_9" },
      begun("job_1"),
      { kind: "watch", jobId: "job_9" },
    ],
    ["a new job", wish, nothingFound, { kind: "create", prompt: "Do it" }],
    [
      "a message to a job that was named",
      { ...wish, jobId: "job_9" },
      nothingFound,
      { kind: "message", jobId: "job_9", prompt: "Do it" },
    ],
  ])("is, for %s, that it is neither remembered nor taken up", async (_, asked, recalled, action) => {
    expect(await resolved(asked, recalled)).toEqual({ action, fromThread: false, resumed: false });
  });

  it("is, for a message to the thread's job, that it is remembered and not taken up", async () => {
    expect(await resolved(wish, { ...begun("job_1"), rerun: undefined })).toEqual({
      action: { kind: "message", jobId: "job_1", prompt: "Do it" },
      fromThread: true,
      resumed: false,
    });
  });
});

describe("an earlier attempt", () => {
  it("whose job nobody knows is an error that says what to do", async () => {
    expect(await told(resolved(wish, begun("")))).toEqual({
      name: "AmbiguousRequestError",
      reason: "uncertain",
      message:
        "It is unknown whether a job was created: an earlier attempt of this run may have sent the request and never learnt of its job.",
      advice:
        "Look at the dashboard: if the job is there, take it up with the input job-id; if it is not, ask again in a new comment or start a new run, as a re-run never sends a request twice.",
    });
  });

  it("whose job may not be read ends the run with just that", async () => {
    const error = await thrown(resolved(wish, begun("job_1"), { status: 403 }));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ status: 403, reason: "forbidden" });
  });

  it("whose job cannot be read as the service answers nonsense is not taken for gone", async () => {
    const nonsense = Array.from({ length: 100 }, () => ({ status: 200, body: "<html>" }));
    expect(await told(resolved(wish, begun("job_1"), ...nonsense))).toMatchObject({
      name: "InvalidResponseError",
    });
  });
});
