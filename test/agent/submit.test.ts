import { describe, expect, test } from "vitest";
import {
  describeAction,
  isJobClosed,
  type JobAction,
  type Submission,
  submit,
} from "../../src/agent/submit.ts";
import { StatusError } from "../../src/service/errors.ts";
import { closedNetwork } from "../github/fake-github.ts";
import { reset } from "../scenarios/fake-service.ts";
import { type Canned, connectError, onMock, serviceAt, thrown } from "../service/service-under-test.ts";

const create: JobAction = { kind: "create", prompt: "Do it", replaces: undefined };
const followUp: JobAction = {
  ...{ kind: "message", jobId: "job_1", prompt: "Shorter", prLink: "" },
  ...{ fromThread: true, interrupts: false },
};
const watch: JobAction = { kind: "watch", jobId: "job_1", resumed: false };

/** Submits an action to a service that gives these responses. `states` are `state job`, in order. */
function submitted(action: JobAction, responses: Canned[], signal = new AbortController().signal) {
  const { service, clock, asked } = onMock(...responses);
  const states: string[] = [];
  const onState = ({ state, jobId }: Submission) => void states.push(`${state} ${jobId ?? ""}`.trim());
  const result = submit(action, service, { signal, deadline: clock.now() + 60_000 }, onState);
  return { result, asked, states };
}
const responds = (status: string, id = "job_1"): Canned => ({ status: 200, body: { id, status } });

describe("the service gets one request", () => {
  test("that creates a job, whose id the service chooses", async () => {
    const { result, asked } = submitted(create, [responds("active", "job_new")]);
    expect(await result).toEqual({
      jobId: "job_new",
      job: { id: "job_new", status: "active" },
      possiblyStale: false,
    });
    expect(asked).toEqual(["POST /v2/agent/docs-1/job"]);
  });

  test("that sends a message, and the job keeps its id whatever the response says", async () => {
    const { result, asked } = submitted(followUp, [responds("active", "job_other")]);
    expect(await result).toEqual({
      jobId: "job_1",
      job: { id: "job_1", status: "active" },
      possiblyStale: false,
    });
    expect(asked).toEqual(["POST /v2/agent/docs-1/job/job_1/message"]);
  });

  test("but none for a job that is only watched", async () => {
    const { result, asked } = submitted(watch, []);
    expect(await result).toEqual({ jobId: "job_1", job: undefined, possiblyStale: false });
    expect(asked).toEqual([]);
  });
});

describe("a final status in the response", () => {
  test.each([
    ["completed", true],
    ["failed", true],
    ["archived", true],
    ["active", false],
    ["queued", false],
  ])("to a message may belong to the previous turn: %s is possibly stale: %s", async (status, stale) => {
    expect(await submitted(followUp, [responds(status)]).result).toMatchObject({ possiblyStale: stale });
  });

  test("to a new job is believed, because it has no previous turn", async () => {
    expect(await submitted(create, [responds("completed")]).result).toMatchObject({ possiblyStale: false });
  });
});

describe("the state of the request", () => {
  const error = (code: string) => [{ error: connectError(code) }];
  const many = (canned: Canned): Canned[] => Array.from({ length: 100 }, () => canned);
  const refusedWith = (status: number): Canned[] => many({ status });

  test.each<[string, JobAction, Canned[], string[]]>([
    ["a job that is created", create, [responds("active", "job_new")], ["sent", "accepted job_new"]],
    ["a message that is accepted", followUp, [responds("active")], ["sent job_1", "accepted job_1"]],
    ["a job that is only watched", watch, [], ["accepted job_1"]],
    ["a create that a rate limit refuses", create, refusedWith(429), ["sent", "not-sent"]],
    ["a create that is refused", create, refusedWith(400), ["sent", "not-sent"]],
    ["a create at a service that is busy", create, refusedWith(503), ["sent", "not-sent"]],
    ["a create with a bad certificate", create, error("CERT_HAS_EXPIRED"), ["sent", "not-sent"]],
    ["a message to a closed job", followUp, refusedWith(409), ["sent job_1", "not-sent job_1"]],
    ["a message to a job that is gone", followUp, refusedWith(404), ["sent job_1", "not-sent job_1"]],
    ["a create whose connection breaks", create, [{ error: reset() }], ["sent", "unknown"]],
    ["a message whose connection breaks", followUp, [{ error: reset() }], ["sent job_1", "unknown job_1"]],
    ["a create that fails with HTTP 500", create, refusedWith(500), ["sent", "unknown"]],
    ["a create that answers See Other", create, refusedWith(303), ["sent", "unknown"]],
    ["a create whose response names no job", create, [{ status: 200, body: {} }], ["sent", "unknown"]],
  ])("of %s", async (_, action, responses, expected) => {
    const { result, states } = submitted(action, responses);
    await result.catch(() => undefined);
    expect(states).toEqual(expected);
  });

  test("is not-sent when the run is cancelled before the request", async () => {
    const { result, states, asked } = submitted(create, [responds("active")], AbortSignal.abort());
    expect(await thrown(result)).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: false });
    expect([states, asked]).toEqual([["sent", "not-sent"], []]);
  });

  test("is unknown when the run is cancelled and the connection then breaks", async () => {
    const cancelled = new AbortController();
    const network = closedNetwork();
    const interceptor = network
      .get("https://docs.example.com")
      .intercept({ method: "POST", path: () => true });
    interceptor.reply(() => {
      cancelled.abort();
      throw reset();
    });
    const { service } = serviceAt(new URL("https://docs.example.com"), network);
    const states: string[] = [];
    const { signal } = cancelled;
    const result = submit(create, service, { signal }, ({ state }) => void states.push(state));
    expect(await thrown(result)).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: true });
    expect(states).toEqual(["sent", "unknown"]);
  });

  test("is unknown after an unforeseen error, so a re-run sends nothing", async () => {
    const { service } = onMock({ status: 503 });
    const beforeRetry = () => {
      throw new TypeError("a mistake");
    };
    const states: string[] = [];
    const result = submit(create, service, { beforeRetry }, ({ state }) => void states.push(state));
    expect(await thrown(result)).toEqual(new TypeError("a mistake"));
    expect(states).toEqual(["sent", "unknown"]);
  });
});

test.each([
  [400, false],
  [404, true],
  [409, true],
  [410, true],
  [422, true],
  [429, false],
  [500, false],
])("HTTP %i to a message means that its job is closed: %s", (status, closed) => {
  const response = { status, body: "", retryAfter: undefined, location: undefined };
  expect(isJobClosed(new StatusError("send the message", response))).toBe(closed);
});

test.each([
  [create, "Creating a job …"],
  [followUp, "Sending a follow-up to job job_1 …"],
  [watch, "Watching job job_1 …"],
])("the log says of %o: %s", (action, line) => {
  expect(describeAction(action)).toBe(line);
});
