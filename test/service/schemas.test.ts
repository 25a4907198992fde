import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorText, isFinal, isKnownStatus, jobSchema } from "../../src/service/schemas.ts";
import { redactNothing } from "../no-secrets.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

/** Any JSON value, also with the names that every object has. */
const json = fc.oneof(
  fc.jsonValue(),
  hostile,
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "id", "message"), fc.jsonValue(), { maxKeys: 3 }),
);
/** A value after it was sent as JSON: `__proto__` is then a member like any other. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a job", () => {
  const whole = {
    id: "job_1",
    status: "completed",
    source: { repository: "octo/docs", ref: "main" },
    model: "sonnet",
    prLink: "https://github.com/octo/docs/pull/7",
    createdAt: "2026-01-05T12:00:00.000Z",
  };

  it("keeps the fields of the specification and drops others", () => {
    expect(jobSchema.parse({ ...whole, archivedAt: null, more: [1] })).toEqual(whole);
    expect(jobSchema.parse({ id: "1", status: "active" })).toEqual({ id: "1", status: "active" });
  });

  it.each([
    ...[
      undefined,
      null,
      7,
      "",
      ".",
      "..",
      "two words",
      "line\nbreak",
      "zero\u200bwidth",
      "i".repeat(257),
    ].map((id) => ({ id })),
    ...["left\u200eright", "\u202e", "lone\ud800"].map((id) => ({ id })),
  ])("is invalid with %j", (field) => {
    expect(jobSchema.safeParse({ ...whole, ...field }).success).toBe(false);
  });

  it.each([[], "job", 1, null, undefined])("is not %j", (value) => {
    expect(jobSchema.safeParse(value).success).toBe(false);
  });

  it.each([
    ...["...", "a/b?c#d", "a::b", "%2e", "идентификатор", "🚀", "\ue000", "i".repeat(256)].map((id) => ({
      id,
    })),
    ...["queued", "In Progress", "fertig"].map((status) => ({ status })),
    ...[null, "", "javascript:alert(1)"].map((prLink) => ({ prLink })),
  ])("keeps %j", (field) => {
    expect(jobSchema.parse({ ...whole, ...field })).toMatchObject(field);
  });

  it.each([undefined, null, 1, "", "line\nbreak", "s".repeat(65)])(
    "has an unknown status with %j",
    (status) => {
      const parsed = jobSchema.parse({ ...whole, status });
      expect(parsed).toEqual({ ...whole, status: "unknown" });
      expect(isFinal(parsed.status)).toBe(false);
    },
  );

  it.each([null, 5, {}, [], "", "line\nbreak", "l".repeat(501)])("drops %j from optional fields", (value) => {
    const source = { repository: value, ref: "main" };
    const parsed = jobSchema.parse({ ...whole, model: value, createdAt: value, source });
    expect(parsed).toEqual({ ...whole, model: undefined, createdAt: undefined, source: { ref: "main" } });
    if (value === null || typeof value !== "object")
      expect(jobSchema.parse({ ...whole, source: value }).source).toBeUndefined();
    if (value !== null && typeof value !== "string")
      expect(jobSchema.parse({ ...whole, prLink: value }).prLink).toBeUndefined();
  });

  it.each([
    ...(["completed", "archived", "failed"] as const).map((status) => [status, true, true] as const),
    ["active", false, true],
    ["queued", false, false],
    ["Completed", false, false],
    ["", false, false],
  ] as const)("with the status %j is final: %s, and known: %s", (status, final, known) => {
    expect([isFinal(status), isKnownStatus(status)]).toEqual([final, known]);
  });

  const field = <T>(good: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: good }, json);
  const answer = fc.record(
    {
      id: field(fc.stringMatching(/^[\w.-]{1,40}$/)),
      status: field(fc.constantFrom("active", "completed", "queued")),
      source: field(fc.record({ repository: field(hostile), ref: field(hostile) })),
      model: field(hostile),
      prLink: field(hostile),
      createdAt: field(hostile),
      ["__proto__"]: json,
    },
    { requiredKeys: [] },
  );

  it("has texts that fit into URLs, outputs and the log, whatever the service sends", () => {
    fc.assert(
      fc.property(fc.oneof(answer, json), (given) => {
        const { data } = jobSchema.safeParse(sent(given));
        if (data === undefined) return;
        expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
        expect(Object.keys(whole)).toEqual(expect.arrayContaining(Object.keys(data)));
        expect(data.id).not.toMatch(/^\.{0,2}$|[\s\p{Cc}\p{Cf}\p{Cs}]/u);
        const url = new URL(`https://a.example/job/${encodeURIComponent(data.id)}`);
        expect(url.pathname.split("/")).toHaveLength(3);
        expect(data.status).toMatch(/^[^\p{C}]{1,64}$/u);
        for (const text of [data.model, data.createdAt, data.source?.repository, data.source?.ref])
          expect(text ?? "").not.toMatch(/\p{Cc}/u);
        expect(Object.prototype).toEqual({});
      }),
      runs(700),
    );
  });
});

describe("errorText", () => {
  it.each([
    ['{"error":"No such project"}', "No such project"],
    [
      '{"error":"Bad request","details":[{"message":"limit is too large"},{"message":"offset"}]}',
      "Bad request: limit is too large: offset",
    ],
    ['{"details":[{"message":"prompt is empty"}]}', "prompt is empty"],
    ['{"error":"Bad","details":"no list"}', "Bad"],
    ['{"error":"Bad","details":[{"text":"x"}]}', "Bad"],
    ['{"error":{"code":7}}', '{"error":{"code":7}}'],
    ['"just text"', '"just text"'],
    ["upstream connect error", "upstream connect error"],
    ["two\r\n::error::lines\u0000", "two ::error::lines"],
    ["<!doctype html><title>502</title>", ""],
    ["\n <html>", ""],
    ["limit < 5 is wrong", "limit < 5 is wrong"],
    ['{"error":"","details":[{"message":""},{"message":"x"}]}', "x"],
    ["[]", "[]"],
    ["", ""],
    [" \n", ""],
    ["null", "null"],
    ['{"error":', '{"error":'],
    [JSON.stringify({ error: "e".repeat(10_000_000) }), `${"e".repeat(299)}…`],
  ])("reads %.60j as %.60j", (body, expected) => {
    expect(errorText(body, redactNothing)).toBe(expected);
  });

  it("is one well-formed line of at most 300 characters", () => {
    const body = fc.oneof(
      hostile,
      fc.json(),
      hostile.map((error) => JSON.stringify({ error })),
      fc
        .array(hostile, { maxLength: 4 })
        .map((all) => JSON.stringify({ details: all.map((message) => ({ message })) })),
      fc.tuple(json, json).map(([error, details]) => JSON.stringify({ error, details })),
      hostile.map((text) => `<html>${text}`),
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 60 }), (text, times) => {
        const line = errorText(`${text}🚀`.repeat(times), redactNothing);
        expect(line.length).toBeLessThanOrEqual(300);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[^\P{C}\p{Cs}]|[^\S ]| {2}|^ | $/u);
      }),
      runs(700),
    );
  });
});
