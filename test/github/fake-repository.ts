import { createHash } from "node:crypto";
import type { FakeFile, FakeGitHub, FakePull } from "./fake-github.ts";

/** The texts of files by their paths. */
type Files = Readonly<Record<string, string>>;
/** What a push event says of a branch. */
export type Push = { ref: string; before: string; after: string };

/** Commits, branches and tags of a repository. What they come to, the fake GitHub shows in comparisons and pull requests. */
export class FakeRepository {
  /** `owner/name`. */
  readonly name: string;
  readonly #gitHub: FakeGitHub;
  readonly #commits = new Map<string, { files: Files; parent: string | undefined }>();
  /** The commits of branches and tags. */
  readonly #refs = new Map<string, string>();

  /** Begins with a commit of the files on `main`. */
  constructor(gitHub: FakeGitHub, name: string, files: Files) {
    this.name = name;
    this.#gitHub = gitHub;
    this.push("main", files);
  }

  /** The commit of a branch or tag. Throws where there is none. */
  head(ref: string): string {
    const commit = this.#refs.get(ref);
    if (commit === undefined) throw new Error(`there is no ${ref}`);
    return commit;
  }

  /** The files of a branch; those of `main` where there is no such branch. */
  files(branch: string): Files {
    return this.#commits.get(this.#refs.get(branch) ?? this.#refs.get("main") ?? "")?.files ?? {};
  }

  /**
   * Commits files to a branch. A branch that is not there begins at `main`.
   */
  push(branch: string, changes: Files): Push {
    const before = this.#refs.get(branch);
    const files = { ...this.files(branch), ...changes };
    const after = createHash("sha1").update(`${this.name} ${this.#commits.size}`).digest("hex");
    this.#commits.set(after, { files, parent: before ?? this.#refs.get("main") });
    for (const [earlier] of this.#commits) this.#compare(earlier, after, earlier, after);
    for (const [ref, earlier] of this.#refs) this.#compare(ref, branch, earlier, after);
    this.#refs.set(branch, after);
    for (const [, pull] of this.#pullsOf(branch)) this.#update(pull, after);
    return { ref: `refs/heads/${branch}`, before: before ?? "0".repeat(40), after };
  }

  /** Publishes a release of a commit, with its tag. The newest is the first of the list. */
  release(tag: string, commit: string, prerelease = false): void {
    for (const { tag_name: earlier } of this.#gitHub.releases)
      this.#compare(earlier, tag, this.head(earlier), commit);
    this.#refs.set(tag, commit);
    this.#gitHub.releases.unshift({ tag_name: tag, prerelease });
  }

  /**
   * Opens a pull request of a branch into `main`, unless one is open; returns its name, `owner/repo#number`. The next free
   * number is its own, unless given.
   */
  openPull(branch: string, pull: FakePull & { number?: number }): string {
    const open = this.#pullsOf(branch).find(([, { state }]) => state !== "closed");
    if (open !== undefined) return open[0];
    const { number = this.#gitHub.nextNumber(), ...shown } = pull;
    const opened = { ...shown, base: this.head("main"), ref: branch };
    this.#update(opened, this.head(branch));
    this.#gitHub.pulls.set(`${this.name}#${number}`, opened);
    return `${this.name}#${number}`;
  }

  #pullsOf(branch: string): [string, FakePull][] {
    return [...this.#gitHub.pulls].filter(
      ([name, { ref }]) => name.startsWith(`${this.name}#`) && ref === branch,
    );
  }

  #update(pull: FakePull, head: string): void {
    pull.head = head;
    pull.files = this.#gitHub.comparisons.get(`${pull.base}...${head}`)?.files ?? [];
  }

  /** As `git diff base...head` does: what the head has that the commit before both has not. */
  #compare(base: string, head: string, baseCommit: string, headCommit: string): void {
    const ofHead = this.#ancestors(headCommit);
    const common = this.#ancestors(baseCommit).find((one) => ofHead.includes(one)) ?? "";
    const filesOf = (commit: string) => this.#commits.get(commit)?.files ?? {};
    this.#gitHub.comparisons.set(`${base}...${head}`, {
      status: common === baseCommit ? "ahead" : "diverged",
      files: changesBetween(filesOf(common), filesOf(headCommit)),
    });
  }

  /** A commit and those before it, newest first. */
  #ancestors(commit: string | undefined): string[] {
    const { parent } = this.#commits.get(commit ?? "") ?? {};
    return commit === undefined ? [] : [commit, ...this.#ancestors(parent)];
  }
}

/** The changed files, as GitHub lists them. */
function changesBetween(before: Files, after: Files): FakeFile[] {
  const files = Object.entries(after).flatMap(([filename, text]): FakeFile[] => {
    const old = before[filename];
    if (old === text) return [];
    return [{ filename, status: old === undefined ? "added" : "modified", ...changeOf(old ?? "", text) }];
  });
  return files.sort((a, b) => (a.filename < b.filename ? -1 : 1));
}

/** A patch of one hunk, from the first line that differs to the end. */
function changeOf(before: string, after: string): Pick<FakeFile, "additions" | "deletions" | "patch"> {
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
