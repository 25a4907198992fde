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
  const found = await gitHub.call("GET", `/git/ref/heads/${branch}`, { fine: [404] });
  const before = Branch.safeParse(found).data?.object.sha;
  const main = async () => Branch.parse(await gitHub.call("GET", "/git/ref/heads/main")).object.sha;
  const from = parent ?? before ?? (await main());
  const { tree: base } = Commit.parse(await gitHub.call("GET", `/git/commits/${from}`));
  const tree = Object.entries(files).map(([path, content]) => ({
    ...{ path, mode: "100644", type: "blob" },
    ...(content === null ? { sha: null } : { content }),
  }));
  const { sha } = Sha.parse(await gitHub.call("POST", "/git/trees", { body: { base_tree: base.sha, tree } }));
  const commit = { message: `Change ${branch}`, tree: sha, parents: [from] };
  const { sha: after } = Sha.parse(await gitHub.call("POST", "/git/commits", { body: commit }));
  if (before === undefined)
    await gitHub.call("POST", "/git/refs", { body: { ref: `refs/heads/${branch}`, sha: after } });
  else await gitHub.call("PATCH", `/git/refs/heads/${branch}`, { body: { sha: after, force: true } });
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
  await gitHub.call("POST", "/git/refs", { body: { ref: `refs/tags/${tag}`, sha: commit } });
  await gitHub.call("POST", "/releases", { body: { tag_name: tag, target_commitish: commit, prerelease } });
}

/** Opens a pull request of a branch, and returns its number. */
export async function openPull(gitHub: GitHubEmulator, branch: string): Promise<number> {
  const pull = { title: `Merge ${branch}`, head: branch, base: "main" };
  return z.object({ number: z.number() }).parse(await gitHub.call("POST", "/pulls", { body: pull })).number;
}
