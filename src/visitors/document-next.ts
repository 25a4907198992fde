import { counted, grouped, percent } from "./format.ts";
import { commandBelow, list, pageInLine, termInLine } from "./markdown-parts.ts";
import { periodLabels } from "./period-labels.ts";
import { isPlainPath } from "./plain-path.ts";
import type { Report } from "./report-model.ts";
import { feedbackDays, type NextRow, questionDays, type SignalData } from "./signals-model.ts";

/**
 * Search terms that a command may quote: whoever copies the command posts it under their own name. No word ends with a
 * dot before a space: that would be the end of a sentence, which gets a line of its own.
 */
const plainTerm = /^(?=.{1,32}$)(?!.*\. )[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+){0,2}$/;

/** What to document next, as Markdown; nothing if there are no rows. */
export function documentNext(report: Report): string | undefined {
  const { next, data, periods, triggerPhrase } = report;
  if (next.length === 0) return undefined;
  const items = next.map(
    (row) => `- ${describeRow(row, report)}${commandBelow(triggerPhrase, requestForRow(row))}`,
  );
  const sources = `From ${sourcesOf(data.signals).join(", ")}; readers of ${periodLabels(periods).current}.`;
  return `### What to document next\n\n${sources}\n\n${items.join("\n")}`;
}

/**
 * A prompt for the agent about the first row that a change of a page can help; empty if there is none. It holds no word
 * of visitors but the path of a page that people read, and is never about reports by agents. Any reader of a page can
 * report its code or ask there, so a row proves nothing yet, and whoever runs the prompt has to review the change.
 */
export function nextPrompt({ next, findings }: Pick<Report, "next" | "findings">): string {
  for (const row of next) {
    if (row.kind !== "examples-reported" && row.kind !== "asked-unanswered") continue;
    // Nobody reads the prompt before the agent, and anyone can make up a page and ask there. So the page needs readers.
    if (row.readers === undefined || row.readers.human < findings.threshold) continue;
    const request = requestForRow(row);
    if (request !== undefined) return request;
  }
  return "";
}

/** Feedback, questions and searches, as far as they were read, with their days. */
function sourcesOf({ feedback, questions, searches }: SignalData): string[] {
  const newest = questions?.isCut ? [`the newest ${counted(questions.asked.length, "question")}`] : [];
  const others = [...(questions && !questions.isCut ? ["questions"] : []), ...(searches ? ["searches"] : [])];
  const days = feedback && newest.length === 0 ? "" : " days";
  return [
    ...(feedback ? [`feedback of ${feedbackDays} days`] : []),
    ...newest,
    ...(others.length > 0 ? [`${list(others)} of ${questionDays}${days}`] : []),
  ];
}

function describeRow(row: NextRow, { siteUrl, showsTerms }: Report): string {
  if (row.kind === "searched-unclicked") {
    const term = showsTerms ? termInLine(row.term) : "one term (the job summary names it)";
    return `Readers searched for ${term} **${counted(row.hits, "time")}** and opened ${opened(row)} (${counted(row.hitsBefore, "time")} in the ${questionDays} days before). Which page should have it?`;
  }
  const page = pageInLine(row.path, siteUrl);
  switch (row.kind) {
    case "rated-down": {
      const elsewhere = percent(row.rest.down / row.rest.votes);
      return `${page}: **${grouped(row.down)} of ${counted(row.votes, "vote")}** are thumbs down (${elsewhere} elsewhere).${people(row)} Comments in the dashboard may say why.`;
    }
    case "examples-reported":
      return `${page}: **${counted(row.reports, "open report")}** on its code examples.${people(row)} Do they work?`;
    case "asked-unanswered":
      return `${page}: the assistant had no answer to **${grouped(row.unanswered)} of ${counted(row.asked, "question")}** asked here, in ${counted(row.conversations, "conversation")}.${people(row)} What is missing?`;
    case "reported-by-agents": {
      const readers = row.readers === undefined ? "" : ` Read by ${counted(row.readers.ai, "AI visitor")}.`;
      return `${page}: **${counted(row.reports, "report")}** by AI agents. Anyone can send these, so check before you change anything.${readers}`;
    }
  }
}

function people({ readers }: { readers: { human: number } | undefined }): string {
  return readers === undefined ? "" : ` Read by ${counted(readers.human, "person", "people")}.`;
}

function opened({ clicks }: { clicks: number }): string {
  return clicks === 0 ? "nothing" : "almost nothing";
}

/** What an agent can do about a row; undefined if nobody knows what is wrong, or if the words are not plain. */
function requestForRow(row: NextRow): string | undefined {
  if (row.kind === "searched-unclicked") {
    if (!plainTerm.test(row.term)) return undefined;
    return `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`;
  }
  if (!isPlainPath(row.path)) return undefined;
  switch (row.kind) {
    case "rated-down":
      return undefined;
    case "examples-reported":
      return `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`;
    case "asked-unanswered":
      return `The assistant could not answer ${grouped(row.unanswered)} of ${counted(row.asked, "question")} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`;
    case "reported-by-agents":
      return `Check ${row.path} against the code it describes, and correct only what is wrong. Change nothing else.`;
  }
}
