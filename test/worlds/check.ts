import { says } from "../says.ts";
import type { Fault, RequestKind } from "./plan.ts";
import type { Played, PlayedActor, PlayedAttempt } from "./play.ts";
import type { Accepted } from "./service.ts";
import type { PlayedStep } from "./stage.ts";

/** A promise that a world broke: which one, and how. */
export type Broken = { promise: string; how: string };
type Check = (played: Played) => string[];

const minute = 60_000;

/** What must hold in every world. The names are sentences; each check returns what speaks against its own. */
export const promises: Record<string, Check> = {
  "a request is accepted once, unless an attempt told in between that its job failed or was archived": (
    played,
  ) => {
    const accepted = own(played);
    return accepted.flatMap((again, index) => {
      const earlier = accepted[index - 1];
      if (earlier === undefined || toldFailure(played, earlier.at, again.at)) return [];
      if (cannotBeKnown(played, earlier, again)) return [];
      return [`${again.by} sent a ${again.as} though ${earlier.by} had sent a ${earlier.as}`];
    });
  },

  "what is told as an end is the end of the turn that this request began": (played) =>
    ended(played).flatMap(({ actor, main }) => {
      const { result = "", jobId } = main.outputs;
      if (!["pull-request", "no-changes", "failed", "archived"].includes(result)) return [];
      // Who only watches, tells how the job is.
      if (played.plan.shape === "watch" && actor.who === "main") return [];
      const endedAt = main.endedAt ?? 0;
      const mine = acceptedOf(played, actor).filter((one) => one.at <= endedAt);
      const end = mine.findLast((one) => one.jobId === jobId)?.end;
      if (end === undefined)
        return [`${main.name} told ${result} of ${jobId}, which never took this request`];
      if (end.at > endedAt)
        return [`${main.name} told ${result} ${end.at - endedAt} ms before the turn of ${jobId} ended`];
      // Once a pull request is there, a turn that changed nothing more still has one.
      const isSame = end.as === result || (end.as === "no-changes" && result === "pull-request");
      return isSame ? [] : [`${main.name} told ${result}, and the turn ended with ${end.as}`];
    }),

  "nothing is green that was not accepted": (played) =>
    ended(played).flatMap(({ actor, main }) => {
      if (main.exitCode !== 0 || played.plan.shape === "watch") return [];
      const { result = "", reason } = main.outputs;
      if (result === "started" && acceptedOf(played, actor).length === 0)
        return [`${main.name} told started, and the service had accepted nothing`];
      // Where a comment of ours was deleted, a copy of it, or nothing, is all that anybody finds.
      if (reason !== "duplicate" || isTraceDeleted(played)) return [];
      const others = played.actors.filter((other) => other !== actor);
      const hasOther = others.some(({ attempts }) =>
        attempts.some(
          (attempt) =>
            attempt.main.beganAt < (main.endedAt ?? 0) &&
            // One that was lost leaves a reply that never says whether it sent.
            (attempt.main.outputs["reason"] !== "duplicate" || attempt.main.exitCode === undefined),
        ),
      );
      return hasOther ? [] : [`${main.name} told duplicate, and nobody else carried it out`];
    }),

  "no comment of ours is left working": (played) => {
    if (mayStayWorking(played)) return [];
    return ownComments(played)
      .filter(({ body }) => body.includes(says.working))
      .map(({ id }) => `the comment ${id} still says that it is working`);
  },

  "every job is named somewhere, or its attempt says that one may exist": (played) =>
    own(played)
      .filter(({ as }) => as === "job")
      .flatMap((one) => {
        const actor = played.actors.find((each) => isOf(each, one.by));
        const attempts = actor?.attempts ?? [];
        const steps = attempts.flatMap(({ main, post }) => (post === undefined ? [main] : [main, post]));
        // Where the runner was lost with the run and nobody ran it again, nobody is there to say it.
        if (attempts.at(-1)?.post === undefined && attempts.at(-1)?.main.exitCode === undefined) return [];
        // Nobody looks for a job in a log.
        const texts = [
          ...steps.map(({ outputs }) => JSON.stringify(outputs)),
          ...played.thread.written.map(({ body }) => body),
        ];
        const isNamed = texts.some((text) => text.includes(one.jobId));
        const isUncertain = texts.some((text) =>
          /may(?: or may not)? exist|(?:not known|unknown) whether/.test(text),
        );
        return isNamed || isUncertain ? [] : [`${one.jobId} of ${one.by} is named nowhere`];
      }),

  "post sends nothing to the service": (played) =>
    played.service.arrived
      .filter(({ by }) => by.endsWith(".post"))
      .map(({ by, request }) => `${by} sent ${request}`),

  "no comment of somebody else is edited or deleted": ({ thread }) => thread.trespasses,

  "no end is an internal error, and none says nothing": (played) =>
    ended(played).flatMap(({ main }) => {
      const { result, reason, message } = main.outputs;
      if (result === undefined) return [`${main.name} ended without a result`];
      return reason === "internal" ? [`${main.name}: ${message}`] : [];
    }),

  "a refusal ends the attempt: only 404, 409 and 410 make a new job of a message, only 429 and 503 are sent again":
    (played) =>
      steps(played).flatMap((step) => {
        const posts = step.requests.filter(({ kind }) => kind === "create-job" || kind === "send-message");
        return posts.slice(0, -1).flatMap(({ kind, status }, index) => {
          const isFinal =
            status !== undefined &&
            ![429, 503, ...(kind === "send-message" ? [404, 409, 410] : [])].includes(status);
          return isFinal ? [`${step.name} sent ${posts[index + 1]?.request} after an answer ${status}`] : [];
        });
      }),

  "a request goes to the job that its conversation has": (played) => {
    const { plan, before } = played;
    const [first] = own(played);
    const { conversation } = plan.inputs;
    if (first === undefined || plan.before === undefined || plan.fresh || conversation === "new") return [];
    const isOpen = plan.before.job === "completed" || plan.before.job === "active";
    // What cannot be read, was deleted meanwhile, or refuses the message is no job to go on with.
    if (hasTrouble(played, ["list-comments", "read-job", "read-pull", "send-message"])) return [];
    if (!isOpen || plan.unseenMs > 0 || plan.happenings.some(({ what }) => what === "delete-newest"))
      return [];
    return first.as === "message" && first.jobId === before.jobId
      ? []
      : [`${first.by} made ${first.jobId} beside ${before.jobId}, which is ${plan.before.job}`];
  },

  "a follow-up is told as one, by every attempt": (played) =>
    ended(played).flatMap(({ actor, main }) => {
      const mine = acceptedOf(played, actor).findLast((one) => one.at <= (main.endedAt ?? 0));
      if (main.outputs["result"] !== "pull-request" || mine?.as !== "message") return [];
      const last = played.thread.written.findLast(({ by, body }) => by === main.name && /^✅/m.test(body));
      return last?.body.includes(`**${says.ready}`)
        ? [`${main.name} told its follow-up as a new pull request`]
        : [];
    }),

  "a job is not found only after two answers 404, two seconds apart, and a minute after it was accepted": (
    played,
  ) =>
    ended(played).flatMap(({ actor, main }) => {
      if (main.outputs["reason"] !== "not-found") return [];
      const last = main.requests.findLast(({ kind }) => kind !== "read-pull" && isService(kind));
      if (last?.kind !== "read-job") return [];
      const missing = main.requests.filter(({ kind, status }) => kind === "read-job" && status === 404);
      const [first, second] = [missing.at(-2)?.answeredAt, missing.at(-1)?.answeredAt];
      if (first === undefined || second === undefined || second - first < 2000)
        return [`${main.name} took one answer 404 for the end`];
      const mine = acceptedOf(played, actor).findLast(({ at }) => at <= second);
      const isEarly = mine !== undefined && second - mine.at < minute - 1000;
      return isEarly
        ? [`${main.name} took an answer 404 for the end ${second - mine.at} ms after the acceptance`]
        : [];
    }),

  "what nothing disturbs is carried out": (played) => {
    const { plan } = played;
    // Comments that are deleted are a trace less, and files that are taken back leave nothing that `diff-paths` is about.
    const disturbs = ["delete-newest", "revert-files"];
    const isCalm = plan.lasting.length === 0 && plan.happenings.every(({ what }) => !disturbs.includes(what));
    const isHealthy = (attempt: PlayedAttempt) =>
      attempt.plan.faults.length === 0 && attempt.plan.stop === undefined;
    if (!isCalm || plan.shape === "watch") return [];
    const main = played.actors.find(({ who }) => who === "main");
    const last = main?.attempts.at(-1);
    if (main === undefined || last === undefined || !isHealthy(last)) return [];
    // An attempt that came to no comment has left no trace, and has sent nothing.
    const leftNoTrace = (attempt: PlayedAttempt) =>
      attempt.main.requests.every(
        ({ kind }) => kind !== "create-comment" && kind !== "edit-comment" && !isService(kind),
      );
    const isFirst = main.attempts.slice(0, -1).every(leftNoTrace);
    const everyone = played.actors.flatMap(({ attempts }) => attempts);
    if (!isFirst && !everyone.every(isHealthy)) return [];
    // Closed or not, the job that `job-id` names is the only one to ask.
    const isAskable =
      plan.inputs["job-id"] === undefined || !["gone", "archived"].includes(plan.before?.job ?? "");
    if (!isAskable) return [];
    const others = played.actors.filter((actor) => actor !== main);
    if (own(played).length > 0 || others.some(({ attempts }) => !attempts.every(isHealthy))) return [];
    return [
      `nothing was accepted, though nothing hindered ${last.main.name} (${last.main.outputs["message"]})`,
    ];
  },

  "a later command is carried out, whatever came before it": (played) => {
    const { plan } = played;
    const later = played.actors.find(({ who }) => who === "later");
    if (later === undefined || plan.lasting.length > 0) return [];
    const taken = acceptedOf(played, later).length;
    const [attempt] = later.attempts;
    if (taken === 1) return [];
    return [`the later command was accepted ${taken} times (${attempt?.main.outputs["message"]})`];
  },

  "the pull request of the documentation says once where it comes from": (played) => {
    const { plan, service, thread, actors } = played;
    // Runs at the same time do not see each other's comment in time.
    const isAlone =
      actors.filter(({ who }) => who !== "later").length === 1 && plan.inputs["comment"] === undefined;
    if (
      !plan.docsHere ||
      !isAlone ||
      hasTrouble({ ...played, plan: { ...plan, actors: [] } }, [
        "create-comment",
        "edit-comment",
        "read-pull",
      ])
    )
      return [];
    return service.jobs().flatMap(({ id, pull }) => {
      const links = thread.gitHub.own().filter((comment) => comment.thread === pull);
      const later = actors.find(({ who }) => who === "later")?.attempts[0]?.main;
      const isDue = later?.outputs["jobId"] === id && later.outputs["result"] === "pull-request";
      if (isDue && links.length === 0) return [`nothing links the pull request of ${id} to its thread`];
      // A run that is stopped between the two bodies of this comment leaves one that is not signed.
      const isWhole = plan.actors.every(({ attempts }) => attempts.every(({ stop }) => stop === undefined));
      return isWhole && links.length > 1 ? [`${links.length} comments link the pull request of ${id}`] : [];
    });
  },

  "who had the request accepted never says that it was a duplicate, or had nothing to send": (played) =>
    ended(played).flatMap(({ actor, main }) => {
      const { result, reason } = main.outputs;
      const earlier = acceptedOf(played, actor).findLast(({ at }) => at < main.beganAt);
      if (result !== "skipped" || earlier === undefined) return [];
      // After a failure that was told, the request begins anew.
      const isNew = toldFailure(played, earlier.at, main.beganAt);
      if (isNew || isTraceDeleted(played)) return [];
      return [`${main.name} says ${reason} of a request that was accepted`];
    }),

  "errors and cancellations fail the step": (played) =>
    ended(played).flatMap(({ main: { name, outputs, exitCode } }) => {
      const isRed = outputs["result"] === "error" || outputs["result"] === "cancelled";
      return isRed && exitCode === 0 ? [`${name} is green with ${outputs["result"]}`] : [];
    }),

  "every world comes to its end": ({ actors, plan }) =>
    actors.flatMap(({ who, attempts }) => {
      const expected = plan.actors.find((actor) => actor.who === who)?.attempts.length ?? 1;
      const isWhole =
        attempts.length === expected && attempts.every(({ main }) => main.endedAt !== undefined);
      return isWhole ? [] : [`${who} never ended`];
    }),
};

/** The promises that a world broke. */
export function check(played: Played): Broken[] {
  return Object.entries(promises).flatMap(([promise, broken]) =>
    broken(played).map((how) => ({ promise, how })),
  );
}

/** What the service accepted of the world's own request. */
function own({ service }: Played): Accepted[] {
  return service.accepted.filter(({ by }) => !/^(?:before|later)#/.test(by));
}

/** What it accepted of one actor. */
function acceptedOf({ service }: Played, actor: PlayedActor): Accepted[] {
  return service.accepted.filter(({ by }) => isOf(actor, by));
}

function isOf({ who }: PlayedActor, by: string): boolean {
  return by.startsWith(`${who}#`);
}

function isService(kind: RequestKind): boolean {
  return kind === "create-job" || kind === "send-message" || kind === "read-job";
}

function steps({ actors }: Played): PlayedStep[] {
  return actors.flatMap(({ attempts }) =>
    attempts.flatMap(({ main, post }) => (post === undefined ? [main] : [main, post])),
  );
}

/** The attempts whose main step came to an end by itself. */
function ended({ actors }: Pick<Played, "actors">): { actor: PlayedActor; main: PlayedStep }[] {
  return actors.flatMap((actor) =>
    actor.attempts.filter(({ main }) => main.exitCode !== undefined).map(({ main }) => ({ actor, main })),
  );
}

/** When which result was told: by an output at the end, or by a comment before the run was killed. */
function told(played: Played): { at: number; result: string }[] {
  const outputs = ended(played).map(({ main }) => ({
    at: main.endedAt ?? 0,
    result: main.outputs["result"] ?? "",
  }));
  const comments = played.thread.written.flatMap(({ at, body }) => {
    if (body.includes(says.failed)) return [{ at, result: "failed" }];
    return body.includes(says.archived) ? [{ at, result: "archived" }] : [];
  });
  return [...outputs, ...comments];
}

/**
 * True where GitHub offers no way to know what another attempt did: people deleted the comment that said it, or of two
 * workflows neither can create a comment, or the second cannot read those of the first.
 */
function cannotBeKnown(played: Played, earlier: Accepted, again: Accepted): boolean {
  const { plan, thread } = played;
  const isDeleted = thread.deleted.some(
    ({ id, at }) => at <= again.at && thread.written.some((one) => one.id === id && one.by === earlier.by),
  );
  const isOther = again.by.split("#")[0] !== earlier.by.split("#")[0];
  const isMute = plan.lasting.some(({ on }) => on === "create-comment");
  // Of two that reply at once, the younger must see the older; where GitHub does not list the comments, it cannot.
  const isBlind = steps(played)
    .filter(({ name }) => name === again.by || name === earlier.by)
    .some(({ requests }) => requests.some(({ kind, status }) => kind === "list-comments" && status !== 200));
  return isDeleted || (isOther && (isMute || isBlind));
}

/** True where people deleted a comment of ours. */
function isTraceDeleted({ thread }: Played): boolean {
  return thread.deleted.some(({ id }) => thread.written.some((one) => one.id === id));
}

/** True where it was told in this time that the job had failed, or was archived. */
function toldFailure(played: Played, from: number, to: number): boolean {
  return told(played).some(
    ({ at, result }) => at > from && at <= to && ["failed", "archived"].includes(result),
  );
}

function ownComments({ thread }: Played): { id: number; body: string }[] {
  return thread.gitHub.own().filter(({ thread: number }) => number === 7);
}

function faultsOf(played: Played): Fault[] {
  return [
    ...played.plan.lasting,
    ...played.plan.actors.flatMap(({ attempts }) => attempts.flatMap(({ faults }) => faults)),
  ];
}

/** True when a request of one of these kinds goes wrong in this world. */
function hasTrouble(played: Played, kinds: readonly RequestKind[]): boolean {
  return faultsOf(played).some(({ on }) => kinds.includes(on));
}

/** Where nobody can set a comment right, because GitHub offers no way. */
function mayStayWorking(played: Played): boolean {
  const { plan, actors } = played;
  return (
    // GitHub refuses edits for good.
    plan.lasting.some(({ on }) => on === "edit-comment") ||
    actors.some(({ attempts }) => {
      const last = attempts.at(-1);
      if (last === undefined) return false;
      const { faults, stop, post } = last.plan;
      // The runner is lost with its post step, and nobody runs it again.
      if (last.main.exitCode === undefined && !post) return true;
      // GitHub had not yet answered with the id of the comment, so the post step cannot know it; nor can a run that is
      // cancelled while it looks for a comment whose answer was lost.
      const isUnknown = last.main.requests.some(
        ({ kind, answeredAt, status }) =>
          kind === "create-comment" && (answeredAt === undefined || status === undefined),
      );
      if ((last.main.exitCode === undefined || stop?.how === "cancel") && isUnknown) return true;
      // An edit that GitHub carries out late overwrites those that came after it.
      const isLate = attempts.some((attempt) =>
        attempt.plan.faults.some(
          ({ on, effect }) => on === "edit-comment" && effect.kind === "slow" && effect.acts === "late",
        ),
      );
      if (isLate) return true;
      // It ended, or was stopped, before it could read the thread or find out who asks.
      const early =
        attempts.length > 1 &&
        (stop !== undefined || faults.some(({ on }) => on === "read-role" || on === "list-comments"));
      return early;
    })
  );
}
