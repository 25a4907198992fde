import * as core from "@actions/core";
import type { Clock } from "./clock.ts";
import { harmlessLog } from "./text/log.ts";

/** The step's log. Every text passes through `harmlessLog` here, so no caller has to think of it. */
export interface Log {
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
export class ActionLog implements Log {
  readonly #clock: Clock;
  lastLineAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.lastLineAt = clock.now();
  }

  info(text: string): void {
    this.#stamp();
    core.info(harmlessLog(text));
  }

  group(title: string, write: () => void): void {
    this.#stamp();
    core.startGroup(oneLine(title));
    try {
      write();
    } finally {
      core.endGroup();
    }
  }

  notice(title: string, text: string): void {
    this.#stamp();
    core.notice(annotation(text), { title: oneLine(title) });
  }

  warning(title: string, text: string): void {
    this.#stamp();
    core.warning(annotation(text), { title: oneLine(title) });
  }

  error(title: string, text: string): void {
    this.#stamp();
    core.error(annotation(text), { title: oneLine(title) });
  }

  debug(text: string): void {
    core.debug(harmlessLog(text));
  }

  #stamp(): void {
    this.lastLineAt = this.#clock.now();
  }
}

function oneLine(text: string): string {
  return harmlessLog(text).replaceAll("\n", " ");
}

/** The runner cuts annotations at 4,096 characters without a word (github/docs, workflow commands). */
function annotation(text: string): string {
  const line = oneLine(text);
  return line.length > 4000 ? `${line.slice(0, 3999)}…` : line;
}
