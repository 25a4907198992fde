import type * as z from "zod/mini";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { shorten } from "../text/words.ts";
import { type InputName, type InputTexts, isInputName } from "./defaults.ts";

/** What is wrong with one input. */
export type Problem = {
  input: InputName;
  /** A part of a sentence: what is wrong, with the input's name, its value and what is expected. */
  text: RichText;
  /** The same in a few words, without name and value, for a thread that strangers read. */
  short?: RichText;
  /** How this usual mistake comes about, or what to do about it, as a sentence. */
  hint?: RichText;
};

/** The values of some inputs, or every problem with them. */
export type Reading<T> = { value: T } | { problems: readonly Problem[] };

/** The text of a problem: the input's name as code, and what is said of it. */
export function aboutInput(input: InputName, text: string): RichText {
  return richText`${code(input)} ${text}`;
}

/** The problems that a schema found. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], texts: InputTexts): Problem[] {
  return issues.flatMap((issue) => {
    const input = String(issue.path[0]);
    if (!isInputName(input)) return [];
    const expected = expectedBy(issue);
    const text = aboutInput(input, `is ${quoteInput(input, texts[input])} (expected ${expected})`);
    return [{ input, text, short: richText`is not ${{ trusted: expected }}` }];
  });
}

/** A file that cannot be read or written: the path that the input names, and the reason that `error` gives. */
export function fileProblem(input: InputName, verb: "is" | "names", path: string, error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const text = `${verb} ${quoteInput(input, path)}, which cannot be used: ${why}`;
  return { input, text: aboutInput(input, text) };
}

/** The value of an input in quotation marks, on one line and shortened; of a secret, its kind. */
export function quoteInput(input: InputName, value: string): string {
  if (input === "api-key") return kindOfKey(value);
  if (input === "github-token") return "a value that is not shown";
  return `“${shorten(value.replace(/[\s\p{C}]+/gu, " "), 80)}”`;
}

/** Names the kind of a wrong key by its public prefix. */
function kindOfKey(key: string): string {
  if (key.startsWith("mint_dsc_")) return "an assistant key (mint_dsc_…)";
  return key.startsWith("mint_us_") ? "an index key (mint_us_…)" : "a value that is not shown";
}

/** What an input takes, in words. For an optional input, what it takes when it is set. */
function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  // `optional` is a union of the empty text and the schema, so the schema's error is the last one.
  return issue.errors.at(-1)?.at(-1)?.message ?? issue.message;
}
