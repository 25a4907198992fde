import type { ServiceNames } from "./names.ts";
import { code, type RichText, type RichTextPart, richText } from "./text/rich-text.ts";

// What a run has come to, and the sentences that depend on it.

/** Why a request that would continue a job creates a new one: its pull request is done, or it takes no more messages. */
export type Replacement = "merged" | "closed" | "failed" | "archived" | "gone" | "refused";

/** What the sentences about a run depend on. All texts may be foreign. */
export type Situation = {
  /** The job of the request, or the one that it was for; missing as long as none is known. */
  jobId: string | undefined;
  /** The link to the job's pull request; missing without one. */
  pull: RichTextPart | undefined;
  /** How far the request came: `sent` means that its fate is not known. */
  state: "not-sent" | "sent" | "accepted";
  isFollowUp: boolean;
  /** Why a new job does what a follow-up was expected to do; `pull` is the pull request that is done. */
  replaces: { why: Replacement; pull: RichTextPart | undefined } | undefined;
  service: ServiceNames;
  /** The phrase that starts a command. */
  phrase: string;
  /** False for a run that a workflow started. */
  isCommand: boolean;
  /** True when a comment remembers the request, so that a re-run finds it. */
  isRemembered: boolean;
  timeoutMs: number;
  /** True when the runner killed the run. The post step says so. */
  wasKilled: boolean;
  /** True when a follow-up left the pull request as it was. */
  isUnchanged: boolean;
  /** True where commands on the pull request continue the job. */
  isLinked: boolean;
  /** The names of the pull request's checks that failed. */
  failedChecks: readonly string[];
};

export type Sentence = (about: Situation) => RichText;
export const reply = (what: string, then: string) => (about: Situation) =>
  richText`${{ trusted: what }} ${code(`${about.phrase}${then}`)}`;
/** The line of a workflow that names a job, for copying. */
export const jobIdInput = ({ jobId = "" }: Situation) => code(`job-id: ${jobId}`);
const watchJob: Sentence = (about) =>
  richText`To continue waiting, run a step with ${jobIdInput(about)} and no prompt.`;
/** The next step of a command's author while the job continues. `--status` knows only what a comment remembers. */
export const replyLater: Sentence = (about) =>
  about.isRemembered
    ? richText`${reply("reply", " --status")(about)} later to see how it went.`
    : watchJob(about);
/** The next step of a workflow's owner while the job continues. */
export const keepWaiting: Sentence = (about) =>
  about.isRemembered
    ? richText`Re-run the workflow: it keeps waiting and sends nothing again.`
    : watchJob(about);
export const sendAgain: Sentence = () =>
  richText`To try again, re-run the workflow that sent the request: it is then sent again.`;

export const fixChecks: Sentence = ({ phrase, failedChecks: [first = "", ...others] }) => {
  // It is pasted as a command, so the name of a check may only be words; `.` and `/` would do no harm.
  const name = /^[\w./-]+(?: [\w./-]+)*$/.test(first) && first.length <= 60 ? ` ${first}` : "";
  const [it, what] = others.length === 0 ? ["it", `check${name}`] : ["them", "checks"];
  return richText`to have ${{ trusted: it }} fixed, reply ${code(`${phrase} fix the failing ${what}`)}.`;
};
/** What a reader of a thread does whose commands another workflow may answer. */
export const commentThere =
  (then: string, what: string): Sentence =>
  (about) =>
    richText`Where commands are set up, comment ${code(`${about.phrase}${then}`)} ${{ trusted: what }}.`;
/** The sentence for a request that was not sent, that may have been sent, or that was accepted. */
export const byState =
  (unsent: Sentence, sent: Sentence, accepted: Sentence): Sentence =>
  (about) =>
    ({ "not-sent": unsent, sent, accepted })[about.state](about);
export const expectedChange: Sentence = (about) =>
  richText`${reply("if you expected a change, reply", "")(about)} with the page and the change.`;
export const expectedByWorkflow: Sentence = () =>
  richText`If you expected a change, name the page and the change in the workflow's prompt.`;

/** A plain reply and an edit are no commands. */
export const repeat = richText`repeat the command in a new comment`;

/** The title where it is unknown whether the service got the request. */
export function unknownTitle({ isFollowUp, service }: Situation): RichText {
  const what = isFollowUp ? "this follow-up" : "this";
  return richText`We can't tell whether ${service.name} received ${{ trusted: what }}.`;
}

/** The next step of a command's author where it is unknown whether the service got it. */
export function lookFirst({ isFollowUp, isCommand, pull, service }: Situation): RichText {
  const again = isCommand
    ? richText`${{ trusted: isFollowUp ? "ask again in a new comment" : "repeat the command" }}.`
    : richText`start the workflow anew (Run workflow): a re-run sends nothing.`;
  if (isFollowUp)
    return richText`look at ${pull ?? { trusted: "the documentation" }} first: if the change does not come, ${again}`;
  return richText`please look at the ${service.dashboard} first. If it shows no job for this request, ${again}`;
}

/** The same for those whose workflow sent it. */
export function lookBeforeNewRun({ jobId, service }: Pick<Situation, "jobId" | "service">): RichText {
  const again = { trusted: "start the workflow anew (Run workflow): a re-run sends nothing" };
  return jobId === undefined
    ? richText`Look at the ${service.dashboard}. If it shows the job, set ${code("job-id")} to continue it; if not, ${again}.`
    : richText`Look at job ${code(jobId)} first: if the change does not come, ${again}.`;
}

export function cutOrCancelled({ wasKilled }: Situation): RichTextPart {
  return { trusted: wasKilled ? "cut off" : "cancelled" };
}
