import { codeLink, codeSpan } from "../../text/markdown.ts";
import { plural, trimEndOf } from "../../text/words.ts";

const maxPathLength = 48;
/** In characters, percent-encoded. */
const longestAddress = 300;

/** A page's path as inert code, because strangers choose paths; long ones are cut. A link if `siteUrl` is known. */
export function pageLink(path: string, siteUrl?: URL): string {
  if (path === "") return "(no path)";
  const address = siteUrl === undefined ? undefined : pageAddress(path, siteUrl);
  return address === undefined ? codeSpan(path, maxPathLength) : codeLink(path, address, maxPathLength);
}

/**
 * The page's address: the site's address and the encoded path, joined as text. Resolving the path as a URL would let
 * `//evil.test` lead to another site. With the site `https://example.com/docs`, both `/a` and `/docs/a` lead to
 * `/docs/a`. Undefined for a path with `.` or `..` as a segment: browsers resolve these in every spelling, even `%2e%2e`
 * (URL standard, "double-dot URL path segment"). And for one so long that its address would fill a comment.
 */
function pageAddress(path: string, siteUrl: URL): string | undefined {
  const folder = trimEndOf(siteUrl.pathname, "/");
  const encodedFolder = encodePath(folder);
  const page = encodePath(path.startsWith("/") ? path : `/${path}`);
  if (/\/\.{1,2}(?:\/|$)/.test(page) || page.length > longestAddress) return undefined;
  const isInFolder = `${page}/`.startsWith(`${encodedFolder}/`);
  return siteUrl.origin + folder + (isInFolder ? page.slice(encodedFolder.length) : page);
}

function encodePath(path: string): string {
  return path.split("/").map(encodeSegment).join("/");
}

/** Percent-encodes a segment of a path; `%20` stays `%20`. */
function encodeSegment(segment: string): string {
  const text = segment.toWellFormed();
  try {
    return encodeURIComponent(decodeURIComponent(text));
  } catch {
    // A `%` that is not followed by a code, as in `100%`, cannot be decoded, so it is encoded as it is.
    return encodeURIComponent(text);
  }
}

/** Says how many pages a list leaves out, if any; a JSON file has those that are gone, too. */
export function notListed(count: number): string | undefined {
  if (count <= 0) return undefined;
  const pages = `${plural(count, "more page")} ${count === 1 ? "is" : "are"}`;
  return `${pages} not listed; \`report-file\` writes all of them to a \`.json\` file.`;
}

/** A table without its empty columns. The first `words` columns hold no numbers. The cells must be inert. */
export function table(names: readonly string[], rows: readonly (readonly string[])[], words = 1): string {
  const isUsed = (_: unknown, column: number): boolean => rows.some((cells) => cells[column] !== "");
  const line = (cells: readonly string[]) => `| ${cells.filter(isUsed).join(" | ")} |`;
  return [
    line(names),
    line(names.map((_, column) => (column < words ? ":--" : "--:"))),
    ...rows.map(line),
  ].join("\n");
}

/** Content that is folded away below a summary. */
export function detailsBlock(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
