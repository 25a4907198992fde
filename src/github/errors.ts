import { classifyError, TransportError } from "../network/transport-error.ts";
import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";

/**
 * The status of GitHub's answer, or why there is none that says what happened: no answer came; the minute for the request
 * with its repeats was over, and it may still have an effect; the run itself aborted it; the answer has the wrong shape.
 */
type Failure = number | "no-answer" | "gave-up" | "aborted" | "unreadable";

/** A request to GitHub failed. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly failure: Failure;
  /** True when a rate limit refused the request, whatever the status. */
  readonly rateLimited: boolean;

  /** `message` holds GitHub's own words, if there are some. */
  constructor(failure: Failure, message: string, options: ErrorOptions & { rateLimited?: boolean } = {}) {
    super(message, options);
    this.failure = failure;
    this.rateLimited = failure === 429 || options.rateLimited === true;
  }

  /** The status of GitHub's answer; missing when there is none, or when it is not what went wrong. */
  get status(): number | undefined {
    return typeof this.failure === "number" ? this.failure : undefined;
  }

  /** Why no answer came; missing when one did. */
  get transport(): TransportError | undefined {
    return this.cause instanceof TransportError ? this.cause : undefined;
  }

  /** The cause in a few words: the status, or why there is none, with the name of a host as code. */
  get whyText(): RichText {
    return this.transport?.what ?? [this.status === undefined ? this.message : `HTTP ${this.status}`];
  }

  get why(): string {
    return toPlainText(this.whyText);
  }

  /** True when the run itself aborted the request, which is not worth a warning. */
  get aborted(): boolean {
    return this.failure === "aborted";
  }

  /** True when GitHub would refuse the same request the next time too. A rate limit or an outage may be over then. */
  get isRefusal(): boolean {
    const { status, rateLimited } = this;
    return status !== undefined && status >= 400 && status < 500 && status !== 408 && !rateLimited;
  }

  /** True where nobody but members may write in the thread. */
  get isLocked(): boolean {
    return this.status === 403 && /\blocked\b/i.test(this.message);
  }

  /**
   * What people can do about it, for a log. `permissions` is what the request needs, as in “issues: write”. A thread
   * may be locked, and then no permission helps. `otherwise` is for failures of GitHub itself.
   */
  advice(permissions: string, otherwise = "The run continues without it."): string {
    if (this.rateLimited) return "GitHub's rate limit is reached.";
    if (this.status === 401) return toPlainText(tokenAdvice);
    if (this.status === 404 || this.status === 410)
      return "Check that the issue or pull request still exists, and that the token in github-token can read this repository.";
    if (this.status !== 403) return otherwise;
    if (this.isLocked) return "The conversation is locked.";
    return `The token needs “permissions: ${permissions}” in the workflow's job. Runs for pull requests from forks have a read-only token.`;
  }
}

export const tokenAdvice: RichText = richText`Check the token in ${code("github-token")}: it is not valid, or has expired.`;

/** What octokit throws (`@octokit/request-error`). Without a `response`, the connection failed. */
type RequestError = Error & { status: number; response?: { headers: Record<string, unknown> } };
const isRequestError = (error: Error): error is RequestError => "request" in error;

/**
 * What went wrong in a request, as a `GitHubError`. A `TypeError` comes from reading an answer of the wrong shape. Other
 * errors of our own stay as they are.
 */
export function toGitHubError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof GitHubError) return error;
  if (error.name === "AbortError") return new GitHubError("aborted", error.message, { cause: error });
  if (error instanceof TypeError)
    return new GitHubError("unreadable", "GitHub's answer has the wrong shape", { cause: error });
  // GitHub answers a GraphQL query that it refuses with 200, so only its words say why.
  if (error.name === "GraphqlResponseError")
    return new GitHubError("unreadable", error.message, { cause: error });
  if (!isRequestError(error)) return error;
  const { status, message, response } = error;
  if (response === undefined) {
    // Octokit sets the status 500 when the connection failed, so only the cause says why.
    const transport = classifyError(error);
    return new GitHubError("no-answer", transport.message, { cause: transport });
  }
  // GitHub answers 403 for both of its rate limits too (docs.github.com, "Rate limits for the REST API").
  const atLimit =
    response.headers["x-ratelimit-remaining"] === "0" || response.headers["retry-after"] !== undefined;
  return new GitHubError(status, message, { cause: error, rateLimited: status === 403 && atLimit });
}
