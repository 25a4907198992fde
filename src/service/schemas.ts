import * as z from "zod/mini";
import { oneLine } from "../text/words.ts";

/** The final statuses in the API reference of the service. With any other one, known or not, polling continues. */
const finalStatuses = ["completed", "archived", "failed"] as const;
export type FinalStatus = (typeof finalStatuses)[number];

export function isFinal(status: string): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}

/** An id becomes a segment of a URL, where `.` and `..` would change the path, and the output `jobId`. */
export const idPattern = /^(?!\.{1,2}$)[^\s\p{Cc}\p{Cf}\p{Cs}]{1,256}$/u;

// Only the id is required; other fields that are missing, null or of the wrong type are dropped.
const optionalText = z.catch(
  z.optional(z.string().check(z.regex(/^[^\p{Cc}]{1,500}$/u))),
  undefined,
);

export const jobSchema = z.object({
  id: z.string().check(z.regex(idPattern)),
  status: z.catch(z.string().check(z.regex(/^[^\p{C}]{1,64}$/u)), "unknown"),
  source: z.catch(z.optional(z.object({ repository: optionalText, ref: optionalText })), undefined),
  model: optionalText,
  prLink: z.catch(z.optional(z.nullable(z.string())), undefined),
  createdAt: optionalText,
});
export type Job = z.infer<typeof jobSchema>;

const errorSchema = z.object({
  error: z.catch(z.optional(z.string()), undefined),
  details: z.catch(z.optional(z.array(z.object({ message: z.string() }))), undefined),
});

export function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** The message of an error response, on one line; empty when there is none. `redact` gets it before it is cut. */
export function errorText(body: string, redact: (text: string) => string): string {
  let text = body;
  try {
    const { error = "", details = [] } = errorSchema.parse(JSON.parse(body));
    const parts = [error, ...details.map((detail) => detail.message)].filter((part) => part !== "");
    if (parts.length > 0) text = parts.join(": ");
  } catch {
    if (/^\s*</.test(body)) return "";
  }
  return oneLine(redact(text), 300);
}
