/** This run, as the runner's default variables describe it (github/docs, variables reference). */
export type RunContext = {
  repository: string;
  owner: string;
  repo: string;
  /** The commit of the run, and the name of its branch or tag. */
  sha: string;
  branch: string;
  workflow: string;
  job: string;
  step: string;
  runId: string;
  attempt: number;
  /** Who started this attempt. */
  triggeringActor: string | undefined;
  runUrl: string;
  /** The web address of the action's own files, at the ref that the workflow uses; missing for a local action. */
  sourceUrl: string | undefined;
  /** Where people report what is wrong with the action; missing for a local one. */
  issuesUrl: string | undefined;
  /** The web address of this GitHub, such as `https://github.com`. */
  serverUrl: string;
  apiUrl: string;
  eventName: string;
};

/**
 * Reads the runner's variables. Outside a runner, a variable that is missing is empty or has a default. `scriptPath` is
 * the file that runs.
 */
export function getRunContext(
  env: Readonly<Record<string, string | undefined>>,
  scriptPath = "",
): RunContext {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const [owner = "", repo = ""] = repository.split("/");
  const runId = env["GITHUB_RUN_ID"] ?? "";
  const attempt = Number(env["GITHUB_RUN_ATTEMPT"]) || 1;
  const serverUrl = env["GITHUB_SERVER_URL"] || "https://github.com";
  const source = sourceUrl(serverUrl, scriptPath);
  const runUrl = `${serverUrl}/${repository}/actions/runs/${runId}${attempt > 1 ? `/attempts/${attempt}` : ""}`;
  return {
    repository,
    owner,
    repo,
    sha: env["GITHUB_SHA"] ?? "",
    branch: env["GITHUB_REF_NAME"] ?? "",
    workflow: env["GITHUB_WORKFLOW"] ?? "",
    job: env["GITHUB_JOB"] ?? "",
    step: env["GITHUB_ACTION"] ?? "",
    runId,
    attempt,
    triggeringActor: env["GITHUB_TRIGGERING_ACTOR"] || undefined,
    runUrl,
    sourceUrl: source,
    issuesUrl: source?.replace(/\/blob\/.*/, "/issues/new"),
    serverUrl,
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    eventName: env["GITHUB_EVENT_NAME"] ?? "",
  };
}

/**
 * The runner unpacks an action into `_actions/OWNER/REPO/REF`. Its variables cannot be used: inside a composite action,
 * they name that action (actions/runner#2473). A local action (`uses: ./`) has no address.
 */
function sourceUrl(serverUrl: string, scriptPath: string): string | undefined {
  const path = scriptPath.replaceAll("\\", "/");
  const [, repository, ref = ""] = /\/_actions\/([\w-]+\/[\w.-]+)\/(.+)\/dist\/[^/]+$/.exec(path) ?? [];
  return repository && `${serverUrl}/${repository}/blob/${ref.split("/").map(encodeURIComponent).join("/")}`;
}
