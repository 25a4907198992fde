import { describe, expect, test } from "vitest";
import { FakeGitHub } from "../github/fake-github.ts";
import { creates, follows, routes } from "../service/fake-service.ts";
import { runScenario } from "./harness.ts";
import { sent, Thread } from "./thread.ts";

// Each result below depends on what stands beyond the first page of a list.

const command = "/docs-agent Document the limit";

/** So many comments of people about something else. */
function chatter(thread: Thread, count: number): void {
  for (let number = 0; number < count; number++) thread.gitHub.write("maintainer", `Comment ${number}`);
}

describe("a thread of several pages", () => {
  test.each([
    ["on the first of three", 0, 250],
    ["on the second of three", 150, 120],
    ["on the last of three", 250, 0],
  ])("goes on with its job when the job's comment is %s", async (_, before, after) => {
    const thread = new Thread();
    chatter(thread, before);
    await thread.comment(command, { service: creates });
    chatter(thread, after);
    const { requests, outputs } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(outputs["result"]).toBe("pull-request");
  });

  test("goes on with the job of a review comment that is on the last of three", async () => {
    const thread = new Thread();
    await thread.inline(command, { service: creates });
    for (let number = 0; number < 250; number++) thread.gitHub.writeInline("maintainer", `Comment ${number}`);
    const { requests } = await thread.inline("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("keeps the one comment that a workflow writes into, wherever that is", async () => {
    const thread = new Thread();
    await thread.push({ service: creates });
    chatter(thread, 250);
    await thread.push({ service: follows });
    expect(thread.gitHub.own()).toHaveLength(1);
  });
});

describe("a pull request of several pages of files", () => {
  const files = (match: number) =>
    Array.from({ length: 250 }, (_, number) => ({
      filename: number === match ? "api/limit.ts" : `src/file${number}.ts`,
      status: "modified",
      patch: "@@ -1 +1 @@\n-a\n+b",
    }));

  test.each([
    ["second", 150],
    ["last", 249],
  ])("is documented for the one file that matches, on the %s page", async (_, match) => {
    const thread = new Thread();
    thread.gitHub.files = files(match);
    const scene = { with: { context: "diff", "diff-paths": "api/**" }, service: creates };
    const { outputs, requests } = await thread.push(scene);
    expect(sent(requests)).toHaveLength(1);
    expect(outputs["prompt"]).toContain("api/limit.ts");
    expect(outputs["prompt"]).not.toContain("src/file");
  });

  test("sends nothing when no file on any page matches", async () => {
    const thread = new Thread();
    thread.gitHub.files = files(-1);
    const scene = { with: { context: "diff", "diff-paths": "api/**" }, service: creates };
    const { outputs, requests } = await thread.push(scene);
    expect([outputs["reason"], sent(requests)]).toEqual(["no-diff", []]);
  });
});

describe("the releases of a repository", () => {
  test("are looked through for an earlier one beyond the first thirty", async () => {
    const gitHub = new FakeGitHub();
    const release = (tag_name: string, day: number, prerelease = false) => ({
      ...{ tag_name, prerelease, published_at: new Date(Date.UTC(2026, 0, day)).toISOString() },
    });
    // Nightly builds between two stable releases.
    const nightly = Array.from({ length: 60 }, (_, index) => release(`nightly-${index}`, 200 - index, true));
    gitHub.releases = [release("v2.0.0", 300), ...nightly, release("v1.0.0", 1)];
    gitHub.comparisons.set("v1.0.0...v2.0.0", {
      files: [{ filename: "api/limit.ts", status: "modified", patch: "@@ -1 +1 @@\n-a\n+b" }],
    });
    const { outputs } = await runScenario({
      gitHub,
      with: { prompt: "Document it", context: "diff", "github-token": "ghs_scenario_token" },
      eventName: "release",
      event: JSON.stringify({
        action: "published",
        release: { tag_name: "v2.0.0", prerelease: false, draft: false, html_url: "https://github.com/r" },
      }),
      service: creates,
    });
    expect(outputs["prompt"]).toContain("api/limit.ts");
  });
});

describe("a report of several pages", () => {
  const day = "/v1/analytics/acme/visitors";
  const page = (offset: number, rows: number, hasMore: boolean) => ({
    json: {
      totals: { human: 5000, ai: 1000, total: 5800 },
      visitors: Array.from({ length: rows }, (_, row) => {
        const human = offset + row === 600 ? 3000 : 10;
        return { path: `/page-${offset + row}`, human, ai: 1, total: human };
      }),
      hasMore,
    },
  });
  const range = "dateFrom=2026-11-09&dateTo=2026-11-16";
  const service = Object.fromEntries(
    [0, 250, 500].map((offset) => [
      `GET ${day}?${range}&limit=250&offset=${offset}`,
      [page(offset, 250, offset < 500)],
    ]),
  );
  const inputs = { mode: "visitors", compare: "false", trend: "0" };

  test("names the most read page, which is on the last", async () => {
    const { outputs, summary } = await runScenario({ with: inputs, service });
    expect(outputs).toMatchObject({ result: "reported", complete: "true", pages: "750" });
    expect(/^\| `\/[^`]*`/m.exec(summary.slice(summary.indexOf("### Top pages")))?.[0]).toBe("| `/page-600`");
  });

  test.each([50, 150, 350])(
    "is written into its own comment, which has %i comments above it",
    async (above) => {
      const thread = new Thread();
      const report = () =>
        runScenario({
          gitHub: thread.gitHub,
          with: { ...inputs, "issue-number": "7", "github-token": "ghs_scenario_token" },
          service,
        });
      chatter(thread, above);
      const first = await report();
      chatter(thread, 150);
      const second = await report();
      expect(second.outputs["commentUrl"]).toBe(first.outputs["commentUrl"]);
      expect(thread.gitHub.own()).toHaveLength(1);
    },
  );
});
