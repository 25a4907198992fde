import type { Clock } from "../clock.ts";
import type { GitHub } from "../github/client.ts";
import type { Log } from "../logger.ts";
import type { SetOutput } from "../outputs.ts";
import type { RunFacts } from "../run-context.ts";
import type { Service } from "../service/client.ts";
import type { MemoryKeeper } from "./job-marker.ts";
import type { Conversation, CutOff } from "./status-comment.ts";

/** What carrying out an errand needs from outside. */
export type AgentTools = {
  service: Service;
  clock: Clock;
  log: Log;
  setOutput: SetOutput;
  signal: AbortSignal;
  facts: RunFacts;
  /** Missing without an issue or pull request. */
  conversation: Conversation | undefined;
};

/** What answering a request needs: the same before it is known in which thread. */
export type RequestTools = Omit<AgentTools, "conversation"> & {
  /** Missing without a token. */
  github: GitHub | undefined;
  /** The keeper of the memories in a thread. */
  keeper: (thread: number) => MemoryKeeper;
  saveCutOff: (state: CutOff | undefined) => void;
};
