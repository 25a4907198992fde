import * as z from "zod/mini";
import { parseMoment } from "../dates.ts";
import { loginPattern } from "../github/logins.ts";
import { isExclusion, pathPatternProblem } from "../path-patterns.ts";
import { failable } from "../result.ts";
import { idPattern } from "../service/schemas.ts";
import { shorten } from "../text/shorten.ts";

/** Every input with its default, in the order of action.yml. A test compares the two. */
export const inputDefaults = {
  "api-key": "",
  "project-id": "",
  "base-url": "https://api.mintlify.com",
  mode: "agent",
  "github-token": "",
  "issue-number": "",
  prompt: "",
  "prompt-file": "",
  "job-id": "",
  "trigger-phrase": "/docs-agent",
  "required-permission": "write",
  "allowed-users": "",
  context: "auto",
  "diff-range": "",
  "diff-paths": "",
  conversation: "thread",
  comment: "auto",
  mention: "true",
  wait: "true",
  "timeout-minutes": "30",
  "poll-interval-seconds": "",
  "fail-on": "failed,timeout",
  "dry-run": "false",
  period: "7d",
  "date-from": "",
  "date-to": "",
  compare: "true",
  trend: "8",
  top: "10",
  "max-requests": "60",
  "site-url": "",
  "ignore-paths": "",
  "report-file": "",
} as const;
export type InputName = keyof typeof inputDefaults;

/** The inputs that only one of the two modes uses. */
export const inputsOfMode = {
  agent: [
    "prompt",
    "prompt-file",
    "job-id",
    "required-permission",
    "allowed-users",
    "context",
    "diff-range",
    "diff-paths",
    "conversation",
    "mention",
    "wait",
    "poll-interval-seconds",
    "fail-on",
  ],
  visitors: [
    "period",
    "date-from",
    "date-to",
    "compare",
    "trend",
    "top",
    "max-requests",
    "site-url",
    "ignore-paths",
    "report-file",
  ],
} as const satisfies Record<string, readonly InputName[]>;

const choice = <const T extends readonly [string, ...string[]]>(...allowed: T) =>
  z.enum(allowed, { error: `one of ${allowed.join(", ")}` });

const flag = z.pipe(
  // The booleans of the YAML 1.2 core schema, as the toolkit's getBooleanInput takes them.
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
const whole = (min: number, max: number) =>
  number(min, max, `a whole number from ${min} to ${max}`, /^\d{1,10}$/);
const decimal = (min: number, max: number) =>
  number(min, max, `a number from ${min} to ${max}`, /^\d{1,5}(\.\d{1,4})?$/);

const optional = <S extends z.ZodMiniType<unknown, string>>(schema: S) =>
  z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => undefined),
    ),
    schema,
  ]);

const listOf = (item: RegExp, expected: string) =>
  z.pipe(
    z.string().check(z.refine((text) => split(text).every((entry) => item.test(entry)), { error: expected })),
    z.transform(split),
  );

const matching = (pattern: RegExp, expected: string) =>
  z.string().check(z.regex(pattern, { error: expected }));

const moment = z.string().check(
  z.refine((text) => text === "" || parseMoment(text) !== undefined, {
    error: "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601",
  }),
);

/** `problemOf` says why a pattern cannot be used, as a part of a sentence. */
const pathPatterns = (problemOf: (pattern: string) => string | undefined) =>
  z.pipe(
    z.string().check(
      z.refine((text) => pathsProblem(text, problemOf) === undefined, {
        error: ({ input }) =>
          `patterns as in the paths of a workflow: ${pathsProblem(String(input), problemOf) ?? "any"}`,
      }),
    ),
    z.transform(split),
  );

/** A segment in the path of the service's URLs; `.` and `..` would change the path. */
const pathSegment = (expected: string) => matching(/^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/, expected);

const expectedKey = "an admin API key of 8 or more visible ASCII characters";

/** What each input takes. The error messages continue the sentence “expected …”. */
export const inputSchema = z.object({
  "api-key": optional(matching(/^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/, expectedKey)),
  "project-id": optional(pathSegment("the project identifier from the API keys page of the dashboard")),
  "base-url": z.pipe(
    z.string().check(
      z.refine(isBaseUrl, {
        error: "an https: address without user, password, query and fragment (http: only for loopback)",
      }),
    ),
    z.transform((text: string) => new URL(text)),
  ),
  mode: choice("agent", "visitors"),
  "github-token": z.string(),
  "issue-number": optional(whole(1, 2_147_483_647)),
  prompt: z.string(),
  "prompt-file": z.string(),
  "job-id": optional(matching(idPattern, "the id of a job, as in the output jobId")),
  "trigger-phrase": matching(
    /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u,
    "1 to 50 visible characters on one line, not starting with >",
  ),
  "required-permission": choice("read", "triage", "write", "maintain", "admin"),
  "allowed-users": listOf(loginPattern, "exact logins without wildcards, bots as name[bot]"),
  context: choice("auto", "none", "reference", "diff"),
  "diff-range": optional(
    z.pipe(
      z.string().check(
        z.refine((text) => parseRange(text) !== undefined, {
          error: "base...head, two refs, tags or commits of this repository with three dots between them",
        }),
      ),
      z.transform((text: string) => parseRange(text) ?? { base: "", head: "" }),
    ),
  ),
  "diff-paths": pathPatterns((pattern) => pathPatternProblem(pattern) ?? whyNoFile(pattern)),
  conversation: z
    .string()
    .check(
      z.refine(isConversation, { error: "thread, new, or a name of at most 50 letters, digits, -, _ and ." }),
    ),
  comment: choice("auto", "new", "never"),
  mention: flag,
  wait: flag,
  "timeout-minutes": decimal(0.01, 7200),
  "poll-interval-seconds": optional(decimal(1, 3600)),
  "fail-on": z.pipe(
    z.string().check(z.refine(isFailOn, { error: `any of ${failable.join(", ")}, or none alone` })),
    z.transform((text: string) => failable.filter((result) => split(text).includes(result))),
  ),
  "dry-run": flag,
  period: matching(
    /^([1-9]\d{0,1}d|[12]\d\dd|3[0-5]\dd|36[0-6]d|last-week|last-month)$/,
    "Nd with N from 1 to 366, last-week or last-month",
  ),
  "date-from": moment,
  "date-to": moment,
  compare: flag,
  trend: whole(0, 52),
  top: whole(0, 1000),
  "max-requests": whole(1, 1000),
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
  "report-file": listOf(/\.(csv|json|md)$/i, "paths in the workspace that end in .csv, .json or .md"),
});

/** Splits a list at commas and newlines. */
function split(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/**
 * Parses `base...head`. A `:` would name a commit of another repository, and with more dots there would be several ways
 * to split the text; git allows neither in the name of a ref (git-scm.com, "git check-ref-format").
 */
function parseRange(text: string): { base: string; head: string } | undefined {
  const [base = "", head = "", ...rest] = text.split("...");
  const isName = (name: string) => /^(?!\.)[^\s\p{C}:]{1,250}(?<!\.)$/u.test(name) && !name.includes("..");
  return rest.length === 0 && isName(base) && isName(head) ? { base, head } : undefined;
}

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

/** Why no file of a repository matches a pattern. A workflow takes it without a word, and nothing would ever be sent. */
function whyNoFile(pattern: string): string | undefined {
  const plain = pattern.replace(/^!/, "").replace(/\\./gsu, "");
  if (/^\.?\//.test(plain)) return "no path in a repository starts with / or ./";
  if (plain.endsWith("/")) return "it names a folder, and only paths of files are compared";
  // The comma of a list in braces splits it.
  const isHalfList = plain.split("{").length !== plain.split("}").length;
  return isHalfList ? "there are no lists in braces" : undefined;
}

/** A name that differs from a keyword in case alone is a typing mistake. */
function isConversation(text: string): boolean {
  if (text === "thread" || text === "new") return true;
  return /^[\w.-]{1,50}$/.test(text) && !["thread", "new"].includes(text.toLowerCase());
}

function isFailOn(text: string): boolean {
  const entries = split(text);
  if (entries.includes("none")) return entries.length === 1;
  return entries.length > 0 && entries.every((entry) => failable.some((result) => result === entry));
}

function isBaseUrl(text: string): boolean {
  const url = plainUrl(text);
  if (url === undefined) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** The site's name and the start of its links. A host with other characters would not read as a name. */
function isSiteUrl(text: string): boolean {
  const url = plainUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && /^[a-z0-9._-]+$/.test(url.hostname);
}

/** The address, if it has no user, password, query and fragment. */
function plainUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || /[?#]/.test(text)) return undefined;
  return url;
}

/** True for hosts that never leave the machine. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}
