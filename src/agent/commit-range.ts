import { day } from "../dates.ts";
import { ActionError, isNotFound } from "../errors.ts";
import {
  type Changes,
  commitAWeekAgo,
  fetchChanges,
  fetchRange,
  packageOf,
} from "../github/changes.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { richText } from "../text/rich-text.ts";
import { comesAgain, type Entry, type Judged, type Position } from "./ledger.ts";
import { abortable, sharedTime, type Tools } from "./tools.ts";

/** The commits of a request. */
export type CommitRange = {
  /** The commits after `base` up to that of the run. */
  base: string;
  changes: Changes;
  /** True where nobody knows what is documented before them. */
  startsHere: boolean;
  /** True where the branch was force-pushed. */
  isDiverged: boolean;
};

/** With so many earlier releases a release is compared, newest first. */
const maxCompared = 10;

/** A base that a range may have. */
type Start = { base: string; changes: Changes; isKnown: boolean };

/** The commits up to the head of the run's branch, compared with others. Methods throw a `GitHubError`. */
export class Commits {
  readonly head: string;
  readonly #tools: Tools;
  readonly #github: GitHub;
  /** Each comparison is asked for once. */
  readonly #known = new Map<string, Promise<Changes | undefined>>();

  private constructor(head: string, github: GitHub, tools: Tools) {
    this.head = head;
    this.#github = github;
    this.#tools = tools;
  }

  /**
   * Where the branch of the run is now: it may have got more commits while the run was waiting for others, and one request for
   * all costs less than one for each. Of a tag, and of a branch that is gone, the commit of the run. Throws a `GitHubError`.
   */
  static async read(github: GitHub, tools: Tools): Promise<Commits> {
    const { sha, branch } = tools.runContext;
    const now = isTag(tools) ? undefined : await unlessGone(github.headOf(branch));
    return new Commits(now ?? sha, github, tools);
  }

  /** Where the head is among the entries of its branch, which are newest first. */
  async positionIn([newest, ...older]: readonly Entry[]): Promise<Position> {
    const { head: own } = this;
    if (newest === undefined) return "newer";
    if (newest.head === own) return "same";
    // A release of an older version may come after one of a newer version.
    if (isTag(this.#tools) && older.some(({ head }) => head === own)) return "older";
    const changes = await this.#since(newest.head);
    return changes?.start?.status === "behind" ? "older" : "newer";
  }

  /**
   * All but the entries that come again with a later release: one of an older version does not hold the commits of a newer
   * one.
   */
  async withoutLater(judged: readonly Judged[]): Promise<readonly Judged[]> {
    if (!isTag(this.#tools)) return judged;
    const areKept = await Promise.all(
      judged.map(async (one) => !comesAgain(one) || (await this.#hasMostOf(one.entry))),
    );
    return judged.filter((_, index) => areKept[index]);
  }

  /**
   * True where the head has at least half of an entry's commits. Not all: a release may have some of its own, such as a new
   * version number, which no later one gets.
   */
  async #hasMostOf({ head, commits }: Entry): Promise<boolean> {
    const changes = await this.#since(head);
    const lacking = changes?.start?.behindBy ?? Number.POSITIVE_INFINITY;
    return lacking * 2 <= commits;
  }

  /**
   * Reads the commits from the base that is furthest back: that of the `live` entries that come again, or else where the newest
   * of them ends. Where nothing is remembered, they begin where the branch stood a week ago; entries that do not verify can only
   * make that longer (`isForeign`).
   */
  async rangeAfter(live: readonly Judged[], isForeign: boolean): Promise<CommitRange> {
    const again = live.filter(comesAgain).map(({ entry }) => entry.base);
    const bases = [...new Set(again.length > 0 ? again : await this.#endOf(live))];
    const read = await Promise.all(
      bases.map(async (base) => ({ base, changes: await this.#since(base) })),
    );
    const starts = read.flatMap(({ base, changes }): Start[] =>
      changes === undefined ? [] : [{ base, changes, isKnown: true }],
    );
    const isRemembered = starts.length > 0 && starts.length === bases.length;
    if (isForeign || !isRemembered) {
      const gone = bases.filter((base) => !starts.some((start) => start.base === base));
      starts.push(await this.#startWithout(gone));
    }
    const first = starts.reduce((best, one) =>
      one.changes.totalCommits > best.changes.totalCommits ? one : best,
    );
    const { status, mergeBase } = first.changes.start ?? {};
    const isDiverged = status === "diverged";
    return {
      // GitHub may forget a commit that a force-push took away, but not the one where the histories part.
      base: (isDiverged ? mergeBase : undefined) ?? first.base,
      changes: first.changes,
      startsHere: !first.isKnown && !isForeign,
      isDiverged: isDiverged && !isTag(this.#tools),
    };
  }

  /**
   * Where the newest of these entries ends, if one is there. Of releases, the one with the fewest commits in between: the newest
   * may be of an older version.
   */
  async #endOf(live: readonly Judged[]): Promise<string[]> {
    const count = isTag(this.#tools) ? maxCompared : 1;
    const heads = live.slice(0, count).map(({ entry }) => entry.head);
    const reading = heads.map(async (head) => {
      const changes = await this.#since(head);
      // One that GitHub has forgotten is none to compare with, unless there is no other.
      return { head, commits: changes?.totalCommits ?? Number.POSITIVE_INFINITY };
    });
    const ends = await Promise.all(reading);
    ends.sort((a, b) => a.commits - b.commits);
    return ends.slice(0, 1).map(({ head }) => head);
  }

  /** A start that nothing is remembered of: where the branch or the release begins, or where the branch stood a week ago. */
  async #startWithout(gone: readonly string[]): Promise<Start> {
    const origin = await this.#sinceOrigin();
    const start = origin?.start?.mergeBase;
    if (origin !== undefined && start !== undefined)
      return { base: start, changes: origin, isKnown: true };
    const { head } = this;
    const { branch } = this.#tools.runContext;
    const weekAgo = sharedTime(this.#tools) - 7 * day;
    const before = await commitAWeekAgo({ branch, head, weekAgo, gone }, this.#github);
    const base = before?.commit ?? head;
    const changes = await fetchRange({ kind: "range", base, head }, this.#github);
    return { base, changes, isKnown: before?.isFirst === true };
  }

  /** What changed since the release before this one, or since the branch left the default branch; missing on that. */
  async #sinceOrigin(): Promise<Changes | undefined> {
    const { branch } = this.#tools.runContext;
    const { diffSource, defaultBranch } = this.#tools.event;
    if (isTag(this.#tools)) {
      const prerelease =
        typeof diffSource === "object" && "prerelease" in diffSource && diffSource.prerelease;
      return await fetchChanges({ kind: "release", tag: branch, prerelease }, this.#github);
    }
    const isDefault = defaultBranch === undefined || branchOf(this.#tools) === "default";
    return isDefault ? undefined : await this.#since(defaultBranch);
  }

  /** What changed since a commit; missing where GitHub does not know it any more, as after a force-push. */
  #since(base: string): Promise<Changes | undefined> {
    const known = this.#known.get(base);
    if (known !== undefined) return known;
    const { head } = this;
    const reading = unlessGone(fetchRange({ kind: "range", base, head }, this.#github));
    this.#known.set(base, reading);
    return reading;
  }
}

/** What GitHub answers; missing where it does not know what it is asked for. */
async function unlessGone<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * The branch of the run, as its entries name it: `default`, so that the branch can be renamed; the name of another one; or the
 * package that a tag is about.
 */
export function branchOf(tools: Pick<Tools, "runContext" | "event">): string {
  const { branch, eventName } = tools.runContext;
  if (isTag(tools)) return `tag:${packageOf(branch)}`;
  // A schedule always runs on the default branch.
  const isDefault = eventName === "schedule" || branch === (tools.event.defaultBranch ?? branch);
  return isDefault ? "default" : branch;
}

function isTag({ runContext }: Pick<Tools, "runContext">): boolean {
  return runContext.ref.startsWith("refs/tags/");
}

/** Waits for what GitHub says of commits. Throws an `ActionError` where it does not say, and a `CancelledError`. */
export async function askGitHub<T>(asking: Promise<T>, { signal }: Tools): Promise<T> {
  try {
    return await abortable(signal, asking);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    throw new ActionError(
      "github",
      richText`GitHub did not compare the commits (${error.whyText}), so nothing was sent.`,
      error.status === 404
        ? richText`Check that the job has “permissions: contents: read”.`
        : error.advice("contents: read"),
      { cause: error },
    );
  }
}
