import * as z from "zod/mini";
import { isExclusion } from "../github/path-patterns.ts";
import { shorten } from "../text/words.ts";

// Kinds of values that several inputs take. Every error message continues the sentence “expected …”.

/** One of the allowed words. */
export const choice = <const T extends readonly [string, ...string[]]>(...allowed: T) =>
  z.enum(allowed, { error: `one of ${allowed.join(", ")}` });

/** A boolean of the YAML 1.2 core schema, as the toolkit's `getBooleanInput` takes it. */
export const flag = z.pipe(
  z.string().check(z.regex(/^(true|True|TRUE|false|False|FALSE)$/, { error: "true or false" })),
  z.transform((text: string) => text.toLowerCase() === "true"),
);

const number = (min: number, max: number, expected: string, pattern: RegExp) =>
  z.pipe(
    z.string().check(
      z.refine((text) => pattern.test(text) && Number(text) >= min && Number(text) <= max, {
        error: expected,
      }),
    ),
    z.transform(Number),
  );

/** A whole number, in digits alone. */
export const wholeNumber = (min: number, max: number) =>
  number(min, max, `a whole number from ${min} to ${max}`, /^\d{1,10}$/);

/** A number with at most four decimals. */
export const decimal = (min: number, max: number) =>
  number(min, max, `a number from ${min} to ${max}`, /^\d{1,5}(\.\d{1,4})?$/);

/** What the schema takes, or `undefined` for an input that is empty. */
export const optional = <S extends z.ZodMiniType<unknown, string>>(schema: S) =>
  z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => undefined),
    ),
    schema,
  ]);

/** A text that matches the pattern. */
export const matching = (pattern: RegExp, expected: string) =>
  z.string().check(z.regex(pattern, { error: expected }));

/** A list whose entries all match the pattern. */
export const listOf = (entry: RegExp, expected: string) =>
  z.pipe(
    z.string().check(z.refine((text) => split(text).every((each) => entry.test(each)), { error: expected })),
    z.transform(split),
  );

/** Some of the words, in their order, or `none` alone for an empty list. */
export const someOf = <Word extends string>(...words: readonly Word[]) =>
  z.pipe(
    z.string().check(
      z.refine((text) => isSomeOf(split(text), words), {
        error: `any of ${words.join(", ")}, or none alone`,
      }),
    ),
    z.transform((text: string) => words.filter((word) => split(text).includes(word))),
  );

function isSomeOf(entries: readonly string[], words: readonly string[]): boolean {
  if (entries.includes("none")) return entries.length === 1;
  return entries.length > 0 && entries.every((entry) => words.includes(entry));
}

/** A list of path patterns. `problemOf` says why one cannot be used, as a part of a sentence. */
export const pathPatterns = (problemOf: (pattern: string) => string | undefined) =>
  z.pipe(
    z.string().check(
      z.refine((text) => pathsProblem(text, problemOf) === undefined, {
        error: ({ input }) =>
          `patterns as in the paths of a workflow: ${pathsProblem(String(input), problemOf) ?? "any"}`,
      }),
    ),
    z.transform(split),
  );

/** Why a list of patterns cannot be used, as a part of a sentence. */
function pathsProblem(text: string, problemOf: (pattern: string) => string | undefined): string | undefined {
  const patterns = split(text);
  for (const pattern of patterns) {
    const problem = problemOf(pattern);
    if (problem !== undefined) {
      const shown = shorten(pattern.replace(/[\s\p{C}]+/gu, " "), 80);
      return `“${shown}” cannot be used, because ${problem}`;
    }
  }
  const onlyExclusions = patterns.length > 0 && patterns.every(isExclusion);
  return onlyExclusions ? "at least one of them must not start with !" : undefined;
}

/** Splits a list at commas and newlines. */
export function split(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Parses an address; `undefined` if it has a user, a password, a query or a fragment. */
export function parseBareUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || /[?#]/.test(text)) return undefined;
  return url;
}
