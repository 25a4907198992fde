import { describe, expect, test } from "vitest";
import { MarkerSigner } from "../../src/github/marker.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { type Reply, serviceOrigin } from "../service/fake-service.ts";
import { runScenario, type Scenario } from "./harness.ts";

const route = "GET /v1/analytics/acme/visitors?dateFrom=2026-11-09&dateTo=2026-11-16&limit=250&offset=0";
const routeBefore =
  "GET /v1/analytics/acme/visitors?dateFrom=2026-11-02&dateTo=2026-11-09&limit=250&offset=0";
const totals = { human: 90, ai: 10, total: 100 };
const row = { path: "/start", ...totals };

type Given = Scenario & {
  answer?: object;
  reply?: Reply;
  /** The answer for the week before, which is compared. */
  before?: object;
};

/** A report on the newest week, without the trend. */
function report(given: Given = {}) {
  const { answer, reply, before, service, with: inputs, ...more } = given;
  const json = { totals, visitors: [row], hasMore: false };
  return runScenario({
    ...more,
    service: {
      [route]: [{ json: { ...json, ...answer }, ...reply }],
      [routeBefore]: [{ json: { ...json, ...before } }],
      ...service,
    },
    with: {
      mode: "visitors",
      compare: String(before !== undefined),
      trend: "0",
      signals: "none",
      ...inputs,
    },
  });
}

describe("a report", () => {
  test("that is complete warns of nothing, says what it found, and links the definitions", async () => {
    const { exitCode, stdout, summary, outputs } = await report({
      reply: { ms: 40_000 },
      with: { "site-url": "https://docs.example.org" },
      scriptPath: "/home/runner/work/_actions/acme/docs-agent/v1/dist/index.js",
    });
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/::(?:notice|warning|error) /);
    expect(stdout).toContain("\nStill reading the visitors …\n");
    const headline = "100 visitors, 10% of them AI. No page to act on.";
    expect(stdout).toContain(`\n${headline}\n`);
    expect(outputs).toMatchObject({
      ...{ result: "reported", reason: "", message: headline, dateFrom: "2026-11-09", human: "90" },
      ...{ requests: "1", digest: expect.stringContaining(headline) },
    });
    expect(summary).toMatch(/^## docs\.example\.org: visitors, 9 – 15 Nov 2026\n/);
    expect(summary).toContain(
      "[All definitions and thresholds](<https://github.com/acme/docs-agent/blob/v1/docs/report.md>)",
    );
  });

  test("whose summary cannot be written warns, and is still a report", async () => {
    const env = { GITHUB_STEP_SUMMARY: "/missing/summary.md" };
    const { exitCode, stdout, outputs } = await report({ env });
    expect(stdout).toMatch(/::warning title=Summary not written::ENOENT/);
    expect([exitCode, outputs["result"]]).toEqual([0, "reported"]);
  });

  test("is cut to the room that the step has left in its summary", async () => {
    const visitors = Array.from({ length: 100 }, (_, at) => ({ ...row, path: `/page-${at}` }));
    const before = "x".repeat(1024 * 1024 - 1500);
    const { summary } = await report({ summary: before, answer: { visitors }, with: { top: "100" } });
    expect(summary).toContain("**100 visitors**");
  });

  test("that the service refuses says what it has spent", async () => {
    const { outputs } = await report({ reply: { status: 401 } });
    expect(outputs).toMatchObject({ reason: "api-key", requests: "1" });
  });

  test.each([
    [
      "by the budget",
      { hasMore: true },
      "::notice title=Docs Agent%3A Report limited by max-requests::Some data is missing; the report says what and why. Raise max-requests to read more.\n",
    ],
    ...["also by the service", "by the service alone"].map((by): [string, object, string] => [
      ...([by, { visitors: [row, null], hasMore: by.startsWith("also") }] as const),
      "::warning title=Docs Agent%3A Report incomplete::Some data is missing; the report says what and why.\n",
    ]),
  ])("that is limited %s says so", async (_, answer, expected) => {
    const inputs = { "max-requests": "1" };
    const { exitCode, stdout, outputs } = await report({ answer, with: inputs });
    expect([exitCode, outputs["reason"]]).toEqual([0, "partial"]);
    expect(stdout).toContain(expected);
  });
});

test("more questions than are read are the newest 1,000", async () => {
  const questions = "GET /v1/analytics/acme/assistant?dateFrom=2026-10-19&dateTo=2026-11-16&limit=250";
  const pageFrom = (first: number) => ({
    conversations: Array.from({ length: 250 }, (_, index) => ({
      id: `conversation-${first + index}`,
      timestamp: `2026-11-${10 + (index % 5)}T12:00:00Z`,
      resolutionStatus: first + index < 9 ? "unanswered" : "answered",
      pageUrl: first + index < 9 ? "/start" : "/other",
    })),
    nextCursor: String(first + 250),
    hasMore: true,
  });
  const { outputs, summary } = await report({
    service: Object.fromEntries(
      [0, 250, 500, 750].map((first) => [
        first === 0 ? questions : `${questions}&cursor=${first}`,
        [{ json: pageFrom(first) }],
      ]),
    ),
    with: { signals: "questions" },
  });
  expect(outputs).toMatchObject({ requests: "5", nextCount: "1" });
  expect(summary).toContain("\nBased on the newest 1,000 questions, and this week's readers.\n");
});

describe("counts that do not fit", () => {
  test("are told, and no advice with them, where all visitors are far above people and AI", async () => {
    const { summary } = await report({ answer: { totals: { human: 90, ai: 10, total: 106 } } });
    const notice =
      "These counts contradict each other (people 90, AI 10, all 106). Don't decide on them. Try again tomorrow; if it stays, ask the service.";
    expect(summary).toContain(`\n\n> ${notice}\n\n`);
    const fits = await report({ answer: { totals: { human: 90, ai: 10, total: 105 } } });
    expect(fits.summary).not.toContain("contradict");
  });
});

describe("the comment with the report", () => {
  const onIssue = { "issue-number": "7", "github-token": "ghs_scenario" };

  test("is one for all reports, wherever it stands, and with comment: new one for each period", async () => {
    const gitHub = new FakeGitHub();
    const scope = { repository: "acme/site", thread: 7, origin: serviceOrigin, project: "acme" };
    const signer = new MarkerSigner("mint_scenario_key", "report", scope);
    const outsider = gitHub.write("outsider", "Looking forward to the numbers.");
    for (const [comment, count] of [
      ["auto", 1],
      ["auto", 1],
      ["new", 1],
    ] as const) {
      const { outputs, summary } = await report({ gitHub, with: { ...onIssue, comment } });
      const own = gitHub.own().at(-1);
      expect(outputs["commentUrl"]).toContain(`issuecomment-${own?.id}`);
      expect(outputs["digest"]).toContain(`\nFull report: ${outputs["commentUrl"]}`);
      const [heading = ""] = summary.split("\n\n");
      expect(own?.body).toContain(`-->\n\n${heading}\n\n`);
      // What later versions look for.
      expect(signer.read(own?.body ?? "")?.verified).toBe(true);
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
    ["with comment: never", { comment: "never" }, undefined],
    ["where GitHub refuses it", {}, "::warning title=Report comment not written::"],
  ])("is not written %s", async (_, given, said = "") => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "POST", path: /comments/, status: 403 });
    const { exitCode, outputs, stdout, summary } = await report({ gitHub, with: { ...onIssue, ...given } });
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([0, "reported", ""]);
    expect(stdout).toContain(said);
    expect(stdout.match(/^::warning/gm) ?? []).toHaveLength(said.startsWith("::") ? 1 : 0);
    expect(outputs["digest"]).toMatch(/\nFull report: .*\/actions\/runs\/\d+$/);
    expect(summary).toContain("### Top pages");
    expect(gitHub.own()).toEqual([]);
  });
});
