import * as z from "zod/mini";
import { connectionAdvice, TransportError, transportErrorOf } from "../network/transport-error.ts";
import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";

/** Why no status says what went wrong. */
export type FailureWithoutStatus =
  /** No answer came. The `transport` says why, where it is known. */
  | "no-answer"
  /** The run itself aborted the request. */
  | "aborted"
  /** An answer came, but it has the wrong shape or is too large. */
  | "unreadable"
  /** GitHub answered, but with no release to compare with. */
  | "no-earlier-release";

/** What GitHub said beside the status, as far as it is known. */
type GitHubAnswer = {
  /** GitHub's own words. */
  text?: string;
  /** True when a rate limit refused the request, whatever the status. */
  rateLimited?: boolean;
};

/** A request to GitHub failed. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  /** The status of GitHub's answer, or why there is none. */
  readonly failure: number | FailureWithoutStatus;
  readonly rateLimited: boolean;
  readonly #text: string;

  constructor(
    failure: number | FailureWithoutStatus,
    message: string,
    options: ErrorOptions & GitHubAnswer = {},
  ) {
    super(message, options);
    this.failure = failure;
    this.rateLimited = failure === 429 || options.rateLimited === true;
    this.#text = options.text ?? "";
  }

  /** The status of GitHub's answer; missing when there is none, or when it is not what went wrong. */
  get status(): number | undefined {
    return typeof this.failure === "number" ? this.failure : undefined;
  }

  /** Why there was no usable answer; missing when a status came. */
  get transport(): TransportError | undefined {
    return this.cause instanceof TransportError ? this.cause : undefined;
  }

  /** The cause in a few words: the status, or why there is none. */
  get why(): string {
    return this.status === undefined ? this.message : `HTTP ${this.status}`;
  }

  /** The same for a message, with the name of a host as code. */
  get whyText(): RichText {
    return this.transport === undefined ? [this.why] : this.transport.what;
  }

  /** True when the run itself aborted the request, which is not worth a warning. */
  get aborted(): boolean {
    return this.failure === "aborted";
  }

  /** True when GitHub would refuse the same request the next time too. A rate limit or an outage may be over then. */
  get isRefusal(): boolean {
    const { status, rateLimited } = this;
    return status !== undefined && status >= 400 && status < 500 && !rateLimited;
  }

  /** What to do about a cause that can hit any request; missing for other causes. */
  get remedy(): RichText | undefined {
    if (this.transport?.isMisconfigured) return connectionAdvice(this.transport);
    if (this.rateLimited) return richText`GitHub's rate limit is reached.`;
    if (this.status === 401)
      return richText`Check the token in ${code("github-token")}: it is not valid, or has expired.`;
    return undefined;
  }

  /**
   * What people can do about it, for a log. `permissions` is what the request needs, as in “issues: write”. A thread
   * may be locked and a repository archived, and then no permission helps. `otherwise` is for failures of GitHub itself.
   */
  advice(permissions: string, otherwise = "The run continues without it."): string {
    if (this.remedy !== undefined) return toPlainText(this.remedy);
    if (this.status === 404 || this.status === 410)
      return "Check that the issue or pull request still exists, and that the token in github-token can read this repository.";
    if (this.status !== 403) return otherwise;
    if (/\blocked\b/i.test(this.#text)) return "The conversation is locked.";
    if (/\barchived\b/i.test(this.#text)) return "The repository is archived.";
    return `The token needs “permissions: ${permissions}” in the workflow's job. Runs for pull requests from forks have a read-only token.`;
  }
}

const failureSchema = z.object({
  status: z.int(),
  response: z.object({
    headers: z.catch(z.record(z.string(), z.unknown()), {}),
    data: z.catch(z.object({ message: z.catch(z.string(), "") }), { message: "" }),
  }),
});

/** What octokit threw, as an error with the status and the words of GitHub. */
export function toGitHubError(error: unknown): GitHubError {
  const message = error instanceof Error ? error.message : String(error);
  const answer = failureSchema.safeParse(error).data;
  if (answer !== undefined) {
    const { headers, data } = answer.response;
    // GitHub answers 403 for both of its rate limits too (docs.github.com, "Rate limits for the REST API").
    const atLimit = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
    const rateLimited = answer.status === 403 && atLimit;
    return new GitHubError(answer.status, message, { cause: error, text: data.message, rateLimited });
  }
  if (error instanceof Error && error.name === "AbortError")
    return new GitHubError("aborted", message, { cause: error });
  // Octokit sets the status 500 when the connection failed, so only the cause says why.
  const transport = transportErrorOf(error);
  return new GitHubError("no-answer", transport?.message ?? message, { cause: transport ?? error });
}
