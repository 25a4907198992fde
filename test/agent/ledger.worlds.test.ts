import { expect, test } from "vitest";
import {
  type Attempt,
  broughtUp,
  compact,
  type Entry,
  type EntryFacts,
  isSettled,
  type Judged,
  liveEntries,
  type Next,
  nextOf,
  type Verdict,
  verdictOf,
} from "../../src/agent/ledger.ts";
import { isLong } from "../runs.ts";

// Random years of a team: jobs fail, answers are lost, people merge, close, reopen and command, runs come late, twice or again,
// and now and then nobody says what became of something. Commits are numbers here.

const hour = 3_600_000;
const week = 168 * hour;

/** A job of the service. A turn that people interrupt leaves nothing, which the reply to their command says. */
type Job = {
  id: string;
  turns: {
    entry: number;
    endsAt: number;
    fails: boolean;
    state: "working" | "done" | "failed" | "late" | "interrupted";
  }[];
  pull: { link: string; state: "open" | "merged" | "closed"; head: number } | undefined;
  pulls: number;
};
type Request = {
  entry: Entry;
  from: number;
  to: number;
  job: Job;
  pull?: Job["pull"];
  isTold: boolean;
};
type Rules = {
  judge: (entry: Entry, facts: EntryFacts, now: number, world: World) => Verdict;
  seen: (entries: readonly Entry[]) => readonly Entry[];
  base: (again: readonly Judged[]) => number;
  /** What a run does that cannot ask. */
  notKnown: "stop" | "as before";
};

const real: Rules = {
  judge: (entry, facts, now) => verdictOf(entry, facts, now),
  seen: (entries) => entries,
  base: (again) => Math.min(...again.map(({ entry }) => numberOf(entry.base))),
  notKnown: "stop",
};

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const nameOf = (commit: number) => commit.toString(16).padStart(40, "0");
const numberOf = (name: string) => Number.parseInt(name, 16);

class World {
  now = Date.UTC(2026, 0, 5);
  head = 1;
  entries: Entry[] = [];
  readonly jobs: Job[] = [];
  readonly requests: Request[] = [];
  /** Commits that a run has sent again although nothing asked for it. */
  readonly paidTwice: number[] = [];
  readonly #dice: () => number;
  readonly #rules: Rules;
  #runs = 0;

  constructor(seed: number, rules: Rules) {
    this.#dice = random(seed);
    this.#rules = rules;
  }

  often(chance: number): boolean {
    return this.#dice() < chance;
  }

  /** What has ended by now: a commit in its pull request, or a new one where that is over; or nothing. */
  settle(): void {
    for (const job of this.jobs)
      for (const turn of job.turns) {
        if (turn.state !== "working" || turn.endsAt > this.now) continue;
        if (turn.fails) turn.state = "failed";
        else if (job.pull !== undefined && job.pull.state !== "open" && this.often(0.7))
          turn.state = "late";
        else {
          turn.state = "done";
          if (this.often(0.15)) continue; // nothing needed to change
          const opensAnother = job.pull !== undefined && this.often(0.06);
          if (opensAnother) this.excuse(job, turn.entry);
          if (job.pull === undefined || job.pull.state !== "open" || opensAnother)
            job.pull = { link: `${job.id}/${++job.pulls}`, state: "open", head: 0 };
          job.pull.head++;
          const request = this.requests.find(
            ({ entry, job: of }) => of === job && entry.id === turn.entry,
          );
          if (request !== undefined) request.pull = job.pull;
        }
      }
  }

  /** What no run saw of a job before this turn of it, nobody can know any more. */
  excuse(job: Job, entry: number): void {
    for (const request of this.requests) {
      const known = this.entries.find(({ id }) => id === request.entry.id);
      const isSeen = known?.phase === "ended" || known?.phase === "undone";
      if (request.job === job && request.entry.id !== entry && !isSeen) request.isTold = true;
    }
  }

  statusOf(job: Job): NonNullable<EntryFacts["status"]> {
    const last = job.turns.at(-1)?.state;
    return last === "working" ? "working" : last === "failed" ? "failed" : "completed";
  }

  factsOf({ phase, jobId, pull: known }: Entry): EntryFacts {
    const job = this.jobs.find(({ id }) => id === jobId);
    if (job === undefined) return {};
    const status = this.statusOf(job);
    if (phase === "sent")
      return { status, pull: job.pull && { ...job.pull, head: String(job.pull.head) } };
    const pull = this.pulls.get(known?.link ?? "");
    const isNewest = job.pull?.link === known?.link;
    return {
      status: isNewest ? status : undefined,
      pull: pull && { ...pull, head: String(pull.head) },
    };
  }

  get pulls(): Map<string, NonNullable<Job["pull"]>> {
    return new Map(
      this.requests.flatMap(({ pull }) => (pull === undefined ? [] : [[pull.link, pull]])),
    );
  }

  /** People merge, close or reopen pull requests, and give commands, which may interrupt a turn. */
  people(): void {
    for (const pull of this.pulls.values()) {
      // They commit to it, too: whose commits are in it is known where a run saw the end.
      if (pull.state === "open" && this.often(0.1)) {
        pull.head++;
        for (const job of this.jobs) if (job.pull === pull) this.excuse(job, 0);
      }
      if (pull.state === "open" && this.often(0.4))
        pull.state = this.often(0.8) ? "merged" : "closed";
      else if (pull.state === "closed" && this.often(0.1)) pull.state = "open";
    }
    for (const job of this.jobs) {
      // A command to a job that has failed, or whose pull request is over, begins another one, which has nothing to do with this.
      const isOver = this.statusOf(job) === "failed" || (job.pull?.state ?? "open") !== "open";
      if (!this.often(0.06) || isOver) continue;
      const working = job.turns.find(({ state }) => state === "working");
      if (working !== undefined && this.often(0.5)) working.state = "interrupted";
      // The reply to such a command says that both changes have to be looked for.
      for (const request of this.requests)
        if (working !== undefined && request.entry.id === working.entry) request.isTold = true;
      job.turns.push({
        entry: 0,
        endsAt: this.now + hour,
        fails: this.often(0.3),
        state: "working",
      });
    }
  }

  /** A run of the workflow, at a commit that may be an old one. `noise` is how often somebody does not answer. */
  run(at: number, noise: number, rerunOf?: Entry): void {
    this.settle();
    const rules = this.#rules;
    const by =
      rerunOf === undefined
        ? { runId: String(++this.#runs), attempt: 1, step: "one" }
        : { runId: rerunOf.runId, attempt: rerunOf.attempt + 1, step: "one" };
    for (let waits = 0; waits < 5; waits++) {
      const live = liveEntries(rules.seen(this.entries));
      if (this.often(noise) && rules.notKnown === "stop") return;
      const judged = live.map((entry): Judged => {
        const facts = isSettled(entry) ? { pull: entry.pull } : this.factsOf(entry);
        const isMissing = rules.notKnown === "as before" && this.often(noise * 3);
        const verdict = isMissing ? "done" : rules.judge(entry, facts, this.now, this);
        return { entry, facts, verdict };
      });
      const newest = rules.seen(this.entries)[0];
      const head = newest === undefined ? undefined : numberOf(newest.head);
      const position = head === undefined || at > head ? "newer" : at === head ? "same" : "older";
      const next = nextOf(judged, position, by);
      if (next.kind === "wait") {
        if (this.often(0.3)) return; // the run gives up
        this.now += 2 * hour;
        this.settle();
        continue;
      }
      const seen = judged.map(broughtUp);
      this.entries = this.entries.map((entry) => seen.find(({ id }) => id === entry.id) ?? entry);
      if (next.kind === "send") this.send(next, at, by);
      return;
    }
  }

  send({ again, followUp }: Extract<Next, { kind: "send" }>, at: number, by: Attempt): void {
    const [newest] = this.entries;
    const base =
      again.length > 0
        ? this.#rules.base(again)
        : newest === undefined
          ? Math.max(0, at - 3)
          : numberOf(newest.head);
    const pull = followUp?.facts.pull;
    const entry: Entry = {
      ...{ id: Math.max(0, ...this.entries.map(({ id }) => id)) + 1, ...by, branch: "default" },
      ...{
        base: nameOf(base),
        head: nameOf(at),
        commits: at - base,
        at: this.now,
        phase: "sending" as const,
      },
      pull: pull && { link: pull.link, state: pull.state },
      tip: pull?.head,
      again: again.map((one) => one.entry.id),
      repeats: again.some(({ verdict }) => verdict === "closed"),
      startsHere: newest === undefined || undefined,
    };
    if (again.length === 0)
      this.paidTwice.push(
        ...this.requests
          .filter((one) => one.entry.phase !== "undone" && this.counts(one))
          .flatMap(({ from, to }) => range(Math.max(from, base), Math.min(to, at))),
      );
    const keep = (more: Partial<Entry>) => {
      this.entries = compact([
        { ...entry, ...more },
        ...this.entries.filter(({ id }) => id !== entry.id),
      ]);
    };
    keep({});
    const luck = this.#dice();
    if (luck < 0.03) return; // killed before the request
    if (luck < 0.08) {
      keep({ phase: "undone", why: "payment", pull: undefined });
      return;
    }
    if (luck < 0.2) {
      keep({ phase: "nothing", pull: undefined });
      this.requests.push({
        entry,
        from: base,
        to: at,
        job: { id: "", turns: [], pull: undefined, pulls: 0 },
        isTold: true,
      });
      return;
    }
    const known = this.jobs.find(({ id }) => id === followUp?.entry.jobId);
    const job = known ?? {
      id: `job_${this.jobs.length + 1}`,
      turns: [],
      pull: undefined,
      pulls: 0,
    };
    if (known === undefined) this.jobs.push(job);
    const lasts = this.often(0.2) ? 30 * hour : hour;
    job.turns.push({
      entry: entry.id,
      endsAt: this.now + lasts,
      fails: this.often(0.1),
      state: "working",
    });
    this.requests.push({ entry, from: base, to: at, job, isTold: false });
    if (luck < 0.25) return; // the answer is lost, and the run with it
    keep({ phase: "sent", jobId: job.id });
    if (luck < 0.35 || lasts > hour) return; // the run gives up, or is killed
    if (this.often(0.2)) this.people();
    this.now += hour;
    this.settle();
    const turn = job.turns.find((one) => one.entry === entry.id);
    if (turn?.state === "working" || turn?.state === "interrupted") return;
    const own = job.pull && { link: job.pull.link, state: job.pull.state };
    if (turn?.state === "failed" || turn?.state === "late")
      keep({ phase: "undone", why: turn.state, jobId: job.id, pull: own });
    else keep({ phase: "ended", jobId: job.id, pull: own });
  }

  /** True where the commits of a request are in the documentation, or people have decided against them. */
  counts({ entry, job, pull, isTold }: Request): boolean {
    if (isTold) return true;
    const turn = job.turns.find((one) => one.entry === entry.id);
    if (turn?.state !== "done") return false;
    return pull === undefined || pull.state !== "closed" || entry.repeats;
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index + 1);
}

/** What two years leave: the commits that are nowhere, and those that were sent twice without a reason. */
function live(seed: number, rules: Rules): { lost: number[]; twice: number[] } {
  const world = new World(seed, rules);
  world.run(world.head, 0);
  const start = numberOf(world.entries.at(-1)?.base ?? nameOf(1));
  for (let count = 0; count < 60; count++) {
    world.now += week;
    if (world.often(0.85)) world.head += 1 + Math.floor(4 * (world.often(0.5) ? 1 : 0));
    world.settle();
    world.people();
    for (let runs = world.often(0.15) ? 2 : world.often(0.1) ? 0 : 1; runs > 0; runs--)
      world.run(world.often(0.1) ? Math.max(1, world.head - 2) : world.head, 0.04);
    const old = world.entries[Math.floor(world.entries.length * (world.often(0.5) ? 0 : 0.5))];
    if (world.often(0.1) && old !== undefined) world.run(numberOf(old.head), 0.02, old);
  }
  // In the end all goes well: what is open is merged, and the workflow goes on for some weeks.
  for (let count = 0; count < 40; count++) {
    world.now += week;
    world.head++;
    world.settle();
    for (const pull of world.pulls.values()) if (pull.state === "open") pull.state = "merged";
    for (const job of world.jobs)
      for (const turn of job.turns) if (turn.state === "working") turn.endsAt = world.now;
    world.run(world.head, 0);
  }
  world.now += week;
  world.settle();
  const done = new Set(
    world.requests.filter((one) => world.counts(one)).flatMap(({ from, to }) => range(from, to)),
  );
  const last = numberOf(world.entries[0]?.head ?? nameOf(0)) - 8;
  return { lost: range(start, last).filter((commit) => !done.has(commit)), twice: world.paidTwice };
}

const count = isLong ? 5000 : 100;
const first = isLong ? Date.now() % 1_000_000_007 : 1;

const seeds = Array.from({ length: count }, (_, index) => first + index);
const breaks = (rules: Rules, promise: "lost" | "twice") => (seed: number) =>
  live(seed, rules)[promise].length > 0;

test(`no commit is lost in the worlds from ${first} on`, () => {
  expect(seeds.filter(breaks(real, "lost"))).toEqual([]);
}, 600_000);

test(`no commit is paid twice without a reason in the worlds from ${first} on`, () => {
  expect(seeds.filter(breaks(real, "twice"))).toEqual([]);
}, 600_000);

/** The verdict by what is near: the newest job of the conversation. */
const byNewestJob: Rules["judge"] = (entry, facts, now, world) => {
  const job = world.jobs.at(-1);
  if (
    job === undefined ||
    entry.phase === "undone" ||
    entry.phase === "nothing" ||
    entry.phase === "sending"
  )
    return verdictOf(entry, facts, now);
  const status = world.statusOf(job);
  return verdictOf(
    { ...entry, tip: undefined, phase: "sent" },
    { status, pull: job.pull && { ...job.pull, head: "" } },
    now,
  );
};

test.each<[string, Partial<Rules>]>([
  ["an entry is judged by the conversation's job", { judge: byNewestJob }],
  ["only the newest entry is judged", { seen: (entries) => entries.slice(0, 1) }],
  ["“not known” is taken as “as before”", { notKnown: "as before" }],
  [
    "the range begins at the nearest base",
    { base: (again) => Math.max(...again.map(({ entry }) => numberOf(entry.base))) },
  ],
  [
    "a follow-up that came too late counts",
    { judge: (entry, facts, now) => verdictOf({ ...entry, tip: undefined }, facts, now) },
  ],
])("commits are lost where %s", (_, rule) => {
  expect(seeds.some(breaks({ ...real, ...rule }, "lost"))).toBe(true);
});
