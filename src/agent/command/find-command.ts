import { normalizeLines, stripSlice } from "../../text/hidden-text.ts";
import { scanLines } from "../../text/line-scanner.ts";
import { findEmailReply } from "./email-reply.ts";
import { type Command, parseCommand } from "./parse-command.ts";

/**
 * Finds the first command in a text: a line that starts with the trigger phrase (docs/how-it-works.md, “What counts as a
 * command”). A line in a fenced block, in a quote, in an HTML comment or indented by four columns does not count, and no
 * line below the head of an email does. Hidden text is removed before the command is read. Returns `undefined` for a text
 * without a command.
 */
export function findCommand(text: string, triggerPhrase: string): Command | undefined {
  const phrase = triggerPhrase.trim().toLowerCase();
  // Most comments hold no command, and their lines need not be scanned.
  if (phrase === "" || !text.toLowerCase().includes(phrase)) return undefined;
  const source = normalizeLines(text);
  const { ownLines, hidden } = scanLines(source);
  for (const [index, line] of ownLines.entries()) {
    const start = phraseEnd(source, line.start, phrase);
    if (start === undefined) continue;
    if (findEmailReply(source, ownLines.slice(0, index)) !== undefined) return undefined;
    const end = findEmailReply(source, ownLines.slice(index + 1)) ?? source.length;
    const visible = stripSlice(source, { start, end }, hidden);
    const [firstLine = ""] = /^[^\n]*/.exec(visible) ?? [];
    return parseCommand(firstLine, visible.slice(firstLine.length));
  }
  return undefined;
}

/** Where the phrase ends, if the line that begins at `lineStart` starts with it as a whole word. */
function phraseEnd(text: string, lineStart: number, phrase: string): number | undefined {
  let start = lineStart;
  while (start < lineStart + 3 && text[start] === " ") start++;
  const end = start + phrase.length;
  if (text.slice(start, end).toLowerCase() !== phrase) return undefined;
  return /^(?:[\p{White_Space}:,]|$)/u.test(text.slice(end, end + 1)) ? end : undefined;
}
