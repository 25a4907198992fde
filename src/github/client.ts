import { toGitHubError } from "./errors.ts";
import type { Octokit, OctokitOptions } from "./octokit.ts";

/** Where a comment is: below an issue or pull request, or in a review thread. */
export type CommentPlace = "issue" | "review";
/** Where a comment goes: below an issue or pull request, or into the review thread whose first comment is `root`. */
export type CommentTarget =
  | { place: "issue"; number: number }
  | { place: "review"; number: number; root: number };
/** The parts of a comment that are used. A body has up to 65,536 characters. */
export type Comment = {
  id: number;
  place: CommentPlace;
  body: string;
  url: string;
  /** Its author; missing when the account is gone. */
  login: string | undefined;
  /** Where it stands in a file; missing below an issue or pull request. */
  inline?: InlinePlace;
};
/** The place of an inline comment. */
export type InlinePlace = {
  /** The review that it came with. */
  reviewId: number | undefined;
  path: string;
  startLine: number | undefined;
  /** Missing for a comment on the whole file. */
  line: number | undefined;
  /** True where the lines are those of an earlier version: the comment is outdated, or on lines that were removed. */
  isEarlier: boolean;
};
export type Reaction = "eyes" | "rocket" | "+1" | "confused" | "-1";
/** What a reaction is put on. */
export type ReactionTarget =
  | { kind: "issue-comment" | "review-comment"; id: number }
  | { kind: "issue"; number: number };
/** The parts of a pull request that are used. */
export type PullRequest = {
  title: string;
  /** The login of its author; missing when the account is gone. */
  author: string | undefined;
  state: "open" | "closed" | "merged";
  /** `owner/repo` of the branch; missing when that repository is gone. */
  headRepository: string | undefined;
  /** Epoch ms. */
  createdAt: number;
  headSha: string;
  /** How many files it changes, also beyond those that GitHub lists. */
  changedFiles: number;
};
/** A check run of a commit. `conclusion` is null while it is at work. */
export type CheckRun = Pick<ListedCheck, "name" | "status" | "conclusion" | "html_url">;
type ListedCheck = Awaited<ReturnType<Octokit["rest"]["checks"]["listForRef"]>>["data"]["check_runs"][number];
/** A deployment of a commit. */
export type Deployment = { id: number; creator: string | undefined; isByApp: boolean };
/** A changed file, as GitHub lists it. */
export type ListedFile = Awaited<ReturnType<Octokit["rest"]["pulls"]["listFiles"]>>["data"][number];

/** A repository on this GitHub. */
export type Repository = { owner: string; repo: string };

const maxPerPage = 100;
/** A comment may exist although its answer was lost, so `createOnce` looks before it retries. */
const noRetries = { request: { retries: 0 } };

/**
 * The client for the run's repository, or undefined without a token. `redact` masks secrets. Octokit is loaded at the
 * first request, as many runs make none.
 */
export function createGitHubClient(
  options: OctokitOptions & { runContext: Repository; redact: (text: string) => string },
): GitHub | undefined {
  const { token, runContext, connections, redact } = options;
  if (token === "") return undefined;
  let octokit: Promise<Octokit> | undefined;
  const load = async () => {
    // Importing octokit throws where the address of the proxy is not valid. This throws an error that says so.
    connections.dispatcherFor(new URL(runContext.apiUrl));
    return (await import("./octokit.ts")).createOctokit(options);
  };
  const { owner, repo } = runContext;
  return new GitHub(() => (octokit ??= load()), { owner, repo }, redact);
}

/** One repository on GitHub, a method per endpoint. Every method throws a `GitHubError`. */
export class GitHub {
  readonly #octokit: () => Promise<Octokit>;
  readonly #repository: Repository;
  /** Masks secrets: GitHub does not mask comments as the runner masks logs. */
  readonly redact: (text: string) => string;

  /** `octokit` is called before every request. Every comment passes `redact`. */
  constructor(octokit: () => Promise<Octokit>, repository: Repository, redact: (text: string) => string) {
    this.#octokit = octokit;
    this.#repository = repository;
    this.redact = redact;
  }

  /**
   * A user's role in the repository: `role`, which may be a custom one, and the legacy `permission`. `login` is the user
   * that the answer is about; missing when it does not say.
   */
  async permission(
    login: string,
  ): Promise<{ login: string | undefined; role: string | undefined; permission: string }> {
    return await this.#ask(async ({ rest }, repository) => {
      // `encodeURIComponent` throws for a lone surrogate. No login has one, so GitHub knows no such user.
      const username = login.toWellFormed();
      const { data } = await rest.repos.getCollaboratorPermissionLevel({ ...repository, username });
      return { login: data.user?.login, role: data.role_name, permission: data.permission };
    });
  }

  /** All comments of an issue or pull request in one of the two places, oldest first. */
  async comments(place: CommentPlace, number: number): Promise<Comment[]> {
    return await this.#ask(async ({ rest, paginate }, repository) => {
      const list = { ...repository, per_page: maxPerPage };
      const comments =
        place === "issue"
          ? await paginate(rest.issues.listComments, { ...list, issue_number: number }, itemsOf)
          : await paginate(rest.pulls.listReviewComments, { ...list, pull_number: number }, itemsOf);
      return comments.map((comment) => toComment(place, comment));
    });
  }

  /** Posts a comment. Not repeated when its answer is lost: use it with `createOnce`. */
  async createComment(target: CommentTarget, body: string): Promise<Comment> {
    return await this.#ask(async ({ rest }, repository) => {
      const options = { ...repository, ...noRetries, body: this.redact(body) };
      const { data } =
        target.place === "issue"
          ? await rest.issues.createComment({ ...options, issue_number: target.number })
          : await rest.pulls.createReplyForReviewComment({
              ...options,
              pull_number: target.number,
              comment_id: target.root,
            });
      return toComment(target.place, data);
    });
  }

  /** Replaces the body of a comment. */
  async updateComment(place: CommentPlace, id: number, body: string): Promise<Comment> {
    return await this.#ask(async ({ rest }, repository) => {
      const options = { ...repository, comment_id: id, body: this.redact(body) };
      const { data } =
        place === "issue"
          ? await rest.issues.updateComment(options)
          : await rest.pulls.updateReviewComment(options);
      return toComment(place, data);
    });
  }

  /** Adds a reaction; one that is there already stays. */
  async react(target: ReactionTarget, content: Reaction): Promise<void> {
    await this.#ask(async ({ rest: { reactions } }, repository) => {
      const options = { ...repository, content };
      switch (target.kind) {
        case "issue":
          return await reactions.createForIssue({ ...options, issue_number: target.number });
        case "issue-comment":
          return await reactions.createForIssueComment({ ...options, comment_id: target.id });
        case "review-comment":
          return await reactions.createForPullRequestReviewComment({ ...options, comment_id: target.id });
      }
    });
  }

  /** The state of a pull request, in any repository that the token can read. */
  async pullRequest({ owner, repo, number }: Repository & { number: number }): Promise<PullRequest> {
    return await this.#ask(async ({ rest }) => {
      const { data } = await rest.pulls.get({ owner, repo, pull_number: number });
      return {
        title: data.title,
        author: data.user?.login,
        state: data.merged ? "merged" : data.state,
        headRepository: data.head.repo?.full_name,
        createdAt: Date.parse(data.created_at),
        headSha: data.head.sha,
        changedFiles: data.changed_files,
      };
    });
  }

  /**
   * The changed files of a pull request in this or another repository, at most 3,000 (docs.github.com, "List pull
   * requests files").
   */
  async pullRequestFiles(number: number, elsewhere?: Repository): Promise<ListedFile[]> {
    return await this.#ask(async ({ rest, paginate }, own) => {
      const { owner, repo } = elsewhere ?? own;
      const list = { owner, repo, pull_number: number, per_page: maxPerPage };
      return await paginate(rest.pulls.listFiles, list, itemsOf);
    });
  }

  /** The newest run of each check of a commit, at most 100. Not repeated. */
  async checkRuns({ owner, repo }: Repository, sha: string): Promise<CheckRun[]> {
    return await this.#ask(async ({ rest }) => {
      // `paginate` would drop `noRetries`.
      const list = { owner, repo, ref: sha, filter: "latest" as const, per_page: maxPerPage, ...noRetries };
      const { data } = await rest.checks.listForRef(list);
      return itemsOf({ data: data.check_runs });
    });
  }

  /** The deployments of a commit, newest first. Not repeated. */
  async deployments({ owner, repo }: Repository, sha: string): Promise<Deployment[]> {
    return await this.#ask(async ({ rest }) => {
      const { data } = await rest.repos.listDeployments({ owner, repo, sha, ...noRetries });
      return itemsOf({ data }).map(({ id, creator }) => ({
        ...{ id, creator: creator?.login, isByApp: creator?.type === "Bot" },
      }));
    });
  }

  /** The newest status of a deployment; missing while it has none. Not repeated. */
  async deploymentStatus(
    { owner, repo }: Repository,
    id: number,
  ): Promise<{ state: string; url: string | undefined } | undefined> {
    return await this.#ask(async ({ rest }) => {
      const newest = { owner, repo, deployment_id: id, per_page: 1, ...noRetries };
      const [status] = itemsOf(await rest.repos.listDeploymentStatuses(newest));
      return status && { state: status.state, url: status.environment_url };
    });
  }

  /**
   * Compares two refs, tags or commits, as `git diff base...head` does. `isAncestor` is true when the base is an earlier
   * commit that the head contains. At most 300 files (docs.github.com, "Compare two commits").
   */
  async compare(
    base: string,
    head: string,
    elsewhere?: Repository,
  ): Promise<{ isAncestor: boolean; files: ListedFile[] }> {
    return await this.#ask(async ({ rest }, own) => {
      const { owner, repo } = elsewhere ?? own;
      // The files come with the first page, whatever its size; commits are not used.
      const range = { owner, repo, basehead: `${base}...${head}`, per_page: 1 };
      const { data } = await rest.repos.compareCommitsWithBasehead(range);
      // Without this, an answer of the wrong shape would say that no file changed.
      if (data.files === undefined) throw new TypeError("the comparison lists no files");
      return { isAncestor: data.status === "ahead", files: data.files };
    });
  }

  /**
   * The tags of the newest published releases below `tag` in GitHub's list, which has the newest first; at most `max`.
   * `withPreReleases` tells whether pre-releases count.
   */
  async earlierReleases(tag: string, withPreReleases: boolean, max: number): Promise<string[]> {
    return await this.#ask(async ({ rest, paginate }, repository) => {
      let earlier: string[] = [];
      const list = { ...repository, per_page: maxPerPage };
      await paginate(rest.repos.listReleases, list, ({ data }, done) => {
        for (const { tag_name: name, draft, prerelease } of data) {
          if (name === tag) earlier = [];
          else if (!draft && (withPreReleases || !prerelease)) earlier.push(name);
        }
        if (earlier.length >= max) done();
        return [];
      });
      return earlier.slice(0, max);
    });
  }

  async #ask<T>(send: (octokit: Octokit, repository: Repository) => Promise<T>): Promise<T> {
    const octokit = await this.#octokit();
    try {
      return await send(octokit, this.#repository);
    } catch (error) {
      throw toGitHubError(error);
    }
  }
}

/** The items of a page. A page that is no list throws a `TypeError`, where `paginate` alone would take it for an item. */
function itemsOf<Item>({ data }: { data: Item[] }): Item[] {
  return [...data];
}

/** What the endpoints of both places show of a comment. What is about lines is only in those of reviews. */
type ShownComment = {
  id: number;
  body?: string | null;
  html_url: string;
  user: { login: string } | null;
  path?: string;
  pull_request_review_id?: number | null;
  side?: string;
  line?: number | null;
  start_line?: number | null;
  original_line?: number | null;
  original_start_line?: number | null;
};

function toComment(place: CommentPlace, shown: ShownComment): Comment {
  const { id, body, html_url: url, user } = shown;
  if (typeof id !== "number") throw new TypeError("the answer is no comment");
  const inline = shown.path === undefined ? {} : { inline: inlinePlaceOf({ ...shown, path: shown.path }) };
  return { id, place, body: body ?? "", url, login: user?.login, ...inline };
}

/** An outdated comment has only its original lines, one on a whole file has none. */
function inlinePlaceOf(shown: ShownComment & { path: string }): InlinePlace {
  const { pull_request_review_id: reviewId, path, side } = shown;
  const isOutdated = typeof shown.line !== "number";
  const startLine = (isOutdated ? shown.original_start_line : shown.start_line) ?? undefined;
  const line = (isOutdated ? shown.original_line : shown.line) ?? undefined;
  return {
    ...{ reviewId: reviewId ?? undefined, path, startLine, line },
    isEarlier: line !== undefined && (isOutdated || side === "LEFT"),
  };
}
