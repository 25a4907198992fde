import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  errorText,
  isFinal,
  isKnownStatus,
  jobSchema,
  toVisitorsPage,
  visitorsSchema,
} from "../../src/service/schemas.ts";
import { runs } from "../runs.ts";

const whole = {
  id: "job_1",
  status: "completed",
  source: { repository: "octo/docs", ref: "main" },
  model: "sonnet",
  prLink: "https://github.com/octo/docs/pull/7",
  createdAt: "2026-01-05T12:00:00.000Z",
};

describe("a job", () => {
  it("keeps the fields of the specification and drops what it does not know", () => {
    expect(jobSchema.parse({ ...whole, archivedAt: null, surprise: [1] })).toEqual(whole);
  });

  it("needs only an id and a status", () => {
    expect(jobSchema.parse({ id: "1", status: "active" })).toEqual({ id: "1", status: "active" });
  });

  it.each([
    ["id", undefined],
    ["id", null],
    ["id", 7],
    ["id", ""],
    ["id", "."],
    ["id", ".."],
    ["id", "two words"],
    ["id", "line\nbreak"],
    ["id", "zero\u200bwidth"],
    ["id", "i".repeat(257)],
    ["status", undefined],
    ["status", null],
    ["status", 1],
    ["status", ""],
    ["status", "line\nbreak"],
    ["status", "s".repeat(65)],
  ])("is refused with the %s %j", (field, value) => {
    expect(jobSchema.safeParse({ ...whole, [field]: value }).success).toBe(false);
  });

  it.each([[], "job", 1, null, undefined])("is not %j", (value) => {
    expect(jobSchema.safeParse(value).success).toBe(false);
  });

  it.each(["...", "a/b?c#d", "идентификатор", "🚀", "i".repeat(256)])("may have the id %s", (id) => {
    expect(jobSchema.parse({ ...whole, id }).id).toBe(id);
  });

  it.each(["queued", "In Progress", "fertig"])("may have a status that nobody knows yet: %s", (status) => {
    expect(jobSchema.parse({ ...whole, status }).status).toBe(status);
  });

  it.each([null, 5, {}, [], "", "line\nbreak", "l".repeat(501)])(
    "survives %j in a field that does not carry the story",
    (value) => {
      for (const field of ["model", "createdAt"]) {
        const parsed: Record<string, unknown> = jobSchema.parse({ ...whole, [field]: value });
        expect(parsed).toMatchObject({ id: "job_1", status: "completed" });
        expect(parsed[field]).toBeUndefined();
      }
      expect(jobSchema.parse({ ...whole, source: { repository: value, ref: "main" } }).source).toEqual({
        repository: undefined,
        ref: "main",
      });
    },
  );

  it.each([null, 5, "octo/docs", []])("survives the source %j", (source) => {
    expect(jobSchema.parse({ ...whole, source }).source).toBeUndefined();
  });

  it.each([
    [null, null],
    [undefined, undefined],
    ["", ""],
    [7, undefined],
    [["https://example.com"], undefined],
    ["javascript:alert(1)", "javascript:alert(1)"],
  ])("hands the prLink %j on as %j, to be judged where it is used", (prLink, expected) => {
    expect(jobSchema.parse({ ...whole, prLink }).prLink).toBe(expected);
  });
});

describe("a status", () => {
  it.each([
    ["completed", true, true],
    ["archived", true, true],
    ["failed", true, true],
    ["active", false, true],
    ["queued", false, false],
    ["Completed", false, false],
    ["", false, false],
  ])("%j is final: %s, and known: %s", (status, final, known) => {
    expect([isFinal(status), isKnownStatus(status)]).toEqual([final, known]);
  });
});

describe("a page of visitors", () => {
  const totals = { human: 3, ai: 2, total: 4 };
  const row = { path: "/a", human: 1, ai: 1, total: 2 };

  it("keeps good rows and counts the others", () => {
    const visitors = [
      row,
      null,
      "x",
      { ...row, human: "1" },
      { path: "/b" },
      { ...row, path: "/c", bounce: 1 },
    ];
    expect(toVisitorsPage(visitorsSchema.parse({ totals, visitors, hasMore: true }))).toEqual({
      totals,
      visitors: [row, { ...row, path: "/c" }],
      malformed: 4,
      hasMore: true,
    });
  });

  it("may be empty", () => {
    expect(toVisitorsPage(visitorsSchema.parse({ totals, visitors: [], hasMore: false }))).toEqual({
      totals,
      visitors: [],
      malformed: 0,
      hasMore: false,
    });
  });

  it.each([
    { visitors: [], hasMore: false },
    { totals: { human: 1, ai: 1 }, visitors: [], hasMore: false },
    { totals: { ...totals, ai: "2" }, visitors: [], hasMore: false },
    { totals, hasMore: false },
    { totals, visitors: {}, hasMore: false },
    { totals, visitors: [] },
    { totals, visitors: [], hasMore: "false" },
  ])("needs its three fields: %j", (answer) => {
    expect(visitorsSchema.safeParse(answer).success).toBe(false);
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
    [undefined, ""],
    ["null", "null"],
    ['{"error":', '{"error":'],
  ])("of %j is %j", (body, expected) => {
    expect(errorText(body)).toBe(expected);
  });

  it("is one line of at most 300 characters, whatever the body is", () => {
    const body = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.json().map((error) => JSON.stringify({ error })),
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 400 }), (text, times) => {
        const said = errorText(text.repeat(times));
        expect(said.length).toBeLessThanOrEqual(300);
        expect(said).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(said).toBe(said.trim());
      }),
      runs(100),
    );
  });

  it("is quick with an answer of many megabytes", () => {
    expect(errorText(JSON.stringify({ error: "e".repeat(10_000_000) }))).toBe(`${"e".repeat(299)}…`);
  });
});
