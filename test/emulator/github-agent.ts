import { addressOf, type FakeGitHub } from "../github/fake-github.ts";
import type { FakeRepository } from "../github/fake-repository.ts";
import type { Job, Publish, Turn } from "./jobs.ts";

const fallbackFile = "docs/notes.md";
const bot = "docs-service[bot]";

/** What a turn does beside its edit. */
export type Extras = {
  /** A check of the pull request that fails. */
  failingCheck?: string;
  /** How long the preview is being made, in ms of real time. */
  previewMs?: number;
};

/** A repository to work on. */
export type Workplace = {
  gitHub: FakeGitHub;
  repository: FakeRepository;
  /** What the next turns do. */
  next?: Extras;
  /** False where a turn whose pull request is over brings no other one. */
  reopens?: boolean;
  /** True where turns open a further pull request, in which the job then goes on. */
  opensAnother?: boolean;
  /** The branches of the jobs that have done so. */
  branches?: Map<string, string>;
  /** The prompts of the turns that have made a commit, each with the name of its pull request. */
  published?: { prompt: string; pull: string }[];
};

/** An agent that writes no prose but really edits pages: a branch per job, a commit per turn, one pull request. */
export function publishOn(workplace: Workplace): Publish {
  const { repository } = workplace;
  return (job, turn) => {
    workplace.branches ??= new Map();
    const { branches } = workplace;
    if (workplace.opensAnother && job.prLink !== null)
      branches.set(job.id, `docs-agent/${job.id}-${job.turns.indexOf(turn) + 1}`);
    const branch = branches.get(job.id) ?? `docs-agent/${job.id}`;
    if (workplace.reopens === false && job.prLink !== null && repository.isOver(branch))
      return job.prLink;
    const { after } = repository.push(branch, editOf(workplace, branch, job, turn));
    checkAndDeploy(workplace, after, job);
    const title = `docs: ${wordsOf(turn.prompt)}`;
    const pull = repository.openPull(branch, { title, author: bot });
    workplace.published?.push({ prompt: turn.prompt, pull });
    return addressOf(pull);
  };
}

/** What a turn commits: a section at the end of the first page. */
function editOf(
  { repository }: Workplace,
  branch: string,
  job: Job,
  turn: Turn,
): Record<string, string> {
  const files = repository.files(branch);
  const path = Object.keys(files).find((name) => /^docs\/[^/]+\.md$/.test(name)) ?? fallbackFile;
  const before = files[path] ?? "# Notes\n";
  const words = wordsOf(turn.prompt);
  const heading = `## ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return {
    [path]: `${before}\n${heading}\n\nWritten by job ${job.id}, turn ${job.turns.indexOf(turn) + 1}.\n`,
  };
}

/** What the service's own app makes of the commit: checks and a preview. */
function checkAndDeploy({ gitHub, repository, next = {} }: Workplace, sha: string, job: Job): void {
  const { failingCheck, previewMs = 0 } = next;
  const deployment = {
    creator: { login: "mintlify[bot]", type: "Bot" },
    state: previewMs > 0 ? "in_progress" : "success",
    environment_url: `https://preview-${job.id.slice(0, 6)}.example.app`,
  };
  const conclusionOf = (name: string) => (name === failingCheck ? "failure" : "success");
  const checks = ["vale", "link-rot"].map((name) => ({
    ...{ name, conclusion: conclusionOf(name) },
    html_url: `https://github.com/${repository.name}/runs/${name}`,
  }));
  gitHub.heads.set(sha, { checks, deployments: [deployment] });
  setTimeout(() => {
    deployment.state = "success";
  }, previewMs).unref();
}

/** The words of a prompt's first line. A prompt can hold anything; these can stand in a heading and a title. */
function wordsOf(prompt: string): string {
  const firstLine = prompt.trim().split("\n")[0] ?? "";
  const words = firstLine
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .slice(0, 60)
    .trim();
  return words === "" ? "the request" : words;
}
