import { afterEach, beforeEach, expect, it } from "vitest";
import { Team } from "./team.ts";

let team: Team;
beforeEach(async () => {
  team = await Team.start();
});
afterEach(() => team.harness.close());

/** What a team does in each of twelve weeks, up to and with its Monday. */
const weeks: [what: string, live: (team: Team) => Promise<unknown>][] = [
  [
    "merged in three ways",
    (t) => {
      for (const method of ["merge", "squash", "rebase"] as const) t.merge(1, method);
      return t.week();
    },
  ],
  ["corrected, then merged", async (t) => [await correct(), t.decide("squash"), await t.week(3)]],
  ["red", (t) => t.week(3, "no comparison")],
  ["a review", async (t) => [await t.review("Shorter, please."), await t.week(3)]],
  ["merged, and quiet", async (t) => [t.decide("merge"), await t.monday()]],
  [
    "documentation alone",
    (t) => {
      t.harness.gitHub.code.push("main", { "docs/quickstart.md": "# Quickstart\n" });
      return t.monday();
    },
  ],
  [
    "a late cron",
    (t) => {
      t.merge(4);
      return t.monday(undefined, 9);
    },
  ],
  ["closed", async (t) => [t.decide("close"), await t.week(3)]],
  [
    "a renamed branch",
    async (t) => [t.harness.gitHub.code.renameDefault("trunk"), await t.week(3)],
  ],
  [
    "another key",
    (t) => {
      t.harness.key = t.harness.service.otherKey;
      return t.week(4);
    },
  ],
  ["corrected", async (t) => [await correct(), await t.week(4)]],
  ["left open", (t) => t.week(4)],
];

/** Gives the command that our comment on the newest pull request names. */
async function correct(): Promise<void> {
  const number = team.harness.pullNumber();
  const named = team.harness.namedCommands().findLast(({ place }) => place === number);
  if (named === undefined) throw new Error(`nothing says how #${number} is corrected`);
  await team.comment(named.text, number);
}

it("loses no merge in twelve weeks, and puts none into two pull requests", async () => {
  // The number of the week and what happens, how its Monday ends, and the counts of merges, pull requests, open ones, jobs
  // and follow-ups.
  const rows: string[] = [];
  for (const [index, [what, live]] of weeks.entries()) {
    await live(team);
    const [jobs, pulls] = [team.requests(), team.harness.pulls()];
    const messages = jobs.reduce((sum, turns) => sum + turns.length - 1, 0);
    const open = pulls.filter(({ state }) => state !== "closed").length;
    const end = team.harness.summary().at(-1)?.replace("document: ", "") ?? "";
    const counts = [team.features, pulls.length, open, jobs.length, messages];
    rows.push([index + 1, what, end, ...counts].join(" | "));
  }
  expect(rows).toEqual([
    "1 | merged in three ways | pull-request | 4 | 1 | 1 | 1 | 0",
    "2 | corrected, then merged | pull-request | 7 | 2 | 1 | 2 | 1",
    "3 | red | error github | 10 | 2 | 1 | 2 | 1",
    "4 | a review | pull-request | 13 | 2 | 1 | 2 | 3",
    "5 | merged, and quiet | skipped no-diff | 13 | 2 | 0 | 2 | 3",
    "6 | documentation alone | skipped no-diff | 13 | 2 | 0 | 2 | 3",
    "7 | a late cron | pull-request | 17 | 3 | 1 | 3 | 3",
    "8 | closed | pull-request | 20 | 4 | 1 | 4 | 3",
    "9 | a renamed branch | pull-request | 23 | 4 | 1 | 4 | 4",
    "10 | another key | pull-request | 27 | 5 | 2 | 5 | 4",
    "11 | corrected | pull-request | 31 | 5 | 2 | 5 | 6",
    "12 | left open | pull-request | 35 | 5 | 2 | 5 | 7",
  ]);
  expect(team.requests().map((turns) => turns.join(" / "))).toEqual([
    "1 2 3 4 / ",
    "5 6 7 /  / 8 9 10 11 12 13",
    "14 15 16 17",
    "14 15 16 17 18 19 20 / 21 22 23",
    "24 25 26 27 /  / 28 29 30 31 / 32 33 34 35",
  ]);
}, 30_000);
