import { createHash } from "node:crypto";
import type { Settings } from "./settings.ts";

/** How a turn of the agent will go. */
export interface Plan {
  outcome: "pull-request" | "no-changes" | "failed" | "archived";
  seconds: number;
  /** Taken as the pull request's address, whatever it is. */
  link: string | null;
  /** Service seconds for which polls still show the status of the turn before. */
  staleSeconds: number;
  /** Service seconds after which its pull request is there and shown; missing when that is its end. */
  pullSeconds?: number;
}

/** A prompt that a job was given, and what became of it. Times are milliseconds of service time. */
export interface Turn {
  prompt: string;
  plan: Plan;
  acceptedAt: number;
  startsAt: number;
  finishesAt: number;
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

/** Puts the work of one turn on a code host and gives back the pull request's address. */
export type Publish = (job: Job, turn: Turn) => string;

export interface JobsContext {
  clock: { now(): number };
  idSeed: string;
  /** `owner/name`. Responses show the repository's whole URL, as the service does. */
  repository: string;
  /** Without it the pull requests' addresses are made up. */
  publish: Publish | undefined;
}

/** The life of the service's jobs: each prompt is a turn that ends when its time has come. */
export class Jobs {
  readonly #context: JobsContext;
  readonly #jobs: Job[] = [];
  #pulls = 0;

  constructor(context: JobsContext) {
    this.#context = context;
  }

  /** Takes a new job and starts its first turn. */
  create(projectId: string, prompt: string, plan: Plan): Job {
    const number = this.#jobs.length + 1;
    const id = createHash("sha256")
      .update(`${this.#context.idSeed}:${number}`)
      .digest("hex")
      .slice(0, 24);
    const createdAt = this.#context.clock.now();
    const job: Job = { id, projectId, createdAt, archivedAt: null, turns: [], prLink: null };
    this.#jobs.push(job);
    this.message(job, prompt, plan);
    return job;
  }

  /** Takes a turn; one that is still running is finished first, as people queue their wishes. */
  message(job: Job, prompt: string, plan: Plan): void {
    const acceptedAt = this.#context.clock.now();
    const startsAt = Math.max(acceptedAt, job.turns.at(-1)?.finishesAt ?? 0);
    const finishesAt = startsAt + plan.seconds * 1000;
    job.turns.push({ prompt, plan, acceptedAt, startsAt, finishesAt, status: null });
  }

  /** Every job, oldest first. */
  all(): readonly Job[] {
    return this.#jobs;
  }

  find(projectId: string, id: string): Job | undefined {
    return this.#jobs.find((job) => job.id === id && job.projectId === projectId);
  }

  /** Ends this job's turns whose time has come. */
  settle(job: Job): void {
    for (const turn of job.turns) {
      if (turn.status !== null) continue;
      const { outcome, pullSeconds } = turn.plan;
      const isOver = turn.finishesAt <= this.#context.clock.now();
      const isShown =
        pullSeconds !== undefined &&
        turn.startsAt + pullSeconds * 1000 <= this.#context.clock.now();
      if (outcome === "pull-request" && (isOver || (isShown && job.prLink === null)))
        job.prLink =
          turn.plan.link ?? this.#context.publish?.(job, turn) ?? job.prLink ?? this.#nextPull();
      if (!isOver) return;
      turn.status = outcome === "failed" || outcome === "archived" ? outcome : "completed";
      if (outcome === "archived") job.archivedAt = turn.finishesAt;
    }
  }

  /** The status a poll shows now. */
  statusOf(job: Job): string {
    const index = job.turns.findIndex((turn) => turn.status === null);
    const turn = job.turns[index];
    if (turn === undefined) return job.turns.at(-1)?.status ?? "active";
    // A turn that queued up behind another goes on with the work: the job is active all the time.
    const hasWaited = turn.startsAt > turn.acceptedAt;
    const isStale =
      !hasWaited && this.#context.clock.now() < turn.acceptedAt + turn.plan.staleSeconds * 1000;
    return (isStale ? job.turns[index - 1]?.status : undefined) ?? "active";
  }

  /** The job as the contract shows it; `status` stands in for the one a poll would show. */
  show(job: Job, status: string = this.statusOf(job)) {
    return {
      id: job.id,
      status,
      source: { repository: `https://github.com/${this.#context.repository}`, ref: "main" },
      model: "sonnet",
      prLink:
        status === "active" && !job.turns.some(({ plan }) => plan.pullSeconds) ? null : job.prLink,
      createdAt: new Date(job.createdAt).toISOString(),
      archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
    };
  }

  #nextPull(): string {
    this.#pulls += 1;
    return `https://github.com/${this.#context.repository}/pull/${this.#pulls}`;
  }
}

/** What the words do, for `--help`. */
export const PROMPT_WORDS = `  [no changes]     completes without a pull request
  [fail]           fails
  [archive]        is archived
  [takes 90s]      takes that long in service time (s, m or h)
  [link TEXT]      gives TEXT as prLink, whether it is an address or not
  (none of these)  completes with a pull request`;

const outcomes = { fail: "failed", archive: "archived", "no changes": "no-changes" } as const;
const units = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
]);

/** What the words of a prompt make of its turn; unknown words change nothing. */
export function planOf(
  prompt: string,
  { jobSeconds, jobEnds, pullSeconds }: Pick<Settings, "jobSeconds" | "jobEnds" | "pullSeconds">,
): Plan {
  const word = Object.entries(outcomes).find(([name]) => prompt.includes(`[${name}]`));
  const [, number, unit = ""] = /\[takes (\d+(?:\.\d+)?)([smh])\]/.exec(prompt) ?? [];
  return {
    outcome: word?.[1] ?? (typeof jobEnds === "function" ? jobEnds(prompt) : jobEnds),
    seconds: number === undefined ? jobSeconds : Number(number) * (units.get(unit) ?? 1),
    link: /\[link ([^\]]*)\]/.exec(prompt)?.[1] ?? null,
    // A poll right after a message still shows the turn before.
    staleSeconds: 1,
    ...(pullSeconds > 0 && { pullSeconds }),
  };
}
