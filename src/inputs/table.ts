import { parseMoment } from "../dates.ts";
import { loginPattern } from "../github/logins.ts";
import { isExclusion, isPathPattern } from "../github/path-patterns.ts";
import { roles } from "../github/permission.ts";
import { mintlifyUrl } from "../names.ts";
import { failable, keysOf } from "../outcomes.ts";
import { idPattern } from "../service/schemas.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { flawOf } from "../text/secrets.ts";
import { shorten } from "../text/words.ts";

export type Mode = "agent" | "visitors";

/** What the service knows of pages beyond their visitors: the values of the input `signals`. */
export const signals = ["feedback", "questions", "searches"] as const;
export type Signal = (typeof signals)[number];

/** The value of a text, or what was expected instead, in words that continue the sentence “expected …”. */
type Reading<T> = { value: T } | { expected: string };

type Reader<T> = (text: string) => Reading<T>;

const anyText: Reader<string> = (text) => ({ value: text });

/** A text without its invisible parts. Empty text is valid; text that is all invisible is not. */
const visibleText: Reader<string> = (text) => {
  const visible = stripHidden(text).trim();
  return text !== "" && visible === ""
    ? { expected: "text that people can see" }
    : { value: visible };
};

function matching(pattern: RegExp, expected: string): Reader<string> {
  return (text) => (pattern.test(text) ? { value: text } : { expected });
}

/** A saved value, alone: what was pasted beside it would be sent, and a secret in it would not be masked. */
function saved(pattern: RegExp, expected: string): Reader<string> {
  return (text) =>
    text === "" || flawOf(text) === undefined ? matching(pattern, expected)(text) : { expected };
}

function choice<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (text) => {
    const value = words.find((word) => word === text);
    return value === undefined ? { expected: `one of ${words.join(", ")}` } : { value };
  };
}

/** A boolean of the YAML 1.2 core schema, which the toolkit takes too. */
const flag: Reader<boolean> = (text) =>
  /^(true|True|TRUE|false|False|FALSE)$/.test(text)
    ? { value: text.toLowerCase() === "true" }
    : { expected: "true or false" };

function wholeNumber(min: number, max: number): Reader<number> {
  return numberLike(/^\d{1,10}$/, min, max, `a whole number from ${min} to ${max}`);
}

function decimal(min: number, max: number): Reader<number> {
  return numberLike(/^\d{1,5}(\.\d{1,4})?$/, min, max, `a number from ${min} to ${max}`);
}

function numberLike(pattern: RegExp, min: number, max: number, expected: string): Reader<number> {
  return (text) => {
    const value = Number(text);
    return pattern.test(text) && value >= min && value <= max ? { value } : { expected };
  };
}

/** The number of an issue or pull request, or the word for the issue that the action keeps itself. */
const issue: Reader<number | "dashboard"> = (text) => {
  if (text === "dashboard") return { value: text };
  const number = wholeNumber(1, 2_147_483_647)(text);
  return "value" in number ? number : { expected: `dashboard, or ${number.expected}` };
};

/** What `read` takes, or `undefined` for an input that is empty. */
function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (text) => (text === "" ? { value: undefined } : read(text));
}

function listOf(entry: RegExp, expected: string): Reader<readonly string[]> {
  return (text) => {
    const entries = split(text);
    return entries.every((each) => entry.test(each)) ? { value: entries } : { expected };
  };
}

/** Some of the words, in their order, or `none` alone for an empty list. */
function someOf<Word extends string>(...words: readonly Word[]): Reader<readonly Word[]> {
  return (text) => {
    const given = split(text);
    const value = words.filter((word) => given.includes(word));
    const isValid =
      given.length > 0 && given.every((entry) => value.some((word) => word === entry));
    if (isValid || (given.length === 1 && given[0] === "none")) return { value };
    return { expected: `any of ${words.join(", ")}, or none alone` };
  };
}

/** A list of patterns for paths. At least one must not begin with `!`. */
const pathPatterns: Reader<readonly string[]> = (text) => {
  const value = split(text);
  const expected = "patterns as in the paths of a workflow:";
  const wrong = value.find((pattern) => !isPathPattern(pattern));
  if (wrong !== undefined) return { expected: `${expected} “${onOneLine(wrong)}” is none` };
  return value.length > 0 && value.every(isExclusion)
    ? { expected: `${expected} at least one of them must not start with !` }
    : { value };
};

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
function address(isAllowed: (url: URL) => boolean, expected: string): Reader<URL> {
  return (text) => {
    const url = URL.parse(text);
    const isBare = url !== null && url.username === "" && url.password === "" && !/[?#]/.test(text);
    return isBare && isAllowed(url) ? { value: url } : { expected };
  };
}

/** `thread`, `new` or a name. One that differs from these words in case alone, such as `New`, is a typing mistake. */
const conversation: Reader<string> = (text) =>
  /^(thread|new)$/.test(text) || /^(?!(thread|new)$)[\w.-]{1,50}$/i.test(text)
    ? { value: text }
    : { expected: "thread, new, or a name of at most 50 letters, digits, -, _ and ." };

/** A date or a moment, in epoch ms. */
const moment: Reader<number> = (text) => {
  const value = parseMoment(text);
  const expected = "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601";
  return value === undefined ? { expected } : { value };
};

/**
 * Two commits, as `base...head`, or what is not documented yet. A `:` would name a commit of another repository, and with
 * more dots there would be several ways to split the text; git allows neither in the name of a ref (git-scm.com, "git
 * check-ref-format").
 */
const refRange: Reader<{ base: string; head: string } | "since-last"> = (text) => {
  if (text === "since-last") return { value: text };
  const [base = "", head = "", ...rest] = text.split("...");
  const isName = (name: string) =>
    /^(?!\.)[^\s\p{C}:]{1,250}(?<!\.)$/u.test(name) && !name.includes("..");
  if (rest.length === 0 && isName(base) && isName(head)) return { value: { base, head } };
  const expected =
    "base...head: two refs, tags or commits of this repository with three dots between them";
  return { expected: `since-last, or ${expected}` };
};

/** What is known of an input: the mode that uses it, its default, and how its text is read. */
type InputRow<M, T> = { mode: M; default: string; read: Reader<T> };

const rowOf =
  <M extends Mode | "both">(mode: M) =>
  <T>(read: Reader<T>, standard = ""): InputRow<M, T> => ({ mode, default: standard, read });
const [both, agent, visitors] = [rowOf("both"), rowOf("agent"), rowOf("visitors")];

/** Every input, in the order of action.yml: how it is read, and its default. A test compares the two. */
export const inputTable = {
  "api-key": both(saved(/^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/, "an admin API key")),
  "project-id": both(
    // A segment in the path of the service's URLs; `.` and `..` would change the path.
    saved(
      /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/,
      "the project identifier from the API keys page of the dashboard",
    ),
  ),
  "base-url": both(
    address(
      isServiceUrl,
      "an https: address without version, user, password, query and fragment (http: only for loopback)",
    ),
    mintlifyUrl,
  ),
  mode: both(choice("agent", "visitors"), "agent"),
  "github-token": both(saved(/^[\x21-\x7e]*$/, "a token")),
  "issue-number": both(optional(issue)),
  prompt: agent(visibleText),
  "prompt-file": agent(anyText),
  "job-id": agent(optional(matching(idPattern, "the id of a job, as in the output jobId"))),
  "trigger-phrase": both(
    matching(
      /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u,
      "1 to 50 visible characters on one line, not starting with >",
    ),
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
  "timeout-minutes": both(decimal(0.01, 7200), "30"),
  "poll-interval-seconds": agent(optional(decimal(1, 3600))),
  "fail-on": agent(someOf(...failable), "failed,timeout"),
  "dry-run": both(flag, "false"),
  period: visitors(
    matching(
      /^([1-9]\d?d|[12]\d\dd|3[0-5]\dd|36[0-6]d|last-week|last-month)$/,
      "Nd with N from 1 to 366, last-week or last-month",
    ),
    "7d",
  ),
  "date-from": visitors(optional(moment)),
  "date-to": visitors(optional(moment)),
  compare: visitors(flag, "true"),
  trend: visitors(wholeNumber(0, 52), "8"),
  top: visitors(wholeNumber(0, 1000), "10"),
  "max-requests": visitors(wholeNumber(1, 1000), "60"),
  "site-url": visitors(
    optional(address(isSiteUrl, "an http(s) address without user, password, query and fragment")),
  ),
  "ignore-paths": visitors(pathPatterns),
  signals: visitors(someOf(...signals), "feedback,questions"),
  quotes: visitors(wholeNumber(0, 5), "0"),
  "report-file": visitors(
    listOf(/\.(csv|json|md)$/i, "paths in the workspace that end in .csv, .json or .md"),
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

/** The service adds the version itself; plain `http:` only to hosts that never leave the machine. */
function isServiceUrl({ protocol, hostname, pathname }: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return (
    (protocol === "https:" || (protocol === "http:" && isLoopback)) && !/\/v[12]\/?$/.test(pathname)
  );
}

/** The site's name and the start of its links. A host with other characters would not read as a name. */
function isSiteUrl({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && /^[a-z0-9._-]+$/.test(hostname);
}
