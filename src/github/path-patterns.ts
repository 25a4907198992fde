/**
 * Whether a path matches patterns with `*` and `**`, as in the `paths:` of a workflow (docs.github.com, "Filter pattern cheat
 * sheet"). The last pattern that matches the whole path, in any of its spellings, decides, and one that starts with `!` leaves
 * the path out.
 */
export function pathFilter(patterns: readonly string[]): (...spellings: string[]) => boolean {
  const lastFirst = patterns
    .map((pattern) => ({ excludes: isExclusion(pattern), parts: partsOf(pattern) }))
    .reverse();
  return (...spellings) => {
    const deciding = lastFirst.find(({ parts }) =>
      spellings.some((path) => matchesWhole(parts, path)),
    );
    return deciding?.excludes === false;
  };
}

/** True for a pattern that leaves paths out. */
export function isExclusion(pattern: string): boolean {
  return pattern.startsWith("!");
}

/** Stars, where `**` and a slash stand for whole folders, and single characters. */
const partPattern = /(?<=^|\/)\*\*\/|\*\*|./gsu;

function partsOf(pattern: string): string[] {
  const text = isExclusion(pattern) ? pattern.slice(1) : pattern;
  return text.match(partPattern) ?? [];
}

/**
 * Whether the parts match a whole path. It follows all ways to read the path at once, so the time is at most its length
 * times the number of parts. A regular expression could take exponential time.
 */
function matchesWhole(parts: readonly string[], path: string): boolean {
  const characters = [...path];
  let places = new Set([0]);
  for (const part of parts) {
    places = placesBehind(part, places, characters);
  }
  return places.has(characters.length);
}

/** The places of a path at which a part may end that begins at one of these. */
function placesBehind(
  part: string,
  starts: ReadonlySet<number>,
  path: readonly string[],
): Set<number> {
  const isStars = part.startsWith("*");
  const ends = new Set(isStars ? starts : []);
  path.forEach((character, at) => {
    const begins = starts.has(at) || (isStars && ends.has(at));
    const matches = isStars ? part !== "*" || character !== "/" : part === character;
    if (begins && matches) {
      ends.add(at + 1);
    }
  });
  if (part !== "**/") {
    return ends;
  }
  return new Set([...ends].filter((end) => starts.has(end) || path[end - 1] === "/"));
}
