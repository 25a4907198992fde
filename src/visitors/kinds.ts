import { aiShare, changedByFifth, noVisitors } from "./counts.ts";
import { clearRise } from "./findings.ts";
import { boundedPercent, change, counted, grouped, multiple, pointsChange, wholePercents } from "./format.ts";
import { pageInLine, termInLine } from "./markdown-parts.ts";
import type { Counts, NextRow, PageFinding, PageGroup, PageKind, Report, SiteKind } from "./report-model.ts";
import { questionDays } from "./signals.ts";
import { isPlainPath } from "./site-pages.ts";

// A row for each kind of finding. All that is told of a finding is here; the renderers go through the rows.
// Methods and not arrow functions, so that a row may take a narrower finding than the table promises.

type BothCounts = Pick<PageFinding, "previous" | "current">;

/** A finding that stands for several pages. */
export type GroupFinding = PageFinding & { group: PageGroup };

/** How a digest names a path. */
type Named = (path: string) => string;

/** What is told of a page that stands out. */
type PageKindRow = {
  /** In “What moved”. */
  mark: string;
  /** The cells of “What moved”: change, before, now. */
  cells(finding: PageFinding): readonly [string, string, string];
  /** A sentence of Markdown, and the question that it raises. */
  sentence(finding: PageFinding, report: Report): string;
  /** The same of several pages; `where` says below which folder they are. */
  ofGroup(finding: GroupFinding, where: string, report: Report): string;
  /** A few plain words for a chat. */
  brief(finding: PageFinding, name: Named): string;
  /** Of several pages, after their number. */
  briefOfGroup: string;
  /** What to ask the agent. Called with plain paths only. */
  request(finding: PageFinding, report: Report): string;
};

export const pageKinds: Readonly<Record<PageKind, PageKindRow>> = {
  up: {
    mark: "▲",
    cells: totals,
    sentence({ path, previous, current }, report) {
      const [before, now] = [previous.total, current.total];
      const more =
        now >= 3 * before
          ? `${multiple(now / before)} times as many visitors`
          : `${wholePercents(before, now)}% more visitors`;
      return `**${page(path, report)}** has ${more} (${numbers({ previous, current }, report)}). Is it complete and current?`;
    },
    ofGroup: ({ path, group, ...counts }, where, report) =>
      `**${grouped(group.pages)} pages have clearly more visitors**, ${where}; ${page(path, report)} has gained most (${numbers(counts, report)}). Are they complete and current?`,
    brief: briefChange,
    briefOfGroup: "pages with clearly more visitors",
    request: ({ path, previous, current }) =>
      `Check that ${path} is complete and current. Its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}. Change nothing else.`,
  },
  down: {
    mark: "▼",
    cells: totals,
    sentence: ({ path, ...counts }, report) =>
      `**${page(path, report)}** has ${wholePercents(counts.previous.total, counts.current.total)}% fewer visitors (${numbers(counts, report)}). Do the links to it work?`,
    ofGroup: ({ path, group, ...counts }, where, report) =>
      `**${grouped(group.pages)} pages have clearly fewer visitors**, ${where}; ${page(path, report)} has lost most (${numbers(counts, report)}). Do the links to them work?`,
    brief: briefChange,
    briefOfGroup: "pages with clearly fewer visitors",
    request: ({ path }) =>
      `Check that the links to ${path} work and that it is easy to find. Change nothing else.`,
  },
  new: {
    mark: "new",
    // The count as the change too, because a phone does not show the last column.
    cells: ({ current }) => [`+${grouped(current.total)}`, "–", grouped(current.total)],
    sentence: ({ path, current }, report) =>
      `**${page(path, report)}** is new and has ${counted(current.total, "visitor")}. Do related pages link to it?`,
    ofGroup: ({ path, current, group }, where, report) =>
      `**${grouped(group.pages)} new pages**, ${where}; the most read is ${page(path, report)} (${counted(current.total, "visitor")}). Do related pages link to them?`,
    brief: ({ path, current }, name) => `${name(path)} is new (${counted(current.total, "visitor")})`,
    briefOfGroup: "new pages",
    request: ({ path }) => `Link ${path} from related pages: it is new.`,
  },
  gone: {
    mark: "gone",
    cells: ({ previous }) => ["redirect?", grouped(previous.total), "–"],
    sentence: ({ path, previous }) =>
      `**${oldPage(path)}** had ${counted(previous.total, "visitor")} and is gone. Does the old address redirect?`,
    ofGroup: ({ path, previous, group }, where) =>
      `**${grouped(group.pages)} pages are gone**, ${where}; the most read was ${oldPage(path)} (${counted(previous.total, "visitor")}). Do the old addresses redirect?`,
    brief: ({ path, previous }, name) =>
      `${name(path)} is gone (${counted(previous.total, "visitor")} before)`,
    briefOfGroup: "pages are gone",
    request: ({ path }) =>
      `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`,
  },
  moved: {
    mark: "moved",
    cells: totals,
    sentence: ({ path, from = "", previous, current }, report) =>
      `**${oldPage(from)}** seems to have moved to **${page(path, report)}** (${grouped(previous.total)} → ${counted(current.total, "visitor")}). Does the old address redirect?`,
    // A visitor counts on each page, so the sum is no number of people.
    ofGroup: ({ group }, where) =>
      `**${grouped(group.pages)} pages moved** ${where} (${counted(group.visitors ?? 0, "visitor")} before, counted on each page). Do the old addresses redirect?`,
    brief: ({ path, from = "" }, name) => `${name(from)} moved to ${name(path)}`,
    briefOfGroup: "pages moved",
    request: ({ path, from = "" }) =>
      `Check that ${from} redirects to ${path}. Add the redirect if it does not. Change nothing else.`,
  },
  aiShareUp: {
    mark: "AI\u00a0▲",
    cells: ({ previous, current }) => [
      pointsChange(aiShare(previous), aiShare(current)),
      aiOf(previous),
      aiOf(current),
    ],
    sentence: ({ path, previous, current }, report) =>
      `**AI** now makes up ${aiOf(current)} of the visitors of ${page(path, report)} (${aiOf(previous)} before${siteAiShare(report)}). Can assistants quote it right?`,
    ofGroup: ({ path, group, previous, current }, where, report) =>
      `**AI** makes up far more of the visitors of ${grouped(group.pages)} pages, ${where}; of ${page(path, report)} it makes up ${aiOf(current)} (${aiOf(previous)} before${siteAiShare(report)}). Can assistants quote them right?`,
    brief: ({ path, previous, current }, name) =>
      `AI is ${aiOf(current)} of the visitors of ${name(path)} (${aiOf(previous)} before)`,
    briefOfGroup: "pages with far more AI",
    request: ({ path }) =>
      `Put the key facts of ${path} in short sentences or a table near the top, so that AI assistants quote them right.`,
  },
};

/** The cells of a page with other counts than before. */
function totals({ previous, current }: BothCounts): readonly [string, string, string] {
  return [change(previous.total, current.total), grouped(previous.total), grouped(current.total)];
}

function briefChange({ path, previous, current }: PageFinding, name: Named): string {
  const [percents, before, now] = totals({ previous, current });
  return `${name(path)} ${percents} (${before} → ${now})`;
}

function page(path: string, { siteUrl }: Report): string {
  return pageInLine(path, siteUrl);
}

/** A link to a page that is gone would be broken. */
function oldPage(path: string): string {
  return pageInLine(path, undefined);
}

function aiOf(counts: Counts): string {
  return boundedPercent(aiShare(counts));
}

/** A page's visitors before and now, and the change of the whole site if it is at least 20%: −30% means less at −25%. */
function numbers({ previous, current }: BothCounts, { data, findings }: Report): string {
  const before = data.previous?.totals.total ?? 0;
  const now = data.current.totals.total;
  const ofSite = changedByFifth(before, now) ? change(before, now, findings.siteThreshold) : "";
  return `${grouped(previous.total)} → ${grouped(current.total)}${ofSite === "" ? "" : `; the whole site ${ofSite}`}`;
}

/** The AI share of the whole site if it rose by at least 15 points, as it must for a page to be a finding. */
function siteAiShare({ data }: Report): string {
  const before = data.previous?.totals ?? noVisitors;
  const now = data.current.totals;
  if (aiShare(now) - aiShare(before) < clearRise) return "";
  return `; the whole site from ${aiOf(before)} to ${aiOf(now)}`;
}

/** What is told of a change of the whole site: what, and where to look; `noPage` is what did not cause it. */
export const siteKinds: Readonly<Record<SiteKind, { what: string; where(noPage: string): string }>> = {
  fewerPeople: {
    what: "Fewer people across the site",
    where: (noPage) =>
      `, so ${noPage} is the cause. Check search results, the links that bring people, and the domain, unless it was a holiday.`,
  },
  fewerAi: {
    what: "Less AI across the site",
    where: (noPage) =>
      `, so ${noPage} is the cause. Does robots.txt, a firewall or a bot filter keep assistants out?`,
  },
  fewerPeopleAndAi: {
    what: "People and AI fell across the site",
    where: () =>
      ": a holiday, or visits that were not counted, rather than a page. If it was no holiday, does the dashboard count visits?",
  },
  morePeople: {
    what: "More people across the site",
    where: (noPage) =>
      `, so ${noPage} is the cause. Was there a launch, a campaign or a link from elsewhere?`,
  },
  moreAi: {
    what: "More AI across the site",
    where: (noPage) => `, so ${noPage} is the cause. More assistants or crawlers read the docs.`,
  },
  morePeopleAndAi: {
    what: "People and AI rose across the site",
    where: (noPage) =>
      `, so ${noPage} is the cause. Was there a launch, a campaign or a link from elsewhere?`,
  },
};

/** What is told of something to document next. */
type NextKindRow = {
  sentence(row: NextRow, report: Report): string;
  brief(row: NextRow, name: Named): string;
  /** What an agent can do; undefined if nobody knows what is wrong, or if the words are not plain. */
  request(row: NextRow): string | undefined;
  /** True if a page needs a change, and no word but its path is a stranger's. */
  isForAgent: boolean;
};

type NextOf<Kind> = Extract<NextRow, { kind: Kind }>;

/**
 * Search terms that a command may quote: whoever copies the command posts it under their own name. No word ends with a
 * dot before a space: that would be the end of a sentence, which gets a line of its own.
 */
const plainTerm = /^(?=.{1,32}$)(?!.*\. )[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+){0,2}$/;

export const nextKinds: Readonly<Record<NextRow["kind"], NextKindRow>> = {
  "rated-down": {
    sentence(row: NextOf<"rated-down">, report) {
      const elsewhere = Math.round((row.rest.down / row.rest.votes) * 100);
      return `${page(row.path, report)}: **${grouped(row.down)} of ${grouped(row.votes)}** votes are thumbs down (elsewhere ${elsewhere} of 100).${people(row)} Comments in the dashboard may say why.`;
    },
    brief: (row: NextOf<"rated-down">, name) =>
      `${name(row.path)} (${grouped(row.down)} of ${counted(row.votes, "vote")} down)`,
    request: () => undefined,
    isForAgent: false,
  },
  "examples-reported": {
    sentence: (row: NextOf<"examples-reported">, report) =>
      `${page(row.path, report)}: **${counted(row.reports, "report")}** on its code examples, all open.${people(row)}`,
    brief: (row: NextOf<"examples-reported">, name) =>
      `${name(row.path)} (${counted(row.reports, "report")} on its examples)`,
    request: (row: NextOf<"examples-reported">) =>
      isPlainPath(row.path)
        ? `Check every code example on ${row.path} against the code, and correct those that fail. Change nothing else.`
        : undefined,
    isForAgent: true,
  },
  "asked-unanswered": {
    sentence: (row: NextOf<"asked-unanswered">, report) =>
      `${page(row.path, report)}: the assistant had no answer to **${grouped(row.unanswered)} of ${grouped(row.asked)}** questions asked here, in ${counted(row.conversations, "conversation")}.${people(row)}`,
    brief: (row: NextOf<"asked-unanswered">, name) => `${name(row.path)} (${unanswered(row)} unanswered)`,
    request: (row: NextOf<"asked-unanswered">) =>
      isPlainPath(row.path)
        ? `The assistant could not answer ${unanswered(row)} asked on ${row.path}. Read the page and the code it describes, find what is missing, and add it. Change nothing else.`
        : undefined,
    isForAgent: true,
  },
  "searched-unclicked": {
    sentence(row: NextOf<"searched-unclicked">, { showsTerms }) {
      const term = showsTerms ? termInLine(row.term) : "one term (the job summary names it)";
      return `Readers searched for ${term} **${counted(row.hits, "time")}** and opened ${opened(row)} (${counted(row.hitsBefore, "time")} in the ${questionDays} days before).`;
    },
    // A chat gets no word that visitors typed.
    brief: (row: NextOf<"searched-unclicked">) =>
      `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened (${counted(row.hits, "time")})`,
    request: (row: NextOf<"searched-unclicked">) =>
      plainTerm.test(row.term)
        ? `Readers search for "${row.term}" and open ${opened(row)}. If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.`
        : undefined,
    isForAgent: false,
  },
};

function people({ readers }: { readers: { human: number } | undefined }): string {
  return readers === undefined ? "" : ` ${counted(readers.human, "person", "people")}.`;
}

function unanswered({ unanswered, asked }: { unanswered: number; asked: number }): string {
  return `${grouped(unanswered)} of ${counted(asked, "question")}`;
}

function opened({ clicks }: { clicks: number }): string {
  return clicks === 0 ? "nothing" : "almost nothing";
}
