import { codeSpan, escapeInlineMarkdown, link } from "./markdown.ts";

/**
 * Text for people that is put together from our own words and foreign pieces, and is written out once for programs
 * and logs, once as Markdown. A bare string is foreign: it comes out inert.
 */
export type MessagePart = string | { own: string } | { code: string } | { url: string };
export type Message = readonly MessagePart[];

/** A sentence from a template: what is literal is ours, what is filled in is foreign unless it is a piece. */
export function message(
  literal: TemplateStringsArray,
  ...filled: readonly (MessagePart | number)[]
): Message {
  return literal.flatMap((own, index): MessagePart[] => {
    const piece = filled[index];
    if (piece === undefined) return [{ own }];
    return [{ own }, typeof piece === "number" ? { own: String(piece) } : piece];
  });
}

/** An id or name, shown as code in Markdown so that it can be copied whole. */
export function code(text: string): MessagePart {
  return { code: text };
}

/** An address, shown as a link in Markdown when it is an http(s) one. */
export function url(text: string): MessagePart {
  return { url: text };
}

/** The sentence as plain text, which still has to pass `harmlessLog` or whatever guards the place it goes to. */
export function toPlainText(sentence: Message): string {
  return sentence
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if ("code" in piece) return piece.code;
      return "url" in piece ? piece.url : piece.own;
    })
    .join("");
}

/** The sentence as Markdown in which only our own words and links are live. */
export function toMarkdown(sentence: Message): string {
  return sentence
    .map((piece) => {
      if (typeof piece === "string") return escapeInlineMarkdown(piece);
      if ("code" in piece) return codeSpan(piece.code);
      if ("url" in piece) return link(urlLabel(piece.url), piece.url);
      return piece.own;
    })
    .join("");
}

/**
 * A pull request's address as people name it, `owner/repo#7`, with the host before it where that is not GitHub's own,
 * so that no other place looks like GitHub; any other address as it is.
 */
export function urlLabel(address: string): string {
  const match = /^https?:\/\/([^/]+)\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)\/?$/.exec(address);
  if (match === null) return address;
  const [, host, repository, number] = match;
  return `${host === "github.com" ? "" : `${host}/`}${repository}#${number}`;
}
