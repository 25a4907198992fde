import type { MockAgent } from "undici";
import type { FakeClock } from "../fake-clock.ts";

export const serviceOrigin = "https://docs.example.com";

/** A response of the service, 200 unless it says otherwise. */
export type Answer = {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
};

/** A response of the faked service, or the error in its place; `ms` is how long it takes. */
export type Reply = Answer & { error?: Error; ms?: number };

/**
 * The responses by `METHOD /path`, each list in order with the last one repeating. Those of `*` are for any other request,
 * and each is given once.
 */
export type ServiceReplies = Record<string, Reply[]>;

/** The service's addresses in the runs. */
export const routes = {
  create: "POST /v2/agent/acme/job",
  message: "POST /v2/agent/acme/job/job_7f3a/message",
  get: "GET /v2/agent/acme/job/job_7f3a",
};

/** A job as the service returns it. */
export function job(status: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{
      id: "job_7f3a",
      status,
      source: { repository: "acme/docs", ref: "main" },
      model: "sonnet",
    },
    ...{ prLink: null, createdAt: "2026-11-16T09:00:00Z", archivedAt: null, ...more },
  };
}

/** A job that brought its pull request. */
export const done = job("completed", { prLink: "https://github.com/acme/docs/pull/3" });

/** The answer about a job that is at work. */
export const active: Reply = { json: job("active") };

/** A service that takes one new job, or messages to it, and finishes them. */
export function jobRoutes(id: string, more: Record<string, unknown> = {}): ServiceReplies {
  const atWork = { json: job("active", { id }) };
  return {
    [routes.create]: [{ status: 201, ...atWork }],
    [`POST /v2/agent/acme/job/${id}/message`]: [atWork],
    [`GET /v2/agent/acme/job/${id}`]: [atWork, { json: { ...done, id, ...more } }],
  };
}

/** The same with the job of the runs. */
export const usual: ServiceReplies = jobRoutes("job_7f3a");

const hereLink = "https://github.com/acme/site/pull/8";
/** The same where the documentation lies in the repository of the thread, and its pull request is number 8. */
export const here = {
  ...{ name: "acme/site#8", done: job("completed", { prLink: hereLink }), prLink: hereLink },
  service: jobRoutes("job_7f3a", { prLink: hereLink }),
};

/** A connection that failed in a system call. */
export function connectionError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** A refused connection: nothing was sent. */
export function refused(): Error {
  return connectionError("ECONNREFUSED", "connect");
}

/** A connection that broke after it was made: the request may have been processed. */
export function reset(): Error {
  return connectionError("ECONNRESET", "read");
}

/** The next response for a route. Throws the error that takes its place. */
function nextReply(left: ReadonlyMap<string, Reply[]>, route: string, clock: FakeClock) {
  const replies = left.get(route);
  const reply = replies?.length === 1 ? replies[0] : (replies ?? left.get("*"))?.shift();
  if (reply === undefined) throw new Error(`no response is planned for ${route}`);
  clock.advance(reply.ms ?? 0);
  if (reply.error !== undefined) throw reply.error;
  return {
    statusCode: reply.status ?? 200,
    data: reply.text ?? JSON.stringify(reply.json) ?? "",
    responseOptions: { headers: { "content-type": "application/json", ...reply.headers } },
  };
}

/**
 * Puts a service with these responses at its address in a faked network. `log` gets each request, and its prompt up to the
 * context.
 */
export function serveService(
  network: MockAgent,
  replies: ServiceReplies,
  clock: FakeClock,
  log: (request: string, prompt: string | undefined) => void,
): void {
  const left = new Map(Object.entries(replies).map(([route, planned]) => [route, [...planned]]));
  for (const method of ["GET", "POST"])
    network
      .get(serviceOrigin)
      .intercept({ path: () => true, method })
      .reply((request) => {
        const route = `${method} ${request.path}`;
        const { prompt }: { prompt?: string } = JSON.parse(String(request.body ?? "{}"));
        log(route, prompt?.split("\n\n---")[0]);
        return nextReply(left, route, clock);
      })
      .persist();
}
