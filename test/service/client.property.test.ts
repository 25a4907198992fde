import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { reasons } from "../../src/result.ts";
import { jobSchema } from "../../src/service/schemas.ts";
import { toMarkdown, toPlainText } from "../../src/text/message.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";
import { onMock } from "./service-under-test.ts";

const body = fc.oneof(
  hostile,
  fc.json(),
  hostile.map((error) => JSON.stringify({ error })),
  fc.tuple(hostile, hostile).map(([id, status]) => JSON.stringify({ id, status })),
  hostile.map((path) =>
    JSON.stringify({ totals: { human: 1, ai: 0, total: 1 }, visitors: [{ path }], hasMore: false }),
  ),
);
const headers = fc.record(
  {
    "retry-after": fc.constantFrom("0", "5", "-1", "soon", "Mon, 05 Jan 2026 12:00:30 GMT", "x".repeat(300)),
    location: fc.constantFrom("https://evil.example/", "//evil.example", "javascript:x", "\\"),
  },
  { requiredKeys: [] },
);
const status = fc.oneof(
  fc.constantFrom(200, 201, 301, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503),
  fc.integer({ min: 200, max: 599 }),
);
const calls = ["createJob", "sendMessage", "getJob", "getVisitors"] as const;

/** Makes a call that finds the same answer however often it asks. */
async function outcome(
  call: (typeof calls)[number],
  canned: { status: number; body: string; headers: Record<string, string> },
) {
  const many = Array.from({ length: 4 }, () => canned);
  const { service, asked } = onMock(canned, ...many);
  const options = { maxRepeats: 2 };
  const query = { dateFrom: "2026-01-01", dateTo: "2026-01-02", limit: 250, offset: 0 };
  const done = {
    createJob: () => service.createJob("prompt", options),
    sendMessage: () => service.sendMessage("job_1", "prompt", options),
    getJob: () => service.getJob("job_1", options),
    getVisitors: () => service.getVisitors(query, options),
  };
  const result: unknown = await done[call]().catch((error: unknown) => error);
  return { result, asked };
}

describe("whatever the service answers", () => {
  it("is a good answer or an error with a reason of the list, and a POST is not sent again that may have been taken", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), status, body, headers, async (call, code, text, head) => {
        const { result, asked } = await outcome(call, { status: code, body: text, headers: head });
        const posts = call === "createJob" || call === "sendMessage";
        if (posts && code !== 429 && code !== 503) expect(asked).toHaveLength(1);
        expect(asked.length).toBeLessThanOrEqual(3);
        if (!(result instanceof Error)) {
          expect(code).toBeLessThan(300);
          if (call !== "getVisitors") expect(jobSchema.safeParse(result).success).toBe(true);
          return;
        }
        if (!(result instanceof ActionError)) throw result;
        expect(reasons.error).toContain(result.reason);
        // A job may exist once the service took the request, or may have.
        if (posts && (code < 300 || (code >= 500 && code !== 503))) expect(result.reason).toBe("uncertain");
      }),
      runs(200),
    );
  });

  it("is told in one sentence that holds nothing live", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), status, body, headers, async (call, code, text, head) => {
        const { result } = await outcome(call, { status: code, body: text, headers: head });
        if (!(result instanceof ActionError)) return;
        const { what, advice, message } = result;
        expect(message).toBe(toPlainText(what));
        expect(message.length).toBeLessThan(600);
        expect(message).not.toMatch(/[\n\r\u2028\u2029]|undefined|\[object/);
        for (const sentence of [what, advice]) {
          const html = render(toMarkdown(sentence));
          expect(new Set(tagsOf(html))).toEqual(
            new Set(tagsOf(html).includes("code") ? ["p", "/p", "code", "/code"] : ["p", "/p"]),
          );
          expect(textOf(html.replace(/<code>.*?<\/code>/gs, ""))).not.toMatch(
            /@[\p{L}\p{N}_]|#\d|[a-z]:\/\/|www\./iu,
          );
        }
      }),
      runs(200),
    );
  });
});
