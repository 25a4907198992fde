import { commentThread, inlineComments } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { isByAgent } from "../github/event.ts";
import { mintlifyUrl } from "../names.ts";
import { richText } from "../text/rich-text.ts";
import { readLedgers } from "./ledger-marker.ts";
import { isByApp, type MarkedComment, signerOf } from "./marker.ts";
import { emptyMemory, type Memory, readMemory } from "./memory.ts";
import type { RunThread } from "./thread.ts";
import { memoryError } from "./thread-errors.ts";
import { sharedTime, type Tools } from "./tools.ts";

/** Reads what the thread remembers. Never throws for what GitHub does: a thread that cannot be read is `unread`. */
export async function recall(thread: RunThread, tools: Tools): Promise<Memory> {
  const { github, event } = tools;
  const { place } = thread;
  const { triggerText } = event;
  const unseen: Memory = { ...emptyMemory, mayBeDeleted: triggerText !== undefined };
  if (place === undefined || github === undefined || !thread.remembers) {
    return unseen;
  }
  const { number } = place;
  const isOfEvent = number === event.thread?.number;
  try {
    const [below, inline] = await Promise.all([
      commentThread(github, number).list(),
      // An issue has no inline comments.
      isOfEvent && event.thread?.isPullRequest === false
        ? []
        : inlineComments(github, number).catch((error: unknown) => {
            // `issue-number` may name an issue, and the token may read no pull requests.
            const mayBeIssue = !isOfEvent && error instanceof GitHubError && error.isHidden;
            if (mayBeIssue) {
              return [];
            }
            throw error;
          }),
    ]);
    const comments = [...below, ...inline];
    const signer = signerOf(number, tools);
    const ledgers = readLedgers(below, signerOf(number, tools, "ledger"))
      .filter(({ verified, isNamed }) => verified && isNamed)
      .map(({ ledger }) => ledger);
    const memory = readMemory(comments, signer, thread.identity, sharedTime(tools), ledgers);
    const unknownDocs = memory.isLinked
      ? undefined
      : unknownDocsOf(memory.unverified, isOfEvent, tools);
    const { commentId } = triggerText ?? {};
    // A description is there with its thread.
    const isSeen =
      commentId === undefined ? isOfEvent : comments.some(({ id }) => id === commentId);
    return {
      ...memory,
      unknownDocs,
      mayBeDeleted: !isSeen,
      inlineComments: isOfEvent ? inline : undefined,
    };
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    const what = richText`The comments of #${number} cannot be read (${error.why}), so its jobs are not known.`;
    return { ...unseen, unread: memoryError(error, number, what, tools) };
  }
}

/**
 * What is known of a documentation pull request that no verified comment links to a job: an app has written a link with another
 * key or for another project, or the service's agent has opened it.
 */
function unknownDocsOf(
  unverified: readonly MarkedComment[],
  isOfEvent: boolean,
  { event, connection }: Tools,
): Memory["unknownDocs"] {
  const link = unverified.find(({ comment, marker }) => marker.isLink && isByApp(comment));
  if (link !== undefined) {
    return { jobId: link.marker.job?.id };
  }
  const isOfService =
    connection.base.origin === mintlifyUrl && isOfEvent && isByAgent(event.thread);
  return isOfService ? { jobId: undefined } : undefined;
}
