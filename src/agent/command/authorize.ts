import type { TriggerText } from "../../github/event.ts";
import { checkPermission } from "../../github/permission.ts";
import type { Outcome, ReasonOf } from "../../result.ts";
import { code, type RichText, richText } from "../../text/rich-text.ts";
import type { AgentDependencies } from "../dependencies.ts";

/**
 * Checks that the author of a command may run it (docs/how-it-works.md). Gives the outcome of a denial, else nothing. Throws
 * an `ActionError` when GitHub cannot be asked.
 */
export async function authorize(
  trigger: TriggerText,
  { github, inputs, runContext }: Pick<AgentDependencies, "github" | "inputs" | "runContext">,
): Promise<Outcome | undefined> {
  const rules = {
    author: trigger.author,
    authorIsBot: trigger.authorIsBot,
    isRerun: runContext.attempt > 1,
    rerunBy: runContext.attempt > 1 ? runContext.triggeringActor : undefined,
    required: inputs["required-permission"],
    allowedUsers: inputs["allowed-users"],
  };
  const permission = await checkPermission(rules, github);
  if (permission.allowed) return undefined;
  const { reason, login, role = "no role" } = permission;
  // Code, because a mention would be live in Markdown.
  const user = code(`@${login}`);
  const needs = richText`needs ${code(rules.required)}, has ${code(role)}`;
  const messages: Record<ReasonOf<"denied">, RichText> = {
    permission: richText`${user} cannot run commands here: ${needs}.`,
    bot: richText`${user} is a bot. Bots can run commands only when ${code("allowed-users")} names them.`,
    "re-run":
      rules.isRerun && rules.rerunBy === undefined
        ? richText`The run does not say who re-ran it, so the command was denied.`
        : richText`${user}, who re-ran this, cannot run commands here: ${needs}.`,
    "permission-unknown": richText`The role of ${user} is not known, so the command was denied.`,
  };
  return { result: "denied", reason, message: messages[reason], advice: denialAdvice(reason, rules) };
}

function denialAdvice(
  reason: ReasonOf<"denied">,
  { isRerun, rerunBy }: { isRerun: boolean; rerunBy: string | undefined },
): RichText {
  if (reason === "permission-unknown")
    return richText`Check that ${code("github-token")} can read the repository's metadata, or add the login to ${code("allowed-users")}.`;
  if (reason === "bot") return richText`To allow it, add the login to ${code("allowed-users")}.`;
  if (reason === "re-run" && isRerun && rerunBy === undefined)
    return richText`Repeat the command in a new comment.`;
  return richText`To allow it, add the login to ${code("allowed-users")} or lower ${code("required-permission")}.`;
}
