import * as z from "zod";
import { call } from "./call.ts";
import type { Job, Publish, Turn } from "./jobs.ts";
import type { AgentGitHub } from "./settings.ts";

const Repository = z.object({ default_branch: z.string() });
const Reference = z.object({ object: z.object({ sha: z.string() }) });
const Entry = z.object({ path: z.string(), type: z.string() });
const File = z.object({ path: z.string(), sha: z.string(), content: z.string() });
const Pull = z.object({ html_url: z.string() });
const Committed = z.object({ commit: z.object({ sha: z.string() }) });
const Deployment = z.object({ id: z.number() });

/** Asks GitHub about one repository. */
type Api = (method: string, path: string, body?: unknown, fine?: readonly number[]) => Promise<unknown>;

const FALLBACK_FILE = "docs/notes.md";

/** What a turn does beside its edit. */
export type Extras = {
  /** Writes a new page beside the edit, at this path. */
  newPage?: string;
  /** Moves the page that it would edit to this path. */
  moveTo?: string;
  /** A check of the pull request that fails. */
  failingCheck?: string;
  /** How long the preview is being made, in ms of real time. */
  previewMs?: number;
};

/** A GitHub to work on; `next` changes what the next turns do. */
export type Workplace = AgentGitHub & { next?: Extras };

/** An agent that writes no prose but really works on a repository: a branch per job, a commit per turn, one pull request. */
export function publishOn(github: Workplace): Publish {
  const { apiUrl, repository, token } = github;
  const api: Api = (method, path, body, fine) =>
    call(`${apiUrl.replace(/\/$/, "")}/repos/${repository}`, token, method, path, body, fine);
  return async (job, turn) => {
    const base = Repository.parse(await api("GET", "")).default_branch;
    const branch = `docs-agent/${job.id}`;
    await ensureBranch(api, base, branch);
    const sha = await commitSection(api, branch, job, turn, github.next);
    await checkAndDeploy(api, sha, job, github.next);
    return await ensurePull(api, github, { base, branch, turn });
  };
}

/** A branch that is there already is the one of an earlier turn, or of a run before a restart. */
async function ensureBranch(api: Api, base: string, branch: string): Promise<void> {
  const { object } = Reference.parse(await api("GET", `/git/ref/heads/${base}`));
  await api("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: object.sha }, [422]);
}

/** Returns the commit that the turn adds. */
async function commitSection(
  api: Api,
  branch: string,
  job: Job,
  turn: Turn,
  { newPage, moveTo }: Extras = {},
): Promise<string> {
  const ref = encodeURIComponent(branch);
  const entries = z
    .array(Entry)
    .catch([])
    .parse(await api("GET", `/contents/docs?ref=${ref}`, undefined, [404]));
  const path =
    entries.find((entry) => entry.type === "file" && entry.path.endsWith(".md"))?.path ?? FALLBACK_FILE;
  const found = await api("GET", `/contents/${path}?ref=${ref}`, undefined, [404]);
  const file = found === null ? null : File.parse(found);
  const before = file === null ? "# Notes\n" : Buffer.from(file.content, "base64").toString();
  const number = job.turns.indexOf(turn) + 1;
  const section = `\n## ${slugOf(turn.prompt)}\n\nWritten for \`${slugOf(turn.prompt)}\` (job ${job.id}, turn ${number}).\n`;
  const put = async (to: string, text: string, sha?: string) => {
    const content = Buffer.from(text).toString("base64");
    const message = `docs: ${slugOf(turn.prompt)}`;
    const made = await api("PUT", `/contents/${to}`, { message, content, branch, ...(sha && { sha }) });
    return Committed.parse(made).commit.sha;
  };
  if (newPage !== undefined) await put(newPage, `# New\n${section}`);
  if (file !== null && moveTo !== undefined) {
    await api("DELETE", `/contents/${path}`, { message: "docs: move a page", branch, sha: file.sha });
    return await put(moveTo, before);
  }
  return await put(path, `${before}${section}`, file?.sha);
}

/** What the service's own app makes of the commit: checks and a preview. */
async function checkAndDeploy(
  api: Api,
  sha: string,
  job: Job,
  { failingCheck, previewMs = 0 }: Extras = {},
): Promise<void> {
  for (const name of ["vale", "link-rot"]) {
    const conclusion = name === failingCheck ? "failure" : "success";
    await api("POST", "/check-runs", { name, head_sha: sha, status: "completed", conclusion });
  }
  const { id } = Deployment.parse(
    await api("POST", "/deployments", { ref: sha, environment: "staging", auto_merge: false }),
  );
  const status = (state: string) =>
    api("POST", `/deployments/${id}/statuses`, {
      ...{ state, environment_url: `https://preview-${job.id.slice(0, 6)}.example.app` },
    });
  await status(previewMs > 0 ? "in_progress" : "success");
  if (previewMs > 0) setTimeout(() => status("success").catch(() => {}), previewMs).unref();
}

async function ensurePull(
  api: Api,
  github: AgentGitHub,
  { base, branch, turn }: { base: string; branch: string; turn: Turn },
): Promise<string> {
  const owner = github.repository.split("/")[0] ?? "";
  const head = encodeURIComponent(`${owner}:${branch}`);
  const open = z.array(Pull).parse(await api("GET", `/pulls?state=open&head=${head}`));
  if (open[0] !== undefined) return open[0].html_url;
  const title = `docs: ${slugOf(turn.prompt)}`;
  const body = "Opened by the documentation agent's emulator.";
  return Pull.parse(await api("POST", "/pulls", { title, head: branch, base, body })).html_url;
}

/** A prompt can hold anything; its slug can stand in a heading, a title and a commit message. */
export function slugOf(prompt: string): string {
  const firstLine = prompt.trim().split("\n")[0] ?? "";
  const slug = firstLine
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  return slug === "" ? "the-request" : slug;
}
