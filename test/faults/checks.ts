import { failsStep, headline, type Outcome } from "../../src/result.ts";
import { type Signal, signals } from "../../src/service/signal-schemas.ts";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";
import { everyOutcome } from "../every-outcome.ts";
import { unescapeCommand } from "../runner/runner.ts";
import { says } from "../says.ts";
import type { Expected } from "./expected.ts";
import type { FaultRun } from "./harness.ts";
import { type FaultCase, retryAfterSeconds } from "./kinds.ts";
import type { RequestCase } from "./requests.ts";

/** Everything in which a run differs from what is expected, in words; empty when it is as it should be. */
export function differences(
  request: RequestCase,
  faultCase: FaultCase | undefined,
  run: FaultRun,
  expected: Expected,
  secrets: readonly string[],
): string[] {
  const { outputs, hits } = run;
  const compared: [what: string, actual: unknown, wanted: unknown][] = [
    ["result", outputs["result"], expected.result],
    ["reason", outputs["reason"], expected.reason],
    ["complete", outputs["complete"], expected.complete?.toString()],
    ["a warning", /^::warning /m.test(run.stdout), expected.warned],
  ];
  if (faultCase !== undefined && expected.repeated === false)
    compared.push(["requests that met the fault", hits, 1]);
  const wrong = compared
    .filter(([, actual, wanted]) => wanted !== undefined && actual !== wanted)
    .map(([what, actual, wanted]) => `${what} is ${String(actual)}, not ${String(wanted)}`);
  if (faultCase !== undefined && hits === 0) wrong.push("no request met the fault");
  if (faultCase?.times === "always" && expected.repeated && hits === 1) wrong.push("it was not repeated");
  wrong.push(...jobsAndComments(request, run, expected), ...report(request, run), ...leaks(run, secrets));
  if (expected.unread !== undefined) wrong.push(...signalsRead(request, faultCase, run, expected.unread));
  if (faultCase !== undefined && expected.repeated && request.side === "service" && !waited(faultCase, run))
    wrong.push("Retry-After is not honoured");
  return wrong;
}

/** One request, one job: nothing is asked for twice, and no job is lost that is known. */
function jobsAndComments(request: RequestCase, run: FaultRun, expected: Expected): string[] {
  const { role } = request;
  const { posts, newJobs, newComments, outputs } = run;
  const wrong: string[] = [];
  const processed = posts.filter(
    ({ outcome }) => typeof outcome !== "number" || outcome < 300 || (outcome >= 500 && outcome !== 503),
  );
  const isFollowUp = request.setup === "a run" || role === "message";
  const mostPosts = role === "status" || !isFollowUp ? expected.jobs : 1;
  if (newJobs.length > expected.jobs) wrong.push(`${newJobs.length} new jobs`);
  if (processed.length > mostPosts) wrong.push(`${processed.length} POSTs that may have been processed`);
  if (newComments > expected.comments) wrong.push(`${newComments} new comments`);
  const finished = expected.result === "pull-request";
  if (role === "poll" || role === "re-run" || finished) {
    const [made] = newJobs;
    if ((outputs["jobId"] ?? "") === "") wrong.push("jobId is lost");
    if (made !== undefined && outputs["jobId"] !== made) wrong.push("jobId names another job");
  }
  if (finished && (outputs["prLink"] ?? "") === "") wrong.push("prLink is missing");
  return wrong;
}

/** Exit code, outputs, log, summary and comment say the same. */
function report(request: RequestCase, { exitCode, outputs, stdout, summary, comments }: FaultRun): string[] {
  const outcome = outcomeOf(outputs);
  if (outcome === undefined) return ["the outputs name no outcome"];
  const wrong: string[] = [];
  const fails = failsStep(outcome, ["failed", "timeout"]);
  if (exitCode !== (fails ? 1 : 0)) wrong.push(`the exit code is ${exitCode}`);
  if (/^::error /m.test(stdout) !== fails) wrong.push("the error annotation disagrees with the result");
  const message = outputs["message"] ?? "";
  const log = unescapeCommand(stdout);
  if (message === "") wrong.push("no message");
  if (outcome.result === "reported") {
    // A report has its sentence in the summary, with the numbers in bold.
    if (!summary.replaceAll("**", "").includes(message)) wrong.push("the summary lacks the message");
  } else {
    if (!log.includes(escapeWorkflowCommands(message))) wrong.push("the log lacks the message");
    if (!summary.includes(headline(outcome))) wrong.push("the summary lacks the headline");
    if (outcome.reason !== "" && !summary.includes(`\`${outcome.reason}\``))
      wrong.push("the summary lacks the reason");
  }
  const hasComment = request.mode === "agent" && request.side === "service" && request.event !== "dispatch";
  if (hasComment && !(comments.at(-1)?.body ?? "").includes(lastWords(request, outcome, outputs)))
    wrong.push("the comment does not say how it ended");
  return wrong;
}

/** A signal is missing alone and by name, the others are read, and of its own pages none after the one that failed. */
function signalsRead(
  request: RequestCase,
  faultCase: FaultCase | undefined,
  { summary, stdout, signalRequests }: FaultRun,
  unread: readonly Signal[],
): string[] {
  const wrong: string[] = [];
  const lines = summary.matchAll(/^- \*\*(.+)\*\*, for what to document next: /gm);
  const named = Array.from(lines, ([, names = ""]) => names.toLowerCase().split(/, | and /)).join();
  if (named !== unread.join()) wrong.push(`“${named}” is missing, not “${unread.join()}”`);
  const absent = stdout.match(/^The service has no \w+ for this project/gm)?.length ?? 0;
  if (absent !== (faultCase?.fault === "404" ? 1 : 0)) wrong.push(`the log has ${absent} signals as absent`);
  if (/secondary rate limit/.test(`${stdout}${summary}`)) wrong.push("the words of the service got out");
  const asked = [...new Set(signalRequests.map(signalOf))].filter((one) => one !== request.signal);
  const others = signals.filter((one) => one !== request.signal && !unread.includes(one));
  if (asked.join() !== others.join()) wrong.push(`“${asked.join()}” were read too, not “${others.join()}”`);
  // A connection that is refused does not reach the service.
  const own = signalRequests.filter((path) => signalOf(path) === request.signal);
  const failed = own.findIndex((path) => request.path.test(path));
  if (faultCase !== undefined && failed !== -1 && failed < own.length - 1)
    wrong.push("it was read on after the failure");
  return wrong;
}

function signalOf(path: string): Signal {
  if (path.includes("/feedback")) return "feedback";
  if (path.includes("/assistant")) return "questions";
  if (path.includes("/searches")) return "searches";
  throw new Error(`no signal is read from ${path}`);
}

/** What the status comment must say in the end. The rest of a message is escaped there. */
function lastWords({ role }: RequestCase, outcome: Outcome, outputs: Record<string, string>): string {
  if (role === "status")
    return outcome.result === "error" ? "❌ **The job's status could not be read.**" : "**Status.** Job";
  if (outcome.result === "pull-request") return outputs["prLink"] ?? "";
  if (outcome.reason === "uncertain") return says.uncertain;
  // These read a job that has accepted the request.
  return ["poll", "re-run", "look"].includes(role) ? says.progressUnread : "❌ **";
}

/** What must not get out, and where nothing may go. */
function leaks(
  { stdout, stderr, summary, outputs, comments, redirected }: FaultRun,
  secrets: readonly string[],
): string[] {
  const log = `${stdout}${stderr}`.replace(/^::add-mask::.*$/gm, "");
  const all = [log, summary, ...Object.values(outputs), ...comments.map(({ body }) => body)].join("\n");
  const wrong: string[] = [];
  if (secrets.some((secret) => all.includes(secret))) wrong.push("a secret got out");
  if (/^\s+at .+:\d+:\d+\)?$/m.test(unescapeCommand(all))) wrong.push("a stack trace got out");
  if (/^\s*::warning::forged/m.test(log)) wrong.push("a response became a workflow command");
  if (redirected > 0) wrong.push(`${redirected} requests followed the redirect`);
  return wrong;
}

/** `Retry-After` is honoured, in seconds and as a date. */
function waited({ fault }: FaultCase, { sleeps }: FaultRun): boolean {
  const seconds = fault === "429 seconds" || fault === "429 date" ? retryAfterSeconds - 1 : 0;
  // Some time passes between the response and the wait for its date.
  const slack = fault === "429 date" ? 10 : 0;
  return sleeps.some((ms) => ms >= (seconds - slack) * 1000);
}

function outcomeOf(outputs: Record<string, string>): Outcome | undefined {
  const { result, reason } = outputs;
  return everyOutcome.find((outcome) => outcome.result === result && outcome.reason === reason);
}
