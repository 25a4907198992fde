import { fromFork, type RepositoryEvents, withLabel } from "./events.ts";
import type { WorkflowEvent } from "./triggers.ts";

/** An event, how each job of a recipe ends on it, and what the prompt holds that is sent then, and does not hold. */
export type Row = [
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
  ["a merge with the label no-docs", (events) => events.merged(withLabel("no-docs")), ["document: not run"]],
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
export const recipes: Readonly<Record<string, readonly Row[]>> = {
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
    ["a pull request", (events) => events.pull("pull_request", "opened"), ["remind: success"]],
    ["a push to one", (events) => events.pull("pull_request", "synchronize"), nothing],
    [
      "a pull request of a fork",
      (events) => events.pull("pull_request", "opened", fromFork),
      ["remind: not run"],
    ],
  ],
  merged: onMerge,
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
    [
      "the first release",
      (events) => events.release("released", "v1.0.0"),
      ["document: pull-request, success"],
      [/^Release v1\.0\.0 is out/],
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
    [
      "a range from a tag that does not exist",
      (events) => events.dispatch({ base: "v9.0.0", head: "main" }),
      ["document: error github"],
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
