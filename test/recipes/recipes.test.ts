import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromFork, type RepositoryEvents, withLabel } from "./events.ts";
import { RecipeHarness } from "./harness.ts";
import type { WorkflowEvent } from "./triggers.ts";

let harness: RecipeHarness;
beforeEach(async () => {
  harness = await RecipeHarness.start();
});
afterEach(() => harness.close());

/** An event, how each job of a recipe ends on it, and what the prompt holds that is sent then, and does not hold. */
type Row = [
  event: string,
  make: (events: RepositoryEvents) => WorkflowEvent,
  ends: string[],
  sent?: (string | RegExp)[],
  notSent?: string[],
];

const nothing: string[] = [];
const watchDiff = "+export const watch = true;";
const limitDiff = "+export const limit = 50;";
const notDocumented: Row[] = [
  ["a close without a merge", (events) => events.merged({ merged: false }), ["document: not run"]],
  [
    "a merge with the label docs-not-needed",
    (events) => events.merged(withLabel("docs-not-needed")),
    ["document: not run"],
  ],
  ["a merge into another branch", (events) => events.merged({ base: { ref: "next" } }), nothing],
];
const onMerge: Row[] = [
  [
    "a merge from a fork",
    (events) => events.merged(fromFork),
    ["document: pull-request"],
    [/^Update the documentation/, watchDiff],
  ],
  ...notDocumented,
];
const onComment: Row[] = [
  [
    "a command on an issue",
    (events) => events.comment("issue", "/docs-agent Document the flag"),
    ["answer: pull-request"],
    [/^Document the flag/, "It limits."],
  ],
  [
    "a command on a pull request",
    (events) => events.comment("pull", "/docs-agent Document the flag"),
    ["answer: pull-request"],
    [/^Document the flag/, watchDiff],
  ],
  ["a comment", (events) => events.comment("issue", "Nice."), ["answer: not run"]],
];

/**
 * Every recipe but those for weekly reports, under each event that it is for, and under those where it must do nothing.
 */
const recipes: Readonly<Record<string, readonly Row[]>> = {
  "by-hand": [
    [
      "a start by hand",
      (events) => events.dispatch({ prompt: 'Document "$(id)" and `id`' }),
      ["ask: pull-request"],
      ['Document "$(id)" and `id`'],
    ],
  ],
  "first-report": [["a start by hand", (events) => events.dispatch({}), ["report: reported"]]],
  commands: onComment,
  reviews: [
    ...onComment,
    [
      "a command on a line",
      (events) => events.inlineComment("/docs-agent Document the flag"),
      ["answer: pull-request"],
      [/^Document the flag/, "src/watch.ts"],
    ],
    [
      "a command in a review",
      (events) => events.review("/docs-agent Document it"),
      ["answer: pull-request"],
      [watchDiff],
    ],
    [
      "a command in a review of a fork's",
      (events) => events.review("/docs-agent Document it", fromFork),
      ["answer: not run"],
    ],
    ["a review without a text", (events) => events.review(""), ["answer: not run"]],
  ],
  descriptions: [
    [
      "an issue whose description holds a command",
      (events) => events.opened("issue", "It is missing.\n\n/docs-agent Document the flag"),
      ["answer: pull-request"],
      [/^Document the flag/],
    ],
    [
      "a pull request from a fork whose description holds a command",
      (events) => events.opened("pull", "/docs-agent Document the flag", fromFork),
      ["answer: pull-request"],
      [/^Document the flag/, watchDiff],
    ],
    [
      "an issue of a bot",
      (events) =>
        events.opened("issue", "/docs-agent Document me", {
          user: { login: "docs-service[bot]", type: "Bot" },
        }),
      ["answer: not run"],
    ],
    ["an issue without a command", (events) => events.opened("issue", "It is missing."), ["answer: not run"]],
    ["a command in a comment", (events) => events.comment("issue", "/docs-agent Document the flag"), nothing],
  ],
  "enterprise-server": onComment,
  "github-app": [
    ...onComment.map(([event, make, ends, sent = []]): Row => {
      const withToken = ends.map((end) => end.replace(": pull", ": success, pull"));
      return [event, make, withToken, sent];
    }),
    [
      "its own comment",
      (events) => events.comment("issue", "Reply `/docs-agent …`", "github-actions[bot]"),
      ["answer: not run"],
    ],
  ],
  "pull-request": [
    [
      "a pull request that is no draft any more",
      (events) => events.pull("pull_request", "ready_for_review"),
      ["document: pull-request"],
      [/^Update the documentation/, watchDiff],
    ],
    ["a draft", (events) => events.pull("pull_request", "opened", { draft: true }), ["document: not run"]],
    [
      "a pull request of a fork",
      (events) => events.pull("pull_request", "opened", fromFork),
      ["document: not run"],
    ],
    ["a merge", (events) => events.pull("pull_request", "closed"), nothing],
  ],
  remind: [
    [
      "a pull request of a bot",
      (events) => events.pull("pull_request_target", "opened", { user: { login: "x[bot]", type: "Bot" } }),
      ["remind: not run"],
    ],
  ],
  merged: onMerge.map(([event, make, ends, sent = []]): Row => {
    const withReview = ends.map((end) => end.replace("pull-request", "pull-request, success"));
    return [event, make, withReview, sent];
  }),
  "reusable-caller": onMerge,
  push: [
    [
      "a push to the default branch",
      (events) => events.push("source"),
      ["document: pull-request"],
      [/^Update the documentation/, limitDiff],
      ["test(50)"],
    ],
    ["a push that changes no source", (events) => events.push("readme"), ["document: skipped no-diff"]],
    ["a push to another branch", (events) => events.push("source", "refs/heads/next"), nothing],
  ],
  release: [
    [
      "a release",
      (events) => events.release("released", "v1.1.0"),
      ["document: pull-request, success"],
      [/^Release v1\.1\.0 is out/, limitDiff, "README.md"],
      ["Notes of strangers"],
    ],
    ["a release when it is published too", (events) => events.release("published", "v1.1.0"), nothing],
    ["a pre-release", (events) => events.release("prereleased", "v1.1.0-rc.1"), nothing],
  ],
  range: [
    [
      "a range of tags",
      (events) => events.dispatch({ base: "v1.0.0", head: "v1.1.0-rc.1" }),
      ["document: pull-request"],
      [/^Update the documentation/, limitDiff],
      ["README.md"],
    ],
  ],
  label: [
    [
      "the label docs-wanted on an issue",
      (events) => events.labelled("issue", "docs-wanted"),
      ["document: pull-request"],
      ["It limits."],
    ],
    [
      "the label docs-wanted on a fork's pull request",
      (events) => events.labelled("pull", "docs-wanted", fromFork),
      ["document: pull-request"],
      [watchDiff],
    ],
    ["another label on an issue", (events) => events.labelled("issue", "bug"), ["document: not run"]],
  ],
  monorepo: [
    [
      "a merge that changes one package",
      (events) => events.merged({}, "server"),
      ["document: pull-request", "document: skipped no-diff"],
      ["+export const port = 8080;"],
    ],
    ...notDocumented,
  ],
};

describe.each(Object.entries(recipes))("%s.yml", (name, rows) => {
  it.each(rows)("on %s", async (_event, make, ends, sent = [], notSent = []) => {
    await harness.run(name, make(harness.events));
    const { jobs } = harness;
    const prompts = harness.prompts().flat();
    const log = jobs.flatMap(({ steps }) => steps.map((step) => step.log)).join("\n");
    expect(harness.summary(), log).toEqual(ends);
    // One request, one job, and only where a pull request comes of it.
    expect(prompts).toHaveLength(ends.join().split("pull-request").length - 1);
    for (const text of sent) expect(prompts.join()).toMatch(text);
    for (const text of notSent) expect(prompts.join()).not.toContain(text);
  });
});

describe("a recipe for changes", () => {
  it.each([
    ["label", () => harness.events.labelled("pull", "docs-wanted")],
    ["pull-request", () => harness.events.pull("pull_request", "synchronize")],
  ])("continues its job on the next event, with the changed files again: %s.yml", async (name, make) => {
    for (let event = 0; event < 2; event++) await harness.run(name, make());
    const files = expect.stringContaining("+export const watch = true;");
    expect(harness.prompts()).toEqual([[files, files]]);
  });
});

describe("merged.yml, rolling", () => {
  /** As somebody edits it who reads its third line. */
  const rolling = (text: string) =>
    text
      .replace(/ +group: .*pull_request.number.*\n/, "")
      .replace(/# (.*rolling\n)/g, (line, rest: string) => (line.startsWith("# Rolling") ? line : rest));

  it("continues the open pull request with each merge, and begins a new one after it was merged", async () => {
    const merged = async (which: "watch" | "server") =>
      await harness.run("merged", harness.events.merged({}, which), rolling);
    await merged("watch");
    await merged("server");
    const { fake } = harness.gitHub;
    const replies = fake.own().filter(({ thread }) => thread === 12);
    expect(replies.map(({ body }) => body)).toEqual([expect.stringContaining("Follow-up finished")]);
    for (const pull of harness.pulls()) pull.state = "closed";
    await merged("watch");
    const port = "+export const port = 8080;";
    expect(harness.prompts()).toEqual([
      [expect.stringContaining(watchDiff), expect.stringContaining(port)],
      [expect.stringContaining(watchDiff)],
    ]);
  });

  it("makes a pull request for each merge where no issue is set", async () => {
    delete harness.vars["DOCS_AGENT_REPORT_ISSUE"];
    for (const which of ["watch", "server"] as const)
      await harness.run("merged", harness.events.merged({}, which), rolling);
    expect(harness.prompts().map((turns) => turns.length)).toEqual([1, 1]);
  });
});

describe("the review of what was merged", () => {
  it.each([
    ["the author", 201, ["maintainer"]],
    ["who merged it, where GitHub refuses the author", 422, ["maintainer", "merger"]],
  ])("is asked of %s", async (_, status, asked) => {
    harness.reviewStatus = status;
    await harness.run("merged", harness.events.merged({ merged_by: { login: "merger" } }));
    expect(harness.jobs[0]?.steps[1]?.commands.map((command) => command.at(-1))).toEqual(
      asked.map((login) => `reviewers[]=${login}`),
    );
  });
});

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

  it.each([
    ["weekly-report", "2026-11-16", "2026-11-23", 2],
    ["monthly-report", "2026-10-01", "2026-11-01", 1],
  ])(
    "have a comment for each period, and come at once when started by hand: %s.yml",
    async (name, dateFrom, dateTo, periods) => {
      const started = [harness.events.dispatch({}), harness.events.schedule(1), harness.events.schedule()];
      for (const event of started) await harness.run(name, event);
      expect(harness.jobs.at(-1)?.steps[0]?.outputs).toMatchObject({ dateFrom, dateTo });
      expect(harness.summary()).toEqual(Array(3).fill("report: reported"));
      const addresses = harness.jobs.map(({ steps }) => steps[0]?.outputs["commentUrl"]);
      expect(new Set(addresses).size).toBe(periods);
      for (const address of addresses) expect(address).toContain("/octo/site/issues/12#issuecomment-");
      expect(harness.prompts()).toEqual([]);
    },
  );

  it.each([
    ["a fifth fewer people came", 1000, 750, "success"],
    ["somewhat fewer came", 1000, 850, "skipped"],
    ["nobody came the week before", 0, 750, "skipped"],
    ["no issue is set", 1000, 750, "skipped"],
  ])("post an alert where %s: from %i to %i, %s", async (which, before, now, outcome) => {
    if (which === "no issue is set") delete harness.vars["DOCS_AGENT_REPORT_ISSUE"];
    setWeek(weekBefore, before);
    setWeek(lastWeek, now);
    await harness.run("weekly-report-alert", harness.events.schedule());
    expect(harness.summary()).toEqual([`report: reported, ${outcome}`]);
    const alert = `^Fewer people read the docs last week\\. .*${now}.* https://github.com/octo/site/issues/12#issuecomment-\\d+$`;
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
    const { SLACK_WEBHOOK_URL, CHAT_WEBHOOK_URL } = harness.secrets;
    expect(slack?.with).toMatchObject({
      webhook: SLACK_WEBHOOK_URL,
      "webhook-type": "incoming-webhook",
    });
    expect(JSON.parse(slack?.with["payload"] ?? "")).toEqual({ text, mrkdwn: false });
    const [curl, ...args] = other?.commands[0] ?? [];
    expect([curl, args.at(-1)]).toEqual(["curl", CHAT_WEBHOOK_URL]);
    expect(JSON.parse(args.at(-2) ?? "")).toEqual({ text });
  });

  it.each([
    ["SLACK_WEBHOOK_URL", "skipped, success"],
    ["CHAT_WEBHOOK_URL", "success, skipped"],
  ])("go to one chat where %s is not set", async (name, ends) => {
    delete harness.secrets[name];
    await harness.run("weekly-report-chat", harness.events.schedule());
    expect(harness.summary()).toEqual([`report: reported, ${ends}`]);
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
