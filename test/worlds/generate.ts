import type {
  Actor,
  Attempt,
  Effect,
  Fault,
  Moment,
  Phase,
  Plan,
  RequestKind,
  Shape,
  Turn,
} from "./plan.ts";
import { isAboutRanges } from "./play.ts";
import { chance } from "./world.ts";

/** Draws from a seed, one number after another. */
class Dice {
  readonly #seed: number;
  readonly #name: string;
  #draws = 0;

  constructor(seed: number, name = "dice") {
    this.#seed = seed;
    this.#name = name;
  }

  /** True so often. */
  often(share: number): boolean {
    return chance(this.#seed, this.#name, this.#draws++) < share;
  }

  /** An integer from `from` to `to`. */
  upTo(to: number, from = 0): number {
    return from + Math.floor(chance(this.#seed, this.#name, this.#draws++) * (to - from + 1));
  }

  /** One of them. */
  one<T>(...values: readonly [T, ...T[]]): T {
    return values[this.upTo(values.length - 1)] ?? values[0];
  }
}

/** The world of a seed. */
export function generate(seed: number): Plan {
  const dice = new Dice(seed);
  const often = ["comment", "comment", "comment"] as const;
  const shape: Shape = dice.one(...often, "inline", "review", "dispatch", "pull_request");
  const isCommand = ["comment", "inline", "review"].includes(shape);
  const isPullRequest =
    shape === "inline" || shape === "review" || shape === "pull_request" || dice.often(0.5);
  const plan: Plan = {
    seed,
    shape,
    isPullRequest,
    isDocsHere: dice.often(0.5),
    ...(isCommand && dice.often(0.1) ? { fresh: true } : {}),
    inputs: inputsOf(dice, shape, isPullRequest),
    turns: [turn(dice), turn(dice), turn(dice)],
    copies: dice.often(0.25),
    lasting: lastingFaults(dice),
    actors: actorsOf(dice, isCommand),
    later: dice.often(0.3),
  };
  // `job-id` needs a job.
  if (plan.inputs["job-id"] !== undefined || dice.often(0.5))
    plan.before = {
      shape: isPullRequest
        ? dice.one("comment", "inline", "dispatch")
        : dice.one("comment", "dispatch"),
      job: dice.one("completed", "completed", "active", "failed", "archived"),
    };
  const whole = dice.often(0.25) ? aboutRanges(dice, plan) : plan;
  for (const [name, [share, add]] of Object.entries(kinds)) {
    // Each draws for itself, so a further one leaves the worlds of the others as they are.
    const ofKind = new Dice(seed, name);
    if (ofKind.often(share)) add(whole, ofKind);
  }
  return whole;
}

/** What happens in a share of the worlds besides, by its name. */
const kinds: Record<string, [share: number, add: (plan: Plan, dice: Dice) => void]> = {
  "a rate limit holds the request, and the next run comes right after": [
    0.1,
    (plan, dice) => {
      const retryAfter = dice.one(60, 120, 200, 280);
      const effect: Effect = { kind: "status", status: 429, retryAfter };
      const held: Fault = { on: "post", nth: 1, times: 1, effect };
      const attempts = mainOf(plan);
      if (dice.often(0.7)) attempts[0] = { faults: [held], post: true, afterMs: 1000 };
      else attempts[0]?.faults.push(held);
      plan.between = dice.often(0.7) ? 1 : dice.upTo(attempts.length, 1);
      plan.unknownMs = dice.often(0.7) ? dice.upTo(10_000, 3000) : 0;
      if (dice.often(0.6)) plan.inputs = { ...plan.inputs, wait: "false" };
      if (!isAboutRanges(plan) || !dice.often(0.4)) return;
      const atOnce: Attempt = { faults: [], post: true, afterMs: dice.upTo(250_000, 70_000) };
      plan.actors = [...plan.actors, { who: "workflow", attempts: [atOnce] }];
    },
  ],

  "another account writes from some attempt on, or for one": [
    0.1,
    (plan, dice) => {
      const attempts = mainOf(plan);
      const from = dice.upTo(attempts.length - 1);
      const one = dice.often(0.4);
      attempts.forEach((attempt, at) => {
        attempt.hasOtherAccount = one ? at === from : at >= from;
      });
      plan.isStrict = dice.often(0.5);
      if (dice.often(0.5)) plan.between = dice.upTo(attempts.length, 1);
      plan.later ||= dice.often(0.5);
    },
  ],

  "a comment of ours is deleted just before an edit": [
    0.08,
    (plan, dice) => {
      const attempt = dice.one(...some(mainOf(plan)));
      const nth = dice.upTo(4, 1);
      attempt.faults.push({ on: "edit-comment", nth, times: 1, effect: { kind: "deleted" } });
      plan.later = true;
    },
  ],

  "a re-run is stopped between two others, and others go on with its job meanwhile": [
    0.1,
    (plan, dice) => {
      const attempts = mainOf(plan);
      const calm = (): Attempt => ({ faults: [], post: true, afterMs: dice.upTo(40_000, 1000) });
      const how = dice.one<"cancel" | "kill">("cancel", "cancel", "kill");
      const stop = { how, when: moment(dice) };
      attempts.push({ ...calm(), stop }, calm());
      if (dice.often(0.5)) {
        attempts[0] = calm();
        plan.turns = [
          { ...turn(dice), end: "pull-request" },
          { ...turn(dice), end: "failed" },
        ];
      }
      if (dice.often(0.7)) plan.between = dice.upTo(attempts.length - 2, 1);
    },
  ],

  "GitHub acts, and its answers are lost several times in a row": [
    0.1,
    (plan, dice) => {
      const on = dice.one<Fault["on"]>("create-comment", "edit-comment", "edit-comment", "link");
      const attempt = dice.one(...some(mainOf(plan)));
      const times = dice.upTo(8, 2);
      attempt.faults.unshift({ on, nth: dice.upTo(3, 1), times, effect: { kind: "lost-after" } });
    },
  ],

  "a job opens a second pull request": [
    0.08,
    (plan, dice) => {
      for (const turn of plan.turns) turn.isElsewhere = dice.often(0.5);
      plan.between = 1;
      plan.later = true;
    },
  ],

  "workflows of one thread name other conversations and comments": [
    0.12,
    (plan, dice) => {
      if (isAboutRanges(plan)) return;
      plan.others = { before: mixed(dice), between: mixed(dice), later: mixed(dice) };
      if (dice.often(0.7)) plan.between = dice.upTo(mainOf(plan).length, 1);
      plan.later = true;
    },
  ],

  "the key changes, and changes back": [
    0.08,
    (plan, dice) => {
      const attempts = mainOf(plan);
      for (const attempt of attempts) attempt.hasOtherKey = dice.often(0.5);
      if (!dice.often(0.3)) return;
      // What one key could not send, another one sends.
      const effect: Effect = { kind: "status", status: dice.one(401, 402) };
      const calm = (): Attempt => ({ faults: [], post: true, afterMs: 1000 });
      attempts[0] = { ...calm(), faults: [{ on: "post", nth: 1, times: 1, effect }] };
      attempts[1] = { ...calm(), hasOtherKey: true };
      attempts[2] = calm();
    },
  ],
};

function mainOf({ actors }: Plan): Attempt[] {
  return actors.find(({ who }) => who === "main")?.attempts ?? [];
}

function some<T>([first, ...more]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error("there is none");
  return [first, ...more];
}

/** The inputs of some other workflow of the thread. */
function mixed(dice: Dice): Record<string, string> {
  const conversation = dice.one("thread", "thread", "new", "editor", "reviewer");
  const comment = dice.one("auto", "auto", "auto", "new", "never");
  return {
    ...(conversation === "thread" ? {} : { conversation }),
    ...(comment === "auto" ? {} : { comment }),
  };
}

/** The same world with a workflow that documents what was merged since its last run. */
function aboutRanges(dice: Dice, { fresh: _, before, actors: [main], ...plan }: Plan): Plan {
  const { comment, wait, "timeout-minutes": timeout } = plan.inputs;
  const actor = main ?? { who: "main", attempts: [] };
  if (dice.often(0.4))
    actor.attempts[0]?.faults.push({
      on: "compare",
      nth: 1,
      times: 1,
      effect: effectOn(dice, "compare"),
    });
  return {
    ...plan,
    shape: "dispatch",
    inputs: {
      ...{ "diff-range": "since-last", conversation: "merges" },
      ...(comment && { comment }),
      ...(wait && { wait }),
      ...(timeout && { "timeout-minutes": timeout }),
    },
    ...(before && {
      before: { ...before, shape: "dispatch" },
      isClosed: before.job === "completed" && dice.often(0.6),
    }),
    actors: [actor],
    later: true,
  };
}

function inputsOf(dice: Dice, shape: Shape, isPullRequest: boolean): Record<string, string> {
  const inputs: Record<string, string> = {};
  if (shape === "dispatch" && dice.often(0.3)) inputs["job-id"] = "before";
  else {
    if (dice.often(0.2)) inputs["conversation"] = dice.one("new", "editor", "editor");
    if (isPullRequest && dice.often(0.2)) inputs["diff-paths"] = "src/**";
  }
  if (dice.often(0.15)) inputs["comment"] = "new";
  if (dice.often(0.1)) inputs["wait"] = "false";
  if (dice.often(0.1)) inputs["timeout-minutes"] = "0.5";
  return inputs;
}

function turn(dice: Dice): Turn {
  return {
    lagMs: dice.often(0.5) ? 0 : dice.upTo(15_000),
    workMs: dice.often(0.2) ? dice.upTo(2000) : dice.upTo(60_000),
    end: dice.one(
      "pull-request",
      "pull-request",
      "pull-request",
      "no-changes",
      "failed",
      "archived",
    ),
  };
}

/** What is refused for good is refused from the first attempt to the last. Comments that cannot be created only are so. */
function lastingFaults(dice: Dice): Fault[] {
  if (dice.often(0.02)) return [hangingGitHub(dice)];
  if (!dice.often(0.12)) return [];
  const on = dice.one<RequestKind>("create-comment", "edit-comment", "react", "read-pull");
  return [
    { on, nth: 1, times: "ever", effect: { kind: "status", status: dice.one(403, 404, 410, 422) } },
  ];
}

function actorsOf(dice: Dice, isCommand: boolean): Actor[] {
  const attempts = dice.one(1, 2, 2, 2, 3);
  const main: Actor = { who: "main", attempts: [] };
  for (let number = 1; number <= attempts; number++) {
    const next = attempt(dice, number, number === attempts ? 0.3 : 0.75);
    const hasOtherKey = number > 1 && number === attempts && dice.often(0.12);
    main.attempts.push({ ...next, ...(hasOtherKey ? { hasOtherKey } : {}) });
  }
  if (!isCommand || !dice.often(0.4)) return [main];
  const other: Actor = {
    who: dice.one("workflow", "job", "step"),
    attempts: [attempt(dice, 1, 0.3)],
  };
  if (dice.often(0.2)) other.attempts.push(attempt(dice, 2, 0.2));
  return [main, other];
}

/** `trouble` is how often it is stopped, and how often its requests go wrong. */
function attempt(dice: Dice, number: number, trouble: number): Attempt {
  const faults = Array.from({ length: dice.often(trouble) ? dice.upTo(2, 1) : 0 }, () =>
    fault(dice),
  );
  if (dice.often(trouble * 0.1)) faults.push(hangingGitHub(dice));
  const isStopped = dice.often(trouble);
  const stop: Attempt["stop"] = isStopped
    ? { how: dice.one("kill", "kill", "cancel"), when: moment(dice) }
    : undefined;
  return {
    faults,
    ...(stop && { stop }),
    post: stop?.how !== "kill" || dice.often(0.7),
    // Later attempts come when people have noticed that the one before did not end well.
    afterMs:
      number > 1
        ? dice.upTo(40_000, 1000)
        : dice.often(0.3)
          ? dice.upTo(20_000, 1000)
          : dice.upTo(2000, 500),
  };
}

function moment(dice: Dice): Moment {
  if (dice.often(0.3)) return { ms: dice.often(0.5) ? dice.upTo(3000) : dice.upTo(40_000) };
  const phase = dice.one<Phase>("before", "acted", "answered");
  if (dice.often(0.4)) return { nth: dice.upTo(16, 1), phase };
  const on = dice.one<RequestKind>(
    "create-job",
    "send-message",
    "create-comment",
    "edit-comment",
    "read-job",
  );
  return { on, nth: dice.often(0.7) ? 1 : dice.upTo(3, 1), phase };
}

function fault(dice: Dice): Fault {
  const on = dice.one<RequestKind | "post">(
    ...(["post", "post", "post", "post", "send-message", "read-job", "read-job"] as const),
    ...([
      "list-comments",
      "create-comment",
      "edit-comment",
      "edit-comment",
      "read-pull",
      "read-role",
    ] as const),
    ...(["react", "list-files", "link"] as const),
  );
  const isPost = on === "post" || on === "send-message";
  const nth = dice.often(isPost ? 0.9 : 0.6) ? 1 : dice.upTo(4, 1);
  const effect = isPost ? postEffect(dice, on) : effectOn(dice, on);
  const lasts = effect.kind === "status" && dice.often(0.3) && on !== "create-comment";
  // A third connection that breaks would be the end of a comment: see `lastingFaults`.
  const times = on === "create-comment" ? dice.one(1, 1, 2) : dice.one(1, 1, 1, 2, 4);
  return { on, nth, times: lasts ? "ever" : times, effect };
}

/** From some request on, GitHub answers nothing more. */
function hangingGitHub(dice: Dice): Fault {
  return { on: "github", nth: dice.upTo(10, 1), times: "ever", effect: hang(dice) };
}

function postEffect(dice: Dice, on: "post" | "send-message"): Effect {
  if (dice.often(0.3)) return lost(dice);
  if (dice.often(0.2)) return slow(dice);
  if (dice.often(0.07)) return hang(dice);
  if (dice.often(0.2))
    return { kind: "other-answer", text: otherText(dice, on), acts: dice.often(0.5) };
  if (dice.often(0.25))
    return { kind: "status", status: dice.one(500, 502, 503, 408, 499), acts: dice.often(0.5) };
  const status = dice.one(401, 402, 403, 404, 409, 410, 422, 429, 429, 500, 503);
  const isWaitedFor = status === 429 || status === 503;
  return {
    kind: "status",
    status,
    ...(isWaitedFor && dice.often(0.6) ? { retryAfter: dice.one(1, 20, 60, 200) } : {}),
  };
}

/** The body of a 200 that names no job, or to a message another one than was asked. */
function otherText(dice: Dice, on: "post" | "send-message"): string {
  const none = ["<html>Welcome</html>", "{}", "", '{"error":"busy"}'] as const;
  return on === "post" ? dice.one(...none) : dice.one(...none, '{"id":"other","status":"active"}');
}

function effectOn(dice: Dice, on: RequestKind): Effect {
  if (dice.often(0.1)) return hang(dice);
  if (on === "create-comment" || dice.often(0.25)) return lost(dice);
  if (dice.often(0.2)) return slow(dice);
  if (on === "read-job" && dice.often(0.5)) return { kind: "status", status: 404 };
  // 404 of an edit says that the comment is gone, and a comment that is gone does not come back.
  const status = dice.one(401, 403, on === "edit-comment" ? 403 : 404, 429, 500, 503);
  return { kind: "status", status };
}

function lost(dice: Dice): Effect {
  return { kind: dice.one("no-connection", "lost-before", "lost-after", "lost-after") };
}

function hang(dice: Dice): Effect {
  return { kind: "hang", acts: dice.often(0.5) };
}

function slow(dice: Dice): Effect {
  return { kind: "slow", ms: dice.one(3000, 10_000, 25_000) };
}
