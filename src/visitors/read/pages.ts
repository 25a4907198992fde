import { pathFilter } from "../../github/path-patterns.ts";
import { trimEndOf } from "../../text/words.ts";
import type { OnPage, PageReaders, PeriodData, Report } from "../report-model.ts";

/** What decides which pages a finding can be about: pages elsewhere than `siteUrl` are not its pages. */
export type PageOptions = Pick<Report, "siteUrl" | "ignored">;

/** Whether a path matches `ignore-paths`. A pattern that begins with neither `/` nor `*` is read with `/` before it. */
export function ignoredPaths(patterns: readonly string[]): (path: string) => boolean {
  return pathFilter(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
}

/** The pages of a site, each under one name. */
export type SitePages = ReturnType<typeof joinPages>;

/** Joins a page's names: on a site at `/docs`, `https://docs.example.com/a?b`, `/a/`, `/a.md` and `/docs/a` are `/a`. */
export function joinPages({ rows, complete }: PeriodData, { siteUrl, ignored }: PageOptions) {
  // The site's own path, such as `/docs`; empty if it has none.
  const folder = joinedPath(siteUrl?.pathname ?? "");

  /** The name that a page has in common with others, from an address or a path. Undefined if it is no page of the site. */
  function join(page: string): string | undefined {
    const text = page.trim();
    const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text)?.[0];
    if (origin === undefined ? /^(?:[?#]|$)/.test(text) : !isSiteOrigin(origin, siteUrl)) return undefined;
    const path = joinedPath(text.slice(origin?.length ?? 0));
    if (`${path}/`.startsWith(`${folder}/`)) return path.slice(folder.length) || "/";
    // The visitors' rows may name a page without the site's own path. An address outside of it is another site's.
    return origin === undefined ? path || "/" : undefined;
  }

  // Several rows can be one page. Uniques cannot be added up, so the largest count of people and the largest of AI, which
  // often reads `/a.md` instead of `/a`, are what is certain. The row with most people names the page.
  const read = new Map<string, { path: string; readers: PageReaders }>();
  for (const { path, human, ai, total } of rows) {
    const joined = join(path);
    if (joined === undefined || total <= 0) continue;
    const known = read.get(joined) ?? { path, readers: { human, ai } };
    read.set(joined, {
      path: human > known.readers.human ? path : known.path,
      readers: { human: Math.max(human, known.readers.human), ai: Math.max(ai, known.readers.ai) },
    });
  }

  /** The page as the visitors' rows name it. Undefined if it is ignored or gone, which only all rows can show. */
  function find(joined: string): OnPage | undefined {
    const known = read.get(joined);
    if (known === undefined && complete) return undefined;
    const { path, readers } = known ?? { path: joined, readers: undefined };
    if ([path, joined, folder + joined].some(ignored)) return undefined;
    return { path, page: joined, readers };
  }

  return { join, find };
}

function isSiteOrigin(origin: string, siteUrl: URL | undefined): boolean {
  const { protocol, host } = URL.parse(origin) ?? { protocol: "", host: "" };
  return /^https?:$/.test(protocol) && (siteUrl === undefined || host === siteUrl.host);
}

/** A path without query, fragment, `.md` and slash at its end, decoded; empty for the root. */
function joinedPath(text: string): string {
  const path = trimEndOf(text.replace(/[?#].*$/s, ""), "/");
  const plain = trimEndOf(decoded(path).replace(/\.md$/, ""), "/");
  return plain === "" || plain.startsWith("/") ? plain : `/${plain}`;
}

/** Browsers send `/%E6%97%A5` for `/日`. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** How plain text names a page: by its path, unless a chat could show that as a mention, a link or formatting. */
export function plainName(path: string): string {
  return isPlainPath(path) && !/[._]/.test(path) ? path : "a page with an unusual name";
}

/**
 * True for a path that a command may name. Strangers choose paths, and whoever copies a command posts it under their own
 * name. `//` and `..` lead to another address than they show.
 */
export function isPlainPath(path: string): boolean {
  return /^\/[A-Za-z0-9/_.-]{0,99}$/.test(path) && !path.includes("//") && !path.split("/").includes("..");
}
