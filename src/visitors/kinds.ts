import { writtenMoment } from "../dates.ts";
import { grouped, plural } from "../text/words.ts";
import { change, multiple, periodLabels, wholePercents } from "./format.ts";
import { pageLink, termCode } from "./markdown-parts.ts";
import {
  type BothCounts,
  type Counts,
  type DocsRepository,
  type NextKind,
  type NextRow,
  type PageChange,
  type PageFinding,
  type PageGroup,
  type PageKind,
  questionDays,
  type Report,
  type SiteKind,
} from "./report-model.ts";
import { isPlainPath } from "./site-pages.ts";

// A row for each kind of finding. All that is told of a finding is here; the renderers go through the rows.

/** How a digest names a path. */
type Named = (path: string) => string;

/** What is told of a page that stands out. */
type PageKindRow = {
  /** How many visitors the finding is about; of a page that moved, those who know its old path. */
  stake: (finding: PageFinding) => number;
  /** In “What moved”. */
  mark: string;
  /** The cells of “What moved”: change, before, now. */
  cells: (finding: PageFinding) => readonly [string, string, string];
  /** A sentence of Markdown, and the question that it raises. */
  sentence: (finding: PageFinding, siteUrl: URL | undefined) => string;
  /** Several pages, after their number. */
  many: string;
  /** The page that stands for several, with its figures, as Markdown, and the question that they raise. */
  most: (finding: PageFinding, siteUrl: URL | undefined) => string;
  /** A few plain words for a chat. */
  brief: (finding: PageFinding, name: Named) => string;
  /** What to ask the agent. Called with plain paths only. */
  request: (finding: PageFinding) => string;
  /** The same about several pages; missing where they would have to be named one by one. */
  requestMany?: (group: PageGroup) => string;
};

export const pageKinds: Readonly<Record<PageKind, PageKindRow>> = {
  up: {
    stake: difference,
    mark: "▲",
    cells: totals,
    sentence({ path, previous, current }, siteUrl) {
      const [before, now] = [previous.total, current.total];
      const more =
        now >= 3 * before
          ? `${multiple(now / before)} times as many visitors`
          : `${wholePercents(before, now)}% more visitors`;
      return `${pageLink(path, siteUrl)} has ${more} (${grouped(before)} → ${grouped(now)}). Is it complete and current?`;
    },
    many: "pages with clearly more visitors",
    most: (finding, siteUrl) =>
      `${pageLink(finding.path, siteUrl)} has gained most (${beforeAndNow(finding)}). Are they complete and current?`,
    brief: briefChange,
    request: ({ path, previous, current }) =>
      `Check that ${path} is complete and current. Its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}. Change nothing else.`,
  },
  down: {
    stake: difference,
    mark: "▼",
    cells: totals,
    sentence(finding, siteUrl) {
      const [before, now] = [finding.previous.total, finding.current.total];
      const open = now * 5 <= before ? " Open it: does it still show what it did?" : "";
      return `${pageLink(finding.path, siteUrl)} has ${wholePercents(before, now)}% fewer visitors (${beforeAndNow(finding)}).${open} Do the links to it work?`;
    },
    many: "pages with clearly fewer visitors",
    most: (finding, siteUrl) =>
      `${pageLink(finding.path, siteUrl)} has lost most (${beforeAndNow(finding)}). Do the links to them work?`,
    brief: briefChange,
    request: ({ path }) =>
      `Check that the links to ${path} work and that it is easy to find. Change nothing else.`,
  },
  new: {
    stake: difference,
    mark: "new",
    // The count as the change too, because a phone does not show the last column.
    cells: ({ current }) => [`+${grouped(current.total)}`, "–", grouped(current.total)],
    sentence: ({ path, current }, siteUrl) =>
      `${pageLink(path, siteUrl)} is new and has ${visitors(current)}. Do related pages link to it?`,
    many: "new pages",
    most: ({ path, current }, siteUrl) =>
      `the most read is ${pageLink(path, siteUrl)} (${visitors(current)}). Do related pages link to them?`,
    brief: ({ path, current }, name) => `${name(path)} is new (${visitors(current)})`,
    request: ({ path }) => `Link ${path} from related pages: it is new.`,
    requestMany: ({ folder }) => `Link the new pages below ${folder} from related pages.`,
  },
  // The path of a page that is gone is no link: it would be broken.
  gone: {
    stake: difference,
    mark: "gone",
    cells: ({ previous }) => ["redirect?", grouped(previous.total), "–"],
    sentence: ({ path, previous }) =>
      `${pageLink(path)} had ${visitors(previous)} and is gone. Does the old address redirect?`,
    many: "pages are gone",
    most: ({ path, previous }) =>
      `the most read was ${pageLink(path)} (${visitors(previous)}). Do the old addresses redirect?`,
    brief: ({ path, previous }, name) => `${name(path)} is gone (${visitors(previous)} before)`,
    request: ({ path }) =>
      `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`,
  },
  moved: {
    stake: ({ previous }) => previous.total,
    mark: "moved",
    cells: totals,
    sentence: ({ path, from = "", previous, current }, siteUrl) =>
      `${pageLink(from)} seems to have moved to ${pageLink(path, siteUrl)} (${grouped(previous.total)} → ${visitors(current)}). Does the old address redirect?`,
    many: "pages moved",
    // A visitor counts on each page, so the sum is no number of people.
    most: ({ group }) =>
      `${plural(group?.visitors ?? 0, "visitor")} before, counted on each page. Do the old addresses redirect?`,
    brief: ({ path, from = "" }, name) => `${name(from)} moved to ${name(path)}`,
    request: ({ path, from = "" }) =>
      `Check that ${from} redirects to ${path}. Add the redirect if it does not. Change nothing else.`,
    requestMany: ({ folder, fromFolder = "" }) =>
      `Check that the old addresses below ${fromFolder} redirect to ${folder}. Add the redirects that are missing. Change nothing else.`,
  },
};

function difference({ previous, current }: BothCounts): number {
  return Math.abs(current.total - previous.total);
}

/** The cells of a page with other counts than before. */
function totals({ previous, current }: BothCounts): readonly [string, string, string] {
  return [change(previous.total, current.total), grouped(previous.total), grouped(current.total)];
}

function briefChange({ path, previous, current }: PageFinding, name: Named): string {
  const [percents, before, now] = totals({ previous, current });
  return `${name(path)} ${percents} (${before} → ${now})`;
}

function beforeAndNow({ previous, current }: BothCounts): string {
  return `${grouped(previous.total)} → ${grouped(current.total)}`;
}

function visitors({ total }: Counts): string {
  return plural(total, "visitor");
}

/** What is told of a change of the whole site: what, and where to look; empty where there is nothing to do. */
export const siteKinds: Readonly<Record<SiteKind, { what: string; look: string }>> = {
  fewerPeople: {
    what: "Fewer people across the site",
    look: "Check search results, the links that bring people, and the domain, unless it was a holiday.",
  },
  fewerAi: {
    what: "Less AI across the site",
    look: "Does robots.txt, a firewall or a bot filter keep assistants out?",
  },
  fewerPeopleAndAi: {
    what: "People and AI fell across the site",
    look: "Unless this was a holiday, check that the dashboard still counts visits.",
  },
  morePeople: {
    what: "More people across the site",
    look: "Was there a launch, a campaign or a link from elsewhere?",
  },
  moreAi: {
    what: "More AI across the site",
    look: "",
  },
  morePeopleAndAi: {
    what: "People and AI rose across the site",
    look: "Was there a launch, a campaign or a link from elsewhere?",
  },
};

/** What is told of something to document next. */
type NextKindRow<Kind extends NextKind> = {
  sentence: (
    row: NextRow<Kind>,
    report: Pick<Report, "periods" | "docs" | "siteUrl" | "showsTerms">,
  ) => string;
  brief: (row: NextRow<Kind>, name: Named) => string;
  /** What an agent can do; undefined if nobody knows what is wrong, or if the words are not plain. */
  request: (row: NextRow<Kind>) => string | undefined;
};

/**
 * Search terms that a command may quote: whoever copies the command posts it under their own name. No word ends with a
 * dot before a space, which would read as the end of a sentence.
 */
const plainTerm = /^(?=.{1,32}$)(?!.*\. )[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+){0,2}$/;

export const nextKinds: Readonly<{ [Kind in NextKind]: NextKindRow<Kind> }> = {
  "rated-down": {
    sentence(row, report) {
      const changed = row.changed && ` It was ${changedOn(row.changed, report)}; older votes still count.`;
      const elsewhere = Math.round((row.rest.down / row.rest.votes) * 100);
      return `${pageLink(row.path, report.siteUrl)}: **${grouped(row.down)} of ${grouped(row.votes)}** votes are thumbs down (${elsewhere}% elsewhere).${people(row, report)} Comments in the dashboard may say why.${changed ?? ""}`;
    },
    brief: (row, name) => `${name(row.path)} (${grouped(row.down)} of ${plural(row.votes, "vote")} down)`,
    request: () => undefined,
  },
  "examples-reported": {
    sentence: (row, report) =>
      `${pageLink(row.path, report.siteUrl)}: **${plural(row.reports, "report")}** on its code examples${since(row, report)}, all open.${people(row, report)}`,
    brief: (row, name) => `${name(row.path)} (${plural(row.reports, "report")} on its examples)`,
    request: (row) =>
      isPlainPath(row.path)
        ? `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`
        : undefined,
  },
  "asked-unanswered": {
    sentence: (row, report) =>
      `${pageLink(row.path, report.siteUrl)}: the assistant had no answer to **${grouped(row.unanswered)} of ${grouped(row.asked)}** questions asked here${since(row, report)}, in ${plural(row.conversations, "conversation")}.${people(row, report)}`,
    brief: (row, name) => `${name(row.path)} (${unanswered(row)} unanswered)`,
    request: (row) =>
      isPlainPath(row.path)
        ? `The assistant could not answer ${unanswered(row)} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`
        : undefined,
  },
  "searched-unclicked": {
    sentence(row, { showsTerms }) {
      const term = showsTerms ? termCode(row.term) : "one term (the job summary names it)";
      return `Readers searched for ${term} **${plural(row.hits, "time")}** and opened ${opened(row)} (${plural(row.hitsBefore, "time")} in the ${questionDays} days before).`;
    },
    // A chat gets no word that visitors typed.
    brief: (row) =>
      `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened (${plural(row.hits, "time")})`,
    request: (row) =>
      plainTerm.test(row.term)
        ? `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`
        : undefined,
  },
};

/** What is told of a row of this kind. */
export function nextKindOf<Kind extends NextKind>(kind: Kind): NextKindRow<Kind> {
  return nextKinds[kind];
}

function people(
  { readers }: { readers: { human: number } | undefined },
  { periods }: Pick<Report, "periods">,
): string {
  if (readers === undefined) return "";
  return ` ${plural(readers.human, "person", "people")} read it ${periodLabels(periods).duringCurrent}.`;
}

/** `changed on 3 Nov (#41)`, with a link. */
export function changedOn({ at, number }: PageChange, { docs }: Pick<Report, "docs">): string {
  const on = `changed on ${writtenMoment(at, { clock: false })}`;
  return number === undefined || docs === undefined ? on : `${on} (${pullLink(number, docs)})`;
}

/** A link to a pull request of the documentation's repository. */
export function pullLink(number: number, { address }: DocsRepository): string {
  return `[#${number}](<${address}/pull/${number}>)`;
}

function since({ changed }: { changed?: PageChange | undefined }, report: Pick<Report, "docs">): string {
  return changed === undefined ? "" : ` since it was ${changedOn(changed, report)}`;
}

function unanswered({ unanswered, asked }: { unanswered: number; asked: number }): string {
  return `${grouped(unanswered)} of ${plural(asked, "question")}`;
}

function opened({ clicks }: { clicks: number }): string {
  return clicks === 0 ? "nothing" : "almost nothing";
}
