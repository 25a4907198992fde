import type { Identity, Marker } from "../../src/agent/marker.ts";
import type { Memory } from "../../src/agent/memory.ts";
import { emptyMemory } from "../../src/agent/memory.ts";
import type { Progress } from "../../src/agent/progress.ts";
import type { Check, PullContents } from "../../src/agent/pull-contents.ts";
import type { JobRequest } from "../../src/agent/request.ts";
import type { Tools } from "../../src/agent/tools.ts";
import type { PullRequest } from "../../src/github/client.ts";
import type { Comment } from "../../src/github/comments.ts";
import type { TriggerText } from "../../src/github/event.ts";
import { type MarkerSigner, markerSigner } from "../../src/github/marker.ts";
import { mintlifyUrl, namesOf } from "../../src/names.ts";
import { getRunContext } from "../../src/runner/context.ts";
import type { CommentEdit } from "../../src/runner/files.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { silentLog } from "../fake-log.ts";
import { clientOf, type FakeGitHub } from "../github/fake-github.ts";
import { type Given, load } from "../given-inputs.ts";
import { type Reply, serviceOrigin } from "../service/fake-service.ts";
import { key, onMock } from "../service/service-under-test.ts";

/** What messages call the service. */
export const mintlify = namesOf(new URL(mintlifyUrl));
export const runUrl = "https://github.com/acme/site/actions/runs/1001";
export const prLink = "https://github.com/acme/docs/pull/3";
/** Masks the key of the runs. */
export const redact = createRedactor([key]);

/** Signs the markers of thread 7 of `acme/site`, or of another place or with another key. */
export function signerOf(
  more: Partial<Parameters<typeof markerSigner>[2]> = {},
  apiKey = key,
): MarkerSigner {
  const scope = {
    repository: "acme/site",
    thread: 7,
    origin: serviceOrigin,
    project: "docs-1",
    ...more,
  };
  return markerSigner(apiKey, "job", scope);
}

/** A command on thread 7, in its first attempt. */
export const identity: Identity = {
  conversation: "thread",
  command: "issue-comment:41",
  runId: "1001",
  step: "step",
  attempt: 1,
  isShared: false,
};

/** What the comment of that command remembers once its job was accepted. */
export const marker: Marker = {
  ...identity,
  isLink: false,
  earlier: [],
  time: 2000,
  login: "docs[bot]",
  state: { kind: "accepted", jobId: "job_1", as: "job", at: 1000 },
  job: { id: "job_1", prLink, at: 1000 },
};

/** What a thread remembers, beside nothing. */
export const memoryOf = (more: Partial<Memory>): Memory => ({ ...emptyMemory, ...more });

/** A command that brought a job, which is at work. */
export const progress: Progress = {
  jobId: "02e96e4b9024",
  state: marker.state,
  isFollowUp: false,
  service: mintlify,
  phrase: "/docs-agent",
  isCommand: true,
  isReview: false,
  canStart: false,
  isRemembered: true,
  timeoutMs: 1_800_000,
  issuesUrl: "https://github.com/acme/docs-agent/issues/new",
  runUrl,
  asked: "Document the limit",
  mention: "alice",
  startedAt: Date.UTC(2026, 10, 16, 9, 14),
};

/** The comment that holds the command. */
export const trigger: TriggerText = {
  kind: "issue-comment",
  commentId: 41,
  inline: undefined,
  id: "issue-comment:41",
  text: "/docs-agent Document the limit",
  author: "alice",
  authorIsBot: false,
  url: "",
};

/** A request in the summary of a review. */
export const reviewRequest: JobRequest = {
  kind: "prompt",
  prompt: "Please address these.",
  fresh: false,
  dryRun: false,
  cut: undefined,
  jobId: undefined,
  trigger: { ...trigger, kind: "review", commentId: undefined, id: "review:7" },
};

/** A comment of that review: by its author and on line 12 of `a.mdx`, unless `place` and `more` say otherwise. */
export function inReview(
  body: string,
  place: Partial<NonNullable<Comment["inline"]>> = {},
  more: Partial<Comment> = {},
): Comment {
  const line12 = { path: "a.mdx", startLine: undefined, line: 12, isOfOldVersion: false, hunk: "" };
  const inline = { reviewId: 7, ...line12, ...place };
  return { id: 1, body, url: "", login: "alice", inline, ...more };
}

type Setup = {
  /** Missing in a run that has no token. */
  gitHub?: FakeGitHub | undefined;
  /** The service's answers, in order. */
  replies?: readonly Reply[];
  with?: Given;
  env?: Record<string, string>;
  isPullRequest?: boolean;
};

/** What a run on thread 7 works with, and what it leaves behind. */
export function toolsOf({ gitHub, replies = [], env, isPullRequest = false, ...more }: Setup = {}) {
  const { service, clock, asked } = onMock(...replies);
  if (gitHub !== undefined) gitHub.now = () => clock.now();
  const client = gitHub && clientOf(gitHub);
  const outputs: [name: string, value: string][] = [];
  const log: string[] = [];
  const saved: (CommentEdit | undefined)[] = [];
  const cancelled = new AbortController();
  const annotate = (kind: string) => (title: string, text: string) =>
    void log.push(`${kind}: ${title}: ${text}`);
  const tools: Tools = {
    inputs: load({ "base-url": serviceOrigin, ...more.with }),
    event: {
      name: "issue_comment",
      triggerText: undefined,
      isTextEvent: true,
      diffSource: undefined,
      defaultBranch: "main",
      thread: { number: 7, isPullRequest, title: "", url: "", body: "" },
    },
    runContext: getRunContext({ GITHUB_REPOSITORY: "acme/site", GITHUB_RUN_ID: "1001", ...env }),
    service,
    clock,
    redact,
    signal: cancelled.signal,
    deadline: clock.elapsed() + 30 * 60_000,
    connection: { key, project: "docs-1", base: new URL(serviceOrigin) },
    github: client?.gitHub,
    log: {
      ...silentLog,
      info: (text) => void log.push(text),
      warning: annotate("warning"),
    },
    setOutput: (name, value) => void outputs.push([name, value]),
    savePostState: (edit) => void saved.push(edit),
  };
  const warnings = () => log.filter((line) => line.startsWith("warning: "));
  const { requests = [] } = client ?? {};
  const cancel = () => cancelled.abort();
  return { tools, clock, asked, requests, outputs, log, warnings, saved, cancel };
}

/** What is in a pull request without files, checks and preview, but for `more`. */
export function contentsOf(
  more: Partial<PullContents> = {},
  pull: Partial<PullRequest> = {},
): PullContents {
  return {
    link: prLink,
    address: { origin: "https://github.com", owner: "acme", repo: "docs", number: 3 },
    pull: {
      title: "Document the limit",
      author: "docs[bot]",
      state: "open",
      headRepository: "acme/docs",
      createdAt: 0,
      headSha: "c0ffee",
      mergedAt: undefined,
      closedAt: undefined,
      mergeable: true,
      conflict: undefined,
      ...pull,
    },
    files: [],
    changes: undefined,
    isUnchanged: false,
    checks: [],
    preview: undefined,
    seenAt: Date.UTC(2026, 10, 16, 9, 20),
    checking: "done",
    ...more,
  };
}

/** A check that failed. */
export const failedCheck = (name: string): Check => ({ name, url: "", result: "failed" });
