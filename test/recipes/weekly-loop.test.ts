import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RecipeHarness } from "./harness.ts";

let harness: RecipeHarness;
let weeksBefore: number;
beforeEach(async () => {
  harness = await RecipeHarness.start();
  weeksBefore = 3;
});
afterEach(() => harness.close());

/** The labels of the agent's pull requests. */
const labels = () => harness.pulls().map((pull) => pull.labels ?? []);
/** One Monday after the other. */
const next = () => harness.run("weekly-report-agent", harness.events.schedule(weeksBefore--));

const asked = "improve: reported, success, pull-request, success";
const quiet = "improve: reported, skipped, skipped, skipped";
const waited = "improve: reported, success, skipped, skipped";

describe("the weekly loop", () => {
  it("sends the first finding of Monday’s report to the agent, labels its pull request, and waits for that", async () => {
    const [job] = await next();
    expect(harness.summary()).toEqual([asked]);
    const named = job?.steps[0]?.outputs["nextPrompt"];
    expect(harness.prompts()).toEqual([
      [expect.stringMatching(/ name the file that shows each new statement/)],
    ]);
    expect(harness.prompts()[0]?.[0]).toContain(named);
    expect(labels()).toEqual([["docs-agent-weekly"]]);
    // As long as its pull request is open, no other job is started.
    await next();
    expect(harness.summary()).toEqual([asked, waited]);
    expect(harness.prompts()).toHaveLength(1);
  });

  it("asks about another page once the last pull request is closed, and about none twice", async () => {
    for (let week = 0; week < 3; week++) {
      await next();
      for (const pull of harness.pulls()) pull.state = "closed";
    }
    expect(harness.summary()).toEqual([asked, asked, quiet]);
    const pages = harness.prompts().map(([prompt = ""]) => / (\/[\w/-]+)/.exec(prompt)?.[1]);
    expect(pages.sort()).toEqual(["/guides/webhooks", "/sdks/python"]);
  });

  it("shares the comment of its report with the weekly report, whichever comes first", async () => {
    const week = harness.events.schedule(1);
    for (const recipe of ["weekly-report", "weekly-report-agent", "weekly-report"])
      await harness.run(recipe, week);
    const addresses = harness.jobs.map(({ steps }) => steps[0]?.outputs["commentUrl"]);
    expect(new Set(addresses).size).toBe(1);
    expect(addresses[0]).toContain("/issues/13#issuecomment-");
    expect(harness.prompts()).toHaveLength(1);
  });

  it("continues an open pull request that came too late for its label", async () => {
    harness.service.change({ jobSeconds: 7200 });
    await next();
    harness.service.advance(7200_000);
    expect(labels()).toEqual([[]]);
    harness.service.change({ jobSeconds: 4 });
    await next();
    await next();
    expect(harness.summary()).toEqual([
      "improve: reported, success, timeout, skipped",
      asked,
      quiet,
    ]);
    expect(harness.prompts()).toHaveLength(1);
    expect(labels()).toEqual([["docs-agent-weekly"]]);
  });

  it("starts no job when GitHub does not list the pull requests", async () => {
    harness.gitHub.fault({ path: /\/pulls\?/, answer: () => new Response("", { status: 502 }) });
    await next();
    expect(harness.summary()).toEqual(["improve: reported, failure, skipped, skipped"]);
    expect(harness.prompts()).toEqual([]);
  });
});
