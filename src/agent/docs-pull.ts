import { type CommentThread, commentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { isSameLogin } from "../github/logins.ts";
import { pullRequestIn, url } from "../github/pull-request-address.ts";
import type { Job } from "../service/schemas.ts";
import { type RichText, richText } from "../text/rich-text.ts";
import { type LinkOrigin, renderLinkComment } from "./comment-text.ts";
import { asksForLedger } from "./context.ts";
import { pullOf } from "./job.ts";
import { type MarkedJob, type Marker, readMarkers, signerOf, writeMarker } from "./marker.ts";
import type { Run } from "./run-state.ts";
import { sharedTime } from "./tools.ts";

// The docs pull request is a door, too: a comment there says where it comes from, and commands there continue its job.

/** In ms. GitHub's clock, which we read from its answers, is known to some seconds. */
const toleranceMs = 60_000;

/**
 * Writes the one comment on a job's pull request that says where it comes from. True where it is there, so that commands
 * continue the job. The service, which names the address, reads strangers' texts: the pull request must be in this
 * repository, from a branch of it, not the thread itself, and not older than the job. What GitHub refuses is a warning.
 */
export async function linkDocsPull(job: Job, marked: MarkedJob, run: Run): Promise<boolean> {
  const { memory, plan, thread, tools } = run;
  const { runContext, github } = tools;
  const known = memory.job;
  const link = pullOf(job) ?? "";
  const address = pullRequestIn(runContext, link);
  if (address === undefined || github === undefined || address.number === thread.place?.number) {
    return false;
  }
  if (known?.id === job.id && known.isLinked && known.prLink === link) {
    return true;
  }
  const makeLink = async () => {
    const pull = await github.pullRequest(address);
    const isFromHere = pull.headRepository?.toLowerCase() === runContext.repository.toLowerCase();
    // Of a job that this run began, we know the time; that of any other is the service's word, if it has one.
    const began =
      plan?.kind === "create" ? marked.at - toleranceMs : Date.parse(job.createdAt ?? "");
    const isYounger = pull.createdAt >= began;
    if (!isFromHere || !isYounger) {
      return false;
    }
    const target = commentThread(github, address.number);
    // An earlier run or attempt may have written it, unless the job is new.
    const comments = plan?.kind === "create" ? [] : await target.list();
    const { ours } = readMarkers(comments, signerOf(address.number, tools));
    const isThere = ours.some(({ marker }) => marker.isLink);
    if (!isThere) {
      await writeLink({ ...marked, prLink: link }, target, run);
    }
    return true;
  };
  try {
    return (await thread.inOrder(makeLink)) === true;
  } catch (error) {
    const what = `Commands on #${address.number} do not continue its job: the comment there could not be written`;
    // A workflow that writes no comments need not have the permission.
    if (error instanceof GitHubError && error.lacksPermission) {
      tools.log.info(`${what} (${error.why}).`);
    } else {
      thread.warn(what, error);
    }
    return false;
  }
}

async function writeLink(job: MarkedJob, target: CommentThread, run: Run): Promise<void> {
  const { now, thread, comment, tools } = run;
  const { runContext, inputs } = tools;
  const signer = signerOf(target.number, tools);
  const content: Marker = {
    ...thread.identity,
    isLink: true,
    isShared: false,
    command: "",
    earlier: [],
    state: { kind: "accepted", jobId: job.id, as: "job", at: job.at },
    job,
    time: sharedTime(tools),
    login: comment?.login,
  };
  const { workflow, runUrl, serverUrl, repository } = runContext;
  // The dashboard is no thread that anybody asked in.
  const number = asksForLedger(run.request, inputs) ? undefined : thread.place?.number;
  const origin: LinkOrigin =
    number === undefined
      ? { made: "by", label: workflow, url: runUrl }
      : {
          made: "for",
          label: `#${number}`,
          url: `${serverUrl}/${repository}/issues/${number}`,
        };
  const bodyOf = (marker: Marker) => renderLinkComment(origin, now, writeMarker(signer, marker));
  const { id, login } = await target.create(bodyOf(content));
  // Only GitHub's answer says who the author is: another account may have begun the comment of the run.
  if (content.login !== login) {
    await target.edit(id, bodyOf({ ...content, login }));
  }
}

/**
 * What a new job does not continue: the pull request of a conversation whose comment no longer verifies, because the key or
 * the project changed. Whoever wrote that comment wrote ours, too. Missing without one.
 */
export function forgottenPull(run: Run): RichText | undefined {
  const { memory, thread, tools } = run;
  const login = run.comment?.login;
  const links = memory.unverified.flatMap(({ comment: { login: author }, marker }) => {
    const isOurs = login !== undefined && isSameLogin(login, author ?? "");
    const isOfConversation = !marker.isLink && marker.conversation === thread.identity.conversation;
    return isOurs && isOfConversation ? (marker.job?.prLink ?? []) : [];
  });
  const link = links.at(-1);
  if (link === undefined) {
    return undefined;
  }
  return pullRequestIn(tools.runContext, link) === undefined
    ? richText`No earlier job of this thread is continued.`
    : richText`It does not continue ${url(link)}: if that is open, merge it if you want its changes, or close it.`;
}
