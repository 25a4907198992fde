import { codeLink, codeSpan, escapeInlineMarkdown, link } from "./markdown.ts";

/**
 * A piece of a message. A bare string is foreign text and is escaped; `trusted` text is our own. A `url` is in Markdown a
 * link with its label (`isCode`: as code) where it is an http(s) URL, and in plain text whole, unless `plain` says it better.
 */
export type RichTextPart =
  | string
  | { trusted: string }
  | { code: string }
  | { url: string; label: string; plain?: string; isCode?: boolean };

/** Text for people, rendered once as plain text for programs and logs, and once as Markdown. */
export type RichText = readonly RichTextPart[];

/** A message from a template, whose literal parts are ours. A string that is filled in is foreign. */
export function richText(
  literals: TemplateStringsArray,
  ...values: readonly (RichTextPart | RichText | number)[]
): RichText {
  return literals.flatMap((trusted, index): RichText => {
    const value = values[index] ?? [];
    const filled = typeof value === "number" ? { trusted: String(value) } : value;
    return [{ trusted }, filled].flat();
  });
}

/** An id or name, shown as code in Markdown so that it can be copied whole. */
export function code(text: string): RichTextPart {
  return { code: text };
}

/** Messages in one, with this text of ours between them. */
export function joinTexts(texts: readonly RichText[], between: string): RichText {
  const next = (text: RichText) => [{ trusted: between }, ...text];
  return texts.flatMap((text, index) => (index === 0 ? text : next(text)));
}

/** The message as plain text. A log must still pass it through `escapeWorkflowCommands`. */
export function toPlainText(text: RichText): string {
  return text
    .map((part) => {
      if (typeof part === "string") {
        return part;
      }
      if ("code" in part) {
        return part.code;
      }
      return "url" in part ? (part.plain ?? part.url) : part.trusted;
    })
    .join("");
}

/** The message as Markdown in which only our own words and links are live. */
export function toMarkdown(text: RichText): string {
  return text
    .map((part) => {
      if (typeof part === "string") {
        return escapeInlineMarkdown(part);
      }
      if ("code" in part) {
        return codeSpan(part.code);
      }
      if ("url" in part) {
        return part.isCode ? codeLink(part.label, part.url) : link(part.label, part.url);
      }
      return part.trusted;
    })
    .join("");
}
