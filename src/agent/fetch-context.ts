import { GitHubError } from "../github/client.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { renderPromptContext } from "./prompt-context.ts";
import type { PromptRequest } from "./trigger.ts";

/** The context that goes below a prompt. What GitHub does not give is left out, with a warning. */
export async function fetchPromptContext(
  { trigger }: PromptRequest,
  { github, log, inputs, event }: AgentDependencies,
): Promise<string> {
  const { context } = inputs;
  const { thread } = event;
  if (context !== "diff" || thread === undefined || !thread.isPullRequest || github === undefined)
    return renderPromptContext(context, thread, trigger, []);
  try {
    const { files, more } = await github.changedFiles(thread.number);
    return renderPromptContext(context, thread, trigger, files, more);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const advice = error.missesPermission
      ? " Give the workflow's job “permissions: pull-requests: read”."
      : "";
    log.warning(
      "Changed files not read",
      `The prompt goes without the changed files of #${thread.number} (${error.why}).${advice}`,
    );
    return renderPromptContext(context, thread, trigger, []);
  }
}
