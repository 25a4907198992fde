import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Refusal } from "../github/fake-github.ts";
import { Team } from "./team.ts";

let team: Team;
beforeEach(async () => {
  team = await Team.start();
});
afterEach(() => team.harness.close());

/** What becomes of some weeks, before a last calm one, and what the service gets: the features of each request, job by job. */
type Weeks = [
  name: string,
  live: (team: Team) => Promise<unknown>,
  requests: string[][],
  /** What the reply on the issue says in the end. */
  says?: RegExp,
];

const jobs = (change: Parameters<Team["harness"]["service"]["change"]>[0]) =>
  team.harness.service.change({ jobEnds: "pull-request", jobSeconds: 20, ...change });
/** A week whose job ends as said. */
async function ending(change: Parameters<typeof jobs>[0]): Promise<void> {
  jobs(change);
  await team.week();
  jobs({});
}
/** A week in which GitHub answers so to requests about the issue; what the run says is to match. */
async function refused(status: number, says: RegExp, more: Partial<Refusal> = {}): Promise<void> {
  const { fake } = team.harness.gitHub;
  fake.refuse({ path: /\/issues\/(12\/comments|comments\/)/, status, ...more });
  const job = await team.week();
  expect(job.steps[0]?.outputs).toMatchObject({ reason: "github", message: expect.stringMatching(says) });
  expect(job.steps[0]?.log).toMatch(/DOCS_AGENT_REPORT_ISSUE/);
  expect(job.steps[0]?.log).not.toContain("later");
  fake.allowAll();
}
const otherIssue = () => {
  team.harness.vars["DOCS_AGENT_REPORT_ISSUE"] = "11";
};
const newKey =
  /The API key or the project has changed, so this is a new job\. It does not continue .*13>\): merge that/;
const otherKey = () => {
  team.harness.key = team.harness.service.otherKey;
};

const locked = { method: "POST|PATCH", message: "Unable to create comment because issue is locked." };

const cases: Weeks[] = [
  ["calm weeks, whose pull request is left open", (t) => t.week(3), [["1 2 3", "4"]]],
  [
    "a red week",
    async (t) => [await t.week(), await t.week(1, "no comparison")],
    [["1", "2 3"]],
    /2 commits since 25 Aug \(`[0-9a-f]{7}`\)/,
  ],
  [
    "a red week that is run again",
    async (t) => [await t.week(), await t.week(1, "no comparison"), await t.rerun()],
    [["1", "2", "3"]],
  ],
  [
    "a job that fails, in a run that is run again",
    async (t) => [await ending({ jobEnds: "failed" }), await t.rerun()],
    [["1"], ["1", "2"]],
  ],
  [
    "a job that fails",
    async (t) => [await t.week(), await ending({ jobEnds: "failed" })],
    [["1", "2"], ["2 3"]],
  ],
  [
    "a job that is still at work at the next start, and fails then",
    async (t) => {
      await t.week();
      jobs({ jobEnds: "failed", jobSeconds: 7200 });
      await t.week();
      t.merge();
      await t.byHand();
      jobs({});
    },
    [["1", "2", "3"], ["2 3 4"]],
  ],
  ["a first request whose answer is lost", (t) => t.week(1, "answer lost"), [["1"], ["1 2"]], /twice/],
  [
    "a red week, then another name of the workflow and its file",
    async (t) => {
      await t.week();
      await t.week(1, "no comparison");
      t.edit = (text) => text.replace(/^name: .*/m, "name: Weekly documentation");
      t.file = "weekly-docs";
    },
    [["1", "2 3"]],
  ],
  [
    "a force-push that takes back what was documented",
    async (t) => {
      const { code } = t.harness.gitHub;
      const before = code.head("main");
      await t.week();
      code.forcePush("main", before);
    },
    [["1", "2"]],
    /force/,
  ],
  [
    "a force-push after which GitHub forgets what was documented",
    async (t) => {
      const { code } = t.harness.gitHub;
      const before = code.head("main");
      await t.week();
      const documented = code.head("main");
      code.forcePush("main", before);
      code.forget(documented);
    },
    [["1", "2"]],
    /The commit that was documented last is gone/,
  ],
  [
    "pull requests that are merged",
    async (t) => [await t.week(), t.decide("rebase"), await t.week(), t.decide("merge")],
    [["1"], ["2"], ["3"]],
    /because .* was merged/,
  ],
  [
    "a pull request that is closed",
    async (t) => [await t.week(), t.decide("close")],
    [["1"], ["1 2"]],
    /2 commits since .*pull\/13>\) was closed without a merge, so the commits that it covered are covered here again/,
  ],
  [
    "a pull request that is closed, then a command there",
    async (t) => [await t.week(), t.decide("close"), await t.comment("/docs-agent Only the first page", 13)],
    [["1"], ["", "1 2"]],
  ],
  [
    "the issue is locked",
    async (t) => [await t.week(), await refused(403, /is locked/, locked)],
    [["1", "2 3"]],
  ],
  [
    "an issue that is not there any more, then another one",
    async (t) => [await t.week(), await refused(410, /moved or deleted/), otherIssue()],
    [["1"], ["3"]],
  ],
  ["another key", async (t) => [await t.week(), otherKey()], [["1"], ["2"]], newKey],
];

describe("no merge is lost, and none is in two pull requests, after", () => {
  it.each(cases)("%s", async (_, live, requests, says = /Pull request ready|Follow-up finished/) => {
    await live(team);
    const last = await team.week();
    expect(team.requests(), last.steps[0]?.log).toEqual(requests);
    expect(team.replies().join("\n")).toMatch(says);
  });
});

describe("nothing is sent, and nothing compared,", () => {
  const quiet: [string, () => unknown, requests: string[][]][] = [
    ["in a week without merges", () => {}, [["1", "2"]]],
    [
      "in a week without merges after a pull request was closed",
      () => team.decide("close"),
      [["1"], ["1 2"]],
    ],
    ["in the week after one that changed only the documentation", docsOnly, [["1", "2"]]],
  ];
  /** A week in which only the documentation changes. */
  async function docsOnly(): Promise<void> {
    team.harness.gitHub.code.push("main", { "docs/limits.md": "# Limits\n" });
    const job = await team.monday();
    expect(job.steps[0]?.outputs).toMatchObject({ result: "skipped", reason: "no-diff" });
  }

  it.each(quiet)("%s", async (_, live, requests) => {
    await team.week();
    await live();
    const job = await team.monday();
    expect(job.steps[0]?.outputs).toMatchObject({ result: "skipped", reason: "no-diff" });
    expect(job.requests.filter(({ path }) => /compare|activity|commits\?/.test(path))).toEqual([]);
    await team.week();
    expect(team.requests()).toEqual(requests);
  });
});

describe("the first week", () => {
  it.each([
    ["as GitHub's activity tells", 200],
    ["as the commits tell where there is no such address", 404],
  ])("begins where the branch stood seven days ago, %s", async (_, status) => {
    const { gitHub } = team.harness;
    if (status !== 200) gitHub.fake.refuse({ path: /\/activity/, status });
    // Merged long ago; and a branch that is older than a week, and merged only now.
    team.merge(1);
    team.harness.gitHub.code.push("old", { "src/old.ts": "export const old = 1;\n" });
    team.harness.service.advance(7 * 86_400_000);
    gitHub.code.merge("old");
    const job = await team.week(1);
    expect(job.steps[0]?.outputs["prompt"]).toContain("+export const old = 1;");
    expect(team.requests()).toEqual([["2"]]);
    expect(job.steps[0]?.log).toContain("begins one week back");
  });

  it("has nothing to do where nothing was pushed, and remembers that", async () => {
    const job = await team.monday();
    expect(job.steps[0]?.outputs).toMatchObject({ result: "skipped", reason: "no-diff" });
    await team.week(1, "no comparison");
    await team.week();
    expect(team.requests()).toEqual([["1 2"]]);
  });

  it("is an input error where no issue is set", async () => {
    delete team.harness.vars["DOCS_AGENT_REPORT_ISSUE"];
    const job = await team.week();
    expect(job.steps[0]?.outputs).toMatchObject({ result: "error", reason: "input" });
    expect(team.requests()).toEqual([]);
  });
});
