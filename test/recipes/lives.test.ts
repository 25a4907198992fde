import { afterEach, expect, it } from "vitest";
import { featuresIn, type Push } from "../github/fake-repository.ts";
import { type JobResult, RecipeHarness } from "./harness.ts";
import { start, Team } from "./team.ts";
import type { WorkflowEvent } from "./triggers.ts";

/** Which recipe a team lives with, as somebody has edited it, and where its code is. */
type Way = Partial<Pick<Team, "recipe" | "edit" | "folderOf">>;

/** A team whose workflow may run on each push, too. Each event waits for the runs before it, as the recipe's group has it. */
class Life extends Team {
  /** Whether each request was a follow-up, and whether it held a feature that was not documented yet. */
  readonly #paid: { isFollowUp: boolean; isNews: boolean }[] = [];
  #waiting: WorkflowEvent[] = [];
  /** How many merges were no feature. */
  #others = 0;
  #counted = [0, 0, 0, 0, 0, 0];

  /** It lives in this way. */
  static async begin(way: Way): Promise<Life> {
    const life = Object.assign(new Life(await RecipeHarness.start(start)), way);
    life.agentFails(false);
    return life;
  }

  /** Whether the agent's jobs fail. Otherwise it documents what readers would notice: features, and nothing else. */
  agentFails(fails: boolean): void {
    this.harness.service.change({
      jobEnds: (prompt) =>
        fails ? "failed" : featuresIn(prompt).length > 0 ? "pull-request" : "no-changes",
    });
  }

  /** A merge queue brings the next features in with one push. */
  mergeQueue(count: number): void {
    const { code } = this.harness.gitHub;
    const [ref, before] = [`refs/heads/${code.defaultBranch}`, code.head(code.defaultBranch)];
    this.merge(count, "merge");
    this.#waiting = [];
    this.pushed({ ref, before, after: code.head(code.defaultBranch) });
  }

  /** A bot merges so many updates of packages a minute apart, faster than runs end. */
  bots(count: number): void {
    for (let left = count; left > 0; left--) {
      const update = `${++this.#others}`;
      const updated = {
        "package.json": `{ "version": ${update} }\n`,
        "package-lock.json": `${update}\n`,
      };
      this.commit(`update${update}`, updated, "squash", 60_000);
    }
  }

  /** Files are merged that are no feature. */
  other(files: Readonly<Record<string, string>>): void {
    this.commit(`other${++this.#others}`, files, "squash");
  }

  /** It is Monday, and what waits runs. */
  async mondayComes(): Promise<void> {
    this.toMonday();
    const { payload } = this.harness.events.dispatch({});
    this.#waiting.push({ name: "schedule", payload, at: this.harness.service.now() });
    await this.settle();
  }

  /** Runs what waits, in turn. */
  async settle(): Promise<void> {
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      const jobs = await this.run(event);
      if (jobs.length > 0) this.runs.push({ id: this.harness.runId, event });
    }
  }

  /** Since the last time: merges, jobs, follow-ups, of which brought nothing new, runs and red ones. */
  count(): string {
    const { jobs } = this.harness;
    const followUps = this.#paid.filter(({ isFollowUp }) => isFollowUp).length;
    const forNothing = this.#paid.filter(({ isNews }) => !isNews).length;
    const isRed = ({ steps }: JobResult) => steps.some(({ outcome }) => outcome === "failure");
    const now = [
      ...[this.features + this.#others, this.#paid.length - followUps, followUps, forNothing],
      ...[jobs.length, jobs.filter(isRed).length],
    ];
    const counts = now.map((count, index) => count - (this.#counted[index] ?? 0));
    this.#counted = now;
    return counts.join(" | ");
  }

  /** The features that no request has whose job did well, or whose pull request was closed. */
  missing(): number[] {
    const done = this.#documented();
    return Array.from({ length: this.features }, (_, index) => index + 1).filter(
      (one) => !done.has(one),
    );
  }

  protected override pushed(push: Push): void {
    this.#waiting.push(this.harness.events.pushed(push));
  }

  protected override async run(event: WorkflowEvent): Promise<JobResult[]> {
    const documented = this.#documented();
    const before = this.#turns().length;
    const jobs = await super.run(event);
    for (const { index, features } of this.#turns().slice(before))
      this.#paid.push({
        isFollowUp: index > 0,
        isNews: features.some((feature) => !documented.has(feature)),
      });
    return jobs;
  }

  /** Every prompt that the service took, in the order in which it did. */
  #turns() {
    const turns = this.harness.service.jobs().flatMap((job) =>
      job.turns.map(({ prompt, status, acceptedAt }, index) => ({
        ...{ job: job.id, index, status, acceptedAt },
        features: featuresIn(prompt),
      })),
    );
    return turns.sort((a, b) => a.acceptedAt - b.acceptedAt);
  }

  /** The features that a request has whose job did well, and whose pull request was not closed. */
  #documented(): Set<number> {
    const closed = new Set<string | undefined>();
    for (const { ref, state, merged } of this.harness.pulls()) {
      if (state === "closed" && merged !== true) closed.add(ref);
      else closed.delete(ref);
    }
    const good = this.#turns().filter(
      ({ job, status }) =>
        (status === "completed" || status === null) && !closed.has(`docs-agent/${job}`),
    );
    return new Set(good.flatMap(({ features }) => features));
  }
}

let life: Life;
afterEach(() => life.harness.close());

/** Files beside a feature: GitHub lists only 300 of a comparison. */
const files400 = Object.fromEntries(
  Array.from({ length: 400 }, (_, index) => [
    `zoo/part${index}.ts`,
    `export const part = ${index};\n`,
  ]),
);

/** What happens in each of ten weeks, before its Monday. */
const weeks: [what: string, ...acts: ((life: Life) => unknown)[]][] = [
  [
    "merged in three ways",
    (t) => t.merge(1, "merge"),
    (t) => t.merge(1, "squash"),
    (t) => t.merge(1, "rebase"),
  ],
  [
    "the documentation is merged, and changed by people",
    (t) => t.decide("squash"),
    (t) => t.other({ "docs/start.md": "# Start\n" }),
    (t) => t.merge(),
  ],
  [
    "the key expires",
    (t) => t.merge(),
    ({ harness }) => Object.assign(harness, { key: harness.service.expiredKey }),
    (t) => t.merge(),
    (t) => t.merge(),
  ],
  ["nobody renews it", (t) => t.merge()],
  [
    "a new key, and the red run again",
    ({ harness }) => Object.assign(harness, { key: harness.service.otherKey }),
    (t) => t.rerun(),
    (t) => t.merge(),
  ],
  [
    "the agent fails, on Monday, too",
    (t) => t.agentFails(true),
    (t) => t.merge(),
    (t) => t.mondayComes(),
    (t) => t.agentFails(false),
  ],
  ["a closed pull request", (t) => t.merge(), (t) => t.decide("close"), (t) => t.merge()],
  [
    "five updates by a bot, and a lock file",
    (t) => [t.bots(5), t.other({ "package-lock.json": "new\n" })],
  ],
  ["a merge queue", (t) => t.mergeQueue(3)],
  ["401 files, and left open", (t) => t.merge(1, "squash", files400), (t) => t.merge()],
];

/** Removes the `#` in front of the two lines for pushes. */
const onPush = (text: string) => text.replace(/^ {2}#( *(?:push:|branches: .*))$/gm, "  $1");
const everyMerge: Way = { edit: onPush };
const packages: Way = {
  recipe: "monorepo",
  folderOf: (feature) => `packages/${feature % 2 === 0 ? "client" : "server"}`,
};
/** Of each week: merges, jobs, follow-ups, of which brought nothing new, runs, and red ones. */
const ways: [name: string, way: Way, weeks: string[]][] = [
  [
    "merges.yml on Mondays",
    {},
    [
      "1 | merged in three ways | 3 | 1 | 0 | 0 | 1 | 0",
      "2 | the documentation is merged, and changed by people | 2 | 1 | 0 | 0 | 1 | 0",
      "3 | the key expires | 3 | 0 | 0 | 0 | 1 | 1",
      "4 | nobody renews it | 1 | 0 | 0 | 0 | 1 | 1",
      "5 | a new key, and the red run again | 1 | 1 | 1 | 0 | 2 | 0",
      "6 | the agent fails, on Monday, too | 1 | 1 | 1 | 0 | 2 | 1",
      "7 | a closed pull request | 2 | 1 | 0 | 0 | 1 | 0",
      "8 | five updates by a bot, and a lock file | 6 | 0 | 1 | 1 | 1 | 0",
      "9 | a merge queue | 3 | 0 | 1 | 0 | 1 | 0",
      "10 | 401 files, and left open | 2 | 0 | 1 | 0 | 1 | 0",
    ],
  ],
  [
    "merges.yml on each merge",
    everyMerge,
    [
      "1 | merged in three ways | 3 | 1 | 2 | 0 | 4 | 0",
      "2 | the documentation is merged, and changed by people | 2 | 1 | 0 | 0 | 4 | 0",
      "3 | the key expires | 3 | 0 | 1 | 0 | 4 | 3",
      "4 | nobody renews it | 1 | 0 | 0 | 0 | 2 | 2",
      "5 | a new key, and the red run again | 1 | 1 | 1 | 0 | 3 | 0",
      "6 | the agent fails, on Monday, too | 1 | 2 | 1 | 0 | 3 | 2",
      "7 | a closed pull request | 2 | 1 | 1 | 0 | 3 | 0",
      "8 | five updates by a bot, and a lock file | 6 | 0 | 1 | 1 | 7 | 0",
      "9 | a merge queue | 3 | 0 | 1 | 0 | 2 | 0",
      "10 | 401 files, and left open | 2 | 0 | 2 | 0 | 3 | 0",
    ],
  ],
  [
    "monorepo.yml",
    packages,
    [
      "1 | merged in three ways | 3 | 2 | 1 | 0 | 6 | 0",
      "2 | the documentation is merged, and changed by people | 2 | 1 | 0 | 0 | 2 | 0",
      "3 | the key expires | 3 | 0 | 1 | 0 | 6 | 4",
      "4 | nobody renews it | 1 | 0 | 0 | 0 | 2 | 2",
      "5 | a new key, and the red run again | 1 | 2 | 1 | 0 | 4 | 0",
      "6 | the agent fails, on Monday, too | 1 | 0 | 1 | 0 | 2 | 1",
      "7 | a closed pull request | 2 | 2 | 1 | 0 | 4 | 0",
      "8 | five updates by a bot, and a lock file | 6 | 0 | 0 | 0 | 12 | 0",
      "9 | a merge queue | 3 | 0 | 2 | 0 | 2 | 0",
      "10 | 401 files, and left open | 2 | 0 | 3 | 1 | 4 | 0",
    ],
  ],
];

it.each(ways)(
  "%s: each merge of ten weeks is in a request whose pull request is not closed",
  async (_, way, expected) => {
    life = await Life.begin(way);
    const rows: string[] = [];
    for (const [index, [what, ...acts]] of weeks.entries()) {
      for (const act of acts) {
        await act(life);
        await life.settle();
      }
      await life.mondayComes();
      rows.push(`${index + 1} | ${what} | ${life.count()}`);
    }
    expect(life.missing()).toEqual([]);
    expect(rows).toEqual(expected);
    // People learn what the agent does not see.
    const logs = life.harness.jobs.flatMap(({ steps }) => steps.map(({ log }) => log));
    expect(logs.join("\n")).toContain("GitHub lists only 300 of the changed files");
  },
  60_000,
);
