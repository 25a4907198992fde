import { describe, expect, it } from "vitest";
import { errorText, isFinal, jobSchema } from "../../src/service/schemas.ts";
import { redactNothing } from "../no-secrets.ts";

describe("a job", () => {
  const whole = {
    ...{ id: "job_1", status: "completed", model: "sonnet", createdAt: "2026-01-05T12:00:00.000Z" },
    ...{
      source: { repository: "octo/docs", ref: "main" },
      prLink: "https://github.com/octo/docs/pull/7",
    },
  };

  it("keeps the fields of the specification and drops others", () => {
    expect(jobSchema.parse({ ...whole, archivedAt: null, more: [1] })).toEqual(whole);
    expect(jobSchema.parse({ id: "1", status: "active" })).toEqual({ id: "1", status: "active" });
  });

  it("needs an id that fits into an address and into an output", () => {
    const wrong = [
      undefined,
      null,
      7,
      "",
      ".",
      "..",
      "two words",
      "line\nbreak",
      "zero\u200bwidth",
    ];
    for (const id of [...wrong, "i".repeat(257), "left\u200eright", "\u202e", "lone\ud800"])
      expect(jobSchema.safeParse({ ...whole, id }).success, String(id)).toBe(false);
    for (const id of [
      "...",
      "a/b?c#d",
      "a::b",
      "%2e",
      "идентификатор",
      "🚀",
      "\ue000",
      "i".repeat(256),
    ])
      expect(jobSchema.parse({ ...whole, id })).toMatchObject({ id });
    for (const other of [[], "job", 1, null, undefined])
      expect(jobSchema.safeParse(other).success).toBe(false);
  });

  it.each([
    ...["queued", "In Progress", "fertig", "s".repeat(64)].map((status) => ({ status })),
    ...[null, "", "javascript:alert(1)", "l".repeat(300)].map((prLink) => ({ prLink })),
    { model: "m".repeat(500), createdAt: "c".repeat(500) },
  ])("keeps %j", (field) => {
    expect(jobSchema.parse({ ...whole, ...field })).toMatchObject(field);
  });

  it.each([undefined, null, 1, "", "line\nbreak", "zero\u200bwidth", "s".repeat(65)])(
    "has an unknown status with %j",
    (status) => {
      const parsed = jobSchema.parse({ ...whole, status });
      expect(parsed).toEqual({ ...whole, status: "unknown" });
      expect(isFinal(parsed.status)).toBe(false);
    },
  );

  it.each(["l".repeat(301), "https://a.test/key\t1", "https://a.test/key\u200b1", "a b"])(
    "has no link where that is %.40j",
    (prLink) => {
      expect(jobSchema.parse({ ...whole, prLink }).prLink).toBeUndefined();
    },
  );

  it.each([null, 5, {}, [], "", "line\nbreak", "bell\u0007", "mark\u200e", "l".repeat(501)])(
    "drops %j from optional fields",
    (value) => {
      const source = { repository: value, ref: "main" };
      const parsed = jobSchema.parse({ ...whole, model: value, createdAt: value, source });
      expect(parsed).toEqual({
        ...whole,
        model: undefined,
        createdAt: undefined,
        source: { ref: "main" },
      });
      if (value === null || typeof value !== "object")
        expect(jobSchema.parse({ ...whole, source: value }).source).toBeUndefined();
      if (value !== null && typeof value !== "string")
        expect(jobSchema.parse({ ...whole, prLink: value }).prLink).toBeUndefined();
    },
  );

  it("is final with three statuses, and no other", () => {
    const statuses = ["completed", "archived", "failed", "active", "queued", "Completed", ""];
    expect(statuses.filter(isFinal)).toEqual(["completed", "archived", "failed"]);
  });
});

describe("errorText", () => {
  it.each([
    ['{"error":"No such project"}', "No such project"],
    [
      '{"error":"Bad","details":[{"message":"limit is"},{"message":"offset"}]}',
      "Bad: limit is: offset",
    ],
    ['{"details":[{"message":"prompt is empty"}]}', "prompt is empty"],
    ['{"error":"Bad","details":"no list"}', "Bad"],
    ['{"error":{"code":7}}', '{"error":{"code":7}}'],
    ["upstream connect error", "upstream connect error"],
    ["two\r\n::error::lines\u0000", "two ::error::lines"],
    ["<!doctype html><title>502</title>", ""],
    ["\n <html>", ""],
    ['{"error":"","details":[{"message":""},{"message":"x"}]}', "x"],
    ["", ""],
    ["null", "null"],
    ['{"error":', '{"error":'],
    [JSON.stringify({ error: "e".repeat(10_000_000) }), `${"e".repeat(299)}…`],
  ])("reads %.60j as %.60j", (body, expected) => {
    expect(errorText(body, redactNothing)).toBe(expected);
  });

  it("masks a secret that characters part which nobody sees", () => {
    const redact = (text: string) => text.replaceAll("mint_key", "***");
    expect(errorText('{"error":"bad mint\u200b_key"}', redact)).toBe("bad ***");
    expect(errorText("bad mint_\u00adkey", redact)).toBe("bad ***");
    expect(errorText(`${"e".repeat(296)}mint_key`, redact)).toBe(`${"e".repeat(296)}***`);
  });
});
