import { afterEach, beforeEach, expect, it } from "vitest";
import { firstStep, withInput } from "./harness.ts";
import type { StepResult } from "./steps.ts";
import { Team } from "./team.ts";

// What the texts about the dashboard tell people to do next is done here, word by word, and it works.

let team: Team;
beforeEach(async () => {
  team = await Team.start();
});
afterEach(() => team.harness.close());

/** What people read in the log and in the comments. */
const read = ({ log }: StepResult) =>
  [log, ...team.replies()]
    .join("\n")
    .replace(/&#35;|&#8203;/g, (sign) => (sign === "&#35;" ? "#" : ""))
    .replace(/\]\(<[^>]*>\)/g, "]");

/** Starts `by-hand.yml` with the range that a text names, and an older commit in the place of `OLDER`. */
async function byHand(text: string, older = ""): Promise<StepResult> {
  const [, range = ""] =
    /by-hand\.yml`? \([^)]*\) with `?(\w+\.{3}\w+)`? as its `?diff-range/.exec(text) ?? [];
  const inputs = { prompt: "Document what changed.", "diff-range": range.replace("OLDER", older) };
  return firstStep(await team.harness.run("by-hand", team.harness.events.dispatch(inputs)));
}

/** Changes a line of the workflow file. */
function edit(from: string, to: string): void {
  const { edit: before } = team;
  team.edit = (text) => {
    expect(before(text)).toContain(from);
    return before(text).replace(from, to);
  };
}

/** A week in a repository whose issues are disabled. */
const withoutIssues = (t: Team) => {
  const path = /\/(issues(\?|$)|labels)/;
  t.harness.gitHub.fake.refuse({ path, status: 410, message: "Disabled" });
  return t.week();
};
/** GitHub answers as asked again, and the run is run again. */
const rerunAllowed = (t: Team) => {
  t.harness.gitHub.fake.allowAll();
  return t.rerun();
};

type Step = [
  /** What the text says. */
  says: RegExp,
  /** What happened before; returns the run whose text it is. */
  live: (team: Team) => Promise<StepResult>,
  /** What people do then. Returns the run that does it. */
  act: (team: Team, text: string) => Promise<StepResult>,
  /** What the service has got: the features of each request, job by job. */
  requests: string[][],
];

const steps: Step[] = [
  [
    /start `by-hand\.yml` \(a paid job.*\) with `OLDER\.\.\.\w{7}` as its `diff-range`/,
    async (t) => {
      t.merge();
      t.harness.service.advance(14 * 86_400_000);
      return await t.week();
    },
    async (t, text) => await byHand(text, t.harness.gitHub.code.head("v1.1.0")),
    [["2"], ["1"]],
  ],
  [
    /To send them all the same.*, save and start by-hand\.yml \(a paid job.*\) with \w+\.{3}\w+ as its diff-range/,
    async (t) => {
      await t.week();
      const refused = { status: 403, message: "An IP allow list is enabled" };
      t.harness.gitHub.fake.refuse({ method: "GET", path: /\/pulls\/14$/, ...refused });
      return await t.week();
    },
    (t, text) => {
      t.harness.gitHub.fake.allowAll();
      return byHand(text);
    },
    [["1"], ["1 2"]],
  ],
  [/Enable issues in the repository's settings/, withoutIssues, rerunAllowed, [["1"]]],
  [
    /or set issue-number to a pull request/,
    withoutIssues,
    (t) => {
      edit("issue-number: dashboard", `issue-number: ${t.harness.gitHub.pullNumber}`);
      return t.byHand();
    },
    [["1"]],
  ],
  [
    /#12 was moved or deleted.*set issue-number to an open issue, or to dashboard/,
    (t) => {
      edit("issue-number: dashboard", "issue-number: 12");
      t.harness.gitHub.fake.refuse({
        path: /issues\/12\/comments/,
        status: 410,
        message: "Deleted",
      });
      return t.week();
    },
    (t) => {
      edit("issue-number: 12", "issue-number: dashboard");
      return t.byHand();
    },
    [["1"]],
  ],
  [
    /issue is locked.*Unlock the conversation\. Then re-run the workflow, or,/,
    async (t) => {
      await t.week();
      const message = "Unable to create comment because issue is locked.";
      t.harness.gitHub.fake.refuse({
        method: "POST|PATCH",
        path: /comments/,
        status: 403,
        message,
      });
      return await t.week();
    },
    rerunAllowed,
    [["1", "2"]],
  ],
  [
    /still working on the request before this one.*Re-run the workflow when it has finished/,
    async (t) => {
      t.jobs({ jobSeconds: 86_400 });
      await t.week();
      t.jobs();
      t.merge();
      return await t.byHand();
    },
    (t) => {
      t.harness.service.advance(86_400_000);
      return t.rerun();
    },
    [["1", "2"]],
  ],
  [
    /stopped waiting after 1 min.*choose “Re-run jobs”.*does not send the request again/,
    (t) => {
      t.jobs({ jobSeconds: 90 });
      return t.week();
    },
    async (t) => {
      const again = await t.rerun();
      expect(t.rows()).toEqual([expect.stringMatching(/^⏳ \[#14\], open since/)]);
      return again;
    },
    [["1"]],
  ],
  [
    /not in .*: it was merged .*To send these commits again now, re-run the workflow: it starts a new, paid job/s,
    async (t) => {
      await t.week();
      t.harness.workplace.reopens = false;
      // A reviewer's commit is not the agent's.
      t.whileAtWork(() => {
        const { ref = "" } = t.harness.pulls().at(-1) ?? {};
        const { code } = t.harness.gitHub;
        code.push(ref, { "docs/typo.md": "mended" }, "Mend a typo", "reviewer");
        // Nor is what a merge queue's bot brings in.
        code.push(ref, { "src/other.ts": "export {};" }, "Merge main", "mergify[bot]");
        t.decide("merge");
      });
      const late = await t.week();
      expect(late.outputs).toMatchObject({ result: "no-changes" });
      expect(t.rows()).toEqual([
        "❌ Not in [#14], which was merged before a run saw the agent finish. The next run that has these commits and succeeds sends them.",
        expect.stringMatching(/^✅ \[#14\], merged on/),
      ]);
      return late;
    },
    (t) => {
      t.harness.workplace.reopens = true;
      return t.byHand();
    },
    [["1", "2"], ["2"]],
  ],
  [
    /is merged now, and may not have it.*To send these commits again now, re-run the workflow: it starts a new, paid job/s,
    async (t) => {
      await t.week();
      t.harness.workplace.reopens = false;
      t.whileAtWork(() => {
        const { ref = "" } = t.harness.pulls().at(-1) ?? {};
        const { code } = t.harness.gitHub;
        code.push("rebased", { "docs/new.md": "as before" }, "Document it");
        code.forcePush(ref, code.head("rebased"));
        t.decide("merge");
      });
      const late = await t.week();
      expect(t.rows()[0]).toBe(
        "❌ Perhaps not in [#14], which was merged before a run saw the agent finish. The next run that has these commits and succeeds sends them.",
      );
      return late;
    },
    (t) => {
      t.harness.workplace.reopens = true;
      return t.rerun();
    },
    [["1", "2"], ["2"]],
  ],
  [
    /The agent could not finish.*To send these commits again now, re-run the workflow: it starts a new, paid job/s,
    (t) => {
      t.jobs({ jobEnds: "failed" });
      return t.week();
    },
    async (t) => {
      await t.comment("/docs-agent --status");
      expect(t.replies().join()).toMatch(
        /could not finish.*next run of the workflow that has these commits/s,
      );
      t.jobs();
      return t.byHand();
    },
    [["1"], ["1"]],
  ],
  [
    /If you expected a change, comment \/docs-agent with the page and the change below the table of commits/,
    (t) => {
      t.jobs({ jobEnds: "no-changes" });
      return t.week();
    },
    (t) => {
      t.jobs();
      return t.comment("/docs-agent Name the limit on docs/limits.md");
    },
    [["1", ""]],
  ],
  [
    /it is unknown whether .* the next run that has these commits sends them again/,
    async (t) => {
      await t.week();
      return await t.week(1, "answer lost");
    },
    async (t) => {
      const again = await t.rerun();
      expect(again.outputs).toMatchObject({ reason: "uncertain" });
      t.harness.service.advance(60_000);
      return await t.byHand();
    },
    [["1", "2", "2"]],
  ],
  [
    /\[#14\] is not continued\. If it is open, review and merge it: what it covers up to `?\w{7}`? does not come again/,
    async (t) => {
      await t.week();
      await t.monday();
      t.harness.key = t.harness.service.otherKey;
      return await t.week();
    },
    async (t) => {
      const [forgotten] = t.harness.pulls();
      t.harness.gitHub.code.merge(forgotten?.ref ?? "", "squash");
      return await t.week();
    },
    [["1"], ["2", "3"]],
  ],
];

it.each(steps)("%s", async (says, live, act, requests) => {
  const text = read(await live(team));
  expect(text).toMatch(says);
  const done = await act(team, text);
  expect(done.outputs["result"], done.log).toBe("pull-request");
  expect(team.requests()).toEqual(requests);
});

it("leaves the row of a request that ended well, whatever its job did since for the command of a person", async () => {
  await team.week();
  team.jobs({ jobEnds: "failed" });
  await team.comment("/docs-agent make it shorter");
  await team.comment("/docs-agent --status");
  expect(team.replies().at(-1)).toMatch(
    /could not finish.*To try again, reply `\/docs-agent --new`/s,
  );
  const again = await team.rerun();
  expect(again.outputs["result"], again.log).toBe("pull-request");
  expect(team.rows()).toEqual([expect.stringMatching(/^⏳ \[#14\], open since/)]);
  team.jobs();
  await team.week();
  expect(team.requests()).toEqual([["1", ""], ["2"]]);
});

it("shows in the table how a job went that no run has waited for, with the next run", async () => {
  team.edit = withInput("wait: false");
  expect((await team.week()).log).toContain("The next run shows in its table how it went.");
  await team.week();
  expect(team.rows()).toEqual([
    expect.stringMatching(/^⏳ Sent to the agent on /),
    expect.stringMatching(/^⏳ \[#14\], open since/),
  ]);
});
