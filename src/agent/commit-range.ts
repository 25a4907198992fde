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
import type { RunContext } from "../runner/context.ts";
import { richText } from "../text/rich-text.ts";
import { comesAgain, type Entry, type Judged, type Position } from "./ledger.ts";
import { sharedTime, type Tools } from "./tools.ts";

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

/** A base that a range may have. */
type Start = { base: string; changes: Changes; isKnown: boolean };

/** The commits up to the head of the run's branch, compared with others. Each comparison is asked for once. */
export class Commits {
  readonly head: string;
  readonly #tools: Tools;
  readonly #github: GitHub;
  readonly #known = new Map<string, Promise<Changes | undefined>>();

  private constructor(head: string, github: GitHub, tools: Tools) {
    this.head = head;
    this.#github = github;
    this.#tools = tools;
  }

  /**
   * Where the branch of the run is now: it may have got more commits while the run was waiting for others, and one request for
   * all costs less than one for each. Of a tag, and of a branch that is gone, the commit of the run. Throws an `ActionError`.
   */
  static async read(github: GitHub, tools: Tools): Promise<Commits> {
    const { runContext } = tools;
    const { sha, branch } = runContext;
    if (isTag(runContext)) return new Commits(sha, github, tools);
    try {
      return new Commits(await github.headOf(branch), github, tools);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.isHidden) return new Commits(sha, github, tools);
      throw notCompared(error);
    }
  }

  /** Where the head is among the entries of its branch, which are newest first. Throws an `ActionError`. */
  async positionIn([newest, ...older]: readonly Entry[]): Promise<Position> {
    const { head: own } = this;
    if (newest === undefined) return "newer";
    if (newest.head === own) return "same";
    // A release of an older version may come after one of a newer version.
    if (isTag(this.#tools.runContext))
      return older.some(({ head }) => head === own) ? "older" : "newer";
    const changes = await this.#since(newest.head);
    return changes?.start?.status === "behind" ? "older" : "newer";
  }

  /**
   * Reads the commits from the base that is furthest back: that of the entries that come `again`, or else where the `newest`
   * entry ends. Where nothing is remembered, they begin where the branch stood a week ago; `foreign` entries, which do not
   * verify, can only make that longer. Throws an `ActionError`.
   */
  async rangeAfter(
    newest: Entry | undefined,
    again: readonly Judged[],
    foreign: readonly Judged[],
  ): Promise<CommitRange> {
    const bases = [
      ...new Set(
        this.#basesOf(newest, newest === undefined ? foreign.filter(comesAgain) : again, foreign),
      ),
    ];
    const read = await Promise.all(
      bases.map(async (base) => ({ base, changes: await this.#since(base) })),
    );
    const known = read.flatMap(({ base, changes }) =>
      changes === undefined ? [] : [{ base, changes, isKnown: true }],
    );
    const gone = read.flatMap(({ base, changes }) => (changes === undefined ? [base] : []));
    const isRemembered = newest !== undefined && bases.length > 0 && gone.length === 0;
    const starts: Start[] = isRemembered ? known : [...known, await this.#startWithout(gone)];
    const first = starts.reduce((best, one) =>
      one.changes.totalCommits > best.changes.totalCommits ? one : best,
    );
    const { status, mergeBase } = first.changes.start ?? {};
    const isDiverged = status === "diverged";
    return {
      // GitHub may forget a commit that a force-push took away, but not the one where the histories part.
      base: (isDiverged ? mergeBase : undefined) ?? first.base,
      changes: first.changes,
      startsHere: !first.isKnown && foreign.length === 0,
      isDiverged: isDiverged && !isTag(this.#tools.runContext),
    };
  }

  #basesOf(
    newest: Entry | undefined,
    again: readonly Judged[],
    foreign: readonly Judged[],
  ): string[] {
    if (again.length > 0) return again.map(({ entry }) => entry.base);
    if (newest === undefined) return foreign.slice(0, 1).map(({ entry }) => entry.head);
    // A release begins at the one before it.
    return isTag(this.#tools.runContext) ? [] : [newest.head];
  }

  /**
   * A start that nothing is remembered of: the release before this one, where the branch left the default branch, or where it
   * stood a week ago.
   */
  async #startWithout(gone: readonly string[]): Promise<Start> {
    const { runContext, event } = this.#tools;
    const { branch } = runContext;
    const { head } = this;
    try {
      if (isTag(runContext)) {
        const { diffSource } = event;
        const prerelease =
          typeof diffSource === "object" && "prerelease" in diffSource && diffSource.prerelease;
        const changes = await fetchChanges(
          { kind: "release", tag: branch, prerelease },
          this.#github,
        );
        const base = changes?.start?.mergeBase;
        if (changes !== undefined && base !== undefined) return { base, changes, isKnown: true };
      }
      if (branchOf(this.#tools) === branch && event.defaultBranch !== undefined) {
        const changes = await fetchRange(
          { kind: "range", base: event.defaultBranch, head },
          this.#github,
        );
        const base = changes.start?.mergeBase;
        if (base !== undefined) return { base, changes, isKnown: true };
      }
      const weekAgo = sharedTime(this.#tools) - 7 * day;
      const before = await commitAWeekAgo({ branch, head, weekAgo, gone }, this.#github);
      const base = before?.commit ?? head;
      const changes = await fetchRange({ kind: "range", base, head }, this.#github);
      return { base, changes, isKnown: before?.isFirst === true };
    } catch (error) {
      throw error instanceof GitHubError ? notCompared(error) : error;
    }
  }

  /** What changed since a commit; missing where GitHub does not know it any more. */
  #since(base: string): Promise<Changes | undefined> {
    const known = this.#known.get(base);
    if (known !== undefined) return known;
    const reading = this.#compare(base);
    this.#known.set(base, reading);
    return reading;
  }

  async #compare(base: string): Promise<Changes | undefined> {
    try {
      return await fetchRange({ kind: "range", base, head: this.head }, this.#github);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      // After a force-push, GitHub forgets commits that no branch holds.
      if (isNotFound(error)) return undefined;
      throw notCompared(error);
    }
  }
}

/**
 * The branch of the run, as its entries name it: `default`, so that the branch can be renamed; the name of another one; or the
 * package that a tag is about.
 */
export function branchOf({ runContext, event }: Pick<Tools, "runContext" | "event">): string {
  const { branch, eventName } = runContext;
  if (isTag(runContext)) return `tag:${packageOf(branch)}`;
  // A schedule always runs on the default branch.
  const isDefault = eventName === "schedule" || branch === (event.defaultBranch ?? branch);
  return isDefault ? "default" : branch;
}

function isTag({ ref }: RunContext): boolean {
  return ref.startsWith("refs/tags/");
}

function notCompared(error: GitHubError): ActionError {
  return new ActionError(
    "github",
    richText`GitHub did not compare the commits (${error.whyText}), so nothing was sent.`,
    [{ trusted: error.advice("contents: read", "Re-run the workflow later.") }],
    { cause: error },
  );
}
