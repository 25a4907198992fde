/** This run, as the runner's default variables describe it (github/docs, variables reference). */
export type RunContext = ReturnType<typeof getRunContext>;

/** A variable that is missing, as outside a runner, is empty or has a default. `scriptPath` is the file that runs. */
export function getRunContext(env: Readonly<Record<string, string | undefined>>, scriptPath = "") {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const [owner = "", repo = ""] = repository.split("/");
  const runId = env["GITHUB_RUN_ID"] ?? "";
  const attempt = Number(env["GITHUB_RUN_ATTEMPT"]) || 1;
  const workflow = env["GITHUB_WORKFLOW"] ?? "";
  /** Such as `owner/repo/actions/workflows/merges.yml`, of `owner/repo/.github/workflows/merges.yml@refs/heads/main`. */
  const workflowFile = (env["GITHUB_WORKFLOW_REF"] ?? "")
    .replace(/@.*/, "")
    .replace("/.github/workflows/", "/actions/workflows/");
  /** The web address of this GitHub. */
  const serverUrl = env["GITHUB_SERVER_URL"] || "https://github.com";
  /** The web address of the action's own files, at the ref that the workflow uses; missing for a local action. */
  const sourceUrl = sourceUrlOf(serverUrl, scriptPath);
  const runUrl = `${serverUrl}/${repository}/actions/runs/${runId}${attempt > 1 ? `/attempts/${attempt}` : ""}`;
  return {
    repository,
    owner,
    repo,
    /** The commit of the run, and the name of its branch or tag. */
    sha: env["GITHUB_SHA"] ?? "",
    branch: env["GITHUB_REF_NAME"] ?? "",
    /** The full name of that, such as `refs/heads/main`. */
    ref: env["GITHUB_REF"] ?? "",
    workflow,
    /** The page of the workflow; that of the run where the runner does not name its file. */
    workflowUrl: workflowFile === "" ? runUrl : `${serverUrl}/${workflowFile}`,
    job: env["GITHUB_JOB"] ?? "",
    step: env["GITHUB_ACTION"] ?? "",
    runId,
    attempt,
    /** Who started this attempt. */
    triggeringActor: env["GITHUB_TRIGGERING_ACTOR"] || undefined,
    runUrl,
    sourceUrl,
    /** Where people report what is wrong with the action; missing for a local one. */
    issuesUrl: sourceUrl?.replace(/\/blob\/.*/, "/issues/new"),
    serverUrl,
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    eventName: env["GITHUB_EVENT_NAME"] ?? "",
  };
}

/**
 * The runner unpacks an action into `_actions/OWNER/REPO/REF`. Its variables cannot be used: inside a composite action,
 * they name that action (actions/runner#2473). A local action (`uses: ./`) has no address.
 */
function sourceUrlOf(serverUrl: string, scriptPath: string): string | undefined {
  const path = scriptPath.replaceAll("\\", "/");
  const [, repository, ref = ""] = /\/_actions\/([^/]+\/[^/]+)\/(.+)\/dist\//.exec(path) ?? [];
  return (
    repository &&
    `${serverUrl}/${repository}/blob/${ref.split("/").map(encodeURIComponent).join("/")}`
  );
}
