import { writtenMoment } from "../dates.ts";
import { pullRequestIn, pullRequestLabel } from "../github/pull-request-address.ts";
import { errorRowOf, reasons } from "../outcomes.ts";
import type { RunContext } from "../runner/context.ts";
import { codeSpan, link } from "../text/markdown.ts";
import { type RichText, type RichTextPart, richText, toMarkdown } from "../text/rich-text.ts";
import { lowerFirst, plural } from "../text/words.ts";
import { assemble } from "./comment-text.ts";
import type { PullFacts } from "./decide.ts";
import type { Entry } from "./ledger.ts";
import { threadConversation } from "./marker.ts";
import { pageLink } from "./next-steps.ts";

// What people read of a ledger: the table in its comment, and the commits of a request.

/** What the texts need to know beside the entries. */
export type LedgerPlace = Pick<
  RunContext,
  "serverUrl" | "repository" | "workflow" | "workflowUrl" | "runUrl" | "sourceUrl"
> & {
  conversation: string;
  phrase: string;
  /** What the service is called. */
  service: RichTextPart;
};

/** The characters of a commit that people need. */
const shownCommit = 7;

/** The body of a ledger's comment. `entries` are newest first, `now` is epoch ms, `marker` the signed marker. */
export function renderLedger(
  entries: readonly Entry[],
  place: LedgerPlace,
  now: number,
  marker: string,
): string {
  const { workflow, workflowUrl, conversation, runUrl } = place;
  const rows = entries.map((entry) => {
    const isTaken = entries.some(({ again }) => again.includes(entry.id));
    const became = toMarkdown(becameOf(entry, isTaken, place));
    const isCut = entry.isCut && entry.jobId !== undefined;
    const cut = isCut ? " (GitHub lists only 300 of the changed files)" : "";
    return `| ${commitsCell(entry, place)} | ${became}${cut} |`;
  });
  // A workflow may have several tables, such as one for each package.
  const name = conversation === threadConversation ? "" : ` (${codeSpan(conversation, 60)})`;
  return assemble(
    [
      `**Documented by** ${link(workflow, workflowUrl)}${name}`,
      ["| Commits | What became of them |", "| --- | --- |", ...rows].join("\n"),
      ...entries.map((entry) => toMarkdown(gapText(entry, place)).trim()),
      changeText(entries, place),
      `<sub>Updated ${writtenMoment(now)} · ${link("workflow run", runUrl)}</sub>`,
    ],
    marker,
  );
}

/** How a command changes what is open in another repository; in this one, a comment on the pull request says it. */
function changeText(entries: readonly Entry[], place: LedgerPlace): string {
  const isElsewhere = entries.some(
    ({ pull }) => pull?.state === "open" && pullRequestIn(place, pull.link) === undefined,
  );
  if (!isElsewhere) {
    return "";
  }
  return `If commands are set up, comment ${codeSpan(place.phrase)} and the change here: the newest job on this page gets it, or a new, paid job after a merge, a close or a failed job, where commands name no ${codeSpan("conversation")}.`;
}

/** Short, so that on a phone there is room for the other column. */
function commitsCell({ commits, since, base, head, branch }: Entry, place: LedgerPlace): string {
  const name = branch.replace(/^tag:/, "");
  const of = name === "" || name === "default" ? "" : ` of ${codeSpan(name, 20)}`;
  const from =
    since === undefined ? plural(commits, "commit") : `${commits} since ${writtenMoment(since)}`;
  if (commits === 0) {
    return `no new commit up to ${codeSpan(head.slice(0, shownCommit))}${of}`;
  }
  return `${link(from, compareUrl(base, head, place))}${of}`;
}

/** What became of the commits of an entry; `isTaken`: they came again with a newer one. */
function becameOf(entry: Entry, isTaken: boolean, place: LedgerPlace): RichText {
  const { phase, pull, at, repeats, why } = entry;
  const missing = isTaken ? "🔁" : "❌";
  const above = "These commits are in a row above";
  const again = "The next run that has these commits and succeeds sends them";
  switch (phase) {
    case "nothing":
      return entry.startsHere && entry.commits === 0
        ? richText`➖ The table begins here`
        : richText`➖ Nothing to document`;
    case "sending": {
      const day = { trusted: writtenMoment(at) };
      const doubt = "and they may be documented twice.";
      // A run that has ended without an answer gets none.
      if (!isTaken && why === undefined) {
        return richText`⏳ ${place.service} has not answered the request of ${day} yet. If no answer comes: ${lowerFirst(again)}, ${doubt}`;
      }
      return richText`${missing} We can't tell whether ${place.service} received the request of ${day}. ${isTaken ? above : again}, ${doubt}`;
    }
    case "sent": {
      const into = pull === undefined ? [] : richText`, to continue ${pullLink(pull, place)}`;
      return richText`⏳ Sent to the agent on ${{ trusted: writtenMoment(at) }}${into}`;
    }
    case "undone": {
      const isOfTable = !isTaken && (why === "api-key" || why === "not-found");
      const table = isOfTable ? " A new key or project begins a new table." : "";
      const follows = { trusted: isTaken ? above : again };
      return richText`${missing} ${undoneText(entry, place)} ${follows}.${{ trusted: table }}${leftText(entry, place)}`;
    }
    case "ended":
      if (pull === undefined) {
        return richText`➖ No pull request: nothing needed to change, or it was published without one`;
      }
      if (pull.state === "closed" && !repeats) {
        const follows = isTaken
          ? above
          : "The next run that has these commits and new ones sends them once more";
        return richText`${missing} ${pullLink(pull, place)} was closed. ${{ trusted: follows }}.`;
      }
      return pull.state === "open" && repeats
        ? richText`${pullText(pull, place)}. If it is closed, these commits do not come again.`
        : pullText(pull, place);
  }
}

function pullText(pull: NonNullable<Entry["pull"]>, place: LedgerPlace): RichText {
  const shown = pullLink(pull, place);
  const day = pull.at === undefined ? "" : writtenMoment(pull.at);
  const on = { trusted: day && ` on ${day}` };
  const since = { trusted: day && ` since ${day}` };
  switch (pull.isHidden ? "hidden" : pull.state) {
    case "hidden":
      return richText`➖ ${shown} (not visible to this workflow; counts as documented)`;
    case "merged":
      return richText`✅ ${shown}, merged${on}`;
    case "closed":
      return richText`❌ ${shown} was closed${on}, and so was one before it: these commits do not come again`;
    case "open":
      return pull.conflict === undefined
        ? richText`⏳ ${shown}, open${since}`
        : richText`⚠️ ${shown}, open${since}, in conflict with ${{ code: pull.conflict }}`;
  }
}

const undoneTexts: Readonly<Record<string, string>> = {
  failed: "The job failed.",
  archived: "The job was archived.",
  gone: "The job no longer exists.",
  cancelled: "The run was cancelled.",
  "not-found": "Not sent: no such project.",
};

function undoneText({ why = "", pull }: Entry, place: LedgerPlace): RichText {
  const isLate = why === "late" || why === "perhaps late";
  if (isLate && pull !== undefined) {
    const not = { trusted: why === "late" ? "Not in" : "Perhaps not in" };
    return richText`${not} ${pullLink(pull, place)}, which was ${{ trusted: pull.state }} before a run saw the agent finish.`;
  }
  const reason = reasons.error.find((one) => one === why);
  const cause = reason === undefined ? "" : `: ${lowerFirst(errorRowOf(reason).headline)}`;
  return [{ trusted: undoneTexts[why] ?? `Not sent${cause}.` }];
}

/** The open pull request of a job that no follow-up can reach. */
function leftText({ pull }: Entry, place: LedgerPlace): RichText {
  return pull?.state === "open"
    ? richText` If ${pullLink(pull, place)} is open, review and merge it: it is not continued.`
    : [];
}

/** What people have to know of the commits of a request. */
export type RangeNotes = {
  entry: Entry;
  /** True where the branch was force-pushed. */
  isDiverged: boolean;
  /** The links to pull requests that were closed, whose commits come again. */
  closed: readonly string[];
  /** True where an earlier request with some of these commits may have arrived. */
  isLost: boolean;
};

/** What people have to know of the commits of a request, a sentence each, with a space before it. */
export function notesText(notes: RangeNotes, place: LedgerPlace): RichText {
  const { entry, isDiverged, isLost } = notes;
  const closed = notes.closed.flatMap(
    (link) =>
      richText` ${pullLink({ link }, place)} was closed without a merge, so commits of it come again, once. If this pull request is closed, too, they do not come again.`,
  );
  return [
    ...closed,
    ...(isLost
      ? richText` Some may be documented twice, because an earlier request may have arrived.`
      : []),
    ...(isDiverged
      ? richText` The branch was force-pushed: these commits begin at the last commit that both histories share.`
      : []),
    ...(entry.isCut
      ? richText` ⚠️ GitHub lists only 300 of the changed files: the agent does not see the others. If a page is missing, save and start ${byHand(place)} with a smaller range.`
      : []),
    ...gapText(entry, place),
  ];
}

/** With a space before it: what an entry leaves out: commits before it that nobody knows of, and what another key or project had begun. */
export function gapText(
  { base, branch, startsHere, forgotten }: Entry,
  place: LedgerPlace,
): RichText {
  const start = base.slice(0, shownCommit);
  const ofBranch = branch === "default" ? "the default branch" : { code: branch };
  const before = startsHere
    ? richText` ⚠️ Commits up to ${{ code: start }} are not covered by the rows of ${ofBranch}. If some are missing, save and start ${byHand(place)} with ${{ code: `OLDER...${start}` }} as its ${{ code: "diff-range" }}, and the last documented commit or tag as OLDER.`
    : [];
  if (forgotten === undefined) {
    return before;
  }
  const open = forgotten.flatMap(
    (link) =>
      richText` ⚠️ ${pullLink({ link }, place)} is not continued. If it is open, review and merge it: what it covers up to ${{ code: start }} does not come again.`,
  );
  return richText` This is a new table, because the API key, the project or a name changed. The older one stays as it is.${open}${before}`;
}

/** The recipe that sends a range of one's own. */
export function byHand(place: Pick<LedgerPlace, "sourceUrl">): RichText {
  const recipe = pageLink(place, "docs/recipes.md#ask-by-hand", "by-hand.yml");
  return richText`${recipe} (a paid job, with this workflow's ${{ code: "project-id" }})`;
}

/** The commits of a request, in a sentence. */
export function rangeText({ commits, since, base, head }: Entry, place: LedgerPlace): RichText {
  const from = since === undefined ? [] : richText` since ${{ trusted: writtenMoment(since) }}`;
  const label = `${base.slice(0, shownCommit)}...${head.slice(0, shownCommit)}`;
  const range = { url: compareUrl(base, head, place), label, isCode: true };
  return richText`Covers ${{ trusted: plural(commits, "commit") }}${from} (${range}).`;
}

function compareUrl(base: string, head: string, { serverUrl, repository }: LedgerPlace): string {
  return `${serverUrl}/${repository}/compare/${base}...${head}`;
}

/** A pull request of this repository is `#41`, any other one has the name of its repository. */
function pullLink({ link: url }: Pick<PullFacts, "link">, place: LedgerPlace): RichTextPart {
  const here = pullRequestIn(place, url);
  return { url, label: here === undefined ? pullRequestLabel(url) : `#${here.number}` };
}
