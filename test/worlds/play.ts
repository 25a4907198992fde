import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitHubOrigin } from "../github/fake-github.ts";
import { serviceOrigin } from "../service/fake-service.ts";
import type { Attempt, Before, Plan, Turn, Who } from "./plan.ts";
import type { StepOptions, Surroundings, Variables } from "./requests.ts";
import { WorldService } from "./service.ts";
import { type PlayedStep, Step } from "./step.ts";
import { threadNumber, WorldThread } from "./thread.ts";
import { chance, World } from "./world.ts";

/** An attempt that was played: its main step, and its post step if it had one. */
export type PlayedAttempt = { plan: Attempt; main: PlayedStep; post: PlayedStep | undefined };
export type PlayedActor = { who: Who; attempts: PlayedAttempt[] };
/** What a world leaves for the checks. */
export type Played = Surroundings & {
  plan: Plan;
  actors: PlayedActor[];
  /** The job that was there before, and when the world's own request came. */
  before: { jobId: string | undefined };
  askedAt: number;
};

const start = Date.parse("2026-11-16T09:00:00Z");
/** What is asked, before and in the world. */
export const requestText = "Document the limit of the list.";
/** The key that takes the place of the first one. */
const otherKey = "mint_other_key";
const earlierText = "Document the quickstart.";

/** Plays a world to its end, in virtual time. `folder` is where event files are laid down. */
export async function play(plan: Plan, folder: string): Promise<Played> {
  const world = new World(plan.seed, start);
  const scene = open(world, plan);
  const performing = perform(scene, folder);
  // An error on the way is thrown below, when the world has come to rest.
  performing.catch(() => {});
  await world.play();
  // Where nothing is left to happen, a step that has not ended never will: the checks find that.
  await Promise.race([performing, new Promise((resolve) => setImmediate(resolve))]);
  return scene;
}

/** A world that is being played. */
type Scene = Played & { step: (name: string, options: StepOptions) => Promise<PlayedStep> };

function open(world: World, plan: Plan): Scene {
  const thread = new WorldThread();
  const service = new WorldService(plan, (number, at) => {
    const address = `acme/docs#${number}`;
    if (!thread.gitHub.pulls.has(address))
      thread.gitHub.pulls.set(address, { created_at: new Date(at).toISOString() });
  });
  const surroundings = { world, service, thread };
  return {
    ...{ ...surroundings, plan, actors: [], askedAt: 0 },
    before: { jobId: undefined },
    step: (name, options) => new Step(name, surroundings, options).play(),
  };
}

async function perform(played: Scene, folder: string): Promise<void> {
  const { world, thread, plan } = played;
  thread.gitHub.files = [{ filename: "src/limit.ts", status: "modified", patch: "@@ -1 +1 @@\n-1\n+2" }];
  const half = Math.floor(plan.chatter / 2);
  for (let count = 0; count < half; count++) thread.gitHub.write("reader", `Chatter ${count}.`, threadNumber);
  if (plan.before !== undefined) await performBefore(played, plan.before, folder);
  for (let count = half; count < plan.chatter; count++)
    thread.gitHub.write("reader", `Chatter ${count}.`, threadNumber);
  if (plan.shape === "inline" || plan.shape === "review")
    for (let count = 0; count < half; count++)
      thread.gitHub.writeInline("reader", `Remark ${count}.`, undefined, threadNumber);

  thread.copies = plan.copies;
  played.askedAt = world.now();
  const words = `/docs-agent ${plan.fresh ? "--new " : ""}${requestText}`;
  const event = thread.ask(plan.shape, words, plan.isPullRequest);
  world.tell("a person", `asks (${plan.shape})`);
  const eventPath = join(folder, "event.json");
  writeFileSync(eventPath, JSON.stringify(event.payload));
  for (const { ms, what } of plan.happenings)
    world.after(ms, () => {
      world.tell("people", what);
      const own = thread.newestOwn();
      if (what === "revert-files") thread.gitHub.files = [];
      else if (what === "chatter") thread.gitHub.write("reader", "I agree.", threadNumber);
      else if (own !== undefined && what === "copy-newest") thread.copy(own);
      else if (own !== undefined) thread.remove(own, world.now());
    });
  const env = variablesOf(plan, event.name, eventPath, played.before.jobId);
  played.actors.push(...plan.actors.map(({ who }) => ({ who, attempts: [] })));
  // The steps of a job follow one another; attempt by attempt, both run again.
  const inTurn = plan.actors.filter(({ who }) => who === "step" || who === "main");
  const performSteps = async () => {
    for (let number = 0; inTurn.some(({ attempts }) => number < attempts.length); number++)
      for (const { who, attempts } of inTurn) {
        const attempt = attempts[number];
        const done = played.actors.find((actor) => actor.who === who)?.attempts;
        if (attempt !== undefined) done?.push(await performAttempt(played, who, number + 1, attempt, env));
      }
  };
  await Promise.all([
    performSteps(),
    ...plan.actors.map(async (actor, index) => {
      if (inTurn.includes(actor)) return;
      for (const [before, attempt] of actor.attempts.entries())
        played.actors[index]?.attempts.push(
          await performAttempt(played, actor.who, before + 1, attempt, env),
        );
    }),
  ]);
  if (plan.later) await performLater(played, folder);
}

/** What sets the actors apart, as the runner's variables say it. */
const identities: Record<Who, Variables> = {
  main: {},
  workflow: { GITHUB_WORKFLOW: "Other docs", GITHUB_RUN_ID: "2002" },
  job: { GITHUB_JOB: "docs-too" },
  step: { GITHUB_ACTION: "__docs-agent_2" },
  next: { GITHUB_RUN_ID: "1002" },
  later: { GITHUB_RUN_ID: "3003" },
};

async function performAttempt(
  scene: Scene,
  who: Who,
  number: number,
  attempt: Attempt,
  given: Variables,
): Promise<PlayedAttempt> {
  const { world, plan } = scene;
  await world.wait(attempt.afterMs);
  const env = {
    ...given,
    ...identities[who],
    GITHUB_RUN_ATTEMPT: String(number),
    ...(attempt.prompt === undefined ? {} : { INPUT_PROMPT: attempt.prompt }),
    ...(attempt.hasOtherKey ? { "INPUT_API-KEY": otherKey } : {}),
  };
  const name = `${who}#${number}`;
  world.tell(name, "begins");
  const { stop } = attempt;
  const faults = [...plan.lasting, ...attempt.faults];
  const main = await scene.step(name, { env, faults, ...(stop && { stop }) });
  if (!attempt.post) return { plan: attempt, main, post: undefined };
  await world.wait(500);
  const saved = Object.entries(main.state).map(([key, value]) => [`STATE_${key}`, value]);
  const postEnv = { ...env, ...Object.fromEntries(saved) };
  world.tell(`${name}.post`, "begins");
  const options = { env: postEnv, faults: plan.lasting, isPost: true };
  const post = await scene.step(`${name}.post`, options);
  return { plan: attempt, main, post };
}

/** Somebody asks for something else when all is over. */
async function performLater(played: Scene, folder: string): Promise<void> {
  const { world, thread, plan } = played;
  await world.wait(120_000);
  const event = thread.ask("comment", "/docs-agent Shorter, please.", plan.isPullRequest);
  world.tell("a person", "gives a later command");
  const eventPath = join(folder, "later.json");
  writeFileSync(eventPath, JSON.stringify(event.payload));
  const { conversation } = plan.inputs;
  const inputs = conversation === undefined || conversation === "new" ? {} : { conversation };
  const env = variablesOf({ inputs, shape: "comment" }, event.name, eventPath, undefined);
  const hasOtherKey = plan.actors.some(({ attempts }) => attempts.some((one) => one.hasOtherKey));
  const attempt: Attempt = { faults: [], post: true, afterMs: 1000, hasOtherKey };
  const actor: PlayedActor = { who: "later", attempts: [] };
  played.actors.push(actor);
  actor.attempts.push(await performAttempt(played, "later", 1, attempt, env));
}

/** Has an earlier run make the job that is there before, so that its traces are real. */
async function performBefore(played: Scene, before: Before, folder: string): Promise<void> {
  const { world, thread, service, plan } = played;
  const event = thread.ask(before.shape, `/docs-agent ${earlierText}`, plan.isPullRequest);
  const eventPath = join(folder, "before.json");
  writeFileSync(eventPath, JSON.stringify(event.payload));
  const isActive = before.job === "active";
  const { conversation } = plan.inputs;
  const inputs = {
    ...(conversation === undefined || conversation === "new" ? {} : { conversation }),
    ...(isActive ? { wait: "false" } : {}),
    ...(before.shape === "dispatch" ? { prompt: earlierText, "issue-number": String(threadNumber) } : {}),
  };
  const env = {
    ...variablesOf({ inputs, shape: before.shape }, event.name, eventPath, undefined),
    GITHUB_RUN_ID: "900",
    GITHUB_RUN_ATTEMPT: "1",
  };
  const end = before.job === "failed" || before.job === "archived" ? before.job : "pull-request";
  const workMs = isActive ? 40_000 + Math.floor(chance(plan.seed, "before") * 200_000) : 5000;
  const turn: Turn = { lagMs: 0, workMs, end };
  service.nextTurn = turn;
  const step = await played.step("before#1", { env, faults: [] });
  service.nextTurn = undefined;
  const jobId = service.accepted.at(-1)?.jobId;
  if (jobId === undefined) throw new Error(`the world's earlier run made no job:\n${step.stdout}`);
  played.before.jobId = jobId;
  const pull = thread.gitHub.pulls.get("acme/docs#41");
  if (before.job === "gone") service.forget(jobId);
  if (pull !== undefined && (before.job === "merged" || before.job === "closed"))
    Object.assign(pull, { state: "closed", merged: before.job === "merged" });
  await world.wait(60_000 * (isActive ? 0.1 : 5));
  world.tell("before", `the job ${jobId} is ${before.job}`);
}

function variablesOf(
  plan: Pick<Plan, "inputs" | "shape">,
  eventName: string,
  eventPath: string,
  jobId: string | undefined,
): Variables {
  const isPrompted = plan.shape === "dispatch" || plan.shape === "pull_request";
  const inputs: Record<string, string> = {
    "api-key": "mint_world_key",
    "project-id": "acme",
    "base-url": serviceOrigin,
    "github-token": "ghs_world_token",
    ...(isPrompted ? { prompt: requestText } : {}),
    ...(plan.shape === "dispatch" || plan.shape === "watch" ? { "issue-number": String(threadNumber) } : {}),
    ...plan.inputs,
  };
  if (inputs["job-id"] === "before") inputs["job-id"] = jobId ?? "";
  return {
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REPOSITORY: "acme/site",
    GITHUB_WORKFLOW: "Docs",
    GITHUB_JOB: "docs",
    GITHUB_ACTION: "__docs-agent",
    GITHUB_RUN_ID: "1001",
    GITHUB_ACTOR: "maintainer",
    GITHUB_TRIGGERING_ACTOR: "maintainer",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_API_URL: gitHubOrigin,
    GITHUB_STEP_SUMMARY: undefined,
    RUNNER_DEBUG: undefined,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
}
