import { type GitHub, itemsOf, maxPerPage, noRetries } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { cutBody } from "./lengths.ts";
import { loginOf } from "./logins.ts";
import type { Octokit } from "./octokit.ts";

/** The parts of a comment that are used. */
export type Comment = {
  id: number;
  body: string;
  url: string;
  /** Its author; missing when the account is gone. */
  login: string | undefined;
  /** When it was written or edited last, by GitHub's clock, in epoch ms; missing where GitHub does not say. */
  updatedAt?: number | undefined;
  /** Its place in a file; missing below an issue or pull request. */
  inline?: InlinePlace & {
    reviewId: number | undefined;
    /** True where the lines are those of an earlier version: the comment is outdated, or on lines that were removed. */
    isOfOldVersion: boolean;
    /** The lines of the diff up to it, as in a patch; empty where GitHub shows none. */
    hunk: string;
  };
};

/** The place of an inline comment in a pull request. */
export type InlinePlace = {
  path: string;
  /** The first of several lines. */
  startLine: number | undefined;
  /** Missing for a comment on the whole file. */
  line: number | undefined;
};

export type Reaction = "eyes" | "rocket" | "+1" | "confused" | "-1";

export type CommentThread = ReturnType<typeof commentThread>;

/** The comments of an issue or pull request, or of the review thread that `root` begins. Methods throw a `GitHubError`. */
export function commentThread(github: GitHub, number: number, root?: number) {
  /** Oldest first; with `root`, all inline comments of the pull request. */
  const list = async (): Promise<Comment[]> => {
    if (root !== undefined) {
      return await inlineComments(github, number);
    }
    return await github.ask(async ({ rest }, repository) => {
      const issue = { ...repository, issue_number: number, per_page: maxPerPage };
      return await allComments((page) => rest.issues.listComments({ ...issue, ...page }));
    });
  };
  const post = (body: string) =>
    github.ask(async ({ rest: { issues, pulls } }, repository) => {
      const comment = { ...repository, ...noRetries, body };
      const { data } =
        root === undefined
          ? await issues.createComment({ ...comment, issue_number: number })
          : await pulls.createReplyForReviewComment({
              ...comment,
              pull_number: number,
              comment_id: root,
            });
      return toComment(data);
    });
  return {
    number,
    root,
    list,
    /**
     * Creates a comment only once: one whose answer was lost is looked for before the next try. `lost` holds the bodies
     * that may be there from earlier calls; a body whose fate stays unknown is added to it.
     */
    create: async (text: string, lost = new Set<string>()): Promise<Comment> => {
      const body = github.redact(text);
      for (let attempt = 1; ; attempt++) {
        try {
          // Of several comments with a lost body the oldest is ours, because a copy is always younger.
          const isLost = ({ body: there }: Comment) => lost.has(plain(there));
          const posted = lost.size > 0 ? (await list()).find(isLost) : undefined;
          return posted ?? (await post(body));
        } catch (error) {
          // After a refusal there is no comment, and another attempt would be refused as well.
          if (!(error instanceof GitHubError) || error.isRefusal) {
            throw error;
          }
          lost.add(plain(body));
          // A creation that used up its minute is not repeated: GitHub hangs, and the step would wait for minutes.
          if (error.failure === "gave-up" || attempt === createAttempts) {
            throw error;
          }
        }
      }
    },
    edit: (id: number, body: string): Promise<Comment> =>
      github.ask(async ({ rest: { issues, pulls } }, repository) => {
        const edit = { ...repository, comment_id: id, body: github.redact(body) };
        const { data } =
          root === undefined
            ? await issues.updateComment(edit)
            : await pulls.updateReviewComment(edit);
        return toComment(data);
      }),
    remove: (id: number): Promise<void> =>
      github.ask(async ({ rest: { issues } }, repository) => {
        await issues.deleteComment({ ...repository, comment_id: id });
      }),
    /** Adds a reaction to a comment, or without its id to the description; one that is there already stays. */
    react: (content: Reaction, id?: number): Promise<void> =>
      github.ask(async ({ rest: { reactions } }, repository) => {
        const reaction = { ...repository, content };
        if (id === undefined) {
          await reactions.createForIssue({ ...reaction, issue_number: number });
        } else if (root === undefined) {
          await reactions.createForIssueComment({ ...reaction, comment_id: id });
        } else {
          await reactions.createForPullRequestReviewComment({ ...reaction, comment_id: id });
        }
      }),
  };
}

/** All inline comments of a pull request, oldest first. Throws a `GitHubError`. */
export function inlineComments(github: GitHub, number: number): Promise<Comment[]> {
  return github.ask(async ({ rest }, repository) => {
    const pull = { ...repository, pull_number: number, per_page: maxPerPage };
    return await allComments((page) => rest.pulls.listReviewComments({ ...pull, ...page }));
  });
}

type Page = { data: (IssueComment | InlineComment)[]; headers: { link?: string | undefined } };

/**
 * The comments of all pages, oldest first. A comment that is deleted between two requests moves those behind it to the
 * front, so several pages are read from the last to the first, and the first a second time: none of them is missed.
 */
async function allComments(read: (at: { page?: number }) => Promise<Page>): Promise<Comment[]> {
  let newest = await read({});
  let last = 1;
  while (pageIn(newest, "next") !== undefined) {
    last = pageIn(newest, "last") ?? last + 1;
    newest = await read({ page: last });
  }
  const pages = [newest];
  for (let page = last - 1; page > 0; page--) {
    pages.push(await read({ page }));
  }
  const comments = pages.reverse().flatMap(itemsOf).map(toComment);
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return [...byId.values()];
}

/** The number of the next or the last page, as the header of a page names it (docs.github.com, "Using pagination"). */
function pageIn({ headers: { link = "" } }: Page, rel: "next" | "last"): number | undefined {
  const number = new RegExp(`[?&]page=(\\d+)[^>]*>; rel="${rel}"`).exec(link)?.[1];
  return number === undefined ? undefined : Number(number);
}

const createAttempts = 3;

/** GitHub may change line ends, and trims white space. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trim();
}

type IssueComment = Awaited<ReturnType<Octokit["rest"]["issues"]["listComments"]>>["data"][number];
type InlineComment = Awaited<
  ReturnType<Octokit["rest"]["pulls"]["listReviewComments"]>
>["data"][number];

function toComment(listed: IssueComment | InlineComment): Comment {
  const { id, body, html_url: url, user } = listed;
  if (typeof id !== "number") {
    throw new TypeError("the answer is no comment");
  }
  return {
    id,
    body: cutBody(body ?? ""),
    url,
    login: loginOf(user),
    updatedAt: Date.parse(listed.updated_at) || undefined,
    ...("path" in listed && { inline: inlineOf(listed) }),
  };
}

/** An outdated comment has only its original lines, one on a whole file has none. GitHub sends null for these. */
function inlineOf(listed: InlineComment): NonNullable<Comment["inline"]> {
  const isOutdated = typeof listed.line !== "number";
  const line = (isOutdated ? listed.original_line : listed.line) ?? undefined;
  return {
    reviewId: listed.pull_request_review_id ?? undefined,
    path: listed.path,
    startLine: (isOutdated ? listed.original_start_line : listed.start_line) ?? undefined,
    line,
    isOfOldVersion: line !== undefined && (isOutdated || listed.side === "LEFT"),
    hunk: listed.diff_hunk ?? "",
  };
}
