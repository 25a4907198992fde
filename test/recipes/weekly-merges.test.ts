import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { FakePull } from "../github/fake-github.ts";
import { type JobResult, RecipeHarness } from "./harness.ts";
import { forbiddenRequests } from "./permissions.ts";

let harness: RecipeHarness;
/** The commits of the successful runs, newest first, and the one that was the newest seven days ago. */
let successes: string[];
let weekAgo: string[];
beforeEach(async () => {
  harness = await RecipeHarness.start();
  const { gitHub } = harness;
  successes = [];
  weekAgo = [gitHub.code.head("main")];
  const runs = () =>
    Response.json({ workflow_runs: successes.slice(0, 1).map((head_sha) => ({ head_sha })) });
  gitHub.fault({
    path: /\/actions\/workflows\/weekly-merges\.yml\/runs\?branch=main&status=success/,
    answer: runs,
  });
  gitHub.fault({
    path: /\/commits\?sha=\w+&until=/,
    answer: () => Response.json(weekAgo.map((sha) => ({ sha }))),
  });
});
afterEach(() => harness.close());

/** The agent's pull requests, oldest first. */
function pulls(): FakePull[] {
  return [...harness.gitHub.fake.pulls.values()].filter(({ ref = "" }) => ref.startsWith("docs-agent/"));
}

/** The comments of the action on the issue. */
function replies(): string[] {
  const own = harness.gitHub.fake.own();
  return own.flatMap(({ thread, body }) => (thread === 12 ? [body] : []));
}

/** What was merged in a week, and the run of its Monday. */
async function week(
  merged: Readonly<Record<string, string>>,
  inputs?: Record<string, string>,
): Promise<JobResult> {
  const { code } = harness.gitHub;
  if (Object.keys(merged).length > 0) code.push("main", merged);
  await harness.run(
    "weekly-merges",
    inputs === undefined ? harness.events.schedule() : harness.events.dispatch(inputs),
  );
  const job = harness.jobs.at(-1);
  if (job === undefined) throw new Error("no job ran");
  const isGreen = job.steps.slice(0, 2).every(({ outcome }) => outcome !== "failure");
  if (isGreen) successes.unshift(code.head("main"));
  expect(forbiddenRequests(job, harness.gitHub.fake)).toEqual([]);
  return job;
}

const asked = "document: success, pull-request, success";
const [limit, port, color] = [
  { "src/limit.ts": "export const limit = 51;\n" },
  { "src/port.ts": "export const port = 80;\n" },
  { "src/color.ts": "export const color = 1;\n" },
];

describe("the weekly merges", () => {
  it("begin with the last seven days, and go on where the last successful run ended", async () => {
    await week(limit);
    for (const pull of pulls()) Object.assign(pull, { state: "closed", merged: true });
    await week(port);
    expect(harness.summary()).toEqual([asked, asked]);
    const [[first = ""] = [], [second = ""] = []] = harness.prompts();
    expect(first).toContain("+export const limit = 51;");
    expect(second).toContain("+export const port = 80;");
    expect(second).not.toContain("src/limit.ts");
    expect(replies()).toEqual([expect.stringMatching(/because .* was merged/)]);
  });

  it("continue the pull request of the week before while it is open", async () => {
    await week(limit);
    await week(port);
    expect(harness.summary()).toEqual([asked, asked]);
    expect(harness.prompts()).toEqual([
      [expect.stringContaining("src/limit.ts"), expect.stringContaining("+export const port = 80;")],
    ]);
    expect(pulls()).toHaveLength(1);
    expect(replies()).toEqual([expect.stringContaining("Follow-up finished")]);
  });

  it("send nothing in a quiet week, also where only the documentation changed", async () => {
    await week(limit);
    await week({});
    await week({ "docs/limits.md": "# Limits\n" });
    const quiet = "document: success, skipped no-diff, skipped";
    expect(harness.summary()).toEqual([asked, quiet, quiet]);
    expect(harness.prompts().flat()).toHaveLength(1);
  });

  it("catch a red week up with the next one", async () => {
    await week(limit);
    harness.gitHub.fault({ path: /\/compare\//, answer: () => new Response("", { status: 403 }) });
    await week(port);
    harness.gitHub.clearFaults();
    const base = successes[0] ?? "";
    harness.gitHub.fault({
      path: /\/runs\?/,
      answer: () => Response.json({ workflow_runs: [{ head_sha: base }] }),
    });
    await week(color);
    expect(harness.summary()).toEqual([asked, "document: success, error github, skipped", asked]);
    const last = harness.prompts()[0]?.at(-1) ?? "";
    expect(last).toContain("src/port.ts");
    expect(last).toContain("src/color.ts");
    expect(last).not.toContain("src/limit.ts");
  });

  it.each(["[fail]", "[archive]", "[takes 2h]"])(
    "are red where the job ends as %s, so that the next week has it too",
    async (end) => {
      harness.service.change({ jobSeconds: 20 });
      await week({ "src/limit.ts": `// ${end}\n` });
      expect(harness.jobs[0]?.steps[1]?.outcome).toBe("failure");
      expect(successes).toEqual([]);
    },
  );

  it("have a pull request each where no issue is set, and say so", async () => {
    delete harness.vars["DOCS_AGENT_REPORT_ISSUE"];
    const first = await week(limit);
    await week(port);
    expect(first.steps[0]?.log).toContain("::notice::DOCS_AGENT_REPORT_ISSUE is not set");
    expect(harness.summary()).toEqual([asked, asked]);
    expect(pulls()).toHaveLength(2);
    expect(replies()).toEqual([]);
  });

  it("begin by hand where someone says, and say so where no commit is older than a week", async () => {
    const [base = ""] = weekAgo;
    weekAgo = [];
    const young = await week(limit);
    successes = [];
    expect(young.steps[0]?.log).toContain("::notice::No commit is older than a week.");
    await week({}, { base });
    expect(harness.summary()).toEqual(["document: success, skipped, skipped", asked]);
    expect(harness.prompts()[0]?.[0]).toContain("+export const limit = 51;");
  });

  it("do nothing where GitHub does not list the runs", async () => {
    harness.gitHub.clearFaults();
    harness.gitHub.fault({ path: /\/actions\//, answer: () => new Response("", { status: 502 }) });
    await week(limit);
    expect(harness.summary()).toEqual(["document: failure, skipped, skipped"]);
  });

  it("ask the three people who committed most for a review, whatever GitHub refuses", async () => {
    const author = (login: string, type = "User") => ({ author: { login, type } });
    const commits = [
      { author: null },
      author("web-flow[bot]", "Bot"),
      ...["dee", "bob", "cee", "bob", "al", "cee", "al"].map((one) => author(one)),
    ];
    harness.gitHub.fault({
      path: /\/compare\//,
      answer: async (work) => {
        const compared = z.record(z.string(), z.unknown()).parse(await (await work()).json());
        return Response.json({ ...compared, commits });
      },
    });
    harness.reviewStatus = 422;
    const job = await week(limit);
    const asking = job.steps[2]?.commands.map((command) => command.at(-1)).slice(1);
    expect(asking).toEqual(["reviewers[]=al", "reviewers[]=bob", "reviewers[]=cee"]);
    expect(harness.summary()).toEqual([asked]);
  });
});
