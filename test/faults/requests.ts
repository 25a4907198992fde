import { type Signal, signals } from "../../src/service/signal-schemas.ts";

/** What a request is for, which decides what its failure means: the key to the rules in `expected.ts`. */
export type Role =
  /** A POST to the service, which costs something. */
  | "create"
  | "message"
  /** A message to a job from the thread's marker, which a new job may replace. */
  | "thread message"
  /** Reads the job that the run waits for. */
  | "poll"
  /** Reads the job of an earlier attempt, to decide what to send. */
  | "re-run"
  /** Reads the thread's job before a follow-up. */
  | "look"
  /** Reads the job for `--status`. */
  | "status"
  /** The totals of the period, without which there is no report. */
  | "first page"
  /** Another page of the period, or any page of another period. */
  | "later page"
  | "other page"
  /** A page of what else the service knows, which the report can do without. */
  | "signal"
  /** Decides who may command. */
  | "permission"
  /** Best-effort at GitHub: the run can do without. */
  | "read"
  /** Reads the changed files that decide whether a prompt is sent. */
  | "changed files"
  | "comment"
  | "edit"
  | "reaction"
  /** Reads the documentation pull request, or links it to the thread: what fails there is a notice at most. */
  | "docs pull request";

/** What happens before the run whose request fails. */
export type Setup =
  | "nothing"
  /** A job that the inputs name has been completed. */
  | "a job"
  /** The same command or report has been carried out without a fault. */
  | "a run"
  /** The same, and the run with the fault is a re-run of it. */
  | "an attempt";

/** A request that the action makes, with the run in which it makes it. */
export type RequestCase = {
  name: string;
  mode: "agent" | "visitors";
  side: "service" | "GitHub";
  role: Role;
  method: "GET" | "POST" | "PATCH";
  /** Looked for in path and query. */
  path: RegExp;
  /** How many such requests go well first. */
  after: number;
  event: "comment" | "inline comment" | "dispatch" | "release";
  setup: Setup;
  prompt: string;
  /** Inputs; `JOB` and `PULL` stand for the id of the job and the number of the pull request. In `prompt`, `DOCS` stands for the address of the documentation pull request. */
  with: Record<string, string>;
  /** How many documentation pages the site has. */
  pages?: number;
  /** What a page with the role `signal` is of. */
  signal?: Signal;
};

/** The time at which every run starts: a Monday, long enough ago for the service to have every visitor. */
export const startTime = Date.UTC(2025, 10, 17, 9);

/** A branch that changes more files than GitHub lists. */
export const manyFiles = "many-files";

type Where = Pick<RequestCase, "mode" | "side" | "event">;
type More = Partial<Pick<RequestCase, "after" | "event" | "setup" | "prompt" | "with" | "pages" | "signal">>;
type Define = (
  name: string,
  role: Role,
  method: RequestCase["method"],
  path: RegExp,
  more?: More,
) => RequestCase;

function requestsOf(where: Where, defaults: More = {}): Define {
  const usual = { after: 0, setup: "nothing" as const, prompt: "Describe the watch flag", with: {} };
  return (name, role, method, path, more) => {
    return { ...usual, ...where, ...defaults, ...more, name, role, method, path };
  };
}

const service = requestsOf({ mode: "agent", side: "service", event: "comment" });
const gitHub = requestsOf({ mode: "agent", side: "GitHub", event: "comment" });
const report = requestsOf({ mode: "visitors", side: "service", event: "dispatch" });
const reportComment = requestsOf(
  { mode: "visitors", side: "GitHub", event: "dispatch" },
  { with: { "issue-number": "PULL" } },
);

const job = /\/job\/[^/]+$/;
const jobId = { "job-id": "JOB" };
const page = (from: string, to: string, offset: number) =>
  new RegExp(`dateFrom=${from}&dateTo=${to}.*limit=250&offset=${offset}$`);
const [period, previous] = [["2025-11-10", "2025-11-17"] as const, ["2025-11-03", "2025-11-10"] as const];
const signal = (name: Signal) => ({ signal: name, with: { signals: signals.join() } });
const inline = { event: "inline comment" } as const;
const diffOf = (range: string, more: Record<string, string> = {}) =>
  ({
    event: "dispatch",
    prompt: "",
    with: { prompt: "Describe the watch flag", "diff-range": range, ...more },
  }) as const;
/** The documentation pull request of the job lies in the repository of the thread. */
const linked = "Describe the watch flag [link DOCS]";

/** Every request of the action, the agent's and the report's, to the service and to GitHub. */
export const requestCases: readonly RequestCase[] = [
  service("create the job", "create", "POST", /\/job$/),
  service("send a message (job-id)", "message", "POST", /\/message$/, {
    ...{ setup: "a job", with: { ...jobId, prompt: "Describe the watch flag" } },
  }),
  service("send a message (thread)", "thread message", "POST", /\/message$/, { setup: "a run" }),
  service("read the job, first", "poll", "GET", job),
  service("read the job, later", "poll", "GET", job, { after: 3 }),
  service("read the job, watching", "poll", "GET", job, {
    ...{ event: "dispatch", setup: "a job", prompt: "", with: jobId },
  }),
  service("read the job, re-run", "re-run", "GET", job, { setup: "an attempt" }),
  service("read the job, before a follow-up", "look", "GET", job, { setup: "a run" }),
  service("read the job, --status", "status", "GET", job, { setup: "a run", prompt: "--status" }),

  report("first page", "first page", "GET", page(...period, 0)),
  report("later page", "later page", "GET", page(...period, 250), { pages: 600 }),
  report("first page, period before", "other page", "GET", page(...previous, 0)),
  report("later page, period before", "other page", "GET", page(...previous, 250), { pages: 600 }),
  report("point of the trend", "other page", "GET", /limit=1&/),

  report("votes", "signal", "GET", /\/feedback\/by-page\?/, signal("feedback")),
  report("reports on examples", "signal", "GET", /\/feedback\?.*=code_snippet/, signal("feedback")),
  report("reports by agents", "signal", "GET", /\/feedback\?.*=agent/, signal("feedback")),
  report("questions", "signal", "GET", /\/assistant\?/, signal("questions")),
  report("questions, later page", "signal", "GET", /\/assistant\?.*cursor=/, signal("questions")),
  report("searches", "signal", "GET", /\/searches\?/, signal("searches")),
  report("searches of the time before", "signal", "GET", /\/searches\?dateFrom=2025-09/, signal("searches")),

  gitHub("read the permission", "permission", "GET", /\/permission$/),
  gitHub("list the comments", "read", "GET", /\/issues\/\d+\/comments/),
  gitHub("list review comments", "read", "GET", /\/pulls\/\d+\/comments/),
  gitHub("list changed files", "read", "GET", /\/pulls\/\d+\/files/, { with: { context: "diff" } }),
  gitHub("compare", "read", "GET", /\/compare\//, diffOf("main...watch")),
  gitHub("compare for diff-paths", "changed files", "GET", /\/compare\//, {
    ...diffOf("main...watch", { "diff-paths": "src/**" }),
  }),
  gitHub("list the releases", "read", "GET", /\/releases\?/, {
    ...{ event: "release", prompt: "", with: { prompt: "Describe the watch flag", context: "diff" } },
  }),
  gitHub("create the comment", "comment", "POST", /\/issues\/\d+\/comments$/),
  gitHub("reply in the review", "comment", "POST", /\/replies$/, inline),
  gitHub("edit the comment", "edit", "PATCH", /\/issues\/comments\/\d+$/),
  gitHub("edit the reply", "edit", "PATCH", /\/pulls\/comments\/\d+$/, inline),
  gitHub("react", "reaction", "POST", /\/reactions$/),
  gitHub("read the docs pull request, before a follow-up", "docs pull request", "GET", /\/pulls\/\d+$/, {
    ...{ setup: "a run", prompt: linked },
  }),
  gitHub("read the docs pull request, to link it", "docs pull request", "GET", /\/pulls\/\d+$/, {
    prompt: linked,
  }),
  // After the status comment.
  gitHub("create the link comment", "docs pull request", "POST", /\/issues\/\d+\/comments$/, {
    ...{ after: 1, prompt: linked },
  }),
  // After the two edits of the status comment.
  gitHub("sign the link comment", "docs pull request", "PATCH", /\/issues\/comments\/\d+$/, {
    ...{ after: 2, prompt: linked },
  }),

  reportComment("find the report", "read", "GET", /\/issues\/\d+\/comments/),
  reportComment("create the report", "comment", "POST", /\/issues\/\d+\/comments$/),
  reportComment("edit the report", "edit", "PATCH", /\/issues\/comments\/\d+$/, { setup: "a run" }),
];
