import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RecipeHarness } from "./harness.ts";
import { forbiddenRequests } from "./permissions.ts";
import { recipes } from "./table.ts";

let harness: RecipeHarness;
beforeEach(async () => {
  harness = await RecipeHarness.start();
});
afterEach(() => harness.close());

describe.each(Object.entries(recipes))("%s.yml", (name, rows) => {
  it.each(rows)("on %s", async (_event, make, ends, sent = [], notSent = []) => {
    await harness.run(name, make(harness.events));
    const { jobs } = harness;
    const prompts = harness.prompts().flat();
    const log = jobs.flatMap(({ steps }) => steps.map((step) => step.log)).join("\n");
    expect(harness.summary(), log).toEqual(ends);
    // One request, one job, and only where a pull request comes of it.
    expect(prompts).toHaveLength(ends.join().split("pull-request").length - 1);
    for (const text of sent) expect(prompts.join()).toMatch(text);
    for (const text of notSent) expect(prompts.join()).not.toContain(text);
    for (const job of jobs) expect(forbiddenRequests(job, harness.gitHub.fake)).toEqual([]);
  });
});

describe("a recipe for changes", () => {
  it.each([
    ["label", () => harness.events.labelled("pull", "docs-wanted")],
    ["pull-request", () => harness.events.pull("pull_request", "synchronize")],
  ])("continues its job on the next event, with the changed files again: %s.yml", async (name, make) => {
    for (let event = 0; event < 2; event++) await harness.run(name, make());
    const files = expect.stringContaining("+export const watch = true;");
    expect(harness.prompts()).toEqual([[files, files]]);
  });

  it.each([
    ["merged", () => harness.events.merged()],
    ["pull-request", () => harness.events.pull("pull_request", "opened")],
    ["push", () => harness.events.push("source")],
    ["reusable-caller", () => harness.events.merged()],
  ])("creates no job when GitHub does not say what changed: %s.yml", async (name, make) => {
    const answer = () => Response.json({ message: "Resource not accessible" }, { status: 403 });
    harness.gitHub.fault({ path: /\/files|\/compare\//, answer });
    await harness.run(name, make());
    expect(harness.summary()).toEqual(["document: error github"]);
    expect(harness.prompts()).toEqual([]);
  });
});
