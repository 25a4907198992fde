import * as z from "zod/mini";
import { connectionAdvice, TransportError, transportErrorOf } from "../network/transport-error.ts";
import { toPlainText } from "../text/rich-text.ts";

/** What GitHub said beside the status, as far as it is known. */
type GitHubAnswer = {
  /** GitHub's own words. */
  text?: string;
  /** True when a rate limit refused the request, whatever the status. */
  rateLimited?: boolean;
};

/** A request to GitHub failed. `status` is 0 when no answer came. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly status: number;
  readonly rateLimited: boolean;
  readonly #text: string;

  constructor(status: number, message: string, options: ErrorOptions & GitHubAnswer = {}) {
    super(message, options);
    this.status = status;
    this.rateLimited = status === 429 || options.rateLimited === true;
    this.#text = options.text ?? "";
  }

  /** Why there was no usable answer; missing when a status came. */
  get transport(): TransportError | undefined {
    return this.cause instanceof TransportError ? this.cause : undefined;
  }

  /** The cause in a few words: the status, or why there is none. */
  get why(): string {
    return this.status === 0 ? this.message : `HTTP ${this.status}`;
  }

  /**
   * What people can do about it, for a log. `permissions` is what the request needs, as in “issues: write”. A thread
   * may be locked and a repository archived, and then no permission helps. `otherwise` is for failures of GitHub itself.
   */
  advice(permissions: string, otherwise = "The run continues without it."): string {
    if (this.transport?.isMisconfigured) return toPlainText(connectionAdvice(this.transport));
    if (this.rateLimited) return "GitHub's rate limit is reached.";
    if (this.status === 401) return "Check the token in github-token: it is not valid, or has expired.";
    if (this.status === 404 || this.status === 410)
      return "Check that it still exists, and that the token in github-token can read this repository.";
    if (this.status !== 403) return otherwise;
    if (/\blocked\b/i.test(this.#text)) return "The conversation is locked.";
    if (/\barchived\b/i.test(this.#text)) return "The repository is archived.";
    return `The token needs “permissions: ${permissions}” in the workflow's job. Runs for pull requests from forks have a read-only token.`;
  }

  /** True when the run itself aborted the request, which is not worth a warning. */
  get aborted(): boolean {
    return this.cause instanceof Error && this.cause.name === "AbortError";
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
  // Octokit sets the status 500 when the connection failed, so only the cause says why.
  const transport = transportErrorOf(error);
  return new GitHubError(0, transport?.message ?? message, { cause: transport ?? error });
}
