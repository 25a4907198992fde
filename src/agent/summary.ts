import { pullRequestLabel } from "../github/pull-request-address.ts";
import { headline, type Outcome } from "../outcomes.ts";
import { codeLink, codeSpan, escapeInlineMarkdown, link } from "../text/markdown.ts";
import { richText, toMarkdown } from "../text/rich-text.ts";
import { formatDuration, upperFirst } from "../text/words.ts";
import { type Progress, quote, sentences } from "./comment-text.ts";
import { afterLink, checksLine, fileList } from "./pull-text.ts";

const maxQuote = 1500;

/**
 * The job summary of an agent run: Markdown in which foreign text is inert. A run that was denied, skipped or answered
 * has no progress, or a part of it. `sourceUrl` is where the files of the action are; missing where that is not known.
 */
export function renderSummary(
  outcome: Outcome,
  progress: Partial<Progress>,
  sourceUrl: string | undefined,
): string {
  const { jobId, job, prLink, contents, tookMs, prompt = "", review } = progress;
  const facts: string[] = [];
  // With the result `pull-request`, the message already links it.
  if (prLink !== undefined && outcome.result !== "pull-request")
    facts.push(`Pull request: ${link(pullRequestLabel(prLink), prLink)}`);
  if (jobId !== undefined) {
    const status = job === undefined ? "" : ` (${escapeInlineMarkdown(job.status, 64)})`;
    facts.push(`Job: ${codeSpan(jobId, 80)}${status}`);
  }
  if (tookMs !== undefined) facts.push(`Took: ${formatDuration(tookMs)}`);
  if (outcome.reason !== "") facts.push(`Reason: ${linkReason(outcome.reason, sourceUrl)}`);

  const parts = [
    `### Docs Agent: ${headline(outcome)}`,
    sentences(renderMessage(outcome), contents ? afterLink(contents) : ""),
    ...(contents ? [fileList(contents), checksLine(contents)].filter((part) => part !== "") : []),
  ];
  if (facts.length > 0) parts.push(facts.join(" · "));
  if (outcome.advice.length > 0) parts.push(upperFirst(toMarkdown(outcome.advice)));
  if (prompt !== "") parts.push(quote(prompt, maxQuote));
  if (review !== undefined) parts.push(toMarkdown(richText`Sent ${review}.`));
  return `${parts.join("\n\n")}\n`;
}

/** What happened; several points as a list. */
function renderMessage({ message, points }: Outcome): string {
  if (points === undefined || points.length < 2) return toMarkdown(message);
  return points.map((point) => `- ${toMarkdown(point)}`).join("\n");
}

/** A reason with a link to its row in the documentation. */
function linkReason(reason: string, sourceUrl: string | undefined): string {
  return sourceUrl === undefined
    ? codeSpan(reason)
    : codeLink(reason, `${sourceUrl}/docs/reference.md#${reason}`);
}
