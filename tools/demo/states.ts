import { renderLinkComment, renderStatusComment } from "../../src/agent/comment-text.ts";
import type { Entry } from "../../src/agent/ledger.ts";
import { renderLedger } from "../../src/agent/ledger-text.ts";
import type { HelpReason } from "../../src/agent/parse.ts";
import type { Progress } from "../../src/agent/progress.ts";
import type { Check, PullContents } from "../../src/agent/pull-contents.ts";
import {
  dryRunText,
  helpOn,
  noFollowUpText,
  notSetUp,
  renderReply,
  statusText,
  whyHelp,
} from "../../src/agent/reply-text.ts";
import { type CommentText, endOf, skippedFor } from "../../src/agent/sentences.ts";
import { day } from "../../src/dates.ts";
import { errorOutcome } from "../../src/errors.ts";
import type { ChangedFile } from "../../src/github/client.ts";
import { url } from "../../src/github/pull-request-address.ts";
import type { Outcome } from "../../src/outcomes.ts";
import { AmbiguousRequestError, type Operation, StatusError } from "../../src/service/errors.ts";
import { code, richText } from "../../src/text/rich-text.ts";
import { contentsOf, mintlify, progress } from "../../test/agent/fixture.ts";
import { a, b, c, commit, d, entryOf, place } from "../../test/agent/ledger-fixture.ts";
import { load } from "../../test/given-inputs.ts";
import { redactNothing } from "../../test/no-secrets.ts";
import type { Scene } from "./page.ts";

const phrase = "/docs-agent";
const request = "Document the new `--watch` flag in the quickstart, with an example.";
const runUrl = "https://github.com/acme/app/actions/runs/41";
const prLink = "https://github.com/acme/docs/pull/41";
const now = Date.UTC(2026, 10, 16, 9, 14);
const tookMs = 252_000;

/** A run that a command started and whose job is accepted, with what differs. */
function about(differs: Partial<Progress> = {}): Progress {
  return {
    ...progress,
    jobId: "02e96e4b9024c425b860615a",
    asked: request,
    startedAt: now,
    tookMs,
    // Nobody is mentioned where nobody gave a command.
    mention: differs.isCommand === false ? undefined : "alice",
    runUrl,
    ...differs,
  };
}

function comment(outcome: Outcome | undefined, shown: Progress): string {
  return renderStatusComment({ ...shown, outcome }, "");
}

/** How a run ended, in a thread where alice gave the command, or (without a phrase) where a workflow asked. */
function ended(result: Parameters<typeof endOf>[0], differs: Partial<Progress> = {}): string {
  const shown = about({ prLink: result === "pull-request" ? prLink : undefined, ...differs });
  return comment(endOf(result, shown), shown);
}

function refusal(status: number, error: string, operation: Operation = "create the job") {
  const response = {
    status,
    body: JSON.stringify({ error }),
    retryAfterMs: undefined,
  };
  return errorOutcome(new StatusError(operation, response, redactNothing, mintlify), {
    debug: () => {},
  });
}

/** A request that ended with an error, before the service accepted it unless the situation says more. */
function failed(outcome: Outcome, differs: Partial<Progress> = {}): string {
  return comment(
    outcome,
    about({ jobId: undefined, state: { kind: "not-sent" }, tookMs: undefined, ...differs }),
  );
}

function lost(operation: "create the job" | "send the message", why: string) {
  return errorOutcome(new AmbiguousRequestError(operation, why), { debug: () => {} });
}

function withInputs(given: Parameters<typeof load>[0]): string {
  const sourceUrl = "https://github.com/acme/docs-agent/blob/v1";
  const { connection } = load(given);
  const problems = "problems" in connection ? connection.problems : [];
  return renderReply(notSetUp(problems, false, sourceUrl), { runUrl, mention: "alice" });
}

function helped(text: CommentText, isReview = false): string {
  return renderReply(text, { runUrl }, helpOn(phrase, { isReview, isFolded: false }));
}

/** The help in answer to what is no request. */
function notHelped(kind: HelpReason["kind"], words: string, suggestion?: string): string {
  const text = whyHelp({ kind, words, suggestion }, phrase, false);
  return renderReply(text, { runUrl }, helpOn(phrase, { isReview: false, isFolded: true }));
}

/** The reply to `--status`, twelve minutes after the request. */
function statusOf(status: string, contents?: PullContents): string {
  const known = about({ contents, prLink: contents && prLink });
  return renderReply(statusText(status, known), {
    ...known,
    mention: undefined,
  });
}

const workflow = { isCommand: false };
const followUp = { isFollowUp: true, prLink };
const places = richText`${code("guides/quickstart.mdx")}:12, ${code("reference/cli.mdx")}:40, ${code("reference/cli.mdx")}:55`;
const reviewed = {
  asked: "Please address these.",
  review: richText`with 3 comments of the review: ${places}`,
};
const afterMerge = {
  replaces: {
    why: "merged",
    pull: { link: "https://github.com/acme/docs/pull/38", state: "merged" },
  },
} as const;
const nothingKnown = { jobId: undefined, state: { kind: "not-sent" } } as const;
const reset = "the connection broke (ECONNRESET)";
const preview = "https://acme-docs-agent-41.example.app";
const checks: Check[] = (["vale", "broken-links", "link-rot"] as const).map((name, at) => ({
  ...{
    name,
    url: `https://github.com/acme/docs/runs/${at + 7}`,
    result: at === 2 ? "failed" : "passed",
  },
}));
const inside = contentsOf(
  {
    files: [
      fileOf("guides/quickstart.mdx", { additions: 14, deletions: 3 }),
      fileOf("reference/cli.mdx", { status: "added", additions: 38 }),
      fileOf("images/watch.png", { status: "added" }),
    ],
  },
  { title: "Document the watch flag" },
);
function fileOf(path: string, more: Partial<ChangedFile>): ChangedFile {
  return { path, status: "modified", additions: 0, deletions: 0, patch: "", ...more };
}
const manyPages = Array.from({ length: 12 }, (_, at) =>
  fileOf(`guides/a-folder-with-a-long-name/and-a-page-with-a-long-name-${at}.mdx`, {
    additions: 2,
    deletions: 1,
  }),
);
const moved = fileOf("guides/watching-files.mdx", {
  status: "renamed",
  previousPath: "guides/watch.mdx",
});

/** A comment that shows what is in the pull request. */
function showing(more: Partial<PullContents>, differs: Partial<Progress> = {}): string {
  return ended("pull-request", { contents: { ...inside, ...more }, ...differs });
}

const pullOf = (number: number, state: "open" | "merged" | "closed", days: number) => ({
  ...{ link: `https://github.com/acme/site/pull/${number}`, state, at: now - days * day },
});
const week = (id: number, more: Partial<Entry> = {}): Entry =>
  entryOf({
    id,
    commits: 2 + id,
    at: now - (6 - id) * 7 * day,
    since: now - (7 - id) * 7 * day,
    ...more,
  });
const fourWeeks: Entry[] = [
  week(5, { base: d, head: commit("e"), pull: pullOf(41, "open", 3) }),
  week(4, { base: b, head: d, again: [3, 2], repeats: true, pull: pullOf(38, "merged", 8) }),
  week(3, {
    base: c,
    head: commit("9"),
    phase: "undone",
    why: "api-key",
    jobId: undefined,
    pull: undefined,
  }),
  week(2, { base: b, head: c, pull: pullOf(34, "closed", 16) }),
  week(1, { startsHere: true, phase: "nothing", pull: undefined }),
];
const dashboardOf = (...entries: Entry[]) => renderLedger(entries, place, now, "");
/** The ledger's comment, and the comment on a documentation pull request of a run without a thread. */
const dashboards: Readonly<Record<string, string>> = {
  "the dashboard after five weeks, one of them red, one closed": dashboardOf(...fourWeeks),
  "the dashboard of a first week, at work": dashboardOf(
    entryOf({ phase: "sent", pull: undefined, startsHere: true }),
  ),
  "the dashboard under another key": dashboardOf(
    week(5, { pull: pullOf(45, "open", 0), forgotten: [pullOf(41, "open", 3).link] }),
  ),
  "the dashboard in all that may become of commits": dashboardOf(
    entryOf({ id: 20, phase: "sending", at: now }),
    entryOf({ id: 19, phase: "sending" }),
    entryOf({ id: 18, phase: "sent" }),
    entryOf({ id: 17, pull: { ...pullOf(40, "open", 3), conflict: "main" } }),
    entryOf({ id: 16, pull: undefined }),
    entryOf({ id: 15, pull: { link: "https://github.com/acme/docs/pull/7", state: "hidden" } }),
    entryOf({ id: 14, pull: pullOf(39, "closed", 2) }),
    entryOf({ id: 13, pull: pullOf(37, "closed", 2), repeats: true }),
    entryOf({ id: 12, phase: "undone", why: "late", pull: pullOf(36, "merged", 9) }),
    ...["failed", "archived", "gone", "cancelled", "payment", ""].map((why, at) =>
      entryOf({ id: 11 - at, phase: "undone", why, jobId: undefined, pull: undefined }),
    ),
    entryOf({ id: 2, branch: "next", base: a, head: a, commits: 0, phase: "nothing" }),
  ),
  "on the documentation pull request of a workflow": renderLinkComment(
    { made: "by", label: place.workflow, url: runUrl },
    { phrase: phrase },
    "",
  ),
};

/** Every comment that a thread can show, by the state that it is in. */
const comments: Readonly<Record<string, string>> = {
  "working, before the job is known": comment(
    undefined,
    about({ jobId: undefined, state: { kind: "sent" } }),
  ),
  working: comment(undefined, about()),
  "a follow-up to a job at work": comment(undefined, about({ ...followUp, interrupts: true })),
  "a request by mail": comment(undefined, about({ cut: "mail" })),
  "a review with comments": comment(undefined, about({ ...followUp, ...reviewed })),
  "done, a review": ended("pull-request", { ...followUp, ...reviewed }),
  "watching a job": comment(undefined, about({ ...workflow, asked: "", startedAt: undefined })),
  done: showing({}),
  "done, its preview is there and a check failed": showing({ preview, checks }),
  "done, checks at work": showing({
    checks: checks.map((check) => ({ ...check, result: "at work" })),
  }),
  "done, with many pages": showing({
    files: [moved, ...manyPages],
    ...{ preview, checks: checks.slice(0, 2) },
  }),
  "done, of which nothing can be read": ended("pull-request"),
  "done, a follow-up that changed pages": showing(
    { changes: inside.files ?? [], preview },
    followUp,
  ),
  "done, a follow-up that changed nothing": showing({ isUnchanged: true }, followUp),
  "done, a follow-up": ended("pull-request", followUp),
  "done, a follow-up to a job at work": ended("pull-request", { ...followUp, interrupts: true }),
  "done, after a merged pull request": ended("pull-request", afterMerge),
  "done, after a job that failed": ended("pull-request", {
    replaces: { why: "failed", pull: undefined },
  }),
  "done, asked by a workflow": ended("pull-request", workflow),
  "merged meanwhile": showing({ pull: { ...inside.pull, state: "merged", mergedAt: now } }),
  "closed meanwhile": showing({ pull: { ...inside.pull, state: "closed", closedAt: now } }),
  "in conflict": showing({ pull: { ...inside.pull, conflict: "main" } }),
  "a follow-up that came too late": ended("no-changes", {
    ...followUp,
    contents: {
      ...inside,
      isUnchanged: true,
      pull: { ...inside.pull, state: "merged", mergedAt: now },
    },
  }),
  "a follow-up to a pull request that is not shown": ended("pull-request", {
    ...followUp,
    isHidden: true,
  }),
  "a workflow with another key": showing(
    {},
    {
      ...workflow,
      isLinked: true,
      forgotten: richText`It does not continue ${url("https://github.com/acme/docs/pull/34")}: merge that if you want its changes, or close it.`,
    },
  ),
  "no pull request": ended("no-changes"),
  "no pull request, after a merged one": ended("no-changes", afterMerge),
  "no pull request, asked by a workflow": ended("no-changes", workflow),
  failed: ended("failed"),
  "failed, asked by a workflow": ended("failed", workflow),
  archived: ended("archived"),
  "time limit": ended("timeout"),
  "time limit, asked by a workflow": ended("timeout", workflow),
  "not waited for": ended("started"),
  "not waited for, asked by a workflow": ended("started", workflow),
  cancelled: ended("cancelled"),
  "cancelled, asked by a workflow": ended("cancelled", workflow),
  "cancelled before anything was sent": ended("cancelled", nothingKnown),
  "cancelled before the service replied": ended("cancelled", {
    jobId: undefined,
    state: { kind: "sent" },
  }),
  killed: ended("cancelled", { wasKilled: true }),
  "killed before the service replied": ended("cancelled", {
    jobId: undefined,
    state: { kind: "sent" },
    wasKilled: true,
  }),
  "the request may have arrived": failed(lost("create the job", reset), {
    state: { kind: "sent" },
  }),
  "a follow-up may have arrived": failed(lost("send the message", reset), {
    state: { kind: "sent" },
    ...followUp,
  }),
  "a follow-up refused": failed(
    refusal(422, "The prompt is too long", "send the message"),
    followUp,
  ),
  "another workflow has the command": failed(skippedFor("duplicate")),
  "API key not accepted": failed(refusal(401, "Invalid API key")),
  "credits needed": failed(refusal(402, "No credits left")),
  "no permission": failed(refusal(403, "Missing scope")),
  "project not found": failed(refusal(404, "Not found")),
  refused: failed(refusal(400, "The prompt is too long")),
  "rate limit": failed(refusal(429, "Rate limit exceeded")),
  "the service fails": failed(refusal(503, "Service Unavailable")),
  "the service fails, asked by a workflow": failed(refusal(503, "Service Unavailable"), workflow),
  "progress not read": failed(refusal(503, "Service Unavailable", "read the job"), {
    ...{
      jobId: "02e96e4b9024c425b860615a",
      state: { kind: "accepted", jobId: "02e96e4b9024c425b860615a", as: "job", at: now },
    },
  }),
  "progress not read, asked by a workflow": failed(refusal(403, "Missing scope", "read the job"), {
    ...workflow,
    ...{
      jobId: "02e96e4b9024c425b860615a",
      state: { kind: "accepted", jobId: "02e96e4b9024c425b860615a", as: "job", at: now },
    },
  }),
  "the job is gone": failed(refusal(404, "Not found", "read the job"), {
    ...{
      jobId: "02e96e4b9024c425b860615a",
      state: { kind: "accepted", jobId: "02e96e4b9024c425b860615a", as: "job", at: now },
    },
  }),
  "a review that was not sent": failed(refusal(503, "Service Unavailable", "send the message"), {
    ...{ ...followUp, isReview: true },
  }),
  "API key not accepted, asked by a workflow": failed(refusal(401, "Invalid API key"), workflow),
  "a bug": failed(errorOutcome(new TypeError("x is undefined"), { debug: () => {} })),
  "long and hostile texts": ended("pull-request", {
    jobId: `<!--\`${"x".repeat(240)}-->`,
    prLink: "https://evil.test/@octo/#1",
    mention: "a-maintainer-with-39-characters-in-name",
    asked: `@octo ![x](https://evil.test/x.png) <img src=x> #1 https://evil.test\n# Title\n${"long words and more ".repeat(40)}`,
  }),
  "help, and the key is accepted": helped({
    icon: "✅",
    title: richText`Mintlify accepts the key and the project.`,
    detail: richText`Only a first request shows whether the key may start jobs.`,
  }),
  "help in a review, and the key could not be tested": helped(
    {
      icon: "➖",
      title: richText`The key could not be tested.`,
      detail: richText`HTTP 403: “Forbidden”. That does not mean that the key is wrong: the test reads visitor analytics, which some plans do not include. To find out, give a first request, which costs credits.`,
    },
    true,
  ),
  "a flag with a typing mistake": notHelped("not-understood", "--stauts", "--status"),
  "a flag that does not exist": notHelped("not-understood", "--verbose"),
  "small talk": notHelped("small-talk", "thanks a lot"),
  "a dry run": renderReply(dryRunText({ kind: "create", replaces: undefined }, undefined, false), {
    asked: request,
    runUrl,
  }),
  "a review of a pull request that was merged": renderReply(noFollowUpText("merged", phrase), {
    runUrl,
  }),
  status: statusOf("active"),
  "status of a job with a pull request": statusOf("active", { ...inside, preview, checks }),
  "status of a job that is over": statusOf("completed", { ...inside, preview, checks }),
  "status of a job that failed": statusOf("failed"),
  "project not set": withInputs({ "project-id": "" }),
  "nothing set": withInputs({ "api-key": "", "project-id": "" }),
  "a key with white space": withInputs({ "api-key": "mint_01 23" }),
  "on the documentation pull request": renderLinkComment(
    { made: "for", label: "#7", url: "https://github.com/acme/docs/issues/7" },
    { phrase: phrase },
    "",
  ),
  ...dashboards,
};

/** The status comment in every state, and the replies. */
export function commentStates(): Scene[] {
  return Object.entries(comments).map(([name, markdown]) => ({
    title: "",
    caption: "",
    posts: [{ by: "github-actions", what: `bot: ${name}`, markdown }],
  }));
}

/** A command and the comment that links its pull request. */
export function commandAndReply(): Scene {
  return {
    title: "",
    caption: "",
    posts: [
      { by: "alice", markdown: `${phrase} ${request}`, reactions: ["👀", "🚀"] },
      { by: "github-actions[bot]", markdown: comments["done"] ?? "" },
    ],
  };
}
