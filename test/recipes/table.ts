import { byBot, byOutsider, type RepositoryEvents, withLabel } from "./events.ts";
import type { WorkflowEvent } from "./triggers.ts";

/** An event, how a recipe ends on it, and what the prompt that was sent then holds, or does not hold. */
export type Row = {
  event: string;
  make: (events: RepositoryEvents) => WorkflowEvent | Promise<WorkflowEvent>;
  ends: string[];
  sent?: (string | RegExp)[];
  notSent?: string[];
};

const nothing: string[] = [];
const watchDiff = "+export const watch = true;";
const limitDiff = "+export const limit = 50;";
const onMerge: Row[] = [
  {
    event: "a merge",
    make: (events) => events.merged(),
    ends: ["document: pull-request"],
    sent: [/^Update the documentation/, watchDiff],
  },
  {
    event: "a merge from a fork",
    make: (events) => events.merged(events.fromFork()),
    ends: ["document: pull-request"],
    sent: [watchDiff],
  },
  {
    event: "a merge with another label",
    make: (events) => events.merged(withLabel("bug")),
    ends: ["document: pull-request"],
  },
  {
    event: "a close without a merge",
    make: (events) => events.merged({ merged: false }),
    ends: ["document: not run"],
  },
  {
    event: "a merge with the label no-docs",
    make: (events) => events.merged(withLabel("no-docs")),
    ends: ["document: not run"],
  },
  {
    event: "a merge of a bot's pull request",
    make: (events) => events.merged(byBot),
    ends: ["document: not run"],
  },
  {
    event: "a merge of documentation alone",
    make: (events) => ({ ...events.merged(), changedFiles: ["docs/a.md"] }),
    ends: nothing,
  },
  {
    event: "a merge into another branch",
    make: (events) => events.merged({ base: { ref: "next" } }),
    ends: nothing,
  },
  {
    event: "a new pull request",
    make: (events) => events.pull("pull_request_target", "opened"),
    ends: nothing,
  },
];
const onComment: Row[] = [
  {
    event: "a command on an issue",
    make: (events) => events.comment("issue", "/docs-agent Document the flag"),
    ends: ["answer: pull-request"],
    sent: [/^Document the flag/, "It was added in the last release."],
  },
  {
    event: "a command on a pull request",
    make: (events) => events.comment("pull", "/docs-agent Document the flag"),
    ends: ["answer: pull-request"],
    sent: [/^Document the flag/, watchDiff],
  },
  { event: "a comment", make: (events) => events.comment("issue", "Nice."), ends: ["answer: not run"] },
  {
    event: "a comment about the phrase",
    make: (events) => events.comment("issue", "Try /docs-agent."),
    ends: ["answer: skipped no-command"],
  },
  {
    event: "a command of a stranger",
    make: (events) => events.comment("issue", "/docs-agent Document me", "outsider"),
    ends: ["answer: denied permission"],
  },
];

/**
 * Every recipe but those for weekly reports, under each event that it is for, and under those where it must do nothing.
 */
export const recipes: Readonly<Record<string, readonly Row[]>> = {
  "by-hand": [
    {
      event: "a start by hand",
      make: (events) => events.dispatch({ prompt: 'Document "$(id)" and `id`' }),
      ends: ["ask: pull-request"],
      sent: ['Document "$(id)" and `id`'],
    },
    { event: "a push", make: (events) => events.push("source"), ends: nothing },
  ],
  "first-report": [
    { event: "a start by hand", make: (events) => events.dispatch({}), ends: ["report: reported"] },
    { event: "a push", make: (events) => events.push("source"), ends: nothing },
  ],
  commands: [
    ...onComment,
    {
      event: "a command on a line",
      make: (events) => events.inlineComment("/docs-agent Document the flag"),
      ends: ["answer: pull-request"],
      sent: [/^Document the flag/, "src/watch.ts"],
    },
    {
      event: "a command in a review",
      make: (events) => events.review("/docs-agent Document it"),
      ends: ["answer: pull-request"],
      sent: [watchDiff],
    },
    {
      event: "a command in a review of a fork's",
      make: (events) => events.review("/docs-agent Document it", events.fromFork()),
      ends: ["answer: not run"],
    },
    { event: "a review without a text", make: (events) => events.review(""), ends: ["answer: not run"] },
  ],
  descriptions: [
    {
      event: "an issue whose description holds a command",
      make: (events) => events.opened("issue", "It is missing.\n\n/docs-agent Document the flag"),
      ends: ["answer: pull-request"],
      sent: [/^Document the flag/],
    },
    {
      event: "a pull request whose description holds a command",
      make: (events) => events.opened("pull", "/docs-agent Document the flag"),
      ends: ["answer: pull-request"],
      sent: [/^Document the flag/, watchDiff],
    },
    {
      event: "a maintainer's pull request from a fork",
      make: (events) => events.opened("pull", "/docs-agent Document the flag", events.fromFork()),
      ends: ["answer: pull-request"],
      sent: [watchDiff],
    },
    {
      event: "an issue of a stranger",
      make: (events) => events.opened("issue", "/docs-agent Document me", byOutsider),
      ends: ["answer: denied permission"],
    },
    {
      event: "a pull request of a stranger",
      make: (events) =>
        events.opened("pull", "/docs-agent Document me", { ...events.fromFork(), ...byOutsider }),
      ends: ["answer: denied permission"],
    },
    {
      event: "an issue of a bot",
      make: (events) => events.opened("issue", "/docs-agent Document me", byBot),
      ends: ["answer: not run"],
    },
    {
      event: "a pull request of a bot",
      make: (events) => events.opened("pull", "/docs-agent Document me", byBot),
      ends: ["answer: not run"],
    },
    {
      event: "a pull request of documentation alone",
      make: (events) => ({
        ...events.opened("pull", "/docs-agent Document me"),
        changedFiles: ["docs/a.md"],
      }),
      ends: nothing,
    },
    {
      event: "an issue without a command",
      make: (events) => events.opened("issue", "It is missing."),
      ends: ["answer: not run"],
    },
    {
      event: "an issue without a description",
      make: (events) => events.opened("issue", null),
      ends: ["answer: not run"],
    },
    {
      event: "a command in a comment",
      make: (events) => events.comment("issue", "/docs-agent Document the flag"),
      ends: nothing,
    },
  ],
  "enterprise-server": onComment,
  "github-app": [
    ...onComment.map((row) => ({
      ...row,
      ends: row.ends.map((end) => (end.includes("not run") ? end : end.replace(": ", ": success, "))),
    })),
    {
      event: "its own comment",
      make: (events) => events.comment("issue", "Reply `/docs-agent …`", "bot"),
      ends: ["answer: not run"],
    },
  ],
  "pull-request": [
    ...["opened", "synchronize", "ready_for_review"].map(
      (action): Row => ({
        event: `a pull request, ${action}`,
        make: (events) => events.pull("pull_request", action),
        ends: ["document: pull-request"],
        sent: [/^Update the documentation/, watchDiff],
      }),
    ),
    {
      event: "a draft",
      make: (events) => events.pull("pull_request", "opened", { draft: true }),
      ends: ["document: not run"],
    },
    {
      event: "a pull request of a fork",
      make: (events) => events.pull("pull_request", "opened", events.fromFork()),
      ends: ["document: not run"],
    },
    {
      event: "a pull request of a bot",
      make: (events) => events.pull("pull_request", "opened", byBot),
      ends: ["document: not run"],
    },
    { event: "a merge", make: (events) => events.pull("pull_request", "closed"), ends: nothing },
    {
      event: "a pull request of documentation alone",
      make: (events) => ({ ...events.pull("pull_request", "opened"), changedFiles: ["docs/a.md"] }),
      ends: nothing,
    },
  ],
  merged: onMerge,
  "reusable-caller": onMerge,
  push: [
    {
      event: "a push to the default branch",
      make: (events) => events.push("source"),
      ends: ["document: pull-request"],
      sent: [/^Update the documentation/, limitDiff],
      notSent: ["test(50)"],
    },
    {
      event: "a push that changes no source",
      make: (events) => events.push("readme"),
      ends: ["document: skipped no-diff"],
    },
    {
      event: "a push to another branch",
      make: (events) => events.push("source", "refs/heads/next"),
      ends: nothing,
    },
    { event: "a push of a tag", make: (events) => events.push("source", "refs/tags/v1.1.0"), ends: nothing },
    {
      event: "a push of documentation alone",
      make: (events) => ({ ...events.push("source"), changedFiles: ["docs/a.md"] }),
      ends: nothing,
    },
  ],
  release: [
    {
      event: "a release",
      make: (events) => events.release("released", "v1.1.0"),
      ends: ["document: pull-request, success"],
      // The pre-release between the two holds the source already.
      sent: [/^Release v1\.1\.0 is out/, limitDiff, "README.md"],
      notSent: ["Notes of strangers"],
    },
    {
      event: "the first release",
      make: (events) => events.release("released", "v1.0.0"),
      ends: ["document: pull-request, success"],
      sent: [/^Release v1\.0\.0 is out/],
    },
    {
      event: "a release when it is published too",
      make: (events) => events.release("published", "v1.1.0"),
      ends: nothing,
    },
    { event: "a pre-release", make: (events) => events.release("prereleased", "v1.1.0-rc.1"), ends: nothing },
    {
      event: "a pre-release that was a draft",
      make: (events) => events.release("published", "v1.1.0-rc.1"),
      ends: nothing,
    },
  ],
  range: [
    {
      event: "a range of tags",
      make: (events) => events.dispatch({ base: "v1.0.0", head: "v1.1.0" }),
      ends: ["document: pull-request"],
      sent: [/^Update the documentation/, limitDiff, "README.md"],
    },
    {
      event: "a range up to the branch",
      make: (events) => events.dispatch({ base: "v1.1.0-rc.1", head: "main" }),
      ends: ["document: pull-request"],
      sent: ["README.md"],
      notSent: [limitDiff],
    },
    {
      event: "a range from a tag that does not exist",
      make: (events) => events.dispatch({ base: "v9.0.0", head: "main" }),
      ends: ["document: error github"],
    },
    {
      event: "a range into another repository",
      make: (events) => events.dispatch({ base: "v1.0.0", head: "outsider:main" }),
      ends: ["document: error input"],
    },
  ],
  label: [
    {
      event: "the label docs-wanted on an issue",
      make: (events) => events.labelled("issue", "docs-wanted"),
      ends: ["document: pull-request"],
      sent: ["It was added in the last release."],
    },
    {
      event: "the label docs-wanted on a pull request",
      make: (events) => events.labelled("pull", "docs-wanted"),
      ends: ["document: pull-request"],
      sent: [watchDiff],
    },
    {
      event: "the label docs-wanted on a fork's pull request",
      make: (events) => events.labelled("pull", "docs-wanted", events.fromFork()),
      ends: ["document: pull-request"],
      sent: [watchDiff],
    },
    {
      event: "another label on an issue",
      make: (events) => events.labelled("issue", "bug"),
      ends: ["document: not run"],
    },
    {
      event: "another label on a pull request",
      make: (events) => events.labelled("pull", "bug"),
      ends: ["document: not run"],
    },
    {
      event: "a new pull request",
      make: (events) => events.pull("pull_request_target", "opened"),
      ends: nothing,
    },
  ],
  monorepo: [
    {
      event: "a merge that changes one package",
      make: (events) => events.pull("pull_request_target", "closed", {}, "server"),
      ends: ["document: pull-request", "document: skipped no-diff"],
      sent: ["+export const port = 8080;"],
    },
    {
      event: "a merge that changes no package",
      make: (events) => events.merged(),
      ends: ["document: skipped no-diff", "document: skipped no-diff"],
    },
    {
      event: "a merge into another branch",
      make: (events) => events.merged({ base: { ref: "next" } }),
      ends: nothing,
    },
    {
      event: "a close without a merge",
      make: (events) => events.merged({ merged: false }),
      ends: ["document: not run"],
    },
    {
      event: "a merge with the label no-docs",
      make: (events) => events.merged(withLabel("no-docs")),
      ends: ["document: not run"],
    },
    {
      event: "a merge of a bot's pull request",
      make: (events) => events.merged(byBot),
      ends: ["document: not run"],
    },
  ],
};
