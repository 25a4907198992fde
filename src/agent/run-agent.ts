import { ActionError } from "../errors.ts";
import type { Reaction } from "../github/client.ts";
import type { Outcome, Result } from "../result.ts";
import { CancelledError } from "../service/errors.ts";
import { plainUrl } from "../text/markdown.ts";
import { code, type Message, message, url } from "../text/message.ts";
import { abortable } from "./abortable.ts";
import { authorize } from "./authorize.ts";
import { renderHelp, renderReply } from "./comment-template.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { type AgentResult, cancelledOutcome, errorOutcome, resultOf } from "./outcomes.ts";
import { runJob } from "./run-job.ts";
import type { AgentRequest } from "./trigger.ts";

/** People wait for the reply to `--status`, so a failing service is not retried for long. */
const statusTimeoutMs = 60_000;

/** What the end of a run looks like on the command itself; other results leave the 👀 alone. */
const reactions: Partial<Record<Result, Reaction>> = {
  "pull-request": "rocket",
  "no-changes": "+1",
  failed: "confused",
  archived: "confused",
  error: "confused",
};

/** Carries out a request, from the permission check to its end. What the service does is in the outcome. */
export async function runAgent(request: AgentRequest, deps: AgentDependencies): Promise<AgentResult> {
  const { statusComment, signal } = deps;
  if (request.trigger !== undefined) {
    try {
      const denied = await abortable(signal, authorize(request.trigger, deps));
      if (denied !== undefined) {
        void statusComment.react("-1");
        return resultOf(denied);
      }
    } catch (error) {
      if (error instanceof CancelledError) return resultOf(cancelledOutcome(undefined));
      throw error;
    }
  }
  if (request.kind === "help") return runHelpCommand(deps);
  if (request.kind === "status") return await runStatusCommand(deps);

  const result = await runJob(request, deps);
  const reaction = reactions[result.outcome.result];
  if (request.trigger !== undefined && reaction !== undefined) void statusComment.react(reaction);
  return result;
}

/** `--help`: what can be done here. */
function runHelpCommand({ statusComment, inputs, runContext }: AgentDependencies): AgentResult {
  const phrase = inputs["trigger-phrase"];
  void statusComment.reply(renderHelp(phrase, runContext.runUrl));
  void statusComment.react("eyes");
  return resultOf(
    answered(
      statusComment.writes
        ? message`The reply shows what ${code(phrase)} can do.`
        : message`This run writes no comments. The README shows what ${code(phrase)} can do.`,
    ),
  );
}

/** `--status`: how the thread's job is doing. Sends nothing. */
async function runStatusCommand(deps: AgentDependencies): Promise<AgentResult> {
  const { statusComment, inputs, service, clock, signal, setOutput, runContext } = deps;
  void statusComment.react("eyes");
  const reply = (outcome: Outcome, known: Partial<AgentResult> = {}): AgentResult => {
    void statusComment.reply(renderReply("Status", [outcome.message, outcome.advice], runContext.runUrl));
    return { ...resultOf(outcome), ...known };
  };
  const found = await statusComment.findJob();
  if (signal.aborted) return resultOf(cancelledOutcome(undefined));
  if (found === undefined)
    return reply(answered(message`The comments of this thread cannot be read, so its job is not known.`));
  const jobId = found.latest?.marker.job;
  if (jobId === undefined) return reply(answered(message`This thread has no job yet.`));
  setOutput("jobId", jobId);
  try {
    const job = await service.getJob(jobId, { signal, deadline: clock.now() + statusTimeoutMs });
    setOutput("status", job.status);
    const prLink = plainUrl(job.prLink ?? "");
    if (prLink !== undefined) setOutput("prLink", prLink);
    const link = prLink === undefined ? message`No pull request yet.` : message`Pull request: ${url(prLink)}`;
    const status = message`Job ${code(jobId)} is ${code(job.status)}. `;
    return reply(answered([...status, ...link]), { jobId, job, prLink });
  } catch (error) {
    if (error instanceof CancelledError)
      return reply(cancelledOutcome({ jobId, inThread: true, triggerPhrase: inputs["trigger-phrase"] }), {
        jobId,
      });
    if (error instanceof ActionError) return reply(errorOutcome(error, jobId), { jobId });
    throw error;
  }
}

function answered(text: Message): Outcome {
  return { result: "answered", reason: "", message: text, advice: [] };
}
