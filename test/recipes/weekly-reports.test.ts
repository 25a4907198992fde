import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RecipeHarness, secrets } from "./harness.ts";

let harness: RecipeHarness;
beforeEach(async () => {
  harness = await RecipeHarness.start();
});
afterEach(() => harness.close());

/** What the service says of a week that begins on that Monday: visitors of the site, and of pages by their paths. */
function setWeek(monday: string, human: number, pages: Readonly<Record<string, number>> = {}): void {
  const counts = (people: number) => ({ human: people, ai: 0, total: people });
  const visitors = Object.entries(pages).map(([path, people]) => ({ path, ...counts(people) }));
  harness.service.fault({
    path: new RegExp(`/visitors\\?.*dateFrom=${monday}`),
    answer: () => Response.json({ totals: counts(human), visitors, hasMore: false }),
  });
}

describe("the weekly reports", () => {
  const [lastWeek, weekBefore] = ["2026-11-16", "2026-11-09"];

  it("come every week in a comment of their own, and at once when they are started by hand", async () => {
    const started = [harness.events.dispatch({}), harness.events.schedule(1), harness.events.schedule()];
    for (const event of started) await harness.run("weekly-report", event);
    expect(harness.summary()).toEqual(Array(3).fill("report: reported"));
    const addresses = harness.jobs.map(({ steps }) => steps[0]?.outputs["commentUrl"]);
    expect(new Set(addresses).size).toBe(3);
    for (const address of addresses) expect(address).toContain("/octo/site/issues/12#issuecomment-");
    expect(harness.prompts()).toEqual([]);
  });

  it("leave out old release notes, and link the pages of the site", async () => {
    setWeek(weekBefore, 1000, { "/changelog/2024/may": 400, "/usual": 500 });
    setWeek(lastWeek, 1000, { "/usual": 500 });
    await harness.run("weekly-report", harness.events.schedule());
    expect(harness.jobs[0]?.steps[0]?.outputs["digest"]).toMatch(/^docs\.example\.com: visitors, /);
    expect(harness.jobs[0]?.steps[0]?.outputs["gone"]).toBe("0");
  });

  it.each([
    ["a fifth fewer people came", 1000, 750, "success"],
    ["somewhat fewer came", 1000, 850, "skipped"],
    ["nobody came the week before", 0, 750, "skipped"],
  ])("post an alert where %s: from %i to %i, %s", async (_, before, now, outcome) => {
    setWeek(weekBefore, before);
    setWeek(lastWeek, now);
    await harness.run("weekly-report-alert", harness.events.schedule());
    expect(harness.summary()).toEqual([`report: reported, ${outcome}`]);
    const alert = `^@octocat, many fewer people read the docs last week\\. .*${now}.* https://github.com/octo/site/issues/12#issuecomment-\\d+$`;
    const comment = ["gh", "issue", "comment", "12", "--repo", "octo/site", "--body"];
    expect(harness.jobs[0]?.steps[1]?.commands).toEqual(
      outcome === "success" ? [[...comment, expect.stringMatching(alert)]] : [],
    );
  });

  it("reach chats as one JSON text, whatever the paths hold", async () => {
    harness.service.change({ hostilePaths: true });
    await harness.run("weekly-report-chat", harness.events.schedule());
    expect(harness.summary()).toEqual(["report: reported, success, success"]);
    const [report, slack, other] = harness.jobs[0]?.steps ?? [];
    const text = report?.outputs["digest"];
    expect(text).toContain("visitors");
    // The chat has a way to the whole report.
    expect(text).toMatch(/\nFull report: http\S+\/actions\/runs\/\d+$/);
    expect(slack?.with).toMatchObject({
      webhook: secrets.SLACK_WEBHOOK_URL,
      "webhook-type": "incoming-webhook",
    });
    expect(JSON.parse(slack?.with["payload"] ?? "")).toEqual({ text, mrkdwn: false });
    const [curl, ...args] = other?.commands[0] ?? [];
    expect([curl, args.at(-1)]).toEqual(["curl", secrets.CHAT_WEBHOOK_URL]);
    expect(JSON.parse(args.at(-2) ?? "")).toEqual({ text });
  });

  it("of several projects stay within the hour's 100 requests, and compare 2,750 pages as a whole", async () => {
    harness.service.change({ pages: 2750 });
    await harness.run("weekly-report-projects", harness.events.schedule());
    expect(harness.summary()).toEqual(Array(3).fill("report: reported, success"));
    const requests = harness.jobs.map(({ steps }) => Number(steps[0]?.outputs["requests"]));
    expect(requests.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
    expect(harness.jobs.map(({ steps }) => steps[1]?.with)).toEqual(
      ["handbook", "api-reference", "sdk"].map((docs) => ({
        name: `visitors-${docs}-2026-11-16`,
        path: `visitors-${docs}.csv`,
      })),
    );
  });
});
