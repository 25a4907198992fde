import { createHash } from "node:crypto";
import type { Settings } from "./settings.ts";

const LONGEST_TIMER = 2_147_483_647;

/** The time that jobs go by. Without anybody to show pull requests to, `at` may do nothing: polls end turns too. */
export interface JobsClock {
  now(): number;
  at(moment: number, happen: () => void): () => void;
}

/** The service's own time: real time, sped up by a factor, and moved on by hand where a test cannot wait. */
export class ServiceClock implements JobsClock {
  readonly #scale: number;
  readonly #startedAt = Date.now();
  #advanced = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Milliseconds since 1970 as the service sees them. */
  now(): number {
    return Math.round(this.#startedAt + (Date.now() - this.#startedAt) * this.#scale + this.#advanced);
  }

  /** Has something happen at a moment of service time, and gives back what calls it off. */
  at(moment: number, happen: () => void): () => void {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const milliseconds = Math.max(0, Math.ceil((moment - this.now()) / this.#scale));
      timer = setTimeout(
        () => {
          // A timer may be cut short, or fire a moment before the clock it was set by gets there.
          if (this.now() < moment) wait();
          else happen();
        },
        Math.min(milliseconds, LONGEST_TIMER),
      );
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  }

  /** Moves the service's time on at once. */
  advance(milliseconds: number): void {
    this.#advanced += milliseconds;
  }
}

/** How a turn of the agent will go. */
export interface Plan {
  outcome: "pull-request" | "no-changes" | "failed" | "archived";
  /** Null for a turn that never ends. */
  seconds: number | null;
  /** A status outside the documented ones that the first half of the turn shows. */
  oddStatus: string | null;
  /** Taken as the pull request's address, whatever it is. */
  link: string | null;
  /** Service seconds for which polls still show the status of the turn before. */
  staleSeconds: number;
}

/** A prompt that a job was given, and what became of it. Times are milliseconds of service time. */
export interface Turn {
  prompt: string;
  plan: Plan;
  acceptedAt: number;
  startsAt: number;
  finishesAt: number | null;
  /** Null while the agent is still at it. */
  status: "completed" | "archived" | "failed" | null;
}

/** A job as the service keeps it. */
export interface Job {
  id: string;
  projectId: string;
  createdAt: number;
  archivedAt: number | null;
  turns: Turn[];
  prLink: string | null;
}

/** What the jobs keep in the emulator's state. */
export interface JobsState {
  jobs: Job[];
  pulls: number;
}

/** Puts the work of one turn on a code host and gives back the pull request's address. */
export type Publish = (job: Job, turn: Turn) => string;

export interface JobsContext {
  clock: JobsClock;
  settings(): Settings;
  idSeed: string;
  /** `owner/name` and the branch. Responses show the repository's whole URL, as the service does. */
  source: { repository: string; ref: string };
  model: string;
  publish: Publish | null;
}

/** The life of the service's jobs: each prompt is a turn that ends when its time has come. */
export class Jobs {
  readonly #state: JobsState;
  readonly #context: JobsContext;
  readonly #wakings = new Set<() => void>();

  constructor(state: JobsState, context: JobsContext) {
    this.#state = state;
    this.#context = context;
  }

  /** Takes a new job and starts its first turn, which goes as the words of the prompt say unless a plan is given. */
  create(projectId: string, prompt: string, plan?: Plan): Job {
    const number = this.#state.jobs.length + 1;
    const id = createHash("sha256").update(`${this.#context.idSeed}:${number}`).digest("hex").slice(0, 24);
    const createdAt = this.#context.clock.now();
    const job: Job = { id, projectId, createdAt, archivedAt: null, turns: [], prLink: null };
    this.#state.jobs.push(job);
    this.#addTurn(job, prompt, plan);
    return job;
  }

  /** Takes a follow-up; a turn that is still running is finished first, as people queue their wishes. */
  message(job: Job, prompt: string, plan?: Plan): void {
    this.#addTurn(job, prompt, plan);
  }

  /** Every job, oldest first. */
  all(): readonly Job[] {
    return this.#state.jobs;
  }

  find(projectId: string, id: string): Job | undefined {
    return this.#state.jobs.find((job) => job.id === id && job.projectId === projectId);
  }

  /** Ends this job's turns whose time has come. */
  settle(job: Job): void {
    for (const turn of job.turns) {
      if (turn.status !== null) continue;
      if (turn.finishesAt === null || turn.finishesAt > this.#context.clock.now()) return;
      if (turn.plan.outcome === "pull-request") {
        job.prLink = turn.plan.link ?? this.#context.publish?.(job, turn) ?? job.prLink ?? this.#nextPull();
        turn.status = "completed";
      } else this.#end(job, turn, turn.plan.outcome);
    }
  }

  /** The status a poll shows now. */
  statusOf(job: Job): string {
    const now = this.#context.clock.now();
    const index = job.turns.findIndex((turn) => turn.status === null);
    const turn = job.turns[index];
    if (turn === undefined) return job.turns.at(-1)?.status ?? "active";
    const previous = index > 0 ? job.turns[index - 1]?.status : undefined;
    // A turn that queued up behind another goes on with the work: the job is active all the time.
    const hasWaited = turn.startsAt > turn.acceptedAt;
    const stale = !hasWaited && now < turn.acceptedAt + turn.plan.staleSeconds * 1000;
    if (typeof previous === "string" && stale) return previous;
    const half = turn.finishesAt === null ? Infinity : (turn.startsAt + turn.finishesAt) / 2;
    return turn.plan.oddStatus !== null && now < half ? turn.plan.oddStatus : "active";
  }

  /** The job as the contract shows it; `status` stands in for the one a poll would show. */
  show(job: Job, status: string = this.statusOf(job)) {
    const { source } = this.#context;
    const final = status === "completed" || status === "failed" || status === "archived";
    return {
      id: job.id,
      status,
      source: { ...source, repository: `https://github.com/${source.repository}` },
      model: this.#context.model,
      prLink: final ? job.prLink : null,
      createdAt: new Date(job.createdAt).toISOString(),
      archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
    };
  }

  /** Stops the timers; turns that are still running never end after this. */
  stop(): void {
    for (const callOff of this.#wakings) callOff();
    this.#wakings.clear();
  }

  #addTurn(job: Job, prompt: string, given: Plan | undefined): void {
    const { clock, settings } = this.#context;
    const acceptedAt = clock.now();
    const plan = given ?? planOf(prompt, settings());
    const before =
      job.turns.find((turn) => turn.status === null) === undefined ? 0 : job.turns.at(-1)?.finishesAt;
    const startsAt = before === null ? null : Math.max(acceptedAt, before ?? 0);
    const finishesAt = startsAt === null || plan.seconds === null ? null : startsAt + plan.seconds * 1000;
    job.turns.push({
      prompt,
      plan,
      acceptedAt,
      startsAt: startsAt ?? acceptedAt,
      finishesAt,
      status: null,
    });
    if (finishesAt !== null) this.#wake(job, finishesAt);
  }

  /** Without a timer the pull request would appear only at the next poll. */
  #wake(job: Job, moment: number): void {
    const callOff = this.#context.clock.at(moment, () => {
      this.#wakings.delete(callOff);
      this.settle(job);
    });
    this.#wakings.add(callOff);
  }

  /** A later turn without changes keeps the earlier pull request of the job. */
  #end(job: Job, turn: Turn, outcome: "no-changes" | "failed" | "archived"): void {
    turn.status = outcome === "no-changes" ? "completed" : outcome;
    if (outcome === "archived") job.archivedAt = turn.finishesAt;
  }

  #nextPull(): string {
    this.#state.pulls += 1;
    return `https://github.com/${this.#context.source.repository}/pull/${this.#state.pulls}`;
  }
}

/** What the words do, for `--help`. */
export const PROMPT_WORDS = `  [no changes]     completes without a pull request
  [fail]           fails
  [archive]        is archived
  [takes 90s]      takes that long in service time (ms, s, m or h)
  [takes forever]  never ends
  [status weird]   shows the status "weird" for the first half of its time
  [link TEXT]      gives TEXT as prLink, whether it is an address or not
  (none of these)  completes with a pull request`;

const UNITS = new Map([
  ["ms", 0.001],
  ["s", 1],
  ["m", 60],
  ["h", 3600],
]);

/** Reads the scripted outcome out of a prompt; unknown words change nothing. */
function planOf(prompt: string, { jobSeconds, staleSeconds }: Settings): Plan {
  return {
    outcome: outcomeOf(prompt),
    seconds: secondsOf(prompt, jobSeconds),
    oddStatus: /\[status ([^\]]+)\]/i.exec(prompt)?.[1] ?? null,
    link: /\[link ([^\]]*)\]/i.exec(prompt)?.[1] ?? null,
    staleSeconds,
  };
}

function outcomeOf(prompt: string): Plan["outcome"] {
  if (/\[fail\]/i.test(prompt)) return "failed";
  if (/\[archive\]/i.test(prompt)) return "archived";
  return /\[no changes\]/i.test(prompt) ? "no-changes" : "pull-request";
}

function secondsOf(prompt: string, defaultSeconds: number): number | null {
  if (/\[takes forever\]/i.test(prompt)) return null;
  const match = /\[takes (\d+(?:\.\d+)?) ?(ms|s|m|h)\]/i.exec(prompt);
  const unit = UNITS.get(match?.[2]?.toLowerCase() ?? "");
  return match?.[1] === undefined || unit === undefined ? defaultSeconds : Number(match[1]) * unit;
}
