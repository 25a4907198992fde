import { afterEach, describe, expect, it, vi } from "vitest";
import { isoMoment, midnightBefore, parseMoment, writtenRange } from "../src/dates.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("parseMoment", () => {
  it.each([
    ["2026-01-01", "2026-01-01T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2026-12-31T23:59:59.999Z"],
    ["2026-01-01T10:20:30.5Z", "2026-01-01T10:20:30.500Z"],
    ["2026-01-01T10:20:30.123999999Z", "2026-01-01T10:20:30.123Z"],
    ["2026-01-01T10:20:30", "2026-01-01T10:20:30.000Z"],
    ["2026-01-01T10:20:30+23:59", "2025-12-31T10:21:30.000Z"],
    ["1969-12-31T23:00-01:00", "1970-01-01T00:00:00.000Z"],
  ])("reads %s, in any zone of the machine", (text, expected) => {
    vi.stubEnv("TZ", "Asia/Kathmandu");
    expect(new Date(parseMoment(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    // None of these exists.
    ...["2100-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32"],
    ...["2026-01-01T10:60Z", "2026-01-01T10:20:60Z"],
    ...["2026-01-01T10:20+24:00", "2026-01-01T10:20+05:60"],
    // Before 1970.
    ...["1969-12-31", "1970-01-01T00:00+01:00"],
    // Other forms.
    ...[
      "2026-1-1",
      "2026-01-01T",
      "2026-01-01Z",
      "2026-01-01+01:00",
      "2026-01-01T10",
      "2026-01-01T1:20Z",
    ],
    ...["2026-01-01T10:20+05:", "2026-01-01T10:20:30.Z"],
    ...[
      "2026-01-01 at noon",
      "on 2026-01-01",
      "2026-01-01T10:20Z.",
      "٢026-01-01",
      "20260101",
      "now",
      "",
    ],
  ])("reads nothing in %j", (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  it("is what isoMoment formats, shorter where it can be", () => {
    for (const text of ["2026-01-01", "2026-01-01T10:20:00Z", "2199-12-31T23:59:59.999Z"])
      expect(isoMoment(Date.parse(text))).toBe(text);
    expect(midnightBefore(Date.parse("2026-01-01T23:59:59.999Z"))).toBe(Date.UTC(2026, 0, 1));
    expect(midnightBefore(Date.UTC(2026, 0, 1))).toBe(Date.UTC(2026, 0, 1));
  });
});

it.each([
  ["2026-11-14", "2026-11-21", "14 – 20 Nov 2026"],
  ["2026-11-20", "2026-11-21", "20 Nov 2026"],
  ["2026-10-28", "2026-11-04", "28 Oct – 3 Nov 2026"],
  ["2026-12-29", "2027-01-05", "29 Dec 2026 – 4 Jan 2027"],
  ["2026-12-01", "2027-12-31", "1 Dec 2026 – 30 Dec 2027"],
  ["2026-11-20T09:30Z", "2026-11-21", "20 Nov 2026 09:30 – 21 Nov 2026 00:00 UTC"],
  ["2026-11-20", "2026-11-21T09:30Z", "20 Nov 2026 00:00 – 21 Nov 2026 09:30 UTC"],
])("the range from %s to %s is %s", (from, to, text) => {
  expect(writtenRange({ from: Date.parse(from), to: Date.parse(to) })).toBe(text);
});
