import type { Attempt, Effect, Fault, Phase, RequestKind } from "./plan.ts";
import type { Sent } from "./stage.ts";

/** An answer of a server. */
export type Reply = { status: number; body: string; headers: Record<string, string> };

/** What a request is for. `path` is without the repository's part. */
export function kindOf(isService: boolean, method: string, path: string): RequestKind {
  if (isService) {
    if (method === "GET") return "read-job";
    return path.endsWith("/message") ? "send-message" : "create-job";
  }
  if (method === "PATCH") return "edit-comment";
  if (method === "DELETE") return "delete-comment";
  if (method === "POST" && path.endsWith("/reactions")) return "react";
  if (method === "POST") return /^\/issues\/(?!7\/)/.test(path) ? "link-comment" : "create-comment";
  if (path.startsWith("/collaborators/")) return "read-role";
  if (path.includes("/files?")) return "list-files";
  return path.includes("/comments?") ? "list-comments" : "read-pull";
}

/** What happens to the newest of the requests of a step, if anything. */
export function effectOn(requests: readonly Sent[], faults: readonly Fault[]): Effect | undefined {
  const kind = requests.at(-1)?.kind;
  const count = requests.filter((sent) => sent.kind === kind).length;
  return faults.find(
    ({ on, nth, times }) => on === kind && count >= nth && (times === "ever" || count < nth + times),
  )?.effect;
}

/** The phase of the newest of the requests in which the step is stopped, if it is. */
export function phaseOfStop(requests: readonly Sent[], stop: Attempt["stop"]): Phase | undefined {
  const newest = requests.at(-1);
  if (newest === undefined || typeof stop?.when !== "object" || !("phase" in stop.when)) return undefined;
  const { on, nth, phase } = stop.when;
  const alike = on === undefined ? requests : requests.filter(({ kind }) => kind === on);
  return alike.length === nth && alike.includes(newest) ? phase : undefined;
}

/** The answer of a server that refuses, or of a proxy in front of it. */
export function refusal({ status, retryAfter, html = false }: Extract<Effect, { kind: "status" }>): Reply {
  const body = html
    ? "<html><body>Not here</body></html>"
    : JSON.stringify({ error: "refused", message: "refused" });
  return {
    status,
    body,
    headers: {
      "content-type": html ? "text/html" : "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    },
  };
}

/** The effect in the words of a story. */
export function shownEffect(effect: Effect): string {
  if (effect.kind === "status") return `refused with ${effect.status}${effect.html ? ", a page" : ""}`;
  return effect.kind === "slow" ? `${effect.ms} ms late, acts ${effect.acts}` : effect.kind;
}
