import * as z from "zod/mini";
import { type DiffSource, isCommit, type PullRequestHead } from "./changes.ts";
import { isBotLogin } from "./logins.ts";

/** The line of code that an inline comment is about. */
export type ReviewCommentContext = {
  path: string;
  startLine: number | undefined;
  line: number | undefined;
  hunk: string;
  /** The first comment of the review thread; replies go to it. */
  rootCommentId: number;
};

/** An issue or pull request. */
export type Thread = {
  number: number;
  isPullRequest: boolean;
  title: string;
  url: string;
  /** The description; empty when there is none. */
  body: string;
};

/** A new text, as the event file holds it. Its kind decides where the reply and the reaction go. */
export type TriggerText = WrittenText &
  (
    | { kind: "issue-comment"; commentId: number; inline: undefined }
    | { kind: "review-comment"; commentId: number; inline: ReviewCommentContext }
    | { kind: "review" | "issue" | "pull-request"; commentId: undefined; inline: undefined }
  );

type WrittenText = {
  text: string;
  /** The login of the author; missing when the account is gone. */
  author: string | undefined;
  authorIsBot: boolean;
  /** Names the text among all of its repository, such as `issue-comment:41`, `review:7` or `issue:12`. */
  id: string;
  url: string;
  /** True for the description of an issue that was transferred here, which counted where it was written. */
  isTransferred?: true;
};

/** An event with nothing to compare: a first push, a ref or release that is deleted, a release that is not published. */
export type NothingToCompare = { kind: "nothing" };

/** The parts of an event file that the action uses. */
export type GitHubEvent = {
  name: string;
  /** The issue or pull request of the event; missing on events without one. */
  thread: Thread | undefined;
  /** The new text, on the events that can hold a command and when it was just written; missing after an edit, for example. */
  triggerText: TriggerText | undefined;
  /** True on the events that can hold a command, whatever their action is and even if the file lacks parts. */
  isTextEvent: boolean;
  /** What the event changed; missing where it names no change, or where the file lacks parts of it. */
  diffSource: DiffSource | NothingToCompare | undefined;
};

const text = z.catch(z.nullish(z.string()), undefined);
const line = z.catch(z.nullish(z.int().check(z.positive())), undefined);
const id = z.int().check(z.positive());
const user = z.catch(z.nullish(z.object({ login: z.string().check(z.minLength(1)), type: text })), undefined);

/** What the payloads of issues and pull requests have in common. */
const threadFields = { number: id, title: text, html_url: text, body: text, user };
const issueSchema = z.object({ ...threadFields, pull_request: z.optional(z.unknown()) });
const commit = z.string().check(z.refine(isCommit));
const repositorySchema = z.catch(
  z.nullish(z.object({ full_name: z.string().check(z.minLength(1)) })),
  undefined,
);
const pullSchema = z.object({
  ...threadFields,
  head: z.catch(z.optional(z.object({ sha: commit, repo: repositorySchema })), undefined),
  base: z.catch(z.optional(z.object({ repo: repositorySchema })), undefined),
});
const commentSchema = z.object({
  id,
  body: text,
  html_url: text,
  user,
  path: text,
  line,
  original_line: line,
  start_line: line,
  diff_hunk: text,
  in_reply_to_id: z.catch(z.optional(id), undefined),
});
const reviewSchema = z.object({ id: z.catch(z.optional(id), undefined), body: text, html_url: text, user });
const payloadSchema = z.object({
  action: text,
  issue: z.catch(z.optional(issueSchema), undefined),
  pull_request: z.catch(z.optional(pullSchema), undefined),
  comment: z.catch(z.optional(commentSchema), undefined),
  review: z.catch(z.optional(reviewSchema), undefined),
  // GitHub opens a transferred issue anew (docs.github.com, "Webhook events and payloads", issues, opened).
  changes: z.catch(z.optional(z.object({ old_issue: z.optional(z.unknown()) })), undefined),
  release: z.catch(
    z.optional(
      z.object({ tag_name: z.string().check(z.minLength(1)), draft: z.boolean(), prerelease: z.boolean() }),
    ),
    undefined,
  ),
});
const pushSchema = z.object({
  ref: z.string(),
  before: commit,
  after: commit,
  forced: z.catch(z.boolean(), false),
  repository: z.object({ default_branch: z.string().check(z.minLength(1)) }),
});
type Payload = z.infer<typeof payloadSchema>;

type TriggerEvent = {
  /** The action that brings a new text; others, such as `edited`, do nothing. */
  action: string;
  read: (payload: Payload) => TriggerText | undefined;
};

const triggerEvents: Readonly<Record<string, TriggerEvent>> = {
  issue_comment: { action: "created", read: fromIssueComment },
  pull_request_review_comment: { action: "created", read: fromReviewComment },
  pull_request_review: { action: "submitted", read: fromReview },
  // Only bodies: GitHub itself fills in titles, for example from a task list that someone else wrote.
  issues: { action: "opened", read: fromIssue },
  pull_request: { action: "opened", read: fromPullRequest },
  pull_request_target: { action: "opened", read: fromPullRequest },
};

/** Reads the content of an event file. What is missing there, or has the wrong type, is missing here. */
export function parseEvent(name: string, payload: unknown): GitHubEvent {
  const { data } = payloadSchema.safeParse(payload);
  const event = Object.hasOwn(triggerEvents, name) ? triggerEvents[name] : undefined;
  const thread = data && issueOrPullRequest(data);
  const isNew = event !== undefined && thread !== undefined && data?.action === event.action;
  const triggerText = isNew ? event.read(data) : undefined;
  const diffSource = name === "push" ? fromPush(payload) : data && diffSourceOf(name, data, thread);
  return { name, thread, triggerText, isTextEvent: event !== undefined, diffSource };
}

function diffSourceOf(
  name: string,
  { action, pull_request: pull, release }: Payload,
  thread: Thread | undefined,
): DiffSource | NothingToCompare | undefined {
  if (thread?.isPullRequest)
    return { kind: "pull-request", number: thread.number, fromEvent: true, head: pull && headOf(pull) };
  if (name !== "release" || release === undefined) return undefined;
  if (release.draft || action === "deleted" || action === "unpublished") return { kind: "nothing" };
  return { kind: "release", tag: release.tag_name, prerelease: release.prerelease };
}

function headOf({ head, base }: z.infer<typeof pullSchema>): PullRequestHead | undefined {
  if (head === undefined) return undefined;
  const from = head.repo?.full_name ?? "a deleted repository";
  return { sha: head.sha, fork: from === base?.repo?.full_name ? undefined : from };
}

function fromPush(payload: unknown): DiffSource | NothingToCompare | undefined {
  const { data } = pushSchema.safeParse(payload);
  if (data === undefined) return undefined;
  const { ref, before, after, forced, repository } = data;
  const isDefault = ref === `refs/heads/${repository.default_branch}`;
  const isNew = isNoCommit(before);
  // A push that deletes a ref has no commit after it (docs.github.com, "Webhook events and payloads", push).
  if (isNoCommit(after) || (isNew && isDefault)) return { kind: "nothing" };
  return {
    kind: "push",
    before: isNew ? undefined : before,
    after,
    forced,
    defaultBranch: isDefault ? undefined : repository.default_branch,
  };
}

/** GitHub writes a commit that is not there as zeros. */
function isNoCommit(sha: string): boolean {
  return /^0+$/.test(sha);
}

function issueOrPullRequest({ issue, pull_request: pull }: Payload): Thread | undefined {
  const subject = pull ?? issue;
  if (subject === undefined) return undefined;
  return {
    number: subject.number,
    isPullRequest: pull !== undefined || issue?.pull_request != null,
    title: subject.title ?? "",
    url: subject.html_url ?? "",
    body: subject.body ?? "",
  };
}

function fromIssueComment({ comment }: Payload): TriggerText | undefined {
  return comment && { ...writtenText("issue-comment", comment.id, comment), commentId: comment.id };
}

function fromReviewComment({ comment }: Payload): TriggerText | undefined {
  if (comment === undefined) return undefined;
  return {
    ...writtenText("review-comment", comment.id, comment),
    commentId: comment.id,
    inline: {
      path: comment.path ?? "",
      startLine: comment.start_line ?? undefined,
      line: comment.line ?? comment.original_line ?? undefined,
      hunk: comment.diff_hunk ?? "",
      rootCommentId: comment.in_reply_to_id ?? comment.id,
    },
  };
}

function fromReview({ review }: Payload): TriggerText | undefined {
  return review && writtenText("review", review.id, review);
}

function fromIssue({ issue, changes }: Payload): TriggerText | undefined {
  if (issue === undefined) return undefined;
  const isTransferred = changes?.old_issue !== undefined;
  return { ...writtenText("issue", issue.number, issue), ...(isTransferred ? { isTransferred } : {}) };
}

function fromPullRequest({ pull_request: pull }: Payload): TriggerText | undefined {
  return pull && writtenText("pull-request", pull.number, pull);
}

/** What every kind of text has, and nothing of what only comments have. */
function writtenText<Kind extends TriggerText["kind"]>(
  kind: Kind,
  number: number | undefined,
  { user, body, html_url: url }: z.infer<typeof reviewSchema>,
) {
  return {
    ...authorOf(user),
    kind,
    text: body ?? "",
    id: `${kind}:${number ?? ""}`,
    url: url ?? "",
    commentId: undefined,
    inline: undefined,
  };
}

function authorOf(author: z.infer<typeof user>): Pick<WrittenText, "author" | "authorIsBot"> {
  const login = author?.login;
  const authorIsBot = /^bot$/i.test(author?.type ?? "") || (login !== undefined && isBotLogin(login));
  return { author: login, authorIsBot };
}
