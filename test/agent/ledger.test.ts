import { describe, expect, test } from "vitest";
import type { JobFacts } from "../../src/agent/decide.ts";
import { type NextRange, nextRange, sentLedger } from "../../src/agent/ledger.ts";
import type { Ledger, RequestState } from "../../src/agent/marker.ts";
import { marker, memoryOf, prLink } from "./fixture.ts";

// Four commits of the branch, oldest first; the run is at the last one.
const [a, b, c, d] = ["a", "b", "c", "d"].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
  string,
];

const ended: Ledger = { since: a, head: c };
/** Behind a request for the commits from b to c that has not ended yet. */
const open: Ledger = { ...ended, before: { since: a, head: b } };

const accepted: RequestState = { kind: "accepted", jobId: "job_1", as: "job", at: 1 };
const toldFailed: RequestState = { ...accepted, failed: true };
const sent: RequestState = { kind: "sent" };
const notSent: RequestState = { kind: "not-sent" };

type Facts = JobFacts & { isFollowUp: boolean };
const facts = (
  status: JobFacts["status"],
  pull?: NonNullable<JobFacts["pull"]>["state"],
  isFollowUp = true,
): Facts => ({ status, pull: pull && { link: prLink, state: pull }, isFollowUp });
/** What follows a request of this ledger that came so far, where the thread's job is this one. */
function behind(ledger: Ledger, state: RequestState, known: Facts, head = d, jobId = "job_1") {
  const comment = { id: 1, body: "", url: "", login: "docs[bot]" };
  const documented = { comment, marker: { ...marker, ledger, state } };
  return nextRange(memoryOf({ documented, job: { id: jobId, at: 1 } }), known, known.isFollowUp, head);
}
const isOpen = facts("completed", "open");

/** A range from a base: what is remembered then, what if it fails, and what if there is nothing to document. */
const range = (
  base: string,
  since: string,
  before: Ledger["before"],
  skipped: Ledger,
  mayRepeat = false,
): NextRange => ({
  base,
  sent: { since, head: d, before },
  skipped,
  mayRepeat,
});
const goesOn = range(c, a, { since: a, head: c }, { since: a, head: d });
const fromB = range(b, a, { since: a, head: b }, { since: a, head: d });

describe("the next range", () => {
  test.each<[string, Ledger, RequestState, Facts, NextRange]>([
    ["goes on in the open pull request", ended, accepted, isOpen, goesOn],
    ["and where it cannot be read", ended, accepted, facts("unknown", "unknown"), goesOn],
    ["and without one", ended, accepted, facts("completed"), goesOn],
    ["whatever a later request of somebody did to the job", ended, accepted, facts("failed", "open"), goesOn],
    [
      "begins anew after a merge",
      ...([ended, accepted, facts("completed", "merged", false)] as const),
      range(c, c, { since: c, head: c }, { since: a, head: d }),
    ],
    [
      "and in a job that a command began on the merged one",
      ...([ended, accepted, facts("working", "merged")] as const),
      range(c, c, { since: c, head: c }, { since: a, head: d }),
    ],
    [
      "has everything again after a close",
      ...([ended, accepted, facts("completed", "closed", false)] as const),
      range(a, a, { since: a, head: a }, { since: a, head: d }),
    ],
    [
      "and in a job that a command began on the closed one",
      ...([ended, accepted, facts("working", "closed")] as const),
      range(a, a, { since: a, head: a }, { since: a, head: d }),
    ],
    [
      "is that of a new job where the one before failed",
      ...([ended, accepted, facts("failed", "open", false)] as const),
      range(c, c, { since: a, head: c }, { since: a, head: d }),
    ],
    [
      "goes on behind a request that has not ended",
      ...([open, accepted, facts("working", "open")] as const),
      range(c, a, { since: a, head: b }, { ...open, head: d }),
    ],
    [
      "goes on behind one that has ended since",
      ...([open, accepted, facts("completed", "open")] as const),
      { ...goesOn, skipped: { ...open, head: d } },
    ],
    ["has a request again that was not sent", open, notSent, isOpen, fromB],
    ["that failed", open, toldFailed, isOpen, fromB],
    ["that failed later", open, accepted, facts("failed", "open"), fromB],
    ["that was archived", open, accepted, facts("archived", "open"), fromB],
    ["whose job is gone", open, accepted, facts("gone", "open"), fromB],
    ["whose answer was lost, and says so", open, sent, isOpen, { ...fromB, mayRepeat: true }],
    [
      "has everything again after a close and a red week",
      ...([open, notSent, facts("completed", "closed", false)] as const),
      range(a, a, { since: a, head: a }, { since: a, head: d }),
    ],
    [
      "and after a close whose next request failed",
      ...([
        { ...ended, before: { since: a, head: a } },
        toldFailed,
        facts("failed", undefined, false),
      ] as const),
      range(a, a, { since: a, head: a }, { since: a, head: d }),
    ],
  ])("%s", (_, ledger, state, known, expected) => {
    expect(behind(ledger, state, known)).toEqual(expected);
  });

  test.each<[string, Ledger, Facts]>([
    ["no commit is new", { since: a, head: d }, isOpen],
    ["no commit is new after a close", { since: a, head: d }, facts("completed", "closed", false)],
    ["the newest request has them", { since: a, head: d, before: { since: a, head: c } }, isOpen],
  ])("is missing where %s", (_, ledger, known) => {
    expect(behind(ledger, accepted, known)).toBeUndefined();
  });

  test.each([
    ["job_1", b],
    ["job_2", c],
  ])("is judged by the job that documented, not by one in its place: %s", (id, base) => {
    expect(behind(open, accepted, facts("failed"), d, id)?.base).toBe(base);
  });

  test("begins where GitHub says without a memory, and keeps that until the request has ended well", () => {
    const first = nextRange(memoryOf({}), facts("unknown"), false, d);
    expect(first).toEqual({
      base: undefined,
      sent: undefined,
      skipped: { since: d, head: d },
      mayRepeat: false,
    });
    const compared = { kind: "range", base: b, head: d } as const;
    const start = { date: undefined, isDiverged: false, isWeekAgo: true };
    const changes = { compared, start, headSha: d, files: [], complete: true, titles: [], totalCommits: 1 };
    const ledger = first && sentLedger(first, changes);
    expect(ledger).toEqual({ since: b, head: d, before: { since: b, head: b } });
    if (ledger === undefined) throw new Error("nothing is remembered");
    expect(behind(ledger, notSent, facts("unknown", undefined, false))).toMatchObject({ base: b });
  });

  test("is remembered in the same few characters after 200 weeks", () => {
    const commitOf = (week: number) => week.toString(16).padStart(40, "0");
    let ledger: Ledger = { since: commitOf(0), head: commitOf(1) };
    const pulls = ["open", "merged", "closed"] as const;
    for (let week = 2; week < 202; week++) {
      const next = behind(ledger, accepted, facts("working", pulls[week % 3]), commitOf(week));
      ledger = next?.sent ?? ledger;
      expect(JSON.stringify(ledger).length).toBeLessThan(230);
    }
    expect(ledger.head).toBe(commitOf(201));
  });
});
