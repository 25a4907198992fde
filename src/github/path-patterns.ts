/**
 * Whether a path matches the patterns of a workflow's `paths:` (docs.github.com, "Filter pattern cheat sheet"). The last
 * pattern that matches the whole path decides, and one that starts with `!` leaves the path out. Give it only patterns
 * for which `isPathPattern` is true.
 */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  const lastFirst = patterns
    .map((pattern) => ({ excludes: isExclusion(pattern), parts: partsOf(pattern) }))
    .reverse();
  return (path) => {
    const deciding = lastFirst.find(({ parts }) => matchesWhole(parts, path));
    return deciding?.excludes === false;
  };
}

/** True for a pattern that GitHub accepts, and for some more lists of characters. */
export function isPathPattern(pattern: string): boolean {
  try {
    partsOf(pattern);
  } catch {
    // A range such as `[z-a]` runs backwards.
    return false;
  }
  const text = withoutMark(pattern);
  return text !== "" && text.replace(partPattern, "") === "";
}

/** True for a pattern that leaves paths out. */
export function isExclusion(pattern: string): boolean {
  return pattern.startsWith("!");
}

function withoutMark(pattern: string): string {
  return isExclusion(pattern) ? pattern.slice(1) : pattern;
}

/** Stars, and characters or lists of characters that `?` (zero or one) or `+` (one or more) may follow. */
const partPattern =
  /(?<stars>(?<=^|\/)\*\*\/|\*\*?)|(?:\\(?<escaped>.)|\[(?<list>[a-z\d-]+)\]|(?<plain>[^?+[\\*]))(?<times>[?+]?)/gisu;

/** What matches one character, or none where it `isOptional`, or several where it `repeats`. */
type Part = {
  matches: (character: string) => boolean;
  isOptional: boolean;
  repeats: boolean;
  /** True for a part that matches whole folders only. */
  isFolders: boolean;
};

function partsOf(pattern: string): Part[] {
  const found = withoutMark(pattern).matchAll(partPattern);
  return Array.from(found, ({ groups = {} }) => toPart(groups));
}

function toPart(groups: Record<string, string | undefined>): Part {
  const { stars, list, escaped, plain = escaped, times } = groups;
  const isStars = stars !== undefined;
  const listed = list === undefined ? undefined : new RegExp(`[${list}]`);
  const isOfStars = (character: string) => stars !== "*" || character !== "/";
  const isOne = (character: string) => listed?.test(character) ?? character === plain;
  return {
    matches: isStars ? isOfStars : isOne,
    isOptional: isStars || times === "?",
    repeats: isStars || times === "+",
    isFolders: stars === "**/",
  };
}

/**
 * Whether the parts match a whole path. It follows all ways to read the path at once, so the time is at most its length
 * times the number of parts. A regular expression could take exponential time.
 */
function matchesWhole(parts: readonly Part[], path: string): boolean {
  const characters = [...path];
  let places = new Set([0]);
  for (const part of parts) places = placesBehind(part, places, characters);
  return places.has(characters.length);
}

/** The places of a path at which a part may end that begins at one of these. */
function placesBehind(
  { matches, isOptional, repeats, isFolders }: Part,
  starts: ReadonlySet<number>,
  path: readonly string[],
): Set<number> {
  const ends = new Set(isOptional ? starts : []);
  path.forEach((character, at) => {
    const begins = starts.has(at) || (repeats && ends.has(at));
    if (begins && matches(character)) ends.add(at + 1);
  });
  if (!isFolders) return ends;
  return new Set([...ends].filter((end) => starts.has(end) || path[end - 1] === "/"));
}
