import type { TriggerText } from "../github/events.ts";
import { checkPermission, type DenialReason, type PermissionResult } from "../github/permission.ts";
import type { Outcome } from "../result.ts";
import { code, type Message, message } from "../text/message.ts";
import type { AgentDependencies } from "./dependencies.ts";

/** Checks that the author of a command may run it (design, section 4). Gives the outcome of a denial, else nothing. */
export async function authorize(
  trigger: TriggerText,
  { github, inputs, runContext }: AgentDependencies,
): Promise<Outcome | undefined> {
  const rules = {
    author: trigger.author,
    authorIsBot: trigger.authorIsBot,
    rerunBy: runContext.attempt > 1 ? runContext.triggeringActor : undefined,
    required: inputs["required-permission"],
    allowedUsers: inputs["allowed-users"],
  };
  const unknown: PermissionResult = {
    allowed: false,
    reason: "permission-unknown",
    login: trigger.author ?? "ghost",
    actualRole: "no token",
  };
  const permission = github === undefined ? unknown : await checkPermission(rules, github);
  if (permission.allowed) return undefined;
  const { reason, login, actualRole } = permission;
  // Code, because a mention would be live in Markdown.
  const user = code(`@${login}`);
  const needs = message`needs ${code(rules.required)}, has ${code(actualRole)}`;
  const messages: Record<DenialReason, Message> = {
    permission: [...message`${user} cannot run commands here: `, ...needs, ...message`.`],
    bot: message`${user} is a bot. Bots can run commands only when allowed-users names them.`,
    "re-run": [...message`${user}, who re-ran this, cannot run commands here: `, ...needs, ...message`.`],
    "permission-unknown": message`The role of ${user} is not known (${actualRole}), so the command was denied.`,
  };
  const advice =
    reason === "permission-unknown"
      ? message`Check that github-token can read the repository's metadata, or add the login to allowed-users.`
      : message`To allow it, add the login to allowed-users or lower required-permission.`;
  return { result: "denied", reason, message: messages[reason], advice };
}
