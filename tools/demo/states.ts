import {
  cancelledOutcome,
  duplicateOutcome,
  killedOutcome,
  lostRequest,
  pollOutcome,
  startedOutcome,
} from "../../src/agent/outcomes.ts";
import {
  renderHelp,
  renderLinkComment,
  renderReply,
  renderStatusComment,
} from "../../src/agent/thread/comment-template.ts";
import type { StatusCommentModel } from "../../src/agent/thread/status-comment-model.ts";
import type { Outcome } from "../../src/result.ts";
import { AmbiguousRequestError, type Operation, StatusError } from "../../src/service/errors.ts";
import { code, richText } from "../../src/text/rich-text.ts";
import { failedOutcome } from "../../test/every-outcome.ts";
import { redactNothing } from "../../test/no-secrets.ts";
import type { Scene } from "./page.ts";

const jobId = "02e96e4b9024c425b860615a";
const prLink = "https://github.com/acme/docs/pull/41";
const runUrl = "https://github.com/acme/app/actions/runs/1";
const phrase = "/docs-agent";
const resume = { jobId, inThread: true, triggerPhrase: phrase };
const ofWorkflow = { ...resume, triggerPhrase: undefined };
const response = (status: number, body: string) => ({
  status,
  body,
  location: undefined,
  retryAfter: undefined,
});

const ended = (status: string, link?: string) =>
  pollOutcome({ kind: "final", job: { id: jobId, status } }, link, 252_000, resume);
const refused = (status: number, error: string, what: Operation = "create the job"): Outcome =>
  failedOutcome(new StatusError(what, response(status, JSON.stringify({ error })), redactNothing), undefined);

const working: StatusCommentModel = {
  outcome: undefined,
  prompt: "Document the new `--watch` flag in the quickstart, with an example.",
  jobId,
  state: "accepted",
  prLink: undefined,
  isFollowUp: false,
  firstParagraphOnly: false,
  interrupts: false,
  replaces: undefined,
  wasKilled: false,
  startedAt: Date.UTC(2026, 10, 20, 9, 14),
  elapsedMs: 252_000,
  timeoutMs: 30 * 60_000,
  runUrl,
  triggerPhrase: phrase,
  mention: "alice",
};
const ready: StatusCommentModel = { ...working, prLink, outcome: ended("completed", prLink) };
const notSent: StatusCommentModel = { ...working, jobId: undefined, state: "not-sent", elapsedMs: undefined };
const byWorkflow = { triggerPhrase: undefined, mention: undefined };
const merged = { replaces: { reason: "merged", prLink } } as const;

const states: readonly [name: string, model: StatusCommentModel][] = [
  ["working, before the job is known", { ...notSent, state: "sent" }],
  ["working", working],
  ["a follow-up to a job at work", { ...working, isFollowUp: true, interrupts: true }],
  ["done", ready],
  ["done, a follow-up", { ...ready, isFollowUp: true, prompt: "Make the example shorter." }],
  [
    "done, after a merged pull request",
    { ...ready, ...merged, prLink: "https://github.com/acme/docs/pull/45" },
  ],
  ["done, after a job that failed", { ...ready, replaces: { reason: "failed" } }],
  ["done, asked by a workflow", { ...ready, ...byWorkflow }],
  ["no pull request", { ...working, outcome: ended("completed") }],
  ["no pull request, a follow-up", { ...working, outcome: ended("completed"), isFollowUp: true }],
  ["no pull request, after a merged one", { ...working, ...merged, outcome: ended("completed") }],
  ["no pull request, asked by a workflow", { ...working, ...byWorkflow, outcome: ended("completed") }],
  ["failed", { ...working, outcome: ended("failed") }],
  ["failed, after a merged pull request", { ...working, ...merged, outcome: ended("failed") }],
  ["failed, asked by a workflow", { ...working, ...byWorkflow, outcome: ended("failed") }],
  ["archived", { ...working, outcome: ended("archived") }],
  [
    "time limit",
    { ...working, outcome: pollOutcome({ kind: "timeout", job: undefined }, undefined, 1_800_000, resume) },
  ],
  [
    "time limit, asked by a workflow",
    {
      ...working,
      ...byWorkflow,
      outcome: pollOutcome({ kind: "timeout", job: undefined }, undefined, 1_800_000, ofWorkflow),
    },
  ],
  ["not waited for", { ...working, outcome: startedOutcome(jobId, "create") }],
  ["cancelled", { ...working, outcome: cancelledOutcome(resume) }],
  ["cancelled, asked by a workflow", { ...working, ...byWorkflow, outcome: cancelledOutcome(ofWorkflow) }],
  ["cancelled before anything was sent", { ...notSent, outcome: cancelledOutcome("not-sent") }],
  ["cancelled before the service replied", { ...notSent, state: "sent", outcome: cancelledOutcome("sent") }],
  ["killed", { ...working, wasKilled: true, elapsedMs: undefined, outcome: killedOutcome(resume) }],
  [
    "killed before the service replied",
    { ...notSent, state: "sent", wasKilled: true, outcome: killedOutcome("sent") },
  ],
  [
    "the request may have arrived",
    {
      ...notSent,
      state: "sent",
      outcome: failedOutcome(
        new AmbiguousRequestError("create the job", "the connection broke before the service replied"),
        undefined,
      ),
    },
  ],
  [
    "a follow-up may have arrived, as a re-run tells",
    {
      ...{ ...working, prLink, isFollowUp: true, state: "sent", elapsedMs: undefined },
      outcome: failedOutcome(lostRequest(jobId), undefined),
    },
  ],
  [
    "a follow-up refused",
    { ...notSent, isFollowUp: true, outcome: refused(422, "The prompt is too long", "send the message") },
  ],
  ["another workflow has the command", { ...notSent, outcome: duplicateOutcome() }],
  ["API key not accepted", { ...notSent, outcome: refused(401, "Invalid API key") }],
  ["no permission", { ...notSent, outcome: refused(403, "Missing scope") }],
  ["refused", { ...notSent, outcome: refused(400, "The prompt is too long") }],
  ["rate limit", { ...notSent, outcome: refused(429, "Rate limit exceeded") }],
  ["the service fails", { ...notSent, outcome: refused(503, "Service Unavailable") }],
  [
    "progress not read",
    {
      ...working,
      outcome: failedOutcome(
        new StatusError("read the job", response(503, "Service Unavailable"), redactNothing),
        jobId,
      ),
    },
  ],
  [
    "long and hostile texts",
    {
      ...ready,
      prLink: "https://user@evil.test/@octo/#1",
      jobId: `<!-- --> \`${"x".repeat(300)}`,
      prompt: `@octo ![x](https://evil.test/x.png) <img src=x> #1 https://evil.test\n# Title\n${"long words and more ".repeat(40)}`,
      mention: "a-maintainer-with-a-very-long-name-of-39",
    },
  ],
];

const replies: readonly [name: string, body: string][] = [
  ["help", renderHelp(phrase, runUrl)],
  [
    "not understood",
    renderHelp(phrase, runUrl, { kind: "not-understood", words: "--stauts", suggestion: "--status" }),
  ],
  [
    "cancel",
    renderReply(
      richText`A job cannot be stopped from here:`,
      [richText`the service has no way to cancel one. Close its pull request if you do not want it.`],
      runUrl,
    ),
  ],
  [
    "status",
    renderReply(
      richText`Status.`,
      [richText`Job ${code(jobId)} is ${code("active")}. No pull request yet.`],
      runUrl,
    ),
  ],
  [
    "dry run",
    renderReply(
      richText`Dry run.`,
      [
        richText`Nothing was sent. Without the dry run, a new job would be sent.`,
        richText`Repeat the command without ${code("--dry-run")} to send it.`,
      ],
      runUrl,
      working.prompt,
    ),
  ],
  [
    "on the documentation pull request",
    renderLinkComment({ number: 12, url: "https://github.com/acme/docs/issues/12" }, phrase, ""),
  ],
];

/** The status comment in every state, and every reply. */
export function commentStates(): Scene[] {
  const bodies = [
    ...states.map(([name, model]) => [name, renderStatusComment(model, "")] as const),
    ...replies,
  ];
  return bodies.map(([name, markdown]) => ({
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
      { by: "alice", markdown: `${phrase} ${working.prompt}`, reactions: ["👀", "🚀"] },
      { by: "github-actions[bot]", markdown: renderStatusComment(ready, "") },
    ],
  };
}
