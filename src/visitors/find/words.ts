import type { SearchTerm } from "../read/data.ts";

// Words that visitors typed: what is a term, and what may be shown.

/** In characters. A longer text is no term, and no question to quote. */
const longestTerm = 100;
const longestQuestion = 300;

/**
 * The terms in lower case. Typing is recorded letter by letter, so a string that begins longer ones counts only with the
 * hits that these do not explain, and one that ends in a space is no term yet.
 */
export function searchTerms(typed: readonly SearchTerm[]): SearchTerm[] {
  const strings = new Map<string, SearchTerm>();
  for (const { term, hits, clicks } of typed) {
    // First: white space of 9 MB would take long.
    if (term.length > longestTerm) {
      continue;
    }
    const text = term.toLowerCase().replaceAll(/\s+/g, " ").trimStart();
    const known = strings.get(text);
    strings.set(text, {
      term: text,
      hits: hits + (known?.hits ?? 0),
      clicks: clicks + (known?.clicks ?? 0),
    });
  }

  // One that was typed on the way to a third counts for that alone.
  const explained = new Map<string, number>();
  for (const { term, hits } of strings.values()) {
    let beginning = term.slice(0, -1);
    while (beginning !== "" && !strings.has(beginning)) {
      beginning = beginning.slice(0, -1);
    }
    explained.set(beginning, hits + (explained.get(beginning) ?? 0));
  }
  const terms = Array.from(strings.values(), ({ term, ...all }) => {
    const hits = all.hits - (explained.get(term) ?? 0);
    // The clicks may be those of searches that longer terms explain.
    return { term, hits, clicks: Math.min(all.clicks, hits) };
  });
  return terms.filter(({ term, hits }) => hits > 0 && isTerm(term));
}

/** Scripts that are written without spaces, or in syllables: two characters can be a word. */
const dense = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const denseScript = new RegExp(`[${dense}]`, "v");

/** At most six words, and enough letters. A question is none: the assistant has those. */
function isTerm(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const isLongEnough = letters >= (denseScript.test(text) ? 2 : 3);
  return isLongEnough && !/[? ]$/.test(text) && text.split(" ").length <= 6;
}

/** Too many letters in a row; a word with digits that is as long as a key; the name of a key with a value. */
const privateWords = [
  new RegExp(String.raw`[[\p{L}\p{M}_\-]--[${dense}]]{21}`, "v"),
  /(?=[^ ]*\p{Nd})[^ ]{13}/u,
  /(?:key|pass|pwd|secret|token).*\p{Nd}/iu,
];

/** False for plain words with at most five digits. What else may be an address, a password, a key or a number. */
export function isPrivateTerm(term: string): boolean {
  const isPlain = /^[\p{L}\p{M}\p{Nd} _-]*$/u.test(term);
  const digits = term.match(/\p{Nd}/gu)?.length ?? 0;
  return !isPlain || digits > 5 || privateWords.some((pattern) => pattern.test(term));
}

/** What a sentence has between its words. A point or a colon inside of a word may be part of an address. */
const punctuation = /[?!,;'’"“”()¿¡？！。、，「」…]|[.:](?=\s|$)/gu;

/** The question on one line; undefined if it may hold what nobody shall see, or if it is too long for a quote. */
export function quotable(question: string): string | undefined {
  if (question.length > longestQuestion) {
    return undefined;
  }
  const line = question.replaceAll(/\s+/g, " ").trim();
  const words = line.replaceAll(punctuation, " ");
  return words.trim() === "" || isPrivateTerm(words) ? undefined : line;
}
