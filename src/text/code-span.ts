import { shortenMiddle } from "./shorten.ts";

// A pipe ends a table cell even inside code; the others are not seen, or turn the reading direction.
const unusual = () => /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u034f\|]--[\x20]]/gv;
// Code shows its text as it stands, so a forged marker would be one to whoever searches the source.
const comment = /<(?=!--)/g;

/**
 * Foreign text as a code span on one line, inert in a table cell as well. Line breaks, pipes and characters
 * that are not seen are percent-encoded; what is longer than `maxLength` UTF-16 units loses its middle.
 */
export function codeSpan(text: string, maxLength?: number): string {
  if (text === "") return "(empty)";
  const encoded = text.toWellFormed().replace(unusual(), encodeURIComponent).replace(comment, "%3C");
  const shown = maxLength === undefined ? encoded : shortenMiddle(encoded, maxLength);
  if (shown.trim() === "") return `\`${shown.replaceAll(" ", "%20")}\``;
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const padding = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return fence + padding + shown + padding + fence;
}
