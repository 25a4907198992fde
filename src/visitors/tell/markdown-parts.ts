import { codeLink, codeSpan, keepOrder } from "../../text/markdown.ts";
import { shortenMiddle, trimEndOf } from "../../text/words.ts";
import { decoded } from "../read/pages.ts";

/** In characters. A longer path is cut in its middle. */
const longestLabel = 48;

/** Shows the path of a page as inert code, because strangers choose paths; as a link unless `siteUrl` is undefined. */
export type ShowPage = (path: string, siteUrl?: URL) => string;

/** How the pages of a list are shown: long paths are cut, but no two of them to the same text. */
export function pageLinks(paths: readonly string[]): ShowPage {
  const cut = (path: string) => shortenMiddle(path, longestLabel);
  const byLabel = Map.groupBy(new Set(paths), cut);
  return (path, siteUrl) => {
    const isAlike = (byLabel.get(cut(path))?.length ?? 0) > 1;
    const label = isAlike ? path : cut(path);
    const address = siteUrl && pageAddress(path, siteUrl);
    return keepOrder(address ? codeLink(label, address) : codeSpan(label));
  };
}

/** A path, a term or a host that stands alone, as inert code. */
export function inertCode(text: string): string {
  return pageLinks([text])(text);
}

/**
 * The page's address: the site's address and the path, joined as text. Resolving the path as a URL would let `//evil.test`
 * lead to another site. With the site `https://example.com/docs`, both `/a` and `/docs/a` lead to `/docs/a`.
 */
function pageAddress(path: string, siteUrl: URL): string {
  const folder = trimEndOf(siteUrl.pathname, "/");
  // Without a slash, the path would become a part of the host.
  const page = path.startsWith("/") ? path : `/${path}`;
  // The path is read, and in any case; that of a URL is encoded.
  const isInFolder = `${page}/`.toLowerCase().startsWith(`${decoded(folder)}/`.toLowerCase());
  return siteUrl.origin + (isInFolder ? page : folder + page);
}

/** A page in a chat. It is not named if a chat could show its path as a mention, a link or formatting. */
export function nameInChat(path: string): string {
  const isSafe = /^[\p{Alphabetic}\d/-]+$/u.test(path) && keepOrder(path) === path;
  return isSafe ? path : "a page whose name cannot be shown here";
}

/** A table without its empty columns. One column holds words, the others numbers. The cells must be inert. */
export function table(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  words = 0,
): string {
  const isUsed = (_: unknown, column: number) => rows.some((cells) => cells[column] !== "");
  const line = (cells: readonly string[]) => `| ${cells.filter(isUsed).join(" | ")} |`;
  const rule = names.map((_, column) => (column === words ? ":--" : "--:"));
  return [names, rule, ...rows].map(line).join("\n");
}

/** Content that is folded away below a summary. */
export function detailsBlock(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
