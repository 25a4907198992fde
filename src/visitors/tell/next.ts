import { writtenMoment } from "../../dates.ts";
import { escapeInlineMarkdown } from "../../text/markdown.ts";
import { toMarkdown } from "../../text/rich-text.ts";
import { grouped, list, plural } from "../../text/words.ts";
import type { Asked, NextRow } from "../find/next.ts";
import type { NamedPage, Report } from "../find/report.ts";
import { feedbackDays, questionDays, type SignalData } from "../read/data.ts";
import { isPlainPath } from "../read/pages.ts";
import { joinParts } from "./format.ts";
import { inertCode, nameInChat, pageLinks, type ShowPage } from "./markdown-parts.ts";

const searchDays = 2 * questionDays;

/** All that is told of a row. */
type RowText = {
  /** What was found, as Markdown. */
  found: string;
  /** The same in a few plain words for a chat, without a word that visitors typed. */
  brief: string;
  /** What an agent can do; missing if nobody knows what is wrong. Used for plain paths only. */
  request?: string;
};

/** The words for each kind of row. `page` is its link, `dashboard` is where its evidence is. */
function textOf(row: NextRow, page = "", dashboard = ""): RowText {
  switch (row.kind) {
    case "rated-down": {
      const { down, votes } = row.evidence;
      return {
        found: `${page}: **${grouped(down)} of ${grouped(votes)}** votes are thumbs down. Look for comments in the ${dashboard}.`,
        brief: `${grouped(down)} of ${plural(votes, "vote")} down`,
      };
    }
    case "examples-reported": {
      const reports = plural(row.evidence.reports, "open report");
      return {
        found: `${page}: **${reports}** on its code examples. Read them in the ${dashboard}.`,
        brief: `${reports} on its examples`,
        request: `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`,
      };
    }
    case "asked-unanswered": {
      const part = partOf(row.evidence);
      const { rest } = row.evidence;
      const elsewhere = `${Math.round((rest.unanswered / rest.asked) * 100)}% elsewhere`;
      return {
        found: `${page}: the assistant had **no answer to ${part}** questions asked here (${elsewhere}). Read them in the ${dashboard}.`,
        brief: `${part} questions unanswered`,
        request: `The assistant could not answer ${part} questions asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`,
      };
    }
    case "searched-unclicked": {
      const { hits, hitsBefore, clicks } = row.evidence;
      // A file has no word of a visitor.
      const term = row.term === "" ? "a term" : inertCode(row.term);
      return {
        found: `Readers searched for ${term} **${plural(hits + hitsBefore, "time")}** in ${searchDays} days and opened ${plural(clicks, "result")}. Is there a page that answers it?`,
        brief: "a search without clicks",
      };
    }
  }
}

function partOf({ unanswered, asked }: Asked): string {
  return `${grouped(unanswered)} of ${grouped(asked)}`;
}

/** What to ask the agent about a row; empty if there is nothing to ask, or if its path is not plain. */
export function requestOn(row: NextRow): string {
  const isPlain = "path" in row && isPlainPath(row.path);
  return (isPlain && textOf(row).request) || "";
}

/** A row in a few plain words for a chat. */
export function briefly(row: NextRow): string {
  const { brief } = textOf(row);
  return "path" in row ? `${nameInChat(row.path)} (${brief})` : brief;
}

/** *What to document next*. With `triggerPhrase`, rows have a command to copy. Empty if there is nothing to tell. */
export function nextSection(report: Report, triggerPhrase?: string): string {
  const { data, next, named, dashboard, siteUrl, periods } = report;
  if (next.length + named.length === 0) {
    return "";
  }
  const showPage = pageLinks([...next, ...named].flatMap((row) => ("path" in row ? row.path : [])));
  const source = toMarkdown(dashboard);
  let explanation =
    "  Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";
  const items = next.map((row) => {
    const isPage = "path" in row;
    const { found } = textOf(row, isPage ? showPage(row.path, siteUrl) : "", source);
    const people = isPage && row.readers && plural(row.readers.human, "person", "people");
    const read = people && ` ${people} read the page this ${periods.unit}.`;
    const item = joinParts([`- ${found}${read || ""}`, quotesOf(row)], "\n");
    const request = requestOn(row);
    if (triggerPhrase === undefined || request === "") {
      return item;
    }
    const parts = [item, explanation, commandFence(triggerPhrase, request)];
    // Above the first command only.
    explanation = "";
    return joinParts(parts, "\n\n");
  });
  const sections = [
    "### What to document next",
    next.length > 0 && sourcesOf(data.signals),
    items.join("\n"),
    ...named.map((page) => namedLine(page, report, showPage)),
  ];
  return joinParts(sections, "\n\n");
}

/** The words of strangers, as text that does nothing. */
function quotesOf(row: NextRow): string {
  if (row.kind !== "asked-unanswered" || row.quotes.length === 0) {
    return "";
  }
  const quotes = row.quotes.map((words) => `"${escapeInlineMarkdown(words, 100)}"`);
  return `  > ${quotes.join(" · ")}`;
}

/** What was said of a page before and since a report named it for the agent. Whether that helped, the reader decides. */
function namedLine(
  { path, at, before, since }: NamedPage,
  { siteUrl }: Report,
  showPage: ShowPage,
): string {
  const said = [
    `Suggested on ${writtenMoment(at)}: ${showPage(path, siteUrl)}.`,
    before.asked + since.asked > 0 &&
      `Unanswered questions: ${partOf(before)} before, ${partOf(since)} since.`,
    before.reports + since.reports > 0 &&
      `Open reports: ${grouped(before.reports)} before, ${grouped(since.reports)} since.`,
  ];
  return joinParts(said, " ");
}

/** A command in a fence below an item of a list. A fence does not wrap: a phone shows 36 characters of a line. */
function commandFence(triggerPhrase: string, request: string): string {
  const start = `${triggerPhrase} --new`;
  // A phrase may have spaces, and stays on one line: while the lines are broken, a word of its length stands for it.
  const lines =
    `${"x".repeat(start.length)} ${request}`.match(/(?:\S{37,}|\S.{0,35})(?=\s|$)/g) ?? [];
  return `  \`\`\`\n  ${start}${lines.join("\n  ").slice(start.length)}\n  \`\`\``;
}

/** `Based on 90 days of feedback and 28 days of questions.`, as far as they were read. */
function sourcesOf({ feedback, questions, searches }: SignalData): string {
  const sources = [
    feedback && `${feedbackDays} days of feedback`,
    questions &&
      (questions.areAll
        ? `${questionDays} days of questions`
        : `the newest ${plural(questions.newest.length, "question")}`),
    searches && `${searchDays} days of searches`,
  ];
  return `Based on ${list(sources.filter((source) => source !== undefined))}.`;
}
