import { ActionError, errorOutcome, type InputError } from "../errors.ts";
import type { Reaction } from "../github/client.ts";
import type { TriggerText } from "../github/event.ts";
import { mentionableLogin } from "../github/logins.ts";
import type { Outcome, Result } from "../result.ts";
import { CancelledError } from "../service/errors.ts";
import { isFinal } from "../service/schemas.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { shorten } from "../text/words.ts";
import { authorize } from "./command/authorize.ts";
import type { AgentRequest, PromptRequest, WatchRequest } from "./command/find-request.ts";
import type { HelpReason } from "./command/parse-command.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { abortable } from "./job/abortable.ts";
import { decideWhatToSend } from "./job/decide.ts";
import { JobOutputs } from "./job/job-outputs.ts";
import { isNotFound, mayNotBeThereYet, readJob, readJobFacts } from "./job/read-job.ts";
import { runJob } from "./job/run-job.ts";
import { type AgentResult, cancelledOutcome, dryRunOutcome, resultWithoutJob, withJob } from "./outcomes.ts";
import { pullSentence } from "./sentences.ts";
import {
  renderHelp,
  renderNotSetUp,
  renderReply,
  renderStatusError,
  renderWorkingStatus,
} from "./thread/comment-template.ts";
import { emptyThread } from "./thread/read-thread.ts";

/** People wait for the reply, so a failing service is not retried for long. */
const replyTimeoutMs = 60_000;

/** The reaction on the command at the end of a run. With any other result, only the 👀 stays. */
const reactions: Partial<Record<Result, Reaction>> = {
  "pull-request": "rocket",
  "no-changes": "+1",
  failed: "confused",
  archived: "confused",
  error: "confused",
};

/** Carries out a request, from the permission check to its end. A failure of the service becomes the outcome. */
export async function handleRequest(request: AgentRequest, deps: AgentDependencies): Promise<AgentResult> {
  const { signal } = deps;
  if (request.trigger !== undefined) {
    try {
      const denied = await abortable(signal, authorize(request.trigger, deps));
      if (denied !== undefined) {
        deps.statusComment.react("-1");
        return resultWithoutJob(denied);
      }
    } catch (error) {
      if (error instanceof CancelledError) return resultWithoutJob(cancelledOutcome("not-sent"));
      throw error;
    }
  }
  switch (request.kind) {
    case "help":
      return runHelpCommand(request.why, deps);
    case "cancel":
      return runCancelCommand(request.isTalk, deps);
    case "status":
      return await runStatusCommand(deps);
    case "prompt":
      logCut(request, deps);
      return await (request.dryRun ? runDryRunCommand(request, deps) : runWithReaction(request, deps));
    case "watch":
      return await runWithReaction(request, deps);
  }
}

/** A command by mail ends where the mail repeats the words of others. */
function logCut({ cut }: PromptRequest, { log }: AgentDependencies): void {
  if (cut === "paragraphs") log.info("The command came by mail, so only its first paragraph is sent.");
  else if (cut !== undefined) log.info("The rest of the text repeats a mail, so it is not sent.");
}

/**
 * Answers a command by someone who may give it in a workflow whose key, project or address of the service cannot be
 * used. Gives the outcome of a denial, and throws the `InputError` otherwise.
 */
export async function answerNotSetUp(
  trigger: TriggerText,
  deps: Omit<AgentDependencies, "service">,
  error: InputError,
): Promise<AgentResult> {
  const { inputs, signal, statusComment, runContext } = deps;
  const denied = await abortable(signal, authorize(trigger, deps));
  if (denied !== undefined) {
    statusComment.react("-1");
    return resultWithoutJob(denied);
  }
  const mention = inputs.mention ? mentionableLogin(trigger.author, trigger.authorIsBot) : undefined;
  statusComment.reply(renderNotSetUp(inputs.notSetUp, mention, runContext));
  statusComment.react("confused");
  throw error;
}

/** Runs a job, and reacts to the command with how it ended. */
async function runWithReaction(
  request: PromptRequest | WatchRequest,
  deps: AgentDependencies,
): Promise<AgentResult> {
  const result = await runJob(request, deps);
  const reaction = reactions[result.outcome.result];
  if (request.trigger !== undefined && reaction !== undefined) deps.statusComment.react(reaction);
  return result;
}

/** Replies to `--help`, and to a command that is not carried out, with the list of commands. */
function runHelpCommand(why: HelpReason | undefined, deps: AgentDependencies): AgentResult {
  const { statusComment, inputs, runContext } = deps;
  const phrase = inputs["trigger-phrase"];
  deps.statusComment.reply(renderHelp(phrase, runContext.runUrl, why));
  deps.statusComment.react("eyes");
  const where = statusComment.writes
    ? richText`The reply shows what ${code(phrase)} can do.`
    : richText`This run writes no comments. The README shows what ${code(phrase)} can do.`;
  return resultWithoutJob(answered(richText`${why === undefined ? [] : whyHelp(why)}${where}`));
}

function whyHelp({ kind, words, suggestion }: HelpReason): RichText {
  const word = code(shorten(words, 200));
  if (kind === "small-talk") return richText`${word} asks for no change, so nothing was sent. `;
  if (suggestion !== undefined)
    return richText`${word} is no flag, so nothing was sent. Did you mean ${code(suggestion)}? `;
  if (kind === "flag-last") return richText`Flags come first, and ${word} is last, so nothing was sent. `;
  return richText`${word} was not understood, so nothing was sent. `;
}

/** Replies to `stop` and `cancel` that the service cannot stop a job. */
function runCancelCommand(isTalk: boolean, deps: AgentDependencies): AgentResult {
  const { runContext } = deps;
  const title = richText`A job cannot be stopped from here:`;
  const why = richText`the service has no way to cancel one. Close its pull request if you do not want it.`;
  // Small talk is a guess, and `cancel update` may be a request.
  const other = isTalk ? richText`If you asked for a change, name the page and the change.` : [];
  deps.statusComment.reply(renderReply(title, [why, other], runContext.runUrl));
  deps.statusComment.react("eyes");
  return resultWithoutJob(answered(richText`${title} ${why}`));
}

/** Replies to `--dry-run` with what would be sent. Sends nothing. */
async function runDryRunCommand(request: PromptRequest, deps: AgentDependencies): Promise<AgentResult> {
  const { statusComment, service, github, runContext, signal, clock } = deps;
  statusComment.react("eyes");
  try {
    const memory = (await abortable(signal, statusComment.recall())) ?? emptyThread;
    const { current } = memory;
    const facts = await readJobFacts(request.fresh ? undefined : current, {
      service,
      clock,
      github,
      serverUrl: runContext.serverUrl,
      callOptions: { signal, deadline: clock.now() + replyTimeoutMs },
    });
    const outcome = dryRunOutcome(decideWhatToSend(request, current, facts));
    const how = richText`Repeat the command without ${code("--dry-run")} to send it.`;
    statusComment.reply(
      renderReply(richText`Dry run.`, [outcome.message, how], runContext.runUrl, request.prompt),
    );
    return { ...resultWithoutJob(outcome), prompt: request.prompt };
  } catch (error) {
    if (error instanceof CancelledError) return resultWithoutJob(cancelledOutcome("not-sent"));
    throw error;
  }
}

/** Replies to `--status` with how the thread's job is doing. Sends nothing. */
async function runStatusCommand(deps: AgentDependencies): Promise<AgentResult> {
  const { statusComment, inputs, service, clock, signal, runContext, log, setOutput } = deps;
  const { runUrl } = runContext;
  statusComment.react("eyes");
  const replyWith = (
    outcome: Outcome,
    known: Partial<AgentResult> = {},
    body = renderReply(richText`Status.`, [outcome.message, outcome.advice], runUrl),
  ): AgentResult => {
    statusComment.reply(body);
    return { ...resultWithoutJob(outcome), ...known };
  };
  const memory = await statusComment.recall();
  if (signal.aborted) return resultWithoutJob(cancelledOutcome("not-sent"));
  if (memory === undefined)
    return replyWith(
      answered(richText`The comments of this thread cannot be read, so its job is not known.`),
    );
  if (memory.current === undefined) return replyWith(answered(richText`This thread has no job yet.`));
  const { id: jobId, at } = memory.current;
  setOutput("jobId", jobId);
  const outputs = new JobOutputs({ log, setOutput });
  try {
    const options = { signal, deadline: clock.now() + replyTimeoutMs };
    const job = await readJob(jobId, { service, clock }, options);
    outputs.update(job);
    const { prLink } = outputs;
    const outcome = answered(richText`Job ${code(jobId)} is ${code(job.status)}. ${pullSentence(prLink)}`);
    const request = memory.currentRequest;
    const body = isFinal(job.status)
      ? renderReply(richText`Status.`, [outcome.message], runUrl, request)
      : renderWorkingStatus({ jobId, prLink, request, elapsedMs: clock.now() - at }, runUrl);
    return replyWith(outcome, { jobId, job, prLink }, body);
  } catch (error) {
    if (error instanceof CancelledError)
      return replyWith(cancelledOutcome({ jobId, inThread: true, triggerPhrase: inputs["trigger-phrase"] }), {
        jobId,
      });
    if (isNotFound(error) && mayNotBeThereYet(at, clock.now()))
      return replyWith(
        answered(richText`Job ${code(jobId)} was created a moment ago. The service does not show it yet.`),
        { jobId },
      );
    if (!(error instanceof ActionError)) throw error;
    const failed = errorOutcome(error, log);
    return replyWith(withJob(failed, jobId), { jobId }, renderStatusError(failed, runUrl));
  }
}

function answered(text: RichText): Outcome {
  return { result: "answered", reason: "", message: text, advice: [] };
}
