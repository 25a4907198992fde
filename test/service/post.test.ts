import { describe, expect, it, test } from "vitest";
import type { Service } from "../../src/service/client.ts";
import { AmbiguousRequestError } from "../../src/service/errors.ts";
import { upperFirst } from "../../src/text/words.ts";
import { connectionError, type Reply, refused } from "./fake-service.ts";
import { answer, hang } from "./local-server.ts";
import { always, job, onMock, onServer, thrown, told } from "./service-under-test.ts";

const operations: [string, (service: Service, signal?: AbortSignal) => Promise<unknown>][] = [
  ["create the job", (service, signal) => service.createJob("Write.", { signal })],
  ["send the message", (service, signal) => service.sendMessage("job_1", "More.", { signal })],
];

/** The error of an attempt that failed with this code. */
const broken = (code: string, syscall = "read"): Reply => ({
  error: connectionError(code, syscall),
});
const taken: Reply = { status: 201, json: job };

describe.each(operations)("a POST to %s", (_operation, send) => {
  it.each<[string, Reply, string]>([
    ["a refused connection", { error: refused() }, "no connection (ECONNREFUSED)"],
    [
      "an unknown host",
      broken("ENOTFOUND", "getaddrinfo"),
      "the host name has no address (ENOTFOUND)",
    ],
    ["429", { status: 429 }, "HTTP 429"],
  ])("is retried after %s, as it was not processed", async (_case, bad, why) => {
    const { service, retries, clock } = onMock(bad, bad, taken);
    expect(await send(service)).toEqual(job);
    expect(retries).toEqual([why, why]);
    expect(clock.sleeps).toEqual([500, 1000]);
  });

  it("may have been processed when only its last attempt may have", async () => {
    const { service } = onMock({ status: 429 }, { error: refused() }, broken("ECONNRESET"));
    const error = await thrown(send(service));
    expect(error).toBeInstanceOf(AmbiguousRequestError);
    expect(error).toMatchObject({ cause: { name: "TransportError" } });
  });
});

/** Responses with a status of success that name no job. */
const nameless: [Reply, string][] = [
  [{ status: 201, text: '{"id":' }, "the response is not JSON (HTTP 201)"],
  [{ status: 202, text: "" }, "the response is not JSON (HTTP 202)"],
  [{ status: 201, json: { status: "active" } }, "the response has the wrong shape (id)"],
  [{ status: 201, json: [] }, "the response has the wrong shape (top level)"],
];
test.each(nameless)(
  "a success that names no job leaves unknown what came of a POST: %j",
  async (reply, why) => {
    const { service, asked } = onMock(reply, reply, { json: { ...job, id: "job_2" } }, taken);
    const message = `${upperFirst(why)}, so it is unknown whether a job was created.`;
    expect(await told(service.createJob("Write."))).toMatchObject({ reason: "uncertain", message });
    // One that names another job does so, too.
    for (const what of [why, "the response is about another job"])
      expect(await told(service.sendMessage("job_1", "More."))).toMatchObject({
        ...{
          reason: "uncertain",
          message: `${upperFirst(what)}, so it is unknown whether the job received the message.`,
        },
      });
    expect(asked).toHaveLength(3);
  },
);

describe.each(operations)("the status of a POST to %s", (_operation, send) => {
  const refusals = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429];
  const redirects = [300, 301, 304, 307, 308];

  it.each([
    ["no body", ""],
    ["a page", "<html>Blocked</html>"],
  ])(
    "says for each number with %s whether a job may exist, and only a refusal that passes is sent again",
    async (_, text) => {
      const certain: number[] = [];
      for (let status = 300; status < 600; status++) {
        const { service, asked } = onMock(...always({ status, text }));
        const { reason } = await told(send(service));
        if (reason !== "uncertain") certain.push(status);
        expect(asked.length > 1, `${status} is repeated`).toBe(status === 429);
      }
      expect(certain.filter((status) => status >= 400)).toEqual(refusals);
      expect(certain).toEqual(expect.arrayContaining(redirects));
      expect(certain).not.toContain(302);
      expect(certain).not.toContain(303);
    },
  );

  it("is a refusal for a 503 that says when to come back", async () => {
    const { service } = onMock({ status: 503, headers: { "retry-after": "7" } }, taken);
    expect(await send(service)).toEqual(job);
  });
});

describe.each(operations)("a cancel while the client is to %s", (_operation, send) => {
  it("waits for the response, so that the job is known", async () => {
    let respond = () => {};
    const { service, server, clock } = await onServer((response) => {
      respond = () => void response.end(JSON.stringify(job));
    });
    clock.hold();
    const cancelled = new AbortController();
    const sending = send(service, cancelled.signal);
    await server.arrived(1);
    cancelled.abort();
    respond();
    expect(await sending).toEqual(job);
    expect(clock.sleeps).toEqual([3000]);
  });

  it("ends after three seconds without a response, and a job may exist", async () => {
    const begun = Promise.withResolvers<void>();
    const { service, clock, server } = await onServer((response, request) => {
      hang()(response, request);
      setImmediate(begun.resolve);
    });
    const cancelled = new AbortController();
    const sending = thrown(send(service, cancelled.signal));
    await begun.promise;
    cancelled.abort();
    expect(await sending).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: true });
    expect(clock.sleeps).toEqual([3000]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ...[201, 303, 408, 503].map((status) => [status, true] as const),
    ...[307, 429].map((status) => [status, false] as const),
  ])(
    "knows after a %i without a job whether one may exist: %s",
    async (status, mayHaveBeenProcessed) => {
      const cancelled = new AbortController();
      const { service, clock } = await onServer((response) => {
        cancelled.abort();
        response.writeHead(status).end("<html>");
      });
      clock.hold();
      const ended = await thrown(send(service, cancelled.signal));
      expect(ended).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed });
    },
  );

  it("sends nothing when it came before", async () => {
    const { service, server } = await onServer(answer(201, job));
    const error = await thrown(send(service, AbortSignal.abort()));
    expect(error).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: false });
    expect(server.requests).toEqual([]);
  });
});
