import { describe, expect, test } from "vitest";
import { FakeGitHub } from "../github/fake-github.ts";
import { creates, follows, routes } from "../service/fake-service.ts";
import { runScenario } from "./harness.ts";
import { sent, Thread } from "./thread.ts";

// Each result below depends on what stands beyond the first page of a list.

const command = "/docs-agent Document the limit";
const patch = "@@ -1 +1 @@\n-a\n+b";

describe("a thread of several pages", () => {
  test.each([
    ["the first of three", 0, 250],
    ["the last of three", 250, 0],
  ])("goes on with its job when the job's comment is on %s", async (_, before, after) => {
    const thread = new Thread();
    const chatter = (count: number) => {
      for (let number = 0; number < count; number++) thread.gitHub.write("maintainer", `Comment ${number}`);
    };
    chatter(before);
    await thread.push({ service: creates });
    chatter(after);
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    await thread.push({ service: follows });
    expect(thread.gitHub.own()).toHaveLength(2);
  });

  test("goes on with the job of a review comment that is on the last of three", async () => {
    const thread = new Thread();
    for (let number = 0; number < 250; number++) thread.gitHub.writeInline("maintainer", `Comment ${number}`);
    await thread.inline(command, { service: creates });
    const { requests } = await thread.inline("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("is read where a page is larger than 10 MiB", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    // As long as a comment may be, in characters of three bytes.
    for (let count = 0; count < 55; count++) thread.gitHub.write("outsider", "文".repeat(65_536));
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });
});

test.each([
  ["the last page, is documented for that alone", 249, "pull-request"],
  ["no page, is not documented", -1, "skipped"],
])("a pull request whose one file that matches is on %s", async (_, match, result) => {
  const thread = new Thread();
  thread.gitHub.files = Array.from({ length: 250 }, (_, number) => ({
    ...{ filename: number === match ? "api/limit.ts" : `src/file${number}.ts`, status: "modified", patch },
  }));
  const scene = { with: { context: "diff", "diff-paths": "api/**" }, service: creates };
  const { outputs, requests } = await thread.push(scene);
  expect([outputs["result"], sent(requests).length]).toEqual([result, match < 0 ? 0 : 1]);
  if (match >= 0) expect(outputs["prompt"]).toContain("api/limit.ts");
  expect(outputs["prompt"] ?? "").not.toContain("src/file");
});

test("a release is compared with one beyond the first thirty", async () => {
  const gitHub = new FakeGitHub();
  const release = (tag_name: string, day: number, prerelease = false) => ({
    ...{ tag_name, prerelease, published_at: new Date(Date.UTC(2026, 0, day)).toISOString() },
  });
  // Nightly builds between two stable releases.
  const nightly = Array.from({ length: 60 }, (_, index) => release(`nightly-${index}`, 200 - index, true));
  gitHub.releases = [release("v2.0.0", 300), ...nightly, release("v1.0.0", 1)];
  gitHub.comparisons.set("v1.0.0...v2.0.0", {
    files: [{ filename: "api/limit.ts", status: "modified", patch }],
  });
  const { outputs } = await runScenario({
    ...{ gitHub, service: creates, eventName: "release" },
    with: { prompt: "Document it", context: "diff", "github-token": "ghs_scenario_token" },
    event: {
      action: "published",
      release: { tag_name: "v2.0.0", prerelease: false, draft: false, html_url: "https://github.com/r" },
    },
  });
  expect(outputs["prompt"]).toContain("api/limit.ts");
});

test("a report of three pages names the most read one, which is on the last", async () => {
  const range = "dateFrom=2026-11-09&dateTo=2026-11-16&limit=250";
  const service = Object.fromEntries(
    [0, 250, 500].map((offset) => {
      const visitors = Array.from({ length: 250 }, (_, row) => {
        const human = offset + row === 600 ? 3000 : 10;
        return { path: `/page-${offset + row}`, human, ai: 1, total: human };
      });
      const json = { totals: { human: 5000, ai: 1000, total: 5800 }, visitors, hasMore: offset < 500 };
      return [`GET /v1/analytics/acme/visitors?${range}&offset=${offset}`, [{ json }]];
    }),
  );
  const inputs = { mode: "visitors", compare: "false", trend: "0" };
  const { outputs, summary } = await runScenario({ with: inputs, service });
  expect(outputs).toMatchObject({ result: "reported", complete: "true", pages: "750" });
  expect(/^\| `\/[^`]*`/m.exec(summary.slice(summary.indexOf("### Top pages")))?.[0]).toBe("| `/page-600`");
});
