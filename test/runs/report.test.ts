import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { markerSigner } from "../../src/github/marker.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { serviceOrigin } from "../service/fake-service.ts";
import { report, route } from "./report.ts";

describe("a report", () => {
  test("that is complete warns of nothing, says what it found, and links the definitions", async () => {
    const { stdout, summary, outputs } = await report({
      with: { "site-url": "https://docs.example.org" },
      scriptPath: "/home/runner/work/_actions/acme/docs-agent/v1/dist/index.js",
    });
    expect(stdout).not.toMatch(/::(?:notice|warning|error) /);
    const headline = "100 visitors. People 90, AI 10.";
    expect(stdout).toContain(`\n${headline}\n`);
    expect(outputs).toMatchObject({
      ...{ result: "reported", reason: "", message: headline, dateFrom: "2026-11-09", human: "90" },
      ...{
        requests: "1",
        digest: expect.stringMatching(/: 100 visitors\. People 90, AI 10\.\nhttps:\/\/\S+$/),
      },
    });
    expect(summary).toMatch(
      /^## docs\.example\.org: visitors, 9\u00a0–\u2060\u00a015\u00a0Nov\u00a02026\n/,
    );
    expect(summary).toContain(
      "[All definitions and thresholds](<https://github.com/acme/docs-agent/blob/v1/docs/report.md>)",
    );
  });

  test("whose summary cannot be written warns, and is still a report", async () => {
    const env = { GITHUB_STEP_SUMMARY: "/missing/summary.md" };
    const { stdout, outputs } = await report({ env });
    expect(stdout).toMatch(/::warning title=Summary not written::ENOENT/);
    expect(outputs["result"]).toBe("reported");
  });

  test("that does not fit into the room that the step has left in its summary is left out, which is said", async () => {
    const before = "x".repeat(1024 * 1024 - 300);
    const { summary, outputs, stdout } = await report({ summary: before });
    expect(summary).not.toContain("100 visitors");
    expect(stdout).toContain("::warning title=Summary not written::");
    expect(outputs["result"]).toBe("reported");
  });

  test("that the service refuses says what it has spent", async () => {
    // An hour long: it waits for a minute four times.
    const service = { [route]: Array.from({ length: 5 }, () => ({ status: 429 })) };
    const { outputs } = await report({ service });
    expect(outputs).toMatchObject({ result: "error", reason: "rate-limit", requests: "5" });
  });

  test("that lacks something says so", async () => {
    const { outputs } = await report({ answer: { hasMore: true }, with: { "max-requests": "1" } });
    expect(outputs).toMatchObject({ result: "reported", reason: "partial", complete: "false" });
  });
});

test.each([
  ["0", "\n"],
  ["2", '\n  > "how do i rotate a key" · "retry after 410?"\n'],
])("of the words of questions the report shows no more than `quotes`: %s", async (quotes, text) => {
  const questions =
    "GET /v1/analytics/acme/assistant?dateFrom=2026-10-19&dateTo=2026-11-16&limit=250";
  const queries = [
    "retry after 410?",
    "mail it to jane@example.com",
    "how do i rotate a key",
    undefined,
  ];
  const conversations = Array.from({ length: 60 }, (_, index) => ({
    id: `conversation-${index}`,
    timestamp: `2026-11-${10 + (index % 4)}T12:00:00Z`,
    resolutionStatus: index < 4 ? "unanswered" : "answered",
    pageUrl: index < 8 ? "/start" : "/other",
    query: index < 4 ? queries[index] : "how do i start",
  }));
  const gitHub = new FakeGitHub();
  const { outputs, summary, stdout } = await report({
    gitHub,
    service: { [questions]: [{ json: { conversations, hasMore: false } }] },
    with: { signals: "questions", quotes, "issue-number": "7", "github-token": "ghs_scenario" },
  });
  expect(outputs["nextCount"]).toBe("1");
  for (const shown of [summary, gitHub.own()[0]?.body]) {
    expect(shown).toContain("\n- `/start`: ");
    expect(shown).toContain(text);
    expect(shown?.match(/^ {2}> .*$/gm) ?? []).toHaveLength(Number(quotes) === 0 ? 0 : 1);
  }
  expect(`${JSON.stringify(outputs)}${stdout}`).not.toMatch(/rotate a key|retry after|jane/);
});

describe("the comment with the report", () => {
  const onIssue = { "issue-number": "7", "github-token": "ghs_scenario" };

  test("is one for all reports of a kind, wherever it stands, and with comment: new one for each period", async () => {
    const gitHub = new FakeGitHub();
    const scope = { repository: "acme/site", thread: 7, origin: serviceOrigin, project: "acme" };
    const signer = markerSigner("mint_scenario_key", "report", scope);
    const outsider = gitHub.write("outsider", "Looking forward to the numbers.");
    for (const [comment, count] of [
      ["auto", 1],
      ["auto", 1],
      ["new", 1],
    ] as const) {
      const { outputs, summary } = await report({ gitHub, with: { ...onIssue, comment } });
      const own = gitHub.own().at(-1);
      expect(outputs["commentUrl"]).toContain(`issuecomment-${own?.id}`);
      expect(outputs["digest"]?.endsWith(`\n${outputs["commentUrl"]}`)).toBe(true);
      const [heading = ""] = summary.split("\n\n");
      expect(own?.body).toContain(`-->\n\n${heading}\n\n`);
      // What later versions look for.
      expect(signer.read(own?.body ?? "", z.unknown())?.verified).toBe(true);
      expect(gitHub.own()).toHaveLength(count);
      for (let number = 0; number < 150; number++) gitHub.write("outsider", "Thanks!");
    }
    expect(outsider.body).toBe("Looking forward to the numbers.");
  });

  test.each<[string, Record<string, string>, string | undefined]>([
    [
      "without a token",
      { "github-token": "" },
      "::warning title=Report comment not written::issue-number needs",
    ],
    ["with dry-run", { "dry-run": "true" }, "the report would be written into a comment on #7.\n"],
    [
      "with dry-run, without a dashboard",
      { "dry-run": "true", "issue-number": "dashboard" },
      "the report would open the dashboard and be a comment there.\n",
    ],
    ["with comment: never", { comment: "never" }, undefined],
    ["where GitHub refuses it", {}, "::warning title=Report comment not written::"],
  ])("is not written %s", async (_, given, said = "") => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "POST", path: /comments/, status: 403 });
    const { outputs, stdout, summary } = await report({
      gitHub,
      with: { ...onIssue, ...given },
    });
    expect(outputs).toMatchObject({ result: "reported", reason: "" });
    expect(stdout).toContain(said);
    expect(stdout.match(/^::warning/gm) ?? []).toHaveLength(said.startsWith("::") ? 1 : 0);
    expect(outputs["digest"]).toMatch(/\nhttps:\S+\/actions\/runs\/\d+$/);
    expect(summary).toContain("### Top pages");
    expect(gitHub.own()).toEqual([]);
  });
});
