import { type Comment, inlineComments } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { isSameLogin } from "../github/logins.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, type RichText, richText, toMarkdown } from "../text/rich-text.ts";
import { list, plural, shortenMiddle } from "../text/words.ts";
import { paragraphs } from "./comment-text.ts";
import { closeFence } from "./context-text.ts";
import type { Memory } from "./memory.ts";
import { findCommand } from "./parse.ts";
import type { JobRequest } from "./request.ts";
import type { Tools } from "./tools.ts";

type Inline = NonNullable<Comment["inline"]>;

const maxComments = 50;
/** In characters, for all comments together. */
const maxLength = 20_000;
/** How many comments a sentence names. */
const maxNamed = 10;
const maxPath = 200;

/**
 * The request with the inline comments of its review, if a review holds it: they are part of it, because their author
 * was checked. Where GitHub refuses them, it is sent without them, and its note says so.
 */
export async function takeComments(
  request: JobRequest,
  memory: Memory,
  { github, event, inputs, log }: Tools,
): Promise<JobRequest> {
  const pull = event.thread?.number;
  if (request.trigger?.kind !== "review" || pull === undefined) return request;
  const without = (why: RichText): JobRequest => {
    const note = richText`without the comments of the review, ${why}`;
    return { ...request, review: { summary: request.prompt, note } };
  };
  if (github === undefined)
    return without(richText`because the step has no ${code("github-token")}`);
  try {
    const comments = memory.inlineComments ?? (await inlineComments(github, pull));
    return withComments(request, comments, inputs["trigger-phrase"]);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (!error.aborted) {
      const text = `GitHub did not give the comments of the review (${error.why}).`;
      log.warning("Review comments not read", `${text} ${error.advice("pull-requests: read")}`);
    }
    return without(richText`which GitHub did not give (${error.whyText})`);
  }
}

/**
 * The request with those of a pull request's comments that belong to its review, by its author. A comment that holds the
 * phrase is a command of its own. What does not fit is named.
 */
export function withComments(
  request: JobRequest,
  comments: readonly Comment[],
  phrase: string,
): JobRequest {
  const { trigger, prompt: summary } = request;
  const all = comments.flatMap(({ inline, login, body }) => {
    const isOfReview = inline !== undefined && `review:${inline.reviewId}` === trigger?.id;
    if (!isOfReview || !isSameLogin(login ?? "", trigger.author ?? "")) return [];
    const text = closeFence(stripHidden(body).trim());
    return text === "" || findCommand(body, phrase).command !== undefined
      ? []
      : { ...inline, text };
  });
  if (all.length === 0) return request;
  const [taken, left]: [Inline[], Inline[]] = [[], []];
  const texts: string[] = [];
  let room = maxLength;
  for (const comment of all) {
    const title = `${taken.length + 1}. ${toMarkdown(where(comment))}:`;
    const text = paragraphs([title, comment.text]);
    const fits = taken.length < maxComments && text.length <= room;
    (fits ? taken : left).push(comment);
    if (!fits) continue;
    texts.push(text);
    room -= text.length;
  }
  const isCut = left.length > 0;
  const counted = `${isCut ? `${taken.length} of ` : ""}${plural(all.length, "comment")} of the review`;
  const rest = toMarkdown(
    richText`Not here, because they do not fit: ${places(left, maxComments)}.`,
  );
  const sent = taken.length === 0 ? [] : richText`: ${places(taken, maxNamed)}`;
  const named = isCut ? richText`; named only, as they do not fit: ${places(left, maxNamed)}` : [];
  const prompt = paragraphs([closeFence(summary), `${counted}:`, ...texts, isCut ? rest : ""]);
  return {
    ...request,
    // Names alone ask for nothing.
    prompt: summary === "" && taken.length === 0 ? "" : prompt,
    review: {
      summary,
      note: richText`with ${{ trusted: counted }}${sent}${named}`,
      comments: taken,
    },
  };
}

function where({ path, startLine, line, isOfOldVersion }: Inline): RichText {
  const file = code(shortenMiddle(path, maxPath));
  if (line === undefined) return richText`On the file ${file}`;
  const lines =
    startLine === undefined ? richText`line ${line}` : richText`lines ${startLine} to ${line}`;
  return richText`On ${lines} of ${{ trusted: isOfOldVersion ? "an earlier version of " : "" }}${file}`;
}

/** The places of comments, each file once: `api/list.mdx`:40 and :55. */
function places(comments: readonly Inline[], max: number): RichText {
  const files = [...Map.groupBy(comments.slice(0, max), ({ path }) => path)];
  const named = files.flatMap(([path, each], index) => {
    const lines = each
      .filter(({ line }) => line !== undefined)
      .map(({ startLine, line }) =>
        startLine === undefined ? `:${line}` : `:${startLine}–${line}`,
      );
    const before = { trusted: index === 0 ? "" : ", " };
    return [before, code(shortenMiddle(path, maxPath)), { trusted: list(lines) }];
  });
  const more = comments.length - max;
  return more > 0 ? richText`${named} and ${more} more` : named;
}
