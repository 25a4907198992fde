import { tellNotSent } from "../../src/network/connections.ts";
import { type Runtime, run, runPost } from "../../src/run.ts";
import { prepareStep, type Step as WrittenStep } from "../runner/runner.ts";
import { refused, reset, serviceOrigin } from "../service/fake-service.ts";
import { type Reply, type Send, Wire } from "../wire.ts";
import type { Attempt, Fault } from "./plan.ts";
import { effectOn, instead, kindOf, phaseOfStop, type Sent } from "./requests.ts";
import type { WorldService } from "./service.ts";
import type { WorldThread } from "./thread.ts";
import { chance, current, type Owner, type World } from "./world.ts";

type StepOptions = {
  faults: readonly Fault[];
  stop?: Attempt["stop"];
  /** What the main step has saved; it makes a post step. */
  saved?: Record<string, string>;
  /** How far the runner's clock is ahead of GitHub's. */
  skewMs?: number;
};

/** What a step can reach. */
export type Surroundings = { world: World; service: WorldService; thread: WorldThread };

/** The most that a runner waits for a cancelled step (GitHub's documentation of cancellation: 7.5 s, then 2.5 s). */
const cancelMs = 10_000;

/** A main step or post step in this process, as a runner starts, cancels and kills it. */
export class Step implements Owner {
  /** The attempt, such as `main#2`, with `.post` behind it for its post step. */
  readonly name: string;
  readonly world: World;
  readonly env: Owner["env"];
  readonly requests: Sent[] = [];
  readonly beganAt: number;
  alive = true;
  /** Missing while it runs and where it was killed. */
  exitCode: number | undefined;
  endedAt: number | undefined;
  outputs: Record<string, string> = {};
  /** What was saved for the post step. */
  state: Record<string, string> = {};
  stdout = "";
  readonly #prepared: ReturnType<typeof prepareStep>;
  readonly #surroundings: Surroundings;
  readonly #options: StepOptions;
  #cancel: () => void = () => {};
  #settle: () => void = () => {};

  constructor(
    name: string,
    written: WrittenStep,
    surroundings: Surroundings,
    options: StepOptions,
  ) {
    this.name = name;
    this.world = surroundings.world;
    this.#prepared = prepareStep(written, options.saved);
    this.env = { ...this.#prepared.env, RUNNER_DEBUG: undefined };
    this.beganAt = this.world.now();
    this.#surroundings = surroundings;
    this.#options = options;
  }

  /** Runs the step; resolves once it has ended or was killed. */
  async play(): Promise<this> {
    const { stop, saved } = this.#options;
    const over = new Promise<void>((resolve) => {
      this.#settle = resolve;
    });
    if (stop !== undefined && "ms" in stop.when)
      this.world.after(stop.when.ms, () => this.#stop(), this);
    void current.run(this, async () => {
      const host = this.#host();
      const exitCode = saved === undefined ? await run(host) : await runPost(host).then(() => 0);
      if (this.alive) this.#end(exitCode);
    });
    await over;
    return this;
  }

  print(text: string): void {
    if (this.alive) this.stdout += text;
  }

  kill(): void {
    if (!this.alive) return;
    this.#finish();
    this.world.tell(this.name, "is killed");
    this.#settle();
  }

  /** What a dead step writes into its files counts no more. */
  #finish(): void {
    this.alive = false;
    this.endedAt = this.world.now();
    const written = this.#prepared.written();
    this.outputs = written.outputs;
    this.state = written.state;
    this.#prepared.remove();
  }

  #end(exitCode: number): void {
    this.#finish();
    this.exitCode = exitCode;
    const { result = "", reason = "" } = this.outputs;
    this.world.tell(this.name, `ends with ${exitCode} ${result} ${reason}`.trimEnd());
    this.#settle();
  }

  #stop(): void {
    if (this.#options.stop?.how === "kill") {
      this.kill();
      return;
    }
    this.world.tell(this.name, "is cancelled");
    current.run(this, () => this.#cancel());
    this.world.after(cancelMs, () => this.kill(), this);
  }

  #host(): Runtime {
    const { world, name } = this;
    const { skewMs = 0 } = this.#options;
    let draws = 0;
    return {
      env: this.env,
      clock: {
        now: () => world.now() + skewMs,
        elapsed: () => world.now(),
        sleep: (ms, signal) =>
          new Promise((resolve) => {
            if (signal?.aborted) return resolve();
            const stop = world.after(ms, () => wake(), this);
            const wake = () => {
              stop();
              signal?.removeEventListener("abort", wake);
              current.run(this, resolve);
            };
            signal?.addEventListener("abort", wake, { once: true });
          }),
        timeout: (ms) => {
          const over = new AbortController();
          world.after(ms, () => over.abort(new DOMException("", "TimeoutError")), this);
          return over.signal;
        },
        every: (ms, tick) => {
          let stop = () => {};
          const next = () => {
            stop = world.after(ms, () => current.run(this, fire), this, true);
          };
          const fire = () => {
            next();
            tick();
          };
          next();
          return () => stop();
        },
        random: () => chance(world.seed, name, "random", draws++),
      },
      dispatcher: new Wire(this.#send).compose(tellNotSent),
      // GitHub's pace is kept by a queue that all runs of a process share.
      isPaced: false,
      onCancel: (cancel) => {
        this.#cancel = cancel;
      },
    };
  }

  /** Sends a request on its way: it travels, the server acts, and the answer travels back. */
  readonly #send: Send = ({ origin, method, path: whole, body }, connect, answered) => {
    const { world, requests } = this;
    const { service, thread } = this.#surroundings;
    const { faults, stop } = this.#options;
    // What a killed process was about to send.
    if (!this.alive) return;
    const toService = origin === serviceOrigin;
    const path = whole.replace("/repos/acme/site", "");
    const request = `${toService ? "" : "GitHub "}${method} ${path}`;
    const kind = kindOf(toService, method, path);
    const sent: Sent = { kind, request, at: world.now(), effect: undefined };
    const number = requests.push(sent);
    const effect = effectOn(requests, faults);
    sent.effect = effect;
    if (effect?.kind !== "no-connection" && !connect()) return;
    const stopsAt = phaseOfStop(requests, stop);
    world.tell(
      this.name,
      `${number}. sends ${request} ${effect === undefined ? "" : JSON.stringify(effect)}`,
    );
    const given = body === "" ? {} : JSON.parse(body);
    const act = () => {
      if (effect?.kind === "deleted") thread.delete(path, world.now());
      return (toService ? service : thread).answer(this.name, method, path, given, world.now());
    };
    const way = (part: string) =>
      20 + Math.floor(chance(world.seed, this.name, number, part) * 380);
    const reply = (answer: Reply | Error, ms: number) =>
      world.after(
        ms,
        () => {
          sent.answeredAt = world.now();
          if (answer instanceof Error)
            world.tell(this.name, `${number}. breaks: ${answer.message}`);
          else {
            sent.status = answer.status;
            world.tell(this.name, `${number}. is answered ${answer.status}`);
          }
          current.run(this, () => answered(answer));
          // A moment later, when the step has understood the answer.
          if (stopsAt === "answered") world.after(5, () => this.#stop(), this);
        },
        this,
      );

    if (stopsAt === "before") {
      // What was about to be sent goes with a process that is killed, and not with one that is cancelled.
      if (stop?.how === "kill") return void world.after(0, () => this.kill(), this);
      world.after(0, () => this.#stop(), this);
    }
    if (effect?.kind === "no-connection") return void reply(refused(), way("up"));
    if (effect?.kind === "hang" && !effect.acts) return;
    world.after(way("up"), () => {
      // What is on its way when a process ends may arrive or not.
      if (!this.alive && chance(world.seed, this.name, number, "arrives") < 0.5) return;
      if (effect?.kind === "lost-before") return void reply(reset(), way("down"));
      const isUnread =
        (effect?.kind === "status" || effect?.kind === "other-answer") && effect.acts !== true;
      const answer = isUnread ? undefined : act();
      if (!this.alive && answer !== undefined)
        world.tell(this.name, `${number}. arrives all the same: ${answer.status}`);
      if (stopsAt === "acted") world.after(0, () => this.#stop(), this);
      if (effect?.kind === "hang") return;
      const seen = effect?.kind === "lost-after" ? reset() : (instead(effect) ?? answer);
      if (seen !== undefined) reply(seen, way("down") + (effect?.kind === "slow" ? effect.ms : 0));
    });
  };
}
