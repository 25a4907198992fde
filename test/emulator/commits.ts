import * as z from "zod";
import type { GitHubEmulator } from "./github.ts";

const Sha = z.object({ sha: z.string() });
const Branch = z.object({ object: Sha });
const Commit = z.object({ tree: Sha });

/** What a push event says of a branch. */
export type Push = { ref: string; before: string; after: string; forced: boolean };

/**
 * Commits files to a branch of the code repository, as a push does: their texts by path, null for those to delete. A
 * branch that is not there begins at `main`; a `parent` makes it a forced push.
 */
export async function pushFiles(
  gitHub: GitHubEmulator,
  branch: string,
  files: Readonly<Record<string, string | null>>,
  parent?: string,
): Promise<Push> {
  const found = await call(gitHub, "GET", `/git/ref/heads/${branch}`, undefined, [404]);
  const before = Branch.safeParse(found).data?.object.sha;
  const main = async () => Branch.parse(await call(gitHub, "GET", "/git/ref/heads/main")).object.sha;
  const from = parent ?? before ?? (await main());
  const { tree: base } = Commit.parse(await call(gitHub, "GET", `/git/commits/${from}`));
  const tree = Object.entries(files).map(([path, content]) => ({
    ...{ path, mode: "100644", type: "blob" },
    ...(content === null ? { sha: null } : { content }),
  }));
  const { sha } = Sha.parse(await call(gitHub, "POST", "/git/trees", { base_tree: base.sha, tree }));
  const commit = { message: `Change ${branch}`, tree: sha, parents: [from] };
  const { sha: after } = Sha.parse(await call(gitHub, "POST", "/git/commits", commit));
  if (before === undefined)
    await call(gitHub, "POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: after });
  else await call(gitHub, "PATCH", `/git/refs/heads/${branch}`, { sha: after, force: true });
  const forced = before !== undefined && from !== before;
  return { ref: `refs/heads/${branch}`, before: before ?? "0".repeat(40), after, forced };
}

/** Publishes a release of a commit, with its tag. */
export async function publishRelease(
  gitHub: GitHubEmulator,
  tag: string,
  commit: string,
  prerelease = false,
): Promise<void> {
  await call(gitHub, "POST", "/git/refs", { ref: `refs/tags/${tag}`, sha: commit });
  await call(gitHub, "POST", "/releases", { tag_name: tag, target_commitish: commit, prerelease });
}

/** Opens a pull request of a branch, and returns its number. */
export async function openPull(gitHub: GitHubEmulator, branch: string): Promise<number> {
  const pull = { title: `Merge ${branch}`, head: branch, base: "main" };
  return z.object({ number: z.number() }).parse(await call(gitHub, "POST", "/pulls", pull)).number;
}

async function call(
  { url, owner, repo, tokens }: GitHubEmulator,
  method: string,
  path: string,
  body?: unknown,
  fine: readonly number[] = [],
): Promise<unknown> {
  const response = await fetch(`${url}/repos/${owner}/${repo}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.owner}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok || fine.includes(response.status)) return await response.json();
  throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
}
