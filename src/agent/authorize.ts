import type { TriggerText } from "../github/event.ts";
import { checkPermission } from "../github/permission.ts";
import { deniedFor, type Outcome } from "../outcomes.ts";
import { code, richText } from "../text/rich-text.ts";
import type { ThreadTools } from "./tools.ts";

/**
 * Checks that the author of a command may run it, and on a re-run also who re-runs it. Gives the outcome of a denial, else
 * nothing. Throws an `ActionError` when GitHub cannot be asked.
 */
export async function authorize(
  { author, authorIsBot }: TriggerText,
  { github, inputs, runContext }: ThreadTools,
): Promise<Outcome | undefined> {
  const required = inputs["required-permission"];
  const isRerun = runContext.attempt > 1;
  const rerunBy = isRerun ? runContext.triggeringActor : undefined;
  const rules = { author, authorIsBot, isRerun, rerunBy, required, allowedUsers: inputs["allowed-users"] };
  const permission = await checkPermission(rules, github);
  if (permission.allowed) return undefined;
  const { reason, login, role } = permission;
  const has = role === undefined ? [] : richText`, has ${code(role)}`;
  // Code, because a mention would be live in Markdown.
  return deniedFor(reason, code(`@${login}`), richText`needs ${code(required)}${has}`);
}
