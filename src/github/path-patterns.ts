/**
 * Whether a path matches the patterns of a workflow's `paths:` (docs.github.com, "Filter pattern cheat sheet"). The last
 * pattern that matches the whole path decides, and one that starts with `!` leaves the path out. Give it only patterns
 * for which `isPathPattern` is true.
 */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  const lastFirst = patterns
    .map((pattern) => ({ excludes: isExclusion(pattern), parts: readTokens(pattern).map(toPart) }))
    .reverse();
  return (path) => {
    const deciding = lastFirst.find(({ parts }) => matchesWhole(parts, path));
    return deciding !== undefined && !deciding.excludes;
  };
}

/** True for a pattern that GitHub accepts. */
export function isPathPattern(pattern: string): boolean {
  const found = readTokens(pattern);
  return (
    found.length > 0 && found.every(({ list, wrong }) => wrong === undefined && isList(list ?? "a"))
  );
}

/** True for what GitHub allows between `[` and `]`: letters, digits, and ranges of these that run forwards. */
function isList(list: string): boolean {
  const ranges = list.match(/.-./g) ?? [];
  return (
    /^([a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+$/.test(list) &&
    ranges.every((range) => range.charAt(0) <= range.charAt(2))
  );
}

/** True for a pattern that leaves paths out. */
export function isExclusion(pattern: string): boolean {
  return pattern.startsWith("!");
}

// Stars, and characters or lists of characters that `?` (zero or one) or `+` (one or more) may follow. `wrong` is a
// character that has no meaning where it stands.
const tokens =
  /(?<folders>(?<=^|\/)\*\*\/)|(?<stars>\*\*?)|(?:\\(?<escaped>.)|\[(?<list>[^\]]*)\]|(?<plain>[^?+[\\]))(?<times>[?+]?)|(?<wrong>.)/gsu;

type Token = Readonly<Record<string, string | undefined>>;

function readTokens(pattern: string): Token[] {
  const text = isExclusion(pattern) ? pattern.slice(1) : pattern;
  return Array.from(text.matchAll(tokens), ({ groups = {} }) => groups);
}

type Part = {
  matches: (character: string) => boolean;
  /** True for a part that may match nothing. */
  isOptional: boolean;
  repeats: boolean;
  /** True for `**` with a slash behind it: it matches whole folders only. */
  isFolders?: boolean;
};

function toPart({ folders, stars, escaped, list, plain = escaped, times }: Token): Part {
  const isFolders = folders !== undefined;
  if (isFolders || stars === "**")
    return { matches: () => true, isOptional: true, repeats: true, isFolders };
  if (stars === "*")
    return { matches: (character) => character !== "/", isOptional: true, repeats: true };
  const listed = new RegExp(`[${list ?? ""}]`);
  const matches = (character: string) =>
    list === undefined ? character === plain : listed.test(character);
  return { matches, isOptional: times === "?", repeats: times === "+" };
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
  part: Part,
  starts: ReadonlySet<number>,
  path: readonly string[],
): Set<number> {
  const ends = new Set(part.isOptional ? starts : []);
  for (const start of starts)
    for (
      let at = start;
      at < path.length && !ends.has(at + 1) && part.matches(path[at] ?? "");
      at++
    ) {
      ends.add(at + 1);
      if (!part.repeats) break;
    }
  if (!part.isFolders) return ends;
  return new Set([...ends].filter((end) => starts.has(end) || path[end - 1] === "/"));
}
