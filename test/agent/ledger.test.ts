import { describe, expect, test } from "vitest";
import {
  broughtUp,
  compact,
  type Entry,
  type EntryFacts,
  isSettled,
  type Judged,
  liveEntries,
  mergeEntries,
  type Next,
  nextOf,
  type Position,
  seenPull,
  type Verdict,
  verdictOf,
  withPull,
} from "../../src/agent/ledger.ts";
import { a, b, c, commit, d, entryOf, judged, now, pullLink } from "./ledger-fixture.ts";

type State = NonNullable<EntryFacts["pull"]>["state"];
type Status = NonNullable<EntryFacts["status"]>;
const tip = commit("7");
/** What the service and GitHub say; the head of the pull request is another one than before the follow-up. */
const facts = (status?: Status, state?: State, head = commit("8"), number = 41): EntryFacts => ({
  status,
  pull: state && { link: pullLink(number), state, head },
});
const sent = entryOf({ phase: "sent", pull: undefined });
const followUp = entryOf({ phase: "sent", tip });
const sending = (age: number) => entryOf({ phase: "sending", at: now - age });

test("a pull request that GitHub has stopped to show stays as it was, and says so", () => {
  const open = { link: pullLink(41), state: "open" } as const;
  const hidden = { link: pullLink(41), state: "hidden" } as const;
  expect(seenPull(open, hidden)).toEqual({ ...open, isHidden: true });
  expect(seenPull({ ...open, isHidden: true }, open)).toEqual(open);
  expect(seenPull({ ...open, link: pullLink(40) }, hidden)).toEqual(hidden);
});

// biome-ignore format: a table is read by its rows
const verdicts: [says: string, Entry, EntryFacts, Verdict][] = [
  ["nothing to document", entryOf({ phase: "nothing" }), {}, "done"],
  ["not sent", entryOf({ phase: "undone" }), {}, "undone"],
  ["on its way since a moment", sending(0), {}, "sending"],
  ["on its way as long as it is tried again", sending(359_999), {}, "sending"],
  ["on its way for longer: its answer is lost", sending(360_000), {}, "lost"],
  ["its run has ended without an answer", { ...sending(0), why: "uncertain" }, {}, "lost"],
  ["on its way since a time that is to come: GitHub's are whole seconds", sending(-999), {}, "sending"],
  ["on its way since a time that is far ahead: another clock", sending(-360_000), {}, "lost"],
  ["a run saw the end, without a pull request", entryOf({ pull: undefined }), {}, "done"],
  ["a run saw the end, and the pull request is open", entryOf(), facts("completed", "open"), "open"],
  ["a run saw the end, and it is merged", entryOf({ tip }), facts(undefined, "merged", tip), "done"],
  ["a run saw the end, and it is closed", entryOf(), facts(undefined, "closed"), "closed"],
  ["a run saw the end, and GitHub never shows it", entryOf(), facts(undefined, "hidden"), "done"],
  ["no run saw the end: at work", sent, facts("working"), "at work"],
  ["at work, and merged meanwhile", followUp, facts("working", "merged", tip), "at work"],
  ["completed without a pull request", sent, facts("completed"), "done"],
  ["failed without one", sent, facts("failed"), "undone"],
  ["unknown to the service, without one", sent, facts("gone"), "undone"],
  ["archived without one", sent, facts("archived"), "undone"],
  ["failed, and GitHub never shows its pull request", sent, facts("failed", "hidden"), "undone"],
  ["completed, and GitHub never shows it", sent, facts("completed", "hidden"), "done"],
  ["open", sent, facts("completed", "open"), "open"],
  ["failed after it was opened", sent, facts("failed", "open"), "open"],
  ["merged", sent, facts("completed", "merged"), "done"],
  ["archived after it was merged", sent, facts("archived", "merged"), "done"],
  ["closed", sent, facts("completed", "closed"), "closed"],
  ["a follow-up that left a commit, merged", followUp, facts("completed", "merged"), "done"],
  ["one that left none, merged: it came too late", followUp, facts("completed", "merged", tip), "undone"],
  ["one that left none, closed", followUp, facts("completed", "closed", tip), "undone"],
  ["one that left none, open: nothing needed to change", followUp, facts("completed", "open", tip), "open"],
  ["one that failed, open", followUp, facts("failed", "open"), "undone"],
  ["one that opened another pull request", followUp, facts("completed", "merged", tip, 42), "done"],
];
test.each(verdicts)("%s", (_, entry, known, verdict) => {
  expect(verdictOf(entry, known, now)).toBe(verdict);
});

// biome-ignore format: a table is read by its rows
test.each<[string, Partial<Entry>, boolean]>([
  ["an open pull request", {}, false],
  ["a merged one", { pull: { link: pullLink(41), state: "merged" } }, true],
  ["one that GitHub never shows", { pull: { link: pullLink(41), state: "hidden" } }, true],
  ["one that may be opened again", { pull: { link: pullLink(41), state: "closed" } }, false],
  ["one that was closed for the second time", { pull: { link: pullLink(41), state: "closed" }, repeats: true }, false],
  ["no pull request", { pull: undefined }, true],
  ["nothing to document", { phase: "nothing" }, true],
  ["a job whose end no run saw", { phase: "sent" }, false],
  ["a request on its way", { phase: "sending" }, false],
])("nobody is asked where nothing can change: %s", (_, more, expected) => {
  expect(isSettled(entryOf(more))).toBe(expected);
});

const run = { runId: "200", attempt: 1, step: "one" };
const rerun = { runId: "100", attempt: 2, step: "one" };
const send = (again: number[], followUpTo?: number) => ({
  kind: "send",
  again,
  followUp: followUpTo,
});
const open = facts("completed", "open");
const newer = (verdict: Verdict, more: Partial<Entry> = {}, known: EntryFacts = {}) =>
  judged(verdict, { id: 2, base: b, head: c, runId: "150", ...more }, known);

// biome-ignore format: a table is read by its rows
const table: [says: string, Judged[], Position, typeof run, unknown][] = [
  ["a first run", [], "newer", run, send([])],
  ["new commits after what is documented: a new job", [judged("done")], "newer", run, send([])],
  ["while the pull request is open: a follow-up", [judged("open", {}, open)], "newer", run, send([], 1)],
  ["of two that are open the newer", [newer("open", {}, open), judged("open", {}, open)], "newer", run, send([], 2)],
  ["a job that failed takes no more", [judged("open", {}, facts("failed", "open"))], "newer", run, send([])],
  ["nor one that is not known to go on there", [judged("open", {}, { pull: open.pull })], "newer", run, send([])],
  ["what failed comes again", [judged("undone")], "newer", run, send([1])],
  ["beside an open pull request", [newer("undone"), judged("open", {}, open)], "newer", run, send([2], 1)],
  ["what may be lost comes again", [judged("lost")], "newer", run, send([1])],
  ["what was closed comes again", [judged("closed")], "newer", run, send([1])],
  ["a second close is a decision", [judged("closed", { repeats: true })], "newer", run, send([])],
  ["no new commit", [judged("done")], "same", run, { kind: "nothing" }],
  ["no new commit, and what is there failed", [judged("undone")], "same", run, send([1])],
  ["no new commit, and what is there may be lost", [judged("lost")], "same", run, send([1])],
  ["no new commit, and what is there was closed", [judged("closed")], "same", run, { kind: "nothing" }],
  ["no new commit, and an older one failed", [newer("done"), judged("undone")], "same", run, { kind: "nothing" }],
  ["an older commit", [judged("undone")], "older", run, { kind: "nothing" }],
  ["another run is sending", [judged("sending")], "newer", run, { kind: "busy" }],
  ["another run is sending these commits", [judged("sending")], "same", run, { kind: "nothing" }],
  ["a job is at work", [newer("done"), judged("at work")], "newer", run, { kind: "wait", entry: 1 }],
  ["a command is at work in the open pull request", [judged("open", {}, facts("working", "open"))], "newer", run, { kind: "wait", entry: 1 }],
  ["a command is at work in one that is merged", [judged("done", {}, facts("working", "merged"))], "newer", run, send([])],
  ["a re-run of what may have been sent", [judged("lost", { phase: "sending" })], "same", rerun, { kind: "uncertain", entry: 1 }],
  ["a re-run of what was sent", [judged("at work", { phase: "sent" })], "same", rerun, { kind: "watch", entry: 1 }],
  ["a re-run of what failed", [judged("undone", { phase: "undone" })], "same", rerun, send([1])],
  ["a re-run of what failed unseen", [judged("undone", { phase: "sent" })], "same", rerun, send([1])],
  ["a re-run of an older run, whose job is watched", [newer("done"), judged("at work", { phase: "sent" })], "older", rerun, { kind: "watch", entry: 1 }],
  ["another step of the same attempt", [judged("done", { runId: "200" })], "same", run, { kind: "nothing" }],
];
test.each(table)("%s", (_, entries, position, by, expected) => {
  expect(shown(nextOf(entries, position, by))).toEqual(expected);
});

function shown(next: Next): unknown {
  if (next.kind === "send")
    return {
      ...next,
      again: next.again.map(({ entry }) => entry.id),
      followUp: next.followUp?.entry.id,
    };
  return "entry" in next ? { ...next, entry: next.entry.id } : next;
}

describe("an entry is brought up to what was seen", () => {
  // biome-ignore format: a table is read by its rows
  test.each<[string, Entry, EntryFacts, Partial<Entry>]>([
    ["its pull request", entryOf(), facts(undefined, "merged"), { phase: "ended", pull: { link: pullLink(41), state: "merged" } }],
    ["the end that no run saw", sent, facts("completed", "open"), { phase: "ended", pull: { link: pullLink(41), state: "open" } }],
    ["an end without a pull request", sent, facts("completed"), { phase: "ended", pull: undefined }],
    ["a failure that no run saw", sent, facts("failed"), { phase: "undone", why: "failed" }],
    ["a follow-up that came too late", followUp, facts("completed", "merged", tip), { phase: "undone", why: "late" }],
    ["a job at work", sent, facts("working"), { phase: "sent" }],
    ["what may be lost", sending(900_000), {}, { phase: "sending" }],
  ])("%s", (_, entry, known, expected) => {
    const seen = broughtUp({ entry, facts: known, verdict: verdictOf(entry, known, now) });
    expect(seen).toMatchObject(expected);
    expect(seen.pull ?? {}).not.toHaveProperty("head");
  });
});

describe("a run writes what it knows into the entries that are there now", () => {
  test("but nothing behind another run that has come further", () => {
    const known = entryOf({ phase: "undone", why: "failed" });
    expect(mergeEntries([known], [entryOf({ phase: "sent" })])).toEqual([known]);
    expect(mergeEntries([entryOf({ phase: "sent" })], [known])).toEqual([known]);
  });

  test("and what has ended well stays so, although its pull request is over when its run looks again", () => {
    const known = entryOf({ phase: "ended" });
    expect(mergeEntries([known], [entryOf({ phase: "undone", why: "late" })])).toEqual([known]);
  });

  test("and never the commits, which may have become those of a neighbour, too", () => {
    const joined = entryOf({ base: d, commits: 9 });
    expect(mergeEntries([joined], [entryOf({ why: "late" })])).toEqual([
      { ...joined, why: "late" },
    ]);
  });

  test("of the same run alone", () => {
    const other = entryOf({ runId: "101" });
    expect(mergeEntries([other], [entryOf({ phase: "undone" })])).toEqual([other]);
  });
});

test("all that ended in one pull request say what was seen of it last", () => {
  const merged = { link: pullLink(41), state: "merged" as const };
  const others = [entryOf({ phase: "sent" }), entryOf({ pull: { ...merged, link: pullLink(42) } })];
  expect(withPull([entryOf(), ...others], merged)).toEqual([entryOf({ pull: merged }), ...others]);
});

describe("the ledger stays small", () => {
  const second = entryOf({ id: 2, base: b, head: c, commits: 3, again: [] });

  test("as neighbours in one open pull request become one", () => {
    const first = entryOf({ startsHere: true, forgotten: [pullLink(9)], isCut: true });
    const { since, startsHere, forgotten } = first;
    expect(compact([second, first])).toEqual([
      { ...second, base: a, commits: 7, since, startsHere, forgotten, isCut: true },
    ]);
  });

  test("also where another branch has a row between them", () => {
    const next = entryOf({ id: 2, branch: "next", pull: { link: pullLink(42), state: "open" } });
    const rows = [
      entryOf({ id: 4, base: b, head: c, branch: "next", pull: next.pull }),
      { ...second, id: 3 },
    ];
    expect(compact([...rows, next, entryOf()])).toMatchObject([
      { id: 4, base: a, head: c, branch: "next" },
      { id: 3, base: a, head: c, branch: "default" },
    ]);
  });

  test.each<[string, Partial<Entry>]>([
    ["another pull request", { pull: { link: pullLink(42), state: "open" } }],
    ["a merged one", { pull: { link: pullLink(41), state: "merged" } }],
    ["a request whose end nobody saw", { phase: "sent" }],
    ["commits that do not follow", { base: d }],
    ["another branch", { branch: "next" }],
    ["what comes again because of a close", { repeats: true }],
    ["what takes the other one along", { again: [1] }],
  ])("but not with %s", (_, more) => {
    expect(compact([{ ...second, ...more }, entryOf()])).toHaveLength(2);
  });

  test("as settled entries beyond twenty are dropped, but none that may come again, and not where the branch ends", () => {
    const settled = (id: number, more: Partial<Entry> = {}) =>
      entryOf({ id, phase: "nothing", pull: undefined, branch: "next", ...more });
    const many = Array.from({ length: 25 }, (_, at) => settled(60 - at));
    const pull = { link: pullLink(41), state: "closed" } as const;
    const kept = [
      settled(9, { branch: "default" }),
      entryOf({ id: 8, phase: "undone" }),
      entryOf({ id: 7, phase: "sent" }),
      entryOf({ id: 6, pull }),
    ];
    const dropped = [
      entryOf({ id: 5, phase: "undone" }),
      entryOf({ id: 4, pull, repeats: true }),
      settled(3, { branch: "default" }),
    ];
    const taker = settled(61, { again: [5] });
    const ids = compact([taker, ...many, ...kept, ...dropped]).map(({ id }) => id);
    expect(ids).toEqual([61, ...many.slice(0, 19).map(({ id }) => id), 9, 8, 7, 6]);
  });

  test("and not where another branch ends, unless there are too many branches", () => {
    const settled = (id: number, branch: string) => entryOf({ id, phase: "nothing", branch });
    const ofMain = Array.from({ length: 25 }, (_, at) => settled(60 - at, "default"));
    const ids = compact([...ofMain, settled(2, "v1"), settled(1, "v1")]).map(({ id }) => id);
    expect(ids).toEqual([...ofMain.slice(0, 20).map(({ id }) => id), 2]);
    const many = Array.from({ length: 70 }, (_, at) => settled(90 - at, `feature-${at}`));
    expect(compact([...many, settled(1, "default")])).toHaveLength(61);
  });

  test("and what a newer entry took along is not live any more", () => {
    expect(liveEntries([{ ...second, again: [1] }, entryOf()]).map(({ id }) => id)).toEqual([2]);
  });
});
