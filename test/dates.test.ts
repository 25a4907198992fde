import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoMoment, midnightBefore, parseMoment, writtenRange } from "../src/dates.ts";
import { runs } from "./runs.ts";

const day = 24 * 60 * 60 * 1000;
const two = (value: number) => String(value).padStart(2, "0");
const upTo = (max: number) => fc.integer({ min: 0, max });

/** A date and time, which need not exist: `time` is `[hours, minutes, seconds, milliseconds]`. */
type Given = {
  year: number;
  month: number;
  date: number;
  time: readonly [number, number, number, number] | undefined;
  /** The offset from UTC. */
  zone: readonly [sign: string, hours: number, minutes: number] | undefined;
};
const given: fc.Arbitrary<Given> = fc.record({
  year: fc.integer({ min: 1965, max: 2200 }),
  month: upTo(13),
  date: upTo(32),
  time: fc.option(fc.tuple(upTo(24), upTo(60), upTo(60), upTo(999)), { nil: undefined }),
  zone: fc.option(fc.tuple(fc.constantFrom("+", "-"), upTo(24), upTo(60)), { nil: undefined }),
});

/** The longest form of ISO 8601. */
function written({ year, month, date, time, zone }: Given): string {
  const days = `${year}-${two(month)}-${two(date)}`;
  if (time === undefined) return days;
  const [hours, minutes, seconds, milliseconds] = time;
  const fraction = String(milliseconds).padStart(3, "0");
  const behind = zone === undefined ? "" : `${zone[0]}${two(zone[1])}:${two(zone[2])}`;
  return `${days}T${two(hours)}:${two(minutes)}:${two(seconds)}.${fraction}${behind}`;
}

/** The epoch ms by arithmetic; undefined when the date or time does not exist, or is before 1970. */
function moment({ year, month, date, time = [0, 0, 0, 0], zone }: Given): number | undefined {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || date < 1 || date > length) return undefined;
  const [hours, minutes, seconds, milliseconds] = time;
  const [sign, east, more] = zone ?? ["+", 0, 0];
  if (hours > 23 || minutes > 59 || seconds > 59 || east > 23 || more > 59) return undefined;
  const offset = (east * 60 + more) * 60_000;
  const local = Date.UTC(year, month - 1, date, hours, minutes, seconds, milliseconds);
  const epoch = sign === "-" ? local + offset : local - offset;
  return epoch >= 0 ? epoch : undefined;
}

describe("parseMoment", () => {
  it("parses every date and time that exists from 1970 on, and no other", () => {
    fc.assert(
      fc.property(given, (numbers) => {
        const zone = numbers.time === undefined ? undefined : numbers.zone;
        expect(parseMoment(written(numbers))).toBe(moment({ ...numbers, zone }));
      }),
      runs(3000),
    );
  });

  it("accepts the shorter forms of ISO 8601", () => {
    const short = (text: string) =>
      text
        .replace(".000", "")
        .replace(/(T\d\d:\d\d):00(?!\.)/, "$1")
        .replace("T", " ")
        .replace(/(:.*[+-]\d\d):00$/, "$1")
        .replace(/(:.*[+-]\d\d):(\d\d)$/, "$1$2");
    fc.assert(
      fc.property(given, (numbers) => {
        const text = written(numbers);
        expect(parseMoment(short(text))).toBe(parseMoment(text));
        expect(parseMoment(text.toLowerCase())).toBe(parseMoment(text));
        if (numbers.zone === undefined && numbers.time !== undefined)
          expect(parseMoment(`${text}Z`)).toBe(parseMoment(text));
      }),
      runs(1500),
    );
  });

  it.each<[string, string | undefined]>([
    ["2026-01-01T10:20:30.5Z", "2026-01-01T10:20:30.500Z"],
    ["2026-01-01T10:20:30.123999999Z", "2026-01-01T10:20:30.123Z"],
    ["2026-01-01T10:20:30+23:59", "2025-12-31T10:21:30.000Z"],
    ["2026-01-01T10:20:30-05", "2026-01-01T15:20:30.000Z"],
    ["2026-01-01T10:20+05:", undefined],
    ["2026-01-01T10:20:30.Z", undefined],
    ["2026-01-01Z", undefined],
    ["2026-02-29", undefined],
    ["2026-01-01T24:00Z", undefined],
    ["2026-01-01 at noon", undefined],
    ["on 2026-01-01", undefined],
    ["٢026-01-01", undefined],
    ["1970-01-01T00:00+01:00", undefined],
  ])("parses %s as %s", (text, expected) => {
    const time = parseMoment(text);
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected);
  });

  it("parses what isoMoment formats", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat(Date.UTC(2200, 0)),
          fc.nat(84_000).map((days) => days * day),
        ),
        (time) => {
          expect(parseMoment(isoMoment(time))).toBe(time);
          expect(isoMoment(time).length === 10).toBe(time % day === 0);
          const midnight = midnightBefore(time);
          expect([midnight % day, midnight <= time, time - midnight < day]).toEqual([0, true, true]);
        },
      ),
      runs(1500),
    );
  });
});

describe("writtenRange", () => {
  it.each([
    ["2026-11-14", "2026-11-21", "14 – 20 Nov 2026"],
    ["2026-11-20", "2026-11-21", "20 Nov 2026"],
    ["2026-10-28", "2026-11-04", "28 Oct – 3 Nov 2026"],
    ["2026-12-29", "2027-01-05", "29 Dec 2026 – 4 Jan 2027"],
    ["2026-05-01", "2026-06-01", "1 – 31 May 2026"],
    ["2026-09-01", "2026-10-01", "1 – 30 Sep 2026"],
    ["2026-12-01", "2027-12-31", "1 Dec 2026 – 30 Dec 2027"],
    ["2026-11-20T09:30Z", "2026-11-21", "20 Nov 2026 09:30 – 21 Nov 2026 00:00 UTC"],
    ["2026-11-20", "2026-11-21T09:30Z", "20 Nov 2026 00:00 – 21 Nov 2026 09:30 UTC"],
  ])("from %s to %s is %s", (from, to, text) => {
    expect(writtenRange({ from: Date.parse(from), to: Date.parse(to) })).toBe(text);
  });
});
