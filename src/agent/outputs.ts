import { pullRequestOn } from "../github/pull-request-address.ts";
import { pullOf } from "./job.ts";
import type { Progress } from "./progress.ts";
import type { Tools } from "./tools.ts";

/** One output must stay small enough for a variable of another step, and a comparison has no more files. */
const maxFiles = 300;
/** What the list of files says of each: not its patch. */
const fileFields = ["path", "previousPath", "status", "additions", "deletions"];

/**
 * Sets the outputs of a prompt and its job, as far as they are known: at once, so that a step that is killed still has
 * them. `commentUrl` is set where the comment is written, and those that every run has in `src/run.ts`.
 */
export function setOutputs(
  {
    prompt,
    jobId,
    job,
    contents,
  }: Pick<Progress, "jobId" | "job" | "contents"> & { prompt?: string },
  { setOutput, runContext }: Pick<Tools, "setOutput" | "runContext">,
): void {
  const prLink = job && pullOf(job);
  // On another host, `/owner/repo/pull/41` may be anything.
  const pullOn = (server: string) =>
    prLink === undefined ? undefined : pullRequestOn(server, prLink);
  const pull = pullOn("https://github.com") ?? pullOn(runContext.serverUrl);
  const outputs: Readonly<Record<string, string | null | undefined>> = {
    prompt,
    jobId: job?.id ?? jobId,
    status: job?.status,
    repository: job?.source?.repository,
    ref: job?.source?.ref,
    model: job?.model,
    createdAt: job?.createdAt,
    prLink,
    prNumber: prLink && String(pull?.number ?? ""),
    prRepository: prLink && (pull === undefined ? "" : `${pull.owner}/${pull.repo}`),
    prTitle: contents?.pull.title,
    prFiles: contents?.files && JSON.stringify(contents.files.slice(0, maxFiles), fileFields),
    previewUrl: contents?.preview,
  };
  for (const [name, value] of Object.entries(outputs)) {
    if (value !== undefined && value !== null) {
      setOutput(name, value);
    }
  }
}
