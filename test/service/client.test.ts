import { MockAgent } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import type { Service } from "../../src/service/client.ts";
import { StatusError } from "../../src/service/errors.ts";
import { answer, flood } from "./local-server.ts";
import { job, key, onMock, onServer, serviceAt, thrown, told } from "./service-under-test.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const query = { dateFrom: "2026-01-01", dateTo: "2026-01-08", limit: 250, offset: 500 };
const visitors = { totals: { human: 1, ai: 1, total: 2 }, visitors: [], hasMore: false };

describe("the operations", () => {
  it("ask as the specification says", async () => {
    const made = await onServer(answer(201, job), answer(200, job), answer(200, job), answer(200, visitors));
    open.push(made);
    expect(await made.service.createJob("Write.")).toEqual(job);
    expect(await made.service.sendMessage("job_1", "More.")).toEqual(job);
    expect(await made.service.getJob("job_1")).toEqual(job);
    expect(await made.service.getVisitors(query)).toEqual({ ...visitors, malformed: 0 });
    expect(made.server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/v2/agent/docs-1/job", '{"prompt":"Write."}'],
      ["POST", "/v2/agent/docs-1/job/job_1/message", '{"prompt":"More."}'],
      ["GET", "/v2/agent/docs-1/job/job_1", ""],
      ["GET", "/v1/analytics/docs-1/visitors?dateFrom=2026-01-01&dateTo=2026-01-08&limit=250&offset=500", ""],
    ]);
    for (const { headers } of made.server.requests) expect(headers.authorization).toBe(`Bearer ${key}`);
  });

  it("take any 2xx for a success", async () => {
    const { service } = onMock({ status: 202, body: job }, { status: 299, body: job });
    expect(await service.createJob("Write.")).toEqual(job);
    expect(await service.getJob("job_1")).toEqual(job);
  });

  it("encode project and job, so that neither can change the path", async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    const asked: string[] = [];
    const interceptor = agent.get("https://docs.example.com").intercept({ path: () => true });
    interceptor.reply(({ path }) => {
      asked.push(path);
      return { statusCode: 200, data: JSON.stringify(job) };
    });
    const { service } = serviceAt(new URL("https://docs.example.com/below"), agent, "a/b?c");
    await service.getJob("../ключ#1");
    expect(asked).toEqual(["/below/v2/agent/a%2Fb%3Fc/job/..%2F%D0%BA%D0%BB%D1%8E%D1%87%231"]);
  });
});

describe("a status that is no success", () => {
  const operations: Record<string, (service: Service) => Promise<unknown>> = {
    "create the job": (service) => service.createJob("Write."),
    "send the message": (service) => service.sendMessage("job_1", "More."),
    "read the job": (service) => service.getJob("job_1"),
    "read the visitors": (service) => service.getVisitors(query),
  };

  it.each<[number, string, RegExp, RegExp]>([
    [400, "refused", /refused to read the job \(HTTP 400\)/, /Correct what it names/],
    [401, "api-key", /does not accept the API key \(HTTP 401\)/, /has not expired.+API keys page/],
    [402, "refused", /\(HTTP 402\)/, /Correct what it names/],
    [403, "forbidden", /may not read the job \(HTTP 403\)/, /scope read.+allow-list/],
    [404, "not-found", /No such job or project \(HTTP 404\)/, /job-id and project-id/],
    [409, "refused", /\(HTTP 409\)/, /Correct what it names/],
    [410, "refused", /\(HTTP 410\)/, /Correct what it names/],
    [418, "refused", /\(HTTP 418\)/, /Correct what it names/],
    [302, "refused", /redirect, which is not followed.+\(HTTP 302\)/, /Set base-url/],
    [304, "refused", /\(HTTP 304\)/, /Set base-url/],
  ])("%i is “%s”, and asks only once", async (status, reason, message, advice) => {
    const { service, asked, clock } = onMock({ status });
    const error = await told(service.getJob("job_1"));
    expect(error.reason).toBe(reason);
    expect(error.message).toMatch(message);
    expect(error.advice).toMatch(advice);
    expect(asked).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  it.each<[number, string]>([
    [400, "refused"],
    [401, "api-key"],
    [403, "forbidden"],
    [404, "not-found"],
    [408, "refused"],
    [409, "refused"],
    [422, "refused"],
    [307, "refused"],
  ])("%i is “%s” for a POST too, which is sent once", async (status, reason) => {
    for (const send of [operations["create the job"], operations["send the message"]]) {
      const made = onMock({ status });
      expect(await told(send?.(made.service) ?? Promise.resolve())).toMatchObject({
        name: "StatusError",
        reason,
      });
      expect(made.asked).toHaveLength(1);
      expect(made.clock.sleeps).toEqual([]);
    }
  });

  it.each(Object.entries(operations))("names what was to be done: %s", async (operation, send) => {
    for (const status of [400, 403])
      expect((await told(send(onMock({ status }).service))).message).toContain(operation);
  });

  it.each<[string, string, string]>([
    ["create the job", "No such project", "scope write"],
    ["send the message", "No such job or project", "scope write"],
    ["read the job", "No such job or project", "scope read"],
    ["read the visitors", "No such project", "scope read"],
  ])("says what is missing, and which scope it takes: %s", async (operation, missing, scope) => {
    const send = operations[operation];
    expect((await told(send?.(onMock({ status: 404 }).service) ?? Promise.resolve())).message).toMatch(
      `${missing} (HTTP`,
    );
    expect((await told(send?.(onMock({ status: 403 }).service) ?? Promise.resolve())).advice).toContain(
      scope,
    );
  });

  it("says where a redirect leads, but only the origin", async () => {
    const { service } = onMock({
      status: 301,
      headers: { location: `https://login.example.com/in?k=${key}` },
    });
    const { message } = await told(service.getJob("job_1"));
    expect(message).toContain("to https://login.example.com, which is not followed");
    expect(message).not.toContain("/in");
  });

  it.each<[string, unknown, string]>([
    ["JSON", { error: "prompt is empty" }, " (HTTP 400: “prompt is empty”)."],
    [
      "details",
      { error: "Bad request", details: [{ message: "limit" }] },
      " (HTTP 400: “Bad request: limit”).",
    ],
    ["HTML", "<html><h1>Bad</h1></html>", " (HTTP 400)."],
    ["text", "no healthy upstream", " (HTTP 400: “no healthy upstream”)."],
    ["nothing", "", " (HTTP 400)."],
    ["broken JSON", '{"error": "Ba', ' (HTTP 400: “{"error": "Ba”).'],
    ["the key", { error: `Unknown key ${key}.` }, " (HTTP 400: “Unknown key ***.”)."],
    [
      "a workflow command",
      { error: "a\n::set-output name=x::y" },
      " (HTTP 400: “a ::set-output name=x::y”).",
    ],
  ])("says what the service said: %s", async (_kind, body, ending) => {
    const { service } = onMock({ status: 400, body });
    expect((await told(service.createJob("Write."))).message).toBe(
      `The service refused to create the job${ending}`,
    );
  });

  it("survives an error of many megabytes, and one that breaks off", async () => {
    for (const turn of [flood(403, 50 * 1024 * 1024), flood(403, 30)]) {
      const made = await onServer(turn);
      open.push(made);
      const error = await thrown(made.service.createJob("Write."));
      expect(error).toBeInstanceOf(StatusError);
      expect(String(error).length).toBeLessThan(500);
    }
  });
});
