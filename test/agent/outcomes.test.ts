import { describe, expect, it } from "vitest";
import {
  cancelledOutcome,
  dryRunOutcome,
  endingOutcome,
  errorOutcome,
  type Known,
  startedOutcome,
} from "../../src/agent/outcomes.ts";
import type { JobAction } from "../../src/agent/submit.ts";
import { ActionError, InputError } from "../../src/errors.ts";
import type { Outcome } from "../../src/result.ts";
import { message, toMarkdown } from "../../src/text/message.ts";

const prLink = "https://github.com/acme/docs/pull/7";
const known: Known = { jobId: "job_7f3a", prLink: undefined, elapsedMs: 184_000, inThread: false };
const inThread = { ...known, inThread: true };

/** All that people and programs are told of an outcome. */
function told({ result, reason, message, advice }: Outcome): string[] {
  return [result, reason, toMarkdown(message), toMarkdown(advice)];
}

describe("what people are told of a job that has ended", () => {
  const ended = (status: string, more: Partial<Known> = {}) =>
    told(endingOutcome({ kind: "final", job: { id: "job_7f3a", status } }, { ...known, ...more }));

  it("with a pull request", () =>
    expect(ended("completed", { prLink })).toMatchInlineSnapshot(`
    [
      "pull-request",
      "",
      "The agent's pull request is ready: [acme/docs&#35;&#8203;7](<https://github.com/acme/docs/pull/7>)",
      "Review it, and send a follow-up where it should be different.",
    ]
  `));
  it("without one", () =>
    expect(ended("completed")).toMatchInlineSnapshot(`
    [
      "no-changes",
      "",
      "The agent finished without changing a file.",
      "If you expected a change, name the page and what should be different in the prompt.",
    ]
  `));
  it("by failing, also after it had made a pull request", () => {
    expect(ended("failed", { prLink })).toEqual(ended("failed"));
    expect(ended("failed")).toMatchInlineSnapshot(`
      [
        "failed",
        "",
        "The agent hit an error that it could not recover from.",
        "Look at job \`job_7f3a\` in the dashboard; running the step again starts afresh.",
      ]
    `);
  });
  it("by being archived, also after it had made a pull request", () => {
    expect(ended("archived", { prLink })).toEqual(ended("archived"));
    expect(ended("archived")).toMatchInlineSnapshot(`
      [
        "archived",
        "",
        "The job has been archived.",
        "Nobody works on job \`job_7f3a\` any more; running the step again starts afresh.",
      ]
    `);
  });
});

describe("what people are told of a job that goes on", () => {
  const active = { id: "job_7f3a", status: "active" };

  it("after the time limit", () => {
    expect(told(endingOutcome({ kind: "timeout", job: active }, known))).toMatchInlineSnapshot(`
      [
        "timeout",
        "",
        "The job was \`active\` after 3 min 4 s and goes on at the service.",
        "Take it up again with \`job-id: job_7f3a\`. Or raise \`timeout-minutes\`.",
      ]
    `);
    expect(told(endingOutcome({ kind: "timeout", job: active }, inThread))).toMatchInlineSnapshot(`
      [
        "timeout",
        "",
        "The job was \`active\` after 3 min 4 s and goes on at the service.",
        "Take it up again by re-running this job, with \`--status\` in the thread, or with \`job-id: job_7f3a\`. Or raise \`timeout-minutes\`.",
      ]
    `);
  });
  it("after a time limit within which it was never read", () =>
    expect(told(endingOutcome({ kind: "timeout", job: undefined }, known))).toMatchInlineSnapshot(`
      [
        "timeout",
        "",
        "The job could not be read after 3 min 4 s and goes on at the service.",
        "Take it up again with \`job-id: job_7f3a\`. Or raise \`timeout-minutes\`.",
      ]
    `));
  it("after a cancellation, whatever its newest status", () => {
    const ending = { kind: "cancelled", job: active } as const;
    expect(told(endingOutcome(ending, known))).toMatchInlineSnapshot(`
      [
        "cancelled",
        "",
        "The run was cancelled; job \`job_7f3a\` goes on at the service.",
        "Take it up again with \`job-id: job_7f3a\`.",
      ]
    `);
    expect(told(endingOutcome(ending, inThread))).toEqual(told(cancelledOutcome(inThread)));
  });
  it.each<[JobAction, string]>([
    [{ kind: "create", prompt: "x" }, "Job `job_7f3a` has begun."],
    [{ kind: "message", jobId: "job_7f3a", prompt: "x" }, "Job `job_7f3a` took the follow-up."],
    [{ kind: "watch", jobId: "job_7f3a" }, "Job `job_7f3a` is under way."],
  ])("with wait: false after %o", (task, message) =>
    expect(told(startedOutcome("job_7f3a", task))).toEqual([
      "started",
      "",
      message,
      "To bring its pull request back, run a step with `job-id: job_7f3a` and no prompt.",
    ]),
  );
});

describe("what people are told of a cancellation", () => {
  it("that leaves a job", () => {
    expect(told(cancelledOutcome(known, true))).toMatchInlineSnapshot(`
      [
        "cancelled",
        "",
        "The run was cancelled; job \`job_7f3a\` goes on at the service.",
        "Take it up again with \`job-id: job_7f3a\`.",
      ]
    `);
    expect(told(cancelledOutcome(inThread))).toMatchInlineSnapshot(`
      [
        "cancelled",
        "",
        "The run was cancelled; job \`job_7f3a\` goes on at the service.",
        "Take it up again by re-running this job, with \`--status\` in the thread, or with \`job-id: job_7f3a\`.",
      ]
    `);
  });
  it("while the service was asked for a job", () =>
    expect(told(cancelledOutcome({ jobId: undefined, inThread: true }, true))).toMatchInlineSnapshot(`
      [
        "cancelled",
        "",
        "The run was cancelled before the service answered, so a job may exist.",
        "Look at the dashboard before you run the step again; if the job is there, take it up with the input \`job-id\`.",
      ]
    `));
  it("before anything was sent", () =>
    expect(told(cancelledOutcome({ jobId: undefined, inThread: true }))).toMatchInlineSnapshot(`
      [
        "cancelled",
        "",
        "The run was cancelled before anything was sent.",
        "",
      ]
    `));
});

describe("what people are told of a dry run", () => {
  const where = { origin: "https://docs.example.com", project: "acme" };

  it("with a new job", () =>
    expect(told(dryRunOutcome({ kind: "create", prompt: "x" }, where))).toMatchInlineSnapshot(`
      [
        "dry-run",
        "",
        "Nothing was sent; without \`dry-run\`, a new job would go to \`https://docs.example.com\`, project \`acme\`.",
        "",
      ]
    `));
  it("with a follow-up", () =>
    expect(
      told(dryRunOutcome({ kind: "message", jobId: "job_7f3a", prompt: "x" }, where)),
    ).toMatchInlineSnapshot(`
      [
        "dry-run",
        "",
        "Nothing was sent; without \`dry-run\`, a follow-up to job \`job_7f3a\` would go to \`https://docs.example.com\`, project \`acme\`.",
        "",
      ]
    `));
});

describe("what people are told of an error", () => {
  const failing = new ActionError("service", message`It failed.`, message`Try later.`);

  it("is what the error says when there is no job", () =>
    expect(told(errorOutcome(failing, undefined))).toEqual(["error", "service", "It failed.", "Try later."]));
  it("names the job with which to go on", () =>
    expect(told(errorOutcome(failing, "job_7f3a"))).toEqual([
      "error",
      "service",
      "It failed.",
      "Try later. Take job `job_7f3a` up again with `job-id: job_7f3a`.",
    ]));
  it("does not name a job that is gone", () => {
    const gone = new ActionError("not-found", message`No such job.`, message`Check job-id.`);
    expect(told(errorOutcome(gone, "job_7f3a"))).toEqual([
      "error",
      "not-found",
      "No such job.",
      "Check job-id.",
    ]);
  });
  it("keeps what is wrong apart where several things are", () => {
    const points = [message`One.`, message`Two.`];
    expect(errorOutcome(new InputError(message`One. Two.`, [], points), undefined)).toMatchObject({ points });
  });
});
