import { type Job, Jobs, type Plan as TurnPlan } from "../emulator/jobs.ts";
import type { Reply } from "../wire.ts";
import type { Plan, Turn, TurnEnd } from "./plan.ts";

/** A request that the service accepted: as a new job, or as a message to one. */
export type Accepted = {
  /** The attempt that sent it, such as `main#1`. */
  by: string;
  at: number;
  as: "job" | "message";
  jobId: string;
  prompt: string;
  /** When and how the work on it ends: with its turn, or with the last of those that queued up behind it. */
  readonly end: { at: number; as: TurnEnd };
};

const defaultTurn: Turn = { lagMs: 0, workMs: 10_000, end: "pull-request" };

/** The service: the emulator's jobs, whose turns take the time of the world and go as its plan says. */
export class WorldService {
  /** In the order in which the service took them. */
  readonly accepted: Accepted[] = [];
  /** Replaces the turn that the plan has next. */
  nextTurn: Turn | undefined;
  readonly #plan: Plan;
  /** Called with the address and time of each pull request. */
  readonly #onPull: (address: string, at: number) => void;
  readonly #jobs: Jobs;
  /** The numbers of the pull requests that jobs opened in the place of their first ones. */
  readonly #pulls = new Map<number, number>();
  #now = 0;

  constructor(plan: Plan, onPull: (address: string, at: number) => void) {
    this.#plan = plan;
    this.#onPull = onPull;
    const clock = { now: () => this.#now };
    this.#jobs = new Jobs({ clock, idSeed: "world", repository: "acme/docs", publish: undefined });
  }

  /** What the service does with a request that arrives at `now`. */
  answer(
    by: string,
    method: string,
    path: string,
    { prompt = "" }: { prompt?: string },
    now: number,
  ): Reply {
    this.#now = now;
    const [, id, what] = /^\/v2\/agent\/acme\/job(?:\/([^/]+))?(?:\/(message))?$/.exec(path) ?? [];
    if (method === "POST" && id === undefined) {
      const job = this.#jobs.create("acme", prompt, this.#nextPlan(this.#jobs.all().length));
      this.#accept(by, job, "job");
      return this.#show(201, job);
    }
    const job = this.#jobs.find("acme", id ?? "");
    if (job === undefined) return json(404, { error: "Job not found" });
    this.#jobs.settle(job);
    if (method === "GET" && now < job.createdAt + (this.#plan.unknownMs ?? 0))
      return json(404, { error: "Job not found" });
    if (method === "POST" && what === "message") {
      if (this.#jobs.statusOf(job) === "archived")
        return json(409, { error: "The job is archived" });
      this.#jobs.message(job, prompt, this.#nextPlan(this.#jobs.all().indexOf(job)));
      this.#accept(by, job, "message");
      return this.#show(200, job);
    }
    return this.#show(200, job);
  }

  /** What comes next of the job with this index. */
  #nextPlan(index: number): TurnPlan {
    const { turns, isDocsHere } = this.#plan;
    const repository = isDocsHere ? "acme/site" : "acme/docs";
    const count = this.accepted.filter((one) => !one.by.startsWith("before")).length;
    const { lagMs, workMs, end, isElsewhere } =
      this.nextTurn ?? turns[Math.min(count, turns.length - 1)] ?? defaultTurn;
    if (isElsewhere) this.#pulls.set(index, 141 + count);
    const number = this.#pulls.get(index) ?? 41 + index;
    if (end === "pull-request") this.#onPull(`${repository}#${number}`, this.#now + 1000);
    return {
      outcome: end,
      seconds: (lagMs + workMs) / 1000,
      staleSeconds: lagMs / 1000,
      link: `https://github.com/${repository}/pull/${number}`,
    };
  }

  #accept(by: string, job: Job, as: Accepted["as"]): void {
    const index = job.turns.length - 1;
    this.accepted.push({
      ...{ by, at: this.#now, as, jobId: job.id, prompt: job.turns[index]?.prompt ?? "" },
      get end() {
        const next = job.turns.findIndex(
          ({ acceptedAt }, other) =>
            other > index && acceptedAt >= (job.turns[other - 1]?.finishesAt ?? 0),
        );
        const last = job.turns.at(next < 0 ? -1 : next - 1);
        return { at: last?.finishesAt ?? 0, as: last?.plan.outcome ?? "failed" };
      },
    });
  }

  /** Unlike the emulator's own, also a job that is active shows the pull request that it has. */
  #show(status: number, job: Job): Reply {
    this.#jobs.settle(job);
    return json(status, { ...this.#jobs.show(job), prLink: job.prLink });
  }
}

function json(status: number, body: unknown): Reply {
  return { status, body: JSON.stringify(body), headers: {} };
}
