import { timeOfDay, writtenMoment } from "../dates.ts";
import { pullRequestOn } from "../github/pull-request-address.ts";
import { type ErrorReason, errorRowOf, reasons } from "../outcomes.ts";
import { codeLink, codeSpan, link } from "../text/markdown.ts";
import { type RichText, type RichTextPart, richText, toMarkdown } from "../text/rich-text.ts";
import { lowerFirst, plural } from "../text/words.ts";
import { assemble } from "./comment-text.ts";
import type { PullFacts } from "./decide.ts";
import { type Entry, isDecided, sendingMs } from "./ledger.ts";
import { threadConversation } from "./marker.ts";

// What people read of a ledger: the table in its comment, and the commits of a request.

/** What the texts need to know beside the entries. */
export type LedgerPlace = {
  /** The web address of this GitHub, and the repository as `owner/name`. */
  serverUrl: string;
  repository: string;
  /** The page of the workflow, and that of the run. */
  workflow: { name: string; url: string };
  runUrl: string;
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
  const { workflow, conversation, phrase, runUrl } = place;
  const rows = entries.map((entry) => {
    const takenBy = entries.find(({ again }) => again.includes(entry.id));
    const became =
      takenBy === undefined
        ? becameOf(entry, place, now)
        : richText`🔁 ${takenText(entry, takenBy, place)}`;
    const cut = entry.isCut ? " (GitHub listed only 300 of the changed files)" : "";
    return `| ${commitsCell(entry, place)} | ${toMarkdown(became)}${cut} |`;
  });
  // A workflow may have several tables, such as one for each package.
  const name = conversation === threadConversation ? "" : ` (${codeSpan(conversation, 60)})`;
  const open = entries.find(({ pull }) => pull?.state === "open")?.pull;
  const there =
    open && (isOfRepository(open, place) ? richText`on ${pullLink(open, place)}` : richText`here`);
  return assemble(
    [
      `**Documented by** ${link(workflow.name, workflow.url)}${name}`,
      ["| Commits | What became of them |", "| --- | --- |", ...rows].join("\n"),
      toMarkdown(startText(entries.find(({ startsHere }) => startsHere))),
      toMarkdown(
        forgottenText(
          entries.find(({ forgotten }) => forgotten !== undefined),
          place,
        ),
      ),
      there === undefined
        ? ""
        : `To change something, comment ${codeSpan(phrase)} and the change ${toMarkdown(there)}.`,
      `<sub>Updated ${writtenMoment(now)} · ${link("workflow run", runUrl)}</sub>`,
    ],
    marker,
  );
}

/** Short, so that on a phone there is room for the other column. */
function commitsCell({ commits, since, base, head, branch }: Entry, place: LedgerPlace): string {
  const [, ofTag] = /^tag:(.*?)[-@/]?$/.exec(branch) ?? [];
  const name = branch === "default" ? "" : (ofTag ?? branch);
  const on = name === "" ? "" : ` ${ofTag === undefined ? "on" : "of"} ${codeSpan(name, 20)}`;
  if (base === head) return `None up to ${commitLink(head, place)}${on}`;
  const from =
    since === undefined ? plural(commits, "commit") : `${commits} since ${writtenMoment(since)}`;
  return `${link(from, compareUrl(base, head, place))}${on}`;
}

/** What became of an entry whose commits came again with another one. */
function takenText(entry: Entry, takenBy: Entry, place: LedgerPlace): RichText {
  const { phase, pull, why } = entry;
  const on = { trusted: writtenMoment(takenBy.at) };
  if (phase === "sending")
    return richText`${unknownText(place)} Sent again on ${on}: it may be documented twice.`;
  if (phase === "undone")
    return isNeverSent(why)
      ? richText`${undoneText(entry, place)} Sent on ${on}.`
      : richText`${undoneText(entry, place)} Sent again on ${on}.`;
  const was = pull?.state === "closed" ? richText`${pullLink(pull, place)} was closed. ` : [];
  return richText`${was}Sent again on ${on}.`;
}

/** What became of an entry that no other one has taken along. */
function becameOf(entry: Entry, place: LedgerPlace, now: number): RichText {
  const { phase, pull, why, at } = entry;
  switch (phase) {
    case "nothing":
      return richText`➖ Nothing to document`;
    case "sending":
      return now - at < sendingMs
        ? richText`⏳ Being sent since ${{ trusted: timeOfDay(at) }}`
        : richText`⚠️ ${unknownText(place)} The next run sends it again.`;
    case "sent": {
      const into = pull === undefined ? [] : richText`, for ${pullLink(pull, place)}`;
      return richText`⏳ With the agent since ${{ trusted: writtenMoment(at) }}${into}`;
    }
    case "undone":
      return richText`❌ ${undoneText(entry, place)} ${{ trusted: nextText(why) }}`;
    case "ended":
      return pull === undefined
        ? richText`➖ No pull request: most likely nothing needed to change`
        : pullText(pull, entry, place);
  }
}

function unknownText({ service }: LedgerPlace): RichText {
  return richText`We can't tell whether ${service} received this.`;
}

function pullText(pull: PullFacts, { repeats }: Entry, place: LedgerPlace): RichText {
  const shown = pullLink(pull, place);
  const day = pull.at === undefined ? "" : writtenMoment(pull.at);
  const on = { trusted: day && ` on ${day}` };
  switch (pull.state) {
    case "hidden":
      return richText`✅ ${shown}. GitHub does not show this workflow whether it was merged.`;
    case "merged":
      return richText`✅ ${shown}, merged${on}`;
    case "closed":
      return isDecided(pull, repeats)
        ? richText`❌ ${shown} was closed again${on}: not sent a third time`
        : richText`❌ ${shown} was closed${on}. The next run with new commits sends it once more.`;
    case "open": {
      const since = { trusted: day && ` since ${day}` };
      return pull.conflict === undefined
        ? richText`⏳ ${shown}, open${since}`
        : richText`⚠️ ${shown}, open${since}, in conflict with ${{ code: pull.conflict }}`;
    }
  }
}

const undoneTexts: Readonly<Record<string, string>> = {
  failed: "The job failed.",
  archived: "The job was archived.",
  gone: "The job no longer exists.",
  cancelled: "Not sent: the run was cancelled.",
};

/** True where the job was never started, or the follow-up never sent. */
function isNeverSent(why = ""): boolean {
  return why !== "late" && why !== "failed" && why !== "archived" && why !== "gone";
}

/** When what was undone comes again: some errors come again, too, until somebody has done something about them. */
function nextText(why = ""): string {
  if (!isNeverSent(why)) return "The next run sends it again.";
  const reason = reasons.error.find((one) => one === why);
  const mayPass = reason === undefined || errorRowOf(reason).remedy.startsWith("wait");
  return mayPass ? "The next run sends it." : "Once that is fixed, the next run sends it.";
}

function undoneText({ why = "", pull }: Entry, place: LedgerPlace): RichText {
  const known = undoneTexts[why];
  if (known !== undefined) return [{ trusted: known }];
  if (why === "late" && pull !== undefined)
    return richText`Not in ${pullLink(pull, place)}, which was ${{ trusted: pull.state }} while the agent was working.`;
  const reason = reasons.error.find((one) => one === why);
  return reason === undefined
    ? richText`Not sent.`
    : richText`Not sent: ${{ trusted: notSent(reason) }}.`;
}

function notSent(reason: ErrorReason): string {
  return lowerFirst(errorRowOf(reason).headline);
}

/** What people have to know of the commits of a request. */
export type RangeNotes = {
  entry: Entry;
  /** True where the branch was force-pushed. */
  isDiverged: boolean;
  /** The links to pull requests that were closed, and the entries that are undone, whose commits come again. */
  closed: readonly string[];
  undone: readonly Entry[];
  /** True where an earlier request with some of these commits may have arrived. */
  isLost: boolean;
};

/** What people have to know of the commits of a request, a sentence each; empty where there is nothing. */
export function notesText(notes: RangeNotes, place: LedgerPlace): RichText {
  const { entry, isDiverged, undone, isLost } = notes;
  const closed = pullLinks(notes.closed, place);
  return [
    ...(closed.length === 0
      ? []
      : richText` ${inList(closed)} ${one(closed, "was", "were")} closed without a merge, so those commits come again, once.`),
    ...(undone.length === 0 ? [] : richText` Commits of an earlier run that failed come again.`),
    ...(isLost
      ? richText` Some may be documented twice, because an earlier request may have arrived.`
      : []),
    ...(isDiverged
      ? richText` The branch was force-pushed: they begin at the last commit that both histories share.`
      : []),
    ...(entry.isCut
      ? richText` ⚠️ GitHub lists only 300 of the changed files: the agent does not see the others.`
      : []),
    ...(entry.forgotten === undefined ? [] : richText` ${forgottenText(entry, place)}`),
    ...(entry.startsHere ? richText` ${startText(entry)}` : []),
  ];
}

/** What is not covered, because nobody knows what was documented before this entry. */
export function startText(entry: Entry | undefined): RichText {
  if (entry === undefined) return [];
  const start = entry.base.slice(0, shownCommit);
  return richText`⚠️ Commits before ${{ code: start }} are not covered. If some are missing, start ${{ code: "by-hand.yml" }} with ${{ code: `diff-range: OLDER...${start}` }}.`;
}

/** What another key or project leaves behind: a table that no run keeps, and open pull requests that none continues. */
function forgottenText(entry: Entry | undefined, place: LedgerPlace): RichText {
  if (entry?.forgotten === undefined) return [];
  const pulls = pullLinks(entry.forgotten, place);
  const them = one(pulls, "it", "them");
  const what = richText`The API key, the project or the repository's name changed on ${{ trusted: writtenMoment(entry.at) }}: an older table here is not kept any more.`;
  return pulls.length === 0
    ? what
    : richText`⚠️ ${what} ${inList(pulls)} ${one(pulls, "is", "are")} not continued. Merge ${them}: if you close ${them}, those commits do not come again.`;
}

/** The commits of a request, in a sentence. */
export function rangeText({ commits, since, base, head }: Entry, place: LedgerPlace): RichText {
  const from = since === undefined ? [] : richText` since ${{ trusted: writtenMoment(since) }}`;
  const range = { url: compareUrl(base, head, place), label: rangeName(base, head), isCode: true };
  return richText`Covers ${{ trusted: plural(commits, "commit") }}${from} (${range}).`;
}

function rangeName(base: string, head: string): string {
  return `${base.slice(0, shownCommit)}...${head.slice(0, shownCommit)}`;
}

function compareUrl(base: string, head: string, { serverUrl, repository }: LedgerPlace): string {
  return `${serverUrl}/${repository}/compare/${base}...${head}`;
}

function commitLink(commit: string, { serverUrl, repository }: LedgerPlace): string {
  return codeLink(commit.slice(0, shownCommit), `${serverUrl}/${repository}/commit/${commit}`);
}

/** A pull request of this repository is `#41`, any other one has the name of its repository. */
function pullLink(
  { link: url }: Pick<PullFacts, "link">,
  { serverUrl, repository }: LedgerPlace,
): RichTextPart {
  const address = pullRequestOn(serverUrl, url);
  if (address === undefined) return { url, label: url };
  const name = `${address.owner}/${address.repo}`;
  const isHere = isOfRepository({ link: url }, { serverUrl, repository });
  return { url, label: `${isHere ? "" : name}#${address.number}` };
}

function isOfRepository(
  { link }: Pick<PullFacts, "link">,
  { serverUrl, repository }: Pick<LedgerPlace, "serverUrl" | "repository">,
): boolean {
  const address = pullRequestOn(serverUrl, link);
  return `${address?.owner}/${address?.repo}`.toLowerCase() === repository.toLowerCase();
}

/** The pull requests of these addresses, each once. */
function pullLinks(links: readonly string[], place: LedgerPlace): RichTextPart[] {
  return [...new Set(links)].map((link) => pullLink({ link }, place));
}

function inList(links: readonly RichTextPart[]): RichText {
  return links.flatMap((link, index) => (index === 0 ? [link] : [{ trusted: ", " }, link]));
}

/** The word for one thing, or for several. */
function one(links: readonly RichTextPart[], single: string, several: string): RichTextPart {
  return { trusted: links.length === 1 ? single : several };
}
