import * as z from "zod";
import { call } from "./call.ts";
import type { Job, Publish, Turn } from "./jobs.ts";
import type { AgentGitHub } from "./settings.ts";

const Repository = z.object({ default_branch: z.string() });
const Reference = z.object({ object: z.object({ sha: z.string() }) });
const Entry = z.object({ path: z.string(), type: z.string() });
const File = z.object({ path: z.string(), sha: z.string(), content: z.string() });
const Pull = z.object({ html_url: z.string() });

/** Asks GitHub about one repository. */
type Api = (method: string, path: string, body?: unknown, fine?: readonly number[]) => Promise<unknown>;

const FALLBACK_FILE = "docs/notes.md";

/** An agent that writes no prose but really works on a repository: a branch per job, a commit per turn, one pull request. */
export function publishOn(github: AgentGitHub): Publish {
  const { apiUrl, repository, token } = github;
  const api: Api = (method, path, body, fine) =>
    call(`${apiUrl.replace(/\/$/, "")}/repos/${repository}`, token, method, path, body, fine);
  return async (job, turn) => {
    const base = github.branch ?? Repository.parse(await api("GET", "")).default_branch;
    const branch = `docs-agent/${job.id}`;
    await ensureBranch(api, base, branch);
    await commitSection(api, branch, job, turn);
    return await ensurePull(api, github, { base, branch, turn });
  };
}

/** A branch that is there already is the one of an earlier turn, or of a run before a restart. */
async function ensureBranch(api: Api, base: string, branch: string): Promise<void> {
  const { object } = Reference.parse(await api("GET", `/git/ref/heads/${base}`));
  await api("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: object.sha }, [422]);
}

async function commitSection(api: Api, branch: string, job: Job, turn: Turn): Promise<void> {
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
  await api("PUT", `/contents/${path}`, {
    message: `docs: ${slugOf(turn.prompt)}`,
    content: Buffer.from(`${before}${section}`).toString("base64"),
    branch,
    ...(file === null ? {} : { sha: file.sha }),
  });
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
