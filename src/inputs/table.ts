import { loginPattern } from "../github/logins.ts";
import { roles } from "../github/permission.ts";
import { mintlifyUrl } from "../names.ts";
import { failable, keysOf } from "../outcomes.ts";
import { idPattern } from "../service/schemas.ts";
import {
  choice,
  filePatterns,
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

/** What the service knows of pages beyond their visitors: the values of the input `signals`. */
export const signals = ["feedback", "questions", "searches"] as const;
export type Signal = (typeof signals)[number];

const key = /^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/;
/** A segment in the path of the service's URLs, where `.` and `..` would change the path. */
const projectId = /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/;
const token = /^[\x21-\x7e]*$/;
const phrase = /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u;
/** No dash of a YAML list in front, and no two paths on one line: each would write a file that nobody looks for. */
const reportFile = /^(?!- |.*\.(?:csv|json|md)\s).*\.(csv|json|md)$/i;

/** What is known of an input: how its text is read, and the text that stands for an empty one. */
type InputRow<T> = { reader: Reader<T>; default: string };

function input<T>(reader: Reader<T>, standard = ""): InputRow<T> {
  return { reader, default: standard };
}

/** Every input, in the order of action.yml; those from `period` on are the report's. A test compares the two. */
export const inputTable = {
  "api-key": input(matching(key, "an admin API key")),
  "project-id": input(
    matching(projectId, "the project ID from the API keys page of the dashboard"),
  ),
  "base-url": input(serviceAddress, mintlifyUrl),
  mode: input(choice("agent", "visitors"), "agent"),
  "github-token": input(matching(token, "a token")),
  "issue-number": input(optional(issue)),
  prompt: input(visibleText),
  "prompt-file": input(visibleText),
  "job-id": input(optional(matching(idPattern, "the id of a job, as in the output jobId"))),
  "trigger-phrase": input(
    matching(phrase, "1 to 50 visible characters on one line, not starting with >"),
    "/docs-agent",
  ),
  "required-permission": input(choice(...roles), "write"),
  "allowed-users": input(
    listOf(
      loginPattern,
      "exact logins without wildcards, bots as name[bot], or nothing for nobody",
    ),
  ),
  context: input(choice("auto", "none", "reference", "diff"), "auto"),
  "diff-range": input(optional(refRange)),
  "diff-paths": input(filePatterns),
  conversation: input(
    matching(/^[\w.-]{1,50}$/, "thread, new, or a name of at most 50 letters, digits, -, _ and ."),
    "thread",
  ),
  matrix: input(visibleText),
  comment: input(choice("auto", "new", "never"), "auto"),
  mention: input(flag, "true"),
  wait: input(flag, "true"),
  "timeout-minutes": input(numberFrom(0.01, 7200, "a number"), "30"),
  "poll-interval-seconds": input(optional(numberFrom(1, 3600, "a number"))),
  "fail-on": input(someOf(...failable), "failed,timeout"),
  "dry-run": input(flag, "false"),
  period: input(period, "7d"),
  "date-from": input(optional(moment)),
  "date-to": input(optional(moment)),
  compare: input(flag, "true"),
  trend: input(numberFrom(0, 52), "8"),
  top: input(numberFrom(0, 1000), "10"),
  "max-requests": input(numberFrom(1, 1000), "60"),
  "site-url": input(optional(siteAddress)),
  "ignore-paths": input(pathPatterns),
  signals: input(someOf(...signals), "feedback,questions"),
  quotes: input(numberFrom(0, 5), "0"),
  "report-file": input(listOf(reportFile, "paths in the workspace that end in .csv, .json or .md")),
} as const;

type Table = typeof inputTable;
export type InputName = keyof Table;

export type InputValues = {
  [Name in InputName]: Table[Name]["reader"] extends Reader<infer Value> ? Value : never;
};

/** The same table in a type by which a function for any input knows that its reader gives the value of just that input. */
export const inputRows: {
  readonly [Name in InputName]: InputRow<InputValues[Name]>;
} = inputTable;

/** The names of all inputs, in the order of action.yml. */
export const inputNames = keysOf(inputTable);
