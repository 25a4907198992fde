import { createHash } from "node:crypto";
import type { FakeComparison, FakeFile, FakeGitHub, FakePull, ShownCommit } from "./fake-github.ts";

/** The texts of files by their paths. */
type Files = Readonly<Record<string, string>>;
type Commit = {
  sha: string;
  files: Files;
  parents: string[];
  at: number;
  message: string;
  /** The login of the person who wrote it; missing for apps. */
  person?: string | undefined;
};
/** What a push event says of a branch. */
export type Push = { ref: string; before: string; after: string };
/** The three buttons with which people merge a pull request. */
export type MergeMethod = "merge" | "squash" | "rebase";

const noCommit = "0".repeat(40);

/** What brings a numbered feature into a branch. */
export function featureFile(number: number, folder = "src"): Files {
  return { [`${folder}/feature${number}.ts`]: `export const feature${number} = true;\n` };
}

/** The features whose patch a prompt holds. */
export function featuresIn(prompt: string): number[] {
  const found = prompt.matchAll(/^\+export const feature(\d+) = true;$/gm);
  return Array.from(found, ([, number]) => Number(number)).sort((a, b) => a - b);
}

/**
 * The history of a repository in memory: commits with their parents, branches and tags. The fake GitHub shows it in
 * comparisons, pull requests and lists of commits.
 */
export class FakeRepository {
  /** `owner/name`. */
  readonly name: string;
  defaultBranch = "main";
  readonly #gitHub: FakeGitHub;
  /** Parents come before their children. */
  readonly #commits = new Map<string, Commit>();
  /** The commits of branches and tags. */
  readonly #refs = new Map<string, string>();
  #count = 0;

  /** Begins with a commit of the files on `main`. */
  constructor(gitHub: FakeGitHub, name: string, files: Files) {
    this.name = name;
    this.#gitHub = gitHub;
    gitHub.histories.set(name, this);
    this.push("main", files);
  }

  /** The commit of a branch or tag. Throws where there is none. */
  head(ref: string): string {
    const commit = this.#refs.get(ref);
    if (commit === undefined) throw new Error(`there is no ${ref}`);
    return commit;
  }

  /** The files of a branch; those of the default branch where there is no such branch. */
  files(branch: string): Files {
    return this.#commit(this.#refs.get(branch) ?? this.#refs.get(this.defaultBranch))?.files ?? {};
  }

  /** Commits files to a branch, as this person. A branch that is not there begins at the default branch. */
  push(branch: string, changes: Files, message = "Edit", person?: string): Push {
    const parent = this.#refs.get(branch) ?? this.#refs.get(this.defaultBranch);
    const parents = parent === undefined ? [] : [parent];
    return this.#move(
      branch,
      this.#add({ ...this.files(branch), ...changes }, parents, message, person),
    );
  }

  /** Merges a branch into the default branch, and with it the pull request of the branch. */
  merge(branch: string, method: MergeMethod = "merge"): Push {
    const [onto, tip] = [this.head(this.defaultBranch), this.head(branch)];
    const own = this.#between(onto, tip);
    let after = onto;
    const add = (from: string | undefined, to: string, parents: string[], message: string) => {
      const [before, now] = [this.#filesOf(from), this.#filesOf(to)];
      const changes = Object.entries(now).filter(([path, text]) => before[path] !== text);
      after = this.#add(
        { ...this.#filesOf(after), ...Object.fromEntries(changes) },
        parents,
        message,
      );
    };
    const base = this.#mergeBase(onto, tip)?.sha;
    if (method === "rebase")
      for (const { sha, parents, message } of own) add(parents[0], sha, [after], message);
    else add(base, tip, method === "merge" ? [onto, tip] : [onto], `Merge ${branch}`);
    // One that was closed before stays closed, also if another one merges its branch.
    for (const [, pull] of this.#pullsOf(branch))
      if (pull.state !== "closed")
        Object.assign(pull, { state: "closed", merged: true, merged_at: this.#time() });
    return this.#move(this.defaultBranch, after);
  }

  /** Lets a branch stand at another commit. */
  forcePush(branch: string, sha: string): void {
    this.#move(branch, sha);
  }

  /** GitHub does not know a commit any more. */
  forget(sha: string): void {
    this.#commits.delete(sha);
  }

  /** Renames the default branch. */
  renameDefault(branch: string): void {
    this.#refs.set(branch, this.head(this.defaultBranch));
    this.#refs.delete(this.defaultBranch);
    this.defaultBranch = branch;
  }

  /** Publishes a release of a commit, with its tag. The newest is the first of the list. */
  release(tag: string, commit: string, prerelease = false): void {
    this.#refs.set(tag, commit);
    this.#gitHub.releases.unshift({ tag_name: tag, prerelease });
  }

  /**
   * Opens a pull request of a branch into the default branch, unless one is open; returns its name, `owner/repo#number`.
   * The next free number is its own, unless given.
   */
  openPull(branch: string, pull: FakePull & { number?: number }): string {
    const open = this.#pullsOf(branch).find(([, { state }]) => state !== "closed");
    if (open !== undefined) return open[0];
    const { number = this.#gitHub.nextNumber(), ...shown } = pull;
    const opened = {
      created_at: this.#time(),
      ...shown,
      base: this.head(this.defaultBranch),
      ref: branch,
    };
    this.#update(opened, this.head(branch));
    this.#gitHub.pulls.set(`${this.name}#${number}`, opened);
    return `${this.name}#${number}`;
  }

  /** True where a branch has had a pull request, and none is open. */
  isOver(branch: string): boolean {
    const pulls = this.#pullsOf(branch);
    return pulls.length > 0 && pulls.every(([, { state }]) => state === "closed");
  }

  /** As `git diff base...head` does: what the head has that the commit before both has not. Undefined for unknown refs. */
  compare(base: string, head: string): FakeComparison | undefined {
    const [from, to] = [base, head].map((ref) => this.#commit(this.#refs.get(ref) ?? ref));
    if (from === undefined || to === undefined) return undefined;
    const common = this.#mergeBase(from.sha, to.sha);
    if (common === undefined) return undefined;
    const isAhead = common === from;
    const status =
      common === to ? (isAhead ? "identical" : "behind") : isAhead ? "ahead" : "diverged";
    return {
      status,
      files: changesBetween(common.files, to.files),
      commits: this.#between(from.sha, to.sha).map(shownCommit),
      behind_by: this.#between(to.sha, from.sha).length,
      base_commit: shownCommit(from),
      merge_base_commit: shownCommit(common),
    };
  }

  /** All that a ref reaches, newest first. Undefined where there is no such ref. */
  log(ref: string): ShownCommit[] | undefined {
    const head = this.#commit(this.#refs.get(ref) ?? ref);
    if (head === undefined) return undefined;
    const reached = this.#ancestors(head.sha);
    const commits = [...this.#commits.values()].filter(({ sha }) => reached.has(sha));
    return commits.reverse().map(shownCommit);
  }

  /** The start of an id is enough, as for git. */
  #commit(sha = ""): Commit | undefined {
    const isStart = /^[0-9a-f]{7,39}$/.test(sha);
    const [found, ...others] = isStart
      ? [...this.#commits.keys()].filter((id) => id.startsWith(sha))
      : [sha];
    return others.length === 0 ? this.#commits.get(found ?? "") : undefined;
  }

  #filesOf(sha: string | undefined): Files {
    return this.#commit(sha)?.files ?? {};
  }

  #time(): string {
    return new Date(this.#gitHub.now()).toISOString();
  }

  #add(files: Files, parents: string[], message: string, person?: string): string {
    const sha = createHash("sha1")
      .update(`${this.name} ${this.#count++}`)
      .digest("hex");
    this.#commits.set(sha, { sha, files, parents, at: this.#gitHub.now(), message, person });
    return sha;
  }

  #move(branch: string, after: string): Push {
    const before = this.#refs.get(branch) ?? noCommit;
    const ref = `refs/heads/${branch}`;
    this.#refs.set(branch, after);
    for (const [, pull] of this.#pullsOf(branch))
      if (pull.state !== "closed") this.#update(pull, after);
    return { ref, before, after };
  }

  #pullsOf(branch: string): [string, FakePull][] {
    return [...this.#gitHub.pulls].filter(
      ([name, { ref }]) => name.startsWith(`${this.name}#`) && ref === branch,
    );
  }

  #update(pull: FakePull, head: string): void {
    pull.head = head;
    pull.files = this.compare(pull.base ?? "", head)?.files ?? [];
  }

  /** A commit and those before it. */
  #ancestors(sha: string, found = new Set<string>()): Set<string> {
    const waiting = [sha];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (found.has(one)) continue;
      found.add(one);
      waiting.push(...(this.#commit(one)?.parents ?? []));
    }
    return found;
  }

  /** What the head has and the base has not, oldest first. */
  #between(base: string, head: string): Commit[] {
    const [old, all] = [this.#ancestors(base), this.#ancestors(head)];
    return [...this.#commits.values()].filter(({ sha }) => all.has(sha) && !old.has(sha));
  }

  /** The youngest commit that both contain. */
  #mergeBase(one: string, other: string): Commit | undefined {
    const [ofOne, ofOther] = [this.#ancestors(one), this.#ancestors(other)];
    return [...this.#commits.values()].findLast(({ sha }) => ofOne.has(sha) && ofOther.has(sha));
  }
}

function shownCommit({ sha, parents, at, message, person }: Commit): ShownCommit {
  const date = new Date(at).toISOString();
  const commit = { message, author: { date }, committer: { date } };
  const author = person === undefined ? null : { login: person, type: "User" };
  return { sha, parents: parents.map((parent) => ({ sha: parent })), commit, author };
}

/** The changed files, as GitHub lists them. */
function changesBetween(before: Files, after: Files): FakeFile[] {
  const files = Object.entries(after).flatMap(([filename, text]): FakeFile[] => {
    const old = before[filename];
    if (old === text) return [];
    return [
      { filename, status: old === undefined ? "added" : "modified", ...changeOf(old ?? "", text) },
    ];
  });
  return files.sort((a, b) => (a.filename < b.filename ? -1 : 1));
}

/** A patch of one hunk, from the first line that differs to the end. */
function changeOf(
  before: string,
  after: string,
): Pick<FakeFile, "additions" | "deletions" | "patch"> {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  const [removed, added] = [old.slice(start), now.slice(start)];
  const at = ({ length }: string[]) => `${length === 0 ? start : start + 1},${length}`;
  const hunk = [
    `@@ -${at(removed)} +${at(added)} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ];
  return { additions: added.length, deletions: removed.length, patch: hunk.join("\n") };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
