import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../src/service/retry.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const now = Date.UTC(2026, 0, 5, 12);
const seconds = fc.integer({ min: -4_000_000_000, max: 4_000_000_000 });

describe("the header Retry-After", () => {
  it("says a wait of so many seconds, whatever white space is around them", () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.constantFrom("", " ", "\t", "  "), (count, space) => {
        expect(parseRetryAfter(`${space}${count}${space}`, now)).toBe(count * 1000);
      }),
      runs(500),
    );
  });

  it("says a wait until a date, in the form that servers send, and none for the past", () => {
    fc.assert(
      fc.property(seconds, (ahead) => {
        const date = new Date(now + ahead * 1000);
        expect(parseRetryAfter(date.toUTCString(), now)).toBe(Math.max(0, ahead * 1000));
      }),
      runs(500),
    );
  });

  it("is a wait or nothing, whatever a stranger sends", () => {
    const words = fc.constantFrom(
      "Mon, ",
      "05 ",
      "Jan ",
      "2026 ",
      "12:00:00 ",
      "GMT",
      "1e9",
      "-1",
      "Infinity",
      "0x10",
      "NaN",
    );
    const header = fc
      .array(fc.oneof(words, hostile, fc.string()), { maxLength: 6 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(header, fc.constantFrom(now, 0), (text, at) => {
        const wait = parseRetryAfter(text, at);
        if (wait === undefined) return;
        expect(Number.isSafeInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(text).toMatch(/^\s*\d{1,9}\s*$|[a-z]{3}/i);
      }),
      runs(3000),
    );
  });
});
