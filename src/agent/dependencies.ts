import type { Clock } from "../clock.ts";
import type { GitHub } from "../github/client.ts";
import type { Logger } from "../logger.ts";
import type { SetOutput } from "../outputs.ts";
import type { RunContext } from "../run-context.ts";
import type { Service } from "../service/client.ts";
import type { JobMarkerCodec } from "./job-marker.ts";
import type { PostState, StatusComment } from "./status-comment.ts";

/** What carrying out an errand needs from outside. */
export type AgentDependencies = {
  service: Service;
  clock: Clock;
  log: Logger;
  setOutput: SetOutput;
  signal: AbortSignal;
  runContext: RunContext;
  /** Missing without an issue or pull request. */
  statusComment: StatusComment | undefined;
};

/** What answering a request needs: the same before it is known in which thread. */
export type CommandDependencies = Omit<AgentDependencies, "statusComment"> & {
  /** Missing without a token. */
  github: GitHub | undefined;
  /** The keeper of the memories in a thread. */
  markerCodec: (thread: number) => JobMarkerCodec;
  savePostState: (state: PostState | undefined) => void;
};
