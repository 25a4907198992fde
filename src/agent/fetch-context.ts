import { GitHubError } from "../github/client.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { renderPromptContext } from "./prompt-context.ts";
import type { PromptRequest } from "./trigger.ts";

/** The context that goes below the prompt of a new job, and below that of a follow-up. */
export type PromptContext = { create: string; message: string };

export const noContext: PromptContext = { create: "", message: "" };

/** Reads and renders the context of a prompt. What GitHub does not give is left out, with a warning. */
export async function fetchPromptContext(
  { trigger }: PromptRequest,
  deps: Pick<AgentDependencies, "github" | "log" | "inputs" | "event">,
): Promise<PromptContext> {
  const { context } = deps.inputs;
  const { thread } = deps.event;
  const reference = renderPromptContext(context === "none" ? "none" : "reference", thread, trigger, []);
  if (context === "none" || context === "reference" || thread === undefined)
    return { create: reference, message: reference };
  const { files, more } = await fetchChangedFiles(deps);
  const diff = renderPromptContext("diff", thread, trigger, files, more);
  // With `auto`, the job knows the diff already when a follow-up comes.
  return { create: diff, message: context === "auto" ? reference : diff };
}

async function fetchChangedFiles({
  github,
  log,
  event: { thread },
}: Pick<AgentDependencies, "github" | "log" | "event">) {
  const nothing = { files: [], more: false };
  if (github === undefined || thread === undefined || !thread.isPullRequest) return nothing;
  try {
    const { files, lastPage } = await github.changedFiles(thread.number, 1);
    return { files, more: lastPage > 1 };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    log.warning(
      "Changed files not read",
      `The prompt goes without the changed files of #${thread.number} (${error.why}). ${error.advice("pull-requests: read")}`,
    );
    return nothing;
  }
}
