/** Shorter texts are no secrets, and less than this of a secret that is cut short is not masked. */
const leastLength = 8;
const mask = "***";

/** Every token of this kind begins with it, so it is no secret and may be part of other words. */
const publicPrefix = /^github_pat_/;
/** One character in the spelling of a URL, of JSON and JavaScript, or of HTML. */
const escapedCharacter =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|\\(["'\\/bfnrtv0])|&(amp|lt|gt|quot|apos);/iy;
/** The characters of the last two groups. A backslash and a letter stand for a control character. */
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const quoted = "\"'\\/";
/** The last characters of a text that was cut: a part of an escape, or dots for the rest. */
const cutEnd = /(?:[%\\&][#\w{]{0,8}|\.{1,3})$/y;

/**
 * Makes a function that masks secrets in a text that leaves this program: whole ones, and at the end of the text also
 * ones that are cut short. They are found as they are, percent-encoded, with escapes or entities, in base64, and with
 * characters inside that people do not see. Secrets are ASCII, so all other characters are passed over.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spelled = secrets
    .filter((secret) => secret.length >= leastLength)
    .flatMap((secret) => spellings(secret.replace(publicPrefix, "")));
  const byFirst = Map.groupBy(new Set(spelled), (spelling) => spelling.charCodeAt(0));
  return (text) => (byFirst.size === 0 ? text : redact(text, byFirst));
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
  return [secret, ...shifted].filter((spelling) => spelling.length >= leastLength);
}

/** Masks each of these spellings. `byFirst` has them by the code of their first character. */
function redact(text: string, byFirst: ReadonlyMap<number, readonly string[]>): string {
  const firstCodes = new Uint8Array(128);
  for (const code of [...byFirst.keys(), ...[..."%\\&"].map((character) => character.charCodeAt(0))])
    firstCodes[code] = 1;
  let result = "";
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Most characters begin no secret.
    if (firstCodes[code] !== 1) continue;
    const candidates = [
      ...(byFirst.get(code) ?? []),
      ...(byFirst.get(readEscape(text, at)?.code ?? -1) ?? []),
    ];
    const end = Math.max(...candidates.map((spelling) => secretEnd(text, at, spelling)));
    if (end <= at) continue;
    result += text.slice(copied, at) + mask;
    copied = end;
    at = end - 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/**
 * Where the secret ends that begins here in this spelling, whole or cut short by the end of the text; `start` if there is
 * none. This stays linear in practice: a secret hardly repeats its own start, so few places are compared for long.
 */
function secretEnd(text: string, start: number, spelling: string): number {
  // A secret such as `a%41b` must not be read as an escape.
  if (text.startsWith(spelling, start)) return start + spelling.length;
  let end = start;
  let matched = 0;
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at);
    const wanted = spelling.charCodeAt(matched);
    const escaped = readEscape(text, at);
    if (escaped?.code === wanted || code === wanted) {
      at = end = escaped?.code === wanted ? escaped.end : at + 1;
      matched += 1;
      if (matched === spelling.length) return end;
    } else if (escaped !== undefined && !isVisible(escaped.code)) at = escaped.end;
    else if (!isVisible(code)) at += 1;
    else if (isCutHere(text, at)) end = at = text.length;
    else return start;
  }
  return matched >= leastLength ? end : start;
}

function isCutHere(text: string, at: number): boolean {
  cutEnd.lastIndex = at;
  return cutEnd.test(text);
}

/** Printable ASCII. */
function isVisible(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** The escape that begins here: the code of its character, 0 for all that is not ASCII, and where it ends. */
function readEscape(text: string, at: number): { code: number; end: number } | undefined {
  const first = text[at];
  if (first !== "%" && first !== "\\" && first !== "&") return undefined;
  escapedCharacter.lastIndex = at;
  const match = escapedCharacter.exec(text);
  if (match === null) return undefined;
  const [all, percent, unicode, braced, hex, entity, decimal, backslashed, name] = match;
  const end = at + all.length;
  if (name !== undefined) return { code: named[name.toLowerCase()]?.charCodeAt(0) ?? 0, end };
  if (backslashed !== undefined)
    return { code: quoted.includes(backslashed) ? backslashed.charCodeAt(0) : 0, end };
  const digits = percent ?? unicode ?? braced ?? hex ?? entity;
  const value = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return { code: value < 0x80 ? value : 0, end };
}
