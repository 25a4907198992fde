import { describe, expect, test } from "vitest";
import type { SendAction } from "../../../src/agent/job/decide.ts";
import { isJobClosed, submit } from "../../../src/agent/job/submit.ts";
import type { RequestState } from "../../../src/agent/thread/request-state.ts";
import type { CallOptions } from "../../../src/service/client.ts";
import { StatusError } from "../../../src/service/errors.ts";
import { redactNothing } from "../../no-secrets.ts";
import { connectionError, type Reply, reset } from "../../service/fake-service.ts";
import { always, onMock, thrown, type UnderTest } from "../../service/service-under-test.ts";

const create: SendAction = { kind: "create", replaces: undefined };
const followUp: SendAction = {
  ...{ kind: "message", jobId: "job_1", prLink: undefined, fromThread: true, interrupts: false },
};

/** Submits an action; `states` are what is told of the request, in order, without the time of acceptance. */
function submitTo({ service, clock }: UnderTest, action: SendAction, options: CallOptions = {}) {
  const states: string[] = [];
  const times: number[] = [];
  const onState = (state: RequestState) => {
    const to = state.kind === "sent" ? state.to : state.kind === "accepted" && `${state.as} ${state.jobId}`;
    states.push(`${state.kind} ${to || ""}`.trim());
    if (state.kind === "accepted") times.push(state.at);
  };
  const given = { deadline: clock.now() + 60_000, ...options };
  const result = submit(action, "Do it", { service, now: () => clock.now() }, given, onState);
  return { result, states, times };
}

/** Submits an action to a service that gives these responses. */
function submitted(action: SendAction, responses: Reply[], signal?: AbortSignal) {
  const mock = onMock(...responses);
  return { ...submitTo(mock, action, signal && { signal }), asked: mock.asked, clock: mock.clock };
}
const responds = (status?: string, id = "job_1"): Reply => ({ json: { id, status } });

describe("the service gets one request", () => {
  test("that creates a job, whose id the service chooses", async () => {
    const { result, asked, times, clock } = submitted(create, [responds("active", "job_new")]);
    const job = { id: "job_new", status: "active" };
    expect(await result).toEqual({ jobId: "job_new", job, mayBeStale: false });
    expect(asked).toEqual(["POST /v2/agent/docs-1/job"]);
    expect(times).toEqual([clock.now()]);
  });

  test("that sends a message, and the job keeps its id whatever the response says", async () => {
    const { result, asked } = submitted(followUp, [responds("active", "job_other")]);
    const job = { id: "job_1", status: "unknown" };
    expect(await result).toEqual({ jobId: "job_1", job, mayBeStale: true });
    expect(asked).toEqual(["POST /v2/agent/docs-1/job/job_1/message"]);
  });

  test("and the acceptance has the time of the answer, not of the request", async () => {
    const { result, times, clock } = submitted(create, [{ status: 429 }, responds("active")]);
    const startedAt = clock.now();
    await result;
    expect(times).toEqual([clock.now()]);
    expect(clock.now()).toBeGreaterThan(startedAt);
  });
});

describe("a final status in the response", () => {
  test.each([
    ["completed", true],
    ["failed", true],
    ["archived", true],
    [undefined, true],
    ["active", false],
    ["queued", false],
  ])("to a message may belong to the previous turn: %s may be stale: %s", async (status, mayBeStale) => {
    expect(await submitted(followUp, [responds(status)]).result).toMatchObject({ mayBeStale });
  });

  test("to a new job is believed, because it has no previous turn", async () => {
    expect(await submitted(create, [responds("completed")]).result).toMatchObject({ mayBeStale: false });
  });
});

describe("the state of the request", () => {
  const error = (code: string) => [{ error: connectionError(code, "connect") }];
  const refusedWith = (status: number) => always({ status });

  test.each<[string, SendAction, Reply[], string[]]>([
    ["a job that is created", create, [responds("active", "job_new")], ["sent", "accepted job job_new"]],
    ["a message that is taken", followUp, [responds()], ["sent job_1", "accepted follow-up job_1"]],
    ["a create that a rate limit refuses", create, refusedWith(429), ["sent", "not-sent"]],
    ["a create that is refused", create, refusedWith(400), ["sent", "not-sent"]],
    ["a create that a router answers with 503", create, refusedWith(503), ["sent"]],
    ["a create with a bad certificate", create, error("CERT_HAS_EXPIRED"), ["sent", "not-sent"]],
    ["a message to a closed job", followUp, refusedWith(409), ["sent job_1", "not-sent"]],
    ["a message to a job that is gone", followUp, refusedWith(404), ["sent job_1", "not-sent"]],
    ["a create whose connection breaks", create, [{ error: reset() }], ["sent"]],
    ["a message whose connection breaks", followUp, [{ error: reset() }], ["sent job_1"]],
    ["a create that fails with HTTP 500", create, refusedWith(500), ["sent"]],
    ["a create that answers See Other", create, refusedWith(303), ["sent"]],
    ["a create whose response names no job", create, [{ json: {} }], ["sent"]],
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

  test("stays sent when the run is cancelled and the connection then breaks", async () => {
    const cancelled = new AbortController();
    const mock = onMock({ error: reset(), ms: 1000 });
    mock.clock.every(1000, () => cancelled.abort());
    const { result, states } = submitTo(mock, create, { signal: cancelled.signal });
    expect(await thrown(result)).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: true });
    expect(states).toEqual(["sent"]);
  });

  test("stays sent after an unforeseen error, so a re-run sends nothing", async () => {
    const beforeRetry = () => {
      throw new TypeError("a mistake");
    };
    const { result, states } = submitTo(onMock({ status: 429 }), create, { beforeRetry });
    expect(await thrown(result)).toEqual(new TypeError("a mistake"));
    expect(states).toEqual(["sent"]);
  });
});

test.each([
  [400, false],
  [404, true],
  [409, true],
  [410, true],
  // A refusal of this message, as any other.
  [422, false],
  [429, false],
  [500, false],
])("HTTP %i to a message means that its job is closed: %s", (status, closed) => {
  const response = { status, body: "", retryAfter: undefined, location: undefined };
  expect(isJobClosed(new StatusError("send the message", response, redactNothing))).toBe(closed);
});
