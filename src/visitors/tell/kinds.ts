import { codeSpan } from "../../text/markdown.ts";
import { grouped, plural } from "../../text/words.ts";
import { isPlainPath, plainName } from "../read/pages.ts";
import {
  type NextKind,
  type NextRow,
  type OnPage,
  type PageFinding,
  type PageKind,
  questionDays,
  type Report,
} from "../report-model.ts";
import { periodLabels } from "./format.ts";
import { pageLink } from "./markdown-parts.ts";

// A row for each kind of finding. All that is told of a finding is here; the renderers go through the rows.

type PageKindRow = {
  mark: string;
  /** What stands in the column of changes, where a change of nothing or to nothing says less. */
  change?: (finding: PageFinding) => string;
};

export const pageKinds: Readonly<Record<PageKind, PageKindRow>> = {
  up: { mark: "▲" },
  down: { mark: "▼" },
  // The count, because a phone does not show the last column.
  new: { mark: "new", change: ({ current }) => `+${grouped(current.total)}` },
  gone: { mark: "gone" },
};

type NextKindRow<Kind extends NextKind> = {
  sentence: (row: NextRow<Kind>, report: Report) => string;
  brief: (row: NextRow<Kind>) => string;
  /** What an agent can do; undefined if nobody knows what is wrong. Called with plain paths only. */
  request: (row: NextRow<Kind>) => string | undefined;
};

/** Search terms that a command may quote: whoever copies the command posts it under their own name. */
const plainTerm = /^(?=.{1,32}$)[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+){0,2}$/;

const nextKinds: Readonly<{ [Kind in NextKind]: NextKindRow<Kind> }> = {
  "rated-down": {
    sentence(row, report) {
      const elsewhere = Math.round((row.rest.down / row.rest.votes) * 100);
      return `${pageLink(row.path, report.siteUrl)}: **${grouped(row.down)} of ${grouped(row.votes)}** votes are thumbs down (${elsewhere}% elsewhere).${people(row, report)} Comments in the dashboard may say why.`;
    },
    brief: (row) => `${grouped(row.down)} of ${plural(row.votes, "vote")} down`,
    request: () => undefined,
  },
  "examples-reported": {
    sentence: (row, report) =>
      `${pageLink(row.path, report.siteUrl)}: **${plural(row.reports, "report")}** on its code examples, all open.${people(row, report)}`,
    brief: (row) => `${plural(row.reports, "report")} on its examples`,
    request: ({ path }) =>
      `Check every code example on ${path} against the code, and correct those that fail. Change nothing else.`,
  },
  "asked-unanswered": {
    sentence: (row, report) =>
      `${pageLink(row.path, report.siteUrl)}: the assistant had no answer to **${grouped(row.unanswered)} of ${grouped(row.asked)}** questions asked here, in ${plural(row.conversations, "conversation")}.${people(row, report)}`,
    brief: (row) => `${unanswered(row)} unanswered`,
    request: (row) =>
      `The assistant could not answer ${unanswered(row)} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`,
  },
  "searched-unclicked": {
    sentence: (row) =>
      `Readers searched for ${codeSpan(row.term, 48)} **${plural(row.hits, "time")}** and opened ${opened(row)} (${plural(row.hitsBefore, "time")} in the ${questionDays} days before).`,
    brief: (row) => plural(row.hits, "time"),
    request: (row) =>
      plainTerm.test(row.term)
        ? `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`
        : undefined,
  },
};

/** What a row is about in plain words. A chat gets no word that visitors typed. */
export function plainTopic(row: NextRow): string {
  if (row.kind !== "searched-unclicked") return plainName(row.path);
  return `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened`;
}

/** What to ask the agent about a row; undefined if there is nothing to ask, or if its words are not plain. */
export function requestOn(row: NextRow): string | undefined {
  return "path" in row && !isPlainPath(row.path) ? undefined : nextKindOf(row.kind).request(row);
}

export function nextKindOf<Kind extends NextKind>(kind: Kind): NextKindRow<Kind> {
  return nextKinds[kind];
}

function people({ readers }: OnPage, { periods }: Report): string {
  if (readers === undefined) return "";
  return ` ${plural(readers.human, "person", "people")} read it ${periodLabels(periods).during}.`;
}

function unanswered({ unanswered, asked }: { unanswered: number; asked: number }): string {
  return `${grouped(unanswered)} of ${plural(asked, "question")}`;
}

function opened({ clicks }: { clicks: number }): string {
  return clicks === 0 ? "nothing" : "almost nothing";
}
