import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Service } from "../../src/service/client.ts";
import type { Operation } from "../../src/service/errors.ts";
import { answer } from "./local-server.ts";
import { job, key, onMock, onServer, told } from "./service-under-test.ts";

const dates = { dateFrom: "2026-01-01", dateTo: "2026-01-08" };
const exported = { total: 2, rows: [] };
const exportSchema = z.object({ total: z.number(), rows: z.array(z.string()) });

/** The key with every other character in the form of a URL, as what is echoed may have it. */
const percentEncoded = Array.from(key, (character, index) =>
  index % 2 === 0 ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : character,
).join("");

const exportOf =
  (operation: Operation, path: string, query: Record<string, string | number>) =>
  (service: Service) =>
    service.getExport({ operation, path, query: { ...dates, ...query }, schema: exportSchema });
const calls: ((service: Service) => Promise<unknown>)[] = [
  (service) => service.createJob("Write."),
  (service) => service.sendMessage("job_1", "More."),
  (service) => service.getJob("job_1"),
  exportOf("read the visitors", "visitors", { limit: 250, offset: 500 }),
  exportOf("read the feedback", "feedback/by-page", { cursor: "a b&c" }),
  exportOf("read the questions", "assistant", {}),
  exportOf("read the searches", "searches", {}),
];

test("the endpoints are called as the specification says", async () => {
  const bodies = [job, job, exported, exported, exported, exported];
  const made = await onServer(answer(201, job), ...bodies.map((body) => answer(200, body)));
  const results = [];
  for (const call of calls) results.push(await call(made.service));
  expect(results).toEqual([job, job, job, exported, exported, exported, exported]);
  const week = "dateFrom=2026-01-01&dateTo=2026-01-08";
  expect(
    made.server.requests.map(({ method, url, body }) => `${method} ${url} ${body}`.trim()),
  ).toEqual([
    'POST /v2/agent/docs-1/job {"prompt":"Write."}',
    'POST /v2/agent/docs-1/job/job_1/message {"prompt":"More."}',
    "GET /v2/agent/docs-1/job/job_1",
    `GET /v1/analytics/docs-1/visitors?${week}&limit=250&offset=500`,
    `GET /v1/analytics/docs-1/feedback/by-page?${week}&cursor=a+b%26c`,
    `GET /v1/analytics/docs-1/assistant?${week}`,
    `GET /v1/analytics/docs-1/searches?${week}`,
  ]);
  for (const { headers } of made.server.requests)
    expect(headers.authorization).toBe(`Bearer ${key}`);
});

test("a job in an answer has texts without the key", async () => {
  const json = {
    ...{ id: "job_1", status: `at ${key}`, model: key, createdAt: "escaped" },
    prLink: `https://github.com/octo/docs/pull/7?key=${percentEncoded}`,
    source: { repository: key, ref: percentEncoded },
  };
  // JSON can write any character as an escape.
  const text = JSON.stringify(json).replace("escaped", key.replace("_", "\\u005f"));
  expect(await onMock({ text }).service.getJob("job_1")).toEqual({
    ...{ id: "job_1", status: "at ***", model: "***", createdAt: "***" },
    ...{ prLink: "https://github.com/octo/docs/pull/7?key=***" },
    source: { repository: "***", ref: "***" },
  });
});

test("a status that is no success is quoted in the message, without the key", async () => {
  const bodies: [object | string, string][] = [
    [{ error: `Unknown key ${key}.` }, ": “Unknown key ***.”"],
    // A key of which only the beginning would be quoted.
    [{ error: `${"x".repeat(290)}${key}` }, `: “${"x".repeat(290)}***”`],
    [`Unknown key ${percentEncoded.toLowerCase()}.`, ": “Unknown key ***.”"],
  ];
  for (const [body, quoted] of bodies) {
    const reply = typeof body === "string" ? { text: body } : { json: body };
    const { message } = await told(onMock({ status: 400, ...reply }).service.createJob("Write."));
    expect(message).toBe(`docs.example.com refused the request (HTTP 400${quoted}).`);
  }
});
