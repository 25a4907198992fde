import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLabel } from "./events.ts";
import { RecipeHarness } from "./harness.ts";

let harness: RecipeHarness;
beforeEach(async () => {
  harness = await RecipeHarness.start();
});
afterEach(() => harness.close());

/** Something happens to the pull request; returns what the reminder says then, a line for each comment. */
async function on(action: string, changes = {}, edit?: (text: string) => string): Promise<string[]> {
  await harness.run("remind", harness.events.pull("pull_request_target", action, changes), edit);
  return harness.gitHub.fake
    .own()
    .map(({ body }) => body.split("\n")[1]?.replace(/\*\*(.*?)\.\*\*.*/, "$1") ?? "");
}

const push = (files: Record<string, string>) => harness.gitHub.code.push("watch", files);
const reminder = "📝 Code changed, documentation did not";

describe("the reminder", () => {
  it("ends when the documentation changes", async () => {
    expect(await on("opened")).toEqual([reminder]);
    push({ "src/color.ts": "export const color = 1;\n" });
    expect(await on("synchronize")).toEqual([reminder]);
    push({ "docs/watch.md": "# Watch\n" });
    expect(await on("synchronize")).toEqual(["✅ Documentation changed"]);
  });

  it("ends with the label, and comes back without it", async () => {
    await on("opened");
    expect(await on("labeled", withLabel("docs-not-needed"))).toEqual(["✅ Marked as not needed"]);
    expect(await on("unlabeled", withLabel("other"))).toEqual([reminder]);
  });

  it.each([
    ["documentation", { "docs/watch.md": "# Watch\n" }],
    [
      "tests and Markdown",
      { "src/watch.ts": "export const watch = false;\n", "test/watch.ts": "", "README.md": "" },
    ],
  ])("does not come where the pull request changes %s", async (_, files) => {
    push(files);
    expect(await on("opened")).toEqual([]);
  });

  it("does not come with the label", async () => {
    expect(await on("opened", withLabel("docs-not-needed"))).toEqual([]);
  });

  it("ignores a comment that somebody copied from it", async () => {
    await on("opened");
    const [{ body = "" } = {}] = harness.gitHub.fake.own();
    harness.gitHub.fake.issueComments.splice(0);
    harness.gitHub.fake.write("outsider", body, harness.gitHub.pullNumber);
    push({ "docs/watch.md": "# Watch\n" });
    expect(await on("synchronize")).toEqual([]);
    expect(harness.gitHub.fake.issueComments.map((one) => one.body)).toEqual([body]);
  });

  it("fails the check only where it is to block, and only as long as documentation is missing", async () => {
    const blocks = (text: string) => text.replace('BLOCKS: "false"', 'BLOCKS: "true"');
    await on("opened");
    await on("opened", {}, blocks);
    await on("labeled", withLabel("docs-not-needed"), blocks);
    expect(harness.summary()).toEqual(["remind: success", "remind: failure", "remind: success"]);
  });
});
