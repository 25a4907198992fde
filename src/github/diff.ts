import type { ChangedFile, GitHub } from "./client.ts";
import { GitHubError } from "./client.ts";

/** The head of a pull request. */
export type PullRequestHead = {
  sha: string;
  /** `owner/repo` of the head when that is another repository than the base's. */
  fork: string | undefined;
};

/** What to compare. */
export type DiffSource =
  /** The pull request of the event, or of `issue-number`; only an event knows the head without a request. */
  | { kind: "pull-request"; number: number; head: PullRequestHead | undefined }
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
};

/**
 * Reads what changed. Missing when there is nothing to compare: no such pull request, no earlier release, or the first
 * push of the default branch. Throws a `GitHubError`.
 */
export async function fetchChanges(source: DiffSource, github: GitHub): Promise<Changes | undefined> {
  if (source.kind !== "pull-request") throw new GitHubError(0, "GitHub cannot compare this yet");
  const { files, more } = await github.changedFiles(source.number);
  return {
    compared: { kind: "pull-request", number: source.number },
    headSha: source.head?.sha,
    fromFork: source.head?.fork,
    files,
    complete: !more,
  };
}
