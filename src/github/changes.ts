import type { ChangedFile, Comparison, GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";

/** GitHub lists no more files of a comparison (docs.github.com, "Compare two commits"). */
const maxComparedFiles = 300;
/** GitHub lists no more files of a pull request (docs.github.com, "List pull requests files"). */
const maxPullRequestFiles = 3000;
/** How many releases are compared with a new one to find its ancestor, one request each. */
const maxReleases = 5;

/** What to compare. */
export type DiffSource =
  | {
      kind: "pull-request";
      /** The number of the event, or `issue-number`, which may be an issue's. */
      number: number;
      /** True when the event says that the number is a pull request's. */
      fromEvent?: true;
      /** The head at the time of the event; missing where the event does not say. */
      headSha?: string | undefined;
    }
  /** Refs, tags or commits, by `diff-range` or a push. */
  | { kind: "range"; base: string; head: string }
  | { kind: "release"; tag: string; prerelease: boolean };

type SourceOf<Kind extends DiffSource["kind"]> = Extract<DiffSource, { kind: Kind }>;

/** What changed between two commits. */
export type Changes = {
  compared: SourceOf<"pull-request" | "range">;
  /** The commit that the files were read at, where GitHub says. */
  headSha: string | undefined;
  files: readonly ChangedFile[];
  /** False when GitHub's list of files is cut. */
  complete: boolean;
  /** The commits between two others, by the first lines of their messages, newest first; none of a pull request. */
  titles: readonly string[];
  totalCommits: number;
};

/** True for the name of a commit, in SHA-1 or SHA-256. */
export function isCommit(name: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
}

/**
 * Reads what changed. Missing when there is nothing to compare: the number is an issue's, or no earlier release is an
 * ancestor. Throws a `GitHubError`.
 */
export async function fetchChanges(source: DiffSource, github: GitHub): Promise<Changes | undefined> {
  switch (source.kind) {
    case "pull-request":
      return await fetchPullRequest(source, github);
    case "release":
      return await fetchRelease(source, github);
    case "range":
      return rangeChanges(source, await github.compare(source.base, source.head));
  }
}

async function fetchPullRequest(
  source: SourceOf<"pull-request">,
  github: GitHub,
): Promise<Changes | undefined> {
  try {
    const files = await github.pullRequestFiles(source.number);
    return {
      compared: source,
      headSha: headShaOf(files) ?? source.headSha,
      files,
      complete: files.length < maxPullRequestFiles,
      titles: [],
      totalCommits: 0,
    };
  } catch (error) {
    const isMissing = error instanceof GitHubError && error.status === 404;
    if (isMissing && source.fromEvent !== true) return undefined;
    throw error;
  }
}

/**
 * Compares a release with the newest earlier one that is its ancestor; a stable one skips pre-releases. Releases of the
 * same commit, as of the packages of a monorepo, have nothing between them, so they are skipped too.
 */
async function fetchRelease(
  { tag, prerelease }: SourceOf<"release">,
  github: GitHub,
): Promise<Changes | undefined> {
  let failure: unknown;
  let compared = false;
  for (const base of await github.earlierReleases(tag, prerelease, maxReleases)) {
    try {
      const comparison = await github.compare(base, tag);
      if (comparison.isAncestor) return rangeChanges({ kind: "range", base, head: tag }, comparison);
      compared = true;
    } catch (error) {
      // The tag of a release may be gone, or have no common ancestor with this one.
      if (!(error instanceof GitHubError) || error.status !== 404) throw error;
      failure = error;
    }
  }
  // No comparison worked: the tag of this release is gone, or the token cannot read the repository.
  if (failure !== undefined && !compared) throw failure;
  return undefined;
}

function rangeChanges(compared: SourceOf<"range">, { files, titles, totalCommits }: Comparison): Changes {
  return {
    compared,
    headSha: isCommit(compared.head) ? compared.head : headShaOf(files),
    files,
    complete: files.length < maxComparedFiles,
    titles,
    totalCommits,
  };
}

/** The commit that the files were read at. */
function headShaOf(files: readonly ChangedFile[]): string | undefined {
  return files.find(({ status, readAt = "" }) => status !== "removed" && isCommit(readAt))?.readAt;
}
