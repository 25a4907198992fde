import {
  failsStep,
  headline,
  type Outcome,
  type Reason,
  type Result,
  reasons,
  results,
} from "../../src/result.ts";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";
import type { ReceivedRequest } from "../emulator/front.ts";
import type { Expected } from "./expected.ts";
import { type FaultName, retryAfterSeconds } from "./faults.ts";
import { type Played, type Trouble, unescaped } from "./harness.ts";
import type { RequestRow } from "./requests.ts";

/** Everything in which a run differs from what is expected, in words; empty when it is as it should be. */
export function differences(
  row: RequestRow,
  trouble: Trouble | undefined,
  played: Played,
  expected: Expected,
  secrets: readonly string[],
): string[] {
  if (played.exitCode === undefined) return ["the run did not end"];
  const { outputs } = played;
  const wrong: string[] = [];
  const same = (what: string, is: unknown, should: unknown) => {
    if (should !== undefined && is !== should) wrong.push(`${what} is ${String(is)}, not ${String(should)}`);
  };
  const never = (what: string, is: boolean) => {
    if (is) wrong.push(what);
  };
  same("result", outputs["result"], expected.result);
  same("reason", outputs["reason"], expected.reason);
  same("complete", outputs["complete"], expected.complete?.toString());
  same("a warning", /^::warning /m.test(played.stdout), expected.warned);
  if (trouble !== undefined) {
    never("no request met the fault", played.hits === 0);
    if (expected.repeated === false) same("requests that met the fault", played.hits, 1);
    if (expected.repeated === true && trouble.times === "always")
      never("it was not repeated", played.hits === 1);
  }
  wrong.push(...charged(row, played, expected), ...told(row, played), ...kept(played, secrets));
  if (trouble !== undefined && expected.repeated && row.side === "service")
    wrong.push(...patient(trouble.fault, played));
  return wrong;
}

/** One request, one job: nothing is asked for twice, and no job is lost that is known. */
function charged(
  row: RequestRow,
  { posts, newJobs, newComments, outputs }: Played,
  expected: Expected,
): string[] {
  const wrong: string[] = [];
  const taken = posts.filter(mayBeTaken).length;
  const message = row.role === "message" || row.role === "remembered message" ? 1 : expected.jobs;
  if (newJobs.length > expected.jobs) wrong.push(`${newJobs.length} new jobs`);
  if (taken > message) wrong.push(`${taken} POSTs that may have been taken`);
  if (newComments > expected.comments) wrong.push(`${newComments} new comments`);
  const [made] = newJobs;
  const known = row.role === "poll" || row.role === "re-run" || expected.result === "pull-request";
  if (known && (outputs["jobId"] ?? "") === "") wrong.push("jobId is lost");
  if (known && made !== undefined && outputs["jobId"] !== made) wrong.push("jobId names another job");
  if (expected.result === "pull-request" && (outputs["prLink"] ?? "") === "") wrong.push("prLink is missing");
  return wrong;
}

/** True when the service may have begun to work on it. */
function mayBeTaken({ outcome }: ReceivedRequest): boolean {
  if (typeof outcome !== "number") return true;
  return outcome < 300 || (outcome >= 500 && outcome !== 503);
}

/** Exit code, outputs, log, summary and comment say the same. */
function told(row: RequestRow, { exitCode, outputs, stdout, summary, comments }: Played): string[] {
  const wrong: string[] = [];
  const outcome = outcomeOf(outputs);
  if (outcome === undefined) return ["the outputs name no outcome"];
  const fails = failsStep(outcome, ["failed", "timeout"]);
  if (exitCode !== (fails ? 1 : 0)) wrong.push(`the exit code is ${exitCode}`);
  if (/^::error /m.test(stdout) !== fails) wrong.push("the error annotation disagrees with the result");
  const message = outputs["message"] ?? "";
  const log = unescaped(stdout.replace(/^::set-output .*$/gm, ""));
  if (message === "") wrong.push("no message");
  // A report says its sentence in the summary, with the numbers in bold.
  if (outcome.result === "reported") {
    if (!summary.replaceAll("**", "").includes(message)) wrong.push("the summary lacks the message");
  } else {
    if (!log.includes(escapeWorkflowCommands(message))) wrong.push("the log lacks the message");
    if (!summary.includes(headline(outcome))) wrong.push("the summary lacks the headline");
    if (outcome.reason !== "" && !summary.includes(`\`${outcome.reason}\``))
      wrong.push("the summary lacks the reason");
  }
  const speaks = row.mode === "agent" && row.side === "service" && row.event !== "dispatch";
  if (speaks && !(comments.at(-1)?.body ?? "").includes(inComment(row, outcome, outputs)))
    wrong.push("the comment does not say how it ended");
  return wrong;
}

/** What the status comment must say in the end. */
function inComment({ role }: RequestRow, outcome: Outcome, outputs: Record<string, string>): string {
  // The rest of a message is escaped in a comment.
  if (role === "status") return `**Status.** ${outputs["message"]?.slice(0, 3)}`;
  return outcome.result === "pull-request" ? (outputs["prLink"] ?? "") : `**${headline(outcome)}.**`;
}

/** What must not get out, and where nothing may go. */
function kept(
  { stdout, stderr, summary, outputs, comments, elsewhere }: Played,
  secrets: readonly string[],
): string[] {
  const log = `${stdout}${stderr}`.replace(/^::add-mask::.*$/gm, "");
  const all = [log, summary, ...Object.values(outputs), ...comments.map(({ body }) => body)].join("\n");
  const wrong: string[] = [];
  if (secrets.some((secret) => all.includes(secret))) wrong.push("a secret got out");
  if (/^\s+at .+:\d+:\d+\)?$/m.test(unescaped(all))) wrong.push("a stack trace got out");
  if (/^\s*::warning::forged/m.test(log)) wrong.push("an answer became a workflow command");
  if (elsewhere > 0) wrong.push(`${elsewhere} requests followed the redirect`);
  return wrong;
}

/** Section 5: `Retry-After` is honoured, in seconds and as a date. */
function patient(fault: FaultName, { sleeps }: Played): string[] {
  const asked = fault === "429 seconds" || fault === "429 date" ? (retryAfterSeconds - 1) * 1000 : 0;
  // The clock goes on a little between the answer and the wait for its date.
  return sleeps.some((ms) => ms >= asked - 10_000 * Number(fault === "429 date"))
    ? []
    : ["Retry-After is not honoured"];
}

function outcomeOf(outputs: Record<string, string>): Outcome | undefined {
  const result = results.find((name): name is Result => name === outputs["result"]);
  const known: readonly (Reason | "")[] = ["", ...Object.values(reasons).flat()];
  const reason = known.find((name) => name === outputs["reason"]);
  return result === undefined || reason === undefined
    ? undefined
    : { result, reason, message: [], advice: [] };
}
