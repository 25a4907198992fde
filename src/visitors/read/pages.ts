import { pathFilter } from "../../github/path-patterns.ts";
import { trimEndOf } from "../../text/words.ts";
import { type Counts, hasNoVisitors, noVisitors, type Page, type PageName } from "./data.ts";

/** What an address names: `page` is undefined if it is no page of the site, `host` is set if it is on another one. */
type Place = {
  path: string;
  page?: string;
  host?: string;
};
export type PlaceOf = (address: string) => Place;

/**
 * The paths that are no page: what scanners and crawlers ask for, and what the service has beside the pages. So the path of
 * a page leads nowhere else: browsers resolve `..`, even as `%2e%2e`, and read a backslash as a slash.
 */
const pathsOfNoPage = [
  // A segment that begins with a dot or `wp-`, and an empty segment.
  /\/(?:(?!\.mdx?\/*$)\.|%2e|wp-|\/[^/])/i,
  // The ending of a file, such as `.php`. One that is a number, as in `/v1.2`, is none.
  /\.(?!mdx?\/*$)(?:7z|[a-z][\w~]{0,9})\/*$/i,
  // Characters that nobody writes in the name of a page: those that an address holds only encoded (RFC 3986, `pchar`), but
  // for letters and spaces; those that mean something there; a `+` but at the end of a name (`/c++`); and those that cannot
  // be seen, but for the two that join letters.
  /[\p{Cc}\p{Cs}"*:;<=>@[\\\]^`{|}]|\+[^+/]|(?![\u200c\u200d])\p{Cf}/u,
  // What the service serves itself.
  /^\/(?:404|skill\.md)\/*$/i,
  // Nobody writes a page with a longer path, and a link to it would fill a comment.
  /.{301}/su,
];

/**
 * Says what addresses and paths name on the site at `siteUrl`. The spellings of a page have one name: with the site
 * `https://example.com/docs`, `https://example.com/docs/a?b`, `/docs/A/`, `/a.md` and `/a/index` are all the page `/a`.
 */
export function placesOn(siteUrl: URL | undefined): PlaceOf {
  // The site's own path, such as `/docs`; empty if it has none.
  const folder = withoutEnding(readablePath(siteUrl?.pathname ?? "")).toLowerCase();

  return (address) => {
    const text = address.trim();
    const [origin = ""] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text) ?? [];
    // Without an origin and a path, it names nothing.
    if (/^(?:[?#]|$)/.test(text)) {
      return { path: "" };
    }

    const read = readablePath(text.slice(origin.length));
    const path = withoutEnding(read);
    const isInside = `${path}/`.toLowerCase().startsWith(`${folder}/`);
    // The visitors' rows may leave out the site's own path, but an address outside of it is another site's.
    const isElsewhere = origin !== "" && !(isInside && isOriginOf(origin, siteUrl));
    if (isElsewhere) {
      return {
        path: "",
        host: URL.parse(origin)?.host || origin,
      };
    }

    const below = isInside ? folder.length : 0;
    const page = path.slice(below).toLowerCase().normalize();
    // With its ending, such as `/skill.md`, and without, such as `/llms.txt.md`.
    const spellings = [read.slice(below), page];
    const isNoPage = pathsOfNoPage.some((pattern) => spellings.some((text) => pattern.test(text)));
    if (isNoPage) {
      return { path: read };
    }
    return {
      page: page || "/",
      path: path || "/",
    };
  };
}

/** A host with `www.` is the same site, and so is the address that the service itself gives to a site. */
function isOriginOf(origin: string, siteUrl: URL | undefined): boolean {
  const [, host = ""] = /^https?:\/\/(?:www\.)?(.+)$/.exec(origin.toLowerCase()) ?? [];
  const isSame = siteUrl === undefined || host === siteUrl.host.replace(/^www\./, "");
  const isOwn = /\.mintlify\.(?:app|dev|io|site)$/.test(host);
  return host !== "" && (isSame || isOwn);
}

/** The path as people read it, from its first `/` to its end. Browsers send `/%E6%97%A5` for `/日`. */
function readablePath(text: string): string {
  const path = withoutQuery(decoded(withoutQuery(text))).trimEnd();
  return path.startsWith("/") ? path : `/${path}`;
}

/** A query can hold an address or a key, also if it is encoded or if its `?` is missing. */
function withoutQuery(path: string): string {
  return path.replace(/(?:[?#]|%3f|%23|[&;][\w.-]+=).*$/is, "");
}

/** A path without percent-encoding where that can be read. */
export function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Empty for the root. */
function withoutEnding(path: string): string {
  const plain = trimEndOf(path, "/").replace(/\.mdx?$/i, "");
  return trimEndOf(plain.replace(/\/index$/i, ""), "/");
}

/** A row of the service: a path as it was asked for. */
export type Row = Counts & { path: string };

/**
 * Joins the rows that are one page. Uniques cannot be added up, so the largest count of people, of AI and of all that one of
 * its rows has is what is certain. The row with most people gives the path.
 */
export function joinRows(rows: Iterable<Row>, placeOf: PlaceOf) {
  const pages = new Map<string, Page>();
  const others = new Map<string, Page>();
  for (const row of rows) {
    if (hasNoVisitors(row)) {
      continue;
    }
    const { path, page } = placeOf(row.path);
    const name = page ?? trimEndOf(path, "/").toLowerCase();
    const known = page === undefined ? others : pages;
    addRow(known, { page: name, path }, row);
  }
  return {
    pages: byVisitors(pages),
    noPages: byVisitors(others),
  };
}

function addRow(known: Map<string, Page>, { page, path }: PageName, row: Counts): void {
  const before = known.get(page) ?? { page, path, counts: noVisitors };
  const { human, ai, total } = before.counts;
  known.set(page, {
    page,
    path: row.human > human ? path : before.path,
    counts: {
      human: Math.max(row.human, human),
      ai: Math.max(row.ai, ai),
      total: Math.max(row.total, total),
    },
  });
}

function byVisitors(pages: ReadonlyMap<string, Page>): Page[] {
  return [...pages.values()].sort((a, b) => b.counts.total - a.counts.total);
}

/**
 * Whether `ignore-paths` leaves a page out, by the path that the report shows or by its name. A pattern that begins with
 * neither `/` nor `*` is read with `/` before it. Upper case and a slash at the end make no difference, as in a path.
 */
export function ignoredPages(patterns: readonly string[]): (page: PageName) => boolean {
  const named = patterns.map((pattern) => {
    const fromRoot = pattern.toLowerCase().replace(/^(!?)(?![!/*])/, "$1/");
    return fromRoot.replace(/(?<=[^!/])\/$/, "");
  });
  const isIgnored = pathFilter(named);
  return ({ page, path }) => isIgnored(path.toLowerCase(), page);
}

/**
 * True for a path that a command may name. Strangers choose paths, and whoever copies a command posts it under their own
 * name. `//` and `..` lead to another address than they show.
 */
export function isPlainPath(path: string): boolean {
  const isPlain = /^\/[A-Za-z0-9/_.-]{0,99}$/.test(path);
  return isPlain && !path.includes("//") && !path.split("/").includes("..");
}
