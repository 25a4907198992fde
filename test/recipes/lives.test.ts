import { afterEach, expect, it } from "vitest";
import { Life, onPush, type Way } from "./life.ts";

let life: Life;
afterEach(() => life.close());

/** Files beside a feature: GitHub lists only 300 of a comparison. */
const files400 = Object.fromEntries(
  Array.from({ length: 400 }, (_, index) => [
    `zoo/part${index}.ts`,
    `export const part = ${index};\n`,
  ]),
);

/** What a team does in each of ten weeks, before its Monday. */
const weeks: [what: string, live: (life: Life) => Promise<unknown>][] = [
  [
    "merged in three ways",
    async (t) => [await t.merge("merge"), await t.merge("squash"), await t.merge("rebase")],
  ],
  [
    "the documentation is merged, and changed by people",
    async (t) => [
      await t.decide("squash"),
      await t.other({ "docs/start.md": "# Start\n" }),
      await t.merge(),
    ],
  ],
  ["the key expires", async (t) => [await t.merge(), t.expire(), await t.merge(), await t.merge()]],
  ["nobody renews it", (t) => t.merge()],
  [
    "a new key, and the red run again",
    async (t) => [t.renewKey(), await t.rerun(), await t.merge()],
  ],
  [
    "the agent fails, on Monday, too",
    async (t) => [t.agentFails(true), await t.merge(), await t.monday(), t.agentFails(false)],
  ],
  [
    "a closed pull request",
    async (t) => [await t.merge(), await t.decide("close"), await t.merge()],
  ],
  ["five updates by a bot, and a lock file", (t) => t.bots(5, { "package-lock.json": "new\n" })],
  ["a merge queue", (t) => t.mergeQueue(3)],
  ["401 files, and left open", async (t) => [await t.merge("squash", files400), await t.merge()]],
];

const everyMerge: Way = { recipe: "merges", edit: onPush };
const packages: Way = {
  recipe: "monorepo",
  folder: (feature) => `packages/${feature % 2 === 0 ? "client" : "server"}`,
};
/** Of each week: merges, jobs, follow-ups, of which brought nothing new, runs, and red ones. */
const ways: [name: string, way: Way, weeks: string[]][] = [
  [
    "merges.yml on Mondays",
    { recipe: "merges" },
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
    life = await Life.start(way);
    const rows: string[] = [];
    for (const [index, [what, live]] of weeks.entries()) {
      await live(life);
      await life.monday();
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
