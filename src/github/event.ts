import * as z from "zod/mini";
import { maybe } from "../text/json.ts";
import { type DiffSource, isCommit, isNoCommit } from "./changes.ts";
import type { InlinePlace } from "./comments.ts";
import { cutBody, cutName } from "./lengths.ts";
import { agentLogin, isBotLogin, isSameLogin } from "./logins.ts";

/** An issue or pull request. */
export type Thread = {
  number: number;
  isPullRequest: boolean;
  title: string;
  url: string;
  /** The description; empty when there is none. */
  body: string;
  /** The login of its author; missing when the account is gone. */
  author?: string | undefined;
};

/** A new text, as the event file holds it. */
export type TriggerText = {
  /** Decides where the reply and the reaction go. */
  kind: "issue-comment" | "review-comment" | "review" | "issue" | "pull-request";
  text: string;
  /** A login; missing when the account is gone. */
  author: string | undefined;
  authorIsBot: boolean;
  /** Names the text among all of its repository, such as `issue-comment:41`, `review:7` or `issue:12`. */
  id: string;
  url: string;
  commentId: number | undefined;
  /** The place of an inline comment, and the first comment of its review thread, to which replies go. */
  inline: (InlinePlace & { hunk: string; rootCommentId: number }) | undefined;
  /** True for the description of an issue that was transferred here, which counted where it was written. */
  isTransferred?: boolean;
  asksForChanges?: boolean;
};

/** The parts of an event file that the action uses. */
export type GitHubEvent = {
  name: string;
  thread: Thread | undefined;
  /** The new text, on the events that can hold a command and when it was just written; missing after an edit, for example. */
  triggerText: TriggerText | undefined;
  /** True on the events that can hold a command, whatever their action is and even if the file lacks parts. */
  isTextEvent: boolean;
  /**
   * What the event changed; missing where it names no change, or where the file lacks parts of it. Nothing is a ref or
   * release that is deleted, and a release that is not published. A new tag names no commit to compare with.
   */
  diffSource: DiffSource | "nothing" | "new tag" | undefined;
  /** The repository's default branch, where the file names it. */
  defaultBranch: string | undefined;
};

const text = z.catch(z.string(), "");
const title = z.pipe(text, z.transform(cutName));
const body = z.pipe(text, z.transform(cutBody));
const name = z.string().check(z.minLength(1));
const login = z.pipe(name, z.transform(cutName));
const id = z.int().check(z.positive());
const commit = z.string().check(z.refine(isCommit));

/** What everything that people write has. */
const written = { body, html_url: text, user: maybe(z.object({ login, type: text })) };
/** What the payloads of issues and pull requests have in common. */
const threadFields = { ...written, number: id, title };
const payloadSchema = z.object({
  action: text,
  issue: maybe(z.object({ ...threadFields, pull_request: z.optional(z.unknown()) })),
  pull_request: maybe(z.object({ ...threadFields, head: maybe(z.object({ sha: commit })) })),
  comment: maybe(
    z.object({
      ...written,
      id,
      path: text,
      line: maybe(id),
      original_line: maybe(id),
      start_line: maybe(id),
      diff_hunk: text,
      in_reply_to_id: maybe(id),
    }),
  ),
  review: maybe(z.object({ ...written, id: maybe(id), state: text })),
  // GitHub opens a transferred issue anew (docs.github.com, "Webhook events and payloads", issues, opened).
  changes: maybe(z.object({ old_issue: z.optional(z.unknown()) })),
  release: maybe(z.object({ tag_name: name, draft: z.boolean(), prerelease: z.boolean() })),
  ref: maybe(z.string()),
  before: maybe(commit),
  after: maybe(commit),
  repository: maybe(z.object({ default_branch: name })),
});
type Payload = z.infer<typeof payloadSchema>;

/** The action that brings a new text, and what holds it. Other actions, such as `edited`, do nothing. */
type TextEvent = {
  action: string;
  kind: TriggerText["kind"];
  holder: "comment" | "review" | "issue" | "pull_request";
};
const textEvents = new Map<string, TextEvent>([
  ["issue_comment", { action: "created", kind: "issue-comment", holder: "comment" }],
  ["pull_request_review_comment", { action: "created", kind: "review-comment", holder: "comment" }],
  ["pull_request_review", { action: "submitted", kind: "review", holder: "review" }],
  ["issues", { action: "opened", kind: "issue", holder: "issue" }],
  ["pull_request", { action: "opened", kind: "pull-request", holder: "pull_request" }],
  ["pull_request_target", { action: "opened", kind: "pull-request", holder: "pull_request" }],
]);

/** Reads an event file. What is missing there, or has the wrong type, is missing here. */
export function parseEvent(name: string, payload: unknown): GitHubEvent {
  const { data = payloadSchema.parse({}) } = payloadSchema.safeParse(payload);
  const event = textEvents.get(name);
  const thread = issueOrPullRequest(data);
  const isNew = thread !== undefined && event?.action === data.action;
  return {
    name,
    thread,
    triggerText: isNew ? textOf(event, data) : undefined,
    isTextEvent: event !== undefined,
    diffSource: name === "push" ? fromPush(data) : diffSourceOf(name, data, thread),
    defaultBranch: data.repository?.default_branch,
  };
}

/** Only bodies: GitHub itself fills in titles, for example from a task list that someone else wrote. */
function textOf({ kind, holder }: TextEvent, payload: Payload): TriggerText | undefined {
  const written = payload[holder];
  if (written === undefined) {
    return undefined;
  }
  const { body: text, html_url: url, user } = written;
  const login = user?.login;
  const { comment, review, changes } = payload;
  return {
    kind,
    id: `${kind}:${("number" in written ? written.number : written.id) ?? ""}`,
    text,
    url,
    commentId: comment?.id,
    inline: comment && kind === "review-comment" ? inlineOf(comment) : undefined,
    author: login,
    authorIsBot: user?.type === "Bot" || isBotLogin(login ?? ""),
    isTransferred: changes?.old_issue !== undefined,
    asksForChanges: review?.state === "changes_requested",
  };
}

function inlineOf(comment: NonNullable<Payload["comment"]>): TriggerText["inline"] {
  return {
    path: comment.path,
    startLine: comment.start_line,
    line: comment.line ?? comment.original_line,
    hunk: comment.diff_hunk,
    rootCommentId: comment.in_reply_to_id ?? comment.id,
  };
}

function issueOrPullRequest({ issue, pull_request: pull }: Payload): Thread | undefined {
  const subject = pull ?? issue;
  if (subject === undefined) {
    return undefined;
  }
  const { number, title, html_url: url, body, user } = subject;
  return {
    number,
    isPullRequest: pull !== undefined || issue?.pull_request != null,
    title,
    url,
    body,
    author: user?.login,
  };
}

/** True for a pull request by the app of the service's agent. */
export function isByAgent(thread: Thread | undefined): boolean {
  return thread?.isPullRequest === true && isSameLogin(thread.author ?? "", agentLogin);
}

function diffSourceOf(name: string, payload: Payload, thread?: Thread): GitHubEvent["diffSource"] {
  const { action, pull_request: pull, release } = payload;
  if (thread?.isPullRequest) {
    return {
      kind: "pull-request",
      number: thread.number,
      fromEvent: true,
      headSha: pull?.head?.sha,
    };
  }
  if (name !== "release" || release === undefined) {
    return undefined;
  }
  if (release.draft || action === "deleted" || action === "unpublished") {
    return "nothing";
  }
  return { kind: "release", tag: release.tag_name, prerelease: release.prerelease };
}

function fromPush({ ref, before, after, repository }: Payload): GitHubEvent["diffSource"] {
  if (
    ref === undefined ||
    before === undefined ||
    after === undefined ||
    repository === undefined
  ) {
    return undefined;
  }
  const main = repository.default_branch;
  if (isNoCommit(after)) {
    return "nothing";
  }
  if (!isNoCommit(before)) {
    return { kind: "range", base: before, head: after };
  }
  if (ref.startsWith("refs/tags/")) {
    return "new tag";
  }
  // The first push of all has nothing before it.
  const isFirst = ref === `refs/heads/${main}`;
  return isFirst ? undefined : { kind: "range", base: main, head: after };
}
