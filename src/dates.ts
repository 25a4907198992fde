import * as z from "zod/mini";

/** A day in ms. In UTC all days are equally long. */
export const day = 86_400_000;

const zones = { offset: true, local: true };
/** Days that do not exist have none of these forms; `Date.parse` would read them as others. */
const format = z.union([
  z.iso.date(),
  z.iso.datetime(zones),
  // Without seconds.
  z.iso.datetime({ ...zones, precision: -1 }),
]);

/**
 * Parses a date (`YYYY-MM-DD`) or a date and time in ISO 8601 into epoch ms. Without a zone it is in UTC. Returns
 * undefined for any other format, for days that do not exist, and for years before 1970.
 */
export function parseMoment(text: string): number | undefined {
  if (!format.safeParse(text).success) {
    return undefined;
  }
  const hasNoZone = /T[\d:.]+$/.test(text);
  const time = Date.parse(hasNoZone ? `${text}Z` : text);
  return time >= 0 ? time : undefined;
}

/** The UTC midnight at or before a time. */
export function midnightBefore(time: number): number {
  return Math.floor(time / day) * day;
}

/** The start of the UTC month that is `back` months before the month of `time`. */
export function monthStart(time: number, back: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1);
}

/** Formats a UTC midnight as `YYYY-MM-DD`, and any other time in ISO 8601 with `Z`, without empty milliseconds. */
export function isoMoment(time: number): string {
  const iso = new Date(time).toISOString();
  return isMidnight(time) ? iso.slice(0, 10) : iso.replace(".000Z", "Z");
}

export function isMidnight(time: number): boolean {
  return time % day === 0;
}

/**
 * Formats a range for people: whole days inclusive (`14 – 20 Nov 2026`), or with its start and end times in UTC.
 * `to` is exclusive.
 */
export function writtenRange({ from, to }: { from: number; to: number }): string {
  const exact = (time: number) => writtenMoment(time, { year: true, clock: true });
  if (!isMidnight(from) || !isMidnight(to)) {
    return `${exact(from)} – ${exact(to)} UTC`;
  }
  const last = to - day;
  const lastDay = writtenMoment(last, { year: true });
  if (last === from) {
    return lastDay;
  }
  // Not by `Intl.DateTimeFormat.formatRange`, which writes “Nov 14 – 20, 2026” in American and “Sept” in British English.
  const isSame = (length: number) =>
    isoMoment(from).slice(0, length) === isoMoment(last).slice(0, length);
  const short = isSame("2026-11".length)
    ? String(new Date(from).getUTCDate())
    : writtenMoment(from, { year: !isSame("2026".length) });
  return `${short} – ${lastDay}`;
}

/** A moment as people write it: `14 Nov`, `14 Nov 2026`, `14 Nov 09:00`. */
export function writtenMoment(time: number, { year = false, clock = false } = {}): string {
  const date = new Date(time);
  const yearText = year ? ` ${date.getUTCFullYear()}` : "";
  const clockText = clock ? ` ${date.toISOString().slice(11, 16)}` : "";
  // As ECMAScript writes it: `Mon, 16 Nov 2026 10:12:00 GMT`. The first `Intl` of a process costs 20 ms.
  const month = date.toUTCString().slice(8, 11);
  return `${date.getUTCDate()} ${month}${yearText}${clockText}`;
}

/** The time of day of a moment (epoch ms) in UTC, such as `09:14 UTC`. */
export function timeOfDay(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
