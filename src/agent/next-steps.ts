import { url } from "../github/pull-request-address.ts";
import type { RunContext } from "../runner/context.ts";
import { code, type RichText, type RichTextPart, richText } from "../text/rich-text.ts";
import type { Progress } from "./progress.ts";

// What people do next, each sentence whole: after an end, and after an error.

/** How to send a request again that an older job did not carry out. Only a re-run sends the comments of a review. */
export function sendAgain(about: Progress): RichText {
  const { isCommand, isReview, asksForChanges, namesJob, hasTable } = about;
  if (hasTable) {
    return isCommand
      ? richText`the next run of the workflow that has these commits sends them again.`
      : richText`to send these commits again now, re-run the workflow: it starts a new, paid job. Else the next run that has them sends them.`;
  }
  if (namesJob) {
    return richText`to try again, send the whole request without ${code("job-id")}: it starts a new, paid job, which does not know the earlier one.`;
  }
  if (!isCommand || (isReview && !asksForChanges)) {
    return richText`to try again, re-run the workflow, which costs credits.`;
  }
  return richText`to try again, ${askAnew(about)}: it starts a new, paid job with its own pull request.`;
}

/** How people ask for a new job. It knows nothing of the one before, nor of the comments of a review. */
export function askAnew({ phrase, isFollowUp, isReview }: Progress): RichText {
  const what = isFollowUp ? "the whole change" : "your request";
  const withComments = isReview ? ", with what the comments of the review say" : "";
  return richText`reply ${code(`${phrase} --new`)} and ${{ trusted: what + withComments }}`;
}

/** How a workflow asks again. A re-run sends nothing where a comment remembers the request. */
export function newRun(about: Progress): RichText {
  const { canStart, isRemembered, phrase, hasTable, isFollowUp } = about;
  if (canStart) {
    return richText`start a new run of the workflow.`;
  }
  if (hasTable) {
    return richText`wait for the next run of the workflow.`;
  }
  if (!isRemembered) {
    return rerun;
  }
  const place = isFollowUp ? placeOf(about) : undefined;
  return place === undefined
    ? richText`comment ${code(`${phrase} --new`)} and the request, if commands are set up.`
    : richText`comment ${code(phrase)} and the request${place}.`;
}

export const rerun: RichText = richText`re-run the workflow.`;

/** What a re-run does not do, behind its subject. */
export const sendsNoneTwice: RichText = richText`does not send again what a comment remembers as sent, unless that job failed, was archived or came too late.`;

/** How a workflow asks again once its file may have changed: a re-run runs the file as it was. */
export function runChanged(about: Progress): RichText {
  return about.canStart
    ? newRun(about)
    : richText`re-run the workflow, or, if you changed its file, ${{ trusted: about.hasTable ? "wait for its next run" : "trigger it again" }}.`;
}

/** How to give a command again; `when` is a time such as “ in ten minutes”. */
export function repeatCommand({ isReview }: Pick<Progress, "isReview">, when = ""): RichText {
  const time = { trusted: when };
  return isReview
    ? richText`re-run the workflow${time}, or ask someone with write access: it sends the review with its comments.`
    : richText`repeat the command in a new comment${time}.`;
}

/** What follows `repeatCommand` of a review, as a re-run runs the workflow's file as it was. */
export const newReview = richText` If the workflow's file was changed, submit a new review instead.`;

/** The next step of a command's author while the job continues. `--status` knows only what a comment remembers. */
export function askForStatus(about: Progress, when: string): RichText {
  const { isRemembered, phrase, service, asked } = about;
  // A run that only watches has sent nothing.
  const again = asked === "" ? "" : " A re-run sends the request again, paid.";
  return isRemembered
    ? richText`reply ${code(`${phrase} --status`)}${{ trusted: when }} to see how it went.`
    : richText`look for its pull request in the ${service.dashboard}${{ trusted: when }}.${{ trusted: again }}`;
}

/** The next step while the job continues; `when` is a time such as “ in an hour”. */
export function lookLater(about: Progress, when = ""): RichText {
  if (about.isCommand || !about.isRemembered) {
    return askForStatus(about, when || " in ten minutes");
  }
  const button = { url: about.runUrl, label: "“Re-run jobs”", plain: "“Re-run jobs”" };
  const sends = about.hasTable ? "While the job is fine, that does not send" : "That does not send";
  return richText`To go on waiting, choose ${button} in the workflow run${{ trusted: when }}. ${{ trusted: sends }} the request again.`;
}

/** Where a workflow's readers can continue the job with a command; missing where they cannot. */
export function placeOf({
  isLinked,
  prLink,
  hasTable,
  isRemembered,
}: Progress): RichText | undefined {
  if (isLinked && prLink !== undefined) {
    return richText` on ${url(prLink)}, if commands are set up`;
  }
  if (hasTable) {
    return richText` below the table of commits, if commands without a ${code("conversation")} are set up: the newest job on that page gets it`;
  }
  return isRemembered
    ? richText` in this thread, if commands without a ${code("conversation")} are set up: its newest job gets it`
    : undefined;
}

/** The next step where nothing changed. */
export function expectedChange(about: Progress): RichText {
  const { isCommand, phrase } = about;
  const change = richText`${code(phrase)} with the page and the change`;
  if (isCommand) {
    return richText`if you expected a change, reply ${change}.`;
  }
  const place = placeOf(about) ?? richText`, if commands are set up`;
  return richText`If you expected a change, comment ${change}${place}.`;
}

/** The next step of a run that does not wait. */
export function startedNext(about: Progress): RichText {
  if (about.isCommand || !about.isRemembered) {
    return lookLater(about);
  }
  return about.hasTable
    ? richText`The next run shows in its table how it went.`
    : richText`To see how it went, look at the ${about.service.dashboard} in ten minutes.`;
}

/** The next step where it is unknown whether the service got the request. A re-run sends nothing. */
export function lookFirst(about: Progress): RichText {
  const { isFollowUp, isCommand, phrase, prLink, service } = about;
  if (about.hasTable) {
    return richText`You need not do anything: the next run that has these commits sends them again. They may be documented twice.`;
  }
  const again = askOnce(about);
  if (isFollowUp) {
    const look = isCommand
      ? richText`reply ${code(`${phrase} --status`)} in ten minutes and look`
      : richText`in ten minutes, look at the ${service.dashboard} and`;
    return richText`${look} at ${linkOr("the documentation", prLink)}. If the job is not working and the change is not there, ${again}`;
  }
  const unknown = about.isRemembered ? ": commands in this thread do not reach that job" : "";
  return richText`in ten minutes, look at the ${service.dashboard}, or ask someone who can. If it shows a job for this request, wait for its pull request${{ trusted: unknown }}. If not, ${again}`;
}

/** How to ask again where no re-run does. */
function askOnce(about: Progress): RichText {
  if (about.isReview) {
    return richText`comment ${code(about.phrase)} and the changes.`;
  }
  return about.isCommand ? repeatCommand(about) : newRun(about);
}

/** A link to a page of this action, or its label where the address is not known, as of a local action. */
export function pageLink(
  { sourceUrl }: Pick<RunContext, "sourceUrl">,
  path: string,
  label: string,
): RichTextPart {
  return sourceUrl === undefined ? { code: label } : { url: `${sourceUrl}/${path}`, label };
}

/** The link to a pull request, or these words where there is none. */
export function linkOr(words: string, prLink: string | undefined): RichTextPart {
  return prLink === undefined ? { trusted: words } : url(prLink);
}
