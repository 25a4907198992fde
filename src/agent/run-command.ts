import { ActionError } from "../errors.ts";
import { GitHubError, type Reaction, type ReactionTarget } from "../github/client.ts";
import type { GitHubEvent, Thread, TriggerText } from "../github/events.ts";
import { checkPermission, type PermissionResult } from "../github/permission.ts";
import type { Inputs } from "../inputs.ts";
import type { Outcome, Result } from "../result.ts";
import { conversationKey, digest } from "../run-context.ts";
import { CancelledError } from "../service/errors.ts";
import type { Job } from "../service/schemas.ts";
import { plainUrl } from "../text/markdown.ts";
import { code, type Message, message, url } from "../text/message.ts";
import { abortable } from "./abortable.ts";
import { renderHelp, renderReply } from "./comment-template.ts";
import type { CommandDependencies } from "./dependencies.ts";
import { type AgentReport, reportOf } from "./errand.ts";
import { cancelledOutcome, errorOutcome } from "./outcomes.ts";
import { renderPromptContext } from "./prompt-context.ts";
import { runJob } from "./run-job.ts";
import { StatusComment } from "./status-comment.ts";
import type { Trigger } from "./trigger.ts";

/** A request that asks for something. */
export type OpenTrigger = Exclude<Trigger, { kind: "skip" }>;

/** How a request was answered; `settled` resolves when the thread shows it. */
export type Handled = { report: AgentReport; settled: () => Promise<void> };

/** Answers a request from its gate to its end. What the service does is in the outcome. */
export async function runCommand(
  request: OpenTrigger,
  event: GitHubEvent,
  inputs: Inputs,
  tools: CommandDependencies,
): Promise<Handled> {
  const written = "written" in request ? request.written : undefined;
  const statusComment = createStatusComment(request, written, event, inputs, tools);
  const settled = () => statusComment?.flush() ?? Promise.resolve();
  const done = (report: AgentReport): Handled => ({ report, settled });

  if (written !== undefined) {
    let denied: Outcome | undefined;
    try {
      denied = await abortable(tools.signal, authorize(written, inputs, tools));
    } catch (error) {
      if (error instanceof CancelledError)
        return done(reportOf(cancelledOutcome({ jobId: undefined, inThread: false })));
      throw error;
    }
    if (denied !== undefined) {
      void statusComment?.react("-1");
      return done(reportOf(denied));
    }
  }
  if (request.kind === "help") {
    const phrase = inputs["trigger-phrase"];
    void statusComment?.reply(renderHelp(phrase, tools.runContext.runUrl));
    void statusComment?.react("eyes");
    const told = statusComment?.writes
      ? message`The comment shows what ${code(phrase)} can do.`
      : message`Help was asked for, and no comment is written here; the README shows what ${code(phrase)} can do.`;
    return done(reportOf(answered(told)));
  }
  if (request.kind === "status") {
    void statusComment?.react("eyes");
    return done(await runStatusCommand(statusComment, tools));
  }
  const errand = {
    prompt: request.kind === "prompt" ? request.prompt : "",
    jobId: request.kind === "watch" ? request.jobId : inputs["job-id"],
    fresh: request.kind === "prompt" && request.fresh,
    command: written !== undefined,
    context: () => readContext(event.thread, written, inputs, tools),
  };
  const report = await runJob(errand, inputs, { ...tools, statusComment });
  const reaction = written === undefined ? undefined : reactions[report.outcome.result];
  if (reaction !== undefined) void statusComment?.react(reaction);
  return done(report);
}

/** Somebody waits for this answer, so a service that fails is not waited for long. */
const statusPatienceMs = 60_000;

/** What a command's end looks like on the command itself; the others leave the 👀 as it is. */
const reactions: Partial<Record<Result, Reaction>> = {
  "pull-request": "rocket",
  "no-changes": "+1",
  failed: "confused",
  archived: "confused",
  error: "confused",
};

function createStatusComment(
  request: OpenTrigger,
  written: TriggerText | undefined,
  event: GitHubEvent,
  inputs: Inputs,
  tools: CommandDependencies,
): StatusComment | undefined {
  const { github, runContext } = tools;
  const number = inputs["issue-number"] ?? event.thread?.number;
  if (github === undefined || number === undefined || runContext.repo === "") return undefined;
  // Comments may go to another thread than that of the event, of which nothing is known here.
  const thread = number === event.thread?.number ? event.thread : undefined;
  const prompt = request.kind === "prompt" ? request.prompt : "";
  return new StatusComment({
    ...tools,
    github,
    codec: tools.markerCodec(number),
    thread: {
      number,
      isPullRequest: thread?.isPullRequest === true,
      comments: thread?.comments,
    },
    place: {
      thread: number,
      reviewRoot: thread === undefined ? undefined : written?.inline?.rootCommentId,
      reactTo:
        written === undefined || event.thread === undefined
          ? undefined
          : reactionTarget(written, event.thread),
    },
    key: conversationKey(
      runContext,
      written !== undefined,
      inputs.conversation === "new" ? prompt : undefined,
    ),
    digest: digest(runContext, prompt),
    comments: inputs.comment === "auto",
    readOnly: inputs["dry-run"],
  });
}

function reactionTarget(written: TriggerText, thread: Thread): ReactionTarget | undefined {
  const { kind, commentId } = written;
  if ((kind === "issue-comment" || kind === "review-comment") && commentId !== undefined)
    return { kind, id: commentId };
  // GitHub has no reactions on reviews.
  return kind === "review" ? undefined : { kind: "issue", number: thread.number };
}

async function authorize(
  written: TriggerText,
  inputs: Inputs,
  tools: CommandDependencies,
): Promise<Outcome | undefined> {
  const { github, runContext } = tools;
  const gate = {
    author: written.author,
    authorIsBot: written.authorIsBot,
    rerunBy: runContext.attempt > 1 ? runContext.triggeringActor : undefined,
    required: inputs["required-permission"],
    allowedUsers: inputs["allowed-users"],
  };
  const unknown: PermissionResult = {
    allowed: false,
    reason: "permission-unknown",
    login: written.author ?? "ghost",
    actualRole: "no token",
  };
  const verdict = github === undefined ? unknown : await checkPermission(gate, github);
  if (verdict.allowed) return undefined;
  const { reason, login, actualRole } = verdict;
  const messages: Record<typeof reason, Message> = {
    permission: message`${login} may not command here: the role in this repository is ${code(actualRole)}, and ${code(gate.required)} is needed.`,
    bot: message`${login} is a bot, and bots may command only by name.`,
    "re-run": message`${login}, who re-ran this, may not command here: the role is ${code(actualRole)}, and ${code(gate.required)} is needed.`,
    "permission-unknown": message`Whether ${login} may command here could not be found out (${actualRole}), which means no.`,
  };
  const advice =
    reason === "permission-unknown"
      ? message`See that github-token may read the repository's metadata, or name the login in allowed-users.`
      : message`To allow it, name the login in allowed-users or lower required-permission.`;
  return { result: "denied", reason, message: messages[reason], advice };
}

/** `--status`: how the thread's job is doing; nothing is sent. */
async function runStatusCommand(
  statusComment: StatusComment | undefined,
  tools: CommandDependencies,
): Promise<AgentReport> {
  const { service, clock, signal, setOutput, runContext } = tools;
  const report = (outcome: Outcome, known: Partial<AgentReport> = {}): AgentReport => {
    void statusComment?.reply(renderReply("Status", [outcome.message, outcome.advice], runContext.runUrl));
    return { ...reportOf(outcome), ...known };
  };
  const recalled = await statusComment?.findJob();
  if (signal.aborted) return reportOf(cancelledOutcome({ jobId: undefined, inThread: false }));
  if (statusComment !== undefined && recalled === undefined)
    return report(answered(message`The comments of this thread cannot be read, so its job is not known.`));
  const jobId = recalled?.latest?.marker.job;
  if (jobId === undefined) return report(answered(message`No job is known in this thread yet.`));
  setOutput("jobId", jobId);
  let job: Job;
  try {
    job = await service.getJob(jobId, { signal, deadline: clock.now() + statusPatienceMs });
  } catch (error) {
    if (error instanceof CancelledError)
      return report(cancelledOutcome({ jobId, inThread: true }), { jobId });
    if (error instanceof ActionError) return report(errorOutcome(error, jobId), { jobId });
    throw error;
  }
  setOutput("status", job.status);
  const prLink = plainUrl(job.prLink ?? "");
  if (prLink !== undefined) setOutput("prLink", prLink);
  const link =
    prLink === undefined ? message` It has no pull request.` : message` Its pull request: ${url(prLink)}`;
  return report(answered([...message`Job ${code(jobId)} is ${code(job.status)}.`, ...link]), {
    jobId,
    job,
    prLink,
  });
}

async function readContext(
  thread: Thread | undefined,
  written: TriggerText | undefined,
  inputs: Inputs,
  tools: CommandDependencies,
): Promise<string> {
  const { github, log } = tools;
  const { context } = inputs;
  if (context !== "diff" || thread === undefined || !thread.isPullRequest || github === undefined)
    return renderPromptContext(context, thread, written, []);
  try {
    const { files, more } = await github.changedFiles(thread.number);
    return renderPromptContext(context, thread, written, files, more);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const advice = error.missesPermission
      ? " Give the workflow's job “permissions: pull-requests: read”."
      : "";
    log.warning(
      "Changed files not read",
      `The prompt goes without the changed files of #${thread.number} (${error.why}).${advice}`,
    );
    return renderPromptContext(context, thread, written, []);
  }
}

function answered(message: Message): Outcome {
  return { result: "answered", reason: "", message, advice: [] };
}
