import { writtenRange } from "../dates.ts";
import { boundedPercent, change, counted, grouped } from "./format.ts";
import { plainHeadline } from "./headline.ts";
import { isPlainPath } from "./plain-path.ts";
import type { GroupFinding, NotableFinding, PageFinding, Report, SiteFinding } from "./report-model.ts";
import { aiShare } from "./shares.ts";
import type { NextRow } from "./signals-model.ts";
import { almostEveryPage } from "./worth-a-look.ts";

const unusualName = "a page with an unusual name";

/** A word. `_word_` and `__word__` would be emphasis in a chat, so `_` stands only single and inside. */
const word = "[A-Za-z0-9]+(?:(?:_|-+)[A-Za-z0-9]+)*";
/** A version such as `v1.2` or `1.2.3`. Four numbers would be an IP address, which chats link. */
const version = String.raw`v?\d+(?:\.\d+){1,2}`;
/** A file name. Without types such as `sh` and `md`, which are also top-level domains: chats link `install.sh`. */
const file = String.raw`${word}\.(?:csv|html?|json|jsx?|mdx|pdf|svg|tsx?|txt|xml|ya?ml)`;
const chatSegment = new RegExp(`^(?:${word}|${version}|${file})?$`);

/**
 * True for a path that no chat shows as a mention, a link or formatting: a plain path in which no segment looks like a
 * domain.
 */
export function isChatPath(path: string): boolean {
  return isPlainPath(path) && path.split("/").every((segment) => chatSegment.test(segment));
}

/**
 * The report as at most ten lines of plain text for a chat. Paths that are not safe there are not named. `address` is
 * where the whole report is.
 */
export function toDigest(report: Report, address = report.runUrl): string {
  const isMissing = report.data.missing.length > 0;
  const findings = report.worthALook.map((finding) => describeBriefly(finding, report));
  return [
    title(report),
    plainHeadline(report),
    ...(isMissing ? ["Some data is missing; the report says what."] : []),
    ...(findings.length > 0 ? [`Worth a look: ${findings.join("; ")}`] : []),
    ...nextLine(report),
    ...(address === undefined ? [] : [`Full report: ${address}`]),
  ].join("\n");
}

function title({ periods, siteUrl }: Report): string {
  const days = writtenRange(periods.current);
  // Without the port: a chat could show text between two colons as an emoji.
  return siteUrl === undefined ? `Docs visitors, ${days}` : `${siteUrl.hostname}: visitors, ${days}`;
}

/** What to document next, without search terms. */
function nextLine({ next }: Report): string[] {
  const items = next.map((row) => {
    if (row.kind === "searched-unclicked")
      return `a search that is ${row.clicks === 0 ? "never" : "hardly ever"} opened (${counted(row.hits, "time")})`;
    return `${safePath(row.path, unusualName)} (${evidence(row)})`;
  });
  return items.length > 0 ? [`Next: ${items.join(", ")}`] : [];
}

function evidence(row: Exclude<NextRow, { kind: "searched-unclicked" }>): string {
  switch (row.kind) {
    case "rated-down":
      return `${grouped(row.down)} of ${counted(row.votes, "vote")} down`;
    case "examples-reported":
      return `${counted(row.reports, "report")} on its examples`;
    case "asked-unanswered":
      return `${grouped(row.unanswered)} of ${counted(row.asked, "question")} unanswered`;
    case "reported-by-agents":
      return `${counted(row.reports, "report")} by AI agents, not verified`;
  }
}

function describeBriefly(finding: NotableFinding, report: Report): string {
  if (!("path" in finding)) return describeSiteBriefly(finding, report);
  if ("group" in finding) return describeGroupBriefly(finding);
  const { current, previous } = finding;
  const page = safePath(finding.path, unusualName);
  const before = grouped(previous.total);
  const now = grouped(current.total);
  switch (finding.kind) {
    case "up":
    case "down":
      return `${page} ${change(previous.total, current.total)} (${before} → ${now})`;
    case "new":
      return `${page} is new (${now} visitors)`;
    case "gone":
      return `${page} is gone (${before} visitors before)`;
    case "moved":
      return `${safePath(finding.from, unusualName)} moved to ${page}`;
    case "aiShareUp":
      return `AI is ${boundedPercent(aiShare(current))} of the visitors of ${page} (${boundedPercent(aiShare(previous))} before)`;
  }
}

function describeSiteBriefly({ kind }: SiteFinding, report: Report): string {
  const pages = almostEveryPage(report);
  switch (kind) {
    case "fewerPeople":
      return `fewer people on ${pages}`;
    case "fewerPeopleAndAi":
      return `people and AI fell, on ${pages}`;
    case "fewerAi":
      return `less AI on ${pages}`;
  }
}

const groupNames: Readonly<Record<PageFinding["kind"], string>> = {
  up: "pages with clearly more visitors",
  down: "pages with clearly fewer visitors",
  new: "new pages",
  gone: "pages are gone",
  moved: "pages moved",
  aiShareUp: "pages with far more AI",
};

function describeGroupBriefly(finding: GroupFinding): string {
  const { kind, group } = finding;
  const folder = safePath(group.folder, "one folder");
  const part = group.below === group.pages ? "all" : grouped(group.below);
  const where =
    finding.kind === "moved"
      ? `from ${safePath(finding.group.fromFolder, "one folder")} to ${safePath(group.folder, "another")}`
      : `below ${folder}`;
  return `${grouped(group.pages)} ${groupNames[kind]}, ${part} ${where}`;
}

function safePath(path: string, otherwise: string): string {
  return isChatPath(path) ? path : otherwise;
}
