import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Fault } from "../emulator/server.ts";
import { type JobResult, RecipeHarness } from "./harness.ts";

let harness: RecipeHarness;
/** The commit of the newest successful run, and the one that was the newest seven days ago. */
let lastSuccess: string | undefined;
let weekAgo: string | undefined;
/** What GitHub answers when commits are compared. */
let compare: Fault["answer"];
const usual: Fault["answer"] = (work) => work();
beforeEach(async () => {
  harness = await RecipeHarness.start();
  const { gitHub } = harness;
  [lastSuccess, weekAgo, compare] = [undefined, gitHub.code.head("main"), usual];
  gitHub.fault({
    path: /\/actions\/workflows\/weekly-merges\.yml\/runs\?branch=main&status=success/,
    answer: () => Response.json({ workflow_runs: lastSuccess ? [{ head_sha: lastSuccess }] : [] }),
  });
  gitHub.fault({
    path: /\/commits\?sha=\w+&until=/,
    answer: () => Response.json(weekAgo ? [{ sha: weekAgo }] : []),
  });
  gitHub.fault({ path: /\/compare\//, answer: (work) => compare(work) });
});
afterEach(() => harness.close());

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
  const { events } = harness;
  const event = inputs === undefined ? events.schedule() : events.dispatch(inputs);
  const [job] = await harness.run("weekly-merges", event);
  if (job === undefined) throw new Error("no job ran");
  const isGreen = job.steps.slice(0, 2).every(({ outcome }) => outcome !== "failure");
  if (isGreen) lastSuccess = code.head("main");
  return job;
}

const asked = "document: success, pull-request, success";
const [limit, port, color] = [
  { "src/limit.ts": "export const limit = 51;\n" },
  { "src/port.ts": "export const port = 80;\n" },
  { "src/color.ts": "export const color = 1;\n" },
];

describe("the weekly merges", () => {
  it("begin with the last seven days, go on where the last successful run ended, and continue the open pull request", async () => {
    await week(limit);
    await week(port);
    expect(replies()).toEqual([expect.stringContaining("Follow-up finished")]);
    for (const pull of harness.pulls()) Object.assign(pull, { state: "closed", merged: true });
    await week(color);
    expect(harness.summary()).toEqual([asked, asked, asked]);
    const prompts = harness.prompts();
    expect(prompts).toEqual([
      [
        expect.stringContaining("+export const limit = 51;"),
        expect.stringContaining("+export const port = 80;"),
      ],
      [expect.stringContaining("+export const color = 1;")],
    ]);
    expect(prompts[0]?.[1]).not.toContain("src/limit.ts");
    expect(replies()).toEqual([expect.stringMatching(/because .* was merged/)]);
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
    compare = () => new Response("", { status: 403 });
    await week(port);
    compare = usual;
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
      expect(lastSuccess).toBeUndefined();
    },
  );

  it("have a pull request each where no issue is set, and say so", async () => {
    delete harness.vars["DOCS_AGENT_REPORT_ISSUE"];
    const first = await week(limit);
    await week(port);
    expect(first.steps[0]?.log).toContain("::notice::DOCS_AGENT_REPORT_ISSUE is not set");
    expect(harness.summary()).toEqual([asked, asked]);
    expect(harness.pulls()).toHaveLength(2);
    expect(replies()).toEqual([]);
  });

  it("begin by hand where someone says, and say so where no commit is older than a week", async () => {
    const base = weekAgo ?? "";
    weekAgo = undefined;
    const young = await week(limit);
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
    const commit = { message: "Limit the list" };
    const author = (login: string, type = "User") => ({ author: { login, type }, commit });
    const commits = [
      { author: null, commit },
      author("web-flow[bot]", "Bot"),
      ...["dee", "bob", "cee", "bob", "al", "cee", "al"].map((one) => author(one)),
    ];
    compare = async (work) => {
      const compared = z.record(z.string(), z.unknown()).parse(await (await work()).json());
      return Response.json({ ...compared, commits });
    };
    harness.reviewStatus = 422;
    const job = await week(limit);
    const path = `repos/octo/site/pulls/${job.steps[1]?.outputs["prNumber"]}/requested_reviewers`;
    expect(job.steps[2]?.commands.slice(1)).toEqual(
      ["al", "bob", "cee"].map((login) => ["gh", "api", "--silent", path, "-f", `reviewers[]=${login}`]),
    );
    expect(harness.summary()).toEqual([asked]);
  });
});
