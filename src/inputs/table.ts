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

/** What is known of an input. An empty one, such as an empty expression, has its default. */
export type InputRow<T> = {
  /** The mode that uses it. */
  mode: Mode | "both";
  default: string;
  read: Reader<T>;
};

/** Every input, in the order of action.yml. A test compares the two. */
export const inputTable = {
  "api-key": {
    mode: "both",
    default: "",
    read: matching(
      /^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/,
      "an admin API key, without white space in it",
    ),
  },
  "project-id": {
    mode: "both",
    default: "",
    // A segment in the path of the service's URLs; `.` and `..` would change the path.
    read: matching(
      /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/,
      "the project identifier from the API keys page of the dashboard",
    ),
  },
  "base-url": {
    mode: "both",
    default: mintlifyUrl,
    read: address(
      isServiceUrl,
      "an https: address without version, user, password, query and fragment (http: only for loopback)",
    ),
  },
  mode: { mode: "both", default: "agent", read: choice("agent", "visitors") },
  "github-token": { mode: "both", default: "", read: anyText },
  "issue-number": { mode: "both", default: "", read: optional(wholeNumber(1, 2_147_483_647)) },
  prompt: { mode: "agent", default: "", read: visibleText },
  "prompt-file": { mode: "agent", default: "", read: anyText },
  "job-id": {
    mode: "agent",
    default: "",
    read: optional(matching(idPattern, "the id of a job, as in the output jobId")),
  },
  "trigger-phrase": {
    mode: "both",
    default: "/docs-agent",
    read: matching(
      /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u,
      "1 to 50 visible characters on one line, not starting with >",
    ),
  },
  "required-permission": { mode: "agent", default: "write", read: choice(...roles) },
  "allowed-users": {
    mode: "agent",
    default: "",
    read: listOf(loginPattern, "exact logins without wildcards, bots as name[bot]"),
  },
  context: { mode: "agent", default: "auto", read: choice("auto", "none", "reference", "diff") },
  "diff-range": { mode: "agent", default: "", read: optional(refRange) },
  "diff-paths": { mode: "agent", default: "", read: pathPatterns },
  conversation: { mode: "agent", default: "thread", read: conversation },
  comment: { mode: "both", default: "auto", read: choice("auto", "new", "never") },
  mention: { mode: "agent", default: "true", read: flag },
  wait: { mode: "agent", default: "true", read: flag },
  "timeout-minutes": { mode: "both", default: "30", read: decimal(0.01, 7200) },
  "poll-interval-seconds": { mode: "agent", default: "", read: optional(decimal(1, 3600)) },
  "fail-on": { mode: "agent", default: "failed,timeout", read: someOf(...failable) },
  "dry-run": { mode: "both", default: "false", read: flag },
  period: {
    mode: "visitors",
    default: "7d",
    read: matching(
      /^([1-9]\d?d|[12]\d\dd|3[0-5]\dd|36[0-6]d|last-week|last-month)$/,
      "Nd with N from 1 to 366, last-week or last-month",
    ),
  },
  "date-from": { mode: "visitors", default: "", read: optional(moment) },
  "date-to": { mode: "visitors", default: "", read: optional(moment) },
  compare: { mode: "visitors", default: "true", read: flag },
  trend: { mode: "visitors", default: "8", read: wholeNumber(0, 52) },
  top: { mode: "visitors", default: "10", read: wholeNumber(0, 1000) },
  "max-requests": { mode: "visitors", default: "60", read: wholeNumber(1, 1000) },
  "site-url": {
    mode: "visitors",
    default: "",
    read: optional(address(isSiteUrl, "an http(s) address without user, password, query and fragment")),
  },
  "ignore-paths": { mode: "visitors", default: "", read: pathPatterns },
  signals: { mode: "visitors", default: "feedback,questions", read: someOf(...signals) },
  "docs-repository": {
    mode: "visitors",
    default: "",
    read: optional(
      matching(/^[\w-]+\/(?!\.{1,2}$)[\w.-]{1,100}$/, "owner/name, a repository on this GitHub"),
    ),
  },
  "report-file": {
    mode: "visitors",
    default: "",
    read: listOf(/\.(csv|json|md)$/i, "paths in the workspace that end in .csv, .json or .md"),
  },
} as const satisfies Record<string, InputRow<unknown>>;

type Table = typeof inputTable;
export type InputName = keyof Table;

/** The value of each input. */
export type InputValues = {
  -readonly [Name in InputName]: Table[Name]["read"] extends Reader<infer Value> ? Value : never;
};

/** The names of the inputs of a mode, or of both. */
export type NamesOf<M extends Mode | "both"> = {
  [Name in InputName]: Table[Name]["mode"] extends M ? Name : never;
}[InputName];

/** The same table, whose rows know which input they belong to. */
export const inputRows: { readonly [Name in InputName]: InputRow<InputValues[Name]> } = inputTable;

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
