import type { SearchTerm } from "./signals-model.ts";

/** In characters; a longer text is no term. */
export const longestTerm = 100;

/**
 * The terms that people searched for. What is typed is recorded letter by letter, so of a term that begins longer ones
 * only the hits that these do not explain count, but never fewer than its clicks. Spellings that differ in case or white
 * space are one term, named as most typed it; the keys are its lower case. Leaves out what is no term: fewer than three
 * letters or digits, more than six words or 100 characters, a question.
 */
export function foldTerms(typed: readonly SearchTerm[]): Map<string, SearchTerm> {
  // Folded before white space is cut off: `import ` is a beginning of `import csv`, and `import` one of `import `.
  const unexplained = withoutExplained(merged(typed, (term) => term.toLowerCase()));
  const terms = merged(
    unexplained.map((term) => ({ ...term, term: term.term.trim().replaceAll(/\s+/g, " ") })),
    (term) => term.toLowerCase(),
  );
  for (const key of terms.keys()) if (!isTerm(key)) terms.delete(key);
  return terms;
}

/** Adds up the terms with the same key. Each is named as in the row with the most hits. */
function merged(terms: readonly SearchTerm[], keyOf: (term: string) => string): Map<string, SearchTerm> {
  const byKey = new Map<string, SearchTerm>();
  for (const row of terms.toSorted((a, b) => b.hits - a.hits || compareText(a.term, b.term))) {
    const known = byKey.get(keyOf(row.term)) ?? { ...row, hits: 0, clicks: 0 };
    byKey.set(keyOf(row.term), {
      ...known,
      hits: known.hits + row.hits,
      clicks: known.clicks + row.clicks,
    });
  }
  return byKey;
}

/** A term while the longer ones that it begins are looked at; `explained` are the hits of these. */
type Beginning = { key: string; row: SearchTerm; explained: number };

function withoutExplained(terms: ReadonlyMap<string, SearchTerm>): SearchTerm[] {
  const result: SearchTerm[] = [];
  // Each begins the next. In the order of their characters, the longer ones follow right behind a term.
  const open: Beginning[] = [];
  const closeLast = () => {
    const last = open.pop();
    if (last === undefined) return;
    const { row, explained } = last;
    result.push({ ...row, hits: Math.max(row.hits - explained, row.clicks) });
    const parent = open.at(-1);
    // Not every letter is recorded, so the longer ones together can have more hits than the term itself.
    if (parent !== undefined) parent.explained += Math.max(row.hits, explained);
  };
  for (const [key, row] of [...terms].sort(([a], [b]) => compareText(a, b))) {
    while (!key.startsWith(open.at(-1)?.key ?? "")) closeLast();
    open.push({ key, row, explained: 0 });
  }
  while (open.length > 0) closeLast();
  return result;
}

function isTerm(text: string): boolean {
  // First: a text of 9 MB would become a list of its letters, which takes 270 MB.
  if (text.length > longestTerm) return false;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= 3 && text.split(" ").length <= 6 && !text.endsWith("?");
}

/** By UTF-16 code units, for `sort`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
