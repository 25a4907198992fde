import { ActionError } from "../errors.ts";
import { GitHubError, type Reaction, type ReactionTarget } from "../github/client.ts";
import type { GitHubEvent, Thread, WrittenText } from "../github/events.ts";
import { judge, type Verdict } from "../github/permission.ts";
import type { Inputs } from "../inputs.ts";
import type { Outcome, Result } from "../result.ts";
import { conversationKey, digest } from "../run-context.ts";
import { CancelledError } from "../service/errors.ts";
import type { Job } from "../service/schemas.ts";
import { plainUrl } from "../text/markdown.ts";
import { code, type Sentence, say, url } from "../text/message.ts";
import { unlessCancelled } from "./abortable.ts";
import { answerComment, helpComment } from "./comment-template.ts";
import type { RequestTools } from "./dependencies.ts";
import { type AgentReport, reportOf } from "./errand.ts";
import { cancelledOutcome, errorOutcome } from "./outcomes.ts";
import { renderContext } from "./prompt-context.ts";
import { runAgent } from "./run-job.ts";
import { Conversation } from "./status-comment.ts";
import type { Request } from "./trigger.ts";

/** A request that asks for something. */
export type OpenRequest = Exclude<Request, { kind: "skip" }>;

/** How a request was answered; `settled` resolves when the thread shows it. */
export type Handled = { report: AgentReport; settled: () => Promise<void> };

/** Answers a request from its gate to its end. What the service does is in the outcome. */
export async function handle(
  request: OpenRequest,
  event: GitHubEvent,
  inputs: Inputs,
  tools: RequestTools,
): Promise<Handled> {
  const written = "written" in request ? request.written : undefined;
  const conversation = converse(request, written, event, inputs, tools);
  const settled = () => conversation?.settled() ?? Promise.resolve();
  const done = (report: AgentReport): Handled => ({ report, settled });

  if (written !== undefined) {
    let denied: Outcome | undefined;
    try {
      denied = await unlessCancelled(tools.signal, refuse(written, inputs, tools));
    } catch (error) {
      if (error instanceof CancelledError)
        return done(reportOf(cancelledOutcome({ jobId: undefined, inThread: false })));
      throw error;
    }
    if (denied !== undefined) {
      void conversation?.react("-1");
      return done(reportOf(denied));
    }
  }
  if (request.kind === "help") {
    const phrase = inputs["trigger-phrase"];
    void conversation?.answer(helpComment(phrase, tools.facts.runUrl));
    void conversation?.react("eyes");
    const told = conversation?.writes
      ? say`The comment shows what ${code(phrase)} can do.`
      : say`Help was asked for, and no comment is written here; the README shows what ${code(phrase)} can do.`;
    return done(reportOf(answered(told)));
  }
  if (request.kind === "status") {
    void conversation?.react("eyes");
    return done(await tellStatus(conversation, tools));
  }
  const errand = {
    prompt: request.kind === "prompt" ? request.prompt : "",
    jobId: request.kind === "watch" ? request.jobId : inputs["job-id"],
    fresh: request.kind === "prompt" && request.fresh,
    command: written !== undefined,
    context: () => readContext(event.thread, written, inputs, tools),
  };
  const report = await runAgent(errand, inputs, { ...tools, conversation });
  const reaction = written === undefined ? undefined : reactions[report.outcome.result];
  if (reaction !== undefined) void conversation?.react(reaction);
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

function converse(
  request: OpenRequest,
  written: WrittenText | undefined,
  event: GitHubEvent,
  inputs: Inputs,
  tools: RequestTools,
): Conversation | undefined {
  const { github, facts } = tools;
  const number = inputs["issue-number"] ?? event.thread?.number;
  if (github === undefined || number === undefined || facts.repo === "") return undefined;
  // Comments may go to another thread than that of the event, of which nothing is known here.
  const thread = number === event.thread?.number ? event.thread : undefined;
  const prompt = request.kind === "prompt" ? request.prompt : "";
  return new Conversation({
    ...tools,
    github,
    keeper: tools.keeper(number),
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
    key: conversationKey(facts, written !== undefined, inputs.conversation === "new" ? prompt : undefined),
    digest: digest(facts, prompt),
    comments: inputs.comment === "auto",
    readOnly: inputs["dry-run"],
  });
}

function reactionTarget(written: WrittenText, thread: Thread): ReactionTarget | undefined {
  const { kind, commentId } = written;
  if ((kind === "issue-comment" || kind === "review-comment") && commentId !== undefined)
    return { kind, id: commentId };
  // GitHub has no reactions on reviews.
  return kind === "review" ? undefined : { kind: "issue", number: thread.number };
}

async function refuse(
  written: WrittenText,
  inputs: Inputs,
  tools: RequestTools,
): Promise<Outcome | undefined> {
  const { github, facts } = tools;
  const gate = {
    author: written.author,
    authorIsBot: written.authorIsBot,
    rerunBy: facts.attempt > 1 ? facts.triggeringActor : undefined,
    required: inputs["required-permission"],
    allowedUsers: inputs["allowed-users"],
  };
  const unknown: Verdict = {
    allowed: false,
    reason: "permission-unknown",
    login: written.author ?? "ghost",
    has: "no token",
  };
  const verdict = github === undefined ? unknown : await judge(gate, github);
  if (verdict.allowed) return undefined;
  const { reason, login, has } = verdict;
  const messages: Record<typeof reason, Sentence> = {
    permission: say`${login} may not command here: the role in this repository is ${code(has)}, and ${code(gate.required)} is needed.`,
    bot: say`${login} is a bot, and bots may command only by name.`,
    "re-run": say`${login}, who re-ran this, may not command here: the role is ${code(has)}, and ${code(gate.required)} is needed.`,
    "permission-unknown": say`Whether ${login} may command here could not be found out (${has}), which means no.`,
  };
  const advice =
    reason === "permission-unknown"
      ? say`See that github-token may read the repository's metadata, or name the login in allowed-users.`
      : say`To allow it, name the login in allowed-users or lower required-permission.`;
  return { result: "denied", reason, message: messages[reason], advice };
}

/** `--status`: how the thread's job is doing; nothing is sent. */
async function tellStatus(conversation: Conversation | undefined, tools: RequestTools): Promise<AgentReport> {
  const { service, clock, signal, setOutput, facts } = tools;
  const report = (outcome: Outcome, known: Partial<AgentReport> = {}): AgentReport => {
    void conversation?.answer(answerComment("Status", [outcome.message, outcome.advice], facts.runUrl));
    return { ...reportOf(outcome), ...known };
  };
  const recalled = await conversation?.recall();
  if (signal.aborted) return reportOf(cancelledOutcome({ jobId: undefined, inThread: false }));
  if (conversation !== undefined && recalled === undefined)
    return report(answered(say`The comments of this thread cannot be read, so its job is not known.`));
  const jobId = recalled?.latest?.memory.job;
  if (jobId === undefined) return report(answered(say`No job is known in this thread yet.`));
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
  const link = prLink === undefined ? say` It has no pull request.` : say` Its pull request: ${url(prLink)}`;
  return report(answered([...say`Job ${code(jobId)} is ${code(job.status)}.`, ...link]), {
    jobId,
    job,
    prLink,
  });
}

async function readContext(
  thread: Thread | undefined,
  written: WrittenText | undefined,
  inputs: Inputs,
  tools: RequestTools,
): Promise<string> {
  const { github, log } = tools;
  const { context } = inputs;
  if (context !== "diff" || thread === undefined || !thread.isPullRequest || github === undefined)
    return renderContext(context, thread, written, []);
  try {
    const { files, more } = await github.changedFiles(thread.number);
    return renderContext(context, thread, written, files, more);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const advice = error.denied ? " Give the workflow's job “permissions: pull-requests: read”." : "";
    log.warning(
      "Changed files not read",
      `The prompt goes without the changed files of #${thread.number} (${error.why}).${advice}`,
    );
    return renderContext(context, thread, written, []);
  }
}

function answered(message: Sentence): Outcome {
  return { result: "answered", reason: "", message, advice: [] };
}
