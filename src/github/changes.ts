import { isNotFound } from "../errors.ts";
import type { ChangedFile, Comparison, GitHub } from "./client.ts";

/** GitHub lists no more files of a comparison (docs.github.com, "Compare two commits"). */
const maxComparedFiles = 300;
/** GitHub lists no more files of a pull request (docs.github.com, "List pull requests files"). */
const maxPullRequestFiles = 3000;
/** How many releases before a new one are compared with it to find its ancestor, one request each. */
const maxReleases = 10;

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

type Source<Kind extends DiffSource["kind"]> = Extract<DiffSource, { kind: Kind }>;

/** What changed between two commits. */
export type Changes = {
  compared: Source<"pull-request" | "range">;
  /** The commit that the files are of, where the event or the range names it. */
  headSha: string | undefined;
  files: readonly ChangedFile[];
  /** False when GitHub's list of files is cut. */
  complete: boolean;
  /** The commits between two others, by the first lines of their messages, newest first; none of a pull request. */
  titles: readonly string[];
  totalCommits: number;
  /** How the comparison of two commits begins; missing for a pull request. */
  start?: Pick<Comparison, "date" | "status" | "mergeBase" | "behindBy">;
};

/** True for the name of a commit, in SHA-1 or SHA-256. */
export function isCommit(name: string): boolean {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name);
}

/** True for the zeros that GitHub writes where there is no commit: before a new ref, and after one that is deleted. */
export function isNoCommit(name: string): boolean {
  return /^0+$/.test(name);
}

/**
 * Reads what changed. Missing when there is nothing to compare: the number is an issue's, or no earlier release is an
 * ancestor. Throws a `GitHubError`.
 */
export async function fetchChanges(
  source: DiffSource,
  github: GitHub,
): Promise<Changes | undefined> {
  switch (source.kind) {
    case "pull-request":
      return await fetchPullRequest(source, github);
    case "release":
      return await fetchRelease(source, github);
    case "range":
      return await fetchRange(source, github);
  }
}

async function fetchPullRequest(
  source: Source<"pull-request">,
  github: GitHub,
): Promise<Changes | undefined> {
  try {
    const files = await github.pullRequestFiles(source.number);
    return {
      compared: source,
      headSha: source.headSha,
      files,
      complete: files.length < maxPullRequestFiles,
      titles: [],
      totalCommits: 0,
    };
  } catch (error) {
    if (isNotFound(error) && source.fromEvent !== true) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Compares a release with the newest earlier one of the same package that is its ancestor; a stable one skips
 * pre-releases. Releases of the same commit have nothing between them.
 */
async function fetchRelease(
  source: Source<"release">,
  github: GitHub,
): Promise<Changes | undefined> {
  const { tag, prerelease } = source;
  const counts = (name: string, isPreRelease: boolean) => {
    // `latest` moves along with the releases, and is none of them.
    const areAlike = (versionIn(name) === null) === (versionIn(tag) === null);
    return areAlike && packageOf(name) === packageOf(tag) && (prerelease || !isPreRelease);
  };
  let failure: unknown;
  let isCompared = false;
  for (const base of await github.releasesBefore(tag, counts, maxReleases)) {
    try {
      const changes = await fetchRange({ kind: "range", base, head: tag }, github);
      if (changes.start?.status === "ahead") {
        return changes;
      }
      isCompared = true;
    } catch (error) {
      // The tag of a release may be gone, or have no common ancestor with this one.
      if (!isNotFound(error)) {
        throw error;
      }
      failure = error;
    }
  }
  // No comparison worked: the tag of this release is gone, or the token cannot read the repository.
  if (failure !== undefined && !isCompared) {
    throw failure;
  }
  return undefined;
}

/** What stands in front of the version in a tag: `client-` of `client-1.4.0`; empty without either. */
export function packageOf(tag: string): string {
  return tag.slice(0, versionIn(tag)?.index ?? 0);
}

function versionIn(tag: string): RegExpExecArray | null {
  return /(?<=^|[-_/@:])v?\d+\.\d/i.exec(tag) ?? /(?<=^|[-_/@:.])v?\d/i.exec(tag);
}

/** Compares two commits. Throws a `GitHubError`, whose status is 404 where GitHub does not know one of them. */
export async function fetchRange(compared: Source<"range">, github: GitHub): Promise<Changes> {
  const { files, titles, totalCommits, ...start } = await github.compare(
    compared.base,
    compared.head,
  );
  return {
    compared,
    headSha: isCommit(compared.head) ? compared.head : undefined,
    files,
    complete: files.length < maxComparedFiles,
    titles,
    totalCommits,
    start,
  };
}
