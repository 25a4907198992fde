import { findCommentsAndFences } from "../text/comments-and-fences.ts";
import { normalizeLines, stripSlice } from "../text/hidden-text.ts";
import { skipInvisible } from "../text/invisible-characters.ts";
import { trimEndOf } from "../text/words.ts";
import { findOwnLines } from "./own-lines.ts";

/** What a person asked for in a comment. */
export type Command =
  /** `prompt` is empty for a phrase alone, with no word behind it but such flags. */
  | { kind: "prompt"; prompt: string; fresh: boolean; dryRun: boolean }
  | { kind: "status" }
  /** `why` is missing where the help was asked for. */
  | { kind: "help"; why: HelpReason | undefined }
  | { kind: "cancel" };

/** Why a command is answered with the help: its flag `words` is unknown, or its `words` ask for nothing. */
export type HelpReason = {
  kind: "not-understood" | "small-talk";
  words: string;
  /** The flag that may be meant, such as `--new`. */
  suggestion?: string | undefined;
};

/**
 * What is left out below a command: what a mail repeats there, or the rest of a comment, which has one command. A second
 * command begins it, or a flag such as `--status`, which takes no request, is above it.
 */
export type Cut = "mail" | "rest";

/** What a text holds. */
type FoundCommand = { command: Command; cut: Cut | undefined };

/**
 * Finds the first command in a text: a line that starts with the trigger phrase (docs/how-it-works.md, “What counts as a
 * command”). Hidden text is removed before the command is read.
 */
export function findCommand(text: string, triggerPhrase: string): FoundCommand | undefined {
  const phrase = triggerPhrase.toLowerCase();
  // Most comments hold no command, and need not be parsed.
  if (!text.toLowerCase().includes(phrase)) {
    return undefined;
  }
  const source = normalizeLines(text);
  const found = findCommentsAndFences(source);
  const endAt = (lineStart: number) => phraseEnd(source, lineStart, phrase);
  const [first, second] = findOwnLines(source, found, endAt);
  if (first === undefined) {
    return undefined;
  }
  const start = first.end;
  // Above the command, anybody may have written the words of a mail, and someone quotes them.
  const isMail = hasFooter(source.slice(start));
  if (isMail && !first.isFirst) {
    return undefined;
  }
  const rest = second?.start ?? source.length;
  const end = isMail ? Math.min(paragraphEnd(source, start), rest) : rest;
  const request = stripSlice(source, { start, end }, found.comments);
  const command = parseCommand(request);
  const isCut = source.slice(end).trim() !== "";
  // Only the end of a mail's first paragraph is above a second command.
  if (isCut && end < rest) {
    return { command, cut: "mail" };
  }
  const [word = "", ...others] = request.trim().split(/\s+/);
  const isFlagAndMore = leadingFlag(word) !== undefined && others.length > 0;
  const leavesRest = !takesText(command) && (isFlagAndMore || request.trim().includes("\n"));
  return { command, cut: isCut || leavesRest ? "rest" : undefined };
}

/** False for a command that is a word or a flag. The help for what is not understood says itself that nothing was sent. */
function takesText(command: Command): boolean {
  return command.kind === "prompt" || (command.kind === "help" && command.why !== undefined);
}

/**
 * Where the phrase ends, if this line starts with it as a whole word. Spaces may stand in front of it, and characters that
 * nobody sees in front and behind.
 */
function phraseEnd(text: string, lineStart: number, phrase: string): number | undefined {
  let start = lineStart;
  for (let seen = -1; seen !== start; ) {
    seen = start;
    while (text[start] === " ") {
      start++;
    }
    start = skipInvisible(text, start);
  }
  const end = start + phrase.length;
  if (text.slice(start, end).toLowerCase() !== phrase) {
    return undefined;
  }
  const next = text.charAt(skipInvisible(text, end));
  return /^[\p{White_Space}:,：，、]?$/u.test(next) ? end : undefined;
}

/** True for the end of a mail from GitHub, always in English. Mail programs wrap its line, and quote it or not. */
function hasFooter(text: string): boolean {
  const words = text.replace(/[\s>]+/g, " ").toLowerCase();
  return words.includes("you are receiving this because");
}

/**
 * Where the first paragraph ends, at a blank line or a quote: below it, a mail program may repeat the words of strangers
 * without any mark.
 */
function paragraphEnd(text: string, start: number): number {
  const length = text.slice(start).search(/\n[^\S\n]*(?:\n|>|$)/);
  return length === -1 ? text.length : start + length;
}

/** Dashes of any kind, because phones and word processors replace `--`. */
const dashes = /[\p{Pd}\u2212]+/gu;
const flagPattern = /^[\p{Pd}\u2212]+(\p{L}\S*)$/u;
const punctuation = ".,:;!?";

const cancel: Command = { kind: "cancel" };
/** What these words mean, as a flag or in small talk. */
const meanings = new Map<string, Command>([
  ["status", { kind: "status" }],
  ["help", { kind: "help", why: undefined }],
  ["stop", cancel],
  ["cancel", cancel],
  ["abort", cancel],
]);
/** The flags that a request follows. */
const requestFlags = ["new", "dry-run"];

const talk =
  "thanks thank you please it this that the job now me so very much a lot lgtm looks good nice great what is";
const talkWords = [...meanings.keys(), ...talk.split(" ")];
const maxTalk = 5;

/**
 * Reads what follows the trigger phrase: flags on its line, then the request (docs/how-it-works.md, “Flags”). A job costs
 * money, so what looks like a flag or like small talk is answered.
 */
export function parseCommand(text: string): Command {
  const [line = ""] = text.split("\n", 1);
  // Every other one is the white space between two words.
  const words = line
    .replace(/^[:,：，、]/, "")
    .trim()
    .split(/(\s+)/);
  const given = new Set<string>();
  const isGiven = (name: string | undefined) => {
    if (name === undefined || !requestFlags.includes(name)) {
      return false;
    }
    given.add(name);
    return true;
  };
  const isDash = (word = "") => word.replace(dashes, "") === "";
  let first = 0;
  while (first < words.length && (isGiven(leadingFlag(words[first])) || isDash(words[first]))) {
    first += 2;
  }
  const word = words[first] ?? "";
  const name = leadingFlag(word);
  if (name !== undefined) {
    const why: HelpReason = { kind: "not-understood", words: word, suggestion: near(name) };
    return meanings.get(name) ?? { kind: "help", why };
  }
  let last = words.length - 1;
  while (last > first && isGiven(flagName(words[last]))) {
    last -= 2;
  }
  const request = (words.slice(first, last + 1).join("") + text.slice(line.length)).trim();
  const isWord = /[\p{L}\p{N}]/u.test(request);
  const asked: Command = {
    kind: "prompt",
    prompt: isWord ? request : "",
    fresh: given.has("new"),
    dryRun: given.has("dry-run"),
  };
  return withoutRequest(request) ?? asked;
}

/** Small talk, and what one of its words means as a command, as in “what is the status”. */
function withoutRequest(text: string): Command | undefined {
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isTalk = words.length <= maxTalk && words.every((word) => talkWords.includes(word));
  if (words.length === 0 || !isTalk) {
    return undefined;
  }
  const meant = words.find((word) => meanings.has(word)) ?? "";
  const why: HelpReason = { kind: "small-talk", words: text.replace(/\s+/g, " ") };
  return meanings.get(meant) ?? { kind: "help", why };
}

/** The flag that a mistyped one may mean: one that it is the start of, or that begins alike and is about as long. */
function near(name: string): string | undefined {
  const isAlike = (one: string) => one[0] === name[0] && Math.abs(one.length - name.length) <= 1;
  const flag = ["new", "dry-run", "status", "help"].find(
    (one) => one.startsWith(name) || isAlike(one),
  );
  return flag && `--${flag}`;
}

/** The name of a flag, in lower case and with single dashes; `undefined` for any other word. */
function flagName(word = ""): string | undefined {
  return flagPattern.exec(trimEndOf(word, punctuation))?.[1]?.toLowerCase().replace(dashes, "-");
}

/** The same in front of a request, where it may be in backticks, and `dry-run` may have no dashes: a job costs money. */
function leadingFlag(word = ""): string | undefined {
  return flagName(word.replaceAll("`", "").replace(/^(?=dry-run\b)/i, "--"));
}
