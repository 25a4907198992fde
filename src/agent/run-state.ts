import type { Job } from "../service/schemas.ts";
import type { Plan } from "./decide.ts";
import { pullOf } from "./job.ts";
import { emptyMemory, type Memory } from "./memory.ts";
import { setOutputs } from "./outputs.ts";
import { askedBy, beginning, type Progress } from "./progress.ts";
import type { PullContents } from "./pull-contents.ts";
import type { JobRequest } from "./request.ts";
import type { RunThread } from "./thread.ts";
import type { Tools } from "./tools.ts";

/** The comment that shows a request, and remembers it for later runs. */
export type RequestComment = {
  /** True once a comment remembers this run, so that a re-run of it finds the request. */
  readonly isRemembered: boolean;
  /** Its author; missing until GitHub has said it. */
  readonly login: string | undefined;
  /** Says that the request will be sent. Throws an `ActionError` where GitHub refuses: then nothing may be sent. */
  announce(progress: Progress): Promise<void>;
  /** Names the job that the service has accepted the request as. */
  accept(progress: Progress): Promise<void>;
  /** Shows the run. False, with a warning, where GitHub refuses, and where nothing is written. */
  write(progress: Progress): Promise<boolean>;
};

/** What a plan says of the request and its job. */
function ofPlan(plan: Plan): Partial<Progress> {
  switch (plan.kind) {
    case "create":
      // It may take the place of a follow-up that was refused.
      return {
        replaces: plan.replaces,
        isFollowUp: false,
        interrupts: false,
        prLink: undefined,
        tip: undefined,
      };
    case "message":
      return {
        jobId: plan.jobId,
        isFollowUp: true,
        interrupts: plan.status === "working",
        prLink: plan.pull?.link,
        tip: plan.pull?.head,
      };
    case "watch":
      return {
        jobId: plan.jobId,
        isFollowUp: plan.resumed?.as === "follow-up",
        tip: plan.tip,
        startedAt: plan.resumed?.at,
      };
    case "uncertain":
      return { jobId: plan.to };
    default:
      return {};
  }
}

/** One attempt at a request. */
export class Run {
  readonly tools: Tools;
  readonly thread: RunThread;
  /** With the comments of its review, once the thread is read. */
  request: JobRequest;
  /** What becomes of it, once that is decided. */
  plan: Plan | undefined;
  /** What the thread remembers, once it is read. */
  memory: Memory = emptyMemory;
  /** The comment that shows the request; missing before the thread is read. */
  comment: RequestComment | undefined;
  /** The links to pull requests that were closed, whose commits come again. */
  closed: readonly string[] = [];
  /** True where the comment has to show the end: it says that the request is on its way, or somebody waits for the answer. */
  owesEnd = false;
  /** When the service accepted what this run sent, by `Clock.elapsed`. */
  acceptedAt: number | undefined;
  #now: Progress;

  constructor(request: JobRequest, thread: RunThread, tools: Tools) {
    this.tools = tools;
    this.thread = thread;
    this.request = request;
    this.#now = beginning(request, tools);
    setOutputs({ jobId: request.jobId }, tools);
  }

  /** The state of the run. */
  get now(): Progress {
    // What is uncertain, some comment remembers.
    const isRemembered = this.comment?.isRemembered === true || this.plan?.kind === "uncertain";
    return { ...this.#now, isRemembered };
  }

  /** The only place where the state of a run changes. */
  advance(news: Partial<Progress>): Progress {
    this.#now = { ...this.#now, ...news };
    return this.now;
  }

  /** Takes in what the request has become: with the comments of its review, or a note of what it goes without. */
  setRequest(request: JobRequest): void {
    this.request = request;
    this.advance(askedBy(request, this.tools));
  }

  /** Takes in what becomes of the request, and what that says of its job. */
  setPlan(plan: Plan): void {
    this.plan = plan;
    const { request, memory } = this;
    const planned = ofPlan(plan);
    const jobId = planned.jobId ?? request.jobId;
    const remembered = memory.job?.id === jobId ? memory.job?.prLink : undefined;
    this.advance({ ...planned, jobId, prLink: planned.prLink ?? remembered });
  }

  /** Takes in what GitHub shows of the pull request, and sets the outputs of that. */
  sawPull(contents: PullContents | undefined): Progress {
    setOutputs({ contents }, this.tools);
    return this.advance({ contents });
  }

  /** Takes in what the service says of the job, and sets the outputs of that. */
  saw(job: Job): Progress {
    setOutputs({ job }, this.tools);
    const { prLink, tip } = this.#now;
    const link = pullOf(job) ?? prLink;
    // The head before a follow-up is not that of another pull request, which the job has opened since.
    return this.advance({ job, prLink: link, tip: link === prLink ? tip : undefined });
  }
}
