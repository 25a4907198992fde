import { plural } from "../../text/words.ts";
import { feedbackDays, questionDays, type Report, type SignalData } from "../report-model.ts";
import { joinParts, type Parts } from "./format.ts";
import { refusedSignals } from "./gaps.ts";
import { nextKindOf, requestOn } from "./kinds.ts";

const howToUseCommands =
  "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";

/** *What to document next*. In a comment, findings have a command to copy. */
export function adviceSections(report: Report): string {
  const { next, data, triggerPhrase } = report;
  let isExplained = false;
  const item = (sentence: string, request: string | undefined): string => {
    if (triggerPhrase === undefined || request === undefined) return `- ${sentence}`;
    const above = isExplained ? "" : `\n\n  ${howToUseCommands}`;
    isExplained = true;
    return `- ${sentence}${above}\n\n${commandFence(triggerPhrase, request)}`;
  };
  const rows = next.map((row) => item(nextKindOf(row.kind).sentence(row, report), requestOn(row)));
  const readers = `and this ${report.periods.unit}'s readers`;
  const sources = `Based on ${joinParts([...sourcesOf(data.signals), readers], ", ")}.`;
  const sections = [
    rows.length > 0 && `### What to document next\n\n${sources}\n\n${rows.join("\n")}`,
    refusedSignals(data),
  ];
  return joinParts(sections, "\n\n");
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
