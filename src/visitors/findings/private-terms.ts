import { stripInvisibleCharacters } from "../../text/invisible-characters.ts";

/** A longer text is no term, and some of the patterns take long for one. */
const maxLength = 100;

const privatePatterns = [
  // An email address. `@types/node` is none.
  /[^\s@]@[^\s@]/,
  // A web address, or a host name. Other words with dots, such as `fs.readFile`, are code.
  /:\/\/|\bwww\./i,
  /[\p{L}\p{N}-]\.(?:ai|app|ch|cloud|cn|com|corp|de|dev|edu|eu|fr|gov|internal|io|jp|lan|local|me|net|org|uk|us|xyz)(?![\p{L}\p{N}-])/iu,
  // A network address.
  /\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{1,4}:){3}/i,
  // A value beside its name.
  /(?:key|passw(?:or)?d|pwd|secret|token)\s*[=:]/i,
  // A key or an id: a long word with letters and digits, or a very long one.
  /(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[a-z])[\w+/=.-]{16,}/i,
  /[^\s]{32,}/,
  // A number of six digits and more, however it is grouped: of a phone, a card or an account.
  /\p{Nd}(?:[^\p{L}\p{N}]*\p{Nd}){5,}/u,
];

/**
 * True for a search term that may hold what a person did not mean to show: an address, a key, or a number of six digits
 * and more. Also for a text that is too long to be sure.
 */
export function isPrivateTerm(term: string): boolean {
  if (term.length > maxLength) return true;
  // As a reader sees it: invisible characters between digits are not shown, and `＠` and `１` have wide forms.
  const seen = stripInvisibleCharacters(term).normalize("NFKC");
  return privatePatterns.some((pattern) => pattern.test(seen));
}
