import type { Reply } from "../wire.ts";
import type { Attempt, Effect, Fault, Phase, RequestKind } from "./plan.ts";

/** The number of the thread in which the world takes place. */
export const threadNumber = 7;

/** A request that a step made, and what came of it: without `answeredAt` nothing, without `status` no answer. */
export type Sent = {
  kind: RequestKind;
  request: string;
  at: number;
  effect: Effect | undefined;
  status?: number;
  answeredAt?: number;
};

/** What a request is for. `path` is without the repository's part. */
export function kindOf(toService: boolean, method: string, path: string): RequestKind {
  if (toService) {
    if (method === "GET") return "read-job";
    return path.endsWith("/message") ? "send-message" : "create-job";
  }
  const isHere = path.includes(`/${threadNumber}/`);
  if (method === "PATCH") return "edit-comment";
  if (method === "POST" && path.endsWith("/reactions")) return "react";
  if (method === "POST") return isHere ? "create-comment" : "link";
  if (path.startsWith("/collaborators/")) return "read-role";
  if (path.includes("/files?")) return "list-files";
  if (path.startsWith("/compare/")) return "compare";
  return isHere && path.includes("/comments?") ? "list-comments" : "read-pull";
}

/** True for a request to the service. */
export function isService(kind: RequestKind): boolean {
  return kind === "create-job" || kind === "send-message" || kind === "read-job";
}

/** True where a fault is about requests of this kind. */
export function isMeant(on: Fault["on"], kind: RequestKind): boolean {
  if (on === "github") return !isService(kind);
  return on === "post" ? kind === "create-job" || kind === "send-message" : on === kind;
}

/** What happens to the newest of the requests of a step, if anything. */
export function effectOn(requests: readonly Sent[], faults: readonly Fault[]): Effect | undefined {
  const newest = requests.at(-1)?.kind;
  if (newest === undefined) return undefined;
  return faults.find(({ on, nth, times }) => {
    const count = requests.filter(({ kind }) => isMeant(on, kind)).length;
    return isMeant(on, newest) && count >= nth && (times === "ever" || count < nth + times);
  })?.effect;
}

/** The phase of the newest of the requests in which the step is stopped, if it is. */
export function phaseOfStop(requests: readonly Sent[], stop: Attempt["stop"]): Phase | undefined {
  const newest = requests.at(-1);
  if (newest === undefined || stop === undefined || !("phase" in stop.when)) return undefined;
  const { on, nth, phase } = stop.when;
  const alike = on === undefined ? requests : requests.filter(({ kind }) => kind === on);
  return alike.length === nth && alike.includes(newest) ? phase : undefined;
}

/** What a server that refuses answers, or a proxy in front of it; undefined where the server itself answers. */
export function instead(effect: Effect | undefined): Reply | undefined {
  if (effect?.kind === "other-answer") return { status: 200, body: effect.text, headers: {} };
  if (effect?.kind !== "status") return undefined;
  const { status, retryAfter } = effect;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return {
    status,
    body: JSON.stringify({ error: "refused", message: "refused" }),
    headers: { ...headers },
  };
}
