import type { Reason, Result } from "../../src/result.ts";
import { type Signal, signals } from "../../src/service/signal-schemas.ts";
import { type FaultCase, type FaultName, faultKinds } from "./kinds.ts";
import type { RequestCase, Role } from "./requests.ts";

/**
 * What a cell has to be. Written from the rules that docs/reliability.md and docs/how-it-works.md promise and the reasons
 * of docs/reference.md, never from what a run did.
 */
export type Expected = {
  result: Result;
  reason: Reason | "";
  /** Whether the request is made again after the fault; missing where the rules leave it open. */
  repeated?: boolean;
  /** Whether people are warned; missing where the result says enough. */
  warned?: boolean;
  /** The output `complete`, for reports. */
  complete?: boolean;
  /** The most jobs that the request may make, over all of its attempts. */
  jobs: 0 | 1;
  /** The most comments that the run may write, together with the report of a next run. */
  comments: 0 | 1 | 2;
  /** Of a report from all signals, those that "What is missing" names. */
  unread?: readonly Signal[];
};

const done: Expected = { result: "pull-request", reason: "", warned: false, jobs: 1, comments: 1 };
const reported: Expected = {
  ...{ result: "reported", reason: "", warned: false, complete: true },
  ...{ jobs: 0, comments: 1 },
};

/** A POST is repeated only after these, as it certainly was not processed. */
const notProcessed: readonly FaultName[] = ["refused", "429", "429 seconds", "429 date", "503"];
/** Responses that refuse, so that nothing was processed and nothing is repeated. */
const refusals: readonly FaultName[] = ["401", "403", "404", "redirect"];
/** The status is good, and the body cannot be used. */
const unreadable: readonly FaultName[] = faultKinds.unreadable;

/** The reason codes of `error`. */
function reasonOf(fault: FaultName): Reason {
  if (fault === "401") return "api-key";
  if (fault === "403") return "forbidden";
  if (fault === "404") return "not-found";
  if (fault === "408" || fault === "redirect") return "refused";
  if (fault.startsWith("429")) return "rate-limit";
  if (fault.startsWith("50")) return "service";
  return unreadable.includes(fault) ? "answer" : "unreachable";
}

/** The expectation for a cell. */
export function expectedOf(request: RequestCase, faultCase: FaultCase): Expected {
  return rules[request.role](faultCase, request);
}

/** The expectation for the same run without a fault. */
export function expectedWithoutFault({ role, mode }: RequestCase): Expected {
  if (role === "signal") return { ...reported, unread: [] };
  if (mode === "visitors") return reported;
  if (role === "docs pull request") return { ...done, comments: 2 };
  return role === "status" ? { ...done, result: "answered", jobs: 0 } : done;
}

type Rule = (faultCase: FaultCase, request: RequestCase) => Expected;

const rules: Record<Role, Rule> = {
  create: post,
  message,
  // The job is still there when it is read, so the message is sent once more.
  "thread message": (faultCase) => {
    if (faultCase.fault !== "404") return message(faultCase);
    return faultCase.times === "once" ? { ...done, repeated: true, jobs: 0 } : failed("not-found");
  },
  poll: (faultCase, request) => readJob(faultCase, done, request),
  // What an earlier attempt sent is watched, whatever comes, and nothing is sent.
  "re-run": (faultCase, request) => ({ ...readJob(faultCase, done, request), jobs: 1 }),
  // Look before a follow-up: what cannot be read changes nothing, and a job that is gone is replaced.
  look: (faultCase, request) => {
    // A 404 counts when it comes twice.
    if (faultCase.times === "once") return { ...done, jobs: 0 };
    // The fault stays for the polls, so a refusal comes twice.
    if (refusals.includes(faultCase.fault))
      return { ...failed(reasonOf(faultCase.fault)), jobs: faultCase.fault === "404" ? 1 : 0 };
    return { ...get(faultCase, done, request), jobs: 0 };
  },
  // The docs pull request is a door: a notice, and at most one comment there.
  "docs pull request": (_, request) => ({ ...done, jobs: request.setup === "nothing" ? 1 : 0, comments: 2 }),
  status: (faultCase, request) => ({
    ...readJob(faultCase, { ...done, result: "answered" }, request),
    jobs: 0,
  }),
  "first page": (faultCase, request) => get(faultCase, reported, request),
  "later page": (faultCase) => page(faultCase, false),
  "other page": (faultCase) => page(faultCase, true),
  signal,
  permission,
  read: bestEffort,
  // Whether a changed file matches `diff-paths` is not known, so nothing is sent.
  "changed files": (faultCase, request) => {
    const expected = bestEffort(faultCase, request);
    return expected.warned === false ? expected : failed("github");
  },
  comment: (faultCase, request) => {
    const expected = bestEffort(faultCase, request);
    if ([...notProcessed, ...refusals, "408"].includes(faultCase.fault)) return expected;
    // One comment per command: where GitHub made it all the same, the run uses that one.
    return { ...expected, warned: false };
  },
  edit: (faultCase, request) => {
    const expected = bestEffort(faultCase, request);
    if (faultCase.fault !== "404" || request.mode === "visitors") return expected;
    // The comment has been deleted, so another takes its place.
    return { ...expected, warned: faultCase.times === "always", comments: 2 };
  },
  reaction: (faultCase, request) => {
    const expected = bestEffort(faultCase, request);
    // Nothing in the response to a reaction is used.
    return unreadable.includes(faultCase.fault) ? { ...expected, warned: false } : expected;
  },
};

/** The rule for POST: an end at once, a repeat, or `uncertain`, never a second job. */
function post({ fault, times }: FaultCase): Expected {
  if (notProcessed.includes(fault)) {
    const end = times === "once" ? done : failed(reasonOf(fault));
    return { ...end, repeated: true };
  }
  if (refusals.includes(fault) || fault === "408") return { ...failed(reasonOf(fault)), repeated: false };
  return { ...failed("uncertain"), repeated: false, jobs: 1 };
}

/** A message that was answered with success is sent, whatever the answer holds. */
function message(faultCase: FaultCase): Expected {
  const isAnswered = unreadable.includes(faultCase.fault);
  return { ...(isAnswered ? { ...done, repeated: false } : post(faultCase)), jobs: 0 };
}

/** The rule for GET: repeated after everything but a refusal. */
function get({ fault, times }: FaultCase, healthy: Expected, request: RequestCase): Expected {
  const jobs = request.setup === "nothing" ? healthy.jobs : 0;
  const repeated = !refusals.includes(fault);
  if (repeated && times === "once") return { ...healthy, repeated, jobs };
  return { ...failed(reasonOf(fault)), repeated, jobs, comments: healthy.comments };
}

/** The same, but that a 404 of a job counts only when it comes again. */
function readJob(faultCase: FaultCase, healthy: Expected, request: RequestCase): Expected {
  const expected = get(faultCase, healthy, request);
  if (faultCase.fault !== "404") return expected;
  const { jobs } = expected;
  return { ...(faultCase.times === "once" ? { ...healthy, jobs } : expected), repeated: true };
}

/** Once the first request has succeeded, whatever fails leaves a report with gaps. */
function page({ fault, times }: FaultCase, complete: boolean): Expected {
  const repeated = !refusals.includes(fault);
  if (repeated && times === "once") return { ...reported, repeated };
  return { ...reported, reason: "partial", warned: true, complete };
}

/**
 * A signal is asked for once and costs itself alone, but one 429 ends them all, in their order. One that the service does
 * not have is not missing.
 */
function signal({ fault }: FaultCase, { name, signal: failed }: RequestCase): Expected {
  if (failed === undefined) throw new Error(`“${name}” does not say its signal`);
  const first = signals.indexOf(failed);
  const end = fault.startsWith("429") ? signals.length : first + 1;
  const unread = fault === "404" ? [] : signals.slice(first, end);
  return { ...reported, repeated: false, unread };
}

/** 404 and 403 mean no, and no usable response is an error; nothing is written and nobody is charged. */
function permission(faultCase: FaultCase, request: RequestCase): Expected {
  if (bestEffort(faultCase, request).warned === false) return done;
  const { fault } = faultCase;
  if (fault !== "404" && fault !== "403") return { ...failed("github"), comments: 0 };
  const reason = fault === "404" ? "permission" : "permission-unknown";
  return { result: "denied", reason, warned: true, jobs: 0, comments: 0 };
}

/** What GitHub refuses is a warning, never the end of a job; what may pass is tried again first. */
function bestEffort({ fault, times }: FaultCase, { mode }: RequestCase): Expected {
  const healthy = mode === "visitors" ? reported : done;
  // GitHub's answers are read as large as they come.
  if (fault === "10 MiB") return healthy;
  const lasting = [...refusals, ...unreadable].includes(fault);
  return { ...healthy, warned: times === "always" || lasting };
}

function failed(reason: Reason): Expected {
  return { result: "error", reason, jobs: 0, comments: 1 };
}
