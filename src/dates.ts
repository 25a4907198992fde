/** A day in ms. In UTC all days are equally long. */
export const day = 86_400_000;

const moment =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?)?$/i;

/**
 * Parses a date (`YYYY-MM-DD`) or a date and time in ISO 8601 into epoch ms. Without a zone it is in UTC. Returns
 * undefined for any other format, for days that do not exist, and for years before 1970.
 */
export function parseMoment(text: string): number | undefined {
  const [, date, minute = "00:00", second = ":00", zone = "+00", zoneMinutes = "00"] =
    moment.exec(text) ?? [];
  if (date === undefined) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(midnight) || isoDay(midnight) !== date) return undefined;
  const time = Date.parse(`${date}T${minute}${second}${zone}:${zoneMinutes}`);
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

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** The English name of the UTC month. */
export function monthName(time: number): string {
  return months[new Date(time).getUTCMonth()] ?? "";
}

/** Formats a UTC midnight as `YYYY-MM-DD`, and any other time in ISO 8601 with `Z`, without empty milliseconds. */
export function isoMoment(time: number): string {
  return isMidnight(time) ? isoDay(time) : new Date(time).toISOString().replace(".000Z", "Z");
}

/** True for a UTC midnight. */
export function isMidnight(time: number): boolean {
  return time % day === 0;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Formats a range for people: whole days inclusive (`14 – 20 Nov 2026`), or with its start and end times in UTC.
 * `to` is exclusive.
 */
export function writtenRange({ from, to }: { from: number; to: number }): string {
  const exact = (time: number) => writtenMoment(time, { year: true, clock: true });
  if (!isMidnight(from) || !isMidnight(to)) return `${exact(from)} – ${exact(to)} UTC`;
  const last = to - day;
  if (last === from) return written(from, "day");
  // Not by `Intl.DateTimeFormat.formatRange`, which writes “Nov 14 – 20, 2026” in American and “Sept” in British English.
  const start = new Date(from);
  const end = new Date(last);
  const sameYear = start.getUTCFullYear() === end.getUTCFullYear();
  const sameMonth = sameYear && start.getUTCMonth() === end.getUTCMonth();
  const short = sameMonth ? String(start.getUTCDate()) : written(from, sameYear ? "month" : "day");
  return `${short} – ${written(last, "day")}`;
}

/** Like `writtenRange`, but without years: `14 – 20 Nov`. */
export function writtenDays(range: { from: number; to: number }): string {
  return writtenRange(range).replaceAll(/(?<=[A-Z][a-z]{2}) \d{4}/g, "");
}

/** A moment as people write it: `14 Nov`, `14 Nov 2026`, `14 Nov 09:00`. */
export function writtenMoment(
  time: number,
  { year = false, clock }: { year?: boolean; clock: boolean },
): string {
  const at = clock ? ` ${new Date(time).toISOString().slice(11, 16)}` : "";
  return written(time, year ? "day" : "month") + at;
}

function written(time: number, depth: "day" | "month"): string {
  const date = new Date(time);
  const dayAndMonth = `${date.getUTCDate()} ${monthName(time).slice(0, 3)}`;
  return depth === "month" ? dayAndMonth : `${dayAndMonth} ${date.getUTCFullYear()}`;
}

/** The time of day of a moment (epoch ms) in UTC, such as `09:14 UTC`. */
export function timeOfDay(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
