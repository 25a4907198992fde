import { day } from "../dates.ts";
import { grouped, lowerFirst, plural } from "../text/words.ts";
import { chanceOfAtMost } from "./counts.ts";
import { firstTwo, joinParts, type Parts, periodLabels } from "./format.ts";
import {
  changedOn,
  closedOn,
  nextKindOf,
  nthOf,
  pageKinds,
  pullLink,
  requestOn,
  siteKinds,
} from "./kinds.ts";
import { pageLink } from "./markdown-parts.ts";
import { refusedSignals } from "./notices.ts";
import {
  type Asked,
  type DocsRepository,
  feedbackDays,
  type NotableFinding,
  type PageGroup,
  questionDays,
  type Report,
  type SettledRow,
  type SignalData,
} from "./report-model.ts";
import { isPlainPath } from "./site-pages.ts";

const howToUseCommands =
  "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";

/** The sections from *Worth a look* to *The agent's pull requests*. In a comment, findings have a command to copy. */
export function adviceSections(report: Report): string {
  const { worthALook, others, next, memory, changedSince, docs, data, triggerPhrase } = report;
  let isExplained = false;
  const item = (sentence: string, request: string | undefined): string => {
    if (triggerPhrase === undefined || request === undefined) return `- ${sentence}`;
    const above = isExplained ? "" : `\n\n  ${howToUseCommands}`;
    isExplained = true;
    return `- ${sentence}${above}\n\n${commandFence(triggerPhrase, request)}`;
  };
  const looks = worthALook.map((finding) => item(sentenceOf(finding, report), requestOf(finding)));
  const rows = next.map((row) => {
    const nth = nthOf(row, report);
    const closed = closedOn(row, report);
    const told = `${nextKindOf(row.kind).sentence(row, report)}${closed}${nth && ` (${nth})`}`;
    // What was turned down is not offered again.
    return item(told, closed === "" ? requestOn(row) : undefined);
  });
  // Where rows can return, all that is new is marked, and each of these findings is.
  const news = next.length > 0 && memory?.to ? `, new ${periodLabels(report.periods).during}` : "";
  const readers = `and this ${report.periods.unit}'s readers`;
  const sources = `Based on ${joinParts([...sourcesOf(data.signals), readers], ", ")}.`;
  const changes = changedSince.map((row) => {
    const page = pageLink(row.path, report.siteUrl);
    return `- ${page} was ${changedOn(row.changed, report)}. ${verdictOn(row, report)}`;
  });
  const sections = [
    looks.length > 0 && `### Worth a look${news}\n\n${looks.join("\n")}`,
    others.length > 0 && `Also: ${firstTwo(others.map(briefly))}.`,
    rows.length > 0 && `### What to document next\n\n${sources}\n\n${rows.join("\n")}`,
    refusedSignals(data),
    changes.length > 0 && `### Changed since\n\n${changes.join("\n")}`,
    docs && pulls(docs),
  ];
  return joinParts(sections, "\n\n");
}

/** The agent's pull requests without their titles, which hold what strangers asked for. */
function pulls(docs: DocsRepository): string | undefined {
  if (docs.pulls === undefined) return undefined;
  const { days, merged, closed, open, halfMergedWithin, waiting } = docs.pulls;
  const all = merged + closed + open;
  const typically = merged > 1 ? ", typically" : "";
  // "1 in 28 days: closed." needs no second number.
  const counted = (count: number, end: string) => count > 0 && (all === 1 ? end : `${count} ${end}`);
  const ends = [
    counted(merged, `merged${typically} within ${plural(halfMergedWithin, "day")}`),
    counted(closed, "closed"),
    counted(open, "open"),
  ];
  const [oldest, ...others] = waiting;
  const told = [
    all === 0
      ? `None in ${plural(days, "day")}.`
      : `${all} in ${plural(days, "day")}: ${joinParts(ends, ", ")}.`,
    oldest &&
      `Merge or close ${pullLink(oldest.number, docs)}: it has waited for ${plural(oldest.days, "day")}.`,
    others.length > 0 && `${others.length} more for over a week.`,
  ];
  return `### The agent's pull requests\n\n${joinParts(told, " ")}`;
}

function sentenceOf(finding: NotableFinding, report: Report): string {
  if (!("path" in finding)) {
    const { what, look } = siteKinds[finding.kind];
    const isComplete = report.data.current.complete && report.data.previous?.complete;
    return `**${what}.** ${isComplete ? "No single page" : "No page that was read"} explains it. ${look(report.service)}`;
  }
  const { sentence, several } = pageKinds[finding.kind];
  const { group } = finding;
  if (group === undefined || several === undefined) return sentence(finding, report.siteUrl);
  return `**${grouped(group.pages)} ${several.name}**${whereIs(group)}; ${several.most(finding, report.siteUrl)}`;
}

function whereIs({ pages, below, folder, fromFolder }: PageGroup): string {
  if (folder === undefined) return "";
  if (fromFolder !== undefined) return ` from ${pageLink(fromFolder)} to ${pageLink(folder)}`;
  return `, ${below === pages ? "all" : `${grouped(below ?? 0)} of them`} below ${pageLink(folder)}`;
}

/** What to ask about a page, or about the pages below a folder. Nothing about the home page: all pages lead to it. */
function requestOf(finding: NotableFinding): string | undefined {
  if (!("path" in finding) || finding.path === "/") return undefined;
  const { path, from = "/", group } = finding;
  const { request, requestMany } = pageKinds[finding.kind];
  if (group === undefined) return isPlainPath(path) && isPlainPath(from) ? request(finding) : undefined;
  const { folder = "", fromFolder = "/" } = group;
  return isPlainPath(folder) && isPlainPath(fromFolder) ? requestMany?.(folder, fromFolder) : undefined;
}

/** A command in a fence below an item of a list. A fence does not wrap: a phone shows 36 characters of a line. */
function commandFence(triggerPhrase: string, request: string): string {
  const start = `${triggerPhrase} --new`;
  // A phrase may have spaces, and stays on one line.
  const lines = `${"x".repeat(start.length)} ${request}`.match(/(?:\S{37,}|\S.{0,35})(?=\s|$)/g) ?? [];
  return `  \`\`\`\n  ${start}${lines.join("\n  ").slice(start.length)}\n  \`\`\``;
}

/** Feedback, questions and searches, as far as they were read, with their days. */
function sourcesOf({ feedback, questions, searches }: SignalData): Parts {
  const others = joinParts([questions?.areAll && "questions", searches && "searches"], " and ");
  return [
    feedback && `${feedbackDays} days of feedback`,
    questions?.areAll === false && `the newest ${plural(questions.newest.length, "question")}`,
    others && `${questionDays} days of ${others}`,
  ];
}

/** A finding in a few plain words for a chat. */
export function briefly(finding: NotableFinding): string {
  if (!("path" in finding)) return lowerFirst(siteKinds[finding.kind].what);
  const { brief, several } = pageKinds[finding.kind];
  const { group } = finding;
  return group && several ? `${grouped(group.pages)} ${several.name}` : brief(finding);
}

/** One-sided: chance alone says “It helped” of at most 1 in 40 pages. */
const chanceBound = 0.025;
const fewestQuestions = 5;
const fewestDays = 14;
/** So many reports must have been missed before their absence says something. */
const missedReports = 3;

/** Judges what was said of a page since its change. */
export function verdictOn(row: SettledRow, { periods, data }: Pick<Report, "periods" | "data">): string {
  const days = Math.max(0, Math.floor((periods.current.to - row.changed.at) / day));
  if (row.kind === "examples-reported") return onReports(row.reports, row.before.reports, days);
  // Of the newest questions alone, nobody knows how many days they cover.
  const then = data.signals.questions?.areAll ? ` in the ${plural(questionDays - days, "day")}` : "";
  return onQuestions(row, row.before, `${plural(days, "day")} since`, `${then} before`);
}

function onQuestions({ unanswered, asked }: Asked, before: Asked, since: string, then: string): string {
  const was = `${grouped(before.unanswered)} of ${grouped(before.asked)}`;
  if (asked === 0) return `**Too early to tell:** no question in ${since}, ${was} unanswered${then}.`;
  const now = `${grouped(unanswered)} of ${plural(asked, "question")} unanswered in ${since}, ${was}${then}.`;
  if (asked < fewestQuestions) return `**Too early to tell:** ${now}`;
  const chance = chanceOfAtMost(unanswered, asked, before.unanswered + unanswered, before.asked + asked);
  // A share that fell by what can be chance is no sign that nothing changed.
  const isLess = unanswered * before.asked < before.unanswered * asked;
  if (chance > chanceBound) return `**${isLess ? "Too early to tell" : "No change yet"}:** ${now}`;
  return `**It helped:** unanswered questions fell from ${was}${then} to ${grouped(unanswered)} of ${grouped(asked)} in ${since}.`;
}

/** Reports have no number of readers beside them, so they are compared by day. */
function onReports(reports: number, before: number, days: number): string {
  const perDay = before / (feedbackDays - days);
  const now = reports === 0 ? "no report" : plural(reports, "report");
  const text = `${now} on its code examples in ${plural(days, "day")} since, ${grouped(before)} in the ${feedbackDays - days} before.`;
  if (reports === 0 && days >= fewestDays && perDay * days >= missedReports) return `**It helped:** ${text}`;
  return reports > 0 && reports * 2 >= perDay * days
    ? `**No change yet:** ${text}`
    : `**Too early to tell:** ${text}`;
}
