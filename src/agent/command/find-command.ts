import { normalizeLines, stripSlice } from "../../text/hidden-text.ts";
import { type ScannedText, scanLines } from "../../text/line-scanner.ts";
import { findEmailReply } from "./email-reply.ts";
import { type Command, parseCommand } from "./parse-command.ts";

/** What a reply by mail loses: the mail that it repeats, or also paragraphs that may be the author's own. */
export type MailCut = "repeated-mail" | "paragraphs";

/** Where the trigger phrase is, in a text in which it starts no command. */
export type PhrasePlace =
  | "nowhere"
  | "in a quote"
  | "in a comment"
  | "in a mail"
  | "in code or inside a line";

/** What a text holds. */
export type FoundCommand =
  | { command: Command; cut: MailCut | undefined }
  | { command: undefined; place: PhrasePlace };

/**
 * Finds the first command in a text: a line that starts with the trigger phrase (docs/how-it-works.md, “What counts as a
 * command”). A line in a fenced block, in a quote, in an HTML comment or indented by four columns does not count, and
 * nothing in what a reply by mail repeats does. Hidden text is removed before the command is read.
 */
export function findCommand(text: string, triggerPhrase: string): FoundCommand {
  const phrase = triggerPhrase.trim().toLowerCase();
  // Most comments hold no command, and their lines need not be scanned.
  if (phrase === "" || !text.toLowerCase().includes(phrase)) return { command: undefined, place: "nowhere" };
  const source = normalizeLines(text);
  const scanned = scanLines(source);
  const mail = findEmailReply(source, scanned);
  const end = mail?.start ?? source.length;
  for (const line of scanned.ownLines) {
    const start = phraseEnd(source, line.start, phrase);
    if (start === undefined) continue;
    if (line.start >= end || (mail?.onlyLine ?? line.start) !== line.start)
      return { command: undefined, place: "in a mail" };
    const visible = stripSlice(source, { start, end }, scanned.hidden);
    const [firstLine = ""] = /^[^\n]*/.exec(visible) ?? [];
    const cut = mail && (mail.cutsParagraphs ? "paragraphs" : "repeated-mail");
    return { command: parseCommand(firstLine, visible.slice(firstLine.length)), cut };
  }
  return { command: undefined, place: placeOf(source, phrase, scanned) };
}

/** Where the phrase ends, if the line that begins at `lineStart` starts with it as a whole word. */
function phraseEnd(text: string, lineStart: number, phrase: string): number | undefined {
  let start = lineStart;
  while (start < lineStart + 3 && text[start] === " ") start++;
  const end = start + phrase.length;
  if (text.slice(start, end).toLowerCase() !== phrase) return undefined;
  return /^(?:[\p{White_Space}:,]|$)/u.test(text.slice(end, end + 1)) ? end : undefined;
}

/** Where the phrase is first found as a whole word. */
function placeOf(text: string, phrase: string, { hidden }: ScannedText): PhrasePlace {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(phrase); at !== -1; at = lower.indexOf(phrase, at + 1)) {
    if (/^[\p{L}\p{N}_-]/u.test(lower.slice(at + phrase.length))) continue;
    if (hidden.some(({ start, end }) => start <= at && at < end)) return "in a comment";
    const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    return /^\s*>/.test(before) ? "in a quote" : "in code or inside a line";
  }
  return "nowhere";
}
