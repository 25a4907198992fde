import type { Octokit } from "@octokit/core";
import * as z from "zod/mini";

/** Where a status comment lives: among an issue's comments, or in a pull request's review threads. */
export type CommentPlace = "issue" | "review";
/** A comment as far as it is read; bodies can be any size up to GitHub's 65,536 characters. */
export type Comment = { id: number; place: CommentPlace; body: string; url: string };
export type Reaction = "eyes" | "rocket" | "+1" | "confused" | "-1";
/** What a reaction is put on. */
export type ReactionTarget =
  | { kind: "issue-comment" | "review-comment"; id: number }
  | { kind: "issue"; number: number };
export type ChangedFile = { path: string; status: string; patch: string };

/** GitHub said no, or nothing. `status` is 0 when no answer came. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }

  /** What GitHub said, in a few words: the status, or why there is none. */
  get why(): string {
    return this.status === 0 ? this.message : `HTTP ${this.status}`;
  }

  /** True when it may be the token that lacks a permission; GitHub also hides things behind 404. */
  get missesPermission(): boolean {
    return [401, 403, 404].includes(this.status);
  }

  /** True when the run itself gave the request up, which nobody needs to be told of. */
  get aborted(): boolean {
    return this.cause instanceof Error && this.cause.name === "AbortError";
  }
}

const commentSchema = z.object({ id: z.int(), body: z.nullish(z.string()), html_url: z.string() });
const permissionSchema = z.object({ permission: z.string(), role_name: z.optional(z.string()) });
const filesSchema = z.array(
  z.object({ filename: z.string(), status: z.string(), patch: z.optional(z.string()) }),
);
const pageSize = 100;
/** A comment whose answer was lost may be there: whoever asked for it has to look before it is made again. */
const notRepeated = { request: { retries: 0 } };

type GitHubAnswer = { status: number; data: unknown; headers: { link?: string } };

/** One repository on GitHub, a method per endpoint. Every method throws a `GitHubError`. */
export class GitHub {
  readonly #octokit: () => Promise<Octokit>;
  readonly #repository: { owner: string; repo: string };

  /** `octokit` is called at the first request, so that a run that makes none does not load it. */
  constructor(octokit: () => Promise<Octokit>, repository: { owner: string; repo: string }) {
    this.#octokit = octokit;
    this.#repository = repository;
  }

  /** The role of a user: `role_name`, which may be a custom one, and the legacy `permission`. */
  async permission(username: string): Promise<{ role: string | undefined; permission: string }> {
    const found = await this.#call(permissionSchema, (octokit, repository) =>
      octokit.request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", {
        ...repository,
        username,
      }),
    );
    return { role: found.data.role_name, permission: found.data.permission };
  }

  /** One page of an issue's comments, oldest first, and the number of the last page. */
  async issueComments(issue: number, page: number): Promise<{ comments: Comment[]; lastPage: number }> {
    const answer = await this.#call(z.array(commentSchema), (octokit, repository) =>
      octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
        ...repository,
        issue_number: issue,
        per_page: pageSize,
        page,
      }),
    );
    return {
      comments: answer.data.map((comment) => toComment("issue", comment)),
      lastPage: lastPage(answer.link, page),
    };
  }

  /** The newest comments of an issue, up to a hundred, oldest first. */
  async newestIssueComments(issue: number): Promise<Comment[]> {
    const first = await this.issueComments(issue, 1);
    return first.lastPage === 1 ? first.comments : (await this.issueComments(issue, first.lastPage)).comments;
  }

  /** One page of a pull request's review comments, newest first, and whether there are more. */
  async reviewComments(pull: number, page: number): Promise<{ comments: Comment[]; lastPage: number }> {
    const answer = await this.#call(z.array(commentSchema), (octokit, repository) =>
      octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", {
        ...repository,
        pull_number: pull,
        sort: "created",
        direction: "desc",
        per_page: pageSize,
        page,
      }),
    );
    return {
      comments: answer.data.map((comment) => toComment("review", comment)),
      lastPage: lastPage(answer.link, page),
    };
  }

  async createComment(issue: number, body: string): Promise<Comment> {
    const answer = await this.#call(commentSchema, (octokit, repository) =>
      octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
        ...repository,
        ...notRepeated,
        issue_number: issue,
        body,
      }),
    );
    return toComment("issue", answer.data);
  }

  /** Answers in the review thread that begins with the given comment. */
  async replyInReview(pull: number, rootCommentId: number, body: string): Promise<Comment> {
    const answer = await this.#call(commentSchema, (octokit, repository) =>
      octokit.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies", {
        ...repository,
        ...notRepeated,
        pull_number: pull,
        comment_id: rootCommentId,
        body,
      }),
    );
    return toComment("review", answer.data);
  }

  async updateComment(place: CommentPlace, id: number, body: string): Promise<Comment> {
    const answer = await this.#call(commentSchema, (octokit, repository) =>
      place === "issue"
        ? octokit.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
            ...repository,
            comment_id: id,
            body,
          })
        : octokit.request("PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}", {
            ...repository,
            comment_id: id,
            body,
          }),
    );
    return toComment(place, answer.data);
  }

  async deleteComment(id: number): Promise<void> {
    await this.#call(z.unknown(), (octokit, repository) =>
      octokit.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", {
        ...repository,
        comment_id: id,
      }),
    );
  }

  async react(target: ReactionTarget, content: Reaction): Promise<void> {
    await this.#call(z.unknown(), (octokit, repository) => {
      if (target.kind === "issue") {
        const options = { ...repository, issue_number: target.number, content };
        return octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/reactions", options);
      }
      const options = { ...repository, comment_id: target.id, content };
      return target.kind === "issue-comment"
        ? octokit.request("POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", options)
        : octokit.request("POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions", options);
    });
  }

  /** The first hundred changed files of a pull request with their patches, and whether there are more. */
  async changedFiles(pull: number): Promise<{ files: ChangedFile[]; more: boolean }> {
    const answer = await this.#call(filesSchema, (octokit, repository) =>
      octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}/files", {
        ...repository,
        pull_number: pull,
        per_page: pageSize,
      }),
    );
    const files = answer.data.map(({ filename, status, patch }) => ({
      path: filename,
      status,
      patch: patch ?? "",
    }));
    return { files, more: lastPage(answer.link, 1) > 1 };
  }

  async #call<S extends z.ZodMiniType>(
    schema: S,
    send: (octokit: Octokit, repository: { owner: string; repo: string }) => Promise<GitHubAnswer>,
  ): Promise<{ data: z.output<S>; link: string | undefined }> {
    let answer: GitHubAnswer;
    try {
      answer = await send(await this.#octokit(), this.#repository);
    } catch (error) {
      throw toError(error);
    }
    if (answer.status >= 300)
      throw new GitHubError(answer.status, "GitHub answered with a redirect, which is not followed");
    const parsed = schema.safeParse(answer.data);
    if (!parsed.success) throw new GitHubError(0, "GitHub's answer has the wrong shape");
    return { data: parsed.data, link: answer.headers.link };
  }
}

function toComment(place: CommentPlace, comment: z.infer<typeof commentSchema>): Comment {
  return { id: comment.id, place, body: comment.body ?? "", url: comment.html_url };
}

/** The last page by the Link header (RFC 8288), which is missing when there is only one. */
function lastPage(link: string | undefined, page: number): number {
  const last = /[?&]page=(\d+)[^>]*>;\s*rel="last"/.exec(link ?? "");
  return last === null ? page : Number(last[1]);
}

function toError(error: unknown): GitHubError {
  const status: unknown = error instanceof Error ? Reflect.get(error, "status") : undefined;
  const answered = error instanceof Error && Reflect.get(error, "response") !== undefined;
  const message = error instanceof Error ? error.message : String(error);
  // Octokit gives a connection that failed the status 500.
  return new GitHubError(answered && typeof status === "number" ? status : 0, message, { cause: error });
}
