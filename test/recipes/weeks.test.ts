import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Switches } from "../emulator/settings.ts";
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
  /** What the dashboard and the last run say in the end. */
  says?: RegExp,
];

/** A week whose job ends as said. */
async function ending(change: Switches): Promise<void> {
  team.jobs(change);
  await team.week();
  team.jobs();
}
const issue = () => {
  const [found] = team.harness.gitHub.fake.issues;
  if (found === undefined) throw new Error("there is no dashboard");
  return found;
};
/** The issue is not there any more. */
const gone = () => {
  const { fake } = team.harness.gitHub;
  const number = team.dashboard();
  fake.issues.shift();
  for (const { id, thread } of [...fake.issueComments]) if (thread === number) fake.delete(id);
};
const cases: Weeks[] = [
  [
    "three red weeks",
    async (t) => {
      await t.week();
      for (const trouble of ["refused", "no comparison", "pull not readable"] as const)
        await t.week(1, trouble);
    },
    [["1", "2 3 4 5"]],
    /Not sent: plan or credits needed\. These commits are in a row above\.\n/,
  ],
  [
    "a job that fails after its run has given up",
    async () => await ending({ jobEnds: "failed", jobSeconds: 7200 }),
    [["1"], ["1 2"]],
    /The job failed/,
  ],
  [
    "a job that ends while the next run waits for it",
    async (t) => {
      // The first run waits a minute; the next one begins an hour later, and has time for its own job, too.
      t.jobs({ jobSeconds: 3620 });
      await t.week();
      t.jobs();
      t.merge();
      expect((await t.byHand()).outputs).toMatchObject({ result: "pull-request" });
    },
    [["1", "2", "3"]],
  ],
  [
    "another project, whose jobs are others",
    async (t) => {
      await t.week();
      await ending({ jobEnds: "failed" });
      const { otherProjectId } = t.harness.service;
      t.edit = (text) => text.replace(/project-id: .*/, `project-id: ${otherProjectId}`);
    },
    [["1", "2"], ["2 3"]],
    /The API key or the project has changed|What became of them/,
  ],
  [
    "documentation in a repository that the token never sees: each week begins a job, as nobody knows what was merged",
    async (t) => {
      t.edit = (text) =>
        text.replace(/(prompt: >-\n +)/, "$1[link https://github.com/octo/private/pull/9] ");
      await t.week();
      expect((await t.week()).outputs).toMatchObject({ result: "pull-request" });
    },
    [["1"], ["2"], ["3"]],
    /octo\/private#9\] \(not visible to this workflow; counts as documented\)/,
  ],
  [
    "a runner whose clock is 60 days ahead",
    async (t) => {
      await t.week();
      t.merge();
      await t.document({ name: "schedule", at: t.harness.service.now() + 60 * 86_400_000 });
    },
    [["1", "2", "3"]],
  ],
  [
    "a command on the dashboard that replaces the job of a week that failed",
    async (t) => {
      await ending({ jobEnds: "failed" });
      await t.comment("/docs-agent Document something else");
    },
    [["1"], [""], ["1 2"]],
  ],
  [
    "a follow-up that is refused with 410, whose commits go to a new job",
    async (t) => {
      await t.week();
      t.harness.service.fault({
        path: /\/message$/,
        answer: () => Response.json({ error: "Gone" }, { status: 410 }),
      });
      await t.week();
      t.harness.service.clearFaults();
    },
    [["1"], ["2", "3"]],
  ],
  [
    "one whose new job fails unseen, while people finish and merge the pull request that it was for",
    async (t) => {
      await t.week();
      const refused = () => Response.json({ error: "Gone" }, { status: 410 });
      t.harness.service.fault({ path: /\/message$/, answer: refused });
      await ending({ jobEnds: "failed", jobSeconds: 7200 });
      t.harness.service.clearFaults();
      const { ref = "" } = t.harness.pulls().at(-1) ?? {};
      t.harness.gitHub.code.push(ref, { "docs/typo.md": "mended" }, "Mend a typo", "reviewer");
      t.decide("merge");
    },
    [["1"], ["2"], ["2 3"]],
  ],
  [
    "one that is closed, and closed again, which is a decision",
    async (t) => [await t.week(), t.decide("close"), await t.week(), t.decide("close")],
    [["1"], ["1 2"], ["3"]],
    /was closed on .*, and so was one before it: these commits do not come again[\s\S]*was closed\. These commits are in a row above/,
  ],
  [
    "one that is closed, and closed again after the second try has failed twice",
    async (t) => {
      await t.week();
      t.decide("close");
      for (let week = 0; week < 2; week++) await ending({ jobEnds: "failed" });
      await t.week();
      expect(t.harness.prompts().at(-1)?.join()).toMatch(/closed without a merge: .*pull.14/);
      t.decide("close");
    },
    [["1"], ["1 2"], ["1 2 3"], ["1 2 3 4"], ["5"]],
  ],
  [
    "one that is closed and opened again",
    async (t) => [await t.week(), t.decide("close"), await t.monday(), t.decide("reopen")],
    [["1", "2"]],
  ],
  [
    "a job that opens a second pull request once its first one is merged",
    async (t) => {
      await t.week();
      t.whileAtWork(() => t.decide("merge"));
      expect((await t.week()).outputs).toMatchObject({ result: "pull-request" });
    },
    [["1", "2", "3"]],
    /#15\], open since/,
  ],
  [
    "an older run that comes late",
    async (t) => {
      await t.week();
      const { code } = t.harness.gitHub;
      const sha = code.head("main");
      await t.week();
      const late = await t.document({ name: "workflow_dispatch", sha });
      expect(late.outputs).toMatchObject({ result: "skipped", reason: "no-diff" });
    },
    [["1", "2", "3"]],
  ],
  [
    "an older run that is run again",
    async (t) => {
      await t.week(1, "refused");
      await t.week();
      expect((await t.rerun(t.runs[0])).outputs).toMatchObject({ reason: "no-diff" });
    },
    [["1 2", "3"]],
  ],
  [
    "a run by hand on a feature branch, which has entries of its own",
    async (t) => {
      await t.week();
      t.harness.gitHub.code.push("next", {
        "src/feature99.ts": "export const feature99 = true;\n",
      });
      await t.byHand("next");
    },
    [["1", "2"], ["99"]],
  ],
  [
    "a first run on a branch that has nothing of its own, which says that the rest may not be documented",
    async (t) => {
      t.merge();
      t.harness.gitHub.code.push("stable", {});
      const { log, outputs } = await t.byHand("stable");
      expect(outputs).toMatchObject({ reason: "no-diff" });
      expect([log, ...t.replies()].join()).toMatch(
        /Commits up to `\w{7}` are not covered by the rows/,
      );
    },
    [["1 2"]],
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
    /The branch was force-pushed: these commits begin at the last commit that both histories share/,
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
    /Commits up to `[0-9a-f]{7}` are not covered/,
  ],
  [
    "a renamed default branch",
    async (t) => [await t.week(), t.harness.gitHub.code.renameDefault("trunk"), await t.week()],
    [["1", "2", "3"]],
  ],
  [
    "a quiet first week",
    async (t) => {
      expect((await t.monday()).outputs).toMatchObject({ reason: "no-diff" });
      await t.week(1, "no comparison");
    },
    [["1 2"]],
    /The table begins here/,
  ],
  [
    "a dashboard whose title, text and label people change",
    async (t) => {
      await t.week();
      issue().title = "Docs";
      await t.week();
      Object.assign(issue(), { title: "Documentation dashboard", body: "Ours" });
      await t.week();
      issue().labels = [];
    },
    [["1", "2", "3", "4"]],
  ],
  [
    "a dashboard that is deleted: a new one, which says what it does not cover",
    async (t) => [await t.week(), gone()],
    [["1"], ["2"]],
    /Commits up to `[0-9a-f]{7}` are not covered/,
  ],
  [
    "another token from one week to the next",
    async (t) => [
      await t.week(),
      Object.assign(t.harness.gitHub.fake, { bot: "docs-app[bot]" }),
      await t.week(),
    ],
    [["1", "2", "3"]],
  ],
  [
    "a permission that is missing at first, so that nothing is remembered, which is said",
    async (t) => {
      const { fake } = t.harness.gitHub;
      fake.refuse({ method: "POST|PATCH", path: /./, status: 403 });
      expect((await t.week()).outputs).toMatchObject({
        result: "error",
        message: expect.stringContaining("Resource not accessible"),
      });
      fake.allowAll();
    },
    [["2"]],
    /Commits up to `[0-9a-f]{7}` are not covered/,
  ],
  [
    "GitHub that refuses once the request was sent, which the next run says may be documented twice",
    async (t) => {
      await t.week();
      const { fake } = t.harness.gitHub;
      t.harness.service.fault({
        path: /\/message$/,
        answer: async (work) => {
          fake.refuse({ method: "PATCH|POST", path: /comments/, status: 502 });
          return await work();
        },
      });
      await t.week();
      fake.allowAll();
      t.harness.service.clearFaults();
    },
    [["1", "2", "2 3"]],
    /We can't tell whether .* received the request of .*\. These commits are in a row above[\s\S]*Some may be documented twice/,
  ],
];

describe("no merge is lost, and none is in two open pull requests, after", () => {
  it.each(cases)("%s", async (_, live, requests, says) => {
    await live(team);
    const last = await team.week();
    expect(team.requests(), last.log).toEqual(requests);
    expect(last.outputs).toMatchObject({ result: "pull-request" });
    const told = [...team.rows(), ...team.replies(), last.log].join("\n");
    expect(told).toMatch(says ?? /./);
  });
});
