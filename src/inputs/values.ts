import { parseMoment } from "../dates.ts";
import { isExclusion, isPathPattern } from "../github/path-patterns.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { shorten } from "../text/words.ts";

/** The value of a text, or what was expected instead, in words that continue the sentence “expected …”. */
export type Reading<T> = { value: T } | { expected: string };

/** Reads the text of an input. */
export type Reader<T> = (text: string) => Reading<T>;

/** Any text. */
export const anyText: Reader<string> = (text) => ({ value: text });

/** A text without its invisible parts. Empty text is valid; text that is all invisible is not. */
export const visibleText: Reader<string> = (text) => {
  const visible = stripHidden(text).trim();
  return text !== "" && visible === "" ? { expected: "text that people can see" } : { value: visible };
};

/** A text that matches the pattern. */
export function matching(pattern: RegExp, expected: string): Reader<string> {
  return (text) => (pattern.test(text) ? { value: text } : { expected });
}

/** One of the words. */
export function choice<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (text) => {
    const value = words.find((word) => word === text);
    return value === undefined ? { expected: `one of ${words.join(", ")}` } : { value };
  };
}

/** A boolean of the YAML 1.2 core schema, which the toolkit takes too. */
export const flag: Reader<boolean> = (text) =>
  /^(true|True|TRUE|false|False|FALSE)$/.test(text)
    ? { value: text.toLowerCase() === "true" }
    : { expected: "true or false" };

/** A whole number, in digits alone. */
export function wholeNumber(min: number, max: number): Reader<number> {
  return numberLike(/^\d{1,10}$/, min, max, `a whole number from ${min} to ${max}`);
}

/** A number with at most four decimals. */
export function decimal(min: number, max: number): Reader<number> {
  return numberLike(/^\d{1,5}(\.\d{1,4})?$/, min, max, `a number from ${min} to ${max}`);
}

function numberLike(pattern: RegExp, min: number, max: number, expected: string): Reader<number> {
  return (text) => {
    const value = Number(text);
    return pattern.test(text) && value >= min && value <= max ? { value } : { expected };
  };
}

/** What `read` takes, or `undefined` for an input that is empty. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (text) => (text === "" ? { value: undefined } : read(text));
}

/** A list whose entries all match the pattern. */
export function listOf(entry: RegExp, expected: string): Reader<readonly string[]> {
  return (text) => {
    const entries = split(text);
    return entries.every((each) => entry.test(each)) ? { value: entries } : { expected };
  };
}

/** Some of the words, in their order, or `none` alone for an empty list. */
export function someOf<Word extends string>(...words: readonly Word[]): Reader<readonly Word[]> {
  return (text) => {
    const given = split(text);
    const value = words.filter((word) => given.includes(word));
    const isValid = given.length > 0 && given.every((entry) => value.some((word) => word === entry));
    if (isValid || (given.length === 1 && given[0] === "none")) return { value };
    return { expected: `any of ${words.join(", ")}, or none alone` };
  };
}

/** A list of patterns for paths. At least one must not begin with `!`. */
export const pathPatterns: Reader<readonly string[]> = (text) => {
  const value = split(text);
  const expected = "patterns as in the paths of a workflow:";
  const wrong = value.find((pattern) => !isPathPattern(pattern));
  if (wrong !== undefined) return { expected: `${expected} “${onOneLine(wrong)}” is none` };
  return value.length > 0 && value.every(isExclusion)
    ? { expected: `${expected} at least one of them must not start with !` }
    : { value };
};

/** Splits a list at commas and newlines. */
function split(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** A text in a message: on one line and shortened. */
export function onOneLine(text: string): string {
  return shorten(text.replace(/[\s\p{C}]+/gu, " "), 80);
}

/** An address without user, password, query and fragment. `isAllowed` says more about it. */
export function address(isAllowed: (url: URL) => boolean, expected: string): Reader<URL> {
  return (text) => {
    const url = URL.parse(text);
    const isBare = url !== null && url.username === "" && url.password === "" && !/[?#]/.test(text);
    return isBare && isAllowed(url) ? { value: url } : { expected };
  };
}

/** `thread`, `new` or a name. One that differs from these words in case alone, such as `New`, is a typing mistake. */
export const conversation: Reader<string> = (text) =>
  /^(thread|new)$/.test(text) || /^(?!(thread|new)$)[\w.-]{1,50}$/i.test(text)
    ? { value: text }
    : { expected: "thread, new, or a name of at most 50 letters, digits, -, _ and ." };

/** A date or a moment, in epoch ms. */
export const moment: Reader<number> = (text) => {
  const value = parseMoment(text);
  const expected = "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601";
  return value === undefined ? { expected } : { value };
};

/**
 * Two commits, as `base...head`, or what is not documented yet. A `:` would name a commit of another repository, and with more dots there would be
 * several ways to split the text; git allows neither in the name of a ref (git-scm.com, "git check-ref-format").
 */
export const refRange: Reader<{ base: string; head: string } | "since-last"> = (text) => {
  if (text === "since-last") return { value: text };
  const [base = "", head = "", ...rest] = text.split("...");
  const isName = (name: string) => /^(?!\.)[^\s\p{C}:]{1,250}(?<!\.)$/u.test(name) && !name.includes("..");
  return rest.length === 0 && isName(base) && isName(head)
    ? { value: { base, head } }
    : {
        expected:
          "since-last, or base...head: two refs, tags or commits of this repository with three dots between them",
      };
};
