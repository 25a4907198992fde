import { ActionError } from "../errors.ts";
import { GitHubError } from "../github/errors.ts";
import { pullRequestOn } from "../github/pull-request-address.ts";
import type { Outcome } from "../outcomes.ts";
import { AmbiguousRequestError, mayHaveBeenProcessed } from "../service/errors.ts";
import { richText } from "../text/rich-text.ts";
import { plural } from "../text/words.ts";
import type { PromptContext } from "./context.ts";
import { appendContext, closeFence } from "./context-text.ts";
import type { Plan, Sending } from "./decide.ts";
import { forgottenPull } from "./docs-pull.ts";
import { isJobClosed, post } from "./job.ts";
import { setOutputs } from "./outputs.ts";
import { answerDryRun } from "./replies.ts";
import { askedOf, type JobRequest } from "./request.ts";
import type { Run } from "./run-state.ts";
import { abortable, sharedTime } from "./tools.ts";

/** Says what would be sent. */
export function dryRun(sending: Sending, context: PromptContext, run: Run): Outcome {
  const { thread, tools } = run;
  const prompt = promptFor(sending, context, run);
  setOutputs({ prompt }, tools);
  return answerDryRun(prompt, sending, withNote(run.request, context), thread, tools);
}

/** Sends the request; to a new job where the one that the thread continues accepts no more messages. Throws what `Service` throws. */
export async function sendOrReplace(
  sending: Sending,
  reads: Promise<PromptContext>,
  run: Run,
): Promise<void> {
  const { request } = run;
  const { prompt } = request;
  run.tools.log.group(`Prompt (${plural(prompt.length, "character")})`, prompt);
  try {
    await announceAndPost(sending, reads, run);
  } catch (error) {
    const mayReplace = sending.kind === "message" && sending.isFromThread;
    if (!mayReplace || !isJobClosed(error, sending.status)) {
      throw error;
    }
    // A review asks for a follow-up to what it is about.
    if (request.asksForChanges) {
      throw refusedMessage(error);
    }
    run.tools.log.info(
      `Job ${sending.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`,
    );
    // The note of what it goes without comes once more.
    run.setRequest(request);
    await announceAndPost(
      { kind: "create", replaces: { why: "refused", pull: sending.pull } },
      reads,
      run,
    );
  }
}

/**
 * Sends the request. The thread says so first: a re-run of a run that is lost from here on must not send it again.
 */
async function announceAndPost(
  sending: Sending,
  reads: Promise<PromptContext>,
  run: Run,
): Promise<void> {
  const { tools, comment, thread } = run;
  const { signal, log, clock } = tools;
  run.owesEnd = true;
  run.setPlan(sending);
  const to = sending.kind === "message" ? sending.jobId : undefined;
  const sent = run.advance({ state: { kind: "sent", to, at: sharedTime(tools) } });
  const announcing = comment?.announce(sent);
  thread.react("eyes");
  try {
    const [, context] = await abortable(signal, Promise.all([announcing, reads]));
    run.setRequest(withNote(run.request, context));
    const prompt = promptFor(sending, context, run);
    setOutputs({ prompt }, tools);
    log.info("Sending the request …");
    const { state, job } = await post(sending, prompt, tools);
    run.acceptedAt = clock.elapsed();
    run.advance({ state, jobId: state.jobId });
    // Before the log, so that the post step of a run that is killed from here on names the job.
    await comment?.accept(run.saw(job));
    log.info(`The request was accepted: job ${state.jobId} is ${job.status}.`);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) {
      run.advance({ state: { kind: "not-sent" } });
    }
    // What refuses the announcement would refuse the end, too.
    if (error instanceof ActionError && error.cause instanceof GitHubError) {
      run.owesEnd = !error.cause.isRefusal;
    }
    throw error;
  }
  if (sending.kind === "create" && sending.replaces === undefined && run.memory.job === undefined) {
    run.advance({ forgotten: forgottenPull(run) });
  }
}

/** The error where a job takes no message of a review any more; a 404 says that, too. */
function refusedMessage(error: ActionError): ActionError {
  const { message, advice } = error.outcome;
  return new ActionError("refused", message, advice, { cause: error, refuses: "message" });
}

/**
 * The error of a run that cannot know whether an earlier attempt sent its request. The run shows the request as sent from
 * here on, because the error alone does not say what it was sent to.
 */
export function uncertainError(
  { to, why }: Omit<Extract<Plan, { kind: "uncertain" }>, "kind">,
  isFollowUp: boolean,
  run: Run,
): AmbiguousRequestError {
  const { lastState } = run.memory;
  const state = lastState?.kind === "sent" ? lastState : ({ kind: "sent", to } as const);
  run.advance({ state, isFollowUp });
  return new AmbiguousRequestError(isFollowUp ? "send the message" : "create the job", why);
}

/** The request with a note of what it goes without. */
function withNote(request: JobRequest, { missing }: PromptContext): JobRequest {
  if (missing === undefined) {
    return request;
  }
  const { note } = request.review ?? {};
  const both = note === undefined ? missing : richText`${note}, ${missing}`;
  return { ...request, review: { ...request.review, summary: askedOf(request), note: both } };
}

/**
 * What is sent: the request, and its context. A pull request that was closed without a merge was a decision, which the agent
 * has to know.
 */
function promptFor(sending: Sending, context: PromptContext, run: Run): string {
  const { request, closed, tools } = run;
  const replaced = sending.kind === "create" ? sending.replaces : undefined;
  const named = replaced?.why === "closed" ? [replaced.pull?.link ?? ""] : closed;
  // The service has named them, and its text may come from strangers: no other address becomes a part of the prompt.
  const links = named.filter(
    (link) => pullRequestOn(tools.runContext.serverUrl, link) !== undefined,
  );
  const { prompt } = request;
  if (links.length === 0) {
    return appendContext(prompt, context[sending.kind]);
  }
  const note = `An earlier pull request for this was closed without a merge: ${links.join(", ")}. Read why before you start.`;
  return appendContext(`${closeFence(prompt)}\n\n${note}`, context[sending.kind]);
}
