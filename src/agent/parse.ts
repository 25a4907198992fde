import { normalizeLines, stripSlice } from "../text/hidden-text.ts";
import { type ScannedText, type Slice, scanLines } from "../text/line-scanner.ts";
import { trimEndOf } from "../text/words.ts";

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

/** What a reply by mail repeats of the mail that it answers. */
export type EmailReply = {
  /** Nothing counts from here on: others wrote it. */
  readonly start: number;
  /** Set where the mail marks no quote: then only this line, the first that is not blank, can hold a command. */
  readonly onlyLine: number | undefined;
  /** True when text between the first paragraph and the repeated mail does not count, which may be the author's own. */
  readonly cutsParagraphs: boolean;
};

const separator = /^\s*-{3,}\s*(?:original|forwarded) message\s*-{3,}[\s\p{Cf}]*$/iu;
const headers = [/^from:/i, /^(?:sent|date):/i, /^to:/i, /^subject:/i];
/** Outlook writes the names of headers in bold. */
const bold = /^[ *]+/;
const wroteEnd = /\bwrote:[\s\p{Cf}]*$/u;
const wroteStart = /^\s*On\b.*\d/;
/** How many lines above the `wrote:` its `On` may be. */
const maxLinesAbove = 2;
const quoted = /^[^\S\n]*>/;
const firstQuote = new RegExp(quoted, "m");
/** Mail in Arabic or Hebrew has characters for the direction of writing after the colon. */
const colonEnd = /[:：][\s\p{Cf}]*$/u;
/** The end of GitHub's notifications, which are in English only. Mail programs quote it and wrap its lines. */
const footer =
  /you[\s>]+are[\s>]+receiving[\s>]+this[\s>]+because|reply[\s>]+to[\s>]+this[\s>]+email[\s>]+directly/gi;

/**
 * Finds what a reply by mail repeats (docs/how-it-works.md, “What counts as a command”). It is told by marks that only
 * mails have, because people write lines such as `From: staging` in requests.
 */
export function findEmailReply(
  text: string,
  { ownLines, closedFences }: ScannedText,
): EmailReply | undefined {
  const head = findHead(text, ownLines);
  const footers = findFooters(text, closedFences);
  if (footers.length === 0)
    return head === undefined ? undefined : { start: head, onlyLine: undefined, cutsParagraphs: false };
  const quote = firstQuote.exec(text)?.index ?? text.length;
  const repeated = Math.min(head ?? text.length, attributionStart(text, quote));
  if (footers.every((at) => quoted.test(text.slice(lineStart(text, at), at))))
    return { start: repeated, onlyLine: undefined, cutsParagraphs: false };
  const first = /\S/.exec(text)?.index ?? 0;
  const start = Math.min(repeated, paragraphEnd(text, first));
  const cut = text.slice(start, Math.max(start, Math.min(repeated, ...footers)));
  return { start, onlyLine: lineStart(text, first), cutsParagraphs: /\S/.test(cut) };
}

/** Where the head of a mail begins: a separator, the lines `From:` to `Subject:`, or `On … wrote:` above a quote. */
function findHead(text: string, lines: readonly Slice[]): number | undefined {
  /** For each of the `headers`, whether the paragraph holds it. */
  let found = new Set<number>();
  let firstHeader: number | undefined;
  for (const [index, { start, end }] of lines.entries()) {
    const line = text.slice(start, end);
    if (separator.test(line)) return start;
    if (lines[index - 1]?.end !== start - 1) {
      found = new Set();
      firstHeader = undefined;
    }
    const header = headers.findIndex((name) => name.test(line.replace(bold, "")));
    if (header !== -1) {
      firstHeader ??= start;
      found.add(header);
      if (found.size === headers.length) return firstHeader;
    }
    if (wroteEnd.test(line) && quoted.test(text.slice(end).trimStart())) {
      const above = lines.slice(Math.max(0, index - maxLinesAbove), index + 1);
      const on = above.find((one) => wroteStart.test(text.slice(one.start, one.end)));
      if (on !== undefined) return on.start;
    }
  }
  return undefined;
}

/** The places of GitHub's footer. Nobody who answers a mail closes a fence below it, but a stranger may have opened one. */
function findFooters(text: string, closedFences: readonly Slice[]): number[] {
  return [...text.matchAll(footer)]
    .map(({ index }) => index)
    .filter((at) => !closedFences.some(({ start, end }) => start <= at && at < end));
}

/**
 * Where the paragraph above a quote begins, if it is its attribution, such as `Le lun. 16 nov., … a écrit :`. It holds the
 * name that a stranger gave themselves, which may be a command at the start of a wrapped line.
 */
function attributionStart(text: string, quote: number): number {
  const above = text.slice(0, quote).trimEnd();
  if (!colonEnd.test(above)) return quote;
  let start = lineStart(text, above.length);
  while (start > 0 && text.slice(lineStart(text, start - 1), start).trim() !== "")
    start = lineStart(text, start - 1);
  return start;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function paragraphEnd(text: string, at: number): number {
  const blank = /\n[^\S\n]*(?:\n|$)/g;
  blank.lastIndex = at;
  return blank.exec(text)?.index ?? text.length;
}

/** Why a command is answered with the help. */
export type HelpReason =
  /** It begins with an unknown flag, or is a known word with its letters in another order. */
  | { kind: "not-understood"; words: string; suggestion: Suggestion | undefined }
  /** It ends with a flag, or with what is nearly one. `asFlag` and `inCode` are the two commands it may mean. */
  | { kind: "flag-last"; words: string; suggestion: Suggestion | undefined; asFlag: string; inCode: string }
  /** It asks for nothing, such as `thanks a lot`. */
  | { kind: "small-talk"; words: string; suggestion: Suggestion | undefined };

/** What a person asked for in a comment. */
export type Command =
  | { kind: "prompt"; prompt: string; fresh: boolean; dryRun: boolean }
  | { kind: "status" }
  /** `why` is missing where the help was asked for, also by a phrase with nothing behind it. */
  | { kind: "help"; why: HelpReason | undefined }
  /** `isTalk`: in other words than `stop` or `cancel` alone. */
  | { kind: "cancel"; isTalk: boolean };

const flags = ["new", "dry-run", "status", "help"] as const;
/** A flag as it is written. */
export type Suggestion = `--${(typeof flags)[number]}`;

/** Dashes of any kind, because phones and word processors replace `--`. */
const dash = String.raw`[\p{Pd}\u2212]`;
const flagWord = new RegExp(String.raw`^${dash}+([\p{L}?]\S*)`, "u");
const bareDashes = new RegExp(String.raw`^${dash}+(?=\s|$)`, "u");
const lastFlag = new RegExp(String.raw`(?<=\s)${dash}+(dry\s+run|\p{L}[\p{L}_\u2212\p{Pd}]*)[.!?]*$`, "iu");
const punctuation = ".,:;!?";

const talk = new Set("stop cancel abort status help thanks thank".split(" "));
const fillers = new Set(
  "please it this that the job run now me us you so very much a lot all everything update again bot agent and for your".split(
    " ",
  ),
);
const maxTalk = 5;
const emoji = /\p{Extended_Pictographic}\ufe0f?/gu;

/**
 * Reads what follows the trigger phrase: flags on its line, then the request (docs/how-it-works.md, “Flags”). `below`
 * starts with the end of that line. A job costs money, so what looks like a flag or like small talk is answered.
 */
export function parseCommand(line: string, below: string): Command {
  let rest = line.replace(/^[:,]/, "").trim();
  const options = { fresh: false, dryRun: false };
  const given: string[] = [];
  for (let match = flagWord.exec(rest); match !== null; match = flagWord.exec(rest)) {
    let [all, flag = ""] = match;
    // `--dry run`
    if (/^dry$/i.test(flag)) all = /^\S+\s+run(?=[\s.,:;!?]|$)/i.exec(rest)?.[0] ?? all;
    const name = flagName(all);
    if (name === "new") options.fresh = true;
    else if (name === "dry-run") options.dryRun = true;
    else return toCommand(name) ?? helpFor({ kind: "not-understood", words: all, suggestion: near(name) });
    given.push(`--${name}`);
    rest = rest.slice(all.length).trim();
  }
  rest = rest.replace(bareDashes, "").trim();
  return (
    (isSignature(below) ? withoutRequest(rest) : undefined) ??
    flagAtEnd(rest, below, given) ??
    readRequest(`${rest}${below}`.trim(), options)
  );
}

function readRequest(prompt: string, options: { fresh: boolean; dryRun: boolean }): Command {
  return /[\p{L}\p{N}]/u.test(prompt) ? { kind: "prompt", prompt, ...options } : helpFor(undefined);
}

/** A line that is a word such as `status`, or small talk. */
function withoutRequest(line: string): Command | undefined {
  const word = trimEndOf(line, punctuation).toLowerCase();
  const command = word === "" ? undefined : toCommand(word);
  if (command !== undefined) return command;
  const misspelt = ["status", "help", "stop", "cancel", "new"].find((known) => isAnagram(known, word));
  if (misspelt !== undefined)
    return helpFor({ kind: "not-understood", words: line, suggestion: suggest(misspelt) });
  const words: readonly string[] =
    line
      .toLowerCase()
      .replace(emoji, " ")
      .match(/[^\s.,:;!?…]+/g) ?? [];
  const isTalk = words.length <= maxTalk && words.every((each) => talk.has(each) || fillers.has(each));
  if (!isTalk || !words.some((each) => talk.has(each))) return undefined;
  if (words.some((each) => /^(?:stop|cancel|abort)$/.test(each))) return { kind: "cancel", isTalk: true };
  const suggestion = words.includes("status") ? "--status" : undefined;
  return helpFor({ kind: "small-talk", words: line, suggestion });
}

/** A known flag, or nearly one, as the last word of a line that holds a request before it. */
function flagAtEnd(line: string, below: string, given: readonly string[]): Command | undefined {
  const match = lastFlag.exec(line);
  if (match === null) return undefined;
  const [words] = match;
  const request = line.slice(0, match.index).trim();
  const name = flagName(words);
  const isKnown = toCommand(name) !== undefined || suggest(name) !== undefined;
  const suggestion = isKnown ? undefined : near(name);
  if (!isKnown && suggestion === undefined) return undefined;
  const flag = suggestion ?? `--${name}`;
  return helpFor({
    kind: "flag-last",
    words: trimEndOf(words, punctuation),
    suggestion,
    asFlag: takesRequest(flag)
      ? [...new Set<string>([flag, ...given]), `${request}${below}`].join(" ").trim()
      : flag,
    inCode: `${[...given, request].join(" ")} \`${trimEndOf(words, punctuation)}\`${below}`.trim(),
  });
}

/** True for a flag that a request follows. */
export function takesRequest(flag: string): boolean {
  return flag === "--new" || flag === "--dry-run";
}

/** A signature below a command that sends nothing, such as `-- ` and a name. What is no signature is a request. */
function isSignature(below: string): boolean {
  const lines = below.split("\n").flatMap((line) => line.trim() || []);
  const [first = ""] = lines;
  if (first === "" || /^(?:[-–—_]{2,}$|[–—]$|sent (?:from|with)\b|get outlook\b)/i.test(first)) return true;
  const closing = /^(?:many |kind |best )*(?:thanks|thank you|regards|best|cheers)[,.!]*$/i;
  const name = /^(?:[–—] ?)?\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}$/u;
  return lines.length <= 3 && lines.every((line) => closing.test(line) || name.test(line));
}

/** The flag that a word means, in lower case and without dashes in front. */
function flagName(word: string): string {
  const name = trimEndOf(word, punctuation)
    .toLowerCase()
    .replace(/^[\p{Pd}\u2212]+/u, "");
  return /^dry(?:[\p{Pd}\u2212_]|\s+)?run$/u.test(name) ? "dry-run" : name;
}

function suggest(name: string): Suggestion | undefined {
  const known = flags.find((flag) => flag === name);
  return known && `--${known}`;
}

function helpFor(why: HelpReason | undefined): Command {
  return { kind: "help", why };
}

function toCommand(name: string): Command | undefined {
  switch (name) {
    case "status":
      return { kind: "status" };
    case "help":
    case "":
      return helpFor(undefined);
    case "stop":
    case "cancel":
      return { kind: "cancel", isTalk: false };
    default:
      return undefined;
  }
}

/** The flag from which a word differs by one letter, or by two neighbours that are swapped. */
function near(word: string): Suggestion | undefined {
  const known = flags.find((flag) => isNear(flag, word));
  return known && `--${known}`;
}

function isNear(known: string, word: string): boolean {
  let start = 0;
  while (start < known.length && known[start] === word[start]) start++;
  const [a, b] = [known.slice(start), word.slice(start)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b;
}

/** True for a known word with its letters in another order, such as `stauts`. */
function isAnagram(known: string, word: string): boolean {
  const sorted = (text: string) => [...text].sort().join("");
  return known.length === word.length && sorted(known) === sorted(word);
}
