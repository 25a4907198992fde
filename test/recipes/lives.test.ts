import { afterEach, expect, it } from "vitest";
import { Life, onPush, type Way } from "./life.ts";

let life: Life;
afterEach(() => life.close());

/** Many files beside a feature. */
const manyFiles = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`zoo/part${index}.ts`, `export const part = ${index};\n`]),
  );

/** What a team does in each of ten weeks, up to its Monday. */
const weeks: [what: string, live: (life: Life) => Promise<unknown>][] = [
  [
    "merged in three ways",
    async (t) => {
      for (const method of ["merge", "squash", "rebase"] as const) await t.merge(method);
    },
  ],
  [
    "documentation alone, and its pull request is merged",
    async (t) => [await t.decide("squash"), await t.other({ "docs/quickstart.md": "# Start\n" }), await t.merge()],
  ],
  ["the key expires", async (t) => [await t.merge(), t.expire(), await t.merge(), await t.merge()]],
  ["a new key", async (t) => [t.renewKey(), await t.merge()]],
  [
    "the agent fails once",
    async (t) => {
      t.agentFails(true);
      await t.merge();
      await t.monday();
      t.agentFails(false);
    },
  ],
  ["closed", async (t) => [await t.merge(), await t.decide("close"), await t.merge()]],
  ["bots", async (t) => [await t.bots(8), await t.other({ "package-lock.json": "new\n" })]],
  ["a merge queue", (t) => t.mergeQueue(3)],
  ["401 files", (t) => t.merge("squash", manyFiles(400))],
  ["left open", async (t) => [await t.merge(), await t.merge()]],
];

const ways: [name: string, way: Way][] = [
  ["merges.yml on Mondays", { recipe: "merges" }],
  ["merges.yml on each merge", { recipe: "merges", edit: onPush }],
  ["monorepo.yml", { recipe: "monorepo", folder: (feature) => `packages/${feature % 2 === 0 ? "client" : "server"}` }],
];

it.each(ways)("%s: in ten weeks, no merge is lost", async (_, way) => {
  life = await Life.start(way);
  const rows: string[] = [];
  for (const [index, [what, live]] of weeks.entries()) {
    await live(life);
    await life.monday();
    const { merges, jobs, followUps, forNothing, runs, red } = life.count();
    rows.push([index + 1, what, merges, jobs, followUps, forNothing, runs, red].join(" | "));
  }
  console.log(rows.join("\n"));
  console.log(life.missing(), life.paid.map(({ features, isFollowUp, isNews }) => `${isFollowUp ? "+" : "J"}${features}${isNews ? "" : " (nothing)"}`).join(" / "));
  console.log(life.dashboard().map((body) => body.replace(/<!-- docs-agent:job.*/, "")).join("\n-----\n"));
  expect(life.missing()).toEqual([]);
}, 60_000);
