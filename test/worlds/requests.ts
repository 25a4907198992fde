import type { Attempt, Effect, Fault, Phase, RequestKind } from "./plan.ts";
import type { WorldService } from "./service.ts";
import type { WorldThread } from "./thread.ts";
import type { World } from "./world.ts";

/** A request that a step made, and what came of it: without `answeredAt` nothing, without `status` no answer. */
export type Sent = {
  kind: RequestKind;
  request: string;
  at: number;
  effect: Effect | undefined;
  status?: number;
  answeredAt?: number;
};

/** The runner's variables of a step. */
export type Variables = Readonly<Record<string, string | undefined>>;
export type StepOptions = {
  env: Variables;
  faults: readonly Fault[];
  stop?: Attempt["stop"];
  isPost?: boolean;
};

/** What a step can reach. */
export type Surroundings = { world: World; service: WorldService; thread: WorldThread };

/** An answer of a server. */
export type Reply = { status: number; body: string; headers: Record<string, string> };

/** A request as it leaves a step. */
type Outgoing = { isService: boolean; method: string; path: string; body: string };
/** The newest request of a step, and what is to become of it. */
type Noted = {
  sent: Sent;
  /** Which one of the step it is, from 1. */
  number: number;
  effect: Effect | undefined;
  /** The phase in which the step is stopped. */
  stopsAt: Phase | undefined;
  /** Has the server act. */
  act(): Reply;
};

/** Notes a request that a step sends, in its list and in the story. */
export function note(
  step: { name: string; requests: Sent[] },
  { world, service, thread }: Surroundings,
  { faults, stop }: StepOptions,
  { isService, method, path: whole, body }: Outgoing,
): Noted {
  const { name, requests } = step;
  const path = whole.replace("/repos/acme/site", "");
  const request = `${isService ? "" : "GitHub "}${method} ${path}`;
  const sent: Sent = { kind: kindOf(isService, method, path), request, at: world.now(), effect: undefined };
  requests.push(sent);
  const number = requests.length;
  const effect = effectOn(requests, faults);
  sent.effect = effect;
  world.tell(name, `${number}. sends ${request}${effect === undefined ? "" : ` (${shownEffect(effect)})`}`);
  const act = () => {
    if (isService) return service.answer(name, method, path, world.now());
    const content: { body?: string; content?: string } = body === "" ? {} : JSON.parse(body);
    return thread.answer(name, method, path, content, world.now());
  };
  return { sent, number, effect, stopsAt: phaseOfStop(requests, stop), act };
}

/** What a request is for. `path` is without the repository's part. */
function kindOf(isService: boolean, method: string, path: string): RequestKind {
  if (isService) {
    if (method === "GET") return "read-job";
    return path.endsWith("/message") ? "send-message" : "create-job";
  }
  if (method === "PATCH") return "edit-comment";
  if (method === "POST" && path.endsWith("/reactions")) return "react";
  if (method === "POST") return "create-comment";
  if (path.startsWith("/collaborators/")) return "read-role";
  if (path.includes("/files?")) return "list-files";
  return path.includes("/comments?") ? "list-comments" : "read-pull";
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
function effectOn(requests: readonly Sent[], faults: readonly Fault[]): Effect | undefined {
  const newest = requests.at(-1)?.kind;
  if (newest === undefined) return undefined;
  return faults.find(({ on, nth, times }) => {
    const count = requests.filter(({ kind }) => isMeant(on, kind)).length;
    return isMeant(on, newest) && count >= nth && (times === "ever" || count < nth + times);
  })?.effect;
}

/** The phase of the newest of the requests in which the step is stopped, if it is. */
function phaseOfStop(requests: readonly Sent[], stop: Attempt["stop"]): Phase | undefined {
  const newest = requests.at(-1);
  if (newest === undefined || typeof stop?.when !== "object" || !("phase" in stop.when)) return undefined;
  const { on, nth, phase } = stop.when;
  const alike = on === undefined ? requests : requests.filter(({ kind }) => kind === on);
  return alike.length === nth && alike.includes(newest) ? phase : undefined;
}

/** What a server that refuses answers, or a proxy in front of it; undefined where the server itself answers. */
export function instead(effect: Effect | undefined): Reply | undefined {
  if (effect?.kind === "other-answer") return { status: 200, body: effect.text, headers: {} };
  if (effect?.kind !== "status") return undefined;
  const { status, retryAfter, html = false } = effect;
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
function shownEffect(effect: Effect): string {
  switch (effect.kind) {
    case "status":
      return `refused with ${effect.status}${effect.html ? ", a page" : ""}${effect.acts ? ", but taken" : ""}`;
    case "slow":
      return `${effect.ms} ms late, acts ${effect.acts}`;
    case "hang":
      return `is never answered${effect.acts ? ", but taken" : ""}`;
    case "other-answer":
      return `is answered ${JSON.stringify(effect.text)}${effect.acts ? ", and taken" : ""}`;
    default:
      return effect.kind;
  }
}
