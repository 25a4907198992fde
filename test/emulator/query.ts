import * as z from "zod";

/** A half-open range of time, in milliseconds since 1970. */
export type DateRange = { from: number; to: number };

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text));
const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(least).max(most);

/** The parameters of a request for an export, with the default and the maximum of `limit`. */
export const querySchema = (limit: number, most: number) =>
  z.object({
    dateFrom: moment.optional(),
    dateTo: moment.optional(),
    limit: wholeNumber(1, most).default(limit),
    /** Of visitors. */
    offset: wholeNumber(0).default(0),
    /** Of the other exports; those below are of feedback. */
    cursor: wholeNumber(0).default(0),
    source: z.enum(["code_snippet", "contextual", "agent", "thumbs_only"]).optional(),
    status: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(["pending", "in_progress", "resolved", "dismissed"])))
      .optional(),
  });

/** Reads the parameters of a request, or gives back everything that is wrong with them. */
export function readQuery(schema: ReturnType<typeof querySchema>, url: string, now: number) {
  const { success, data, error } = schema.safeParse(Object.fromEntries(new URL(url).searchParams));
  if (!success) return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  // Nobody has come in the future; by the minute, so that the pages of one export agree with each other.
  const known = Math.floor(now / 60_000) * 60_000;
  const { dateTo = now } = data;
  // The contract leaves the default range open; this service looks back thirty days.
  const { dateFrom = dateTo - 30 * 86_400_000 } = data;
  return { ...data, range: { from: dateFrom, to: Math.min(dateTo, known) } };
}
