import { type Clock, orAbort } from "../clock.ts";
import type { GitHub } from "../github/client.ts";
import type { GitHubEvent } from "../github/event.ts";
import type { Connection, Inputs } from "../inputs/load.ts";
import type { RunContext } from "../runner/context.ts";
import type { CommentEdit, SetOutput } from "../runner/files.ts";
import type { Logger } from "../runner/log.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import type { CallOptions } from "../service/retry.ts";

/** What a run of the agent works with: made once, in `src/run.ts`. */
export type Tools = ThreadTools & {
  /** Signs what the comments remember. */
  connection: Connection;
  service: Service;
};

/** What it has without a key, a project and an address of the service that can be used. */
export type ThreadTools = {
  inputs: Inputs;
  event: GitHubEvent;
  runContext: RunContext;
  /** Missing without a token. */
  github: GitHub | undefined;
  clock: Clock;
  log: Logger;
  setOutput: SetOutput;
  /** Masks secrets: GitHub masks no comments. */
  redact: (text: string) => string;
  /** Keeps the edit that the post step makes if this process is killed; without one, it has nothing to do. */
  savePostState: (edit: CommentEdit | undefined) => void;
  /** Aborts when the run is cancelled. */
  signal: AbortSignal;
  /** When the time of the run is over (`timeout-minutes`), by `Clock.elapsed`. */
  deadline: number;
};

/** GitHub's time, in epoch ms, as the clocks of two runners differ; that of the runner where GitHub has not said it. */
export function sharedTime({ github, clock }: ThreadTools): number {
  return github?.now ?? clock.now();
}

/** The input `timeout-minutes` in ms. */
export function timeoutMs(inputs: Pick<Inputs, "timeout-minutes">): number {
  return inputs["timeout-minutes"] * 60_000;
}

/** For requests that a cancellation ends, and whose retries end with the time of the run. */
export function callOptions({ signal, deadline }: ThreadTools): CallOptions {
  return { signal, deadline };
}

/** Waits for a promise before anything was sent. Throws a `CancelledError` as soon as the signal aborts. */
export function abortable<T>(signal: AbortSignal, waiting: Promise<T>): Promise<T> {
  return orAbort(waiting, signal, () => new CancelledError(false));
}
