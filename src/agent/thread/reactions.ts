import type { Reaction } from "../../github/client.ts";
import { GitHubError } from "../../github/errors.ts";
import type { Logger } from "../../runner/log.ts";
import type { AgentThread } from "./agent-thread.ts";
import type { WriteQueue } from "./write-queue.ts";

/** What comments and reactions need in issues and pull requests. */
export const writePermissions = "issues: write, pull-requests: write";

/** The reactions on a command. After GitHub refuses one, with a warning, no other is tried. */
export class Reactions {
  readonly #queue: WriteQueue;
  readonly #thread: Pick<AgentThread, "github" | "reactTo"> | undefined;
  readonly #log: Logger;
  #refused = false;

  /** Without a thread, there is nothing to react to. */
  constructor(queue: WriteQueue, thread: Pick<AgentThread, "github" | "reactTo"> | undefined, log: Logger) {
    this.#queue = queue;
    this.#thread = thread;
    this.#log = log;
  }

  /** Puts a reaction on the command, after what is queued already. */
  add(reaction: Reaction): void {
    const { github, reactTo: target } = this.#thread ?? {};
    if (github === undefined || target === undefined) return;
    // Not awaited: a queued write never rejects, and whoever needs it waits for the queue.
    void this.#queue.add(async () => {
      if (this.#refused) return;
      try {
        await github.react(target, reaction);
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
        this.#refused = true;
        if (!error.aborted)
          this.#log.warning(
            "Reaction not shown",
            `The reaction could not be added (${error.why}). ${error.advice(writePermissions)}`,
          );
      }
    });
  }
}
