import { beforeAll, expect, test } from "vitest";
// Loaded before the first world begins: a step that still loads its code looks like one that waits for nothing.
import "../../src/github/octokit.ts";
import { isLong } from "../runs.ts";
import { check } from "./check.ts";
import { generate } from "./generate.ts";
import type { Attempt, Effect, Fault, Plan, RequestKind } from "./plan.ts";
import { type Played, play } from "./play.ts";
import { partProcess } from "./world.ts";

// What this returns undoes it after the tests.
beforeAll(() => partProcess());

/**
 * `WORLD_SEED=7` plays that world alone, `WORLD_SEED=7..500` those worlds. Without it the same few are played each time,
 * and in the long run new ones, from a seed that the title names.
 */
const [first, last = first] = (process.env["WORLD_SEED"] ?? defaultSeeds()).split("..").map(Number);
/** More stories than these help nobody. */
const shownStories = 3;

function defaultSeeds(): string {
  if (!isLong) return "1..25";
  const start = Date.now() % 1_000_000_007;
  return `${start}..${start + Math.ceil(10_000 * Number(process.env["TEST_RUNS"])) - 1}`;
}

test(
  `a request has one life in the random worlds ${first} to ${last}`,
  async () => {
    if (first === undefined || last === undefined)
      throw new Error("WORLD_SEED is a number, or two as in 1..200");
    const failed: string[] = [];
    for (let seed = first; seed <= last; seed++) {
      const failure = tellFailure(seed, await play(generate(seed)));
      if (failure !== "") failed.push(failure);
    }
    const report = [`${failed.length} worlds failed`, ...failed.slice(0, shownStories)];
    expect(failed.length === 0 ? "" : report.join("\n")).toBe("");
  },
  24 * 3_600_000,
);

/** A command on a pull request, one calm attempt, a job that brings its pull request after twenty seconds. */
const usual: Plan = {
  seed: 1,
  shape: "comment",
  isPullRequest: true,
  isDocsHere: true,
  inputs: {},
  turns: [{ lagMs: 0, workMs: 20_000, end: "pull-request" }],
  copies: false,
  lasting: [],
  actors: [],
  later: false,
};

const calm: Attempt = { faults: [], post: true, afterMs: 1000 };
const once = (on: RequestKind, effect: Effect): Fault => ({ on, nth: 1, times: 1, effect });
const killed = (on: RequestKind, phase: "before" | "acted" | "answered", post = true): Attempt => ({
  ...calm,
  post,
  stop: { how: "kill", when: { on, nth: 1, phase } },
});
/** The run itself: its attempts, and a calm one behind them. */
const run = (...attempts: Attempt[]): Plan["actors"] => [
  { who: "main", attempts: [...attempts, calm] },
];
/** GitHub answers nothing more from this request on. */
const silent = (nth: number): Fault => ({
  ...{ on: "github", nth, times: "ever", effect: { kind: "hang", acts: false } },
});

/** Worlds that broke a promise once, each made as small as it gets. */
const cases: Record<string, Partial<Plan>> = {
  "a run that could not announce itself and was lost is not sent again": {
    shape: "dispatch",
    before: { shape: "dispatch", job: "completed" },
    actors: run({
      ...killed("send-message", "acted", false),
      faults: [
        { on: "edit-comment", nth: 1, times: "ever", effect: { kind: "status", status: 403 } },
      ],
    }),
  },
  "a pull request is linked once, although GitHub let nobody say that the job has it": {
    actors: run({
      ...calm,
      post: false,
      faults: [
        { on: "edit-comment", nth: 2, times: "ever", effect: { kind: "status", status: 403 } },
      ],
    }),
  },
  "a re-run that finds a first body alone sends nothing": {
    actors: run(killed("create-comment", "acted")),
  },
  "a re-run whose announcement GitHub took without saying so is no duplicate of itself": {
    turns: [
      { lagMs: 0, workMs: 5000, end: "archived" },
      { lagMs: 0, workMs: 5000, end: "pull-request" },
    ],
    actors: [
      {
        who: "main",
        attempts: [
          calm,
          {
            ...calm,
            faults: [{ on: "edit-comment", nth: 1, times: 4, effect: { kind: "lost-after" } }],
          },
        ],
      },
    ],
  },
  "GitHub that answers nothing at all holds nothing up": {
    shape: "dispatch",
    actors: [{ who: "main", attempts: [{ ...calm, faults: [silent(1)] }] }],
  },
  "GitHub that answers nothing more once the job has ended holds the end for a minute": {
    actors: [{ who: "main", attempts: [{ ...calm, faults: [silent(9)] }] }],
  },
  "an announcement that GitHub took and did not confirm is found by the re-run": {
    actors: run({
      ...killed("create-job", "acted", false),
      faults: [once("create-comment", { kind: "hang", acts: true })],
    }),
  },
};

test.each(Object.entries(cases))("%s", async (_, more) => {
  expect(tellFailure(usual.seed, await play({ ...usual, ...more }))).toBe("");
});

/** What people need to find the cause of a failure: the seed, the promises, the plan and the story. Empty without one. */
function tellFailure(seed: number, played: Played): string {
  const broken = check(played);
  if (broken.length === 0) return "";
  const { world } = played;
  const { actors, ...rest } = played.plan;
  return [
    `WORLD_SEED=${seed} shows it again.`,
    ...broken.map(({ promise, how }) => `- Broken: ${promise}.\n  ${how}.`),
    `The world: ${JSON.stringify(rest)}`,
    ...actors.map((actor) => `  ${JSON.stringify(actor)}`),
    ...world.story,
  ].join("\n");
}
