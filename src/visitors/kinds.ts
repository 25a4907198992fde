import { writtenMoment } from "../dates.ts";
import { codeSpan } from "../text/markdown.ts";
import { grouped, plural } from "../text/words.ts";
import { change, multiple, periodLabels, wholePercents } from "./format.ts";
import { pageLink } from "./markdown-parts.ts";
import {
  type Counts,
  type DocsRepository,
  type NextKind,
  type NextRow,
  type OnPage,
  type PageChange,
  type PageFinding,
  type PageKind,
  questionDays,
  type Report,
  type SiteKind,
} from "./report-model.ts";
import { isPlainPath, plainName } from "./site-pages.ts";

// A row for each kind of finding. All that is told of a finding is here; the renderers go through the rows.

type PageKindRow = {
  mark: string;
  /** What stands in the column of changes, where a change of nothing or to nothing says less. */
  change?: (finding: PageFinding) => string;
  /** A sentence of Markdown, and the question that it raises. */
  sentence: (finding: PageFinding, siteUrl: URL | undefined) => string;
  /** Several pages: what they are called after their number, and the one with most at stake, as Markdown. */
  several?: { name: string; most: (finding: PageFinding, siteUrl: URL | undefined) => string };
  brief: (finding: PageFinding) => string;
  /** What to ask the agent. Called with plain paths only. */
  request: (finding: PageFinding) => string;
  /** The same about several pages; missing where they would have to be named one by one. */
  requestMany?: (folder: string, fromFolder: string) => string;
};

export const pageKinds: Readonly<Record<PageKind, PageKindRow>> = {
  up: {
    mark: "▲",
    // A multiple of any size, so that two of them have one unit.
    sentence: (finding, siteUrl) =>
      `${pageLink(finding.path, siteUrl)} has ${timesAsMany(finding)} times as many visitors (${beforeAndNow(finding)}). Is it complete and current?`,
    brief: (finding) => `${plainName(finding.path)} ×${timesAsMany(finding)} (${beforeAndNow(finding)})`,
    request: ({ path, previous, current }) =>
      `Check that ${path} is complete and current. Its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}. Change nothing else.`,
  },
  down: {
    mark: "▼",
    sentence(finding, siteUrl) {
      const [before, now] = [finding.previous.total, finding.current.total];
      const open = now * 5 <= before ? " Open it: does it still show what it did?" : "";
      return `${pageLink(finding.path, siteUrl)} has ${wholePercents(before, now)}% fewer visitors (${beforeAndNow(finding)}).${open} Do the links to it work?`;
    },
    brief: (finding) =>
      `${plainName(finding.path)} ${change(finding.previous.total, finding.current.total)} (${beforeAndNow(finding)})`,
    request: ({ path }) =>
      `Check that the links to ${path} work and that it is easy to find. Change nothing else.`,
  },
  new: {
    mark: "new",
    // The count, because a phone does not show the last column.
    change: ({ current }) => `+${grouped(current.total)}`,
    sentence: ({ path, current }, siteUrl) =>
      `${pageLink(path, siteUrl)} is new and has ${visitors(current)}. Do related pages link to it?`,
    several: {
      name: "new pages",
      // Visitors choose paths: odd ones may be no pages at all.
      most: ({ path, current }, siteUrl) =>
        `the most read is ${pageLink(path, siteUrl)} (${visitors(current)}). ${isPlainPath(path) ? "Do related pages link to them?" : "Does your site have them?"}`,
    },
    brief: ({ path, current }) => `${plainName(path)} is new (${visitors(current)})`,
    request: ({ path }) => `Link ${path} from related pages: it is new. Change nothing else.`,
    requestMany: (folder) => `Link the new pages below ${folder} from related pages.`,
  },
  // The path of a page that is gone is no link: it would be broken.
  gone: {
    mark: "gone",
    change: () => "redirect?",
    sentence: ({ path, previous }) =>
      `${pageLink(path)} had ${visitors(previous)} and is gone. Does the old address redirect?`,
    several: {
      name: "pages are gone",
      most: ({ path, previous }) =>
        `the most read was ${pageLink(path)} (${visitors(previous)}). Do the old addresses redirect?`,
    },
    brief: ({ path, previous }) => `${plainName(path)} is gone (${visitors(previous)} before)`,
    request: ({ path }) =>
      `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`,
  },
  moved: {
    mark: "moved",
    sentence: ({ path, from = "", previous, current }, siteUrl) =>
      `${pageLink(from)} seems to have moved to ${pageLink(path, siteUrl)} (${grouped(previous.total)} → ${visitors(current)}). Does the old address redirect?`,
    several: {
      name: "pages moved",
      most: ({ path, previous, current }, siteUrl) =>
        `the most read is ${pageLink(path, siteUrl)} (${grouped(previous.total)} → ${visitors(current)}). Do the old addresses redirect?`,
    },
    brief: ({ path, from = "" }) => `${plainName(from)} moved to ${plainName(path)}`,
    request: ({ path, from = "" }) =>
      `Check that ${from} redirects to ${path}. Add the redirect if it does not. Change nothing else.`,
    requestMany: (folder, fromFolder) =>
      `Check that the old addresses below ${fromFolder} redirect to ${folder}. Add the redirects that are missing. Change nothing else.`,
  },
};

function timesAsMany({ previous, current }: PageFinding): string {
  return multiple(current.total / previous.total);
}

function beforeAndNow({ previous, current }: PageFinding): string {
  return `${grouped(previous.total)} → ${grouped(current.total)}`;
}

function visitors({ total }: Counts): string {
  return plural(total, "visitor");
}

/** What is told of a fall of the whole site: what to do, what happened, and where to look. */
export const siteKinds: Readonly<
  Record<SiteKind, { call: string; what: string; look: (service: string) => string }>
> = {
  fewerPeople: {
    call: "Find out why fewer people came",
    what: "Fewer people across the site",
    look: () => "Check search results, the links that bring people, and the domain, unless it was a holiday.",
  },
  fewerAi: {
    call: "Find out what keeps AI out",
    what: "Less AI across the site",
    look: () => "Does robots.txt, a firewall or a bot filter keep assistants out?",
  },
  fewerPeopleAndAi: {
    call: "Find out why fewer came",
    what: "People and AI fell across the site",
    look: (service) => `Unless this was a holiday, check that ${service} still records visits.`,
  },
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
      const changed = row.changed && ` It was ${changedOn(row.changed, report)}; older votes still count.`;
      const elsewhere = Math.round((row.rest.down / row.rest.votes) * 100);
      return `${pageLink(row.path, report.siteUrl)}: **${grouped(row.down)} of ${grouped(row.votes)}** votes are thumbs down (${elsewhere}% elsewhere).${people(row, report)} Comments in the dashboard may say why.${changed ?? ""}`;
    },
    brief: (row) => `${grouped(row.down)} of ${plural(row.votes, "vote")} down`,
    request: () => undefined,
  },
  "examples-reported": {
    sentence: (row, report) =>
      `${pageLink(row.path, report.siteUrl)}: **${plural(row.reports, "report")}** on its code examples${since(row, report)}, all open.${people(row, report)}${committed(row, report)}`,
    brief: (row) => `${plural(row.reports, "report")} on its examples`,
    request: ({ path }) =>
      `Check every code example on ${path} against the code, and correct those that fail. Change nothing else.`,
  },
  "asked-unanswered": {
    sentence: (row, report) =>
      `${pageLink(row.path, report.siteUrl)}: the assistant had no answer to **${grouped(row.unanswered)} of ${grouped(row.asked)}** questions asked here${since(row, report)}, in ${plural(row.conversations, "conversation")}.${people(row, report)}${committed(row, report)}`,
    brief: (row) => `${unanswered(row)} unanswered`,
    request: (row) =>
      `The assistant could not answer ${unanswered(row)} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`,
  },
  unchanged: {
    sentence: (row, { siteUrl, periods }) =>
      `${pageLink(row.path, siteUrl)}: ${plural(row.readers?.human ?? 0, "person", "people")} read it ${periodLabels(periods).during}, and its file is from ${writtenMoment(row.committedAt, { year: true, clock: false })}.`,
    brief: (row) => `unchanged since ${writtenMoment(row.committedAt, { year: true, clock: false })}`,
    request: ({ path }) => `Check ${path} against the code, and correct what differs. Change nothing else.`,
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

const ordinals = { one: "st", two: "nd", few: "rd", many: "th", other: "th", zero: "th" } as const;

/** `3rd week` for a row that returns, and `new` for one that the last report had not. Empty in a first report. */
export function nthOf(row: NextRow, { memory, periods }: Report): string {
  if (!("page" in row) || !memory?.to) return "";
  if (row.nth === undefined) return "new";
  const ending = ordinals[new Intl.PluralRules("en", { type: "ordinal" }).select(row.nth)];
  return `${row.nth}${ending} ${periods.unit}`;
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

/** `changed on 3 Nov (#41)`, with a link; `committed on 3 Nov` where nobody knows when it was merged. */
export function changedOn({ at, pull }: PageChange, { docs }: Report): string {
  const on = writtenMoment(at, { clock: false });
  return pull === undefined || docs === undefined
    ? `committed on ${on}`
    : `changed on ${on} (${pullLink(pull, docs)})`;
}

/** Says that the agent's last pull request for the page was closed, with a space before it; empty if it was not. */
export function closedOn(row: NextRow, { docs }: Report): string {
  if (!("closed" in row) || row.closed === undefined || docs === undefined) return "";
  const { number, at } = row.closed;
  return ` ${pullLink(number, docs)} for it was closed on ${writtenMoment(at, { clock: false })}.`;
}

/** A link to a pull request of the documentation's repository. */
export function pullLink(number: number, { address }: DocsRepository): string {
  return `[#${number}](<${address}/pull/${number}>)`;
}

function since({ changed }: OnPage, report: Report): string {
  return changed?.pull === undefined ? "" : ` since it was ${changedOn(changed, report)}`;
}

/** Says of a change that separates nothing when it was committed. */
function committed({ changed }: OnPage, report: Report): string {
  return changed?.pull === undefined && changed ? ` Its file was ${changedOn(changed, report)}.` : "";
}

function unanswered({ unanswered, asked }: { unanswered: number; asked: number }): string {
  return `${grouped(unanswered)} of ${plural(asked, "question")}`;
}

function opened({ clicks }: { clicks: number }): string {
  return clicks === 0 ? "nothing" : "almost nothing";
}
