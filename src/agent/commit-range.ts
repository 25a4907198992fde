import { day } from "../dates.ts";
import { ActionError, isNotFound } from "../errors.ts";
import { type Changes, fetchChanges, fetchRange, packageOf } from "../github/changes.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { richText } from "../text/rich-text.ts";
import { comesAgain, type Entry, type Judged, liveEntries, type Position } from "./ledger.ts";
import { pageLink } from "./next-steps.ts";
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

/** More commits than any release has. */
const endless = Number.POSITIVE_INFINITY;

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
  async positionIn(entries: readonly Entry[]): Promise<Position> {
    const { head: own } = this;
    const [newest, ...older] = entries;
    if (newest === undefined) {
      return "newer";
    }
    if (newest.head === own) {
      return "same";
    }
    // A release of an older version may come after one of a newer version. One that failed may be published again, unless a
    // later one has taken its commits along.
    const live = liveEntries(entries);
    const isOpen = (one: Entry) => one.phase === "undone" && live.includes(one);
    const isDone = older.some((one) => one.head === own && !isOpen(one));
    if (isTag(this.#tools) && isDone) {
      return "older";
    }
    const changes = await this.#since(newest.head);
    return changes?.start?.status === "behind" ? "older" : "newer";
  }

  /**
   * All but the entries that come again with a later release: with the first that has any of their commits. Where a release
   * since has more of them, they come with one that follows that, which may count on them.
   */
  async withoutLater(judged: readonly Judged[]): Promise<readonly Judged[]> {
    if (!isTag(this.#tools)) {
      return judged;
    }
    const areKept = await Promise.all(
      judged.map(async (one, index) => {
        if (!comesAgain(one)) {
          return true;
        }
        const since = judged.slice(0, index).map(({ entry }) => entry.head);
        const lacking = [this.head, ...since].map((head) => this.#lackedBy(head, one.entry));
        const [own = endless, ...others] = await Promise.all(lacking);
        return own < endless && others.every((other) => own <= other);
      }),
    );
    return judged.filter((_, index) => areKept[index]);
  }

  /**
   * How many commits of an entry another commit lacks; endless where it has none of them. Some may be in no later release, such
   * as a new version number.
   */
  async #lackedBy(other: string, { head, commits }: Entry): Promise<number> {
    const changes = await this.#since(head, other);
    const lacking = changes?.start?.behindBy ?? endless;
    return lacking === 0 || lacking < commits ? lacking : endless;
  }

  /**
   * Reads the commits from the base that is furthest back: that of the `live` entries that come again, or else where the newest
   * or nearest of them ends. Where nothing is remembered, they begin where the branch stood a week ago; entries that do not
   * verify can only make that longer (`isForeign`).
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
      starts.push(await this.#startWithout());
    }
    const first = starts.reduce((best, one) =>
      one.changes.totalCommits > best.changes.totalCommits ? one : best,
    );
    const { status, mergeBase } = first.changes.start ?? {};
    return {
      // GitHub may forget a commit that a force-push took away, but not the one where the histories part.
      base: mergeBase ?? first.base,
      changes: first.changes,
      startsHere: !first.isKnown && !isForeign,
      isDiverged: status === "diverged" && !isTag(this.#tools),
    };
  }

  /**
   * Where the newest of these entries ends, if one is there. Of releases, the nearest that the head has commits of: the newest may
   * be of an older version that was merged since.
   */
  async #endOf(live: readonly Judged[]): Promise<string[]> {
    if (!isTag(this.#tools)) {
      return live.slice(0, 1).map(({ entry }) => entry.head);
    }
    const ends: { head: string; commits: number }[] = [];
    const further = new Set<string>();
    for (const { entry } of live) {
      const { base, head } = entry;
      // The release that a nearer one begins with need not be compared.
      const isFurther = further.has(head);
      if (!isFurther && (await this.#lackedBy(this.head, entry)) === endless) {
        continue;
      }
      further.add(base);
      const changes = isFurther ? undefined : await this.#since(head);
      if (changes !== undefined) {
        ends.push({ head, commits: changes.totalCommits });
      }
    }
    ends.sort((a, b) => a.commits - b.commits);
    return ends.slice(0, 1).map(({ head }) => head);
  }

  /** A start that nothing is remembered of: where the branch or the release begins, or where the branch stood a week ago. */
  async #startWithout(): Promise<Start> {
    const origin = await this.#sinceOrigin();
    const start = origin?.start?.mergeBase;
    if (origin !== undefined && start !== undefined) {
      // What a branch shares with the default branch, nobody may have documented.
      return { base: start, changes: origin, isKnown: isTag(this.#tools) };
    }
    const { head } = this;
    const weekAgo = sharedTime(this.#tools) - 7 * day;
    const base = await this.#github.beforeTime(head, weekAgo);
    const changes = await fetchRange({ kind: "range", base, head }, this.#github);
    return { base, changes, isKnown: false };
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
  #since(base: string, head = this.head): Promise<Changes | undefined> {
    const key = `${base}...${head}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      return known;
    }
    const reading = unlessGone(fetchRange({ kind: "range", base, head }, this.#github));
    this.#known.set(key, reading);
    return reading;
  }
}

/** What GitHub answers; missing where it does not know what it is asked for. */
async function unlessGone<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isNotFound(error)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * The branch of the run, as its entries name it: `default`, so that the branch can be renamed; the name of another one; or the
 * package that a tag is about.
 */
export function branchOf(tools: Pick<Tools, "runContext" | "event">): string {
  const { branch, eventName } = tools.runContext;
  if (isTag(tools)) {
    return `tag:${packageOf(branch)}`;
  }
  // A schedule always runs on the default branch.
  const isDefault = eventName === "schedule" || branch === (tools.event.defaultBranch ?? branch);
  return isDefault ? "default" : branch;
}

function isTag({ runContext }: Pick<Tools, "runContext">): boolean {
  return runContext.ref.startsWith("refs/tags/");
}

/** Waits for what GitHub says of commits. Throws an `ActionError` where it does not say, and a `CancelledError`. */
export async function askGitHub<T>(asking: Promise<T>, { signal, runContext }: Tools): Promise<T> {
  try {
    return await abortable(signal, asking);
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    const { status, lacksPermission, rateLimited } = error;
    const isLost = status === 404;
    // Such as 500 for each comparison across a very large merge, which every later run asks for again.
    const mayBeForGood = status !== undefined && !isLost && !lacksPermission && !rateLimited;
    const page = pageLink(
      runContext,
      "docs/how-it-works.md#what-it-does-not-know",
      "What it does not know",
    );
    const forGood = mayBeForGood ? richText` If each run ends so, ${page} says what to do.` : [];
    throw new ActionError(
      "github",
      richText`GitHub did not compare the commits (${error.why}), so nothing was sent.${forGood}`,
      isLost
        ? richText`Check that the job has “permissions: contents: read”.`
        : error.advice("contents: read"),
      { cause: error },
    );
  }
}
