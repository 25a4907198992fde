import { sendingMs } from "../../src/agent/ledger.ts";
import { gitHubOrigin } from "../github/fake-github.ts";
import { FakeRepository, featureFile } from "../github/fake-repository.ts";
import type { Step as WrittenStep } from "../runner/runner.ts";
import { serviceOrigin } from "../service/fake-service.ts";
import type { Actor, Attempt, Before, Plan, Shape, Who } from "./plan.ts";
import { threadNumber } from "./requests.ts";
import { WorldService } from "./service.ts";
import { Step, type Surroundings } from "./step.ts";
import { WorldThread } from "./thread.ts";
import { chance, World } from "./world.ts";

/** An attempt that was played: its main step, and its post step if it had one. */
export type PlayedAttempt = { plan: Attempt; main: Step; post: Step | undefined };
export type PlayedActor = { who: Who; attempts: PlayedAttempt[] };
/** What a world leaves for the checks. */
export type Played = Surroundings & {
  plan: Plan;
  actors: PlayedActor[];
  /** The job that was there before. */
  jobBefore: string | undefined;
  code: FakeRepository;
  /** How many features were merged. */
  features: number;
};

const start = Date.parse("2026-11-16T09:00:00Z");
/** The key that takes the place of the first one. */
const otherKey = "mint_other_key";

/** Plays a world to its end, in virtual time. */
export async function play(plan: Plan): Promise<Played> {
  const world = new World(plan.seed, start);
  const thread = new WorldThread();
  const service = new WorldService(plan, (address, at) => {
    const { pulls } = thread.gitHub;
    if (!pulls.has(address)) pulls.set(address, { created_at: new Date(at).toISOString() });
  });
  const { gitHub } = thread;
  gitHub.now = () => world.now() - 30 * 86_400_000;
  const code = new FakeRepository(gitHub, gitHub.repository, { "README.md": "# The site\n" });
  gitHub.now = () => world.now();
  const more = { plan, actors: [], jobBefore: undefined, code, features: 0 };
  const played: Played = { world, thread, service, ...more };
  const performing = perform(played);
  // An error on the way is thrown below, when the world has come to rest.
  performing.catch(() => {});
  await world.play();
  // Where nothing is left to happen, a step that has not ended never will: the checks find that.
  await Promise.race([performing, new Promise((resolve) => setImmediate(resolve))]);
  return played;
}

async function perform(played: Played): Promise<void> {
  const { world, thread, service, plan } = played;
  thread.gitHub.files = [
    { filename: "src/limit.ts", status: "modified", patch: "@@ -1 +1 @@\n-1\n+2" },
  ];
  if (plan.before !== undefined) await performBefore(played, plan.before);
  if (plan.isClosed) for (const pull of thread.gitHub.pulls.values()) pull.state = "closed";
  thread.copies = plan.copies;
  thread.gitHub.isStrict = plan.isStrict === true;
  const words = `${plan.fresh ? "--new " : ""}Document the limit of the list.`;
  const step = ask(played, plan.shape, words, plan.inputs);
  const actors = plan.actors.map((actor) => ({ ...actor, played: begin(played, actor.who) }));
  const perform = async (actor: (typeof actors)[number], number: number) => {
    const attempt = actor.attempts[number];
    if (attempt !== undefined)
      actor.played.push(await performAttempt(played, actor.who, number + 1, attempt, step));
  };
  const performAll = async (inTurn: typeof actors) => {
    const most = Math.max(...inTurn.map(({ attempts }) => attempts.length));
    for (let number = 0; number < most; number++) {
      for (const actor of inTurn) await perform(actor, number);
      const isBetween = inTurn.some(({ who }) => who === "main") && number + 1 === plan.between;
      if (isBetween) await performAnother(played, "between", number);
    }
  };
  // The steps of a job follow one another; attempt by attempt, both run again.
  const isStep = ({ who }: Actor) => who === "step" || who === "main";
  const others = actors.filter((actor) => !isStep(actor));
  await Promise.all([actors.filter(isStep), ...others.map((actor) => [actor])].map(performAll));
  if (!plan.later) return;
  // So long, the announcement of a run that was killed may still be sent.
  await world.wait(sendingMs);
  // What is still missing then, nobody sends any more.
  if (isAboutRanges(plan)) service.nextTurn = { lagMs: 0, workMs: 20_000, end: "pull-request" };
  await performAnother(played, "later", -1);
}

/**
 * Somebody gives a further command, or the workflow about ranges runs once more, and nothing disturbs that. It has the key and
 * the account of this attempt of the world's own run.
 */
async function performAnother(
  played: Played,
  who: "between" | "later",
  number: number,
): Promise<void> {
  const { plan } = played;
  const main = plan.actors.find((actor) => actor.who === "main");
  const { hasOtherKey = false, hasOtherAccount = false } = main?.attempts.at(number) ?? {};
  const as = { hasOtherKey, hasOtherAccount };
  const shape = isAboutRanges(plan) ? "dispatch" : "comment";
  const step = ask(played, shape, "Shorter, please.", inputsOf(plan, who));
  const attempt: Attempt = { faults: [], post: true, afterMs: 1000, ...as };
  begin(played, who).push(await performAttempt(played, who, 1, attempt, step));
}

/** The attempts of an actor, which come to be. */
function begin(played: Played, who: Who): PlayedAttempt[] {
  const attempts: PlayedAttempt[] = [];
  played.actors.push({ who, attempts });
  return attempts;
}

/** What sets the actors apart, as the runner's variables say it. */
const identities: Record<Who, WrittenStep["env"]> = {
  main: {},
  workflow: { GITHUB_WORKFLOW: "Other docs", GITHUB_RUN_ID: "2002" },
  job: { GITHUB_JOB: "docs-too" },
  step: { GITHUB_ACTION: "__docs-agent_2" },
  between: { GITHUB_RUN_ID: "3002" },
  later: { GITHUB_RUN_ID: "3003" },
};

async function performAttempt(
  played: Played,
  who: Who,
  number: number,
  attempt: Attempt,
  given: WrittenStep,
): Promise<PlayedAttempt> {
  const { world, plan, thread } = played;
  await world.wait(attempt.afterMs);
  const written = {
    ...given,
    with: { ...given.with, ...(attempt.hasOtherKey ? { "api-key": otherKey } : {}) },
    env: { ...given.env, ...identities[who], GITHUB_RUN_ATTEMPT: String(number) },
  };
  const name = `${who}#${number}`;
  if (attempt.hasOtherAccount) thread.ofApp.add(name);
  const skewMs = skewOf(played, name);
  world.tell(name, `begins${skewMs === 0 ? "" : `, its clock ${skewMs} ms ahead`}`);
  const { stop } = attempt;
  const faults = [...plan.lasting, ...attempt.faults];
  const options = { faults, skewMs, ...(stop && { stop }) };
  const main = await new Step(name, written, played, options).play();
  if (!attempt.post) return { plan: attempt, main, post: undefined };
  await world.wait(500);
  world.tell(`${name}.post`, "begins");
  const ofPost = { faults: plan.lasting, saved: main.state, skewMs };
  const post = await new Step(`${name}.post`, written, played, ofPost).play();
  return { plan: attempt, main, post };
}

/** How far a runner's clock is ahead of GitHub's: in every second world up to ten minutes, in either direction. */
function skewOf({ plan: { seed } }: Played, name: string): number {
  if (chance(seed, "clocks") < 0.5) return 0;
  return Math.round((chance(seed, name, "clock") - 0.5) * 20) * 60_000;
}

/** Has an earlier run make the job that is there before, so that its traces are real. */
async function performBefore(played: Played, before: Before): Promise<void> {
  const { world, service, plan } = played;
  const isActive = before.job === "active";
  const inputs = { ...inputsOf(plan, "before"), ...(isActive ? { wait: "false" } : {}) };
  const written = ask(played, before.shape, "Document the quickstart.", inputs);
  const end = before.job === "failed" || before.job === "archived" ? before.job : "pull-request";
  const workMs = isActive ? 40_000 + Math.floor(chance(plan.seed, "before") * 200_000) : 5000;
  service.nextTurn = { lagMs: 0, workMs, end };
  const ofBefore = { ...written, env: { ...written.env, GITHUB_RUN_ID: "900" } };
  const step = await new Step("before#1", ofBefore, played, { faults: [] }).play();
  service.nextTurn = undefined;
  played.jobBefore = service.accepted.at(-1)?.jobId;
  if (played.jobBefore === undefined)
    throw new Error(`the world's earlier run made no job:\n${step.stdout}`);
  await world.wait(60_000 * (isActive ? 0.1 : 5));
  world.tell("before", `the job ${played.jobBefore} is ${before.job}`);
}

/** What the runs before, between and behind the world's own have of its inputs, and in the place of them. */
export function inputsOf(
  { inputs: { conversation, "diff-range": range }, others }: Plan,
  who: "before" | "between" | "later",
): Record<string, string> {
  return (
    others?.[who] ?? {
      ...(conversation === undefined || conversation === "new" ? {} : { conversation }),
      ...(range && { "diff-range": range }),
    }
  );
}

/** True in a world whose runs document what was merged since the last one. */
export function isAboutRanges({ inputs }: Plan): boolean {
  return inputs["diff-range"] !== undefined;
}

/** Somebody asks for something in this way; the step of the runs that hear it. */
function ask(
  played: Played,
  shape: Shape,
  text: string,
  more: Record<string, string>,
): WrittenStep {
  const { world, thread, plan, jobBefore = "", code } = played;
  if (isAboutRanges(plan)) code.push("main", featureFile(++played.features));
  const { name: eventName, payload } = thread.ask(shape, `/docs-agent ${text}`, plan.isPullRequest);
  world.tell("a person", `asks (${shape}): ${text}`);
  return {
    ...{ eventName, event: payload },
    with: {
      "api-key": "mint_world_key",
      "project-id": "acme",
      "base-url": serviceOrigin,
      "github-token": "ghs_world_token",
      ...(shape === "dispatch" || shape === "pull_request" ? { prompt: text } : {}),
      ...(shape === "dispatch" ? { "issue-number": String(threadNumber) } : {}),
      ...more,
      ...(more["job-id"] === "before" ? { "job-id": jobBefore } : {}),
    },
    env: {
      GITHUB_REPOSITORY: "acme/site",
      GITHUB_API_URL: gitHubOrigin,
      GITHUB_SHA: code.head("main"),
      GITHUB_REF: "refs/heads/main",
      GITHUB_REF_NAME: "main",
    },
  };
}
