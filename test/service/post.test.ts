import { afterEach, describe, expect, it } from "vitest";
import type { Service } from "../../src/service/client.ts";
import { AmbiguousRequestError, CancelledError, UnreachableError } from "../../src/service/errors.ts";
import { answer, flood, reset, silence, type Turn } from "./local-server.ts";
import { type Canned, connectError, job, onMock, onServer, thrown, told } from "./service-under-test.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const operations: [string, (service: Service, signal?: AbortSignal) => Promise<unknown>][] = [
  ["create the job", (service, signal) => service.createJob("Write.", { signal })],
  ["send the message", (service, signal) => service.sendMessage("job_1", "More.", { signal })],
];

async function started(...turns: readonly [Turn, ...Turn[]]) {
  const made = await onServer(...turns);
  open.push(made);
  return made;
}

/** The error of an attempt that connected and then failed at this system call. */
const broken = (code: string, syscall = "read") => ({ error: connectError(code, syscall) });

describe.each(operations)("a POST to %s", (operation, send) => {
  it.each<[string, Turn, string]>([
    ["a reset", reset(), "the connection broke (ECONNRESET)"],
    ["500", answer(500, { error: "oops" }), "it answered HTTP 500"],
    ["502", answer(502, "<html>"), "it answered HTTP 502"],
    ["504", answer(504, ""), "it answered HTTP 504"],
    ["599", answer(599, ""), "it answered HTTP 599"],
    ["broken JSON", answer(201, '{"id":'), "the answer is not JSON (HTTP 201)"],
    ["a page of HTML", answer(200, "<html></html>"), "the answer is not JSON (HTTP 200)"],
    ["an empty answer", answer(202, ""), "the answer is not JSON (HTTP 202)"],
    ["the wrong shape", answer(201, { id: "job_1" }), "the answer has the wrong shape (status)"],
    ["a list", answer(201, []), "the answer has the wrong shape (the whole)"],
    ["an answer that breaks off", reset('{"id":'), "the connection broke (ECONNRESET)"],
    ["11 MiB", flood(201, 11 * 1024 * 1024), "the answer is larger than 10 MiB"],
  ])("is sent once when it ends in %s, and says that it may have been taken", async (_case, turn, why) => {
    const { service, server, clock } = await started(turn, answer(201, job));
    const error = await told(send(service));
    expect(error.name).toBe("UncertainError");
    expect(error.reason).toBe("uncertain");
    expect(error.message).toBe(`It is unknown whether the service took the request to ${operation}: ${why}.`);
    expect(error.advice).toMatch(
      operation === "create the job" ? /dashboard.+job-id/ : /Look at the job.+job-id/,
    );
    expect(server.requests).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  it.each<[string, Canned]>([
    ["no answer in time", broken("UND_ERR_HEADERS_TIMEOUT", "")],
    ["a broken pipe", broken("EPIPE", "write")],
    ["a connection that the other side closes", broken("UND_ERR_SOCKET", "")],
    ["anything unforeseen", { error: new Error("unforeseen") }],
    [
      "one address refusing and the other breaking",
      { error: new AggregateError([connectError("ECONNREFUSED"), connectError("ECONNRESET", "read")]) },
    ],
  ])("is sent once when it ends in %s", async (_case, bad) => {
    const { service, asked, clock } = onMock(bad, { status: 201, body: job });
    const error = await thrown(send(service));
    expect(error).toBeInstanceOf(AmbiguousRequestError);
    expect(error).toMatchObject({ cause: { name: "TransportError" } });
    expect(asked).toEqual([]);
    expect(clock.sleeps).toEqual([]);
  });

  it.each<[string, Canned, string]>([
    ["a refused connection", { error: connectError("ECONNREFUSED") }, "no connection (ECONNREFUSED)"],
    ["a network that is away", { error: connectError("ENETUNREACH") }, "no connection (ENETUNREACH)"],
    [
      "a name server that is away",
      { error: connectError("EAI_AGAIN", "getaddrinfo") },
      "no connection (EAI_AGAIN)",
    ],
    [
      "an unknown host",
      { error: connectError("ENOTFOUND", "getaddrinfo") },
      "the host name has no address (ENOTFOUND)",
    ],
    ["no connection in time", broken("UND_ERR_CONNECT_TIMEOUT", ""), "no connection in time"],
    [
      "both addresses refusing",
      { error: new AggregateError([connectError("ECONNREFUSED"), connectError("ECONNREFUSED")]) },
      "no connection (ECONNREFUSED)",
    ],
    ["429", { status: 429 }, "the service answered 429"],
    ["503", { status: 503 }, "the service answered 503"],
  ])("is sent again after %s, as it was not taken", async (_case, bad, why) => {
    const { service, retries, clock } = onMock(bad, bad, { status: 201, body: job });
    expect(await send(service)).toEqual(job);
    expect(retries).toEqual([why, why]);
    expect(clock.sleeps).toEqual([500, 1000]);
  });

  it("waits as Retry-After says, and sends the same again", async () => {
    const made = await started(answer(503, "", { "retry-after": "17" }), answer(201, job));
    expect(await send(made.service)).toEqual(job);
    expect(made.clock.sleeps).toEqual([17_000]);
    const [first, second] = made.server.requests;
    expect([second?.url, second?.body]).toEqual([first?.url, first?.body]);
  });

  it("is tried for minutes when nobody listens, and then says that nothing was taken", async () => {
    const made = await started(answer(201, job));
    await made.server.close();
    const error = await told(send(made.service));
    expect(error).toMatchObject({ name: "UnreachableError", reason: "unreachable" });
    expect(error.message).toBe(`Could not ${operation}: no connection (ECONNREFUSED).`);
    expect(made.clock.sleeps.length).toBeGreaterThan(10);
  });

  it("is over after five minutes of refusals, or at once when Retry-After asks for more", async () => {
    const busy: Canned[] = Array.from({ length: 40 }, () => ({ status: 429 }));
    const { service, clock } = onMock(...busy);
    const start = clock.now();
    expect(await told(send(service))).toMatchObject({ reason: "rate-limit" });
    expect(clock.now() - start).toBeGreaterThan(280_000);
    expect(clock.now() - start).toBeLessThanOrEqual(300_000);

    const later = onMock({ status: 503, headers: { "retry-after": "3600" } });
    expect(await told(send(later.service))).toMatchObject({ reason: "service" });
    expect(later.clock.sleeps).toEqual([]);
  });

  it("is uncertain when only its last attempt is", async () => {
    const { service } = onMock(
      { status: 503 },
      { error: connectError("ECONNREFUSED") },
      broken("ECONNRESET"),
    );
    expect(await thrown(send(service))).toBeInstanceOf(AmbiguousRequestError);
  });

  it("gives an unknown host half a minute and a bad certificate no second try", async () => {
    const many: Canned[] = Array.from({ length: 20 }, () => ({
      error: connectError("ENOTFOUND", "getaddrinfo"),
    }));
    const unknown = onMock(...many);
    const start = unknown.clock.now();
    expect(await thrown(send(unknown.service))).toBeInstanceOf(UnreachableError);
    expect(unknown.clock.now() - start).toBeLessThanOrEqual(30_000);

    const expired = onMock(broken("CERT_HAS_EXPIRED", ""));
    expect(await thrown(send(expired.service))).toBeInstanceOf(UnreachableError);
    expect(expired.clock.sleeps).toEqual([]);
  });
});

describe.each(operations)("a cancel while we %s", (_operation, send) => {
  it("waits for the answer, so that the job is known", async () => {
    let answerNow = () => {};
    const { service, server, clock } = await started((response) => {
      answerNow = () => void response.end(JSON.stringify(job));
    });
    clock.hold();
    const cancelled = new AbortController();
    const sending = send(service, cancelled.signal);
    await server.arrived(1);
    cancelled.abort();
    answerNow();
    expect(await sending).toEqual(job);
    expect(clock.sleeps).toEqual([3000]);
  });

  it("gives up after three seconds, and says that it may have been taken", async () => {
    const { service, server, clock } = await started(silence());
    const cancelled = new AbortController();
    const sending = thrown(send(service, cancelled.signal));
    await server.arrived(1);
    cancelled.abort();
    const error = await sending;
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ mayHaveBeenProcessed: true });
    expect(clock.sleeps).toEqual([3000]);
    expect(server.requests).toHaveLength(1);
  });

  it("gives up after three seconds in the middle of the answer, too", async () => {
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { service } = await started((response) => {
      response.writeHead(201, { "content-length": "1000" });
      response.write("{", () => setImmediate(begun));
    });
    const cancelled = new AbortController();
    const sending = thrown(send(service, cancelled.signal));
    await beginning;
    cancelled.abort();
    expect(await sending).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: true });
  });

  it.each([
    [303, true],
    [302, false],
    [500, true],
    [502, true],
    [503, false],
    [429, false],
    [401, false],
  ])("knows of an answer %i whether it may have been taken: %s", async (status, mayHaveBeenProcessed) => {
    const cancelled = new AbortController();
    const { service, clock } = await started((response) => {
      cancelled.abort();
      response.writeHead(status).end();
    });
    clock.hold();
    expect(await thrown(send(service, cancelled.signal))).toMatchObject({
      name: "CancelledError",
      mayHaveBeenProcessed,
    });
  });

  it("knows that an answer which cannot be read may hide a job", async () => {
    const cancelled = new AbortController();
    const { service, clock } = await started((response) => {
      cancelled.abort();
      response.writeHead(201).end("<html>");
    });
    clock.hold();
    expect(await thrown(send(service, cancelled.signal))).toMatchObject({
      name: "CancelledError",
      mayHaveBeenProcessed: true,
    });
  });

  it("waits for nothing once the answer is there", async () => {
    const { service, clock } = await started(answer(201, job));
    const cancelled = new AbortController();
    await send(service, cancelled.signal);
    cancelled.abort();
    expect(clock.sleeps).toEqual([]);
  });

  it("sends nothing when it came before, and knows it", async () => {
    const { service, server } = await started(answer(201, job));
    const error = await thrown(send(service, AbortSignal.abort()));
    expect(error).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: false });
    expect(server.requests).toEqual([]);
  });

  it("ends a wait between two attempts at once, and knows that nothing was taken", async () => {
    const { service, clock } = onMock(
      { status: 503, headers: { "retry-after": "60" } },
      { status: 201, body: job },
    );
    const cancelled = new AbortController();
    clock.every(5000, () => cancelled.abort());
    const start = clock.now();
    const error = await thrown(send(service, cancelled.signal));
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ mayHaveBeenProcessed: false });
    expect(clock.now() - start).toBe(5000);
  });
});

describe("a cancel while we read", () => {
  it("ends the request at once", async () => {
    const { service, server, clock } = await started(silence());
    const cancelled = new AbortController();
    const reading = thrown(service.getJob("job_1", { signal: cancelled.signal }));
    await server.arrived(1);
    cancelled.abort();
    const error = await reading;
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ mayHaveBeenProcessed: false });
    expect(clock.sleeps).toEqual([]);
  });

  it("sends nothing when it came before", async () => {
    const { service, server } = await started(answer(200, job));
    const error = await thrown(service.getJob("job_1", { signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(CancelledError);
    expect(server.requests).toEqual([]);
  });

  it.each<[string, Canned]>([
    ["an error", { status: 500 }],
    ["a refused connection", { error: connectError("ECONNREFUSED") }],
    ["an answer that cannot be read", { status: 200, body: "<html></html>" }],
  ])("ends the wait after %s", async (_case, bad) => {
    const { service, clock } = onMock(bad, { status: 200, body: job });
    const cancelled = new AbortController();
    clock.every(100, () => cancelled.abort());
    expect(await thrown(service.getJob("job_1", { signal: cancelled.signal }))).toBeInstanceOf(
      CancelledError,
    );
    expect(clock.sleeps).toEqual([500]);
  });
});
