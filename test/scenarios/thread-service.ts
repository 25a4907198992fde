import type { MockAgent } from "undici";
import type { FakeClock } from "../fake-clock.ts";
import { job, nextReply, type Reply, routes } from "./scenario.ts";

export const serviceOrigin = "https://docs.example.com";

/** The answers of a faked service, by `METHOD /path`, each list in order with the last one repeating. */
export type ServiceReplies = Record<string, Reply[]>;

/** A job that brought its pull request. */
export const done = job("completed", { prLink: "https://github.com/acme/docs/pull/3" });
/** A service that takes one new job and finishes it. */
export const creates: ServiceReplies = {
  [routes.create]: [{ status: 201, json: job("active") }],
  [routes.get]: [{ json: job("active") }, { json: done }],
};
/** A service that takes a message to that job. */
export const follows: ServiceReplies = {
  [routes.message]: [{ json: job("active") }],
  [routes.get]: [{ json: job("active") }, { json: done }],
};

/** A service that makes, and messages, a job of the given id. */
export function jobRoutes(id: string): ServiceReplies {
  const active = job("active", { id });
  return {
    [routes.create]: [{ status: 201, json: active }],
    [`POST /v2/agent/acme/job/${id}/message`]: [{ json: active }],
    [`GET /v2/agent/acme/job/${id}`]: [{ json: active }, { json: { ...done, id } }],
  };
}

/** Puts a service with these answers at its address in a faked network; `log` is told of each request. */
export function serveService(
  network: MockAgent,
  replies: ServiceReplies,
  clock: FakeClock,
  log: (request: string) => void,
): void {
  const left = new Map(Object.entries(replies).map(([route, planned]) => [route, [...planned]]));
  for (const method of ["GET", "POST"])
    network
      .get(serviceOrigin)
      .intercept({ path: () => true, method })
      .reply((request) => {
        const route = `${method} ${request.path}`;
        const sent: { prompt?: string } = JSON.parse(typeof request.body === "string" ? request.body : "{}");
        log(
          sent.prompt === undefined ? route : `${route} ${JSON.stringify(sent.prompt.split("\n\n---")[0])}`,
        );
        return nextReply(left, route, clock);
      })
      .persist();
}
