import { changedByFifth, clearRise } from "./changes.ts";
import { noVisitors } from "./counts.ts";
import { boundedPercent, change, grouped, multiple, wholePercents } from "./format.ts";
import { commandBelow, pageInLine } from "./markdown-parts.ts";
import { isPlainPath } from "./plain-path.ts";
import type { Counts, Findings, GroupFinding, OnePageFinding, Report, SiteFinding } from "./report-model.ts";
import { aiShare } from "./shares.ts";

/** Up to three findings to act on, as Markdown; nothing if there are none. */
export function worthALook(report: Report): string | undefined {
  const { triggerPhrase } = report;
  const items = report.worthALook.map((finding) => {
    if (!("path" in finding)) return `- ${describeSite(finding, report)}`;
    if ("group" in finding)
      return `- ${describeGroup(finding, report)}${commandBelow(triggerPhrase, requestForGroup(finding))}`;
    return `- ${describePage(finding, report)}${commandBelow(triggerPhrase, requestForPage(finding, report.findings))}`;
  });
  return items.length > 0 ? `### Worth a look\n\n${items.join("\n")}` : undefined;
}

/** How many pages a finding about the whole site is true of. */
export function almostEveryPage({ data }: Report): string {
  const isComplete = data.current.complete && data.previous?.complete;
  return isComplete ? "almost every page" : "almost every page that was read";
}

function describeSite({ kind }: SiteFinding, report: Report): string {
  const pages = almostEveryPage(report);
  switch (kind) {
    case "fewerPeople":
      return `**Fewer people on ${pages}**, so no page is the cause. Check search results, the links that bring people, and the domain, unless it was a holiday.`;
    case "fewerPeopleAndAi":
      return `**People and AI fell, on ${pages}**: a holiday, or visits that were not counted, rather than a page. If it was no holiday, does the dashboard count visits?`;
    case "fewerAi":
      return `**Less AI on ${pages}**, so no page is the cause. Does robots.txt, a firewall or a bot filter keep assistants out?`;
  }
}

/** What happened to a page, and what the reader could do about it. */
function describePage(finding: OnePageFinding, report: Report): string {
  const { path, current, previous } = finding;
  // A link to a page that is gone would be broken.
  const page = pageInLine(path, finding.kind === "gone" ? undefined : report.siteUrl);
  const before = grouped(previous.total);
  const now = grouped(current.total);
  const numbers = `${before} → ${now}${siteChange(report)}`;
  switch (finding.kind) {
    case "up":
      return `**${page}** has ${moreVisitors(previous.total, current.total)} (${numbers}). Is it complete and current?`;
    case "down":
      return `**${page}** has ${wholePercents(previous.total, current.total)}% fewer visitors (${numbers}). Do the links to it work?`;
    case "new":
      return `**${page}** is new and has ${now} visitors. Do related pages link to it?`;
    case "gone":
      return `**${page}** had ${before} visitors and is gone. Does the old address redirect?`;
    case "moved":
      return `**${pageInLine(finding.from, undefined)}** seems to have moved to **${page}** (${before} → ${now} visitors)${oneOf(report.findings.moved.length)}. Does the old address redirect?`;
    case "aiShareUp":
      return `**AI** now makes up ${aiShareText(current)} of the visitors of ${page} (${aiShareText(previous)} before${siteAiShare(report)}). Can assistants quote it right?`;
  }
}

/** What happened to several pages, and to the one of them that changed most. */
function describeGroup(finding: GroupFinding, report: Report): string {
  const { path, current, previous } = finding;
  const { pages, below, folder } = finding.group;
  const page = pageInLine(path, finding.kind === "gone" ? undefined : report.siteUrl);
  const count = grouped(pages);
  const part = below === pages ? "all" : `${grouped(below)} of them`;
  const where = `${part} below ${pageInLine(folder, undefined)}`;
  const numbers = `${grouped(previous.total)} → ${grouped(current.total)}${siteChange(report)}`;
  switch (finding.kind) {
    case "up":
      return `**${count} pages have clearly more visitors**, ${where}; ${page} has gained most (${numbers}). Are they complete and current?`;
    case "down":
      return `**${count} pages have clearly fewer visitors**, ${where}; ${page} has lost most (${numbers}). Do the links to them work?`;
    case "new":
      return `**${count} new pages**, ${where}; the most read is ${page} (${grouped(current.total)} visitors). Do related pages link to them?`;
    case "gone":
      return `**${count} pages are gone**, ${where}; the most read was ${page} (${grouped(previous.total)} visitors). Do the old addresses redirect?`;
    case "moved": {
      const which = below === pages ? "" : `, ${grouped(below)} of them`;
      return `**${count} pages moved**${which} from ${pageInLine(finding.group.fromFolder, undefined)} to ${pageInLine(folder, undefined)}. Do the old addresses redirect?`;
    }
    case "aiShareUp":
      return `**AI** makes up far more of the visitors of ${count} pages, ${where}; of ${page} it makes up ${aiShareText(current)} (${aiShareText(previous)} before${siteAiShare(report)}). Can assistants quote them right?`;
  }
}

/** What to ask about pages that moved between two folders; undefined for other groups, whose pages are not all named. */
function requestForGroup(finding: GroupFinding): string | undefined {
  if (finding.kind !== "moved") return undefined;
  const { folder, fromFolder } = finding.group;
  if (!isPlainPath(folder) || !isPlainPath(fromFolder)) return undefined;
  return `Check that the old addresses below ${fromFolder} redirect to ${folder}. Add the redirects that are missing. Change nothing else.`;
}

/** What to ask about a page; undefined if a path is not plain. */
function requestForPage(finding: OnePageFinding, { moved }: Findings): string | undefined {
  const { path, current, previous } = finding;
  if (!isPlainPath(path)) return undefined;
  switch (finding.kind) {
    case "up":
      return `Check that ${path} is complete and current. Its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}. Change nothing else.`;
    case "down":
      return `Check that the links to ${path} work and that it is easy to find. Change nothing else.`;
    case "new":
      return `Link ${path} from related pages: it is new.`;
    case "gone":
      return `Check that ${path} redirects to the page that replaced it. Add the redirect if it does not. Change nothing else.`;
    case "moved":
      if (!isPlainPath(finding.from)) return undefined;
      return `Check that ${finding.from} redirects to ${path} and add the redirect if it does not${moved.length > 1 ? "; do the same for the other pages that moved" : ""}.`;
    case "aiShareUp":
      return `Put the key facts of ${path} in short sentences or a table near the top, so that AI assistants quote them right.`;
  }
}

function moreVisitors(before: number, now: number): string {
  if (now >= 3 * before) return `${multiple(now / before)} times as many visitors`;
  return `${wholePercents(before, now)}% more visitors`;
}

/** The change of the whole site if it is at least 20%: a page at −30% means less on a site at −25%. */
function siteChange({ data, findings }: Pick<Report, "data" | "findings">): string {
  const before = data.previous?.totals.total ?? 0;
  const now = data.current.totals.total;
  const text = change(before, now, findings.threshold);
  return text !== "" && changedByFifth(before, now) ? `; the whole site ${text}` : "";
}

/** The AI share of the whole site if it rose by at least 15 points, as it must for a page to be a finding. */
function siteAiShare({ data }: Pick<Report, "data">): string {
  const before = data.previous?.totals ?? noVisitors;
  const now = data.current.totals;
  if (aiShare(now) - aiShare(before) < clearRise) return "";
  return `; the whole site from ${aiShareText(before)} to ${aiShareText(now)}`;
}

function oneOf(moved: number): string {
  return moved > 1 ? `, one of ${grouped(moved)} pages that moved` : "";
}

function aiShareText(counts: Counts): string {
  return boundedPercent(aiShare(counts));
}
