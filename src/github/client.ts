import { toGitHubError } from "./errors.ts";
import { cutName } from "./lengths.ts";
import { loginOf } from "./logins.ts";
import type { Octokit, OctokitOptions } from "./octokit.ts";

/** The parts of a pull request that are used. */
export type PullRequest = Awaited<ReturnType<GitHub["pullRequest"]>>;
export type Comparison = Awaited<ReturnType<GitHub["compare"]>>;
export type CheckRun = Awaited<ReturnType<GitHub["checkRuns"]>>[number];
export type Deployment = Awaited<ReturnType<GitHub["deployments"]>>[number];
/** A changed file. `status` is GitHub's word, such as `added`, `modified`, `removed` or `renamed`. */
export type ChangedFile = {
  path: string;
  previousPath?: string | undefined;
  status: string;
  additions: number;
  deletions: number;
  /** Empty for binary files, and patches that GitHub leaves out. */
  patch: string;
};
type ListedFile = Awaited<ReturnType<Octokit["rest"]["pulls"]["listFiles"]>>["data"][number];

/** A repository on this GitHub. */
export type Repository = { owner: string; repo: string };

/** The largest page that GitHub has. */
export const maxPerPage = 100;
/** For what must not be repeated: a comment may exist although its answer was lost. `paginate` would drop this. */
export const noRetries = { request: { retries: 0 } };

/** The items of a page. A page that is no list throws a `TypeError`, where `paginate` alone would take it for an item. */
export function itemsOf<Item>({ data }: { data: Item[] }): Item[] {
  return [...data];
}

type GitHubOptions = OctokitOptions & {
  runContext: Repository;
  redact: (text: string) => string;
};

/** One repository on GitHub, a method per endpoint. Every method throws a `GitHubError`. */
export class GitHub {
  readonly #options: GitHubOptions;
  /** Loaded at the first request, as many runs make none. */
  #octokit: Promise<Octokit> | undefined;
  /** In ms: GitHub's time less that of `Clock.elapsed`, since the first answer that said it. */
  #ahead: number | undefined;
  /** Masks secrets: GitHub does not mask comments as the runner masks logs. */
  readonly redact: (text: string) => string;

  constructor(options: GitHubOptions) {
    const { clock, redact } = options;
    const onDate = (date = "") => {
      const time = Date.parse(date);
      if (time > 0) {
        this.#ahead = time - clock.elapsed();
      }
    };
    this.#options = { ...options, onDate };
    this.redact = redact;
  }

  /** GitHub's time, in epoch ms; missing as long as no answer has said it. */
  get now(): number | undefined {
    return this.#ahead === undefined
      ? undefined
      : Math.round(this.#ahead + this.#options.clock.elapsed());
  }

  /** The `role` of a user, which may be a custom one, the legacy `permission`, and whom the answer is about, if it says so. */
  permission(login: string) {
    return this.ask(async ({ rest }, repository) => {
      const { data } = await rest.repos.getCollaboratorPermissionLevel({
        ...repository,
        username: login,
      });
      return { login: data.user?.login, role: data.role_name, permission: data.permission };
    });
  }

  /** The login that the token writes with, such as `github-actions[bot]`. */
  viewer(): Promise<string> {
    return this.ask(async ({ graphql }) => {
      const { viewer } = await graphql<{ viewer?: { login?: unknown } }>("{ viewer { login } }");
      if (typeof viewer?.login !== "string") {
        throw new TypeError("the answer names no login");
      }
      return viewer.login;
    });
  }

  /** The state of a pull request, in any repository that the token can read. */
  pullRequest({ owner, repo, number }: Repository & { number: number }) {
    return this.ask(async ({ rest }) => {
      const { data } = await rest.pulls.get({ owner, repo, pull_number: number });
      return {
        title: cutName(data.title),
        /** The login of its author; missing when the account is gone. */
        author: loginOf(data.user),
        state: data.merged ? ("merged" as const) : data.state,
        /** `owner/repo` of the branch; missing when that repository is gone. */
        headRepository: data.head.repo?.full_name,
        /** Epoch ms; the last two are missing as long as it is open. */
        createdAt: Date.parse(data.created_at),
        mergedAt: data.merged_at ? Date.parse(data.merged_at) : undefined,
        closedAt: data.closed_at ? Date.parse(data.closed_at) : undefined,
        headSha: data.head.sha,
        /** Missing until GitHub has found out whether it is in conflict with its base. */
        mergeable: data.mergeable ?? undefined,
        /** The branch with which it is in conflict, as far as GitHub knows. */
        conflict: data.state === "open" && data.mergeable === false ? data.base.ref : undefined,
      };
    });
  }

  /** The changed files of a pull request, at most 3,000 (docs.github.com, "List pull requests files"). */
  pullRequestFiles(
    number: number,
    { owner, repo }: Repository = this.#options.runContext,
  ): Promise<ChangedFile[]> {
    return this.ask(async ({ rest, paginate }) => {
      const list = {
        owner,
        repo,
        pull_number: number,
        per_page: maxPerPage,
      };
      const files = await paginate(rest.pulls.listFiles, list, itemsOf);
      return files.map(toChangedFile);
    });
  }

  /** The newest run of each check of a commit, at most 100. Not repeated. */
  checkRuns({ owner, repo }: Repository, sha: string) {
    return this.ask(async ({ rest }) => {
      const commit = {
        owner,
        repo,
        ref: sha,
        filter: "latest",
        per_page: maxPerPage,
      } as const;
      const { data } = await rest.checks.listForRef({ ...commit, ...noRetries });
      const runs = itemsOf({ data: data.check_runs });
      return runs.map((run) => ({ ...run, name: cutName(run.name) }));
    });
  }

  /** The deployments of a commit, newest first. Not repeated. */
  deployments({ owner, repo }: Repository, sha: string) {
    return this.ask(async ({ rest }) =>
      itemsOf(
        await rest.repos.listDeployments({
          owner,
          repo,
          sha,
          ...noRetries,
        }),
      ),
    );
  }

  /** The newest status of a deployment; missing while it has none. Not repeated. */
  deploymentStatus({ owner, repo }: Repository, id: number) {
    return this.ask(async ({ rest }) => {
      const newest = {
        owner,
        repo,
        deployment_id: id,
        per_page: 1,
        ...noRetries,
      };
      return itemsOf(await rest.repos.listDeploymentStatuses(newest)).at(0);
    });
  }

  /**
   * Compares two refs, tags or commits, as `git diff base...head` does. At most 300 files and 250 commits
   * (docs.github.com, "Compare two commits").
   */
  compare(base: string, head: string, { owner, repo }: Repository = this.#options.runContext) {
    return this.ask(async ({ rest }) => {
      const basehead = `${base}...${head}`;
      const { data } = await rest.repos.compareCommitsWithBasehead({ owner, repo, basehead });
      // Without this, an answer of the wrong shape would say that no file changed.
      if (data.files === undefined) {
        throw new TypeError("the comparison lists no files");
      }
      return {
        /** Where the second is: `ahead` of the first, `behind` it, `identical`, or `diverged`, as after a force-push. */
        status: data.status,
        /** The newest commit that both contain, where the comparison begins. */
        mergeBase: data.merge_base_commit?.sha,
        /** How many commits of the first the second has not. */
        behindBy: data.behind_by,
        files: data.files.map(toChangedFile),
        titles: data.commits
          .map(({ commit }) => cutName(commit.message.split("\n", 1)[0] ?? ""))
          .reverse(),
        /** The logins of who wrote the commits, without those that merges brought in; missing where GitHub does not know one. */
        authors: [...ownCommits(data.commits, data.base_commit?.sha ?? base)].map(
          ({ author }) => author?.login,
        ),
        totalCommits: data.total_commits,
        /** When the first was committed, in epoch ms; missing where GitHub does not say. */
        date: Date.parse(data.base_commit?.commit.committer?.date ?? "") || undefined,
      };
    });
  }

  /** The newest commit of a branch. */
  headOf(branch: string): Promise<string> {
    return this.ask(async ({ rest }, repository) => {
      const { data } = await rest.git.getRef({ ...repository, ref: `heads/${branch}` });
      return data.object.sha;
    });
  }

  /**
   * Where the branch that ends with `head` stood at a time in epoch ms, by the dates of its commits, without those of branches
   * that were merged into it; else its first commit of all.
   */
  beforeTime(head: string, time: number): Promise<string> {
    return this.ask(async ({ rest, paginate }, repository) => {
      const since = new Date(time).toISOString();
      const younger = { ...repository, sha: head, since, per_page: maxPerPage };
      const commits = await paginate(rest.repos.listCommits, younger, itemsOf);
      const oldest = firstParents(commits, head).at(-1);
      return oldest?.parents[0]?.sha ?? oldest?.sha ?? head;
    });
  }

  /**
   * The tags of at most so many published releases that count, below `tag` in GitHub's list, which has the newest first.
   */
  releasesBefore(
    tag: string,
    counts: (name: string, isPreRelease: boolean) => boolean,
    max: number,
  ): Promise<string[]> {
    return this.ask(async ({ rest, paginate }, repository) => {
      let names: string[] = [];
      let isBelow = false;
      const list = { ...repository, per_page: maxPerPage };
      await paginate(rest.repos.listReleases, list, ({ data }, done) => {
        for (const { tag_name: name, draft, prerelease } of data) {
          // Those above it are newer. A tag that is not in the list may have no release yet: then the newest ones are before it.
          if (name === tag) {
            [names, isBelow] = [[], true];
          } else if (!draft && counts(name, prerelease)) {
            names.push(name);
          }
        }
        if (isBelow && names.length >= max) {
          done();
        }
        return [];
      });
      return names.slice(0, max);
    });
  }

  /** Sends requests with octokit; `repository` is that of the run. Throws a `GitHubError`. */
  async ask<T>(send: (octokit: Octokit, repository: Repository) => Promise<T>): Promise<T> {
    this.#octokit ??= loadOctokit(this.#options);
    const octokit = await this.#octokit;
    const { owner, repo } = this.#options.runContext;
    try {
      return await send(octokit, { owner, repo });
    } catch (error) {
      throw toGitHubError(error, this.redact);
    }
  }
}

type Linked = { sha: string; parents: readonly { sha: string }[] };

/** The commits of a branch from its head back, as far as they are listed, without those of branches that were merged into it. */
function firstParents<C extends Linked>(commits: readonly C[], head = ""): C[] {
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: C[] = [];
  for (let next = known.get(head); next !== undefined; ) {
    line.push(next);
    next = known.get(next.parents[0]?.sha ?? "");
  }
  return line;
}

/**
 * The commits of a branch since `base`: those of its own line, and those that build on `base`, which a merge may
 * have put beside it. Of many commits, GitHub may list no more that do.
 */
function ownCommits<C extends Linked>(commits: readonly C[], base: string): Set<C> {
  const own = new Set(firstParents(commits, commits.at(-1)?.sha));
  const known = new Set([base]);
  for (const commit of commits) {
    if (commit.parents.some(({ sha }) => known.has(sha))) {
      own.add(commit);
      known.add(commit.sha);
    }
  }
  return own;
}

async function loadOctokit(options: GitHubOptions): Promise<Octokit> {
  // Importing octokit throws where the address of the proxy is not valid. This throws an error that says so.
  options.connections.dispatcherFor(new URL(options.runContext.apiUrl));
  return (await import("./octokit.ts")).createOctokit(options);
}

function toChangedFile(listed: ListedFile): ChangedFile {
  const { filename: path, previous_filename: previousPath } = listed;
  const { status, additions, deletions, patch = "" } = listed;
  return { path, previousPath, status, additions, deletions, patch };
}
