import { commentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { isSameLogin } from "../github/logins.ts";
import { type PullRequestLink, pullRequestOn, url } from "../github/pull-request-address.ts";
import { type RichTextPart, richText } from "../text/rich-text.ts";
import { renderLinkComment } from "./comment-text.ts";
import type { JobFacts } from "./decide.ts";
import { readFacts, readPull } from "./job.ts";
import { type MarkedJob, type Marker, readMarkers, signerOf, writeMarker } from "./marker.ts";
import { successorOf } from "./memory.ts";
import type { Run } from "./run-state.ts";
import { memoryError } from "./status-comment.ts";
import { abortable, type Tools } from "./tools.ts";

// The docs pull request is a door, too: a comment there says where it comes from, and commands there continue its job.

/** The address of a pull request of the run's own repository; undefined for every other. */
function pullHere(link: string | undefined, { runContext }: Tools): PullRequestLink | undefined {
  const address = link === undefined ? undefined : pullRequestOn(runContext.serverUrl, link);
  const isHere = `${address?.owner}/${address?.repo}`.toLowerCase() === runContext.repository.toLowerCase();
  return isHere ? address : undefined;
}

/**
 * Writes the one comment on a job's pull request that links it to the thread. True where it is there, so that commands
 * continue the job. The address comes from the service, which reads strangers' texts: the pull request must be in this
 * repository, from a branch of it, not the thread itself, and not older than the job. What GitHub refuses is a warning.
 */
export async function linkDocsPull(link: string, { now, thread, comment, tools }: Run): Promise<boolean> {
  const { memory, job, plan } = now;
  const { runContext, github, inputs, redact } = tools;
  const address = pullHere(link, tools);
  if (job === undefined || address === undefined || github === undefined || !thread.writes) return false;
  if (memory.job?.id === job.id && memory.job.isLinked) return true;
  const linked = thread.enqueue(async ({ number }) => {
    const { marker, comment: own } = comment?.own ?? {};
    if (marker?.job === undefined || address.number === number) return false;
    const pull = await github.pullRequest(address);
    const isFromHere = pull.headRepository?.toLowerCase() === runContext.repository.toLowerCase();
    // Unknown for a job without a time.
    const isYounger = pull.createdAt >= Date.parse(job.createdAt ?? "");
    if (!isFromHere || !isYounger) return false;
    const target = commentThread(github, address.number);
    const signer = signerOf(address.number, tools);
    // An earlier run or attempt may have written it, unless the job is new.
    const comments = plan?.kind === "create" ? [] : await target.list();
    if (readMarkers(comments, signer).ours.some((found) => found.marker.isLink)) return true;
    const content: Marker = {
      ...marker,
      ...{ isLink: true, isShared: false, command: "", earlier: [], ledger: undefined },
      // The same token writes both.
      login: own?.login,
      job: { ...marker.job, prLink: link },
    };
    const origin = { number, url: `${runContext.serverUrl}/${runContext.repository}/issues/${number}` };
    const text = writeMarker(signer, content, redact);
    await target.create(renderLinkComment(origin, inputs["trigger-phrase"], text));
    return true;
  });
  return await linked
    .then((isLinked) => isLinked === true)
    .catch((error: unknown) => {
      thread.warn("The link on the pull request could not be written", error);
      return false;
    });
}

/**
 * Reads what became of a job; `done` is its pull request, where that is merged or closed. In this repository, a command there
 * may have begun another job in its place: then that one counts. `documentedBy` is the job of the range that the conversation
 * has sent last. Throws an `ActionError` where GitHub does not say, and a `CancelledError`.
 */
export async function readCurrent(
  job: MarkedJob | undefined,
  documentedBy: MarkedJob | undefined,
  { thread, tools }: Run,
): Promise<{ job: MarkedJob | undefined; facts: JobFacts; done: JobFacts["pull"] }> {
  const facts = await abortable(tools.signal, readFacts(job, tools));
  const done = ifDone(facts);
  // A command in this thread may have begun another job already.
  const isReplaced = job !== undefined && documentedBy !== undefined && documentedBy.id !== job.id;
  if (done === undefined && isReplaced)
    return { job, facts, done: ifDone(await abortable(tools.signal, readFacts(documentedBy, tools))) };
  const found = { job, facts, done };
  const address = done && pullHere(done.link, tools);
  const { github } = tools;
  if (job === undefined || address === undefined || github === undefined) return found;
  if (address.number === thread.place?.number) return found;
  try {
    const comments = await abortable(tools.signal, commentThread(github, address.number).list());
    const next = successorOf(job, thread.identity.conversation, comments, signerOf(address.number, tools));
    if (next === undefined) return found;
    return { ...found, job: next, facts: await abortable(tools.signal, readFacts(next, tools)) };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const what = richText`The comments of #${address.number} cannot be read (${error.whyText}), so it is not known whether a command there began another job.`;
    throw memoryError(error, address.number, what, tools);
  }
}

function ifDone({ pull }: JobFacts): JobFacts["pull"] {
  return pull?.state === "merged" || pull?.state === "closed" ? pull : undefined;
}

/**
 * The open pull request of a conversation whose comment no longer verifies, because the key or the project changed.
 * Whoever wrote that comment wrote ours, too. Missing where GitHub does not say that it is open.
 */
export async function readForgottenPull(run: Run): Promise<RichTextPart | undefined> {
  const { now, thread, tools } = run;
  const login = run.comment?.own?.comment.login;
  const links = now.memory.unverified.flatMap(({ comment: { login: author }, marker }) => {
    const isOurs = login !== undefined && isSameLogin(login, author ?? "");
    const isOfConversation = !marker.isLink && marker.conversation === thread.identity.conversation;
    return isOurs && isOfConversation ? (marker.job?.prLink ?? []) : [];
  });
  const link = links.at(-1);
  if (link === undefined || pullHere(link, tools) === undefined) return undefined;
  // The request was sent already: what GitHub does not say costs a sentence, not the run.
  const pull = await readPull(link, tools).catch(() => undefined);
  return pull?.state === "open" ? url(link) : undefined;
}
