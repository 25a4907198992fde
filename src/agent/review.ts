import { type Comment, inlineComments } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { isSameLogin } from "../github/logins.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, joinTexts, type RichText, richText, toMarkdown } from "../text/rich-text.ts";
import { plural, shortenMiddle } from "../text/words.ts";
import { paragraphs } from "./comment-text.ts";
import { closeFence, linesOf } from "./context-text.ts";
import type { Memory } from "./memory.ts";
import { findCommand } from "./parse.ts";
import type { JobRequest } from "./request.ts";
import type { Tools } from "./tools.ts";

type Inline = NonNullable<Comment["inline"]>;

const maxComments = 50;
/** In characters, for all comments together. */
const maxLength = 20_000;
const maxPath = 200;

/**
 * The request with the inline comments of its review, if a review holds it: they are part of it, because their author
 * was checked. Where they cannot be read, it is sent without them, and its note says so.
 */
export async function takeComments(
  request: JobRequest,
  memory: Memory,
  { github, event, inputs }: Tools,
): Promise<JobRequest> {
  const pull = event.thread?.number;
  if (request.trigger?.kind !== "review" || pull === undefined) {
    return request;
  }
  const without = (why: RichText): JobRequest => {
    const note = richText`without the comments of the review, ${why}`;
    return { ...request, review: { summary: request.prompt, note } };
  };
  if (github === undefined) {
    return without(richText`because the step has no ${code("github-token")}`);
  }
  try {
    const comments = memory.inlineComments ?? (await inlineComments(github, pull));
    return withComments(request, comments, inputs["trigger-phrase"]);
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    return without(richText`which GitHub did not give (${error.why})`);
  }
}

/**
 * The request with those of a pull request's comments that belong to its review, by its author. A comment that holds the
 * phrase is a command of its own. The note says how many fit.
 */
export function withComments(
  request: JobRequest,
  comments: readonly Comment[],
  phrase: string,
): JobRequest {
  const { trigger, prompt: summary } = request;
  const all = comments.flatMap(({ inline, login, body }) => {
    const isOfReview = inline !== undefined && `review:${inline.reviewId}` === trigger?.id;
    if (!isOfReview || !isSameLogin(login ?? "", trigger.author ?? "")) {
      return [];
    }
    const text = closeFence(stripHidden(body).trim());
    const isCommand = findCommand(body, phrase) !== undefined;
    return text === "" || isCommand ? [] : { ...inline, text };
  });
  if (all.length === 0) {
    return request;
  }
  const taken: Inline[] = [];
  const texts: string[] = [];
  let room = maxLength;
  for (const comment of all) {
    const version = comment.isOfOldVersion ? " in an earlier version" : "";
    const title = `${taken.length + 1}. ${toMarkdown(placeOf(comment))}${version}:`;
    const text = paragraphs([title, comment.text]);
    if (taken.length === maxComments || text.length > room) {
      continue;
    }
    taken.push(comment);
    texts.push(text);
    room -= text.length;
  }
  const count = taken.length < all.length ? `${taken.length} of ` : "";
  const counted = `${count}${plural(all.length, "comment")} of the review`;
  const sent = taken.length === 0 ? [] : richText`: ${joinTexts(taken.map(placeOf), ", ")}`;
  const note = richText`with ${{ trusted: counted }}${sent}`;
  const prompt = paragraphs([closeFence(summary), `${counted}:`, ...texts]);
  return {
    ...request,
    prompt: taken.length === 0 ? summary : prompt,
    review: { summary, note, comments: taken },
  };
}

/** The place of a comment, as in `api/list.mdx`:38–40. */
function placeOf(comment: Inline): RichText {
  const file = code(shortenMiddle(comment.path, maxPath));
  return richText`${file}${{ trusted: linesOf(comment) }}`;
}
