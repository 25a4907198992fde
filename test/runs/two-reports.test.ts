import { expect, test } from "vitest";
import { day, isoMoment, midnightBefore } from "../../src/dates.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { runScenario, scenarioStart } from "./harness.ts";

const pages = ["/sdks/go", "/sdks/python", "/sdks/ruby"];

/**
 * The report of a week in which the examples on these pages were reported. The second week ends on the day when scenarios
 * start; a fraction is a later time of that day.
 */
async function report(gitHub: FakeGitHub, week: number, ...reported: readonly string[]) {
  const end = midnightBefore(scenarioStart + (week - 2) * 7 * day);
  const visitors = (back: number) =>
    `GET /v1/analytics/acme/visitors?dateFrom=${isoMoment(end - (back + 1) * 7 * day).slice(0, 10)}&dateTo=${isoMoment(end - back * 7 * day).slice(0, 10)}&limit=250&offset=0`;
  const since = `?dateFrom=${isoMoment(end - 90 * day).slice(0, 10)}&dateTo=${isoMoment(end).slice(0, 10)}&limit=100`;
  const totals = { human: 9000, ai: 0, total: 9000 };
  const rows = pages.map((path) => ({ path, human: 600, ai: 0, total: 600 }));
  const page = { totals, visitors: rows, hasMore: false };
  const feedback = reported.flatMap((path) =>
    [1, 2].map((back) => ({
      ...{ id: `${path} ${back}`, path, source: "code_snippet", status: "pending" },
      createdAt: isoMoment(end - back * day),
    })),
  );
  const { exitCode, stdout, outputs } = await runScenario({
    gitHub,
    startTime: scenarioStart + (week - 2) * 7 * day,
    service: {
      [visitors(0)]: [{ json: page }],
      [visitors(1)]: [{ json: page }],
      [`GET /v1/analytics/acme/feedback/by-page${since}`]: [{ json: { feedback: [] } }],
      [`GET /v1/analytics/acme/feedback${since}&source=code_snippet&status=pending%2Cin_progress`]: [
        { json: { feedback } },
      ],
    },
    with: {
      ...{ mode: "visitors", trend: "0", signals: "feedback" },
      ...{ "issue-number": "7", "github-token": "ghs_scenario" },
    },
  });
  expect([exitCode, stdout.match(/^::(?:warning|error).*/gm)]).toEqual([0, null]);
  const next = /^Next: (.*)$/m.exec(outputs["digest"] ?? "")?.[1];
  return { next: next?.replaceAll("2 reports on its examples", "2"), prompt: outputs["nextPrompt"] };
}

/** What a run of this week writes into a thread like this one. */
async function written(thread: FakeGitHub, week: number, ...reported: readonly string[]): Promise<string> {
  const alike = new FakeGitHub();
  for (const { login, body } of thread.issueComments) alike.write(login, body);
  await report(alike, week, ...reported);
  return alike.own()[0]?.body ?? "";
}

const names = (page: string) => expect.stringContaining(`code example on /sdks/${page} against`);

test("of two runs at once that know a report, the later write stays, and one week's note is lost at most", async () => {
  const gitHub = new FakeGitHub();
  expect(await report(gitHub, 1, "/sdks/go")).toEqual({ next: "/sdks/go (2)", prompt: names("go") });
  const [comment] = gitHub.own();
  const other = await written(gitHub, 2, "/sdks/go", "/sdks/python");
  // The other run writes after this one has read, and before it writes.
  gitHub.refuse({
    ...{ method: "PATCH", path: /comments/, times: 1 },
    meanwhile: () => {
      if (comment !== undefined) comment.body = other;
    },
  });
  expect(await report(gitHub, 2, "/sdks/go", "/sdks/ruby")).toEqual({
    next: "/sdks/go (2), /sdks/ruby (2)",
    prompt: names("ruby"),
  });
  expect(gitHub.own().map(({ id, body }) => [id, body === other])).toEqual([[comment?.id, false]]);
  // What the other run noted of its week is lost, so its page is named again. All else goes on.
  expect(await report(gitHub, 3, ...pages)).toEqual({
    next: "/sdks/go (2), /sdks/python (2), /sdks/ruby (2)",
    prompt: names("python"),
  });
});

test("two first reports at once are two comments, of which the newest goes on", async () => {
  const gitHub = new FakeGitHub();
  const other = await written(gitHub, 1, "/sdks/go");
  gitHub.refuse({
    ...{ method: "POST", path: /comments/, times: 1 },
    meanwhile: () => gitHub.write(gitHub.bot, other),
  });
  await report(gitHub, 1.01, "/sdks/ruby");
  const [first, second] = gitHub.own().map(({ body }) => body);
  expect([first, second]).toEqual([other, expect.stringContaining("/sdks/ruby")]);
  expect(await report(gitHub, 2, ...pages)).toEqual({
    next: "/sdks/go (2), /sdks/python (2), /sdks/ruby (2)",
    prompt: names("go"),
  });
  const after = gitHub.own().map(({ body }) => body);
  expect([after.length, after[0] === other, after[1] === second]).toEqual([2, true, false]);
});
