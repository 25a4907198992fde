import type { ChangedFile, Comparison, GitHub, Tree, TreeEntry } from "./client.ts";
import { maxComparedFiles, maxPullRequestFiles, maxPullRequestPages } from "./client.ts";
import { isCommit } from "./commits.ts";
import { GitHubError } from "./errors.ts";
import { pageNumbers, readItems } from "./pages.ts";

/** How many releases are compared with a new one to find its ancestor, one request each. */
const maxReleases = 30;
/** How many pages of a hundred releases are read to find them: three years of nightly builds fit. */
const maxReleasePages = 10;

/** The head of a pull request. */
export type PullRequestHead = {
  sha: string;
  /** `owner/repo` of the head when that is another repository than the base's. */
  fork: string | undefined;
};

/** What to compare. */
export type DiffSource =
  | {
      kind: "pull-request";
      /** The number of the event, or `issue-number`, which may be an issue's. */
      number: number;
      /** True when the event says that the number is a pull request's. */
      fromEvent?: boolean;
      /** Missing where the event does not say. */
      head: PullRequestHead | undefined;
    }
  /** `diff-range`: refs, tags or commits. */
  | { kind: "range"; base: string; head: string }
  | {
      kind: "push";
      /** The ref's commit before the push; missing when the push created the ref. */
      before: string | undefined;
      after: string;
      /** True when the push replaced commits, so that `before` may be gone. */
      forced: boolean;
      /** What a new ref is compared with; missing when the ref is the default branch itself. */
      defaultBranch: string | undefined;
    }
  | { kind: "release"; tag: string; prerelease: boolean };

type SourceOf<Kind extends DiffSource["kind"]> = Extract<DiffSource, { kind: Kind }>;

/** What changed between two commits. */
export type Changes = {
  /** What was compared: a pull request, or two names (refs, tags or commits). */
  compared: { kind: "pull-request"; number: number } | { kind: "range"; base: string; head: string };
  /** The commit that the files were read at, where GitHub says. */
  headSha: string | undefined;
  /** `owner/repo` of the head when that is another repository; missing also where the event does not say. */
  fromFork: string | undefined;
  /** The files that GitHub lists with their patches, then those that only the trees know. */
  files: readonly ChangedFile[];
  /** False when the list of files is cut. */
  complete: boolean;
  /** Why the list is cut, when a request failed. */
  cutBy?: GitHubError;
};

/**
 * Reads what changed. Missing when there is nothing to compare: the number is an issue's, there is no earlier release,
 * or it is the first push of the default branch. Throws a `GitHubError`.
 */
export async function fetchChanges(source: DiffSource, github: GitHub): Promise<Changes | undefined> {
  if (source.kind === "pull-request") return await fetchPullRequest(source, github);
  if (source.kind === "push") return await fetchPush(source, github);
  if (source.kind === "release") return await fetchRelease(source, github);
  return await fetchRange(source.base, source.head, github);
}

async function fetchPullRequest(
  { number, fromEvent, head }: SourceOf<"pull-request">,
  github: GitHub,
): Promise<Changes | undefined> {
  const first = await github.changedFiles(number, 1).catch((error: unknown) => {
    if (isNotFound(error) && fromEvent !== true) return undefined;
    throw error;
  });
  if (first === undefined) return undefined;
  const lastPage = Math.min(first.lastPage, maxPullRequestPages);
  const later = await readItems(
    (page) => github.changedFiles(number, page),
    pageNumbers(2, lastPage),
    maxPullRequestPages,
  );
  const listed = [...first.items, ...later];
  const readRest = async (): Promise<MoreFiles> => {
    const commits = await github.pullRequestCommits(number);
    const { mergeBase } = await github.compare(commits.base, commits.head);
    return await readTrees(listed, mergeBase, commits.head, github);
  };
  return {
    compared: { kind: "pull-request", number },
    headSha: first.headSha ?? head?.sha,
    fromFork: head?.fork,
    ...(listed.length < maxPullRequestFiles
      ? { files: listed, complete: true }
      : await withRest(listed, readRest)),
  };
}

async function fetchPush(
  { before, after, forced, defaultBranch }: SourceOf<"push">,
  github: GitHub,
): Promise<Changes | undefined> {
  if (before !== undefined) {
    try {
      return await fetchRange(before, after, github);
    } catch (error) {
      // GitHub deletes commits some time after a forced push has replaced them.
      if (!isNotFound(error) || !forced || defaultBranch === undefined) throw error;
    }
  }
  return defaultBranch === undefined ? undefined : await fetchRange(defaultBranch, after, github);
}

/**
 * Compares a release with the newest published one that is its ancestor; a stable one skips pre-releases, however many of
 * them are newer. Releases of the same commit, as of the packages of a monorepo, have nothing between them, so they are
 * skipped too. Missing only where every release was looked at.
 */
async function fetchRelease(
  { tag, prerelease }: SourceOf<"release">,
  github: GitHub,
): Promise<Changes | undefined> {
  let failure: unknown;
  let found = false;
  let compared = 0;
  const end = (missing: GitHubError | undefined) => {
    // No comparison worked: the tag of this release is gone, or the token cannot read the repository.
    if (failure !== undefined && !found) throw failure;
    // A release that was not looked at may be the ancestor, so this may not be the first one.
    if (missing !== undefined) throw missing;
    return undefined;
  };
  for (let page = 1; page <= maxReleasePages; page++) {
    const { items, lastPage } = await github.releases(page);
    const earlier = items
      .filter((release) => !release.draft && release.tag !== tag && (prerelease || !release.prerelease))
      // ISO 8601 in UTC sorts as text. Releases of the same second stay in GitHub's order.
      .sort((a, b) => Number(a.publishedAt < b.publishedAt) - Number(a.publishedAt > b.publishedAt));
    for (const { tag: base } of earlier) {
      if (compared === maxReleases)
        return end(noEarlierRelease(`none of the ${maxReleases} newest releases is an ancestor of ${tag}`));
      compared += 1;
      try {
        const comparison = await github.compare(base, tag);
        found = true;
        if (comparison.isAncestor) return await toChanges(base, tag, comparison, github);
      } catch (error) {
        // The tag of a release may be gone, or have no common ancestor with this one.
        if (!isNotFound(error)) throw error;
        failure = error;
      }
    }
    if (page >= lastPage) return end(undefined);
  }
  return end(
    noEarlierRelease(`none of the ${maxReleasePages * 100} newest releases can be compared with ${tag}`),
  );
}

async function fetchRange(base: string, head: string, github: GitHub): Promise<Changes> {
  return await toChanges(base, head, await github.compare(base, head), github);
}

async function toChanges(
  base: string,
  head: string,
  { files, mergeBase, ...comparison }: Comparison,
  github: GitHub,
): Promise<Changes> {
  const headSha = isCommit(head) ? head : comparison.headSha;
  return {
    compared: { kind: "range", base, head },
    headSha,
    fromFork: undefined,
    ...(files.length < maxComparedFiles
      ? { files, complete: true }
      : await withRest(files, () => readTrees(files, mergeBase, headSha ?? head, github))),
  };
}

type MoreFiles = { files: ChangedFile[]; complete: boolean };

/** The listed files and the rest. If the rest cannot be read, the listed files are used alone. */
async function withRest(
  listed: readonly ChangedFile[],
  readRest: () => Promise<MoreFiles>,
): Promise<Pick<Changes, "files" | "complete" | "cutBy">> {
  try {
    const { files, complete } = await readRest();
    return { files: [...listed, ...files], complete };
  } catch (error) {
    if (!(error instanceof GitHubError) || error.aborted) throw error;
    return { files: listed, complete: false, cutBy: error };
  }
}

async function readTrees(
  listed: readonly ChangedFile[],
  base: string,
  head: string,
  github: GitHub,
): Promise<MoreFiles> {
  const [before, after] = await Promise.all([github.tree(base), github.tree(head)]);
  return { files: diffTrees(before, after, listed), complete: !before.truncated && !after.truncated };
}

/**
 * The files that differ between two commits, but for those that are listed already. A file with the same content as
 * exactly one removed file was renamed.
 */
export function diffTrees(before: Tree, after: Tree, listed: readonly ChangedFile[] = []): ChangedFile[] {
  const known = new Set(
    listed.flatMap(({ path, previousPath, status }) =>
      status === "renamed" && previousPath !== undefined ? [path, previousPath] : [path],
    ),
  );
  const gone = new Map<string, TreeEntry>();
  for (const entry of before.entries) if (!known.has(entry.path)) gone.set(entry.path, entry);
  const added: TreeEntry[] = [];
  const files: ChangedFile[] = [];
  for (const entry of after.entries) {
    if (known.has(entry.path)) continue;
    const old = gone.get(entry.path);
    gone.delete(entry.path);
    if (old === undefined) added.push(entry);
    else if (old.sha !== entry.sha) files.push(withoutPatch(entry.path, "modified"));
    // GitHub's word for a file whose mode changed.
    else if (old.mode !== entry.mode) files.push(withoutPatch(entry.path, "changed"));
  }
  // A file that is missing in a truncated tree may exist all the same.
  const certainlyAdded = before.truncated ? [] : added;
  const certainlyGone = after.truncated ? [] : [...gone.values()];
  const [goneBySha, addedBySha] = [uniqueBySha(certainlyGone), uniqueBySha(certainlyAdded)];
  for (const { path, sha } of certainlyAdded) {
    const from = addedBySha.has(sha) ? goneBySha.get(sha) : undefined;
    files.push(
      from === undefined
        ? withoutPatch(path, "added")
        : { ...withoutPatch(path, "renamed"), previousPath: from.path },
    );
  }
  for (const { path, sha } of certainlyGone)
    if (!(goneBySha.has(sha) && addedBySha.has(sha))) files.push(withoutPatch(path, "removed"));
  return files;
}

/** The entries whose content no other entry has. */
function uniqueBySha(entries: readonly TreeEntry[]): Map<string, TreeEntry> {
  const unique = new Map<string, TreeEntry>();
  const seen = new Set<string>();
  for (const entry of entries) {
    if (seen.has(entry.sha)) unique.delete(entry.sha);
    else unique.set(entry.sha, entry);
    seen.add(entry.sha);
  }
  return unique;
}

function withoutPatch(path: string, status: string): ChangedFile {
  return { path, previousPath: undefined, status, patch: "" };
}

function noEarlierRelease(message: string): GitHubError {
  return new GitHubError("no-earlier-release", message);
}

function isNotFound(error: unknown): boolean {
  return error instanceof GitHubError && error.status === 404;
}
