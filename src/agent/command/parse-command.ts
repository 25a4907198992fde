import { trimEndOf } from "../../text/words.ts";

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
