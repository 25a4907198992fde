import { ActionError } from "../errors.ts";
import type { ErrorReason } from "../result.ts";
import { code, type Message, message } from "../text/message.ts";
import type { HttpResponse } from "./http.ts";
import { errorText } from "./schemas.ts";
import type { TransportError } from "./transport-error.ts";

/** What a request was for, as the messages name it. */
export type Operation = "create the job" | "send the message" | "read the job" | "read the visitors";

/** The service answered with a status that is no success. */
export class StatusError extends ActionError {
  override readonly name = "StatusError";
  readonly status: number;
  readonly retryAfter: string | undefined;

  constructor(operation: Operation, answer: HttpResponse) {
    const { reason, what, advice } = explain(operation, answer);
    const said = errorText(answer.body);
    const quoted = said === "" ? message`` : message`: “${said}”`;
    super(reason, [...what, ...message` (HTTP ${answer.status}`, ...quoted, ...message`).`], advice);
    this.status = answer.status;
    this.retryAfter = answer.retryAfter;
  }
}

/** No connection, or none that could be trusted. */
export class UnreachableError extends ActionError {
  override readonly name = "UnreachableError";

  constructor(operation: Operation, cause: TransportError) {
    super(
      "unreachable",
      message`Could not ${operation}: ${cause.message}.`,
      cause.kind === "certificate"
        ? message`Check base-url; behind a proxy or a private certificate authority, point NODE_EXTRA_CA_CERTS at its certificate in the job's env.`
        : message`Check base-url, the runner's network and its proxy settings (HTTPS_PROXY, NO_PROXY), then run the step again.`,
      { cause },
    );
  }
}

/** A POST was sent and its fate is unknown: it must never be sent again. */
export class AmbiguousRequestError extends ActionError {
  override readonly name = "UncertainError";

  constructor(operation: Operation, what: string, options: ErrorOptions & { advice?: Message } = {}) {
    const advice =
      operation === "create the job"
        ? message`Look at the dashboard before you ask again: a job may exist; if it is there, take it up with the input ${code("job-id")}.`
        : message`Look at the job before you send it again: the message may have been taken; the input ${code("job-id")} without a prompt only watches it.`;
    const happened = message`It is unknown whether the service took the request to ${operation}: ${what}.`;
    super("uncertain", happened, options.advice ?? advice, options);
  }
}

/** An answer came and it was not what the service's contract promises. */
export class InvalidResponseError extends ActionError {
  override readonly name = "AnswerError";

  constructor(operation: Operation, what: string, options?: ErrorOptions) {
    super(
      "answer",
      message`Could not ${operation}: ${what}.`,
      message`Check that base-url names the documentation service itself, not a page or proxy in front of it; else try again later.`,
      options,
    );
  }
}

/** The run was cancelled while a request was under way. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
  /** True when a POST had been sent, so that a job may exist that nobody knows of. */
  readonly mayHaveBeenProcessed: boolean;

  constructor(mayHaveBeenProcessed: boolean) {
    super("cancelled");
    this.mayHaveBeenProcessed = mayHaveBeenProcessed;
  }
}

type Explanation = { reason: ErrorReason; what: Message; advice: Message };

function explain(operation: Operation, answer: HttpResponse): Explanation {
  const { status } = answer;
  const posts = operation === "create the job" || operation === "send the message";
  if (status === 401)
    return {
      reason: "api-key",
      what: message`The service does not accept the API key`,
      advice: message`Check that the secret holds an admin key of this project that has not expired (keys last 90 days unless set otherwise); a new one comes from the API keys page of the dashboard.`,
    };
  if (status === 403)
    return {
      reason: "forbidden",
      what: message`The API key may not ${operation}`,
      advice: message`Give the key the scope ${code(posts ? "write" : "read")}, and if it has an allow-list of addresses, add the runner's.`,
    };
  if (status === 404)
    return {
      reason: "not-found",
      what:
        operation === "create the job" || operation === "read the visitors"
          ? message`No such project`
          : message`No such job or project`,
      advice:
        operation === "create the job" || operation === "read the visitors"
          ? message`Check project-id: it stands on the API keys page of the dashboard.`
          : message`Check job-id and project-id; the job may have been deleted or belong to another project.`,
    };
  if (status === 429)
    return {
      reason: "rate-limit",
      what: message`The service's rate limit does not let us ${operation} now`,
      advice:
        operation === "read the visitors"
          ? message`The limit of 100 requests an hour is shared by all analytics tools of the organisation: run again in an hour, or lower max-requests and trend.`
          : message`The service takes 100 jobs and 100 messages an hour for a project: run the step again later.`,
    };
  if (status >= 500)
    return {
      reason: "service",
      what: message`The service failed to ${operation}`,
      advice: message`This is on the service's side: run the step again later.`,
    };
  if (status >= 300 && status < 400)
    return {
      reason: "refused",
      what: [
        ...message`The service answered with a redirect`,
        ...whereTo(answer.location),
        ...message`, which is not followed because the key must not travel`,
      ],
      advice: message`Set base-url to the address of the service itself.`,
    };
  return {
    reason: "refused",
    what: message`The service refused to ${operation}`,
    advice: posts
      ? message`Correct what it names, then run the step again.`
      : message`Correct what it names, or check base-url and project-id.`,
  };
}

function whereTo(location: string | undefined): Message {
  if (location === undefined || !URL.canParse(location)) return [];
  return message` to ${new URL(location).origin.slice(0, 200)}`;
}
