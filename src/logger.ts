import type { Clock } from "./clock.ts";
import { shorten } from "./text/shorten.ts";
import { escapeWorkflowCommands } from "./text/workflow-commands.ts";
import { annotate, debug, endGroup, info, startGroup } from "./toolkit.ts";

/** The step's log. Every text passes through `harmlessLog` here, so no caller has to think of it. */
export interface Logger {
  info(text: string): void;
  /** Runs `write` with its lines in a collapsible group. */
  group(title: string, write: () => void): void;
  notice(title: string, text: string): void;
  warning(title: string, text: string): void;
  error(title: string, text: string): void;
  /** Shown only with step debugging. */
  debug(text: string): void;
  /** Epoch ms of the newest line. */
  readonly lastLineAt: number;
}

/** The log that the runner reads on stdout. */
export class ActionsLogger implements Logger {
  readonly #clock: Clock;
  lastLineAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.lastLineAt = clock.now();
  }

  info(text: string): void {
    this.#stamp();
    info(escapeWorkflowCommands(text));
  }

  group(title: string, write: () => void): void {
    this.#stamp();
    startGroup(oneLine(title));
    try {
      write();
    } finally {
      endGroup();
    }
  }

  notice(title: string, text: string): void {
    this.#stamp();
    annotate("notice", oneLine(title), annotation(text));
  }

  warning(title: string, text: string): void {
    this.#stamp();
    annotate("warning", oneLine(title), annotation(text));
  }

  error(title: string, text: string): void {
    this.#stamp();
    annotate("error", oneLine(title), annotation(text));
  }

  debug(text: string): void {
    debug(escapeWorkflowCommands(text));
  }

  #stamp(): void {
    this.lastLineAt = this.#clock.now();
  }
}

function oneLine(text: string): string {
  return escapeWorkflowCommands(text).replaceAll("\n", " ");
}

/** The runner cuts annotations at 4,096 characters without a word (github/docs, workflow commands). */
function annotation(text: string): string {
  return shorten(oneLine(text), 4000);
}
