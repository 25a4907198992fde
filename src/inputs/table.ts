import { loginPattern } from "../github/logins.ts";
import { roles } from "../github/permission.ts";
import { mintlifyUrl } from "../names.ts";
import { failable, keysOf } from "../outcomes.ts";
import { idPattern } from "../service/schemas.ts";
import {
  anyText,
  choice,
  conversation,
  flag,
  issue,
  listOf,
  matching,
  moment,
  numberFrom,
  optional,
  pathPatterns,
  period,
  type Reader,
  refRange,
  serviceAddress,
  siteAddress,
  someOf,
  visibleText,
} from "./readers.ts";

export type Mode = "agent" | "visitors";

/** What the service knows of pages beyond their visitors: the values of the input `signals`. */
export const signals = ["feedback", "questions", "searches"] as const;
export type Signal = (typeof signals)[number];

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
  "base-url": both(serviceAddress, mintlifyUrl),
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
  "site-url": visitors(optional(siteAddress)),
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
