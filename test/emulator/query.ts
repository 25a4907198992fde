import * as z from "zod";

/** A half-open range of time, in milliseconds since 1970. */
export type DateRange = { from: number; to: number };

const DAY = 86_400_000;
/** The contract leaves the default range open; this service looks back thirty days. */
const DEFAULT_DAYS = 30;

/** Reads the parameters of an analytics request, and collects what is wrong with them. */
export class QueryReader {
  /** A sentence for each wrong parameter so far. */
  readonly wrong: string[] = [];
  readonly #parameters: URLSearchParams;
  readonly #now: number;

  constructor(parameters: URLSearchParams, now: number) {
    this.#parameters = parameters;
    this.#now = now;
  }

  /** `dateFrom` and `dateTo`, up to now. */
  range(): DateRange {
    const to = this.#moment("dateTo", this.#now);
    const from = this.#moment("dateFrom", to - DEFAULT_DAYS * DAY);
    // Nobody has come in the future; by the minute, so that the pages of one export agree with each other.
    const known = Math.floor(this.#now / 60_000) * 60_000;
    return { from, to: Math.min(to, known) };
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.#parameters.get(name);
    if (text === null) return fallback;
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const bounds = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
    this.wrong.push(`${name} must be an integer ${bounds}`);
    return fallback;
  }

  /** Known values, separated by commas; null where the parameter is missing. */
  list(name: string, known: readonly string[], most = Infinity): string[] | null {
    const values = this.#parameters.get(name)?.split(",") ?? null;
    if (values === null) return null;
    if (values.length <= most && values.every((value) => known.includes(value))) return values;
    this.wrong.push(`${name} must be ${most === 1 ? "one" : "some"} of ${known.join(", ")}`);
    return null;
  }

  /** Where the page begins that a cursor of this export leads to; 0 without one. */
  cursor(name: string): number {
    const text = this.#parameters.get("cursor");
    if (text === null) return 0;
    const start = /^(\w+):(\d+)$/.exec(Buffer.from(text, "base64url").toString());
    if (start?.[1] === name) return Number(start[2]);
    this.wrong.push("cursor must be the nextCursor of an answer");
    return 0;
  }

  #moment(name: string, fallback: number): number {
    const text = this.#parameters.get(name);
    if (text === null) return fallback;
    if (isoSchema.safeParse(text).success) return Date.parse(text);
    this.wrong.push(`${name} must be a date in ISO 8601 or YYYY-MM-DD format`);
    return fallback;
  }
}

const isoSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A cursor that `QueryReader.cursor` reads. */
export function cursorOf(name: string, start: number): string {
  return Buffer.from(`${name}:${start}`).toString("base64url");
}
