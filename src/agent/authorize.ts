import type { TriggerText } from "../github/events.ts";
import { checkPermission } from "../github/permission.ts";
import type { Outcome, ReasonOf } from "../result.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import type { AgentDependencies } from "./dependencies.ts";

/** Lets a person pass who has no sufficient role. */
const addLogin = richText`add the login to ${code("allowed-users")}`;

/**
 * Checks that the author of a command may run it (docs/how-it-works.md). Gives the outcome of a denial, else nothing. Throws
 * an `ActionError` when GitHub cannot be asked.
 */
export async function authorize(
  trigger: TriggerText,
  { github, inputs, runContext }: Pick<AgentDependencies, "github" | "inputs" | "runContext">,
): Promise<Outcome | undefined> {
  const required = inputs["required-permission"];
  const isRerun = runContext.attempt > 1;
  const permission = await checkPermission(
    {
      author: trigger.author,
      authorIsBot: trigger.authorIsBot,
      isRerun,
      rerunBy: isRerun ? runContext.triggeringActor : undefined,
      required,
      allowedUsers: inputs["allowed-users"],
    },
    github,
  );
  if (permission.allowed) return undefined;
  const { reason, login, found } = permission;
  // Code, because a mention would be live in Markdown.
  const user = code(`@${login}`);
  const has = found.kind === "role" ? richText`, has ${code(found.name)}` : [];
  const needs = richText`needs ${code(required)}${has}`;
  const toAllow = richText`To allow it, ${addLogin} or lower ${code("required-permission")}.`;
  const denials: Readonly<Record<ReasonOf<"denied">, [message: RichText, advice: RichText]>> = {
    permission: [richText`${user} cannot run commands here: ${needs}.`, toAllow],
    bot: [
      richText`${user} is a bot. Bots can run commands only when ${code("allowed-users")} names them.`,
      richText`To allow it, ${addLogin}.`,
    ],
    "re-run": [richText`${user}, who re-ran this, cannot run commands here: ${needs}.`, toAllow],
    "permission-unknown": [
      richText`The role of ${user} is not known, so the command was denied.`,
      richText`Check that ${code("github-token")} can read the repository's metadata, or ${addLogin}.`,
    ],
  };
  const [message, advice] = denials[reason];
  return { result: "denied", reason, message, advice };
}
