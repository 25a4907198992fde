import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ActionError } from "../../src/errors.ts";
import { reasons } from "../../src/outcomes.ts";
import type { Service } from "../../src/service/client.ts";
import type { Operation } from "../../src/service/errors.ts";
import { type CallOptions, parseRetryAfter } from "../../src/service/retry.ts";
import { jobSchema } from "../../src/service/schemas.ts";
import { toMarkdown, toPlainText } from "../../src/text/rich-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";
import { answer } from "./local-server.ts";
import { always, job, key, onMock, onServer, told } from "./service-under-test.ts";

const dates = { dateFrom: "2026-01-01", dateTo: "2026-01-08" };
const exported = { total: 2, rows: [] };
const exportSchema = z.object({ total: z.number(), rows: z.array(z.string()) });

/** The key with every other character in the form of a URL, as what is echoed may have it. */
const percentEncoded = Array.from(key, (character, index) =>
  index % 2 === 0 ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : character,
).join("");

type Call = (service: Service, options?: CallOptions) => Promise<unknown>;
const exportOf =
  (operation: Operation, path: string, query: Record<string, string | number>): Call =>
  (service, options) =>
    service.getExport({ operation, path, query: { ...dates, ...query }, schema: exportSchema }, options);
const calls: Record<Operation, Call> = {
  "create the job": (service, options) => service.createJob("Write.", options),
  "send the message": (service, options) => service.sendMessage("job_1", "More.", options),
  "read the job": (service, options) => service.getJob("job_1", options),
  "read the visitors": exportOf("read the visitors", "visitors", { limit: 250, offset: 500 }),
  "read the feedback": exportOf("read the feedback", "feedback/by-page", { cursor: "a b&c" }),
  "read the questions": exportOf("read the questions", "assistant", {}),
  "read the searches": exportOf("read the searches", "searches", {}),
};
const posts: readonly Call[] = [calls["create the job"], calls["send the message"]];

describe("the endpoints", () => {
  it("are called as the specification says", async () => {
    const made = await onServer(
      answer(201, job),
      ...[job, job, exported, exported, exported, exported].map((body) => answer(200, body)),
    );
    const results = [];
    for (const call of Object.values(calls)) results.push(await call(made.service));
    expect(results).toEqual([job, { job }, job, exported, exported, exported, exported]);
    expect(made.server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/v2/agent/docs-1/job", '{"prompt":"Write."}'],
      ["POST", "/v2/agent/docs-1/job/job_1/message", '{"prompt":"More."}'],
      ["GET", "/v2/agent/docs-1/job/job_1", ""],
      ["GET", "/v1/analytics/docs-1/visitors?dateFrom=2026-01-01&dateTo=2026-01-08&limit=250&offset=500", ""],
      [
        "GET",
        "/v1/analytics/docs-1/feedback/by-page?dateFrom=2026-01-01&dateTo=2026-01-08&cursor=a+b%26c",
        "",
      ],
      ["GET", "/v1/analytics/docs-1/assistant?dateFrom=2026-01-01&dateTo=2026-01-08", ""],
      ["GET", "/v1/analytics/docs-1/searches?dateFrom=2026-01-01&dateTo=2026-01-08", ""],
    ]);
    for (const { headers } of made.server.requests) expect(headers.authorization).toBe(`Bearer ${key}`);
  });
});

describe("a job in an answer", () => {
  it("has texts without the key", async () => {
    const json = {
      id: "job_1",
      status: `at ${key}`,
      model: key,
      prLink: `https://github.com/octo/docs/pull/7?key=${percentEncoded}`,
      source: { repository: key, ref: percentEncoded },
      createdAt: "escaped",
    };
    // JSON can write any character as an escape.
    const text = JSON.stringify(json).replace("escaped", key.replace("_", "\\u005f"));
    expect(await onMock({ text }).service.getJob("job_1")).toEqual({
      ...{ id: "job_1", status: "at ***", model: "***", createdAt: "***" },
      ...{ prLink: "https://github.com/octo/docs/pull/7?key=***" },
      source: { repository: "***", ref: "***" },
    });
  });
});

describe("a status that is no success", () => {
  it.each<[number, string]>([
    ...[300, 304, 307, 308, 400, 407, 409, 422].map((status): [number, string] => [status, "refused"]),
    [401, "api-key"],
    [402, "payment"],
    [403, "forbidden"],
    [404, "not-found"],
  ])("%i has the reason “%s” and is not retried", async (status, reason) => {
    for (const call of Object.values(calls)) {
      const { service, asked, clock } = onMock({ status });
      expect(await told(call(service))).toMatchObject({ name: "StatusError", reason });
      expect(asked).toHaveLength(1);
      expect(clock.sleeps).toEqual([]);
    }
  });

  it("is quoted in the message, without the key and on one line", async () => {
    const bodies: [object | string, string][] = [
      [{ error: "prompt is empty" }, ": “prompt is empty”"],
      ["<html><h1>Bad</h1></html>", ""],
      [{ error: `Unknown key ${key}.` }, ": “Unknown key ***.”"],
      // A key of which only the beginning would be quoted.
      [{ error: `${"x".repeat(290)}${key}` }, `: “${"x".repeat(290)}***”`],
      [`Unknown key ${percentEncoded.toLowerCase()}.`, ": “Unknown key ***.”"],
      [{ error: "a\n::set-output name=x::y" }, ": “a ::set-output name=x::y”"],
    ];
    for (const [body, quoted] of bodies) {
      const reply = typeof body === "string" ? { text: body } : { json: body };
      const { message } = await told(onMock({ status: 400, ...reply }).service.createJob("Write."));
      expect(message).toBe(`docs.example.com refused the request (HTTP 400${quoted}).`);
    }
  });
});

describe("whatever the service answers", () => {
  const text = fc.oneof(
    hostile,
    fc.json(),
    hostile.map((error) => JSON.stringify({ error })),
    fc.tuple(hostile, hostile).map(([id, status]) => JSON.stringify({ id, status })),
    hostile.map((path) => JSON.stringify({ ...exported, rows: [path] })),
  );
  const headers = fc.record(
    {
      "retry-after": fc.constantFrom(
        "0",
        "5",
        "-1",
        "soon",
        "Mon, 05 Jan 2026 12:00:30 GMT",
        "x".repeat(300),
      ),
      location: fc.constantFrom("https://evil.example/", "//evil.example", "javascript:x", "\\"),
    },
    { requiredKeys: [] },
  );
  const status = fc.oneof(
    fc.constantFrom(200, 201, 301, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503),
    fc.integer({ min: 200, max: 599 }),
  );
  const reply = fc.record({ status, text, headers });

  it("ends in a valid result or a listed reason with one inert line, and no POST is repeated that may have been processed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(calls)), reply, async (call, response) => {
        const { service, asked } = onMock(...always(response));
        const result = await call(service, { maxRetries: 2 }).catch((error: unknown) => error);
        const { status: code } = response;
        const isPost = posts.includes(call);
        const isRefusal = code === 503 && parseRetryAfter(response.headers["retry-after"], 0) !== undefined;
        if (isPost && code !== 429 && !isRefusal) expect(asked).toHaveLength(1);
        expect(asked.length).toBeLessThanOrEqual(3);
        if (!(result instanceof Error)) {
          expect(code).toBeLessThan(300);
          if (call === calls["create the job"]) expect(jobSchema.safeParse(result).success).toBe(true);
          return;
        }
        if (!(result instanceof ActionError)) throw result;
        const { reason, what, advice, message } = result;
        expect(reasons.error).toContain(reason);
        if (isPost && (code < 300 || [302, 303].includes(code) || (code >= 500 && !isRefusal)))
          expect(reason).toBe("uncertain");
        expect(code < 300 && call === calls["send the message"]).toBe(false);
        expect(message).toBe(toPlainText(what));
        expect(message.length).toBeLessThan(600);
        expect(message).not.toMatch(/[\n\r\u2028\u2029]|undefined|\[object/);
        for (const part of [what, advice]) {
          const html = render(toMarkdown(part));
          expect(["p", "/p", "code", "/code"]).toEqual(expect.arrayContaining(tagsOf(html)));
          expect(textOf(html.replace(/<code>.*?<\/code>/gs, ""))).not.toMatch(
            /@[\p{L}\p{N}_]|#\d|[a-z]:\/\/|www\./iu,
          );
        }
      }),
      runs(400, 100),
    );
  });
});
