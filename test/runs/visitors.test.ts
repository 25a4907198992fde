import { describe, expect, test } from "vitest";
import { FakeGitHub } from "../github/fake-github.ts";
import type { Reply } from "../service/fake-service.ts";
import { runScenario, type Scenario } from "./harness.ts";

const route = "GET /v1/analytics/acme/visitors?dateFrom=2026-11-09&dateTo=2026-11-16&limit=250&offset=0";
const totals = { human: 90, ai: 10, total: 100 };
const row = { path: "/start", ...totals };

/** A report on the newest week alone, which takes one request. */
function report(given: Scenario & { answer?: object; reply?: Reply } = {}) {
  const { answer, reply, with: inputs, ...more } = given;
  const json = { totals, visitors: [row], hasMore: false, ...answer };
  return runScenario({
    ...more,
    service: { [route]: [{ json, ...reply }] },
    with: { mode: "visitors", compare: "false", trend: "0", signals: "none", ...inputs },
  });
}

const scriptPath = "/home/runner/work/_actions/acme/docs-agent/v1/dist/index.js";
const onIssue = { "issue-number": "7", "github-token": "ghs_scenario" };

describe("a report", () => {
  test("that is complete warns of nothing, and says what it found", async () => {
    const { exitCode, stdout, summary, outputs } = await report({ reply: { ms: 40_000 } });
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/::(?:notice|warning|error) /);
    expect(stdout).toContain("\nStill reading the visitors …\n");
    const headline = "100 visitors. People 90, AI 10, 10% of all.";
    expect(stdout).toContain(`\n${headline}\n`);
    expect(outputs).toMatchObject({
      ...{ result: "reported", reason: "", message: headline, dateFrom: "2026-11-09", human: "90" },
      ...{ requests: "1", digest: expect.stringContaining(headline) },
    });
    expect(summary).toContain("How to read this");
    expect(summary).not.toContain("All definitions and thresholds");
  });

  test("that is cancelled says so, and nothing more", async () => {
    const { exitCode, outputs } = await report({ reply: { ms: 40_000 }, cancelAfterMs: 10_000 });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ result: "cancelled", reason: "", message: "The run was cancelled." });
  });

  test("whose summary cannot be written warns, and is still a report", async () => {
    const { exitCode, stdout, outputs } = await report({
      env: { GITHUB_STEP_SUMMARY: "/missing/summary.md" },
    });
    expect(stdout).toMatch(/::warning title=Summary not written::ENOENT/);
    expect([exitCode, outputs["result"]]).toEqual([0, "reported"]);
  });

  test("links the definitions where the runner says where the action comes from", async () => {
    const { summary } = await report({ scriptPath, with: { "site-url": "https://docs.example.org" } });
    expect(summary).toMatch(/^## docs\.example\.org: visitors, 9 – 15 Nov 2026\n/);
    expect(summary).toContain(
      "[All definitions and thresholds](<https://github.com/acme/docs-agent/blob/v1/docs/report.md>)",
    );
  });

  test.each([
    [
      "by the budget",
      {},
      "::notice title=Docs Agent%3A Report limited by max-requests::Some data is missing; the report says what and why. Raise max-requests to read more.\n",
    ],
    [
      "also by the service",
      { visitors: [row, null] },
      "::warning title=Docs Agent%3A Report incomplete::Some data is missing; the report says what and why.\n",
    ],
  ])("that is limited %s says so", async (_, answer, expected) => {
    const { exitCode, stdout, outputs } = await report({
      answer: { hasMore: true, ...answer },
      with: { "max-requests": "1" },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(expected);
    expect(outputs["reason"]).toBe("partial");
  });

  test.each([
    [29_000, "reported"],
    [31_000, "error"],
  ])("has the time of timeout-minutes: an answer after %i ms is %s", async (ms, result) => {
    const { outputs } = await report({ reply: { ms }, with: { "timeout-minutes": "0.5" } });
    expect(outputs["result"]).toBe(result);
  });
});

describe("the comment with the report", () => {
  test("is one for all reports, or one for each with comment: new", async () => {
    const gitHub = new FakeGitHub();
    for (const [comment, count] of [
      ["auto", 1],
      ["auto", 1],
      ["new", 2],
    ] as const) {
      const { outputs } = await report({ gitHub, with: { ...onIssue, comment } });
      expect(outputs["commentUrl"]).toContain("issuecomment-");
      expect(gitHub.own()).toHaveLength(count);
    }
  });

  test("needs a token", async () => {
    const { exitCode, stdout } = await report({ with: { "issue-number": "7" } });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "::warning title=Report comment not written::issue-number needs github-token, which is empty; leave github-token out to use the job's own token.\n",
    );
  });

  test("is not written with dry-run", async () => {
    const gitHub = new FakeGitHub();
    const { stdout } = await report({ gitHub, with: { ...onIssue, "dry-run": "true" } });
    expect(stdout).toContain("\nWithout dry-run, the report would be written into a comment on #7.\n");
    expect(gitHub.own()).toEqual([]);
  });

  test("is not written with comment: never", async () => {
    const gitHub = new FakeGitHub();
    expect((await report({ gitHub, with: { ...onIssue, comment: "never" } })).exitCode).toBe(0);
    expect(gitHub.own()).toEqual([]);
  });
});
