import { createHash } from "node:crypto";

/** What the runner tells of the run in its default variables (github/docs, variables reference). */
export type RunContext = {
  repository: string;
  owner: string;
  repo: string;
  workflow: string;
  job: string;
  step: string;
  runId: string;
  attempt: number;
  /** Who started this attempt. */
  triggeringActor: string | undefined;
  runUrl: string;
  apiUrl: string;
  eventName: string;
};

/** Reads the runner's variables; what is missing outside a runner becomes harmless. */
export function getRunContext(env: Readonly<Record<string, string | undefined>>): RunContext {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const [owner = "", repo = ""] = repository.split("/");
  const runId = env["GITHUB_RUN_ID"] ?? "";
  const attempt = Number(env["GITHUB_RUN_ATTEMPT"]) || 1;
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  const runUrl = `${server}/${repository}/actions/runs/${runId}${attempt > 1 ? `/attempts/${attempt}` : ""}`;
  return {
    repository,
    owner,
    repo,
    workflow: env["GITHUB_WORKFLOW"] ?? "",
    job: env["GITHUB_JOB"] ?? "",
    step: env["GITHUB_ACTION"] ?? "",
    runId,
    attempt,
    triggeringActor: env["GITHUB_TRIGGERING_ACTOR"] || undefined,
    runUrl,
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    eventName: env["GITHUB_EVENT_NAME"] ?? "",
  };
}

/**
 * What a run goes on with: the thread's commands have one conversation, each workflow and job another. Prompts that go
 * on with nothing have one each, so that the legs of a matrix do not write over each other.
 */
export function conversationKey(facts: RunContext, command: boolean, freshPrompt?: string): string {
  if (command) return "thread";
  return `run:${freshPrompt === undefined ? short([facts.workflow, facts.job]) : digest(facts, freshPrompt)}`;
}

/** A digest of the prompt and the step it runs in: two attempts of one request have the same. */
export function digest(facts: RunContext, prompt: string): string {
  return short([facts.workflow, facts.job, facts.step, prompt]);
}

/** 132 bits are more than enough to tell the requests of a thread apart. */
function short(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}
