import type { GitHub } from "../github/client.ts";
import type { GitHubEvent } from "../github/event.ts";
import type { AgentInputs } from "../inputs/agent.ts";
import type { Clock } from "../runner/clock.ts";
import type { Logger } from "../runner/logger.ts";
import type { SetOutput } from "../runner/outputs.ts";
import type { RunContext } from "../runner/run-context.ts";
import type { Service } from "../service/client.ts";
import type { StatusComment } from "./thread/status-comment.ts";

/** What a run of the agent needs from outside. */
export type AgentDependencies = {
  inputs: AgentInputs;
  event: GitHubEvent;
  runContext: RunContext;
  service: Service;
  /** Missing without a token. */
  github: GitHub | undefined;
  statusComment: StatusComment;
  clock: Clock;
  log: Logger;
  setOutput: SetOutput;
  /** Aborts when the run is cancelled. */
  signal: AbortSignal;
};
