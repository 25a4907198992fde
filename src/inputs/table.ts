import { loginPattern } from "../github/logins.ts";
import { roles } from "../github/permission.ts";
import { mintlifyUrl } from "../names.ts";
import { failable, keysOf } from "../outcomes.ts";
import { idPattern } from "../service/schemas.ts";
import {
  address,
  anyText,
  choice,
  conversation,
  decimal,
  flag,
  listOf,
  matching,
  moment,
  optional,
  pathPatterns,
  type Reader,
  refRange,
  someOf,
  visibleText,
  wholeNumber,
} from "./values.ts";

/** The two modes of the action. */
export type Mode = "agent" | "visitors";

/** What the service knows of pages beyond their visitors: the values of the input `signals`. */
export const signals = ["feedback", "questions", "searches"] as const;
export type Signal = (typeof signals)[number];

/** What is known of an input: the mode that uses it, its default, and how its text is read. */
type InputRow<M, T> = { mode: M; default: string; read: Reader<T> };

const rowOf =
  <M extends Mode | "both">(mode: M) =>
  <T>(read: Reader<T>, standard = ""): InputRow<M, T> => ({ mode, default: standard, read });
const [both, agent, visitors] = [rowOf("both"), rowOf("agent"), rowOf("visitors")];

/** Every input, in the order of action.yml: how it is read, and its default. A test compares the two. */
export const inputTable = {
  "api-key": both(
    matching(/^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/, "an admin API key, without white space in it"),
  ),
  "project-id": both(
    // A segment in the path of the service's URLs; `.` and `..` would change the path.
    matching(
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
  "github-token": both(anyText),
  "issue-number": both(optional(wholeNumber(1, 2_147_483_647))),
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
  "docs-repository": visitors(
    optional(matching(/^[\w-]+\/(?!\.{1,2}$)[\w.-]{1,100}$/, "owner/name, a repository on this GitHub")),
  ),
  "report-file": visitors(
    listOf(/\.(csv|json|md)$/i, "paths in the workspace that end in .csv, .json or .md"),
  ),
} as const;

type Table = typeof inputTable;
export type InputName = keyof Table;

/** The value of each input. */
export type InputValues = {
  [Name in InputName]: Table[Name]["read"] extends Reader<infer Value> ? Value : never;
};

/** The names of the inputs of a mode, or of both. */
export type NamesOf<M extends Mode | "both"> = {
  [Name in InputName]: Table[Name]["mode"] extends M ? Name : never;
}[InputName];

/** The same table, whose rows know which input they belong to. */
export const inputRows: { readonly [Name in InputName]: InputRow<Mode | "both", InputValues[Name]> } =
  inputTable;

/** The names of all inputs, in the order of action.yml. */
export function inputNames(): InputName[] {
  return keysOf(inputTable);
}

/** The service adds the version itself; plain `http:` only to hosts that never leave the machine. */
function isServiceUrl({ protocol, hostname, pathname }: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return (protocol === "https:" || (protocol === "http:" && isLoopback)) && !/\/v[12]\/?$/.test(pathname);
}

/** The site's name and the start of its links. A host with other characters would not read as a name. */
function isSiteUrl({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && /^[a-z0-9._-]+$/.test(hostname);
}
