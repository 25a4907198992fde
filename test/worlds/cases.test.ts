import { expect, test } from "vitest";
import { check } from "./check.ts";
import { useWorlds } from "./fixture.ts";
import type { Attempt, Effect, Fault, Plan, RequestKind } from "./plan.ts";
import { play } from "./play.ts";
import { tellFailure } from "./tell.ts";

const folder = useWorlds();

/** A command on a pull request, one calm attempt, a job that brings its pull request after twenty seconds. */
const usual: Plan = {
  seed: 1,
  shape: "comment",
  isPullRequest: true,
  inputs: {},
  chatter: 0,
  docsHere: false,
  turns: [{ lagMs: 0, workMs: 20_000, end: "pull-request" }],
  unseenMs: 0,
  copies: "none",
  happenings: [],
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
const run = (...attempts: Attempt[]): Plan["actors"] => [{ who: "main", attempts: [...attempts, calm] }];
const notFound: Effect = { kind: "status", status: 404 };
const page = (acts: boolean): Effect => ({ kind: "other-answer", text: "<html>Welcome</html>", acts });
/** GitHub answers nothing more from this request on. */
const silent = (nth: number): Fault => ({
  ...{ on: "github", nth, times: "ever", effect: { kind: "hang", acts: false } },
});
const slowTurn: Plan["turns"] = [{ lagMs: 12_000, workMs: 40_000, end: "pull-request" }];

/** Worlds that broke a promise once, each made as small as it gets. */
const cases: Record<string, Partial<Plan>> = {
  "a message whose answer was lost is no pull request on the re-run": {
    before: { shape: "comment", job: "completed" },
    actors: run({ ...calm, faults: [once("send-message", { kind: "lost-before" })] }),
  },
  "a message whose run was killed before its answer is no pull request on the re-run": {
    before: { shape: "comment", job: "completed" },
    actors: run(killed("send-message", "before")),
  },
  "so it is where the runner is lost with the post step": {
    before: { shape: "comment", job: "completed" },
    actors: run(killed("send-message", "before", false)),
  },
  "a follow-up that was accepted and cancelled is waited for by the re-run, as a follow-up": {
    before: { shape: "comment", job: "completed" },
    turns: slowTurn,
    actors: run({
      ...calm,
      stop: { how: "cancel", when: { on: "send-message", nth: 1, phase: "answered" } },
    }),
  },
  "a run that was killed before it began sends nothing in its post step": {
    actors: [{ who: "main", attempts: [{ ...calm, stop: { how: "kill", when: "loading" } }] }],
  },
  "one answer 404 while a re-run reads its job makes no second job": {
    actors: run(killed("read-job", "answered"), { ...calm, faults: [once("read-job", notFound)] }),
  },
  "a page of a proxy in place of the job makes no second job": {
    actors: run(killed("read-job", "answered"), {
      ...calm,
      faults: [once("read-job", { ...notFound, html: true })],
    }),
  },
  "a job that is not found any more makes no second job on a re-run": {
    actors: run(killed("read-job", "answered"), {
      ...calm,
      afterMs: 100_000,
      faults: [{ on: "read-job", nth: 1, times: "ever", effect: notFound }],
    }),
  },
  "a workflow that begins while another waits ten seconds for its answer sends nothing": {
    actors: [
      {
        who: "main",
        attempts: [{ ...calm, faults: [once("create-job", { kind: "slow", ms: 10_000, acts: "late" })] }],
      },
      { who: "workflow", attempts: [{ ...calm, afterMs: 5000 }] },
    ],
  },
  "a workflow that begins while another waits four minutes behind a rate limit sends nothing": {
    actors: [
      {
        who: "main",
        attempts: [
          {
            ...calm,
            faults: [
              { on: "create-job", nth: 1, times: 4, effect: { kind: "status", status: 429, retryAfter: 60 } },
            ],
          },
        ],
      },
      { who: "workflow", attempts: [{ ...calm, afterMs: 100_000 }] },
    ],
  },
  "of two jobs of one run the one that hears a command later sends nothing": {
    actors: [
      { who: "main", attempts: [calm] },
      { who: "job", attempts: [{ ...calm, afterMs: 60_000 }] },
    ],
  },
  "of two steps of one job that hear a command one sends": {
    actors: [
      { who: "main", attempts: [calm] },
      { who: "step", attempts: [calm] },
    ],
  },
  "a workflow with issue-number goes on with the job that an inline comment began": {
    shape: "dispatch",
    before: { shape: "inline", job: "completed" },
    actors: [{ who: "main", attempts: [calm] }],
  },
  "a message that is refused with 422 is no new job": {
    before: { shape: "comment", job: "completed" },
    actors: [
      {
        who: "main",
        attempts: [{ ...calm, faults: [once("send-message", { kind: "status", status: 422 })] }],
      },
    ],
  },
  "a run that could not announce itself and was lost is not sent again": {
    shape: "dispatch",
    before: { shape: "dispatch", job: "completed" },
    actors: run({
      ...killed("send-message", "acted", false),
      faults: [{ on: "edit-comment", nth: 1, times: "ever", effect: { kind: "status", status: 403 } }],
    }),
  },
  "the follow-up to a failed job that a lost run sent is waited for, and not sent again": {
    shape: "dispatch",
    inputs: { "job-id": "before" },
    before: { shape: "dispatch", job: "failed" },
    turns: slowTurn,
    actors: run(killed("send-message", "answered")),
  },
  "a comment whose answer was lost is told from the copy of a stranger": {
    copies: "new",
    actors: [
      { who: "main", attempts: [{ ...calm, faults: [once("create-comment", { kind: "lost-after" })] }] },
    ],
  },
  "a re-run that does not know what was sent leaves no comment working": {
    actors: run(killed("create-comment", "acted")),
  },
  "a follow-up that is refused forgets no job": {
    shape: "dispatch",
    before: { shape: "dispatch", job: "completed" },
    actors: [
      {
        who: "main",
        attempts: [{ ...calm, faults: [once("send-message", { kind: "status", status: 401 })] }],
      },
    ],
    later: true,
  },
  "the pull request of a job that is only watched is linked once": {
    shape: "watch",
    inputs: { "job-id": "before" },
    before: { shape: "dispatch", job: "completed" },
    docsHere: true,
    happenings: [{ ms: 0, what: "delete-newest" }],
    actors: [{ who: "main", attempts: [calm] }],
  },
  "a job that the service does not know at once is waited for": {
    unseenMs: 8000,
    actors: [{ who: "main", attempts: [calm] }],
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
          { ...calm, faults: [{ on: "edit-comment", nth: 1, times: 4, effect: { kind: "lost-after" } }] },
        ],
      },
    ],
  },
  "a job that failed unseen is told first, and the attempt after that starts another": {
    turns: [
      { lagMs: 0, workMs: 5000, end: "failed" },
      { lagMs: 0, workMs: 5000, end: "pull-request" },
    ],
    actors: run(killed("read-job", "answered"), { ...calm, afterMs: 20_000 }),
  },
  "a re-run whose prompt is computed anew waits for what was sent": {
    shape: "dispatch",
    turns: slowTurn,
    actors: run(killed("read-job", "answered"), { ...calm, prompt: "Document 13 of 13." }),
  },
  "a re-run whose prompt is computed anew does not send what may have been sent": {
    shape: "pull_request",
    before: { shape: "dispatch", job: "completed" },
    actors: run(killed("send-message", "acted"), { ...calm, prompt: "Document 13 of 13." }),
  },
  "a re-run with another key does not send what was accepted": {
    actors: run(killed("read-job", "answered", false), { ...calm, hasOtherKey: true }),
  },
  "a re-run with another key does not send what may have been sent": {
    shape: "dispatch",
    actors: [
      {
        who: "main",
        attempts: [
          { ...calm, faults: [once("create-job", { kind: "lost-after" })] },
          { ...calm, hasOtherKey: true },
        ],
      },
    ],
  },
  "a message that only a proxy answered is no follow-up": {
    before: { shape: "comment", job: "completed" },
    actors: run({ ...calm, faults: [once("send-message", page(false))] }),
  },
  "a message that a proxy answered for the service is one once its job is seen at work": {
    before: { shape: "comment", job: "completed" },
    turns: slowTurn,
    actors: run({ ...calm, faults: [once("send-message", page(true))] }),
  },
  "a message that only a proxy answered is none, although its job was at work before": {
    before: { shape: "comment", job: "active" },
    actors: run({ ...calm, faults: [once("send-message", page(false))] }),
  },
  "a job that only a proxy confirmed may exist": {
    actors: run({ ...calm, faults: [once("create-job", page(true))] }),
  },
  "a gateway that broke after it had the request gets it once": {
    actors: run({ ...calm, faults: [once("create-job", { kind: "status", status: 503, acts: true })] }),
  },
  "GitHub that answers nothing at all holds nothing up": {
    shape: "dispatch",
    actors: [{ who: "main", attempts: [{ ...calm, faults: [silent(1)] }] }],
  },
  "GitHub that answers nothing from the third request on holds nothing up": {
    actors: [{ who: "main", attempts: [{ ...calm, faults: [silent(3)] }] }],
  },
  "an announcement that GitHub took and did not confirm is found by the re-run": {
    actors: run({
      ...killed("create-job", "acted", false),
      faults: [once("create-comment", { kind: "hang", acts: true })],
    }),
  },
};

test.each(Object.entries(cases))("%s", async (_, more) => {
  const played = await play({ ...usual, ...more }, folder);
  expect(tellFailure(usual.seed, played, check(played))).toBe("");
});
