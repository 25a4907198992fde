import { afterEach, expect, it } from "vitest";
import { Life, onPush, type Way } from "./life.ts";

let life: Life;
afterEach(() => life.close());

/** Files beside a feature: GitHub lists only 300 of a comparison. */
const files400 = Object.fromEntries(
  Array.from({ length: 400 }, (_, index) => [`zoo/part${index}.ts`, `export const part = ${index};\n`]),
);

/** What a team does in each of ten weeks, before its Monday. */
const weeks: [what: string, live: (life: Life) => Promise<unknown>][] = [
  [
    "merged in three ways",
    async (t) => [await t.merge("merge"), await t.merge("squash"), await t.merge("rebase")],
  ],
  [
    "the documentation is merged, and changed by people",
    async (t) => [await t.decide("squash"), await t.other({ "docs/start.md": "# Start\n" }), await t.merge()],
  ],
  ["the key expires", async (t) => [await t.merge(), t.expire(), await t.merge(), await t.merge()]],
  ["a new key, and the red run again", async (t) => [t.renewKey(), await t.rerun(), await t.merge()]],
  [
    "the agent fails, on Monday, too",
    async (t) => [t.agentFails(true), await t.merge(), await t.monday(), t.agentFails(false)],
  ],
  ["a closed pull request", async (t) => [await t.merge(), await t.decide("close"), await t.merge()]],
  ["five updates by a bot, and a lock file", (t) => t.bots(5, { "package-lock.json": "new\n" })],
  ["a merge queue", (t) => t.mergeQueue(3)],
  ["401 files", (t) => t.merge("squash", files400)],
  ["left open", async (t) => [await t.merge(), await t.merge()]],
];

const everyMerge: Way = { recipe: "merges", edit: onPush };
const packages: Way = {
  recipe: "monorepo",
  folder: (feature) => `packages/${feature % 2 === 0 ? "client" : "server"}`,
};
/** Of each week: merges, jobs, follow-ups, of which brought nothing new, runs, red ones, and what it costs. */
const ways: [name: string, way: Way, weeks: string[]][] = [
  ["merges.yml on Mondays", { recipe: "merges" }, []],
  ["merges.yml on each merge", everyMerge, []],
  ["monorepo.yml", packages, []],
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
    console.log(rows.join("\n"));
    console.log(
      life.missing(),
      life.paid
        .map(
          ({ features, isFollowUp, isNews }) =>
            `${isFollowUp ? "+" : "J"}${features}${isNews ? "" : " (nothing)"}`,
        )
        .join(" / "),
    );
    console.log(
      life
        .dashboard()
        .map((body) => body.replace(/<!-- docs-agent:ledger.*/, ""))
        .join("\n-----\n"),
    );
    expect(life.missing()).toEqual([]);
    expect(rows).toEqual(expected);
    // People learn what the agent does not see.
    const logs = life.jobs.flatMap(({ steps }) => steps.map(({ log }) => log));
    expect(logs.join("\n")).toContain("GitHub lists only 300 of the changed files");
  },
  60_000,
);
