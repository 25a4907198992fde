import { parseMoment } from "../dates.ts";
import { isExclusion } from "../github/path-patterns.ts";
import { mintlifyUrl } from "../names.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";

/** How the text of an input is read. */
export type Reader<T> = {
  /** The value of a text; `undefined` for one that is not taken. */
  parse: (text: string) => T | undefined;
  /** What is taken, in words that continue “expected …” and “is not …”. */
  expected: string | RichText;
  /** True where an empty input is one without a value. */
  isOptional?: true;
};

/** The same for an input that may be empty. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return { ...reader, isOptional: true };
}

/** A text that this pattern takes. */
export function matching(pattern: RegExp, expected: string): Reader<string> {
  const parse = (text: string) => (pattern.test(text) ? text : undefined);
  return { parse, expected };
}

/** A text without its invisible parts. Empty text is valid; text that is all invisible is not. */
export const visibleText = {
  parse: (text: string) => {
    const visible = stripHidden(text).trim();
    return visible === "" && text !== "" ? undefined : visible;
  },
  expected: "text that people can see",
};

/** One of these words. */
export function choice<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return {
    parse: (text) => words.find((word) => word === text),
    expected: `one of ${words.join(", ")}`,
  };
}

const flags = new Map([
  ["true", true],
  ["false", false],
]);

/** A boolean, in any case, as YAML takes `True`. */
export const flag = {
  parse: (text: string) => flags.get(text.toLowerCase()),
  expected: "true or false",
};

/** How numbers are written: `1e3` is none. */
const numbers = {
  "a whole number": /^\d{1,10}$/,
  "a number": /^\d{1,5}(\.\d{1,4})?$/,
};

/** A number within these bounds. */
export function numberFrom(
  min: number,
  max: number,
  kind: keyof typeof numbers = "a whole number",
) {
  const parse = (text: string) => {
    const value = Number(text);
    const isInside = value >= min && value <= max;
    return isInside && numbers[kind].test(text) ? value : undefined;
  };
  return { parse, expected: `${kind} from ${min} to ${max}` };
}

const issueNumber = numberFrom(1, 2_147_483_647);

/** The number of an issue or pull request, or the word for the issue that the action keeps itself. */
export const issue = {
  parse: (text: string) => (text === "dashboard" ? text : issueNumber.parse(text)),
  expected: "dashboard, or the number of an issue or pull request",
};

function split(text: string): string[] {
  const entries = text.split(/[,\n]/).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
}

/** Entries that this pattern takes, split at commas and newlines. */
export function listOf(entry: RegExp, expected: string): Reader<readonly string[]> {
  const parse = (text: string) => {
    const entries = split(text);
    return entries.every((each) => entry.test(each)) ? entries : undefined;
  };
  return { parse, expected };
}

/** Some of the words, in their order, or `none` alone for an empty list. */
export function someOf<Word extends string>(...words: readonly Word[]): Reader<readonly Word[]> {
  const known: readonly string[] = words;
  const parse = (text: string) => {
    if (text === "none") {
      return [];
    }
    const given = split(text);
    const isValid = given.length > 0 && given.every((entry) => known.includes(entry));
    return isValid ? words.filter((word) => given.includes(word)) : undefined;
  };
  return { parse, expected: `any of ${words.join(", ")}, or only none` };
}

/**
 * Patterns with `*` and `**` alone. What people copy from YAML, a shell and other globs would match nothing here: quotes, a
 * dash, comments, two patterns on one line, lists in braces or brackets, and addresses.
 */
const plainPatterns = listOf(
  /^!?[^\s!"':?+[\]{}\\|;#]+$/,
  "patterns with * and **, the first one without !, and * in the place of spaces, quotes and :?+#;|[]{}\\, as in my*docs/**",
);

/** A list of patterns for paths of pages. One that begins with `!` leaves out a part of those before it. */
export const pathPatterns: Reader<readonly string[]> = {
  parse: (text) => {
    const patterns = plainPatterns.parse(text);
    const [first = ""] = patterns ?? [];
    return isExclusion(first) ? undefined : patterns;
  },
  expected: plainPatterns.expected,
};

/** How no path of git begins. */
const noFilePattern = /^!?(?:\/|\.\.?\/)/;

/**
 * The same for files in git, where the name of a folder stands for all that is in it. A pattern that matches nothing would
 * leave out all changes on a green run, or none.
 */
export const filePatterns: Reader<readonly string[]> = {
  parse: (text) => {
    const patterns = pathPatterns.parse(text);
    const isValid = patterns?.every((pattern) => !noFilePattern.test(pattern));
    if (patterns === undefined || !isValid) {
      return undefined;
    }
    return patterns.flatMap((pattern) => {
      const name = pattern.replace(/\/$/, "");
      return name.includes("*") ? name : [name, `${name}/**`];
    });
  },
  expected: `${pathPatterns.expected}, and none with / or ./ in front`,
};

/** An address without user, password, query and fragment. `isAllowed` says more about it. */
function address(isAllowed: (url: URL) => boolean, expected: string | RichText): Reader<URL> {
  const parse = (text: string) => {
    const url = URL.parse(text);
    const isBare = url?.username === "" && url.password === "" && !/[?#]/.test(text);
    return isBare && isAllowed(url) ? url : undefined;
  };
  return { parse, expected };
}

/** The service adds the version itself. Plain `http:` goes only to hosts that never leave the machine. */
export const serviceAddress = address(
  ({ protocol, hostname, pathname }) => {
    const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    const isPrivate = protocol === "https:" || (protocol === "http:" && isLoopback);
    return isPrivate && !/\/v[12]\/?$/.test(pathname);
  },
  richText`an https: address without user, query and version, such as ${code(mintlifyUrl)}`,
);

/** The site's name and the start of its links. A host with other characters would not read as a name. */
export const siteAddress = address(
  ({ protocol, hostname }) => /^https?:$/.test(protocol) && /^[a-z0-9._-]+$/.test(hostname),
  "an address such as https://docs.example.com",
);

/** A date or a moment, in epoch ms. */
export const moment = {
  parse: parseMoment,
  expected: "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601",
};

/**
 * What stands on a side of the dots. A `:` would name a commit of another repository, and with more dots there would be
 * several ways to split the text; git allows neither in the name of a ref (git-scm.com, "git check-ref-format").
 */
const refName = /^(?!\.|.*\.\.)[^\s\p{C}:]{1,250}(?<!\.)$/u;

/** Two commits, as `base...head`, or what is not documented yet. */
export const refRange = {
  parse: (text: string) => {
    if (text === "since-last") {
      return text;
    }
    const [base = "", head = "", ...rest] = text.split("...");
    const isRange = rest.length === 0 && refName.test(base) && refName.test(head);
    return isRange ? { base, head } : undefined;
  },
  expected: "since-last, or base...head: two refs, tags or commits of this repository",
};

/** Days to look back on, at most a year of them, or what people call a period. */
export const period = {
  parse: (text: string) => {
    const [, days] = /^([1-9]\d{0,2})d$/.exec(text) ?? [];
    const isName = text === "last-week" || text === "last-month";
    return isName || Number(days) <= 366 ? text : undefined;
  },
  expected: "1d to 366d, last-week or last-month",
};
