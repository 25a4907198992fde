import type { Attempt, Fault, RequestKind } from "./plan.ts";
import type { WorldService } from "./service.ts";
import type { WorldThread } from "./thread.ts";

/** The time of a world, which need not be that of the clock on the wall, and its story. */
export type Time = {
  /** What happened, in order, for people who look for the cause of a failure. */
  readonly story: string[];
  /** Epoch ms. */
  now(): number;
  /** Resolves after `ms`. */
  wait(ms: number): Promise<void>;
  /** Has something happen after `ms`. */
  after(ms: number, happen: () => void): void;
  /** Tells the story on. */
  tell(who: string, what: string): void;
};

/** A request that a step made, and what came of it. */
export type Sent = { kind: RequestKind; request: string; at: number; status?: number; answeredAt?: number };

/** A step as people, servers and the runner see it afterwards. */
export type PlayedStep = {
  /** The attempt, such as `main#2`, with `.post` behind it for its post step. */
  readonly name: string;
  readonly requests: readonly Sent[];
  readonly beganAt: number;
  readonly endedAt: number | undefined;
  /** Missing where it was killed. */
  readonly exitCode: number | undefined;
  readonly outputs: Readonly<Record<string, string>>;
  /** What was saved for the post step. */
  readonly state: Readonly<Record<string, string>>;
  readonly stdout: string;
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
export type Surroundings<T extends Time = Time> = { world: T; service: WorldService; thread: WorldThread };

/** Where a plan is played: how time goes there, and how a step is run. */
export type Stage<T extends Time = Time> = {
  time: T;
  play(name: string, surroundings: Surroundings<T>, options: StepOptions): Promise<PlayedStep>;
};
