/** What a request's failure means for the run: the key to the rules in `expected.ts`. */
export type Role =
  /** A POST to the service, which costs something. */
  | "create"
  | "message"
  /** Likewise, to a job from the thread's memory, which a new one may replace. */
  | "remembered message"
  /** Reads the job that is followed. */
  | "poll"
  /** Reads the job of an earlier attempt, to decide what to send. */
  | "re-run"
  /** Reads the job for `--status`. */
  | "status"
  /** The totals of the period, without which there is no report. */
  | "first page"
  /** Anything else of a report. */
  | "later page"
  | "other page"
  /** Decides who may command. */
  | "permission"
  /** Reads at GitHub what the run can do without. */
  | "courtesy reading"
  /** Writes at GitHub what the run can do without. */
  | "comment"
  | "edit"
  | "reaction";

/** What happens before the run whose request fails. */
export type Before =
  | "nothing"
  /** A job has been completed that the inputs name. */
  | "a job"
  /** The same command or report has been carried out without a fault. */
  | "a run"
  /** The same, and the run with the fault is a re-run of it. */
  | "an attempt";

/** A request that the action makes, with the run in which it makes it. */
export type RequestRow = {
  name: string;
  mode: "agent" | "visitors";
  side: "service" | "GitHub";
  role: Role;
  method: "GET" | "POST" | "PATCH";
  /** Looked for in path and query, made of the days of the report. */
  path: RegExp;
  /** How many such requests go well first. */
  after?: number;
  event: "comment" | "inline comment" | "dispatch";
  before: Before;
  prompt: string;
  with: Record<string, string>;
  /** How many documentation pages the site has. */
  pages?: number;
};

/** The run's time starts here: a Monday, long enough ago for the service to have every visitor. */
export const startOfTime = Date.UTC(2025, 10, 17, 9);
const period = "dateFrom=2025-11-10&dateTo=2025-11-17";
const previous = "dateFrom=2025-11-03&dateTo=2025-11-10";

const command: Pick<RequestRow, "mode" | "event" | "before" | "prompt" | "with"> = {
  mode: "agent",
  event: "comment",
  before: "nothing",
  prompt: "Describe the watch flag",
  with: {},
};
const service = { ...command, side: "service" as const };
const gitHub = { ...command, side: "GitHub" as const };
const report = { ...service, mode: "visitors" as const, event: "dispatch" as const, method: "GET" as const };
const reportComment = { ...report, side: "GitHub" as const, with: { "issue-number": "PULL" } };
const job = /\/job\/[^/]+$/;

/** Every request of the agent to the service. */
export const agentServiceRows: readonly RequestRow[] = [
  { ...service, name: "create the job", role: "create", method: "POST", path: /\/job$/ },
  {
    ...service,
    ...{ name: "send a message (job-id)", role: "message", method: "POST", path: /\/message$/ },
    ...{ before: "a job", with: { "job-id": "JOB" } },
  },
  {
    ...service,
    ...{ name: "send a message (thread)", role: "remembered message", method: "POST", path: /\/message$/ },
    before: "a run",
  },
  { ...service, name: "read the job, first", role: "poll", method: "GET", path: job },
  { ...service, name: "read the job, later", role: "poll", method: "GET", path: job, after: 3 },
  {
    ...service,
    ...{ name: "read the job, watching", role: "poll", method: "GET", path: job },
    ...{ event: "dispatch", before: "a job", prompt: "", with: { "job-id": "JOB" } },
  },
  {
    ...service,
    ...{ name: "read the job, re-run", role: "re-run", method: "GET", path: job },
    before: "an attempt",
  },
  {
    ...service,
    ...{ name: "read the job, --status", role: "status", method: "GET", path: job },
    ...{ before: "a run", prompt: "--status" },
  },
];

/** Every request of the visitors mode to the service. */
export const visitorsServiceRows: readonly RequestRow[] = [
  { ...report, name: "first page", role: "first page", path: new RegExp(`${period}.*limit=250&offset=0`) },
  {
    ...report,
    ...{ name: "later page", role: "later page", path: new RegExp(`${period}.*limit=250&offset=250`) },
    pages: 600,
  },
  {
    ...report,
    ...{ name: "first page, period before", role: "other page" },
    path: new RegExp(`${previous}.*limit=250&offset=0`),
  },
  {
    ...report,
    ...{ name: "later page, period before", role: "other page", pages: 600 },
    path: new RegExp(`${previous}.*limit=250&offset=250`),
  },
  { ...report, name: "point of the trend", role: "other page", path: /limit=1&/ },
];

/** Every request of the agent to GitHub. */
export const agentGitHubRows: readonly RequestRow[] = [
  { ...gitHub, name: "read the permission", role: "permission", method: "GET", path: /\/permission$/ },
  {
    ...gitHub,
    ...{
      name: "list the comments",
      role: "courtesy reading",
      method: "GET",
      path: /\/issues\/\d+\/comments/,
    },
  },
  {
    ...gitHub,
    ...{ name: "list review comments", role: "courtesy reading", method: "GET" },
    path: /\/pulls\/\d+\/comments/,
  },
  {
    ...gitHub,
    ...{ name: "list changed files", role: "courtesy reading", method: "GET", path: /\/pulls\/\d+\/files/ },
    with: { context: "diff" },
  },
  {
    ...gitHub,
    name: "create the comment",
    role: "comment",
    method: "POST",
    path: /\/issues\/\d+\/comments$/,
  },
  {
    ...gitHub,
    ...{ name: "reply in the review", role: "comment", method: "POST", path: /\/replies$/ },
    event: "inline comment",
  },
  { ...gitHub, name: "edit the comment", role: "edit", method: "PATCH", path: /\/issues\/comments\/\d+$/ },
  {
    ...gitHub,
    ...{ name: "edit the reply", role: "edit", method: "PATCH", path: /\/pulls\/comments\/\d+$/ },
    event: "inline comment",
  },
  { ...gitHub, name: "react", role: "reaction", method: "POST", path: /\/reactions$/ },
];

/** Every request of the visitors mode to GitHub. */
export const visitorsGitHubRows: readonly RequestRow[] = [
  {
    ...reportComment,
    ...{ name: "find the report", role: "courtesy reading", path: /\/issues\/\d+\/comments/ },
  },
  {
    ...reportComment,
    ...{ name: "create the report", role: "comment", method: "POST", path: /\/issues\/\d+\/comments$/ },
  },
  {
    ...reportComment,
    ...{ name: "sign the report", role: "edit", method: "PATCH", path: /\/issues\/comments\/\d+$/ },
  },
  {
    ...reportComment,
    ...{ name: "edit the report", role: "edit", method: "PATCH", path: /\/issues\/comments\/\d+$/ },
    before: "a run",
  },
];

/** All of them. */
export const requestRows: readonly RequestRow[] = [
  ...agentServiceRows,
  ...visitorsServiceRows,
  ...agentGitHubRows,
  ...visitorsGitHubRows,
];
