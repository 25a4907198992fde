import { stripHidden } from "../text/hidden-text.ts";
import { scanLines } from "../text/line-scanner.ts";
import { type Command, parseCommand } from "./command-flags.ts";
import { findEmailHeader } from "./email-reply.ts";

/**
 * Finds the first command in a text: a line that starts with the trigger phrase (docs/how-it-works.md, “What counts as a command”). The line does not
 * count inside a fenced block, indented by four columns, in a quote, or inside an HTML comment; and no line counts below
 * the header of an email. Text that people cannot see is removed before the command is read. `undefined` is ordinary
 * chatter.
 */
export function findCommand(text: string, triggerPhrase: string): Command | undefined {
  const phrase = triggerPhrase.trim().toLowerCase();
  const source = text.replace(/^\ufeff/, "");
  if (phrase === "" || !source.toLowerCase().includes(phrase)) return undefined;
  const { lines } = scanLines(source);
  // Only plain text can be an email's header: what is in code or in a quote is not.
  const plain = lines.map(({ start, end, isText }) => {
    const line = source.slice(start, end);
    return isText && !isQuote(line) ? line : "";
  });
  const header = findEmailHeader(plain);
  const end = lines[header === -1 ? lines.length : header]?.start ?? source.length;
  for (const [index, line] of plain.entries()) {
    const start = lines[index]?.start ?? end;
    const offset = start < end ? phraseEnd(line, phrase) : undefined;
    if (offset === undefined) continue;
    const visible = stripHidden(source.slice(start + offset, end));
    const [firstLine = ""] = /^[^\r\n]*/.exec(visible) ?? [];
    return parseCommand(firstLine, visible.slice(firstLine.length));
  }
  return undefined;
}

function isQuote(line: string): boolean {
  return /^[ \t]*>/.test(line);
}

/** Where the phrase ends that a line starts with; `undefined` for every other line. */
function phraseEnd(line: string, phrase: string): number | undefined {
  const start = /^ {0,3}/.exec(line)?.[0].length ?? 0;
  const end = start + phrase.length;
  if (line.slice(start, end).toLowerCase() !== phrase) return undefined;
  return /^(?:[\p{White_Space}:,]|$)/u.test(line.slice(end, end + 1)) ? end : undefined;
}
