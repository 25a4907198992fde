import type { GitHub, ReactionTarget } from "../../github/client.ts";
import type { GitHubEvent, Thread, TriggerText } from "../../github/event.ts";
import type { AgentInputs } from "../../inputs/agent.ts";
import type { RunContext } from "../../runner/run-context.ts";
import type { AgentRequest } from "../command/find-request.ts";
import { type JobMarkerCodec, requestDigest, sharedCommentKey, threadConversation } from "./job-marker.ts";
import type { ReadableThread, RequestIdentity } from "./read-thread.ts";

/** The issue or pull request that a run writes to. */
export type AgentThread = ReadableThread & {
  codec: JobMarkerCodec;
  /** The codec of another thread of the repository. */
  codecFor: (thread: number) => JobMarkerCodec;
  /** What reactions go to; missing where there are none, as for reviews. */
  reactTo: ReactionTarget | undefined;
};

export type ThreadDependencies = {
  inputs: AgentInputs;
  event: GitHubEvent;
  runContext: RunContext;
  /** Missing without a token. */
  github: GitHub | undefined;
  codecFor: (thread: number) => JobMarkerCodec;
};

/** The thread that `issue-number` or the event names; missing without one, or without a token. */
export function threadOf(
  { trigger }: Pick<AgentRequest, "trigger">,
  { inputs, event, runContext, github, codecFor }: ThreadDependencies,
): AgentThread | undefined {
  const number = inputs["issue-number"] ?? event.thread?.number;
  if (github === undefined || number === undefined || runContext.repo === "") return undefined;
  // `issue-number` can name another thread than the event's, and nothing is known of that one.
  const thread = number === event.thread?.number ? event.thread : undefined;
  const root = thread && trigger?.inline?.rootCommentId;
  return {
    github,
    codec: codecFor(number),
    codecFor,
    number,
    isPullRequest: thread?.isPullRequest,
    target: root === undefined ? { place: "issue", number } : { place: "review", number, root },
    reactTo:
      trigger === undefined || event.thread === undefined ? undefined : reactionTarget(trigger, event.thread),
  };
}

/** What tells a request from all others of its thread. */
export function identify(
  request: AgentRequest,
  { inputs, runContext }: Pick<ThreadDependencies, "inputs" | "runContext">,
): RequestIdentity {
  const { trigger } = request;
  const isNew = inputs.conversation === "new";
  const conversation = isNew ? threadConversation : inputs.conversation;
  const hasOwn = trigger !== undefined || isNew || inputs.comment === "new";
  return {
    conversation,
    command: trigger === undefined ? "" : trigger.id,
    sharedKey: hasOwn ? undefined : sharedCommentKey(runContext, conversation),
    runId: runContext.runId,
    attempt: runContext.attempt,
    digest: requestDigest(runContext, request.kind === "prompt" ? request.prompt : "", inputs.conversation),
  };
}

function reactionTarget(trigger: TriggerText, thread: Thread): ReactionTarget | undefined {
  if (trigger.commentId !== undefined) return { kind: trigger.kind, id: trigger.commentId };
  // GitHub has no reactions on reviews.
  return trigger.kind === "review" ? undefined : { kind: "issue", number: thread.number };
}
