import { sendingMs } from "../../src/agent/ledger.ts";
import { featuresIn } from "../github/fake-repository.ts";
import { says } from "../says.ts";
import type { Plan, RequestKind } from "./plan.ts";
import { inputsOf, isAboutRanges, type Played, type PlayedActor } from "./play.ts";
import { isMeant, isService, type Sent, threadNumber } from "./requests.ts";
import type { Accepted } from "./service.ts";
import type { Step } from "./step.ts";
import type { Written } from "./thread.ts";

type Check = (played: Played) => string[];

const minute = 60_000;

/** What must hold in every world. The names are sentences; each check returns what speaks against its own. */
const promises: Record<string, Check> = {
  "a request is accepted once, unless an attempt told in between that its job failed or was archived":
    (played) =>
      played.actors.flatMap((actor) =>
        acceptedOf(played, actor).flatMap((again, index, all) => {
          const earlier = all[index - 1];
          if (earlier === undefined || toldFailure(played, actor, earlier, again.at)) return [];
          if (toldOfOther(played, earlier, again)) return [];
          if (earlier.by !== again.by && isUntold(played, earlier)) return [];
          if (wasDeleted(played, earlier, again) || wasJoined(played, earlier, again)) return [];
          return [`${again.by} sent a ${again.as} though ${earlier.by} had sent a ${earlier.as}`];
        }),
      ),

  "what the thread shows as taken, no other run, job or step sends": (played) =>
    own(played).flatMap((again, index, all) => {
      // Of commits, another promise says when they come again.
      if (isAboutRanges(played.plan)) return [];
      const earlier = all
        .slice(0, index)
        .find(({ by }) => by.split("#")[0] !== again.by.split("#")[0]);
      const actor = played.actors.find((each) => earlier !== undefined && isOf(each, earlier.by));
      const step = stepOf(played, again.by);
      if (earlier === undefined || actor === undefined || step === undefined) return [];
      const lists = step.requests.filter(
        ({ kind, at }) => kind === "list-comments" && at < again.at,
      );
      const stoodAt =
        inThread(played).find(({ by }) => by === earlier.by)?.at ?? Number.POSITIVE_INFINITY;
      // Two that look at the same time both send: each thread is looked at once.
      if (lists.some(({ status }) => status !== 200) || stoodAt > (lists[0]?.at ?? 0)) return [];
      if (toldFailure(played, actor, earlier, again.at)) return [];
      if (hasOtherKey(played, earlier.by) !== hasOtherKey(played, again.by)) return [];
      return [`${again.by} sent a ${again.as} though the thread showed that ${earlier.by} had`];
    }),

  "nothing is sent before the thread says so": (played) =>
    mainSteps(played).flatMap(({ name, requests }) =>
      requests.filter(isPost).flatMap((post) => {
        if (isSilent(played, name)) return [];
        const writes = requests.filter(({ kind, at }) => isWrite(kind) && at <= post.at);
        if (writes.length === 0) return [`${name} sent ${post.request} and had written nothing`];
        const isOpen = ({ effect, answeredAt = Number.POSITIVE_INFINITY }: Sent) =>
          effect?.kind !== "hang" && answeredAt > post.at;
        const newest = inThread(played).findLast(({ by, at }) => by === name && at <= post.at);
        const isSaid = newest === undefined || stateIn(newest.body)?.kind === "sent";
        // A re-run must be found by the next one.
        const isMute = newest === undefined && !name.endsWith("#1");
        return writes.every(isOpen) || !isSaid || isMute
          ? [`${name} sent ${post.request}, and the thread did not say so`]
          : [];
      }),
    ),

  "who does not know what became of a request says so": (played) =>
    ended(played).flatMap(({ main: { name, requests, outputs } }) => {
      const post = requests.findLast(isPost);
      const { result, reason } = outputs;
      if (post === undefined || !isLost(post)) return [];
      const isOver = result === "cancelled" || (result === "error" && reason === "uncertain");
      return isOver ? [] : [`${name} tells ${result} ${reason} after ${post.effect?.kind}`];
    }),

  "what is told as an end is the end of the turn that this request began": (played) =>
    ended(played).flatMap(({ actor, main }) => {
      const { result = "", jobId } = main.outputs;
      if (!["pull-request", "no-changes", "failed", "archived"].includes(result)) return [];
      const endedAt = main.endedAt ?? 0;
      const mine = acceptedOf(played, actor).filter((one) => one.at <= endedAt);
      const last = mine.findLast((one) => one.jobId === jobId);
      if (last === undefined)
        return [`${main.name} told ${result} of ${jobId}, which never took this request`];
      if (last.end.at > endedAt)
        return [
          `${main.name} told ${result} ${last.end.at - endedAt} ms before the turn of ${jobId} ended`,
        ];
      // Others may have continued the job since.
      const ends = played.service.accepted.filter(
        ({ jobId, at, end }) => jobId === last.jobId && at >= last.at && end.at <= endedAt,
      );
      // Once a pull request is there, a turn that changed nothing more still has one.
      const isSame = ends.some(
        ({ end }) => end.as === result || (end.as === "no-changes" && result === "pull-request"),
      );
      return isSame ? [] : [`${main.name} told ${result}, and the turn ended with ${last.end.as}`];
    }),

  "who has sent nothing leaves no row that says that it may have": (played) =>
    ended(played).flatMap(({ main: { name, requests } }) => {
      const newest = inThread(played).findLast(({ by }) => by === name);
      const mayFail = requests.some(
        ({ kind, status, effect }) =>
          effect?.kind === "hang" ||
          (isWrite(kind) && (status ?? (effect?.kind === "lost-after" ? 200 : 500)) >= 400) ||
          // Before a write, the table is read again.
          (kind === "list-comments" && status !== 200),
      );
      if (!isAboutRanges(played.plan) || newest === undefined || mayFail) return [];
      const [entry] = markedIn(newest.body)?.marked.entries ?? [];
      const isSending = entry?.phase === "sending" && entry.why === undefined;
      return isSending && !requests.some(isPost) ? [`${name} left its row as it announced it`] : [];
    }),

  "an end that was told stays so, whatever the job does for others": (played) =>
    played.actors.flatMap((actor) => {
      const attempts = actor.attempts.map(({ main }) => main);
      const told = attempts.find(
        ({ name, outputs: { result, jobId = "" } }) =>
          (result === "pull-request" || result === "no-changes") &&
          inThread(played).some(({ by, body }) => by === name && saysEnded(body, jobId)),
      );
      if (told === undefined || played.thread.deleted.length > 0) return [];
      return attempts
        .filter(({ beganAt, name }) => {
          const isSame = hasOtherKey(played, name) === hasOtherKey(played, told.name);
          return beganAt > told.beganAt && isSame;
        })
        .filter(({ outputs: { result, jobId } }) => {
          const isFailure = result === "failed" || result === "archived";
          return isFailure && jobId === told.outputs["jobId"];
        })
        .map(({ name, outputs: { result } }) => `${name} told ${result} after ${told.name}`);
    }),

  "nothing is green that was not accepted": (played) =>
    ended(played).flatMap(({ actor, main }) => {
      if (main.exitCode !== 0) return [];
      const { result = "", reason } = main.outputs;
      if (result === "started" && acceptedOf(played, actor).length === 0)
        return [`${main.name} told started, and the service had accepted nothing`];
      if (reason !== "duplicate") return [];
      const hasOther = played.actors.some(
        (other) =>
          other !== actor &&
          inThread(played).some(
            ({ by, at, body }) =>
              isOf(other, by) && at < (main.endedAt ?? 0) && stateIn(body)?.kind !== "not-sent",
          ),
      );
      return hasOther ? [] : [`${main.name} told duplicate, and the thread shows nobody else`];
    }),

  "no comment of ours is left working": (played) =>
    played.thread
      .own()
      .filter(({ thread: number }) => number === threadNumber)
      .filter(({ id, body }) => body.includes(says.working) && !mayStayWorking(played, id))
      .map(({ id }) => `the comment ${id} still says that it is working`),

  "every job is named somewhere, or its attempt says that one may exist": (played) =>
    own(played)
      .filter(({ as }) => as === "job")
      .flatMap((one) => {
        const actor = played.actors.find((each) => isOf(each, one.by));
        const attempts = actor?.attempts ?? [];
        const steps = attempts.flatMap(({ main, post }) =>
          post === undefined ? [main] : [main, post],
        );
        // Where the runner was lost with the run, or GitHub refuses its post step, and nobody ran it again, nobody is
        // there to say it.
        const { main: last, post: lastPost } = attempts.at(-1) ?? {};
        const isMute =
          lastPost === undefined || lastPost.requests.some(({ status }) => status !== 200);
        if (last?.exitCode === undefined && isMute) return [];
        // Nobody looks for a job in a log.
        const texts = [
          ...steps.map(({ outputs }) => JSON.stringify(outputs)),
          ...played.thread.written.map(({ body }) => body),
        ];
        const isNamed = texts.some((text) => text.includes(one.jobId));
        const isUncertain = texts.some(
          (text) => /unknown whether/.test(text) || text.includes(says.uncertain),
        );
        const isKnown = isNamed || isUncertain || isUntold(played, one);
        return isKnown ? [] : [`${one.jobId} of ${one.by} is named nowhere`];
      }),

  "a documentation pull request is linked once, unless two runs look at the same time": (played) =>
    played.thread.written
      .filter((one) => one.thread !== threadNumber)
      .flatMap((link, index, all) => {
        // GitHub's answer says who the author is, which an edit adds.
        const earlier = all
          .slice(0, index)
          .find((one) => one.thread === link.thread && one.id !== link.id);
        if (earlier === undefined) return [];
        // A link under another key cannot be told from one of a stranger.
        if (hasOtherKey(played, earlier.by) !== hasOtherKey(played, link.by)) return [];
        const isRace =
          earlier.by.split("#")[0] !== link.by.split("#")[0] && link.at - earlier.at < minute;
        return isRace ? [] : [`${link.by} linked #${link.thread}, as ${earlier.by} had`];
      }),

  "each pull request that a run has seen undisturbed is linked": (played) =>
    ended(played).flatMap(({ actor, main: { name, outputs } }) => {
      const { plan } = actor.attempts.find(({ main }) => main.name === name) ?? {};
      const isCalm = plan?.faults.length === 0 && plan.stop === undefined;
      const isShown = outputs["result"] === "pull-request" && played.plan.isDocsHere;
      const { lasting } = played.plan;
      if (!isCalm || !isShown || lasting.length > 0 || isSilent(played, name)) return [];
      const number = Number(outputs["prNumber"]);
      return played.thread.written.some(({ thread }) => thread === number)
        ? []
        : [`${name} told of #${number}, which nothing links`];
    }),

  "no comment of somebody else is edited or deleted": ({ thread }) => thread.trespasses,

  "no end is an internal error, and none says nothing": (played) =>
    ended(played).flatMap(({ main }) => {
      const { result, reason, message } = main.outputs;
      if (result === undefined) return [`${main.name} ended without a result`];
      return reason === "internal" ? [`${main.name}: ${message}`] : [];
    }),

  "only 404, 409 and 410 make a new job of a message, only what certainly was not taken is sent again":
    (played) =>
      mainSteps(played).flatMap(({ name, requests }) => {
        const posts = requests.filter(isPost);
        return posts.slice(0, -1).flatMap(({ kind, status, effect }, index) => {
          const isClosed = kind === "send-message" && [404, 409, 410].includes(status ?? 0);
          const isWaitedFor =
            status === 429 ||
            (status === 503 && effect?.kind === "status" && effect.retryAfter !== undefined);
          if (isClosed || isWaitedFor || effect?.kind === "no-connection") return [];
          return [`${name} sent ${posts[index + 1]?.request} after ${status ?? effect?.kind}`];
        });
      }),

  "a request goes to the job that its conversation has": (played) => {
    const { plan, jobBefore } = played;
    // Where all of the request was refused, a later command still finds the job.
    const first = played.service.accepted.find(({ by }) => !by.startsWith("before#"));
    const isLater = first?.by.startsWith("later#");
    // What GitHub does not show may be merged, so a workflow begins anew.
    const isHidden =
      !plan.isDocsHere && ["dispatch", "pull_request"].includes(plan.shape) && !isLater;
    if (isHidden) return [];
    const { conversation } = plan.inputs;
    // Which conversations a command may go on with is another promise.
    if (plan.others !== undefined) return [];
    // Whoever deletes a comment, deletes what it remembers.
    if (played.thread.deleted.length > 0) return [];
    if (first === undefined || plan.before === undefined || plan.fresh || conversation === "new")
      return [];
    const isOpen =
      !plan.isClosed && (plan.before.job === "completed" || plan.before.job === "active");
    // What cannot be read, or refuses the message, is no job to go on with.
    const trouble = isLater ? { ...plan, actors: [] } : plan;
    if (hasTrouble(trouble, ["list-comments", "read-job", "read-pull", "send-message"])) return [];
    if (hasOtherKey(played, first.by)) return [];
    if (!isOpen) return [];
    return first.as === "message" && first.jobId === jobBefore
      ? []
      : [`${first.by} made ${first.jobId} beside ${jobBefore}, which is ${plan.before.job}`];
  },

  "what nothing disturbs is carried out": (played) => {
    const { plan, actors } = played;
    const isCalm = actors.every(({ attempts }) =>
      attempts.every(({ plan: { faults, stop } }) => faults.length === 0 && stop === undefined),
    );
    // Closed or not, the job that `job-id` names is the only one to ask.
    const isClosed = plan.inputs["job-id"] !== undefined && plan.before?.job === "archived";
    if (!isCalm || plan.lasting.length > 0 || isClosed) return [];
    const main = actors.find(({ who }) => who === "main");
    // A workflow waits for a job that is at work, and ends red where that takes longer than it may wait.
    const isAtWork = isAboutRanges(plan) && plan.before?.job === "active";
    const saysBusy = main?.attempts.at(-1)?.main.outputs["reason"] === "busy";
    if (isAtWork && saysBusy) return [];
    return main === undefined || own(played).length > 0
      ? []
      : ["nothing was accepted, though nothing hindered it"];
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

  "a command between two attempts is carried out, or another one was sent a moment ago": (
    played,
  ) => {
    const between = played.actors.find(({ who }) => who === "between");
    const [attempt] = between?.attempts ?? [];
    if (between === undefined || attempt === undefined || played.plan.lasting.length > 0) return [];
    const { result, reason, message } = attempt.main.outputs;
    const taken = acceptedOf(played, between).length;
    const isRange = isAboutRanges(played.plan);
    // What a run did not live to tell may be on its way.
    const mayHold = mainSteps(played).some(
      ({ name, beganAt, endedAt = Number.POSITIVE_INFINITY }) =>
        !name.startsWith("between") &&
        beganAt < (attempt.main.endedAt ?? 0) &&
        endedAt > attempt.main.beganAt - (isRange ? sendingMs : minute),
    );
    // The commits of an earlier run are on their way, or documented.
    const isTaken = isRange && result === "skipped" && reason === "no-diff";
    // What was archived a moment ago, the service shows as at work for a while.
    const isHeld = (reason === "busy" && mayHold) || reason === "refused";
    return taken === 1 || isHeld || isTaken
      ? []
      : [`the command between was accepted ${taken} times (${message})`];
  },

  "a command goes on with the newest job that its conversation knows": (played) => {
    if (isAboutRanges(played.plan) || played.plan.lasting.length > 0) return [];
    return played.actors.flatMap((actor) => {
      const [mine, ...more] = acceptedOf(played, actor);
      const isCommand = actor.who === "between" || actor.who === "later";
      if (!isCommand || mine === undefined || more.length > 0) return [];
      const { beganAt = 0 } = stepOf(played, mine.by) ?? {};
      const fits = played.service.accepted.filter(
        ({ at, by }) => at < mine.at && mayContinue(played, mine.by, by),
      );
      if (mine.as === "message" && !fits.some(({ jobId }) => jobId === mine.jobId))
        return [`${mine.by} went on with ${mine.jobId}, which is not of its conversation`];
      const newest = fits.at(-1);
      const isKnown = newest !== undefined && isNamed(played, newest, mine.by, beganAt);
      if (!isKnown || newest.jobId === mine.jobId) return [];
      const last = played.service.accepted.findLast(
        ({ jobId, at }) => jobId === newest.jobId && at < mine.at,
      );
      const { end } = last ?? newest;
      const isOver = end.at <= mine.at && ["failed", "archived"].includes(end.as);
      // Which of two is newer, GitHub's whole seconds cannot tell.
      const isTie = fits.some(({ jobId, at }) => jobId !== newest.jobId && newest.at - at < 2000);
      // Of a failed job that `job-id` goes on with, the service shows the old state for a while.
      const isStale = played.plan.inputs["job-id"] !== undefined && mine.at - newest.at < 20_000;
      return isOver || isTie || isStale
        ? []
        : [`${mine.by} went on with ${mine.jobId}, not with ${newest.jobId}`];
    });
  },

  "no commit is sent again while the table says that its request does well": (played) => {
    const { accepted } = played.service;
    // Where GitHub does not know a commit, the table begins anew.
    if (!isAboutRanges(played.plan) || hasTrouble(played.plan, ["compare"])) return [];
    return accepted.flatMap((again, index) =>
      accepted.slice(0, index).flatMap((earlier) => {
        const features = featuresIn(again.prompt);
        const isAgain = featuresIn(earlier.prompt).some((one) => features.includes(one));
        const isClosed = played.plan.isClosed === true && earlier.jobId === played.jobBefore;
        const isSame = hasOtherKey(played, earlier.by) === hasOtherKey(played, again.by);
        const { beganAt = 0 } = stepOf(played, again.by) ?? {};
        const name = earlier.by.split("#")[0];
        const bodies = inThread(played).filter(({ by, at, body }) => {
          const isOfIt = by.split("#")[0] === name && at >= earlier.at && at < beganAt;
          return isOfIt && saysAccepted(body, earlier.jobId);
        });
        const hasFailed = ["failed", "archived"].includes(earlier.end.as);
        if (!isAgain || isClosed || !isSame || bodies.length === 0 || hasFailed) return [];
        if (played.thread.deleted.some(({ at }) => at < again.at)) return [];
        return [`${again.by} sent commits again that ${earlier.by} had sent to ${earlier.jobId}`];
      }),
    );
  },

  "no commit is lost": (played) => {
    const { plan, features, service, jobBefore } = played;
    const hasOther = plan.actors.some(({ attempts }) =>
      attempts.some(({ hasOtherKey }) => hasOtherKey),
    );
    // What is refused for good, or remembered under another key, is said by the runs.
    if (!isAboutRanges(plan) || plan.lasting.length > 0 || hasOther) return [];
    const done = service.accepted.filter(
      ({ jobId, end: { as } }) =>
        (as === "pull-request" || as === "no-changes") && !(plan.isClosed && jobId === jobBefore),
    );
    const sent = new Set(done.flatMap(({ prompt }) => featuresIn(prompt)));
    const all = Array.from({ length: features }, (_, index) => index + 1);
    return all
      .filter((feature) => !sent.has(feature))
      .map((feature) => `feature ${feature} is in no request`);
  },

  "GitHub that hangs holds no run up for more than five minutes, and the end of a job for 90 s": (
    played,
  ) =>
    ended(played).flatMap(({ actor, main }) => {
      const attempt = actor.attempts.find((each) => each.main === main);
      const faults = [...played.plan.lasting, ...(attempt?.plan.faults ?? [])];
      const isOfGitHub = faults.every(
        ({ on }) => on !== "post" && (on === "github" || !isService(on)),
      );
      if (!isOfGitHub || attempt?.plan.stop !== undefined) return [];
      const jobId = main.outputs["jobId"];
      const turns = played.service.accepted.filter((one) => one.jobId === jobId);
      const last = turns.findLast(
        ({ end }) => main.beganAt <= end.at && end.at <= (main.endedAt ?? 0),
      );
      const took = (main.endedAt ?? 0) - (last?.end.at ?? main.beganAt);
      // Ten seconds for what is in the pull request, a minute for the comment. The end of a follow-up counts after a minute.
      // A ledger waits for what it writes of the job, too, before it follows that.
      const waits = (last?.as === "message" ? 1 : 0) + (isAboutRanges(played.plan) ? 1 : 0);
      const most = last === undefined ? 5 * minute + 20_000 : 90_000 + waits * minute;
      return took > most ? [`${main.name} took ${took} ms more than its job`] : [];
    }),

  "every world comes to its end": ({ actors, plan }) =>
    actors.flatMap(({ who, attempts }) => {
      const expected = plan.actors.find((actor) => actor.who === who)?.attempts.length ?? 1;
      const isWhole =
        attempts.length === expected && attempts.every(({ main }) => main.endedAt !== undefined);
      return isWhole ? [] : [`${who} never ended`];
    }),
};

/** The promises that a world broke, and how. */
export function check(played: Played): { promise: string; how: string }[] {
  return Object.entries(promises).flatMap(([promise, broken]) =>
    broken(played).map((how) => ({ promise, how })),
  );
}

/** What the service accepted of the world's own request. */
function own({ service }: Played): Accepted[] {
  return service.accepted.filter(({ by }) => !/^(?:before|between|later)#/.test(by));
}

/** What it accepted of one actor. */
function acceptedOf({ service }: Played, actor: PlayedActor): Accepted[] {
  return service.accepted.filter(({ by }) => isOf(actor, by));
}

function isOf({ who }: PlayedActor, by: string): boolean {
  return by.startsWith(`${who}#`);
}

function isPost({ kind }: Sent): boolean {
  return kind === "create-job" || kind === "send-message";
}

function isWrite(kind: RequestKind): boolean {
  return kind === "create-comment" || kind === "edit-comment";
}

/** True where the answer to a `POST` does not say whether the service took it. */
function isLost({ effect, status }: Sent): boolean {
  if (effect?.kind === "other-answer") return true;
  if (effect?.kind === "status" && effect.retryAfter !== undefined) return false;
  if (effect?.kind === "status") return effect.status >= 500 || [408, 499].includes(effect.status);
  return status === undefined && effect?.kind !== "no-connection";
}

function mainSteps({ actors }: Played): Step[] {
  return actors.flatMap(({ attempts }) => attempts.map(({ main }) => main));
}

function stepOf(played: Played, name: string): Step | undefined {
  return mainSteps(played).find((step) => step.name === name);
}

/** Whether the attempt of this name had the key that replaced the first one. */
function hasOtherKey({ actors }: Played, name: string): boolean {
  return actors.some(({ attempts }) =>
    attempts.some(({ main, plan }) => main.name === name && plan.hasOtherKey === true),
  );
}

/** The inputs of the step with this name. */
function inputsIn({ plan }: Played, name: string): Record<string, string> {
  const who = name.split("#")[0];
  return who === "before" || who === "between" || who === "later"
    ? inputsOf(plan, who)
    : plan.inputs;
}

/** True where a step writes no comments, and reads none. */
function isSilent(played: Played, name: string): boolean {
  return inputsIn(played, name)["comment"] === "never";
}

/** True where the command of one step may go on with the job of another one, if it knows that. */
function mayContinue(played: Played, name: string, other: string): boolean {
  const { conversation } = inputsIn(played, name);
  if (isSilent(played, name) || conversation === "new") return false;
  return conversation === undefined || conversation === inputsIn(played, other)["conversation"];
}

/** True where a comment of the thread, as it stood at this time, names the job of a request for whoever has the key of `name`. */
function isNamed(played: Played, { by, jobId }: Accepted, name: string, time: number): boolean {
  if (hasOtherKey(played, by) !== hasOtherKey(played, name)) return false;
  const bodies = new Map(
    inThread(played).flatMap(({ id, at, body }) => (at < time ? [[id, body] as const] : [])),
  );
  for (const { id, at } of played.thread.deleted) if (at < time) bodies.delete(id);
  const { exitCode, requests = [] } = stepOf(played, by) ?? {};
  // A run that ended as it should has said whose comment it is.
  const isWhole =
    exitCode !== undefined &&
    requests.every(({ kind, status = 0 }) => !isWrite(kind) || status < 300 || status === 404);
  return [...bodies.values()].some((body) => {
    const { kind, marked } = markedIn(body) ?? {};
    const isTold = kind === "job" && marked.job?.id === jobId;
    return isTold && (marked.login !== undefined || isWhole);
  });
}

/** The attempts whose main step came to an end by itself. */
function ended({ actors }: Pick<Played, "actors">): { actor: PlayedActor; main: Step }[] {
  return actors.flatMap((actor) =>
    actor.attempts
      .filter(({ main }) => main.exitCode !== undefined)
      .map(({ main }) => ({ actor, main })),
  );
}

/** What GitHub took from us in the thread, in order. */
function inThread({ thread }: Played): Written[] {
  return thread.written.filter((one) => one.thread === threadNumber);
}

/** What the marker in a comment says of its request. */
function stateIn(body: string): { kind: string; failed?: boolean } | undefined {
  const { kind, marked } = markedIn(body) ?? {};
  return kind === "job" ? marked.state : marked && entryState(marked.entries[0]);
}

/** The content of the marker in a comment, and its kind. */
function markedIn(body: string) {
  const [, kind, content = ""] = /<!-- docs-agent:(job|ledger) ([\w-]+)\./.exec(body) ?? [];
  if (kind === undefined) return undefined;
  return { kind, marked: JSON.parse(Buffer.from(content, "base64url").toString("utf8")) };
}

/** True where a comment says that this job has failed, or was archived: a ledger says it of any of its entries. */
function saysFailed(body: string, jobId: string): boolean {
  const { kind, marked } = markedIn(body) ?? {};
  if (kind !== "ledger") return stateIn(body)?.failed === true;
  const isOfJob = (entry: Entry) => entry.jobId === jobId;
  return marked.entries.filter(isOfJob).some((entry: Entry) => entryState(entry).failed === true);
}

/** True where a comment says that a request of this job has ended well. */
function saysEnded(body: string, jobId: string): boolean {
  const { kind, marked } = markedIn(body) ?? {};
  if (kind === "job") return marked.state.ended === true && marked.state.jobId === jobId;
  return kind === "ledger" && marked.entries.some((one: Entry) => isIn(one, jobId, ["ended"]));
}

/** True where the newest row of a table says that its request was accepted as one of this job. */
function saysAccepted(body: string, jobId: string): boolean {
  const { kind, marked } = markedIn(body) ?? {};
  return kind === "ledger" && isIn(marked.entries[0], jobId, ["sent", "ended"]);
}

function isIn(entry: Entry, jobId: string, phases: readonly string[]): boolean {
  return entry.jobId === jobId && phases.includes(entry.phase);
}

type Entry = { phase: string; why?: string; jobId?: string };

/** The same of the newest entry of a ledger. */
function entryState({ phase, why }: Entry): { kind: string; failed?: boolean } {
  if (phase === "sending") return { kind: "sent" };
  if (phase === "sent" || phase === "ended") return { kind: "accepted" };
  return ["failed", "archived", "gone", "late"].includes(why ?? "")
    ? { kind: "accepted", failed: true }
    : { kind: "not-sent" };
}

/**
 * True where an attempt tried to announce its request, and GitHub took nothing of it. Where it refused an edit, another
 * comment was to be tried.
 */
function isUntold(played: Played, { by, at }: Accepted): boolean {
  const tried = stepOf(played, by)?.requests.some(
    ({ kind, at: sentAt, status = 500 }) =>
      sentAt <= at &&
      (kind === "create-comment" || (kind === "edit-comment" && (status >= 500 || status === 429))),
  );
  return tried === true && !inThread(played).some((one) => one.by === by && one.at <= at);
}

/** True where somebody deleted the comment that remembered a request, and nobody wrote of it since. */
function wasDeleted(played: Played, earlier: Accepted, again: Accepted): boolean {
  const name = earlier.by.split("#")[0];
  const writes = inThread(played).filter(
    ({ by, at }) => by.split("#")[0] === name && at < again.at && by !== again.by,
  );
  return played.thread.deleted.some(
    ({ id, at }) =>
      at < again.at &&
      writes.some((one) => one.id === id) &&
      !writes.some((one) => one.id !== id && one.at > at),
  );
}

/** True where another run had taken along the commits of a request, and told that its job failed or was archived. */
function toldOfOther(played: Played, earlier: Accepted, again: Accepted): boolean {
  const others = played.service.accepted.filter(
    ({ by, at }) => by.startsWith("between#") && at > earlier.at && at < again.at,
  );
  const between = played.actors.find(({ who }) => who === "between");
  return (
    isAboutRanges(played.plan) &&
    between !== undefined &&
    others.some((one) => toldFailure(played, between, one, again.at))
  );
}

/** True where a table of another key has one row for this request and that of another run, or was left for this one's. */
function wasJoined(played: Played, earlier: Accepted, again: Accepted): boolean {
  const isOther = hasOtherKey(played, earlier.by) !== hasOtherKey(played, again.by);
  return isAboutRanges(played.plan) && isOther && played.plan.between !== undefined;
}

/** True where this actor said in the thread in this time that the job had failed, or was archived. */
function toldFailure(
  played: Played,
  actor: PlayedActor,
  { at: from, jobId }: Accepted,
  to: number,
): boolean {
  return inThread(played).some(
    ({ by, at, body }) => isOf(actor, by) && at > from && at <= to && saysFailed(body, jobId),
  );
}

/** True when a request of one of these kinds goes wrong in this world. */
function hasTrouble({ actors, lasting }: Plan, kinds: readonly RequestKind[]): boolean {
  const faults = actors.flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.faults));
  return [...lasting, ...faults].some(({ on }) => kinds.some((kind) => isMeant(on, kind)));
}

/** Where nobody can set this comment right, because GitHub offers no way. */
function mayStayWorking(played: Played, id: number): boolean {
  const { plan } = played;
  // GitHub refuses edits for good, or answers nothing.
  if (plan.lasting.some(({ on }) => isMeant(on, "edit-comment"))) return true;
  const writes = inThread(played).filter((one) => one.id === id);
  const actor = played.actors.find((each) => isOf(each, writes.at(-1)?.by ?? ""));
  const last = actor?.attempts.at(-1);
  if (actor === undefined || last === undefined) return false;
  const { main, post } = last;
  const { faults, stop } = last.plan;
  // The runner is lost with its post step, and nobody runs it again.
  if (main.exitCode === undefined && post === undefined) return true;
  // GitHub had not yet answered with the id of the comment, so the post step cannot know it; nor can a run that is
  // cancelled while it looks for a comment whose answer was lost, or to which GitHub answers nothing more.
  const isUnknown =
    writes[0]?.by === main.name &&
    main.requests.some(({ kind, status }) => kind === "create-comment" && status === undefined);
  const isSilent = faults.some(({ on }) => on === "github");
  if ((main.exitCode === undefined || stop?.how === "cancel" || isSilent) && isUnknown) return true;
  // Another one was made in its place, because GitHub refused to edit it.
  const isReplaced = actor.attempts.some(
    ({ main: { requests } }) =>
      requests.some(
        ({ kind, request, status = 0 }) =>
          kind === "edit-comment" && request.endsWith(`/${id}`) && status >= 400 && status < 500,
      ) && requests.some(({ kind }) => kind === "create-comment"),
  );
  if (isReplaced) return true;
  const isOlder = writes[0]?.by !== main.name && actor.attempts.length > 1;
  // A first body names no author, so a re-run cannot tell it from a stranger's copy.
  if (isOlder && writes.length === 1) return true;
  // A comment under another key cannot be told from one of a stranger.
  if (isOlder && hasOtherKey(played, writes[0]?.by ?? "") !== hasOtherKey(played, main.name))
    return true;
  // Another account may not edit it.
  const isRefused = main.requests.some(
    ({ kind, request, status }) =>
      kind === "edit-comment" && request.endsWith(`/${id}`) && status === 403,
  );
  if (isOlder && isRefused && plan.isStrict) return true;
  // It never learned who asks, and wrote only a reply that says so.
  const roles = main.requests.filter(({ kind }) => kind === "read-role");
  if (isOlder && roles.length > 0 && roles.every(({ status }) => status !== 200)) return true;
  // It ended, or was stopped, before it could read the thread or find out who asks.
  const hasWritten = main.requests.some(
    ({ kind, status }) => isWrite(kind) && status !== undefined && status < 300,
  );
  const isHindered = faults.some(({ on }) => ["read-role", "list-comments", "github"].includes(on));
  return isOlder && !hasWritten && (stop !== undefined || isHindered);
}
