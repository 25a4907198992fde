import { parseMoment } from "../dates.ts";
import { loginPattern } from "../github/logins.ts";
import { isExclusion, isPathPattern } from "../github/path-patterns.ts";
import { roles } from "../github/permission.ts";
import { mintlifyUrl } from "../names.ts";
import { failable, keysOf } from "../outcomes.ts";
import { idPattern } from "../service/schemas.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { oneLine } from "../text/words.ts";

export type Mode = "agent" | "visitors";

/** What the service knows of pages beyond their visitors: the values of the input `signals`. */
export const signals = ["feedback", "questions", "searches"] as const;
export type Signal = (typeof signals)[number];

/** The value of a text, or what was expected instead, in words that continue “expected …” and “is not …”. */
type Reading<T> = { value: T } | { expected: string | RichText };

type Reader<T> = (text: string) => Reading<T>;

/** Reads a text by `parse`, which returns `undefined` for what it does not take. */
function reader<T>(parse: (text: string) => T | undefined, expected: string | RichText): Reader<T> {
  return (text) => {
    const value = parse(text);
    return value === undefined ? { expected } : { value };
  };
}

/** What `read` takes, or `undefined` for an input that is empty. */
function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (text) => (text === "" ? { value: undefined } : read(text));
}

function matching(pattern: RegExp, expected: string): Reader<string> {
  return reader((text) => (pattern.test(text) ? text : undefined), expected);
}

const anyText: Reader<string> = (text) => ({ value: text });

/** A text without its invisible parts. Empty text is valid; text that is all invisible is not. */
const visibleText = reader((text) => {
  const visible = stripHidden(text).trim();
  return visible === "" && text !== "" ? undefined : visible;
}, "text that people can see");

function choice<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return reader((text) => words.find((word) => word === text), `one of ${words.join(", ")}`);
}

/** A boolean, in any case, as YAML takes `True`. */
const flag = reader((text) => {
  const word = text.toLowerCase();
  return word === "true" || word === "false" ? word === "true" : undefined;
}, "true or false");

const numbers = {
  "a whole number": /^\d{1,10}$/,
  "a number": /^\d{1,5}(\.\d{1,4})?$/,
};

function numberFrom(min: number, max: number, kind: keyof typeof numbers = "a whole number") {
  const parse = (text: string) => {
    const value = Number(text);
    const isInside = value >= min && value <= max;
    return isInside && numbers[kind].test(text) ? value : undefined;
  };
  return reader(parse, `${kind} from ${min} to ${max}`);
}

const issueNumber = numberFrom(1, 2_147_483_647);

/** The number of an issue or pull request, or the word for the issue that the action keeps itself. */
const issue: Reader<number | "dashboard"> = (text) => {
  if (text === "dashboard") return { value: text };
  const number = issueNumber(text);
  return "value" in number ? number : { expected: "dashboard, or the number of an issue" };
};

function split(text: string): string[] {
  const entries = text.split(/[,\n]/).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
}

function listOf(entry: RegExp, expected: string): Reader<readonly string[]> {
  return reader((text) => {
    const entries = split(text);
    return entries.every((each) => entry.test(each)) ? entries : undefined;
  }, expected);
}

/** Some of the words, in their order, or `none` alone for an empty list. */
function someOf<Word extends string>(...words: readonly Word[]): Reader<readonly Word[]> {
  const parse = (text: string) => {
    const given = split(text);
    const value = words.filter((word) => given.includes(word));
    const known: readonly string[] = given.length === 1 ? [...value, "none"] : value;
    const isValid = given.length > 0 && given.every((entry) => known.includes(entry));
    return isValid ? value : undefined;
  };
  return reader(parse, `any of ${words.join(", ")}, or none alone`);
}

/** A list of patterns for paths. At least one must not begin with `!`. */
const pathPatterns: Reader<readonly string[]> = (text) => {
  const value = split(text);
  const expected = "patterns as in the paths of a workflow:";
  const wrong = value.find((pattern) => !isPathPattern(pattern));
  if (wrong !== undefined) return { expected: `${expected} “${oneLine(wrong, 80)}” is none` };
  const excludesAll = value.length > 0 && value.every(isExclusion);
  return excludesAll ? { expected: `${expected} one at least without !` } : { value };
};

/** An address without user, password, query and fragment. `isAllowed` says more about it. */
function address(isAllowed: (url: URL) => boolean, expected: string | RichText): Reader<URL> {
  return reader((text) => {
    const url = URL.parse(text);
    const isBare = url?.username === "" && url.password === "" && !/[?#]/.test(text);
    return isBare && isAllowed(url) ? url : undefined;
  }, expected);
}

/** The service adds the version itself; plain `http:` only to hosts that never leave the machine. */
function isServiceUrl({ protocol, hostname, pathname }: URL): boolean {
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const isPrivate = protocol === "https:" || (protocol === "http:" && isLoopback);
  return isPrivate && !/\/v[12]\/?$/.test(pathname);
}

/** The site's name and the start of its links. A host with other characters would not read as a name. */
function isSiteUrl({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && /^[a-z0-9._-]+$/.test(hostname);
}

/** `thread`, `new` or a name. One that differs from these words in case alone, such as `New`, is a typing mistake. */
const conversation = reader((text) => {
  const isWord = /^(thread|new)$/.test(text);
  const isName = /^(?!(thread|new)$)[\w.-]{1,50}$/i.test(text);
  return isWord || isName ? text : undefined;
}, "thread, new, or a name of at most 50 letters, digits, -, _ and .");

/** A date or a moment, in epoch ms. */
const moment = reader(parseMoment, "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601");

/**
 * What stands on a side of the dots. A `:` would name a commit of another repository, and with more dots there would be
 * several ways to split the text; git allows neither in the name of a ref (git-scm.com, "git check-ref-format").
 */
const refName = /^(?!\.|.*\.\.)[^\s\p{C}:]{1,250}(?<!\.)$/u;

/** Two commits, as `base...head`, or what is not documented yet. */
const refRange = reader((text) => {
  if (text === "since-last") return text;
  const [base = "", head = "", ...rest] = text.split("...");
  const isRange = rest.length === 0 && refName.test(base) && refName.test(head);
  return isRange ? { base, head } : undefined;
}, "since-last, or base...head: two refs, tags or commits of this repository");

/** Days to look back on, at most a year of them, or what people call a period. */
const period = reader((text) => {
  const [, days] = /^([1-9]\d{0,2})d$/.exec(text) ?? [];
  const isName = text === "last-week" || text === "last-month";
  return isName || Number(days) <= 366 ? text : undefined;
}, "Nd with N from 1 to 366, last-week or last-month");

const key = /^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/;
/** A segment in the path of the service's URLs, where `.` and `..` would change the path. */
const projectId = /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/;
const token = /^[\x21-\x7e]*$/;
const phrase = /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u;
const reportFile = /\.(csv|json|md)$/i;

/** What is known of an input: the mode that uses it, its default, and how its text is read. */
type InputRow<M, T> = { mode: M; default: string; read: Reader<T> };

function rowsOf<M extends Mode | "both">(mode: M) {
  return <T>(read: Reader<T>, standard = ""): InputRow<M, T> => ({
    mode,
    default: standard,
    read,
  });
}
const both = rowsOf("both");
const agent = rowsOf("agent");
const visitors = rowsOf("visitors");

/** Every input, in the order of action.yml: how it is read, and its default. A test compares the two. */
export const inputTable = {
  "api-key": both(matching(key, "an admin API key")),
  "project-id": both(matching(projectId, "the project ID from the API keys page of the dashboard")),
  "base-url": both(
    address(
      isServiceUrl,
      richText`an https: address without a version, such as ${code(mintlifyUrl)}`,
    ),
    mintlifyUrl,
  ),
  mode: both(choice("agent", "visitors"), "agent"),
  "github-token": both(matching(token, "a token")),
  "issue-number": both(optional(issue)),
  prompt: agent(visibleText),
  "prompt-file": agent(anyText),
  "job-id": agent(optional(matching(idPattern, "the id of a job, as in the output jobId"))),
  "trigger-phrase": both(
    matching(phrase, "1 to 50 visible characters on one line, not starting with >"),
    "/docs-agent",
  ),
  "required-permission": agent(choice(...roles), "write"),
  "allowed-users": agent(listOf(loginPattern, "exact logins without wildcards, bots as name[bot]")),
  context: agent(choice("auto", "none", "reference", "diff"), "auto"),
  "diff-range": agent(optional(refRange)),
  "diff-paths": agent(pathPatterns),
  conversation: agent(conversation, "thread"),
  comment: both(choice("auto", "new", "never"), "auto"),
  mention: agent(flag, "true"),
  wait: agent(flag, "true"),
  "timeout-minutes": both(numberFrom(0.01, 7200, "a number"), "30"),
  "poll-interval-seconds": agent(optional(numberFrom(1, 3600, "a number"))),
  "fail-on": agent(someOf(...failable), "failed,timeout"),
  "dry-run": both(flag, "false"),
  period: visitors(period, "7d"),
  "date-from": visitors(optional(moment)),
  "date-to": visitors(optional(moment)),
  compare: visitors(flag, "true"),
  trend: visitors(numberFrom(0, 52), "8"),
  top: visitors(numberFrom(0, 1000), "10"),
  "max-requests": visitors(numberFrom(1, 1000), "60"),
  "site-url": visitors(
    optional(address(isSiteUrl, "an http(s) address without user, password, query and fragment")),
  ),
  "ignore-paths": visitors(pathPatterns),
  signals: visitors(someOf(...signals), "feedback,questions"),
  quotes: visitors(numberFrom(0, 5), "0"),
  "report-file": visitors(
    listOf(reportFile, "paths in the workspace that end in .csv, .json or .md"),
  ),
} as const;

type Table = typeof inputTable;
export type InputName = keyof Table;

export type InputValues = {
  [Name in InputName]: Table[Name]["read"] extends Reader<infer Value> ? Value : never;
};

/** The names of the inputs of a mode, or of both. */
export type NamesOf<M extends Mode | "both"> = {
  [Name in InputName]: Table[Name]["mode"] extends M ? Name : never;
}[InputName];

/** The same table, whose rows know which input they belong to. */
export const inputRows: {
  readonly [Name in InputName]: InputRow<Mode | "both", InputValues[Name]>;
} = inputTable;

/** The names of all inputs, in the order of action.yml. */
export const inputNames = keysOf(inputTable);
