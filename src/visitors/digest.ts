import { writtenRange } from "../dates.ts";
import { briefly } from "./advice.ts";
import { plainHeadline } from "./headline.ts";
import { nextKinds } from "./kinds.ts";
import { isPlainPath } from "./plain-path.ts";
import type { Report } from "./report-model.ts";

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
  const { notices, worthALook, next } = report;
  const name = (path: string, otherwise = unusualName) => (isChatPath(path) ? path : otherwise);
  const looks = worthALook.map((finding) => briefly(finding, name));
  const rows = next.map((row) => nextKinds[row.kind].brief(row, name));
  return [
    title(report),
    ...(notices.length > 0 ? [notices.join(" ").replaceAll("`", "")] : []),
    plainHeadline(report),
    ...(looks.length > 0 ? [`Worth a look: ${looks.join("; ")}`] : []),
    ...(rows.length > 0 ? [`Next: ${rows.join(", ")}`] : []),
    ...(address === undefined ? [] : [`Full report: ${address}`]),
  ].join("\n");
}

function title({ periods, siteUrl }: Report): string {
  const days = writtenRange(periods.current);
  // Without the port: a chat could show text between two colons as an emoji.
  return siteUrl === undefined ? `Docs visitors, ${days}` : `${siteUrl.hostname}: visitors, ${days}`;
}
