/** What a request of the action is for; faults name requests by it. */
export type RequestKind =
  | "create-job"
  | "send-message"
  | "read-job"
  | "read-role"
  | "list-comments"
  | "create-comment"
  | "edit-comment"
  | "react"
  | "link"
  | "read-pull"
  | "list-files"
  | "compare";

/** What happens to a request instead of a plain answer. */
export type Effect =
  /** Refused: the server does nothing, unless `acts` says that only a proxy in front of it broke. `retryAfter` is in s. */
  | { kind: "status"; status: number; retryAfter?: number; acts?: boolean }
  /** No connection is made. */
  | { kind: "no-connection" }
  /** The connection breaks before the server has read the request, or after it has acted. */
  | { kind: "lost-before" }
  | { kind: "lost-after" }
  /** The server acts, and the answer comes late. */
  | { kind: "slow"; ms: number }
  /** No answer ever comes; `acts` says whether the server has read the request. */
  | { kind: "hang"; acts: boolean }
  /** A 200 that does not name the job, whose body is `text`; `acts` says whether the service has taken the request. */
  | { kind: "other-answer"; text: string; acts: boolean }
  /** Somebody has just deleted the comment that is to be edited. */
  | { kind: "deleted" };

/**
 * Requests of one kind that go wrong, or all that go to GitHub, or what sends the request, as a job or as a message: from
 * the `nth` of the attempt on (1 is the first), so many times.
 */
export type Fault = {
  on: RequestKind | "github" | "post";
  nth: number;
  times: number | "ever";
  effect: Effect;
};

/** Before a request leaves, once the server has acted, or once its answer is there. */
export type Phase = "before" | "acted" | "answered";
/** The moment of a stop: around the `nth` request of the attempt, or the `nth` of a kind, or so long after its begin. */
export type Moment = { on?: RequestKind; nth: number; phase: Phase } | { ms: number };

/** One attempt of a run. After it ends, or is killed, its post step runs unless the whole runner is lost. */
export type Attempt = {
  faults: Fault[];
  stop?: { how: "kill" | "cancel"; when: Moment };
  post: boolean;
  /** How long after the one before it begins, in ms; for the first one, after the event. */
  afterMs: number;
  /** True where the API key was replaced before. */
  hasOtherKey?: boolean;
  /** True where it has the token of an App, which is another account than that of `github.token`. */
  hasOtherAccount?: boolean;
};

/**
 * Who hears the event: the run that the world is about, another workflow, or another job or step of the same run. And
 * `later` is the run of a command that somebody gives once all of them are over, `between` of one between two attempts.
 */
export type Who = "main" | "workflow" | "job" | "step" | "between" | "later";
export type Actor = { who: Who; attempts: Attempt[] };

/** How a turn of a job ends at the service. */
export type TurnEnd = "pull-request" | "no-changes" | "failed" | "archived";
/** A turn: how long the service shows the old state of the job, and when and how the turn ends. */
export type Turn = {
  lagMs: number;
  workMs: number;
  end: TurnEnd;
  /** True where its changes go into another pull request than those of the turns before. */
  isElsewhere?: boolean;
};

/** How the request comes in. */
export type Shape = "comment" | "inline" | "review" | "dispatch" | "pull_request";

/** What was in the thread before: a job that an earlier run made, and what became of it. */
export type Before = {
  shape: "comment" | "inline" | "dispatch";
  job: "completed" | "active" | "failed" | "archived";
};

/** A world, as data: the same plan is played the same way each time. */
export type Plan = {
  /** Chooses how long each request travels. */
  seed: number;
  shape: Shape;
  isPullRequest: boolean;
  /** Whether the documentation lies in the repository of the thread. */
  isDocsHere: boolean;
  /** `--new` in the command. */
  fresh?: boolean;
  /** Inputs of the step beside the credentials. `job-id: before` names the job that was there before. */
  inputs: Record<string, string>;
  before?: Before;
  /** True where the pull request of that job was closed since. */
  isClosed?: boolean;
  /** The turns of the world's jobs in the order in which the service accepts them; the last one repeats. */
  turns: Turn[];
  /** Whether a stranger copies each new comment of ours at once. */
  copies: boolean;
  /** Faults of every attempt. */
  lasting: Fault[];
  actors: Actor[];
  /**
   * True where somebody gives a further command when all is over, which nothing disturbs. Where the world is about ranges
   * of commits (`diff-range`), it is a further run of the workflow. Each run there comes after a feature of its own.
   */
  later: boolean;
  /** After so many attempts of the run itself somebody gives such a command, too, while what they have left is fresh. */
  between?: number;
  /** Inputs that workflows of other runs have in the place of those of the world's own. */
  others?: Partial<Record<"before" | "between" | "later", Record<string, string>>>;
  /** True where GitHub lets no account edit the comments of another one. */
  isStrict?: boolean;
  /** How long the service answers 404 when it is asked for a job that is new, in ms. */
  unknownMs?: number;
};
