import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromFork, type RepositoryEvents } from "./events.ts";
import { RecipeHarness } from "./harness.ts";
import type { WorkflowEvent } from "./triggers.ts";

const pageOfRecipes = readFileSync(join(import.meta.dirname, "../../docs/recipes.md"), "utf8");
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
/** What moves a branch, and has nothing to document. */
const notDocumented: Row[] = [
  [
    "a merge that changes the documentation alone",
    (events) => events.push({ "docs/a.md": "# A\n" }),
    nothing,
  ],
  [
    "a push to another branch",
    (events) => events.push({ "src/next.ts": "next();\n" }, "next"),
    nothing,
  ],
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
  [
    "a command below other words",
    (events) => events.comment("issue", "Nice.\n\n/docs-agent Document the flag"),
    ["answer: pull-request"],
    [/^Document the flag/],
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
      [limitDiff],
    ],
    ["a start without a request", (events) => events.dispatch({}), ["ask: not run"]],
    [
      "a start by hand with a range of tags",
      (events) => events.dispatch({ prompt: "Document it", "diff-range": "v1.0.0...v1.1.0-rc.1" }),
      ["ask: pull-request"],
      [/^Document it/, limitDiff],
      ["README.md"],
    ],
    [
      "a start by hand with a range that does not exist",
      (events) => events.dispatch({ prompt: "Document it", "diff-range": "v0.9.0...v1.0.0" }),
      ["ask: error github"],
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
      "a command in a review of a fork's",
      (events) => events.review("/docs-agent Document it", fromFork),
      ["answer: not run"],
    ],
    ["a review without a text", (events) => events.review(""), ["answer: not run"]],
    ["an approval", (events) => events.review("Nice.", {}, "approved"), ["answer: not run"]],
    [
      "a review that asks for changes of what the agent did not write",
      (events) => events.review("Shorter, please.", {}, "changes_requested"),
      ["answer: skipped no-command"],
    ],
    [
      "a review that asks for changes of a fork's",
      (events) => events.review("Shorter, please.", fromFork, "changes_requested"),
      ["answer: not run"],
    ],
  ],
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
  "reusable-caller": [
    [
      "a merge",
      (events) => events.merged(),
      ["document: pull-request"],
      [/^Update the documentation/, watchDiff],
    ],
    ...notDocumented,
  ],
  release: [
    [
      "a release",
      (events) => events.release("released", "v1.1.0"),
      ["document: pull-request, success"],
      [/^Release v1\.1\.0 is out/, limitDiff, "README.md"],
      ["Notes of strangers"],
    ],
    [
      "a release when it is published too",
      (events) => events.release("published", "v1.1.0"),
      nothing,
    ],
    ["a pre-release", (events) => events.release("prereleased", "v1.1.0-rc.1"), nothing],
  ],
  label: [
    [
      "the label docs-wanted on an issue",
      (events) => events.labelled("issue", "docs-wanted"),
      ["document: pull-request"],
      ["It limits."],
    ],
    [
      "the label docs-wanted on a pull request",
      (events) => events.labelled("pull", "docs-wanted"),
      ["document: pull-request"],
      [watchDiff],
    ],
    [
      "the label docs-wanted on a fork's pull request",
      (events) => events.labelled("pull", "docs-wanted", fromFork),
      ["document: not run"],
    ],
    [
      "another label on an issue",
      (events) => events.labelled("issue", "bug"),
      ["document: not run"],
    ],
  ],
  monorepo: [
    [
      "a merge that changes one package",
      (events) => events.merged("server"),
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

describe("a second look", () => {
  it("sends one follow-up to the job of the step above it", async () => {
    const [, step = ""] = /^### A second look$.*?^```yaml\n(.*?)^```$/ms.exec(pageOfRecipes) ?? [];
    const withSecondLook = (text: string) =>
      text.replace("- uses:", "- id: docs\n        uses:") + step;
    await harness.run(
      "by-hand",
      harness.events.dispatch({ prompt: "Document it" }),
      withSecondLook,
    );
    const secondLook =
      "Check every statement of this pull request against the code. Remove what you cannot find there.";
    expect(harness.summary()).toEqual(["ask: pull-request, pull-request"]);
    expect(harness.prompts()).toEqual([[expect.stringMatching(/^Document it\n/), secondLook]]);
  });
});

describe("label.yml", () => {
  it("continues its job when the label is set again, with the changed files again", async () => {
    for (let time = 0; time < 2; time++)
      await harness.run("label", harness.events.labelled("pull", "docs-wanted"));
    const files = expect.stringContaining(watchDiff);
    expect(harness.prompts()).toEqual([[files, files]]);
  });
});

describe("reviews.yml", () => {
  it("listens to the phrase alone without its line for reviews that ask for changes", async () => {
    const withoutLine = (text: string) => text.replace(/^.*review\.state == .*\n/m, "");
    const review = (body: string) => harness.events.review(body, {}, "changes_requested");
    for (const body of ["Shorter, please.", "/docs-agent Shorter"])
      await harness.run("reviews", review(body), withoutLine);
    expect(harness.summary()).toEqual(["answer: not run", "answer: pull-request"]);
  });
});

describe("the weekly reports", () => {
  it("have a comment for each period, and come at once when started by hand", async () => {
    const started = [
      harness.events.dispatch({}),
      harness.events.schedule(1),
      harness.events.schedule(),
    ];
    for (const event of started) await harness.run("weekly-report", event);
    const dates = { dateFrom: "2026-11-16", dateTo: "2026-11-23" };
    expect(harness.jobs.at(-1)?.steps[0]?.outputs).toMatchObject(dates);
    expect(harness.summary()).toEqual(Array(3).fill("report: reported"));
    const addresses = harness.jobs.map(({ steps }) => steps[0]?.outputs["commentUrl"]);
    expect(new Set(addresses).size).toBe(2);
    for (const address of addresses)
      expect(address).toContain("/octo/site/issues/13#issuecomment-");
    expect(harness.prompts()).toEqual([]);
  });

  it("reach chats as one JSON text, whatever the paths hold", async () => {
    harness.service.change({ hostilePaths: true });
    await harness.run("weekly-report-chat", harness.events.schedule());
    expect(harness.summary()).toEqual(["report: reported, success, success"]);
    const [report, slack, other] = harness.jobs[0]?.steps ?? [];
    const text = report?.outputs["digest"];
    expect(text).toContain("visitors");
    // The chat has a way to the whole report.
    expect(text).toMatch(/\nhttp\S+\/actions\/runs\/\d+$/);
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
});
