import type { Reason, Result } from "../../src/result.ts";
import type { FaultName } from "./faults.ts";
import type { Trouble } from "./harness.ts";
import type { RequestRow, Role } from "./requests.ts";

/**
 * What the design asks of a cell. Written from its sections 4 (who may command), 5 (one request, one job), 7 (what
 * people see), 8 (the visitor report) and 9 (limits), never from what a run did.
 */
export type Expected = {
  result: Result;
  reason: Reason | "";
  /** Whether the request is made again after the fault; missing where the design leaves it open. */
  repeated?: boolean;
  /** Whether people are warned; missing where the result says enough. */
  warned?: boolean;
  /** The output `complete`, for reports. */
  complete?: boolean;
  /** The most jobs that the run may make. */
  jobs: 0 | 1;
  /** The most comments that the run may write, together with the report of a next run. */
  comments: 0 | 1 | 2;
};

const done: Expected = { result: "pull-request", reason: "", warned: false, jobs: 1, comments: 1 };
const reported: Expected = {
  ...{ result: "reported", reason: "", warned: false, complete: true },
  ...{ jobs: 0, comments: 1 },
};

/** Section 5: a POST is repeated only after these, as it certainly was not taken. */
const notTaken: readonly FaultName[] = ["refused", "429", "429 seconds", "429 date", "503"];
/** Section 5: answers that refuse, so that nothing was taken and nothing is repeated; of a GET, all but 408. */
const refusals: readonly FaultName[] = ["401", "403", "404", "redirect"];

/** The status says yes, and the rest of the answer cannot be used. */
const unreadable: readonly FaultName[] = ["reset during", "slow drip", "broken JSON", "wrong shape"];

/** Section 2: the reason codes of `error`. */
function reasonOf(fault: FaultName): Reason {
  switch (fault) {
    case "401":
      return "api-key";
    case "403":
      return "forbidden";
    case "404":
      return "not-found";
    case "408":
    case "redirect":
      return "refused";
    case "429":
    case "429 seconds":
    case "429 date":
      return "rate-limit";
    case "500":
    case "502 HTML":
    case "503":
      return "service";
    case "refused":
    case "reset":
    case "hang":
      return "unreachable";
    case "reset during":
    case "slow drip":
    case "broken JSON":
    case "wrong shape":
    case "10 MiB":
      return "answer";
  }
}

/** The expectation for a cell. */
export function expectedOf(row: RequestRow, trouble: Trouble): Expected {
  return rules[row.role](trouble, row);
}

/** The expectation for the row's run without a fault. */
export function expectedWithout({ role, mode }: RequestRow): Expected {
  if (mode === "visitors") return reported;
  return role === "status" ? { ...done, result: "answered", jobs: 0 } : done;
}

type Rule = (trouble: Trouble, row: RequestRow) => Expected;

const rules: Record<Role, Rule> = {
  create: post,
  message: (trouble, row) => ({ ...post(trouble, row), jobs: 0 }),
  "remembered message": (trouble, row) =>
    // Section 5: a job that is gone is replaced by a new one.
    trouble.fault === "404" ? { ...done, repeated: false } : { ...post(trouble, row), jobs: 0 },
  poll: (trouble, row) => get(trouble, done, row),
  "re-run": (trouble, row) =>
    // A job that is gone is replaced; of the new one nothing can be read either when the fault stays.
    trouble.fault === "404"
      ? trouble.times === "once"
        ? done
        : { ...failed("not-found"), jobs: 1 }
      : { ...get(trouble, done, row), jobs: 0 },
  status: (trouble, row) => ({ ...get(trouble, { ...done, result: "answered" }, row), jobs: 0 }),
  "first page": (trouble, row) => get(trouble, reported, row),
  "later page": (trouble) => page(trouble, false),
  "other page": (trouble) => page(trouble, true),
  permission,
  "courtesy reading": (trouble, row) => courtesy(trouble, row),
  comment: (trouble, row) => {
    const expected = courtesy(trouble, row);
    if ([...notTaken, ...refusals, "408"].includes(trouble.fault)) return expected;
    // Section 7, one comment per command: where GitHub took it all the same, the run goes on with it.
    return { ...expected, warned: false };
  },
  edit: (trouble, row) => {
    const expected = courtesy(trouble, row);
    if (trouble.fault !== "404" || row.mode === "visitors") return expected;
    // The comment has been deleted, so another takes its place.
    return { ...expected, warned: trouble.times === "always", comments: 2 };
  },
  reaction: (trouble, row) => {
    const expected = courtesy(trouble, row);
    // Nothing in the answer to a reaction is of interest.
    return unreadable.includes(trouble.fault) ? { ...expected, warned: false } : expected;
  },
};

/** Section 5, the rule for POST: an end at once, a repeat, or `uncertain`, never a second job. */
function post({ fault, times }: Trouble, _row: RequestRow): Expected {
  if (notTaken.includes(fault))
    return times === "once"
      ? { ...done, repeated: true }
      : { ...failed(reasonOf(fault)), repeated: true, jobs: 0 };
  const refused = refusals.includes(fault) || fault === "408";
  return refused
    ? { ...failed(reasonOf(fault)), repeated: false, jobs: 0 }
    : { ...failed("uncertain"), repeated: false, jobs: 1 };
}

/** Section 5, the rule for GET: repeated after everything but a refusal. */
function get({ fault, times }: Trouble, healthy: Expected, row: RequestRow): Expected {
  const { jobs, comments } = row.before === "nothing" ? healthy : { ...healthy, jobs: 0 as const };
  if (refusals.includes(fault)) return { ...failed(reasonOf(fault)), repeated: false, jobs, comments };
  if (times === "once") return { ...healthy, repeated: true, jobs };
  return { ...failed(reasonOf(fault)), repeated: true, jobs, comments };
}

/** Section 8: once the first request has succeeded, whatever fails leaves a report with gaps. */
function page({ fault, times }: Trouble, othersOnly: boolean): Expected {
  const repeated = !refusals.includes(fault);
  if (repeated && times === "once") return { ...reported, repeated };
  return { ...reported, reason: "partial", warned: true, complete: othersOnly };
}

/** Section 4: 404 means no, and so do 403 and no answer; nothing is written and nobody is charged. */
function permission(trouble: Trouble, row: RequestRow): Expected {
  const { warned } = courtesy(trouble, row);
  if (warned === false) return done;
  const reason = trouble.fault === "404" ? "permission" : "permission-unknown";
  return { result: "denied", reason, warned: true, jobs: 0, comments: 0 };
}

/** Section 7: what GitHub refuses is a warning, never the end of a job; what passes is tried again first. */
function courtesy({ fault, times }: Trouble, { mode }: RequestRow): Expected {
  const healthy = mode === "visitors" ? reported : done;
  const lasting: readonly FaultName[] = [...refusals, ...unreadable, "10 MiB"];
  return { ...healthy, warned: times === "always" || lasting.includes(fault) };
}

function failed(reason: Reason): Expected {
  return { result: "error", reason, jobs: 0, comments: 1 };
}
