import type { Attempt, Effect, Fault, RequestKind } from "./plan.ts";
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
export type Surroundings = { world: World; service: WorldService; thread: WorldThread };
