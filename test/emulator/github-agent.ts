import { addressOf, type FakeGitHub } from "../github/fake-github.ts";
import type { FakeRepository } from "../github/fake-repository.ts";
import type { Job, Publish, Turn } from "./jobs.ts";

const fallbackFile = "docs/notes.md";
const bot = "docs-service[bot]";

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

/** A repository to work on; `next` changes what the next turns do. */
export type Workplace = { gitHub: FakeGitHub; repository: FakeRepository; next?: Extras };

/** An agent that writes no prose but really edits pages: a branch per job, a commit per turn, one pull request. */
export function publishOn(workplace: Workplace): Publish {
  const { repository } = workplace;
  return (job, turn) => {
    const branch = `docs-agent/${job.id}`;
    const { after } = repository.push(branch, editOf(workplace, branch, job, turn));
    checkAndDeploy(workplace, after, job);
    const title = `docs: ${slugOf(turn.prompt)}`;
    const opened = { title, author: bot, created_at: new Date().toISOString() };
    return addressOf(repository.openPull(branch, opened));
  };
}

/** What a turn commits: a section below the first page, and what it does beside. */
function editOf({ repository, next = {} }: Workplace, branch: string, job: Job, turn: Turn) {
  const { newPage, moveTo } = next;
  const files = repository.files(branch);
  const path = Object.keys(files).find((name) => /^docs\/[^/]+\.md$/.test(name)) ?? fallbackFile;
  const before = files[path] ?? "# Notes\n";
  const slug = slugOf(turn.prompt);
  const section = `\n## ${slug}\n\nWritten for \`${slug}\` (job ${job.id}, turn ${job.turns.indexOf(turn) + 1}).\n`;
  return {
    ...(newPage === undefined ? {} : { [newPage]: `# New\n${section}` }),
    ...(moveTo === undefined ? { [path]: before + section } : { [path]: null, [moveTo]: before }),
  };
}

/** What the service's own app makes of the commit: checks and a preview. */
function checkAndDeploy({ gitHub, repository, next = {} }: Workplace, sha: string, job: Job): void {
  const { failingCheck, previewMs = 0 } = next;
  const deployment = {
    creator: { login: bot, type: "Bot" },
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

/** A prompt can hold anything; its slug can stand in a heading and a title. */
function slugOf(prompt: string): string {
  const firstLine = prompt.trim().split("\n")[0] ?? "";
  const slug = firstLine
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  return slug === "" ? "the-request" : slug;
}
