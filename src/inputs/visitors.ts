import * as z from "zod/mini";
import { parseMoment } from "../dates.ts";
import { pathPatternProblem } from "../github/path-patterns.ts";
import { signals } from "../service/signal-schemas.ts";
import { richText } from "../text/rich-text.ts";
import type { CommonInputs } from "./common.ts";
import type { InputName, InputTexts } from "./defaults.ts";
import {
  aboutInput,
  fileProblem,
  type Problem,
  quoteInput,
  type Reading,
  schemaProblems,
} from "./problems.ts";
import {
  flag,
  listOf,
  matching,
  optional,
  parseBareUrl,
  pathPatterns,
  someOf,
  wholeNumber,
} from "./values.ts";

/** A date or a moment, in epoch ms. */
const date = optional(
  z.pipe(
    z.string().check(
      z.refine((text) => parseMoment(text) !== undefined, {
        error: "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601",
      }),
    ),
    z.transform((text: string) => parseMoment(text)),
  ),
);

/** The inputs that only `mode: visitors` uses. */
export const visitorsInputSchema = z.object({
  period: matching(
    /^([1-9]\d{0,1}d|[12]\d\dd|3[0-5]\dd|36[0-6]d|last-week|last-month)$/,
    "Nd with N from 1 to 366, last-week or last-month",
  ),
  "date-from": date,
  "date-to": date,
  compare: flag,
  trend: wholeNumber(0, 52),
  top: wholeNumber(0, 1000),
  "max-requests": wholeNumber(1, 1000),
  "site-url": optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(isSiteUrl, { error: "an http(s) address without user, password, query and fragment" }),
        ),
      z.transform((text: string) => new URL(text)),
    ),
  ),
  "ignore-paths": pathPatterns(pathPatternProblem),
  signals: someOf(...signals),
  "report-file": listOf(/\.(csv|json|md)$/i, "paths in the workspace that end in .csv, .json or .md"),
} satisfies Partial<Record<InputName, unknown>>);

type OwnInputs = z.output<typeof visitorsInputSchema>;

/** The valid inputs with `mode: visitors`. */
export type VisitorsInputs = Readonly<{ mode: "visitors" } & CommonInputs & OwnInputs>;

/**
 * Reads the inputs that only `mode: visitors` uses. `checkWritable` throws an Error whose message says why no file can
 * be written at a path. `now` is epoch ms.
 */
export function readVisitorsInputs(
  texts: InputTexts,
  checkWritable: (path: string) => void,
  now: number,
): Reading<OwnInputs> {
  const parsed = visitorsInputSchema.safeParse(texts);
  // Parsed alone, so that a problem with another input does not hide one with the files.
  const files = visitorsInputSchema.shape["report-file"].safeParse(texts["report-file"]).data ?? [];
  const problems = [
    ...schemaProblems(parsed.error?.issues ?? [], texts),
    ...rangeProblems(texts["date-from"], texts["date-to"]),
    ...futureProblems(texts["date-to"], now),
    ...files.flatMap((path) => writeProblems(path, checkWritable)),
  ];
  return parsed.success && problems.length === 0 ? { value: parsed.data } : { problems };
}

/** What is wrong between the two dates; the schema checks each of them. */
function rangeProblems(dateFrom: string, dateTo: string): Problem[] {
  const input = "date-from";
  if ((dateFrom === "") !== (dateTo === ""))
    return [{ input, text: richText`only one of date-from and date-to is set (expected both or neither)` }];
  const [from, to] = [parseMoment(dateFrom), parseMoment(dateTo)];
  if (from === undefined || to === undefined || from < to) return [];
  const given = `is ${quoteInput(input, dateFrom)} and date-to is ${quoteInput("date-to", dateTo)}`;
  return [
    { input, text: aboutInput(input, `${given} (expected date-from before date-to, which is exclusive)`) },
  ];
}

function futureProblems(dateTo: string, now: number): Problem[] {
  const input = "date-to";
  const to = parseMoment(dateTo);
  if (to === undefined || to <= now) return [];
  const why = "because a period that is not over would be compared with a whole one";
  const text = `is ${quoteInput(input, dateTo)} (expected a date that is not in the future, ${why})`;
  return [{ input, text: aboutInput(input, text) }];
}

function writeProblems(path: string, checkWritable: (path: string) => void): Problem[] {
  try {
    checkWritable(path);
    return [];
  } catch (error) {
    return [fileProblem("report-file", "names", path, error)];
  }
}

/** The site's name and the start of its links. A host with other characters would not read as a name. */
function isSiteUrl(text: string): boolean {
  const url = parseBareUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && /^[a-z0-9._-]+$/.test(url.hostname);
}
