import { describe, expect, it } from "vitest";
import { describeAction, type JobAction, submit } from "../../src/agent/submit.ts";
import { type Canned, onMock } from "../service/service-under-test.ts";

const create: JobAction = { kind: "create", prompt: "Do it" };
const message: JobAction = { kind: "message", jobId: "job_1", prompt: "Shorter" };
const watch: JobAction = { kind: "watch", jobId: "job_1" };

/** What a task sends, and what becomes of it when the service answers with this status of a job. */
async function sent(task: JobAction, status: string, id = "job_1") {
  const answers: Canned[] = [{ status: 200, body: { id, status } }];
  const { service, clock, asked } = onMock(...answers);
  const options = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  return { accepted: await submit(task, service, options), asked };
}

describe("what the service is asked", () => {
  it("for a new job is to make it, whose id is the service's", async () => {
    expect(await sent(create, "active", "job_new")).toEqual({
      accepted: { jobId: "job_new", job: { id: "job_new", status: "active" }, possiblyStale: false },
      asked: ["POST /v2/agent/docs-1/job"],
    });
  });

  it("for a follow-up is to send the message to the job that was named, whatever the answer calls it", async () => {
    expect(await sent(message, "active", "job_other")).toEqual({
      accepted: { jobId: "job_1", job: { id: "job_other", status: "active" }, possiblyStale: false },
      asked: ["POST /v2/agent/docs-1/job/job_1/message"],
    });
  });

  it("for a job that is only watched is nothing", async () => {
    expect(await sent(watch, "completed")).toEqual({
      accepted: { jobId: "job_1", job: undefined, possiblyStale: false },
      asked: [],
    });
  });
});

describe("an answer that is final already", () => {
  it.each([
    ["completed", true],
    ["failed", true],
    ["archived", true],
    ["active", false],
    ["queued", false],
  ])("as %s may be of the turn before a message: %s", async (status, stale) => {
    expect((await sent(message, status)).accepted.possiblyStale).toBe(stale);
  });

  it("is believed of a new job, which has had no turn before", async () => {
    expect((await sent(create, "completed")).accepted.possiblyStale).toBe(false);
  });
});

it.each([
  [create, "Creating a job …"],
  [message, "Sending a follow-up to job job_1 …"],
  [watch, "Watching job job_1 …"],
])("the log says of %o: %s", (task, line) => {
  expect(describeAction(task)).toBe(line);
});
