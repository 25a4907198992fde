import type { Plan, Turn, TurnEnd } from "./plan.ts";

/** A request that the service accepted: as a new job, or as a message to one. */
export type Accepted = {
  /** The attempt that sent it, such as `main#1`. */
  by: string;
  at: number;
  as: "job" | "message";
  jobId: string;
  /** When and how its turn ends. A later message to the same job takes the turn over. */
  turn: { endsAt: number; end: TurnEnd };
};
type Job = {
  id: string;
  number: number;
  createdAt: number;
  turns: (Accepted["turn"] & { seenAt: number })[];
};
type Answer = { status: number; body: string };

const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

/** The service: jobs whose turns take virtual time. */
export class WorldService {
  /** In the order in which the service took them. */
  readonly accepted: Accepted[] = [];
  /** Everything that arrived, also what was refused: `by` and the address. */
  readonly arrived: { by: string; request: string }[] = [];
  readonly jobs = new Map<string, Job>();
  /** Replaces the turn that the plan has next. */
  nextTurn: Turn | undefined;
  readonly #plan: Plan;
  /** Called with the number and time of each pull request. */
  readonly #onPull: (number: number, at: number) => void;

  constructor(plan: Plan, onPull: (number: number, at: number) => void) {
    this.#plan = plan;
    this.#onPull = onPull;
  }

  /** The address of a job's pull request. */
  prLink(job: Job): string {
    return `https://github.com/acme/${this.#plan.docsHere ? "site" : "docs"}/pull/${40 + job.number}`;
  }

  /** What the service does with a request that arrives at `now`. */
  answer(by: string, method: string, path: string, now: number): Answer {
    const [, , , id, what] = /^\/v2\/agent\/(acme)\/(job)(?:\/([^/]+))?(?:\/(message))?$/.exec(path) ?? [];
    if (method === "POST" && id === undefined) {
      const number = this.jobs.size + 1;
      const job: Job = { id: `job${number}a2b4c6`, number, createdAt: now, turns: [] };
      this.jobs.set(job.id, job);
      this.#accept(by, job, "job", now);
      return json(201, this.#shown(job, now));
    }
    const job = this.jobs.get(id ?? "");
    if (job === undefined) return json(404, { error: "Job not found" });
    if (method === "POST" && what === "message") {
      const status = this.#statusAt(job, now);
      if (status === "archived") return json(409, { error: "The job is archived" });
      this.#accept(by, job, "message", now);
      return json(200, this.#shown(job, now));
    }
    const isSeen = now >= job.createdAt + this.#plan.unseenMs;
    return isSeen ? json(200, this.#shown(job, now)) : json(404, { error: "Job not found" });
  }

  #accept(by: string, job: Job, as: Accepted["as"], now: number): void {
    const { turns } = this.#plan;
    const count = this.accepted.filter((one) => !one.by.startsWith("before")).length;
    const { lagMs, workMs, end } = this.nextTurn ?? turns[Math.min(count, turns.length - 1)] ?? defaultTurn;
    const seenAt = as === "job" ? now : now + lagMs;
    const turn = { seenAt, endsAt: seenAt + workMs, end };
    // What was under way becomes a part of this turn.
    for (const earlier of job.turns)
      if (earlier.endsAt > now) Object.assign(earlier, { endsAt: turn.endsAt, end });
    job.turns.push(turn);
    this.accepted.push({ by, at: now, as, jobId: job.id, turn });
    if (end === "pull-request") this.#onPull(40 + job.number, now + 1000);
  }

  #statusAt(job: Job, now: number): string {
    const turn = job.turns.findLast(({ seenAt }) => seenAt <= now);
    if (turn === undefined || now < turn.endsAt) return "active";
    return turn.end === "failed" || turn.end === "archived" ? turn.end : "completed";
  }

  #shown(job: Job, now: number): object {
    const hasPull = job.turns.some(({ endsAt, end }) => end === "pull-request" && endsAt <= now);
    return {
      id: job.id,
      status: this.#statusAt(job, now),
      source: { repository: "acme/docs", ref: "main" },
      model: "sonnet",
      prLink: hasPull ? this.prLink(job) : null,
      createdAt: new Date(job.createdAt).toISOString(),
      archivedAt: null,
    };
  }
}

const defaultTurn: Turn = { lagMs: 0, workMs: 10_000, end: "pull-request" };
