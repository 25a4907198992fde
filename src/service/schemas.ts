import * as z from "zod/mini";
import { maybe, parseJson } from "../text/json.ts";
import { oneLine, shorten } from "../text/words.ts";

/** The final statuses in the API reference of the service. With any other one, known or not, polling continues. */
const finalStatuses = ["completed", "archived", "failed"] as const;
export type FinalStatus = (typeof finalStatuses)[number];

export function isFinal(status: string): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}

/** An id becomes a segment of a URL, where `.` and `..` would change the path, and the output `jobId`. */
export const idPattern = /^(?!\.{1,2}$)[^\s\p{Cc}\p{Cf}\p{Cs}]{1,256}$/u;

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
// Without characters that nobody sees: a secret with one inside is no secret to the mask.
const maybeText = maybe(text(/^[^\p{C}]{1,500}$/u));
/** In characters. No address of a pull request is longer. */
const maxLink = 300;

/** A job, of which only the id is required. */
export const jobSchema = z.object({
  id: text(idPattern),
  status: z.catch(text(/^[^\p{C}]{1,64}$/u), "unknown"),
  source: maybe(z.object({ repository: maybeText, ref: maybeText })),
  model: maybeText,
  prLink: maybe(z.nullable(z.string().check(z.maxLength(maxLink), z.regex(/^[^\s\p{C}]*$/u)))),
  createdAt: maybeText,
});
export type Job = z.infer<typeof jobSchema>;

const errorSchema = z.object({
  error: maybe(z.string()),
  details: maybe(z.array(z.object({ message: z.string() }))),
});

/**
 * The message of an error response, on one line; empty when there is none. `redact` gets it before it is cut, and without
 * characters that nobody sees.
 */
export function errorText(body: string, redact: (text: string) => string): string {
  const { data } = errorSchema.safeParse(parseJson(body));
  const details = data?.details?.map(({ message }) => message) ?? [];
  const said = [data?.error ?? "", ...details].filter(Boolean).join(": ");
  const isPage = /^\s*</.test(body);
  const words = isPage ? "" : body;
  return shorten(redact(oneLine(said || words, Number.POSITIVE_INFINITY)), 300);
}
