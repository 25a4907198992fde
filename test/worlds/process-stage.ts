import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type RunningStep, startStep } from "../runner/runner.ts";
import { listen } from "../service/local-server.ts";
import type { Attempt, Effect, Fault, Plan } from "./plan.ts";
import { note, type Reply, refusal } from "./requests.ts";
import type { PlayedStep, Sent, Stage, StepOptions, Surroundings, Time } from "./stage.ts";

/** So many times as fast as on the wall the time of these worlds goes, so that a job of a minute takes three seconds. */
const speed = 20;
/** No pause of a story takes longer on the wall, in ms. */
const maxPauseMs = 300;
/** The runner kills a cancelled step after this, in ms on the wall. */
const cancelMs = 10_000;

class FastTime implements Time {
  readonly story: string[] = [];
  readonly #begin = Date.now();

  now(): number {
    return this.#begin + (Date.now() - this.#begin) * speed;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.min(ms / speed, maxPauseMs)));
  }

  after(ms: number, happen: () => void): void {
    setTimeout(happen, ms / speed).unref();
  }

  tell(who: string, what: string): void {
    const seconds = ((Date.now() - this.#begin) / 1000).toFixed(3);
    this.story.push(`${seconds.padStart(9)}  ${who.padEnd(12)} ${what}`);
  }
}

/**
 * The stage of the real bundle: each step is a process, which is really killed and cancelled, and whose requests go to
 * a server on this machine. The paths of a step begin with its name, so that the server knows who asks.
 */
export class ProcessStage implements Stage {
  readonly time = new FastTime();
  readonly #steps = new Map<string, LiveStep>();
  #url = "";
  /** Stops the server and ends its connections. */
  close = async (): Promise<void> => {};

  static async open(): Promise<ProcessStage> {
    const stage = new ProcessStage();
    const server = createServer((request, response) => void stage.#serve(request, response));
    const { port, close } = await listen(server, "127.0.0.1");
    stage.#url = `http://127.0.0.1:${port}`;
    stage.close = close;
    return stage;
  }

  async play(name: string, surroundings: Surroundings, options: StepOptions): Promise<PlayedStep> {
    const step = new LiveStep(name, surroundings, options);
    this.#steps.set(name, step);
    await step.run(`${this.#url}/${encodeURIComponent(name)}`);
    return step;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, name = "", server = "", ...rest] = (request.url ?? "").split("/");
    const step = this.#steps.get(decodeURIComponent(name));
    const body = Buffer.concat(chunks).toString("utf8");
    const path = `/${rest.join("/")}`;
    const answer = await step?.serve(server === "service", request.method ?? "", path, body);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(answer.status === 204 ? undefined : answer.body);
  }
}

/** A step in a process of its own. */
class LiveStep implements PlayedStep {
  readonly name: string;
  readonly requests: Sent[] = [];
  readonly beganAt: number;
  endedAt: number | undefined;
  exitCode: number | undefined;
  outputs: Record<string, string> = {};
  state: Record<string, string> = {};
  stdout = "";
  readonly #surroundings: Surroundings;
  readonly #options: StepOptions;
  #running: RunningStep | undefined;
  #isKilled = false;

  constructor(name: string, surroundings: Surroundings, options: StepOptions) {
    this.name = name;
    this.#surroundings = surroundings;
    this.#options = options;
    this.beganAt = surroundings.world.now();
  }

  async run(url: string): Promise<void> {
    const { env, stop, isPost = false } = this.#options;
    const { world } = this.#surroundings;
    const given = Object.entries({
      ...env,
      "INPUT_BASE-URL": `${url}/service`,
      GITHUB_API_URL: `${url}/github`,
    });
    const variables: Record<string, string> = {};
    for (const [key, value] of given) if (value !== undefined) variables[key] = value;
    const state: Record<string, string> = {};
    for (const [key, value] of given) if (key.startsWith("STATE_")) state[key.slice(6)] = value ?? "";
    this.#running = startStep({ with: {}, env: variables }, isPost ? "post" : "main", state);
    if (stop?.when === "loading") this.#stop();
    else if (stop !== undefined && "ms" in stop.when) world.after(stop.when.ms, () => this.#stop());
    const result = await this.#running.done;
    this.#running = undefined;
    this.endedAt = world.now();
    this.exitCode = result.exitCode ?? undefined;
    this.outputs = result.outputs;
    this.state = result.state;
    this.stdout = `${result.stdout}${JSON.stringify(result.outputs)}`;
    const how = result.exitCode === null ? "was killed" : `ends with ${result.exitCode}`;
    world.tell(
      this.name,
      `${how} ${result.outputs["result"] ?? ""} ${result.outputs["reason"] ?? ""}`.trimEnd(),
    );
  }

  /** What the servers do with a request of this step; without an answer the connection breaks. */
  async serve(isService: boolean, method: string, path: string, body: string): Promise<Reply | undefined> {
    const { world } = this.#surroundings;
    const outgoing = { isService, method, path, body };
    const { sent, effect, stopsAt, act } = note(this, this.#surroundings, this.#options, outgoing);
    if (stopsAt === "before") this.#stop();
    if (stopsAt === "before" && this.#options.stop?.how === "kill") return undefined;
    const reply = await this.#reply(effect, () => {
      const answer = act();
      if (stopsAt === "acted") this.#stop();
      return answer;
    });
    // An answer that comes after the kill reaches nobody, although the server sends it.
    if (this.#isKilled) return reply;
    sent.answeredAt = world.now();
    if (reply !== undefined) sent.status = reply.status;
    // A moment later, when the step has understood the answer.
    if (stopsAt === "answered") setTimeout(() => this.#stop(), 20);
    return reply;
  }

  async #reply(effect: Effect | undefined, act: () => Reply): Promise<Reply | undefined> {
    const later = (ms: number) => new Promise<void>((resolve) => this.#surroundings.world.after(ms, resolve));
    switch (effect?.kind) {
      case undefined:
        return act();
      case "status":
        if (effect.acts) act();
        return refusal(effect);
      case "no-connection":
      case "lost-before":
        return undefined;
      case "lost-after":
        act();
        return undefined;
      case "slow": {
        const early = effect.acts === "early" ? act() : undefined;
        await later(effect.ms);
        return early ?? act();
      }
    }
  }

  #stop(): void {
    const process = this.#running?.process;
    if (process === undefined) return;
    const { how } = this.#options.stop ?? {};
    this.#surroundings.world.tell(this.name, how === "kill" ? "is killed" : "is cancelled");
    this.#isKilled = how === "kill";
    process.kill(how === "kill" ? "SIGKILL" : "SIGINT");
    setTimeout(() => process.kill("SIGKILL"), cancelMs).unref();
  }
}

/** A plan for processes, which cannot wait as long: fewer comments, shorter turns, refusals that soon pass. */
export function shortened(plan: Plan): Plan {
  const attempt = (given: Attempt): Attempt => ({
    ...given,
    faults: given.faults.filter(isShort).map(hurried),
  });
  return {
    ...plan,
    inputs: { ...plan.inputs, "timeout-minutes": "2", "poll-interval-seconds": "1" },
    chatter: Math.min(plan.chatter, 120),
    // An active one takes minutes.
    ...(plan.before?.job === "active" ? { before: { ...plan.before, job: "completed" } } : {}),
    // A new status comes at once, or the step would wait a minute for one.
    turns: plan.turns.map((turn) => ({ ...turn, lagMs: 0, workMs: turn.workMs / 2 })),
    unseenMs: 0,
    later: false,
    actors: plan.actors.map(({ who, attempts }) => ({ who, attempts: attempts.map(attempt) })),
  };
}

/** What never passes is asked for again for minutes. */
function isShort({ effect, times }: Fault): boolean {
  return effect.kind !== "status" || times !== "ever";
}

function hurried(fault: Fault): Fault {
  const { effect } = fault;
  if (effect.kind !== "status" || effect.retryAfter === undefined) return { ...fault, times: 1 };
  return { ...fault, times: 1, effect: { ...effect, retryAfter: 1 } };
}
