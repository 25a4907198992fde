import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RecipeHarness } from "./harness.ts";
import { forbiddenRequests } from "./permissions.ts";
import { recipes } from "./table.ts";

let harness: RecipeHarness;
beforeAll(async () => {
  harness = await RecipeHarness.start();
});
afterAll(() => harness.close());

describe.each(Object.entries(recipes))("%s.yml", (name, rows) => {
  it.each(rows)("on %s", async (_event, make, ends, sent = [], notSent = []) => {
    const { jobs, summary, prompts } = await harness.run(name, await make(harness.events));
    const log = () => jobs.flatMap(({ steps }) => steps.map((step) => step.log)).join("\n");
    expect(summary, log()).toEqual(ends);
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
    const { made, prompts } = await harness.run(name, make(), make());
    expect(made).toBe(1);
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) expect(prompt).toContain("+export const watch = true;");
  });

  it.each([
    ["merged", () => harness.events.merged()],
    ["pull-request", () => harness.events.pull("pull_request", "opened")],
    ["push", () => harness.events.push("source")],
    ["range", () => harness.events.dispatch({ base: "v1.0.0", head: "v1.1.0" })],
    ["reusable-caller", () => harness.events.merged()],
  ])("creates no job when GitHub does not say what changed: %s.yml", async (name, make) => {
    const answer = () => Response.json({ message: "Resource not accessible" }, { status: 403 });
    harness.gitHub.fault({ path: /\/files|\/compare\//, answer });
    try {
      const { summary, prompts } = await harness.run(name, make());
      expect(summary).toEqual(["document: error github"]);
      expect(prompts).toEqual([]);
    } finally {
      harness.gitHub.clearFaults();
    }
  });
});
