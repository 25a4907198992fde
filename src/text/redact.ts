import { escapeWorkflowCommands } from "./workflow-commands.ts";

/** A piece of a secret of this many characters is masked too: a service may truncate what it repeats. */
const pieceLength = 8;
const mask = "***";

/** Invisible characters, which can split a secret that people still read as a whole. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** One character in the spelling of a URL, of JSON and JavaScript, or of HTML. */
const encoded =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|\\(["'\\/])|\\[bfnrtv0]|&(amp|lt|gt|quot|apos);/iy;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** What every token of a kind begins with is no secret, and texts about GitHub hold pieces of it. */
const publicPrefix = /^github_pat_/;

/**
 * Makes a function that masks secrets in a text that leaves this program: as they are, percent-encoded, with escapes or
 * entities, in base64, split by invisible characters, and in pieces of eight characters or more. Takes linear time.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const pieces = new Set(
    secrets
      .filter((secret) => secret.length >= pieceLength)
      .flatMap((secret) => spellings(secret.replace(publicPrefix, "")).flatMap(split)),
  );
  return (text) => (pieces.size === 0 ? text : redact(text, pieces));
}

/** Text for a log or an output: without secrets, and without workflow commands (see `escapeWorkflowCommands`). */
export function neutralize(text: string, redact: (text: string) => string): string {
  const redacted = redact(text);
  const escaped = escapeWorkflowCommands(redacted);
  // What is removed, such as a colour, may have split a secret.
  return escaped === redacted ? escaped : redact(escaped);
}

/** The secret, and its base64 at each of the three places where it can begin in an encoded text. */
function spellings(secret: string): string[] {
  const shifted = [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    // The first and the last characters also depend on the text beside the secret.
    const sure = (text: string) =>
      text.slice(shift === 0 ? 0 : shift + 1, Math.floor((bytes.length * 8) / 6));
    return [sure(bytes.toString("base64")), sure(bytes.toString("base64url"))];
  });
  return [secret, ...shifted];
}

function split(secret: string): string[] {
  const count = Math.max(0, secret.length - pieceLength + 1);
  return Array.from({ length: count }, (_, index) => secret.slice(index, index + pieceLength));
}

function redact(text: string, pieces: ReadonlySet<string>): string {
  // A secret can begin with what looks like the end of an escape, so the text is searched as it is, too.
  const ranges = [...findPieces(text, pieces, false), ...findPieces(text, pieces, true)];
  let result = "";
  let copied = 0;
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start >= copied) result += text.slice(copied, start) + mask;
    copied = Math.max(copied, end);
  }
  return copied === 0 ? text : result + text.slice(copied);
}

type Range = { start: number; end: number };

/** The longest stretches of the text in which each eight characters are a piece. */
function findPieces(text: string, pieces: ReadonlySet<string>, decodes: boolean): Range[] {
  const { characters, starts, ends } = decode(text, decodes);
  const ranges: Range[] = [];
  for (let index = 0; index + pieceLength <= characters.length; index++) {
    if (!pieces.has(characters.slice(index, index + pieceLength))) continue;
    const first = index;
    while (pieces.has(characters.slice(index + 1, index + 1 + pieceLength))) index++;
    ranges.push({ start: starts[first] ?? 0, end: ends[index + pieceLength - 1] ?? text.length });
    index += pieceLength - 1;
  }
  return ranges;
}

/**
 * The text without invisible characters, and where each character begins and ends in the source; escapes are decoded on
 * request.
 */
function decode(text: string, decodes: boolean): { characters: string; starts: number[]; ends: number[] } {
  let characters = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let index = 0; index < text.length; index = end) {
    const character = text.charAt(index);
    end = index + 1;
    let plain = character;
    if (decodes && (character === "%" || character === "\\" || character === "&")) {
      encoded.lastIndex = index;
      const match = encoded.exec(text);
      if (match !== null) {
        plain = decodeMatch(match);
        end = encoded.lastIndex;
        if (plain === "") continue;
      }
    } else if ((character < " " || character > "~") && invisible.test(character)) {
      continue;
    }
    characters += plain;
    starts.push(index);
    ends.push(end);
  }
  return { characters, starts, ends };
}

/**
 * The character as a single UTF-16 unit, empty when it is invisible. Secrets are ASCII, so all else becomes one character
 * that matches nothing.
 */
function decodeMatch(match: RegExpExecArray): string {
  const [, percent, unicode, braced, hex, entity, decimal, escaped, named] = match;
  if (escaped !== undefined) return escaped;
  if (named !== undefined) return entities[named.toLowerCase()] ?? "";
  const digits = percent ?? unicode ?? braced ?? hex ?? entity;
  // A letter behind a backslash is a control character.
  if (digits === undefined && decimal === undefined) return "";
  const value = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  // A byte of a character that UTF-8 spells in several, such as a zero-width space.
  if (percent !== undefined && value >= 0x80) return "";
  if (value > 0x10ffff || invisible.test(String.fromCodePoint(value))) return "";
  return value < 0x80 ? String.fromCharCode(value) : "\ufffd";
}
