import { stripInvisibleCharacters } from "../text/hidden-text.ts";
import type { SearchTerm } from "./report-model.ts";

/** In characters; a longer text is no term. */
const longestTerm = 100;

/**
 * The terms that people searched for, by their name: trimmed, in lower case, with single spaces. What is typed is recorded
 * letter by letter, so one that begins another is none. Neither are questions, and texts of fewer than three letters or
 * digits, or of more than six words or 100 characters.
 */
export function searchTerms(typed: readonly SearchTerm[]): Map<string, SearchTerm> {
  const byName = new Map<string, SearchTerm>();
  for (const { term, hits, clicks } of typed) {
    // First: white space of 9 MB would take long.
    if (term.length > longestTerm) continue;
    const name = term.trim().toLowerCase().replaceAll(/\s+/g, " ");
    const known = byName.get(name) ?? { hits: 0, clicks: 0 };
    byName.set(name, { term: name, hits: known.hits + hits, clicks: known.clicks + clicks });
  }
  // In the order of their characters, a term that begins others stands right before one of them.
  const names = [...byName.keys()].sort();
  for (const [index, name] of names.entries()) {
    const letters = name.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const isBeginning = names[index + 1]?.startsWith(name) === true;
    if (isBeginning || name.endsWith("?") || letters < 3 || name.split(" ").length > 6) byName.delete(name);
  }
  return byName;
}

/** Endings with a dot that are rather those of a file or of code than of a country. */
const codeEnding = "cs|db|fs|go|gz|js|kt|md|of|ok|on|py|rb|rs|sh|ts|ui|vb";

/** What is typed is recorded letter by letter, so these find beginnings too. In doubt a term is private. */
const privatePatterns = [
  // An email address, or its beginning. `@types/node` is none.
  /[^\s@]@/,
  // A web address, or a host name. Other words with dots, such as `fs.readFile`, are code.
  /:\/\/|\bwww\./i,
  /[\p{L}\p{N}-]\.(?:app|biz|cloud|com|corp|dev|edu|gov|internal|intranet|lan|local|net|org|xyz)(?![\p{L}\p{N}-])/iu,
  new RegExp(String.raw`[\p{L}\p{N}-]\.(?!${codeEnding})\p{L}{2}(?![\p{L}\p{N}-])`, "iu"),
  // A network address. `std::vector` is none.
  /\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{1,4}:){3}|(?<!\w)[\da-f]{0,4}::[\da-f]{0,4}(?!\w)/i,
  // A name and a password, or another value beside its name.
  /[^\s:]:[^\s:]/,
  /(?:key|pass(?:code|phrase|wor[dt]|wd)|pwd|secret|token)(?:\s*[=:]|\b.*\d)/i,
  // A key or an id: a long word with letters and digits or of capitals, or a very long one.
  /(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[a-z])[\w+/=.-]{16,}/i,
  /[A-Z]{16}/,
  /[^\s]{32,}/,
  // A number of six digits and more, however it is grouped: of a phone, a card or an account.
  /\p{Nd}(?:[^\p{L}\p{N}]*\p{Nd}){5,}/u,
];

/**
 * True for a search term that may hold what a person did not mean to show: an address, a password, a key, or a number of six digits
 * and more. Also for a text that is too long to be sure.
 */
export function isPrivateTerm(term: string): boolean {
  // Some of the patterns take long for a long text.
  if (term.length > longestTerm) return true;
  // As a reader sees it: invisible characters between digits are not shown, and `＠` and `１` have wide forms.
  const seen = stripInvisibleCharacters(term).normalize("NFKC");
  return privatePatterns.some((pattern) => pattern.test(seen));
}
