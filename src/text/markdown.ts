export { codeSpan } from "./code-span.ts";
export { escapeInlineMarkdown } from "./escape-markdown.ts";
export { link, plainUrl } from "./link.ts";
export { quoteBlock } from "./quote.ts";
export { shorten, shortenMiddle } from "./shorten.ts";
