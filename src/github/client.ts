import * as z from "zod/mini";
import type { Connections } from "../network/connections.ts";
import { isCommit } from "./commits.ts";
import { GitHubError, toGitHubError } from "./errors.ts";
import type { GitHubPace, Octokit } from "./octokit.ts";
import type { Page } from "./pages.ts";

/** Where a comment is: below an issue or pull request, or in a review thread. */
export type CommentPlace = "issue" | "review";
/** The parts of a comment that are used. A body has up to 65,536 characters. */
export type Comment = { id: number; place: CommentPlace; body: string; url: string };
export type Reaction = "eyes" | "rocket" | "+1" | "confused" | "-1";
/** What a reaction is put on. */
export type ReactionTarget =
  | { kind: "issue-comment" | "review-comment"; id: number }
  | { kind: "issue"; number: number };
/** The parts of a pull request that decide whether its conversation continues. */
export type PullRequestState = {
  state: "open" | "closed" | "merged";
  /** `owner/repo` of the branch; missing when that repository is gone. */
  headRepository: string | undefined;
  /** Epoch ms. */
  createdAt: number;
};
/** A changed file. `status` is GitHub's word, such as `added`, `modified`, `removed` or `renamed`. */
export type ChangedFile = {
  path: string;
  /** The path before a rename. */
  previousPath?: string | undefined;
  status: string;
  /** Empty for binary files, submodules, patches that GitHub leaves out, and files that only the trees know. */
  patch: string;
};

/** A comparison of two refs, tags or commits. */
export type Comparison = {
  /** True when the base is an earlier commit that the head contains. */
  isAncestor: boolean;
  /** The newest common ancestor; the files are compared with it. */
  mergeBase: string;
  headSha: string | undefined;
  files: ChangedFile[];
};
/** A file or submodule of a commit. */
export type TreeEntry = { path: string; mode: string; sha: string };
/** The files of a commit. */
export type Tree = { entries: readonly TreeEntry[]; truncated: boolean };
export type Release = { tag: string; draft: boolean; prerelease: boolean; publishedAt: string };

/** GitHub lists no more files of a comparison (docs.github.com, "Compare two commits"). */
export const maxComparedFiles = 300;
/** GitHub lists no more files of a pull request (docs.github.com, "List pull requests files"). */
export const maxPullRequestFiles = 3000;

const commentSchema = z.object({ id: z.int(), body: z.nullish(z.string()), html_url: z.string() });
const commentsSchema = z.array(commentSchema);
const permissionSchema = z.object({
  permission: z.string(),
  role_name: z.optional(z.string()),
  user: z.catch(z.nullish(z.object({ login: z.string() })), undefined),
});
const pullSchema = z.object({
  state: z.enum(["open", "closed"]),
  merged: z.boolean(),
  created_at: z.string(),
  head: z.object({ repo: z.nullish(z.object({ full_name: z.string() })) }),
});
const filesSchema = z.array(
  z.object({
    filename: z.string(),
    previous_filename: z.optional(z.string()),
    status: z.string(),
    patch: z.optional(z.string()),
    contents_url: z.catch(z.optional(z.string()), undefined),
  }),
);
const comparisonSchema = z.object({
  status: z.string(),
  merge_base_commit: z.object({ sha: z.string() }),
  files: z.optional(filesSchema),
});
const treeSchema = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() })),
  truncated: z.boolean(),
});
const releasesSchema = z.array(
  z.object({
    tag_name: z.string(),
    draft: z.boolean(),
    prerelease: z.boolean(),
    published_at: z.nullish(z.string()),
  }),
);
const pullCommitsSchema = z.object({
  base: z.object({ sha: z.string() }),
  head: z.object({ sha: z.string() }),
});
const perPage = 100;
export const maxPullRequestPages = maxPullRequestFiles / perPage;
/** A comment may exist although its response was lost, so `createOnce` looks before it retries. */
const noRetries = { request: { retries: 0 } };

type Repository = { owner: string; repo: string };
type ListOptions = Repository & { per_page: number; page: number };
type GitHubResponse = { status: number; data: unknown; headers: { link?: string | undefined } };

/** What the client is made of. */
export type GitHubClientOptions = {
  /** Empty where the run has none. */
  token: string;
  /** The API to ask, and the repository. */
  runContext: { apiUrl: string; owner: string; repo: string };
  connections: Connections;
  pace: GitHubPace;
  log: { info(text: string): void };
  /** Masks secrets. */
  redact: (text: string) => string;
};

/**
 * The client for the run's repository, or undefined without a token. Octokit is loaded at the first request, as many
 * runs make none.
 */
export function createGitHubClient(options: GitHubClientOptions): GitHub | undefined {
  const { token, connections, pace, log, redact } = options;
  if (token === "") return undefined;
  const { apiUrl, owner, repo } = options.runContext;
  const load = async () => {
    const { createOctokit } = await import("./octokit.ts");
    return createOctokit({
      token,
      apiUrl,
      dispatcher: connections.dispatcherFor(new URL(apiUrl)),
      timeoutMs: connections.timeouts.answerMs,
      retryUnitMs: pace.retryUnitMs,
      spaceWrites: pace.spaceWrites,
      ...connections.abortSignals,
      onLimit: (seconds) => log.info(`GitHub's rate limit is reached; it asks to wait ${seconds} s.`),
    });
  };
  let octokit: Promise<Octokit> | undefined;
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
   * A user's role in the repository: `role_name`, which may be a custom one, and the legacy `permission`. `login` is
   * the user that the answer is about; missing when it does not say.
   */
  async permission(
    username: string,
  ): Promise<{ login: string | undefined; role: string | undefined; permission: string }> {
    const { data } = await this.#call(permissionSchema, ({ rest }, repository) =>
      // `encodeURIComponent` throws for a lone surrogate. No login has one, so GitHub knows no such user.
      rest.repos.getCollaboratorPermissionLevel({ ...repository, username: username.toWellFormed() }),
    );
    return { login: data.user?.login, role: data.role_name, permission: data.permission };
  }

  /** One page of an issue's comments, oldest first. */
  async issueComments(issue: number, page: number): Promise<Page<Comment>> {
    const { items, lastPage } = await this.#page(page, commentsSchema, ({ rest }, list) =>
      rest.issues.listComments({ ...list, issue_number: issue }),
    );
    return { items: items.map((comment) => toComment("issue", comment)), lastPage };
  }

  /** One page of a pull request's review comments, newest first. */
  async reviewComments(pull: number, page: number): Promise<Page<Comment>> {
    const { items, lastPage } = await this.#page(page, commentsSchema, ({ rest }, list) =>
      rest.pulls.listReviewComments({ pull_number: pull, sort: "created", direction: "desc", ...list }),
    );
    return { items: items.map((comment) => toComment("review", comment)), lastPage };
  }

  /** Posts a comment. Never retried: use it with `createOnce`. */
  async createComment(issue: number, body: string): Promise<Comment> {
    const { data } = await this.#call(commentSchema, ({ rest }, repository) =>
      rest.issues.createComment({
        ...repository,
        ...noRetries,
        issue_number: issue,
        body: this.redact(body),
      }),
    );
    return toComment("issue", data);
  }

  /** Posts a reply to the first comment of a review thread. Never retried: use it with `createOnce`. */
  async replyInReview(pull: number, rootCommentId: number, body: string): Promise<Comment> {
    const { data } = await this.#call(commentSchema, ({ rest }, repository) =>
      rest.pulls.createReplyForReviewComment({
        ...repository,
        ...noRetries,
        pull_number: pull,
        comment_id: rootCommentId,
        body: this.redact(body),
      }),
    );
    return toComment("review", data);
  }

  /** Replaces the body of a comment. */
  async updateComment(place: CommentPlace, id: number, body: string): Promise<Comment> {
    const { data } = await this.#call(commentSchema, ({ rest }, repository): Promise<GitHubResponse> => {
      const options = { ...repository, comment_id: id, body: this.redact(body) };
      switch (place) {
        case "issue":
          return rest.issues.updateComment(options);
        case "review":
          return rest.pulls.updateReviewComment(options);
      }
    });
    return toComment(place, data);
  }

  /** Deletes a comment. */
  async deleteComment(place: CommentPlace, id: number): Promise<void> {
    await this.#call(z.unknown(), ({ rest }, repository): Promise<GitHubResponse> => {
      const options = { ...repository, comment_id: id };
      switch (place) {
        case "issue":
          return rest.issues.deleteComment(options);
        case "review":
          return rest.pulls.deleteReviewComment(options);
      }
    });
  }

  /** The state of a pull request, in any repository that the token can read. */
  async pullRequest(pull: Repository & { number: number }): Promise<PullRequestState> {
    const { data } = await this.#call(pullSchema, ({ rest }) =>
      rest.pulls.get({ owner: pull.owner, repo: pull.repo, pull_number: pull.number }),
    );
    return {
      state: data.merged ? "merged" : data.state,
      headRepository: data.head.repo?.full_name,
      createdAt: Date.parse(data.created_at),
    };
  }

  /** Adds a reaction; one that is there already stays. */
  async react(target: ReactionTarget, content: Reaction): Promise<void> {
    await this.#call(z.unknown(), ({ rest }, repository): Promise<GitHubResponse> => {
      const options = { ...repository, content };
      switch (target.kind) {
        case "issue":
          return rest.reactions.createForIssue({ ...options, issue_number: target.number });
        case "issue-comment":
          return rest.reactions.createForIssueComment({ ...options, comment_id: target.id });
        case "review-comment":
          return rest.reactions.createForPullRequestReviewComment({ ...options, comment_id: target.id });
      }
    });
  }

  /** One page of a pull request's changed files, and the commit that they were read at, where they name it. */
  async changedFiles(
    pull: number,
    page: number,
  ): Promise<Page<ChangedFile> & { headSha: string | undefined }> {
    const { items, lastPage } = await this.#page(page, filesSchema, ({ rest }, list) =>
      rest.pulls.listFiles({ ...list, pull_number: pull }),
    );
    return { items: items.map(toChangedFile), lastPage, headSha: headShaOf(items) };
  }

  /** The newest commits of a pull request's base and head. */
  async pullRequestCommits(pull: number): Promise<{ base: string; head: string }> {
    const { data } = await this.#call(pullCommitsSchema, ({ rest }, repository) =>
      rest.pulls.get({ ...repository, pull_number: pull }),
    );
    return { base: data.base.sha, head: data.head.sha };
  }

  /** Compares two refs, tags or commits, as `git diff base...head` does. */
  async compare(base: string, head: string): Promise<Comparison> {
    const { data } = await this.#call(comparisonSchema, ({ rest }, repository) =>
      // The files come with the first page, whatever its size; commits are not used.
      rest.repos.compareCommitsWithBasehead({ ...repository, basehead: `${base}...${head}`, per_page: 1 }),
    );
    const files = data.files ?? [];
    return {
      isAncestor: data.status === "ahead",
      mergeBase: data.merge_base_commit.sha,
      headSha: headShaOf(files),
      files: files.map(toChangedFile),
    };
  }

  /** All files and submodules of a commit. */
  async tree(commit: string): Promise<Tree> {
    const { data } = await this.#call(treeSchema, async ({ rest }, repository) => {
      const options = { ...repository, tree_sha: commit, recursive: "1" };
      const response = await rest.git.getTree({ ...options, request: { parseSuccessResponseBody: false } });
      return { ...response, data: await parseBody(response.data) };
    });
    return { entries: data.tree.filter(({ type }) => type !== "tree"), truncated: data.truncated };
  }

  /** One page of the releases, in the order of GitHub (the newest first). Drafts are among them if the token may see them. */
  async releases(page: number): Promise<Page<Release>> {
    const { items, lastPage } = await this.#page(page, releasesSchema, ({ rest }, list) =>
      rest.repos.listReleases(list),
    );
    const releases = items.map(({ tag_name: tag, published_at, ...release }) => ({
      ...release,
      tag,
      publishedAt: published_at ?? "",
    }));
    return { items: releases, lastPage };
  }

  async #page<Item>(
    page: number,
    schema: z.ZodMiniType<Item[]>,
    send: (octokit: Octokit, list: ListOptions) => Promise<GitHubResponse>,
  ): Promise<Page<Item>> {
    const { data, link } = await this.#call(schema, (octokit, repository) =>
      send(octokit, { ...repository, per_page: perPage, page }),
    );
    return { items: data, lastPage: lastPage(link, page) };
  }

  async #call<S extends z.ZodMiniType>(
    schema: S,
    send: (octokit: Octokit, repository: Repository) => Promise<GitHubResponse>,
  ): Promise<{ data: z.output<S>; link: string | undefined }> {
    let response: GitHubResponse;
    try {
      response = await send(await this.#octokit(), this.#repository);
    } catch (error) {
      throw toGitHubError(error);
    }
    if (response.status >= 300)
      throw new GitHubError(response.status, "GitHub answered with a redirect, which is not followed");
    const parsed = schema.safeParse(response.data);
    if (!parsed.success) throw new GitHubError("unreadable", "GitHub's answer has the wrong shape");
    return { data: parsed.data, link: response.headers.link };
  }
}

/**
 * Parses a body that octokit did not parse; `undefined` when it is not JSON. Octokit's own parser looks at each integer, which
 * takes most of a second for a large tree.
 */
async function parseBody(body: unknown): Promise<unknown> {
  if (!(body instanceof ReadableStream)) return undefined;
  const text = await new Response(body).text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toComment(place: CommentPlace, comment: z.infer<typeof commentSchema>): Comment {
  return { id: comment.id, place, body: comment.body ?? "", url: comment.html_url };
}

function toChangedFile(file: z.infer<typeof filesSchema>[number]): ChangedFile {
  const { filename, previous_filename: previousPath, status, patch } = file;
  return { path: filename, previousPath, status, patch: patch ?? "" };
}

/** The head of a list of files; their API addresses name it, but those of removed files name another commit. */
function headShaOf(files: z.infer<typeof filesSchema>): string | undefined {
  for (const { status, contents_url: url } of files) {
    const ref = /[?&]ref=(\w+)$/.exec(url ?? "")?.[1] ?? "";
    if (status !== "removed" && isCommit(ref)) return ref;
  }
  return undefined;
}

/** The highest page that the Link header names (RFC 8288), or this one. GitHub sends none where there is one page. */
function lastPage(link: string | undefined, page: number): number {
  const named = (link ?? "").matchAll(/[?&]page=(\d+)/g);
  return Math.max(page, ...Array.from(named, ([, number]) => Number(number)));
}
