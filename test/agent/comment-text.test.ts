import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  renderLinkComment,
  renderStatusComment,
  renderSummary,
} from "../../src/agent/comment-text.ts";
import type { Replacement } from "../../src/agent/decide.ts";
import { writeMarker } from "../../src/agent/marker.ts";
import type { Progress } from "../../src/agent/progress.ts";
import { helpOn, renderReply, whyHelp } from "../../src/agent/reply-text.ts";
import { answeredWith, deniedFor, endOf, skippedFor } from "../../src/agent/sentences.ts";
import { memoryError } from "../../src/agent/thread-errors.ts";
import { ActionError } from "../../src/errors.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { url } from "../../src/github/pull-request-address.ts";
import { classifyError, TransportError } from "../../src/network/transport-error.ts";
import { type Outcome, type Result, reasons } from "../../src/outcomes.ts";
import {
  AmbiguousRequestError,
  invalidResponse,
  type Operation,
  StatusError,
  unreachable,
} from "../../src/service/errors.ts";
import { code, richText } from "../../src/text/rich-text.ts";
import { everyOutcome, failedOutcome, outcomeOf } from "../every-outcome.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render } from "../text/rendered.ts";
import { contentsOf, failedCheck, marker, progress, runUrl, signerOf, toolsOf } from "./fixture.ts";
import { expectInert } from "./inert.ts";

const prLink = "https://github.com/acme/docs/pull/41";
const unsent: Partial<Progress> = { state: { kind: "not-sent" }, jobId: undefined };
const lost: Partial<Progress> = { state: { kind: "sent" }, jobId: undefined };
const linked: Partial<Progress> = { prLink, isLinked: true };
const followUp: Partial<Progress> = { isFollowUp: true, prLink };
const instead = (why: Replacement): Partial<Progress> => ({
  prLink: "https://github.com/acme/docs/pull/45",
  replaces: { why, pull: { link: prLink, state: "merged" } },
});
const review = richText`with 2 comments of the review: ${code("api/list.mdx")}:40 and :55`;

type End = Parameters<typeof endOf>[0];
const isEnd = (result: Result): result is End => !Object.hasOwn(reasons, result);
/** The state of a run that ends so; `about` differs from that of a command with a job. */
function ended(outcome: Outcome, about: Partial<Progress> = {}): Progress {
  const isOfJob = !["timeout", "started", "cancelled", "error"].includes(outcome.result);
  const all = { ...progress, ...about, outcome };
  return { ...all, tookMs: isOfJob && all.state.kind === "accepted" ? 252_000 : undefined };
}
const end = (result: End, about: Partial<Progress> = {}): Progress =>
  ended(endOf(result, { ...progress, ...about }), about);
/** What was thrown where a run ends so. */
const thrownOf = new WeakMap<Progress, unknown>();
function error(thrown: unknown, about: Partial<Progress>): Progress {
  const shown = ended(failedOutcome(thrown, { ...progress, ...about }), about);
  thrownOf.set(shown, thrown);
  return shown;
}
/** The same in a run that a workflow started. */
const byWorkflow = (shown: Progress): Progress => {
  const { outcome = outcomeOf("error") } = shown;
  const { result } = outcome;
  const other = { ...shown, isCommand: false, mention: undefined };
  if (outcome.result === "error")
    return { ...other, outcome: failedOutcome(thrownOf.get(shown), other) };
  return { ...other, outcome: isEnd(result) ? endOf(result, other) : outcome };
};

const file = (path: string, status: string, additions: number, deletions = 0) => ({
  ...{ path, status, additions, deletions, patch: "" },
});
const files = [
  file("guides/quickstart.mdx", "modified", 14, 3),
  file("reference/cli.mdx", "added", 38),
  { ...file("concepts/watch.mdx", "renamed", 0), previousPath: "concepts/live.mdx" },
  file("images/watch.png", "added", 0),
];
const checks = (["passed", "passed", "failed"] as const).map((result, at) => ({
  ...{ name: `check-${at}`, url: `https://github.com/acme/docs/runs/${at}`, result },
}));
const preview = "https://acme-docs-agent-41.example.app";
const failing = { checks: [failedCheck("lint and then remove every page"), failedCheck("b")] };
const [mergedAt, closedAt] = [Date.UTC(2026, 10, 16, 10, 12), Date.UTC(2026, 10, 16, 10, 13)];
const merged = { state: "merged", mergedAt } as const;
const inConflict = { conflict: "main" };
/** A pull request in which GitHub shows this. */
const ready = (about: Partial<Progress>, ...shows: Parameters<typeof contentsOf>) =>
  end("pull-request", { ...about, contents: contentsOf(...shows) });

/** The service refuses a request so. */
function refused(status: number, operation: Operation = "create the job"): StatusError {
  const answer = { status, body: '{"error": "What it says"}', retryAfterMs: undefined };
  return new StatusError(operation, answer, (text) => text, progress.service);
}
const noAddress = new TransportError("the host name api.example.com has no address");
const reset = new TransportError("the connection broke");
const proxyRefuses = classifyError(new Error("Proxy response (407) !== 200"), true);
const unread = new ActionError(
  "github",
  richText`GitHub does not say what became of ${url(prLink)}: HTTP 502.`,
  new GitHubError(502, "").advice("pull-requests: read"),
);
/** The comments of the thread cannot be read. */
const unseen = (status: number) =>
  memoryError(
    new GitHubError(status, ""),
    7,
    richText`The comments of #7 cannot be read.`,
    toolsOf().tools,
  );
const unwritten = memoryError(
  new GitHubError(403, "Resource not accessible by integration"),
  ...([
    7,
    richText`This run could not comment on #7 (HTTP 403), so nothing was sent.`,
    toolsOf().tools,
  ] as const),
);
const bug = new TypeError("x is undefined");
const beforeTheJob = {
  "the key is refused": refused(401),
  "no credits": refused(402),
  "the key may not": refused(403),
  "no such project": refused(404),
  "the prompt is refused": refused(400),
  "the prompt is too long": refused(413),
  "too many requests": refused(429),
  "a redirect": refused(307),
  "the service is down": refused(503),
  "the service is not there": unreachable("create the job", noAddress),
  "the proxy refuses": unreachable("create the job", proxyRefuses),
  "no answer": new AmbiguousRequestError("create the job", "the connection broke"),
  "GitHub does not say what is remembered": unread,
  "GitHub does not show the comments": unseen(502),
  "GitHub allows no more requests": unseen(429),
  "a bug": bug,
};
const duringTheJob = {
  "the key is refused": refused(401, "read the job"),
  "the key may not": refused(403, "read the job"),
  "no such job": refused(404, "read the job"),
  "too many requests": refused(429, "read the job"),
  "the service is down": refused(503, "read the job"),
  "the service is not there": unreachable("read the job", reset),
  "no answer that can be read": invalidResponse("read the job", "the response is not JSON"),
  "a bug": bug,
};
/** What people see while a run is at work, and at its end. */
const states: Record<string, Progress> = {
  "the request begins": { ...progress, ...unsent },
  "the job is known": progress,
  "the start is not known": { ...progress, startedAt: undefined },
  "a review interrupts the job": { ...progress, review, interrupts: true },
  "a request by mail": { ...progress, cut: "mail" },
  "a pull request": end("pull-request", { prLink }),
  "a pull request that links the thread": end("pull-request", linked),
  "a pull request that no comment remembers": end("pull-request", { prLink, isRemembered: false }),
  "a pull request where each command starts a job": end("pull-request", {
    ...{ prLink, startsAnew: true },
  }),
  "a pull request that links the thread, where each command starts a job": end("pull-request", {
    ...{ ...linked, startsAnew: true },
  }),
  "a pull request that GitHub never shows": end("pull-request", { prLink, isHidden: true }),
  "a pull request with files": ready({ prLink }, { files }),
  "its preview is there, and a check failed": ready(linked, { preview, checks }),
  "two checks failed, whose names are not in the command": ready({ prLink }, failing),
  "it is merged by then": ready({ prLink }, {}, merged),
  "it is closed by then": ready({ prLink }, {}, { state: "closed", closedAt }),
  "it is in conflict": ready({ prLink }, {}, inConflict),
  "it is in conflict, and a check failed": ready({ prLink }, { checks }, inConflict),
  "a follow-up": end("pull-request", followUp),
  "a follow-up interrupted the job": { ...end("pull-request", followUp), interrupts: true },
  "a follow-up interrupted the job, and its run was cancelled": {
    ...{ ...end("cancelled", followUp), interrupts: true },
  },
  "a follow-up that would have interrupted the job was cancelled before": {
    ...{ ...end("cancelled", { ...followUp, ...unsent }), interrupts: true },
  },
  "a follow-up interrupted the job, and goes on": { ...end("timeout", followUp), interrupts: true },
  "a follow-up interrupted the job, and failed": { ...end("failed", followUp), interrupts: true },
  "a follow-up changed pages": ready(followUp, { files, changes: files.slice(0, 2) }),
  "a follow-up changed nothing": ready(followUp, { files, isUnchanged: true }),
  "a follow-up was merged": ready(followUp, { changes: [] }, merged),
  "a follow-up was merged, and GitHub does not say with what": ready(followUp, {}, merged),
  "a follow-up came too late": end("no-changes", {
    ...{ ...followUp, contents: contentsOf({ isUnchanged: true }, merged) },
  }),
  "a follow-up to what GitHub never shows": end("pull-request", { ...followUp, isHidden: true }),
  "no pull request": end("no-changes"),
  "no pull request of a new job": end("no-changes", { ...instead("closed"), prLink: undefined }),
  "a new job that is refused": error(refused(401), {
    ...instead("merged"),
    ...unsent,
    prLink: undefined,
  }),
  failed: end("failed"),
  "failed, with all that can be said of it": {
    ...end("failed", { cut: "mail", review, prLink }),
    job: { id: "job_1", status: "failed" },
  },
  "failed, of a job that an input names": end("failed", {
    ...{ namesJob: true, isCommand: false, mention: undefined },
  }),
  archived: end("archived"),
  "the time limit": end("timeout", { timeoutMs: 90_000 }),
  "the time limit, remembered nowhere": end("timeout", { isRemembered: false }),
  "the time limit of a run that only watches": end("timeout", { isRemembered: false, asked: "" }),
  "wait: false": end("started"),
  "cancelled before anything was sent": end("cancelled", unsent),
  "cancelled above another command": end("cancelled", { ...unsent, cut: "rest" }),
  "cancelled during the request": end("cancelled", lost),
  "cancelled during the request, which no comment remembers": end("cancelled", {
    ...{ ...lost, isRemembered: false },
  }),
  "cancelled during a follow-up": end("cancelled", { ...followUp, state: { kind: "sent" } }),
  cancelled: end("cancelled"),
  "killed during the request": end("cancelled", { ...lost, wasKilled: true }),
  "killed while the agent worked": end("cancelled", { wasKilled: true }),
  "not known whether a follow-up arrived": error(
    new AmbiguousRequestError("send the message", "the connection broke"),
    { ...followUp, state: { kind: "sent" } },
  ),
  "a follow-up is refused": error(refused(409, "send the message"), { ...followUp, ...unsent }),
  "a follow-up meets a redirect": error(refused(307, "send the message"), {
    ...{ ...followUp, ...unsent },
  }),
  "a watched job is gone": error(refused(404, "read the job"), {
    ...{ startedAt: undefined, isCommand: false, mention: undefined },
  }),
  "a follow-up is not sent": error(unread, { ...followUp, ...unsent }),
  "a review is not sent": error(refused(503, "send the message"), {
    ...{ ...followUp, ...unsent, isReview: true },
  }),
  ...Object.fromEntries(
    (["merged", "closed", "hidden", "failed", "archived", "gone", "refused"] as const).map(
      (why) => [`a new job, because the earlier: ${why}`, end("pull-request", instead(why))],
    ),
  ),
  ...Object.fromEntries(
    Object.entries(beforeTheJob).map(([name, thrown]) => [
      ...[`no job was started: ${name}`, error(thrown, unsent)],
    ]),
  ),
  "no job was started: the prompt of a review is refused": error(refused(400), {
    ...{ ...unsent, isReview: true },
  }),
  ...Object.fromEntries(
    Object.entries(duringTheJob).map(([name, thrown]) => [
      ...[`the job is not read to its end: ${name}`, error(thrown, {})],
    ]),
  ),
};

const needs = richText`needs ${code("write")}, has ${code("read")}`;
const failure = new ActionError("service", richText`It failed.`, richText`Try later.`);
/** A run that documents what was merged. */
const ofCommits = { ...progress, ...unsent, isCommand: false, hasTable: true };
/** Ends that only log and summary tell of, or a reply. */
const others: Record<string, Outcome> = {
  ...Object.fromEntries(
    reasons.skipped.map((reason) => [`skipped: ${reason}`, skippedFor(reason)]),
  ),
  ...Object.fromEntries(
    reasons.denied.map((reason) => [`denied: ${reason}`, deniedFor(reason, code("@alice"), needs)]),
  ),
  answered: answeredWith("answered", {
    ...{ title: richText`Here`, detail: richText`it is.`, next: richText`go on.` },
  }),
  "error: GitHub refuses the comment": failedOutcome(unwritten, { ...progress, ...unsent }),
  "error: GitHub refuses the comment on a review": failedOutcome(unwritten, {
    ...{ ...progress, ...unsent, isReview: true },
  }),
  "error: commits meet a redirect": failedOutcome(refused(307), ofCommits),
  "error: commits are too long": failedOutcome(refused(413), ofCommits),
  "error: a prompt is too long, of which no comment knows": failedOutcome(refused(413), {
    ...{ ...progress, ...unsent, isCommand: false, isRemembered: false },
  }),
  "error: the key is refused, of a workflow's follow-up": failedOutcome(refused(401), {
    ...{ ...progress, ...followUp, ...unsent, isCommand: false },
  }),
  "error: the key is refused, of a follow-up to a job that an input names": failedOutcome(
    refused(401),
    { ...progress, ...followUp, ...unsent, isCommand: false, namesJob: true },
  ),
  "error: a job that an input names refuses a follow-up": failedOutcome(
    refused(409, "send the message"),
    { ...progress, ...followUp, ...unsent, isCommand: false, namesJob: true },
  ),
  "error: a job that an input names is gone": failedOutcome(refused(404, "read the job"), {
    ...{ ...progress, isCommand: false, namesJob: true },
  }),
  "error: its advice is all": failedOutcome(
    new ActionError("input", richText`There is nothing.`, richText`Do this.`, { isWhole: true }),
    ofCommits,
  ),
  "error with a job": failedOutcome(failure, { ...progress, isCommand: false }),
  "text that was thrown": failedOutcome("something broke", progress),
};

/** The parts of a comment, without the mark of our comments. */
function partsOf(shown: Progress): string[] {
  const [own, ...parts] = renderStatusComment(shown, "").split("\n\n");
  expect(own).toBe("<!-- docs-agent:v1 -->");
  return parts;
}

function summaryOf(outcome: Outcome, shown: Partial<Progress>): string {
  const sourceUrl = "https://github.com/acme/docs-agent/blob/v1";
  // One state has all that can be known.
  const commentUrl = shown.job && "https://github.com/acme/site/issues/12#issuecomment-101";
  return renderSummary(outcome, shown, { sourceUrl, commentUrl });
}

test("comment and summary say at every end what happened, and what to do about it", async () => {
  const shown = Object.entries(states).map(([name, state]) => {
    const parts = partsOf(state);
    const comment = [`=== ${name}`, ...parts];
    if (state.outcome === undefined) return comment;
    const other = partsOf(byWorkflow(state)).filter((part) => !parts.includes(part));
    if (other.length > 0) comment.push("--- other words in a workflow's run", ...other);
    return [...comment, "--- summary", summaryOf(state.outcome, state)];
  });
  const short = Object.entries(others).map(([name, outcome]) => [
    ...[`=== ${name}`, summaryOf(outcome, {})],
  ]);
  const text = [...shown, ...short].map((parts) => parts.join("\n\n").trim()).join("\n\n");
  // The request and the run are the same in every state.
  const told = text.replaceAll(`(<${runUrl}>)`, "").replaceAll("\n\n> Document the limit", "");
  await expect(`${told}\n`).toMatchFileSnapshot("comment-text.states.md");
});

describe("a status comment", () => {
  const everyState: Progress["state"][] = [{ kind: "not-sent" }, { kind: "sent" }, marker.state];

  test.each(everyOutcome)(
    "has words at each end, and mentions who gave the command once: $result $reason",
    (outcome) => {
      for (const state of everyState) {
        const shown = ended(outcome, { state, prLink });
        const [title = "", ...rest] = partsOf(shown);
        const all = [title, ...rest].join();
        expect(title).toMatch(/^\S+ \*\*[A-Z][^*]{5,}[^*]\*\*/);
        expect(all).not.toMatch(/undefined|\[object|\*\*\*\*|\.\.|^ | $/);
        expect(all.match(/@alice/g)?.length).toBe(outcome.result === "skipped" ? undefined : 1);
        // Whoever gives commands may not be able to set an input.
        const [next = ""] = rest.find((part) => part.startsWith("@"))?.split(": ") ?? [];
        expect(next).not.toMatch(/job-id|api-key|base-url|project-id|timeout-minutes/);
        expect(partsOf({ ...shown, mention: undefined }).join()).not.toContain("@");
      }
    },
  );

  test.each(Object.entries(states).filter(([, { outcome }]) => outcome !== undefined))(
    "suggests to a workflow's readers no reply: %s",
    (_, shown) => {
      expect(partsOf(byWorkflow(shown)).join()).not.toMatch(/@|repl(?:y|ied) `/);
    },
  );

  test("shows the request on one line, shortened, or not at all, and the summary more of it", () => {
    const line = (asked: string) => partsOf({ ...progress, asked })[1];
    expect(line("one\n\ntwo\r\nthree")).toBe("> one two three");
    expect(line("x".repeat(300))).toBe(`> ${"x".repeat(300)}`);
    expect(line("x".repeat(301))).toBe(`> ${"x".repeat(299)}…`);
    expect(line("")).toMatch(/^<sub>/);
    const summary = summaryOf(outcomeOf("answered"), { asked: "x".repeat(2000) });
    expect(summary.split("\n").at(-2)).toBe(`> ${"x".repeat(1499)}…`);
  });
});

test("a summary shortens long foreign text", () => {
  const long = "x".repeat(500);
  const known = { jobId: `j${long}`, job: { id: "", status: `s${long}` } };
  const shown = summaryOf(outcomeOf("answered"), known);
  expect(shown.match(/[js]x+…x*/g)?.map(({ length }) => length)).toEqual([80, 64]);
});

test("the comment on the documentation pull request says where it comes from", () => {
  const thread = {
    made: "for" as const,
    label: "#12",
    url: "https://github.com/acme/docs/issues/12",
  };
  expect(
    renderLinkComment(thread, { phrase: "/docs-agent" }, "<!-- marker -->").split("\n\n"),
  ).toEqual([
    "<!-- docs-agent:v1 -->",
    "This pull request was made for [&#35;&#8203;12](<https://github.com/acme/docs/issues/12>). To change something while it is open, comment `/docs-agent` and the change you want, if commands are set up. After a `--new` here, commands are about the new job.",
    "<!-- marker -->",
  ]);
});

describe("what others wrote stays inert", () => {
  const ownMarker = "<!-- docs-agent:v1 -->";
  const jobMarker = writeMarker(signerOf(), marker);
  /** Foreign text at its worst: our own markers, links, images, references that close issues, quotes that end. */
  const foreign = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: hostile },
        fc.constantFrom(
          ...[ownMarker, jobMarker, "<!-- docs-agent:job ", "closes #1", "Fixes acme/site#2"],
          "@acme/everyone",
          ...[
            "\n\nnot quoted",
            "\n> ",
            "![x](https://evil.example/x.png)",
            "[x]: https://evil.example",
          ],
          ...['<img src="https://evil.example/x.png">', "</sub>", "**", "\n# Heading\n", "\n***\n"],
          ...["\n- [ ] task", "https://evil.example/", "https://github.com/acme/docs/pull/3"],
        ),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(""));
  const anyWebUrl = /^https?:\/\/[^/]/;
  const link = fc.oneof(
    foreign,
    foreign.map((rest) => `https://evil.example/${rest}`),
  );
  const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

  test("in a status comment, in every state", () => {
    const file = fc.record({
      ...{
        path: foreign,
        previousPath: optional(foreign),
        additions: fc.nat(),
        deletions: fc.nat(),
      },
      ...{ status: fc.constantFrom("added", "modified", "removed", "renamed"), patch: foreign },
    });
    const files = optional(fc.array(file, { maxLength: 3 }));
    const check = fc.record({
      name: foreign,
      url: link,
      result: fc.constantFrom("failed", "passed"),
    });
    const contents = fc
      .tuple(files, files, fc.array(check, { maxLength: 3 }), optional(link), foreign, fc.boolean())
      .map(([files, changes, checks, preview, title, isUnchanged]) =>
        contentsOf({ files, changes, checks, preview, isUnchanged }, { title }),
      );
    const texts = fc.record({
      asked: foreign,
      jobId: optional(foreign),
      phrase: foreign,
      runUrl: link,
    });
    // Most can be seen of a pull request.
    const ready = fc.constant(end("pull-request"));
    const state = fc.oneof(ready, fc.constantFrom(...Object.values(states)));
    const given = fc.tuple(state, texts, link, optional(contents));
    fc.assert(
      fc.property(
        given,
        foreign,
        fc.boolean(),
        ([state, text, address, inside], said, isLinked) => {
          const pull = url(address);
          const replaces = state.replaces && { ...state.replaces, prLink };
          const about = {
            ...state,
            ...text,
            pull,
            replaces,
            contents: inside,
            isLinked,
            issuesUrl: address,
          };
          const message = richText`Said ${said} by ${code(said)} at ${pull}`;
          const told = state.outcome && {
            ...state.outcome,
            message,
            advice: richText`Do ${said}.`,
          };
          // The links of the service and the runner may lead anywhere on the web.
          const body = renderStatusComment(
            { ...about, outcome: told, mention: undefined },
            jobMarker,
          );
          expectInert(body, anyWebUrl, 1);
        },
      ),
      runs(200, 60),
    );
  });

  test("in the quote, which it cannot leave, and without a link", () => {
    const bare = { ...progress, mention: undefined };
    const around = render(renderStatusComment({ ...bare, asked: "" }, ""));
    fc.assert(
      fc.property(foreign, (asked) => {
        const body = renderStatusComment({ ...bare, asked }, "");
        expectInert(body, /^https:\/\/github\.com\/acme\/site\/actions\/runs\/1001$/);
        expect(render(body).replace(/<blockquote>[\s\S]*<\/blockquote>\n?/, "")).toBe(around);
      }),
      runs(100, 25),
    );
  });

  test("in replies, in the help, and in the comment on the documentation pull request", () => {
    fc.assert(
      fc.property(foreign, link, (text, address) => {
        const said = richText`${text} ${code(text)}`;
        const reply = { title: said, detail: said, next: said };
        expectInert(renderReply(reply, { runUrl: address, asked: text, jobId: text }), anyWebUrl);
        const help = helpOn(text, { isReview: true, isFolded: true });
        for (const kind of ["not-understood", "small-talk"] as const)
          expectInert(
            renderReply(
              whyHelp({ kind, words: text, suggestion: undefined }, text, true),
              { runUrl: address },
              help,
            ),
            anyWebUrl,
          );
        expectInert(
          renderLinkComment({ made: "by", label: text, url: address }, { phrase: text }, jobMarker),
          anyWebUrl,
          1,
        );
      }),
      runs(100, 25),
    );
  });
});
