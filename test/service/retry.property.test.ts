import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
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

describe("what is no date", () => {
  it("is no wait", () => {
    const words = fc.constantFrom("soon ", "retry in ", "May I ", "abc ");
    fc.assert(
      fc.property(words, fc.nat(9999), (word, number) => {
        expect(parseRetryAfter(`${word}${number}`, now)).toBeUndefined();
      }),
      runs(200),
    );
  });

  it("has no zone of this machine", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("America/New_York", "Asia/Tokyo", "UTC"),
        fc.nat(100_000),
        (name, ahead) => {
          vi.stubEnv("TZ", name);
          const [, day = "", date = "", month = "", year = "", time = ""] =
            /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(new Date(now + ahead * 1000).toUTCString()) ?? [];
          const asctime = `${day} ${month} ${date.replace(/^0/, " ")} ${time} ${year}`;
          expect(parseRetryAfter(asctime, now)).toBe(ahead * 1000);
        },
      ),
      runs(200),
    );
    vi.unstubAllEnvs();
  });
});
