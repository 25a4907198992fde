import * as z from "zod/mini";
import { triggerEventOf } from "./trigger-events.ts";

/** The role of a text in its thread, which decides where an answer and a reaction go. */
export type TextKind = "issue-comment" | "review-comment" | "review" | "issue" | "pull-request";

/** The line of code that an inline comment is about. */
export type ReviewCommentContext = {
  path: string;
  startLine: number | undefined;
  line: number | undefined;
  hunk: string;
  /** The comment that began the review thread, which replies go to. */
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
  /** How many issue comments the event counted; missing when it does not say. */
  comments: number | undefined;
};

/** A text that a person has just written, as the event file holds it. */
export type TriggerText = {
  kind: TextKind;
  text: string;
  /** The login of the author; missing when the account is gone. */
  author: string | undefined;
  authorIsBot: boolean;
  /** The comment's id; missing for reviews, issues and pull requests. */
  commentId: number | undefined;
  url: string;
  inline: ReviewCommentContext | undefined;
};

/** What an event file says, as far as the action goes by it. */
export type GitHubEvent = {
  name: string;
  /** The issue or pull request that it is about, on any event that has one. */
  thread: Thread | undefined;
  /** Present on the five events that carry a fresh text, when their action is the one that makes it. */
  triggerText: TriggerText | undefined;
  /** True on those events with another action, such as `edited`, and on files that miss what they should have. */
  isTextEvent: boolean;
};

const text = z.catch(z.nullish(z.string()), undefined);
const count = z.catch(z.optional(z.int().check(z.nonnegative())), undefined);
const line = z.catch(z.nullish(z.int().check(z.positive())), undefined);
const id = z.int().check(z.positive());
const user = z.catch(z.nullish(z.object({ login: z.string().check(z.minLength(1)), type: text })), undefined);

const issueSchema = z.object({
  number: id,
  title: text,
  html_url: text,
  body: text,
  user,
  comments: count,
  pull_request: z.optional(z.unknown()),
});
const pullSchema = z.object({ number: id, title: text, html_url: text, body: text, user, comments: count });
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
const reviewSchema = z.object({ body: text, html_url: text, user });
const payloadSchema = z.object({
  action: text,
  issue: z.catch(z.optional(issueSchema), undefined),
  pull_request: z.catch(z.optional(pullSchema), undefined),
  comment: z.catch(z.optional(commentSchema), undefined),
  review: z.catch(z.optional(reviewSchema), undefined),
});
type Payload = z.infer<typeof payloadSchema>;

const readers: Readonly<Record<string, (payload: Payload) => Omit<TriggerText, "text"> | undefined>> = {
  issue_comment: (payload) => fromComment("issue-comment", payload),
  pull_request_review_comment: (payload) => fromComment("review-comment", payload),
  pull_request_review: fromReview,
  issues: ({ issue }) => issue && fromDescription("issue", issue),
  pull_request: ({ pull_request: pull }) => pull && fromDescription("pull-request", pull),
  pull_request_target: ({ pull_request: pull }) => pull && fromDescription("pull-request", pull),
};

/** Reads an event file's content. Whatever it holds, the answer is orderly: what is missing is missing. */
export function parseEvent(name: string, payload: unknown): GitHubEvent {
  const parsed = payloadSchema.safeParse(payload);
  const event = triggerEventOf(name);
  if (!parsed.success)
    return { name, thread: undefined, triggerText: undefined, isTextEvent: event !== undefined };
  const { data } = parsed;
  const thread = threadOf(data);
  const fresh = event !== undefined && data.action === event.action && thread !== undefined;
  const read = fresh ? readers[name]?.(data) : undefined;
  const triggerText =
    event === undefined || read === undefined ? undefined : { ...read, text: event.text(payload) };
  return { name, thread, triggerText, isTextEvent: event !== undefined };
}

function threadOf({ issue, pull_request: pull }: Payload): Thread | undefined {
  const subject = pull ?? issue;
  if (subject === undefined) return undefined;
  return {
    number: subject.number,
    isPullRequest: pull !== undefined || issue?.pull_request != null,
    title: subject.title ?? "",
    url: subject.html_url ?? "",
    body: subject.body ?? "",
    comments: subject.comments,
  };
}

function fromComment(
  kind: "issue-comment" | "review-comment",
  { comment }: Payload,
): Omit<TriggerText, "text"> | undefined {
  if (comment === undefined) return undefined;
  const inline =
    kind === "review-comment"
      ? {
          path: comment.path ?? "",
          startLine: comment.start_line ?? undefined,
          line: comment.line ?? comment.original_line ?? undefined,
          hunk: comment.diff_hunk ?? "",
          rootCommentId: comment.in_reply_to_id ?? comment.id,
        }
      : undefined;
  return {
    ...authorOf(comment.user),
    kind,
    commentId: comment.id,
    url: comment.html_url ?? "",
    inline,
  };
}

function fromReview({ review }: Payload): Omit<TriggerText, "text"> | undefined {
  if (review === undefined) return undefined;
  const { html_url: url } = review;
  return {
    ...authorOf(review.user),
    kind: "review",
    commentId: undefined,
    url: url ?? "",
    inline: undefined,
  };
}

function fromDescription(
  kind: "issue" | "pull-request",
  subject: { user?: z.infer<typeof user>; html_url?: string | null | undefined },
): Omit<TriggerText, "text"> {
  const url = subject.html_url ?? "";
  return { ...authorOf(subject.user), kind, commentId: undefined, url, inline: undefined };
}

function authorOf(author: z.infer<typeof user>): Pick<TriggerText, "author" | "authorIsBot"> {
  const login = author?.login;
  return { author: login, authorIsBot: author?.type === "Bot" || login?.endsWith("[bot]") === true };
}
