import { oneLine, shortenMiddle } from "./words.ts";

// Secrets must be masked before: a `_` becomes an entity here, and long texts are cut, so that no mask finds them later.

/** Breaks a mention or an address without being seen. Foreign text holds none: invisible characters are removed first. */
const zeroWidthSpace = "\u200b";

// Entities, not backslashes: they mean the same in a table cell, in a link's label and inside HTML.
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

/**
 * Foreign text as one line of GFM that renders as that text and nothing else: no Markdown, HTML, mention, reference or
 * autolink (docs.github.com, "Autolinked references and URLs"). It fits a table cell, a link's label, a heading and the
 * start of a line. Cut to `maxLength` visible UTF-16 units with `…`.
 */
export function escapeInlineMarkdown(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return escapeLine(oneLine(text, maxLength));
}

/** Like `escapeInlineMarkdown`, but text between two single backticks is shown as code. */
export function escapeButCode(text: string, maxLength: number): string {
  return oneLine(text, maxLength)
    .split(/(?<!`)(`[^`]+`)(?!`)/)
    .map((part, index) => (index % 2 === 1 ? codeSpan(part.slice(1, -1)) : escapeLine(part)))
    .join("");
}

function escapeLine(line: string): string {
  return line
    .replace(/@(?=[\p{L}\p{N}_.-])|#(?=[\p{L}\p{N}_])/gu, `$&${zeroWidthSpace}`)
    .replace(/:(?=\/\/|[\w+-]+:)/g, `$&${zeroWidthSpace}`)
    .replace(/(?:mailto|xmpp):/gi, `$&${zeroWidthSpace}`)
    .replace(/www(?=\.|$)/gi, `$&${zeroWidthSpace}`)
    .replace(/\bgh-(?=\d)/gi, `$&${zeroWidthSpace}`)
    .replace(/(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/gi, (hash) =>
      hash.replace(/.{6}(?=.)/g, `$&${zeroWidthSpace}`),
    )
    .replace(/^\d{1,9}(?=[.)])/, `$&${zeroWidthSpace}`)
    .replace(
      /^[-+=:]|[&<>\u200b\\`*_~|[\]#$^]/g,
      (sign) => entities[sign] ?? `&#${sign.charCodeAt(0)};`,
    );
}

// A pipe ends a table cell even in code. The others are invisible, or change the reading direction. Between emoji or Arabic
// letters, a joiner is seen.
const unsafeInCode =
  /(?!(?<=[\p{Emoji_Presentation}\p{scx=Arab}])[\u200c\u200d](?=[\p{Emoji_Presentation}\p{scx=Arab}]))[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u034f\|]--[\x20]]/gv;
// Nothing is hidden in code, but a search in the comment's source would find a forged marker there.
const commentStart = /<(?=!--)/g;

/**
 * Foreign text as a code span on one line, safe in a table cell too. Line breaks, pipes and invisible characters are
 * percent-encoded. A text of more than `maxLength` UTF-16 units loses its middle.
 */
export function codeSpan(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  if (text === "") {
    return "(empty)";
  }
  const encoded = text
    .toWellFormed()
    .replace(unsafeInCode, encodeURIComponent)
    .replace(commentStart, "%3C");
  const shown = shortenMiddle(encoded, maxLength);
  if (shown.trim() === "") {
    return `\`${shown.replaceAll(" ", "%20")}\``;
  }
  const runs = shown.match(/`+/g) ?? [];
  const longest = Math.max(0, ...runs.map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return fence + padding + shown + padding + fence;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Behind Arabic or Hebrew letters, browsers show numbers in another order, but for a mark that is read from left to right. */
export function keepOrder(shown: string): string {
  return rightToLeft.test(shown) ? `${shown}&lrm;` : shown;
}

const maxUrlLength = 2048;
// A URL can hold each of these, and each could end the link, a table cell or a line.
const unsafeInLink = /[<>()[\]{}"'\\|`^$*~]/g;

/**
 * The normal form of an absolute http(s) URL of at most 2,048 characters without user and password; `undefined` for
 * anything else. Brackets after the host are encoded, because `##[` anywhere in a line that a workflow prints is a
 * command to the runner.
 */
export function plainUrl(url: string): string | undefined {
  const target = parseUrl(url);
  return target && encodeAfterHost(target, /[[\]]/g);
}

/** A link with an escaped label, or only the label where `plainUrl` takes no such address. Fits a table cell. */
export function link(label: string, url: string): string {
  const target = parseUrl(url);
  if (target === undefined) {
    return escapeInlineMarkdown(label);
  }
  const shown = escapeInlineMarkdown(label) || escapeInlineMarkdown(target.href, 80);
  return linkTo(shown, target);
}

/** Like `link`, but the label is shown as code. */
export function codeLink(label: string, url: string): string {
  const target = parseUrl(url);
  const shown = codeSpan(label);
  return target === undefined ? shown : linkTo(shown, target);
}

/** A link whose label is inert already. */
function linkTo(label: string, target: URL): string {
  // A destination may hold entities, so an ampersand that looks like the start of one has to be one; no host has any.
  const encoded = encodeAfterHost(target, unsafeInLink);
  const destination = encoded.replace(/&(?=#?\w+;)/g, "&amp;");
  return `[${label}](<${destination}>)`;
}

function parseUrl(url: string): URL | undefined {
  const target = /^\s*https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (target === null || target.username !== "" || target.password !== "") {
    return undefined;
  }
  if (target.href.length > maxUrlLength) {
    return undefined;
  }
  // The URL standard allows quotes, brackets and backticks in a host; no real host has them.
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(target.hostname) ? target : undefined;
}

/** Percent-encodes characters after the host. Brackets in the host may be those of an IPv6 address. */
function encodeAfterHost(url: URL, characters: RegExp): string {
  const rest = url.href.slice(url.origin.length);
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return url.origin + rest.replace(characters, encode);
}
