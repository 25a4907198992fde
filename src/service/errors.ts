import { ActionError } from "../errors.ts";
import type { ServiceNames } from "../names.ts";
import type { TransportError } from "../network/transport-error.ts";
import { parseJson } from "../text/json.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { upperFirst } from "../text/words.ts";
import type { HttpResponse } from "./http.ts";
import { errorText } from "./schemas.ts";

/** What a POST does, in the words of messages. */
type PostOperation = "create the job" | "send the message";
/** What a request does, in the words of messages. */
export type Operation =
  | PostOperation
  | "read the job"
  | "read the visitors"
  | "read the feedback"
  | "read the questions"
  | "read the searches";

/** True for an operation that may change something at the service. */
export function isPostOperation(operation: Operation): operation is PostOperation {
  return operation === "create the job" || operation === "send the message";
}

type Meaning = {
  reason: ActionError["reason"];
  /** Without a point at its end. */
  what: RichText;
  advice: RichText;
};
type StatusClass = "3xx" | "4xx" | "5xx";
type Meanings = Readonly<Record<number, Meaning> & Record<StatusClass | "page", Meaning>>;

/** What a status other than 2xx means, by its number or its class; a refusal may be a page, as proxies answer with. */
function meanings(
  operation: Operation,
  { name: service, dashboard, keysPage }: ServiceNames,
): Meanings {
  const isPost = isPostOperation(operation);
  const isAboutJob = operation === "send the message" || operation === "read the job";
  return {
    401: {
      reason: "api-key",
      what: richText`${service} refused the API key; it may have expired`,
      advice: richText`Create an admin key (scope ${code("write")}; for a report, ${code("read")} is enough) on the ${keysPage}, and save it as the secret that the workflow reads (usually ${code("DOCS_AGENT_API_KEY")}).`,
    },
    402: {
      reason: "payment",
      what: richText`${service} ${{ trusted: isPost ? "started nothing" : "shows nothing" }}: the plan has no credits left, or does not include the API`,
      advice: richText`Check the plan and its credits in the ${dashboard}.`,
    },
    403: {
      reason: "forbidden",
      what: richText`${service} does not permit this API key to ${operation}`,
      advice: richText`Check on the ${keysPage} that the key has the scope ${code("write")} (for a report, ${code("read")} is enough), its allow-list of IP addresses, and the plan.`,
    },
    404: {
      reason: "not-found",
      what: isAboutJob
        ? richText`${service} knows no such job: it may be deleted or belong to another project`
        : richText`${service} knows no such project`,
      advice: isAboutJob
        ? richText`Check ${code("job-id")} and ${code("project-id")}.`
        : richText`Copy the project ID from the ${keysPage} into the variable that the workflow reads (usually ${code("DOCS_AGENT_PROJECT_ID")}).`,
    },
    413: {
      reason: "refused",
      what: richText`The request is too long for ${service}`,
      advice: richText`Shorten the prompt, or narrow ${code("diff-paths")}.`,
    },
    429: {
      reason: "rate-limit",
      what: richText`The rate limit of ${service} is reached`,
      advice:
        isPost || isAboutJob
          ? richText`A project has 100 jobs and 100 messages an hour. Re-run the workflow in an hour.`
          : richText`All analytics tools of the organisation share 100 requests an hour. Run the step again in an hour, or lower ${code("max-requests")} and ${code("trend")}.`,
    },
    page: {
      reason: "answer",
      what: richText`Something in front of ${service} refused the request`,
      advice: richText`Check the runner's network and proxy, and ${code("base-url")}. It may refuse what a prompt holds.`,
    },
    "3xx": {
      reason: "refused",
      what: richText`${service} answered with a redirect`,
      advice: richText`Set ${code("base-url")} to the address of the API itself.`,
    },
    "4xx": {
      reason: "refused",
      what: richText`${service} refused the request`,
      advice: richText`Correct what ${service} names, or check ${code("base-url")} and ${code("project-id")}.`,
    },
    "5xx": {
      reason: "service",
      what: richText`Could not ${operation}: ${service} has a problem`,
      advice: richText`Re-run the workflow in ten minutes.`,
    },
  };
}

/** What a refusal of a POST is about, by its status (RFC 9110); missing where that is not the prompt or the job. */
function refusalOf(operation: Operation, status: number): "prompt" | "message" | undefined {
  if (!isPostOperation(operation)) {
    return undefined;
  }
  // Bad Request, Content Too Large and Unprocessable Content are about the body, which is the prompt.
  if ([400, 413, 422].includes(status)) {
    return "prompt";
  }
  // Conflict and Gone: the job takes no message now.
  const isOfJob = status === 409 || status === 410;
  return isOfJob && operation === "send the message" ? "message" : undefined;
}

/** The service, by its name in messages, answered with a status other than 2xx. */
export class StatusError extends ActionError {
  override readonly name = "StatusError";
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** True where the body is no JSON, so that something in front of the service has answered. */
  readonly isForeign: boolean;

  /** `redact` masks secrets. It gets the service's text before that is cut, which would hide a secret. */
  constructor(
    operation: Operation,
    response: HttpResponse,
    redact: (text: string) => string,
    service: ServiceNames,
  ) {
    const { status, body, retryAfterMs } = response;
    const known = meanings(operation, service);
    const text = typeof body === "string" ? body : "";
    const said = errorText(text, redact);
    // A key is no help where the plan lacks what was asked for, as in “Please upgrade to access this route.”
    const isOfPlan = status === 401 && /\b(?:plan|upgrade)\b/i.test(said);
    const refusal = isOfPlan ? 402 : status;
    // Whether the service's own refusals are JSON is not promised, but they are no pages.
    const isOfProxy = /^\s*</.test(text) && [401, 403, 404].includes(status);
    const meant = isOfProxy ? "page" : refusal;
    const { reason, what, advice } = known[meant] ?? known[classOf(status)];
    const quoted = said === "" ? [] : richText`: “${said}”`;
    const answer = richText`HTTP ${status}${quoted}`;
    const refuses = refusalOf(operation, status);
    super(reason, richText`${what} (${answer}).`, advice, { refuses });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.isForeign = parseJson(text) === undefined;
  }
}

function classOf(status: number): StatusClass {
  if (status < 400) {
    return "3xx";
  }
  return status < 500 ? "4xx" : "5xx";
}

/** No answer came to a request that can be repeated, or that was not sent. */
export function unreachable(operation: Operation, cause: TransportError): ActionError {
  const what = richText`Could not ${operation}: ${cause.message}.`;
  return new ActionError("unreachable", what, cause.advice, { cause });
}

/** A POST was sent, and whether it was processed is unknown. It must never be sent again. */
export class AmbiguousRequestError extends ActionError {
  override readonly name = "AmbiguousRequestError";

  constructor(operation: PostOperation, why: string, options: ErrorOptions = {}) {
    const doubt =
      operation === "create the job" ? "a job was created" : "the job received the message";
    const what = richText`${upperFirst(why)}, so it is unknown whether ${{ trusted: doubt }}.`;
    // What to look at before anything is sent again depends on the run.
    super("uncertain", what, [], options);
  }
}

/** A response with status 2xx that is not what the API reference of the service promises. */
export function invalidResponse(operation: Operation, why: string): ActionError {
  return new ActionError(
    "answer",
    richText`Could not ${operation}: ${why}.`,
    richText`Check that ${code("base-url")} is the address of the API itself, not of a page or proxy in front of it.`,
  );
}

/** The run was cancelled during a request. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
  /** True when a POST had been sent, so that an unknown job may exist. */
  readonly mayHaveBeenProcessed: boolean;

  constructor(mayHaveBeenProcessed: boolean) {
    super("cancelled");
    this.mayHaveBeenProcessed = mayHaveBeenProcessed;
  }
}

/**
 * True when the service may have carried out the request that threw this, as nobody knows of an unforeseen error. What
 * `Service` throws says so itself: `mayBeTaken` in client.ts has judged the answer.
 */
export function mayHaveBeenProcessed(error: unknown): boolean {
  if (error instanceof CancelledError) {
    return error.mayHaveBeenProcessed;
  }
  return error instanceof AmbiguousRequestError || !(error instanceof ActionError);
}
