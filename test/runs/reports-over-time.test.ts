import { describe, expect, test } from "vitest";
import { day, midnightBefore, monthStart } from "../../src/dates.ts";
import { isoRange } from "../../src/visitors/read/data.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { runScenario, scenarioStart } from "./harness.ts";

const pages = ["/sdks/go", "/sdks/python", "/sdks/ruby"];
const query = (range: { from: number; to: number }) =>
  new URLSearchParams(isoRange(range)).toString();

/** The report of the days before `startTime`, in which the examples on these pages were reported on two days. */
async function report(
  gitHub: FakeGitHub,
  startTime: number,
  reported: readonly string[],
  period = "7d",
) {
  gitHub.now = () => startTime;
  const today = midnightBefore(startTime);
  const to = period === "last-month" ? monthStart(today, 0) : today;
  const from =
    period === "last-month" ? monthStart(today, 1) : to - Number.parseInt(period, 10) * day;
  const rows = pages.map((path) => ({ path, human: 600, ai: 0, total: 600 }));
  const totals = { human: 9000, ai: 0, total: 9000 };
  const feedback = reported.flatMap((path) =>
    [1, 2].map((back) => ({
      ...{ id: `${path} ${back}`, path, source: "code_snippet", status: "pending" },
      createdAt: new Date(to - back * day).toISOString(),
    })),
  );
  const days = `${query({ from: to - 90 * day, to })}&limit=100`;
  const { stdout, outputs } = await runScenario({
    gitHub,
    startTime,
    service: {
      [`GET /v1/analytics/acme/visitors?${query({ from, to })}&limit=250&offset=0`]: [
        { json: { totals, visitors: rows, hasMore: false } },
      ],
      [`GET /v1/analytics/acme/feedback/by-page?${days}`]: [{ json: { feedback: [] } }],
      [`GET /v1/analytics/acme/feedback?${days}&source=code_snippet&status=pending%2Cin_progress`]:
        [{ json: { feedback } }],
    },
    with: {
      ...{ mode: "visitors", trend: "0", compare: "false", signals: "feedback", period },
      ...{ "issue-number": "7", "github-token": "ghs_scenario" },
    },
  });
  expect(stdout.match(/^::(?:warning|error).*/gm)).toBeNull();
  const [, prompted] = /code example on (\S+) against/.exec(outputs["nextPrompt"] ?? "") ?? [];
  return prompted;
}

const bodies = (gitHub: FakeGitHub) => gitHub.own().map(({ body }) => body);
const suggested = (body = "") =>
  Array.from(body.matchAll(/^Suggested on (.*?): `(.*?)`/gm), ([, on, page]) => [on, page]);

describe("what a report has asked for", () => {
  test("is remembered by the weekly and the monthly report of one issue, which keep a comment each", async () => {
    const gitHub = new FakeGitHub();
    expect(await report(gitHub, scenarioStart, pages)).toBe("/sdks/go");
    expect(await report(gitHub, Date.UTC(2026, 11, 1, 7), pages, "last-month")).toBe(
      "/sdks/python",
    );
    expect(await report(gitHub, Date.UTC(2026, 11, 7, 7), pages)).toBe("/sdks/ruby");
    // The first was asked for 21 days ago, the second 6.
    expect(suggested(bodies(gitHub)[0])).toEqual([
      ["1 Dec", "/sdks/python"],
      ["16 Nov", "/sdks/go"],
    ]);
    expect(bodies(gitHub)).toEqual([
      expect.stringContaining("visitors, 30\u00a0Nov\u00a0–\u2060\u00a06\u00a0Dec\u00a02026"),
      expect.stringContaining("visitors, 1\u00a0–\u2060\u00a030\u00a0Nov\u00a02026"),
    ]);
    expect(await report(gitHub, Date.UTC(2027, 0, 1, 7), pages, "last-month")).toBeUndefined();
    expect(bodies(gitHub)[1]).toContain("visitors, 1\u00a0–\u2060\u00a031\u00a0Dec\u00a02026");
  });
});

/** What a run writes into a thread like this one. */
async function written(
  thread: FakeGitHub,
  startTime: number,
  ...reported: readonly string[]
): Promise<string> {
  const alike = new FakeGitHub();
  for (const { login, body } of thread.issueComments) alike.write(login, body);
  await report(alike, startTime, reported);
  return alike.own()[0]?.body ?? "";
}

const week = 7 * day;

test("of two runs at once that know a report, the later write stays, and one page is forgotten at most", async () => {
  const gitHub = new FakeGitHub();
  expect(await report(gitHub, scenarioStart, ["/sdks/go"])).toBe("/sdks/go");
  const [comment] = gitHub.own();
  const other = await written(gitHub, scenarioStart + week, "/sdks/python");
  // The other run writes after this one has read, and before it writes.
  gitHub.refuse({
    ...{ method: "PATCH", path: /comments/, times: 1 },
    meanwhile: () => {
      if (comment !== undefined) comment.body = other;
    },
  });
  expect(await report(gitHub, scenarioStart + week, ["/sdks/ruby"])).toBe("/sdks/ruby");
  expect(gitHub.own().map(({ id, body }) => [id, body === other])).toEqual([[comment?.id, false]]);
  expect(await report(gitHub, scenarioStart + 2 * week, pages)).toBe("/sdks/python");
});

test("two first reports at once are two comments, of which the newest goes on with what both have asked for", async () => {
  const gitHub = new FakeGitHub();
  const other = await written(gitHub, scenarioStart, "/sdks/go");
  gitHub.refuse({
    ...{ method: "POST", path: /comments/, times: 1 },
    meanwhile: () => gitHub.write(gitHub.bot, other),
  });
  await report(gitHub, scenarioStart + 1000, ["/sdks/ruby"]);
  const [first, second] = bodies(gitHub);
  expect([first, second]).toEqual([other, expect.stringContaining("/sdks/ruby")]);
  expect(await report(gitHub, scenarioStart + week, pages)).toBe("/sdks/python");
  expect(bodies(gitHub).map((body) => [first, second].includes(body))).toEqual([true, false]);
});
