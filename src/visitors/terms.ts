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

/** A word of letters without digits can be longer: keys have digits, or they are longer still. */
const privateWords = /[\p{L}\p{M}_-]{21}|(?=[^ ]*\p{Nd})[^ ]{13}|(?:key|pass|pwd|secret|token).*\p{Nd}/u;

/** False for plain words with at most five digits. What else may be an address, a password, a key or a number. */
export function isPrivateTerm(term: string): boolean {
  const isPlain = /^[\p{L}\p{M}\p{Nd} _-]*$/u.test(term);
  const digits = term.match(/\p{Nd}/gu)?.length ?? 0;
  return !isPlain || digits > 5 || privateWords.test(term);
}
