import { checkPermission } from "../github/permission.ts";
import type { Outcome } from "../outcomes.ts";
import { code, richText } from "../text/rich-text.ts";
import { isOfDocsPull, type Memory } from "./memory.ts";
import type { AgentRequest } from "./request.ts";
import { deniedFor } from "./sentences.ts";
import { abortable, type ThreadTools, type Tools } from "./tools.ts";

/**
 * True where a comment says that the reviewed pull request is one of a job. Throws an `ActionError` where the comments cannot be
 * read, and a `CancelledError`.
 */
export async function isOnDocsPull(reading: Promise<Memory>, { signal }: Tools): Promise<boolean> {
  const memory = await abortable(signal, reading);
  if (memory.unread !== undefined) {
    throw memory.unread;
  }
  return isOfDocsPull(memory);
}

/**
 * The outcome of a command by somebody who may not give it; missing for all others. On a re-run, the person who re-runs must
 * pass, too. Throws an `ActionError` when GitHub cannot be asked, and a `CancelledError`.
 */
export async function whyDenied(
  { trigger }: Pick<AgentRequest, "trigger">,
  { github, inputs, runContext, signal }: ThreadTools,
): Promise<Outcome | undefined> {
  if (trigger === undefined) {
    return undefined;
  }
  const { author, authorIsBot } = trigger;
  const required = inputs["required-permission"];
  const isRerun = runContext.attempt > 1;
  const rerunBy = isRerun ? runContext.triggeringActor : undefined;
  const rules = {
    author,
    authorIsBot,
    isRerun,
    rerunBy,
    required,
    allowedUsers: inputs["allowed-users"],
  };
  const permission = await abortable(signal, checkPermission(rules, github));
  if (permission.allowed) {
    return undefined;
  }
  const { reason, login, role } = permission;
  const has = role === undefined ? [] : richText`, has ${code(role)}`;
  // Code, because a mention would be live in Markdown.
  return deniedFor(reason, code(`@${login}`), richText`needs ${code(required)}${has}`);
}
