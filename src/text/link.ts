import { escapeInlineMarkdown } from "./escape-markdown.ts";

const maxUrl = 2048;
// The URL parser lets these through somewhere, and each could end a destination, a cell or a line.
const risky = /[<>()[\]{}"'\\|`^$*_~]/g;

/**
 * The URL in its normal form, or nothing unless it is absolute, http(s), without user and password. Brackets behind the
 * host are encoded, as `##[` anywhere in a line that a workflow prints would be a command to the runner.
 */
export function plainUrl(url: string): string | undefined {
  const target = parsed(url);
  if (target === undefined) return undefined;
  const plain = encodedBelowHost(target, /[[\]]/g);
  return plain.length > maxUrl ? undefined : plain;
}

/**
 * A link with an inert label. Anything but an absolute http(s) URL of at most 2,048 characters without user
 * and password gives the label alone. Fits a table cell.
 */
export function link(label: string, url: string): string {
  const target = parsed(url);
  if (target === undefined) return escapeInlineMarkdown(label);
  const shown = escapeInlineMarkdown(label) || escapeInlineMarkdown(target.href, 80);
  return `[${shown}](<${destination(target)}>)`;
}

function parsed(url: string): URL | undefined {
  if (!/^\s*https?:\/\//i.test(url) || url.length > maxUrl) return undefined;
  const result = URL.parse(url);
  if (result === null || result.username !== "" || result.password !== "") return undefined;
  if (result.href.length > maxUrl) return undefined;
  // The URL standard allows quotes, brackets and backticks in a host; no real host has them.
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(result.hostname) ? result : undefined;
}

function destination(url: URL): string {
  // A destination may hold entities, so an ampersand that looks like the start of one has to be one; no host has any.
  return encodedBelowHost(url, risky).replace(/&(?=#?\w+;)/g, "&amp;");
}

/** The address with these characters percent-encoded behind its host, in which brackets may be those of an IPv6 one. */
function encodedBelowHost(url: URL, characters: RegExp): string {
  return url.origin + url.href.slice(url.origin.length).replace(characters, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
