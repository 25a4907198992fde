import { codeSpan, link } from "../text/markdown.ts";
import { counted, grouped } from "./format.ts";
import { detailsBlock, fileList } from "./markdown-parts.ts";
import { isoRange, type Range, type Report } from "./report-model.ts";
import { feedbackDays, type SignalData } from "./signals-model.ts";
import { overlap } from "./tables.ts";

/** How to read the report, folded away, with a link to the page that has all definitions. */
export function howToRead({ data, docsUrl }: Report): string {
  const both = overlap(data.current.totals) ?? 0;
  const notes = [
    both > 0
      ? `A visitor counts once in each line, however many pages they read; a visitor who is both (${grouped(both)} this time) counts among people and among AI, and once among all.`
      : "A visitor counts once in each line, however many pages they read.",
    ...(data.previous === undefined
      ? []
      : ["▲ and ▼ mark only changes that go beyond chance and beyond the change of the whole site."]),
    ...(hasNoFeedback(data.signals)
      ? [`There is no feedback in ${feedbackDays} days; is it switched on?`]
      : []),
    ...(docsUrl === undefined ? [] : [link("All definitions and thresholds", docsUrl)]),
  ];
  return detailsBlock("How to read this", notes.join(" "));
}

/** True if all kinds of feedback were read and nobody gave any. Rows that were dropped are feedback too. */
function hasNoFeedback({ feedback, missing }: SignalData): boolean {
  if (feedback === undefined || missing.some(({ signal }) => signal === "feedback")) return false;
  const { votes, exampleReports, agentReports } = feedback;
  const hasNoVotes = votes.every(({ up, down }) => up + down === 0);
  return hasNoVotes && exampleReports?.length === 0 && agentReports?.length === 0;
}

/** The last, small line: the exact ranges, the project, the requests, the files and the run. */
export function reportFooter({ periods, data, project, files, runUrl }: Report): string {
  const compared = data.previous === undefined ? undefined : periods.previous;
  const parts = [
    `${exactRange(periods.current)} (end not included, UTC)`,
    ...(compared === undefined ? [] : [`compared with ${exactRange(compared)}`]),
    "approximate counts",
    `project ${codeSpan(project, 80)}`,
    counted(data.requests, "request"),
    ...(files.length > 0 ? [`also in ${fileList(files)}`] : []),
    ...(runUrl === undefined ? [] : [link("workflow run", runUrl)]),
  ];
  return `<sub>${parts.join(" · ")}</sub>`;
}

function exactRange(range: Range): string {
  const { dateFrom, dateTo } = isoRange(range);
  return `${dateFrom} to ${dateTo}`;
}
