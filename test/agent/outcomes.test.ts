import { expect, test } from "vitest";
import type { JobAction } from "../../src/agent/job/decide.ts";
import {
  cancelledOutcome,
  dryRunOutcome,
  duplicateOutcome,
  endedOutcome,
  killedOutcome,
  lostRequest,
  notAnnounced,
  pollOutcome,
  startedOutcome,
} from "../../src/agent/outcomes.ts";
import type { ResumeOptions } from "../../src/agent/sentences.ts";
import { ActionError, errorOutcome, InputError } from "../../src/errors.ts";
import { type Outcome, reasons } from "../../src/result.ts";
import { richText, toMarkdown } from "../../src/text/rich-text.ts";
import { failedOutcome } from "../every-outcome.ts";
import { silentLog } from "../fake-log.ts";

const jobId = "job_7f3a";
const link = "https://github.com/acme/docs/pull/7";
const active = { id: jobId, status: "active" };
/** A run that no comment remembers, one of a workflow in a thread, and a command. */
const alone: ResumeOptions = { jobId, inThread: false, triggerPhrase: undefined };
const workflow: ResumeOptions = { ...alone, inThread: true };
const command: ResumeOptions = { ...workflow, triggerPhrase: "/docs-agent" };

const create: JobAction = { kind: "create", replaces: undefined };
const followUp: JobAction = {
  ...{ kind: "message", jobId, prLink: link, fromThread: true, interrupts: false },
};

const text = ({ result, reason, message, advice }: Outcome) =>
  [result, reason, toMarkdown(message), toMarkdown(advice)].filter((part) => part !== "").join(" | ");
const final = (status: string, prLink?: string, resume = alone) =>
  pollOutcome({ kind: "final", job: { id: jobId, status } }, prLink, 184_000, resume);

test("every outcome says what happened, and what to do next", () => {
  const target = { origin: "https://docs.example.com", project: "acme" };
  const failure = new ActionError("service", richText`It failed.`, richText`Try later.`);
  const gone = new ActionError("not-found", richText`No such job.`, richText`Check job-id.`);
  const outcomes: Record<string, Outcome> = {
    "completed with a pull request": final("completed", link),
    "completed without one": final("completed"),
    failed: final("failed"),
    archived: final("archived"),
    "time limit, no comment": pollOutcome({ kind: "timeout", job: active }, undefined, 184_000, alone),
    "time limit, workflow": pollOutcome({ kind: "timeout", job: active }, undefined, 184_000, workflow),
    "time limit, command": pollOutcome({ kind: "timeout", job: active }, undefined, 184_000, command),
    "time limit, never read": pollOutcome({ kind: "timeout", job: undefined }, undefined, 184_000, alone),
    "cancelled with a job": cancelledOutcome(command),
    "cancelled during the request": cancelledOutcome("sent"),
    "cancelled before the request": cancelledOutcome("not-sent"),
    "killed with a job": killedOutcome(workflow),
    "killed during the request": killedOutcome("sent"),
    "killed before the request": killedOutcome("not-sent"),
    "wait: false, create": startedOutcome(jobId, "create"),
    "wait: false, message": startedOutcome(jobId, "message"),
    "wait: false, watch": startedOutcome(jobId, "watch"),
    "dry run, create": dryRunOutcome(create, target),
    "dry run, message": dryRunOutcome(followUp, target),
    "dry run in a thread, create": dryRunOutcome(create),
    "dry run in a thread, message": dryRunOutcome(followUp),
    "told again, with a pull request": endedOutcome("pull-request", link, jobId),
    "told again, without a link": endedOutcome("pull-request", undefined, jobId),
    "duplicate of another run's command": duplicateOutcome(),
    "a re-run after a lost job": failedOutcome(lostRequest(undefined), undefined),
    "a re-run after a lost message": failedOutcome(lostRequest(jobId), undefined),
    "a re-run that finds no trace and cannot write": failedOutcome(notAnnounced(false), undefined),
    "a re-run that cannot write": failedOutcome(notAnnounced(true), undefined),
    "error without a job": failedOutcome(failure, undefined),
    "error with a job": failedOutcome(failure, jobId),
    "error because the job is gone": failedOutcome(gone, jobId),
    "error that nobody foresaw": errorOutcome(new Error("something broke"), silentLog),
    "text that was thrown": errorOutcome("something broke", silentLog),
  };
  const texts = Object.entries(outcomes).map(([name, outcome]) => `${name}: ${text(outcome)}`);
  expect(`\n${texts.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    completed with a pull request: pull-request | Pull request ready: [acme/docs&#35;&#8203;7](<https://github.com/acme/docs/pull/7>) | Review it. To change something, send a follow-up.
    completed without one: no-changes | The agent finished without a pull request. | Either nothing needed to change, or the project publishes changes without review. Look at the documentation, and if the change is missing, name the page and the change in the workflow's prompt.
    failed: failed | The agent could not finish. | Look at job \`job_7f3a\` in the service's dashboard. To try again, re-run the workflow that sent the request: the request is then sent again.
    archived: archived | The job was archived. | Job \`job_7f3a\` will not continue. To try again, re-run the workflow that sent the request: the request is then sent again.
    time limit, no comment: timeout | The job is \`active\` after 3 min 4 s. This run stopped waiting; the agent has not stopped. | To continue waiting, run a step with \`job-id: job_7f3a\` and no prompt.
    time limit, workflow: timeout | The job is \`active\` after 3 min 4 s. This run stopped waiting; the agent has not stopped. | Re-run the workflow to keep waiting: the request is not sent a second time.
    time limit, command: timeout | The job is \`active\` after 3 min 4 s. This run stopped waiting; the agent has not stopped. | Reply \`/docs-agent --status\` later to see how it went.
    time limit, never read: timeout | The job could not be read after 3 min 4 s. This run stopped waiting; the agent has not stopped. | To continue waiting, run a step with \`job-id: job_7f3a\` and no prompt.
    cancelled with a job: cancelled | The run was cancelled. The agent is still working on job \`job_7f3a\`. | Reply \`/docs-agent --status\` later to see how it went.
    cancelled during the request: cancelled | The run was cancelled before the service replied, so a job may or may not exist. | Look at the service's dashboard before you run the step again. If the job is there, set \`job-id\` to continue it.
    cancelled before the request: cancelled | The run was cancelled before anything was sent.
    killed with a job: cancelled | The run was interrupted. The agent is still working on job \`job_7f3a\`. | Re-run the workflow to keep waiting: the request is not sent a second time.
    killed during the request: cancelled | The run was interrupted before the service replied, so a job may or may not exist. | Look at the service's dashboard before you run the step again. If the job is there, set \`job-id\` to continue it.
    killed before the request: cancelled | The run was interrupted before anything was sent.
    wait: false, create: started | Job \`job_7f3a\` started. | To get its pull request, run a step with \`job-id: job_7f3a\` and no prompt.
    wait: false, message: started | Job \`job_7f3a\` accepted the follow-up. | To get its pull request, run a step with \`job-id: job_7f3a\` and no prompt.
    wait: false, watch: started | Job \`job_7f3a\` is working. | To get its pull request, run a step with \`job-id: job_7f3a\` and no prompt.
    dry run, create: dry-run | Nothing was sent. Without the dry run, a new job would go to \`https://docs.example.com\`, project \`acme\`.
    dry run, message: dry-run | Nothing was sent. Without the dry run, a follow-up to job \`job_7f3a\` would go to \`https://docs.example.com\`, project \`acme\`.
    dry run in a thread, create: dry-run | Nothing was sent. Without the dry run, a new job would be created.
    dry run in a thread, message: dry-run | Nothing was sent. Without the dry run, a follow-up to job \`job_7f3a\` would be sent.
    told again, with a pull request: pull-request | Pull request ready: [acme/docs&#35;&#8203;7](<https://github.com/acme/docs/pull/7>) | Review it. To change something, send a follow-up.
    told again, without a link: pull-request | Pull request ready. | Review it. To change something, send a follow-up.
    duplicate of another run's command: skipped | duplicate | Another workflow has answered this command, in a comment of its own. | Let only one workflow listen to each trigger phrase.
    a re-run after a lost job: error | uncertain | It is unknown whether a job was created: an earlier attempt of this run may have sent the request and did not learn what became of it. | Look at the service's dashboard. If the job is there, set \`job-id\` to continue it; if not, ask again in a new comment or start a new run. A re-run never sends a request twice.
    a re-run after a lost message: error | uncertain | It is unknown whether the job received the message: an earlier attempt of this run may have sent the request and did not learn what became of it. | Look at job \`job_7f3a\` first: if the change does not come, ask again in a new comment or start a new run. A re-run never sends a request twice.
    a re-run that finds no trace and cannot write: error | uncertain | It is unknown whether a job was created: no comment tells what an earlier attempt of this run did, and GitHub refuses a new one. | Give the job “permissions: issues: write, pull-requests: write”, look at the service's dashboard, and start a new run if the request is not there.
    a re-run that cannot write: error | github | GitHub refuses the comment that would remember the request, so nothing was sent. | A later re-run could not know of the request and would send it again. Give the job “permissions: issues: write, pull-requests: write”, then re-run it.
    error without a job: error | service | It failed. | Try later.
    error with a job: error | service | It failed. | Try later. To continue job \`job_7f3a\`, run a step with \`job-id: job_7f3a\`.
    error because the job is gone: error | not-found | No such job. | Check job-id.
    error that nobody foresaw: error | internal | Unexpected error in the action: something broke | If the step was to send a prompt, look for its job in the dashboard before you run it again. Please report this error with the log of a run with step debugging.
    text that was thrown: error | internal | Unexpected error in the action: something broke | If the step was to send a prompt, look for its job in the dashboard before you run it again. Please report this error with the log of a run with step debugging.
    "
  `);
});

test.each(["failed", "archived"])(
  "a pull request does not change the outcome of a job that is %s",
  (status) => {
    expect(final(status, link)).toEqual(final(status));
  },
);

test.each([
  ["pull-request", "completed", link],
  ["no-changes", "completed", undefined],
  ["failed", "failed", undefined],
  ["archived", "archived", undefined],
] as const)("the end %s is told again as it was told first", (result, status, prLink) => {
  expect(endedOutcome(result, prLink, jobId)).toEqual(final(status, prLink));
});

test.each([alone, workflow, command])("a cancelled poll is the outcome of a cancelled run: %o", (resume) => {
  const poll = { kind: "cancelled", job: active } as const;
  expect(pollOutcome(poll, undefined, 184_000, resume)).toEqual(cancelledOutcome(resume));
});

test.each([
  [
    "with a stack, for debugging",
    Object.assign(new Error("a"), { stack: "Error: a\n  at b" }),
    ["Error: a\n  at b"],
  ],
  ["without one where there is none", "a", []],
])("an error that nobody foresaw is logged %s", (_, error, expected) => {
  const lines: string[] = [];
  errorOutcome(error, { ...silentLog, debug: (text) => void lines.push(text) });
  expect(lines).toEqual(expected);
});

test.each(reasons.error)("an error says how to continue a job that may still be there: %s", (reason) => {
  const { advice } = failedOutcome(new ActionError(reason, richText`It failed.`, []), jobId);
  const isEnd = reason === "not-found" || reason === "internal";
  expect(toMarkdown(advice)).toBe(
    isEnd ? "" : " To continue job `job_7f3a`, run a step with `job-id: job_7f3a`.",
  );
});

test("an error with several points keeps them apart", () => {
  const points = [richText`One.`, richText`Two.`];
  expect(failedOutcome(new InputError(richText`One. Two.`, [], points), undefined)).toMatchObject({ points });
});
