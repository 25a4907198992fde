import { classifyError, TransportError } from "../network/transport-error.ts";
import { code, joinTexts, type RichText, richText } from "../text/rich-text.ts";
import { oneLine } from "../text/words.ts";

/**
 * The status of GitHub's answer, or why there is none that says what happened: no answer came; the minute for the request
 * with its repeats was over, and it may still have an effect; the answer has the wrong shape.
 */
type Failure = number | "no-answer" | "gave-up" | "unreadable";

/** What GitHub's own words say of a 403, which it answers for many reasons. Others are only shown. */
const says = {
  // docs.github.com, "Rate limits for the REST API". Older servers speak of abuse.
  limit: /\brate limit|\babuse detection/i,
  noAccess: /^Resource not accessible by /i,
  locked: /\blocked\b/i,
};

/** In characters, of GitHub's own words. */
const maxSaid = 200;

/** A request to GitHub failed. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly failure: Failure;
  /** True when a rate limit refused the request, whatever the status. */
  readonly rateLimited: boolean;

  /** `message`: of an answer with a status GitHub's own words on one line, as foreign text, or empty; else why there is none. */
  constructor(
    failure: Failure,
    message: string,
    options: ErrorOptions & { rateLimited?: boolean } = {},
  ) {
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

  /** The cause in a few words: the status with GitHub's own words, or why there is none. */
  get why(): string {
    const { status, message } = this;
    if (status === undefined) {
      return message;
    }
    return message === "" ? `HTTP ${status}` : `HTTP ${status}: “${message}”`;
  }

  /** True when GitHub would refuse the same request the next time too. A rate limit or an outage may be over then. */
  get isRefusal(): boolean {
    const { status = 0, rateLimited } = this;
    return status >= 300 && status < 500 && status !== 408 && !rateLimited;
  }

  /** True where the token lacks a permission. */
  get lacksPermission(): boolean {
    return this.status === 403 && says.noAccess.test(this.message);
  }

  /** True where what the request was about is not there any more, by GitHub's own words: a page without them says nothing. */
  get isGone(): boolean {
    return (this.status === 404 || this.status === 410) && this.message !== "";
  }

  /** True where the token can never see what was asked for, however often it asks. */
  get isHidden(): boolean {
    return (this.status === 404 && this.isGone) || this.lacksPermission;
  }

  /**
   * What people can do about it. `permissions` is what the request needs, as in “issues: write”; it is named only where
   * GitHub says that the token has no access. `otherwise` is for what may pass by itself.
   */
  advice(
    permissions: string,
    otherwise: RichText = this.rateLimited ? runAfterLimit : runLater,
  ): RichText {
    const { status, transport } = this;
    if (transport?.isFinal) {
      return transport.advice;
    }
    if (this.rateLimited) {
      return otherwise;
    }
    if (status === 401) {
      return richText`Check the token in ${code("github-token")}: it is not valid, or has expired.`;
    }
    if (this.isGone) {
      return richText`Check that the issue or pull request still exists, and that the token in ${code("github-token")} can read this repository.`;
    }
    if (this.lacksPermission) {
      const needed = permissions.split(", ").map((one) => [code(one)]);
      return richText`Give the token ${joinTexts(needed, " and ")}. If it is the job's own, add that to the ${code("permissions:")} of the workflow's job.`;
    }
    if (!this.isRefusal || this.message === "") {
      return otherwise;
    }
    return says.locked.test(this.message) ? richText`Unlock the conversation.` : changeAdvice;
  }
}

/** What to do about what may pass by itself. */
export const runLater = richText`Re-run the workflow in ten minutes.`;
/** GitHub counts most requests by the hour (docs.github.com, "Rate limits for the REST API"). */
export const runAfterLimit = richText`Re-run the workflow when the limit is over, in an hour at the latest.`;

/** True where nothing has to be done but to wait: each such advice is one text, so it is told by its identity. */
export function isWait(advice: RichText): boolean {
  return advice === runLater || advice === runAfterLimit;
}

/** What people can do about a refusal for a reason that GitHub names itself. `thread-errors.ts` knows it by this object. */
export const changeAdvice = richText`Change what GitHub names.`;

/** What octokit throws (`@octokit/request-error`). Without a `response`, the connection failed. */
type RequestError = Error & {
  status: number;
  response?: { headers: Record<string, unknown>; data: unknown };
};
const isRequestError = (error: Error): error is RequestError => "request" in error;

/**
 * What went wrong in a request, as a `GitHubError`. A `TypeError` comes from reading an answer of the wrong shape. Other
 * errors of our own stay as they are. `redact` masks secrets in GitHub's own words.
 */
export function toGitHubError(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  if (error instanceof TypeError) {
    return new GitHubError("unreadable", "GitHub's answer has the wrong shape", { cause: error });
  }
  // GitHub answers a GraphQL query that it refuses with 200, so only its words say why.
  if (error.name === "GraphqlResponseError") {
    return new GitHubError("unreadable", error.message, { cause: error });
  }
  if (!isRequestError(error)) {
    return error;
  }
  const { status, response } = error;
  if (response === undefined) {
    // Octokit sets the status 500 when the connection failed, so only the cause says why.
    const transport = classifyError(error);
    return new GitHubError("no-answer", transport.message, { cause: transport });
  }
  const said = oneLine(redact(wordsOf(error)), maxSaid);
  const { headers } = response;
  const names = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
  // The last request of an hour may lack a permission as well.
  const atLimit = says.limit.test(said) || (names && !says.noAccess.test(said));
  const rateLimited = status === 403 && atLimit;
  return new GitHubError(status, said, { cause: error, rateLimited });
}

/** GitHub's own words; empty where a page of something in front of it came, which octokit has as the message. */
function wordsOf({ message, response }: RequestError): string {
  const isGitHubs = "message" in Object(response?.data);
  // Octokit adds the address of a page of the documentation.
  return isGitHubs ? message.replace(/ - https?:\/\/\S*$/, "") : "";
}
