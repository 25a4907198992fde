import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { toMarkdown } from "../../src/text/message.ts";
import { rangeForService, resolvePeriods } from "../../src/visitors/period.ts";
import type { Periods } from "../../src/visitors/types.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf } from "../text/rendered.ts";
import { saturday, weekly } from "./report-fixture.ts";

const moment = fc.oneof(
  { weight: 3, arbitrary: fc.nat(Date.UTC(2100, 0)).map((time) => new Date(time).toISOString()) },
  fc.nat(47_000).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  hostile,
  fc.tuple(fc.constantFrom("2026-11-14", "2026-11-14T09:30"), hostile).map((parts) => parts.join("")),
);

/** The periods of an explicit range, or the error that refuses it. */
function resolved(from: string, to: string, trend: number): Periods | InputError {
  try {
    return resolvePeriods({ ...weekly, "date-from": from, "date-to": to, trend }, saturday);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

describe("whatever dates are given", () => {
  it("they are a range in the service's form, or refused in one line that holds nothing live", () => {
    fc.assert(
      fc.property(moment, moment, fc.nat(10), (from, to, trend) => {
        fc.pre(from !== "" || to !== "");
        const periods = resolved(from, to, trend);
        if (periods instanceof InputError) {
          expect(periods.message).not.toMatch(/[\r\n\p{Cc}\u202a-\u202e]/u);
          expect(periods.message.length).toBeLessThan(500);
          expect(tagsOf(render(toMarkdown(periods.what)))).toEqual(["p", "/p"]);
          return;
        }
        for (const range of [periods.current, ...periods.trend]) {
          expect(range.from).toBeLessThan(range.to);
          const { dateFrom, dateTo } = rangeForService(range);
          for (const text of [dateFrom, dateTo])
            expect(text).toMatch(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)?$/);
          expect([Date.parse(dateFrom), Date.parse(dateTo)]).toEqual([range.from, range.to]);
        }
        const { current, previous } = periods;
        if (previous !== undefined)
          expect([previous.to, previous.to - previous.from]).toEqual([
            current.from,
            current.to - current.from,
          ]);
      }),
      runs(600),
    );
  });
});
