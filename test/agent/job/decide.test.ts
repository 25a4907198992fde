import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Decision,
  decide,
  decideWhatToSend,
  type JobFacts,
  jobToRead,
  noFacts,
  type Wants,
} from "../../../src/agent/job/decide.ts";
import type { MarkedJob } from "../../../src/agent/thread/job-marker.ts";
import {
  type AcceptedState,
  type EndedState,
  endResults,
  type RequestState,
} from "../../../src/agent/thread/request-state.ts";
import { runs } from "../../runs.ts";

const prLink = "https://github.com/acme/docs/pull/3";

// What is wanted.
const prompt: Wants = { kind: "prompt", fresh: false, jobId: undefined };
const fresh: Wants = { ...prompt, fresh: true };
const toJob9: Wants = { ...prompt, jobId: "job_9" };
const watch9: Wants = { kind: "watch", jobId: "job_9" };

// What an earlier attempt did.
const none: RequestState = { kind: "not-sent" };
const lost: RequestState = { kind: "sent", to: undefined };
const lostTo1: RequestState = { kind: "sent", to: "job_1" };
const accepted: AcceptedState = { kind: "accepted", jobId: "job_1", as: "job", at: 1000 };
const followUp: AcceptedState = { ...accepted, as: "follow-up" };
const ended = (result: EndedState["result"]): EndedState => ({ ...accepted, kind: "ended", result });

// What the thread continues.
const empty = undefined;
const job2: MarkedJob = { id: "job_2", prLink: undefined, at: 500 };
const withPull: MarkedJob = { ...job2, prLink };

// What becomes of it.
const create: Decision = { kind: "create", replaces: undefined };
const instead = (reason: "failed" | "archived" | "gone"): Decision => ({
  kind: "create",
  replaces: { reason },
});
const replacesDone = (reason: "merged" | "closed"): Decision => ({
  kind: "create",
  replaces: { reason, prLink },
});
const toThread = (more: { prLink?: string; interrupts?: boolean } = {}): Decision => ({
  ...{ kind: "message", jobId: "job_2", prLink: undefined, fromThread: true, interrupts: false },
  ...more,
});
const toNamed: Decision = {
  ...{ kind: "message", jobId: "job_9", prLink: undefined, fromThread: false, interrupts: false },
};
const watchNamed: Decision = { kind: "watch", jobId: "job_9", resumed: undefined };
const resume = (state: AcceptedState): Decision => ({ kind: "watch", jobId: "job_1", resumed: state });
const uncertain = (to?: string): Decision => ({ kind: "uncertain", to });
const duplicate: Decision = { kind: "duplicate" };
const again = (result: EndedState["result"]): Decision => ({ kind: "report-again", end: ended(result) });

const free = false;
const taken = true;
const unread = noFacts;
const completed: JobFacts = { ...unread, job: "completed" };
const withState = (state: NonNullable<JobFacts["pull"]>["state"]): JobFacts => ({
  ...completed,
  pull: { link: prLink, state },
});
const failedPull: JobFacts = { ...withState("merged"), job: "failed" };
const busyMerged: JobFacts = { ...withState("merged"), job: "working" };
const job1: MarkedJob = { id: "job_1", prLink: undefined, at: 1000 };

type Row = [says: string, Wants, RequestState, MarkedJob | undefined, taken: boolean, JobFacts, Decision];

// biome-ignore format: a table is read by its rows
const table: Record<string, Row[]> = {
  "nothing was sent yet": [
    ["a prompt in an empty thread creates a job", prompt, none, empty, free, unread, create],
    ["a prompt goes to the thread's job", prompt, none, job2, free, unread, toThread()],
    ["--new creates a job beside the thread's", fresh, none, withPull, free, unread, create],
    ["job-id names the job, whatever the thread's is", toJob9, none, withPull, free, unread, toNamed],
    ["job-id wins over conversation: new", { ...toJob9, fresh: true }, none, empty, free, unread, toNamed],
    ["a command that another has taken is a duplicate", prompt, none, job2, taken, unread, duplicate],
    ["so is one with --new", fresh, none, empty, taken, unread, duplicate],
    ["so is one for a named job", toJob9, none, empty, taken, unread, duplicate],
  ],
  "the job of the thread is looked at": [
    ["a completed one goes on", prompt, none, job2, free, completed, toThread()],
    ["one at work is interrupted", prompt, none, job2, free, { ...unread, job: "working" }, toThread({ interrupts: true })],
    ["one that could not be read goes on", prompt, none, job2, free, unread, toThread()],
    ["a failed one is replaced", prompt, none, job2, free, { ...unread, job: "failed" }, instead("failed")],
    ["an archived one is replaced", prompt, none, job2, free, { ...unread, job: "archived" }, instead("archived")],
    ["one that is gone is replaced", prompt, none, job2, free, { ...unread, job: "gone" }, instead("gone")],
    ["with an open pull request it goes on", prompt, none, withPull, free, withState("open"), toThread({ prLink })],
    ["with a merged one it is replaced", prompt, none, withPull, free, withState("merged"), replacesDone("merged")],
    ["with a closed one it is replaced", prompt, none, withPull, free, withState("closed"), replacesDone("closed")],
    ["with a merged one, also at work", prompt, none, withPull, free, busyMerged, replacesDone("merged")],
    ["failed, with a merged one: it failed", prompt, none, withPull, free, failedPull, instead("failed")],
    ["a pull request that only the service names counts", prompt, none, job2, free, withState("merged"), replacesDone("merged")],
    ["with one that could not be read it goes on", prompt, none, withPull, free, withState("unknown"), toThread({ prLink })],
  ],
  "an earlier attempt sent it, and lost the answer": [
    ["to create a job: uncertain", prompt, lost, empty, free, unread, uncertain()],
    ["although the thread's job is over", prompt, lost, job2, free, { ...unread, job: "failed" }, uncertain()],
    ["also with --new", fresh, lost, empty, free, unread, uncertain()],
    ["to a job: uncertain, whatever its status says", prompt, lostTo1, job1, free, completed, uncertain("job_1")],
    ["to a named job", toJob9, { kind: "sent", to: "job_9" }, empty, free, unread, uncertain("job_9")],
    ["and another has taken the command", prompt, lost, empty, taken, unread, uncertain()],
  ],
  "an earlier attempt's request was accepted": [
    ["as a job: it is watched", prompt, accepted, empty, free, unread, resume(accepted)],
    ["as a follow-up: it is watched as one", prompt, followUp, job1, free, unread, resume(followUp)],
    ["although it failed unseen, which is told first", prompt, accepted, job1, free, { ...unread, job: "failed" }, resume(accepted)],
    ["although its pull request was merged", prompt, accepted, withPull, free, withState("merged"), resume(accepted)],
    ["although another has taken the command", prompt, accepted, empty, taken, unread, resume(accepted)],
    ["with --new", fresh, accepted, job2, free, unread, resume(accepted)],
    ["with job-id", toJob9, accepted, empty, free, unread, resume(accepted)],
  ],
  "an earlier attempt told the end": [
    ["with a pull request: told again", prompt, ended("pull-request"), job2, free, unread, again("pull-request")],
    ["without one: told again", prompt, ended("no-changes"), empty, free, unread, again("no-changes")],
    ["with --new: told again", fresh, ended("pull-request"), empty, free, unread, again("pull-request")],
    ["taken by another: told again", prompt, ended("no-changes"), empty, taken, unread, again("no-changes")],
    ["failed: a new life, with a new job", prompt, ended("failed"), job1, free, { ...unread, job: "failed" }, instead("failed")],
    ["archived: likewise", prompt, ended("archived"), job1, free, { ...unread, job: "archived" }, instead("archived")],
    ["failed: a newer job of the thread goes on", prompt, ended("failed"), job2, free, completed, toThread()],
    ["failed, with --new: another new job", fresh, ended("failed"), job2, free, unread, create],
    ["failed, with job-id: the message again", toJob9, ended("failed"), empty, free, unread, toNamed],
    ["failed, taken by another meanwhile: a duplicate", prompt, ended("failed"), empty, taken, unread, duplicate],
  ],
  "a job is only watched": [
    ["in an empty thread", watch9, none, empty, free, unread, watchNamed],
    ["whatever an earlier attempt told", watch9, ended("failed"), job2, free, { ...unread, job: "failed" }, watchNamed],
    ["whatever an earlier attempt lost", watch9, lost, empty, free, unread, watchNamed],
    ["whoever has taken it", watch9, none, job2, taken, unread, watchNamed],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (_says, wants, earlierState, current, isTaken, facts, expected) => {
    expect(decide(wants, { earlierState, current }, isTaken, facts)).toEqual(expected);
  });
});

// Everything that a thread may remember and that may be true of its job.
const id = fc.constantFrom("job_1", "job_2", "job_9");
const life = { jobId: id, as: fc.constantFrom("job", "follow-up"), at: fc.nat() } as const;
const anyAccepted = fc.record({ kind: fc.constant("accepted"), ...life });
const anyEnded = fc.record({ kind: fc.constant("ended"), ...life, result: fc.constantFrom(...endResults) });
const anySent = fc.record({ kind: fc.constant("sent"), to: fc.option(id, { nil: undefined }) });
const anyEarlier: fc.Arbitrary<RequestState> = fc.oneof(fc.constant(none), anySent, anyAccepted, anyEnded);
const link = fc.constantFrom(undefined, prLink);
const anyCurrent = fc.option(fc.record({ id, prLink: link, at: fc.nat() }), { nil: undefined });
const anyWants: fc.Arbitrary<Wants> = fc.oneof(
  fc.record({
    kind: fc.constant("prompt"),
    fresh: fc.boolean(),
    jobId: fc.option(id, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("watch"), jobId: id }),
);
const anyFacts: fc.Arbitrary<JobFacts> = fc.record({
  job: fc.constantFrom("working", "completed", "failed", "archived", "gone", "unknown"),
  pull: fc.option(
    fc.record({
      link: fc.constant(prLink),
      state: fc.constantFrom("open", "merged", "closed", "unknown"),
    }),
    { nil: undefined },
  ),
});

describe("whatever a thread remembers", () => {
  const check = (
    assert: (decision: Decision, of: { wants: Wants; earlierState: RequestState; isTaken: boolean }) => void,
    earlierStates = anyEarlier,
  ) =>
    fc.assert(
      fc.property(
        ...([anyWants, earlierStates, anyCurrent, fc.boolean(), anyFacts] as const),
        (wants, earlierState, current, isTaken, facts) =>
          assert(decide(wants, { earlierState, current }, isTaken, facts), { wants, earlierState, isTaken }),
      ),
      runs(2000, 500),
    );
  const sends = ({ kind }: Decision) => kind === "create" || kind === "message";

  test("a prompt whose answer was lost is uncertain, and nothing else", () => {
    check((decision, { wants, earlierState }) => {
      if (wants.kind === "prompt" && earlierState.kind === "sent")
        expect(decision).toEqual({ kind: "uncertain", to: earlierState.to });
    }, anySent);
  });

  test("nothing is sent for what was sent, accepted or told, unless the end that was told is a failure", () => {
    check((decision, { wants, earlierState, isTaken }) => {
      const isFailure = earlierState.kind === "ended" && ["failed", "archived"].includes(earlierState.result);
      const maySend = wants.kind === "prompt" && !isTaken && (earlierState.kind === "not-sent" || isFailure);
      expect(sends(decision)).toBe(maySend);
    });
  });

  test("what was accepted is watched from its acceptance, as what it was", () => {
    check((decision, { wants, earlierState }) => {
      if (wants.kind === "prompt" && earlierState.kind === "accepted")
        expect(decision).toEqual({ kind: "watch", jobId: earlierState.jobId, resumed: earlierState });
    }, anyAccepted);
  });

  test("only a job of the thread may be replaced, so a refusal by a named one is an error", () => {
    check((decision, { wants }) => {
      if (decision.kind === "message")
        expect(decision.fromThread).toBe(wants.kind === "prompt" && wants.jobId === undefined);
      if (decision.kind === "create") expect(wants).toMatchObject({ kind: "prompt", jobId: undefined });
    });
  });
});

test("a dry run says what a prompt would become, as if nothing had been sent", () => {
  expect(decideWhatToSend(prompt, undefined, unread)).toEqual(create);
  expect(decideWhatToSend(prompt, withPull, withState("merged"))).toEqual(replacesDone("merged"));
});

describe("the job of the thread is looked at", () => {
  const look = (
    wants: Wants,
    earlierState: RequestState = none,
    isSent = false,
    current: MarkedJob | undefined = job2,
  ) => jobToRead(wants, { earlierState, current, rivals: isSent ? [{ id: 1, says: "sent" }] : [] });

  test.each<[string, MarkedJob | undefined]>([
    ["before a follow-up", look(prompt)],
    ["by the new life after a failure", look(prompt, ended("failed"))],
    ["by the new life after an archived job", look(prompt, ended("archived"))],
  ])("%s", (_, job) => {
    expect(job).toBe(job2);
  });

  test.each<[string, MarkedJob | undefined]>([
    ["in an empty thread", jobToRead(prompt, { earlierState: none, current: undefined, rivals: [] })],
    ["with --new", look(fresh)],
    ["for a named job", look(toJob9)],
    ["to watch a job", look(watch9)],
    ["for what was lost", look(prompt, lostTo1)],
    ["for what was accepted", look(prompt, accepted)],
    ["for what has ended", look(prompt, ended("no-changes"))],
    ["for what somebody else has sent", look(prompt, none, true)],
  ])("but not %s", (_, job) => {
    expect(job).toBeUndefined();
  });
});
