import { describe, expect, test } from "vitest";
import { active, job, jobRoutes, routes } from "../service/fake-service.ts";
import { command, sent, Thread, told, writes } from "./thread.ts";

const limit = {
  filename: "packages/api/limit.ts",
  status: "modified",
  patch: "@@ -1 +1 @@\n-3\n+5",
};
const readme = { filename: "README.md", status: "modified", patch: "+words" };
const paths = { "diff-paths": "packages/api/**\n!**/*.md" };

test("by default a job gets the diff, and its follow-ups a reference", async () => {
  const thread = new Thread();
  thread.gitHub.files = [limit];
  const prompts = [
    ["Document it", true],
    ["Shorter", false],
  ] as const;
  for (const [words, hasDiff] of prompts) {
    const { outputs } = await thread.comment(`/docs-agent ${words}`);
    expect(outputs["prompt"]).toContain("#7: Add a limit");
    expect(outputs["prompt"]?.includes("+5"), words).toBe(hasDiff);
  }
});

test("where there is nothing to compare with, the reply says that the request went without", async () => {
  const thread = new Thread();
  const release = { tag_name: "client-1.4.0", draft: false, prerelease: false };
  thread.gitHub.releases = [release, { tag_name: "server-2.0.1" }];
  const given = { prompt: "Document this release", context: "diff", "issue-number": "7" };
  const event = { name: "release", payload: { action: "published", release } };
  const run = await thread.event(event, { with: given });
  expect(sent(run.requests)).toEqual([`${routes.create} "Document this release"`]);
  const words = "without the changed files: there is nothing to compare this `release` event with.";
  for (const text of [thread.shown(), run.summary]) expect(text).toContain(`Sent ${words}`);
  expect(run.stdout).toContain("::warning title=Changed files not read::The prompt goes without");
  // Also where a follow-up was refused before: once.
  thread.gitHub.pulls.set("acme/docs#3", {});
  const refused = { [routes.message]: [{ status: 410, json: { error: "over" } }] };
  await thread.event(event, { with: given, service: { ...refused, ...jobRoutes("job_2") } });
  expect(thread.shown().match(/without the changed files/g)).toHaveLength(1);
});

describe("diff-paths", () => {
  test("leaves no comment on a pull request that it holds back, and holds back no command", async () => {
    const thread = new Thread();
    thread.gitHub.files = [readme];
    const holdsBack = async () => {
      const held = await thread.push({ with: paths });
      expect(held.outputs).toMatchObject({ result: "skipped", reason: "no-diff" });
      expect([writes(held.requests), held.postState]).toEqual([[], ""]);
      expect(held.summary).toContain("No file changed that can be documented");
    };
    await holdsBack();
    const { outputs } = await thread.comment(command, { with: paths });
    expect(outputs["result"]).toBe("pull-request");
    expect(outputs["prompt"]).toContain(": 0 of 1 match diff-paths");
    // Nor does it touch the comment of a run before it.
    await thread.push();
    await holdsBack();
  });

  test("of a re-run decide only whether a job that failed is replaced, and the comment says so", async () => {
    const thread = new Thread();
    thread.gitHub.files = [limit];
    const working = { [routes.create]: [active], [routes.get]: [active] };
    await thread.push({ with: paths, service: working, cancelAfterMs: 500 });
    thread.gitHub.files = [readme];
    const service = { [routes.get]: [{ json: job("failed") }] };
    const failed = await thread.rerun({ service });
    expect(told(failed)).toEqual(["failed"]);
    expect(failed.requests.filter((request) => request.includes("files"))).toEqual([]);
    expect(told(await thread.rerun({ service }))).toEqual(["skipped no-diff"]);
    expect(thread.shown()).toContain("No file changed that can be documented");
    thread.gitHub.files = [limit];
    const again = await thread.rerun({ service: { ...service, ...jobRoutes("job_2") } });
    expect(again.outputs).toMatchObject({ result: "pull-request", jobId: "job_2" });
    expect(again.outputs["prompt"]).toContain("+5");
    expect(thread.gitHub.own()).toHaveLength(1);
  });
});
