import { describe, expect, test } from "vitest";
import {
  decide,
  type JobFacts,
  jobToRead,
  noFacts,
  type Plan,
  type Replacement,
  type Wants,
} from "../../src/agent/decide.ts";
import type { AcceptedState, MarkedJob } from "../../src/agent/marker.ts";
import type { Memory } from "../../src/agent/memory.ts";
import { ActionError } from "../../src/errors.ts";
import { richText } from "../../src/text/rich-text.ts";
import { memoryOf, prLink } from "./fixture.ts";

// What is wanted.
const prompt: Wants = { kind: "prompt", fresh: false, jobId: undefined, trigger: {} };
const ofWorkflow: Wants = { ...prompt, trigger: undefined };
const fresh: Wants = { ...prompt, fresh: true };
const toJob9: Wants = { ...prompt, jobId: "job_9" };
const watch9: Wants = { kind: "watch", fresh: false, jobId: "job_9", trigger: undefined };

// What the thread remembers.
const empty = memoryOf({});
const job2: MarkedJob = { id: "job_2", at: 500 };
const job = memoryOf({ job: job2 });
const notSent = memoryOf({ lastState: { kind: "not-sent" }, job: job2 });
const sent = memoryOf({ lastState: { kind: "sent" } });
const sentTo2 = memoryOf({ lastState: { kind: "sent", to: "job_2" }, job: job2 });
const asJob: AcceptedState = { kind: "accepted", jobId: "job_1", as: "job", at: 1000 };
const asFollowUp: AcceptedState = { ...asJob, as: "follow-up" };
const accepted = memoryOf({ lastState: asJob, job: { id: "job_1", at: 1000 } });
const tipped: MarkedJob = { id: "job_1", at: 1000, tip: "c0ffee" };
const toldFailed = memoryOf({
  lastState: { ...asJob, failed: true },
  job: { id: "job_1", at: 1000 },
});
const takenOver = memoryOf({ forgotten: "a later run has taken over" });
const taken = (memory: Memory): Memory => ({ ...memory, isTaken: true });
const error = new ActionError("github", richText`The comments cannot be read.`, []);
const unreadable = memoryOf({ unread: error });
const busy = memoryOf({ mayHaveJob: true, job: { id: "job_2", at: 500 } });
const mayHaveJob: Plan = { kind: "refuse", error: expect.objectContaining({ reason: "busy" }) };

// What the service and GitHub say.
type State = NonNullable<JobFacts["pull"]>["state"];
const is = (status: JobFacts["status"], state?: State): JobFacts => ({
  status,
  pull: state && { link: prLink, state, head: "c0ffee" },
});

// What becomes of it.
const create: Plan = { kind: "create", replaces: undefined };
const instead = (why: Replacement, state?: State): Plan => ({
  kind: "create",
  replaces: { why, pull: is("unknown", state).pull },
});
const message = (status: JobFacts["status"] = "unknown", state?: State): Plan => ({
  ...{ kind: "message", jobId: "job_2", isFromThread: true },
  ...is(status, state),
});
const toNamed: Plan = { kind: "message", jobId: "job_9", isFromThread: false, status: "unknown" };
const watchNamed: Plan = { kind: "watch", jobId: "job_9", resumed: undefined };
const resume = (
  resumed: AcceptedState,
  more: Pick<Extract<Plan, { kind: "watch" }>, "tip"> = {},
): Plan => ({ kind: "watch", jobId: "job_1", resumed, ...more });
const uncertain = (why: RegExp, to?: string): Plan => ({
  kind: "uncertain",
  why: expect.stringMatching(why),
  to,
});
const lost = /was lost before it got a reply/;
const unread = /cannot be read from the comments/;
const duplicate: Plan = { kind: "duplicate" };

type Row = [says: string, Wants, Memory, JobFacts, attempt: number, Plan];

// biome-ignore format: a table is read by its rows
const table: Record<string, Row[]> = {
  "nothing was sent yet": [
    ["an empty thread: a new job", prompt, empty, noFacts, 1, create],
    ["the thread has a job: a follow-up", prompt, job, noFacts, 1, message()],
    ["--new: a job beside it, and nothing is replaced", fresh, job, is("failed", "merged"), 1, create],
    ["conversation: new, the same", { ...prompt, startsAnew: true }, job, is("failed", "merged"), 1, create],
    ["but not on a pull request that is linked to its job", { ...prompt, startsAnew: true }, { ...job, isLinked: true }, noFacts, 1, message()],
    ["nor on one whose job is not known", { ...prompt, startsAnew: true }, memoryOf({ unknownDocs: { jobId: "job_9" } }), noFacts, 1, { kind: "unlinked", jobId: "job_9" }],
    ["a workflow on one whose job is not known: a new job", ofWorkflow, memoryOf({ unknownDocs: { jobId: "job_9" } }), noFacts, 1, create],
    ["job-id: that job, whatever the thread's is", toJob9, job, is("failed", "merged"), 1, toNamed],
    ["job-id wins over conversation: new", { ...toJob9, fresh: true }, empty, noFacts, 1, toNamed],
    ["--new in a thread that cannot be read: a job", fresh, unreadable, noFacts, 1, create],
    ["a re-run of what was not sent sends it", prompt, notSent, is("completed"), 2, message("completed")],
    ["a re-run that left no trace sends it", prompt, empty, noFacts, 2, create],
  ],
  "a thread that cannot be read is no empty one": [
    ["it may have a job", prompt, unreadable, noFacts, 1, { kind: "refuse", error }],
    ["nor is one whose newest request was sent a moment ago", prompt, busy, is("completed"), 1, mayHaveJob],
    ["also where it has no job yet", prompt, memoryOf({ mayHaveJob: true }), noFacts, 1, mayHaveJob],
    ["which keeps no --new and no job-id waiting", fresh, busy, noFacts, 1, create],
    ["and must remember the request", toJob9, unreadable, noFacts, 1, { kind: "refuse", error }],
  ],
  "look before a follow-up": [
    ["completed: it goes on", prompt, job, is("completed"), 1, message("completed")],
    ["at work: it goes on, and the plan says so", prompt, job, is("working"), 1, message("working")],
    ["failed", prompt, job, is("failed"), 1, instead("failed")],
    ["archived", prompt, job, is("archived"), 1, instead("archived")],
    ["gone", prompt, job, is("gone"), 1, instead("gone")],
    ["an open pull request: it goes on", prompt, job, is("completed", "open"), 1, message("completed", "open")],
    ["one that GitHub never shows: a command goes on", prompt, job, is("completed", "hidden"), 1, message("completed", "hidden")],
    ["one that GitHub never shows: a workflow starts a new job", ofWorkflow, job, is("completed", "hidden"), 1, instead("hidden", "hidden")],
    ["merged", prompt, job, is("completed", "merged"), 1, instead("merged", "merged")],
    ["closed", prompt, job, is("completed", "closed"), 1, instead("closed", "closed")],
    ["merged, and the job not readable", prompt, job, is("unknown", "merged"), 1, instead("merged", "merged")],
    ["failed and merged: it failed", prompt, job, is("failed", "merged"), 1, instead("failed", "merged")],
  ],
  "a re-run of what was sent, fate unknown, sends nothing": [
    ["as a new job", prompt, sent, noFacts, 2, uncertain(lost)],
    ["as a follow-up: it names the job", prompt, sentTo2, is("completed"), 2, uncertain(lost, "job_2")],
    ["with --new", fresh, sent, noFacts, 2, uncertain(lost)],
    ["with job-id", toJob9, memoryOf({ lastState: { kind: "sent", to: "job_9" } }), noFacts, 2, uncertain(lost, "job_9")],
    ["although another has taken it", prompt, taken(sent), noFacts, 2, uncertain(lost)],
  ],
  "a re-run of what was accepted watches it": [
    ["as a job", prompt, accepted, noFacts, 2, resume(asJob)],
    ["as a follow-up", prompt, memoryOf({ lastState: asFollowUp }), noFacts, 2, resume(asFollowUp)],
    ["as a follow-up, and what it found", prompt, memoryOf({ lastState: asFollowUp, job: tipped }), noFacts, 2, resume(asFollowUp, { tip: "c0ffee" })],
    ["but not what a later one found", prompt, memoryOf({ lastState: asFollowUp, job: { ...tipped, at: 2000 } }), noFacts, 2, resume(asFollowUp)],
    ["and what has ended as it ended", prompt, memoryOf({ lastState: { ...asFollowUp, ended: true }, job: tipped }), noFacts, 2, resume({ ...asFollowUp, ended: true })],
    ["although a later command started another", prompt, memoryOf({ lastState: asJob, job: job2 }), noFacts, 2, resume(asJob)],
    ["although it failed, which nobody told", prompt, accepted, is("failed"), 2, resume(asJob)],
    ["although its pull request was merged", prompt, accepted, is("completed", "merged"), 2, resume(asJob)],
    ["although another has taken it", prompt, taken(accepted), noFacts, 2, resume(asJob)],
    ["with --new", fresh, accepted, noFacts, 2, resume(asJob)],
    ["with job-id", toJob9, accepted, noFacts, 2, resume(asJob)],
  ],
  "a re-run of what failed, and that was told, sends anew": [
    ["a new job in its place", prompt, toldFailed, is("failed"), 2, instead("failed")],
    ["with --new, just another", fresh, toldFailed, noFacts, 2, create],
    ["with job-id, the message again", toJob9, toldFailed, noFacts, 2, toNamed],
    ["unless another has taken it since", prompt, taken(toldFailed), noFacts, 2, duplicate],
  ],
  "a re-run that cannot know": [
    ["the thread cannot be read", prompt, unreadable, noFacts, 2, uncertain(unread)],
    ["with --new", fresh, unreadable, noFacts, 3, uncertain(unread)],
    ["with job-id", toJob9, unreadable, noFacts, 2, uncertain(unread)],
    ["forgotten by the shared comment, or not verified", prompt, takenOver, noFacts, 2, uncertain(/sent the request, and a later run has taken over/)],
    ["and another has taken it", prompt, taken(takenOver), noFacts, 2, uncertain(/taken over/)],
  ],
  "seen twice": [
    ["a first attempt", prompt, taken(job), is("completed"), 1, duplicate],
    ["with --new", fresh, taken(empty), noFacts, 1, duplicate],
    ["with job-id", toJob9, taken(empty), noFacts, 1, duplicate],
    ["a re-run of what was not sent", prompt, taken(notSent), noFacts, 2, duplicate],
  ],
  "a job is only watched": [
    ["in an empty thread", watch9, empty, noFacts, 1, watchNamed],
    ["on a re-run that cannot read the thread", watch9, unreadable, noFacts, 2, watchNamed],
    ["whatever an earlier attempt left", watch9, sentTo2, is("failed"), 2, watchNamed],
    ["whoever has taken it", watch9, taken(job), noFacts, 1, watchNamed],
  ],
};

const statuses = ["working", "completed", "failed", "archived", "gone", "unknown"] as const;
const pullStates = [undefined, "open", "closed", "merged", "hidden"] as const;
const everyFacts = statuses.flatMap((status) => pullStates.map((state) => is(status, state)));

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (_says, wants, memory, facts, attempt, expected) => {
    expect(decide(wants, memory, facts, attempt)).toEqual(expected);
  });

  test.each(rows)("reads the thread's job only where that decides: %s", (...row) => {
    const [, wants, memory, , attempt] = row;
    const read = jobToRead(wants, memory, attempt);
    const plans = everyFacts.map((facts) => JSON.stringify(decide(wants, memory, facts, attempt)));
    expect(read).toBe(new Set(plans).size > 1 ? memory.job : undefined);
  });
});
