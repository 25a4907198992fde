/**
 * Whether a path matches the patterns of a workflow's `paths:` (docs.github.com, "Filter pattern cheat sheet"). The last
 * pattern that matches the whole path decides, and one that starts with `!` leaves the path out. Give it only patterns
 * for which `isPathPattern` is true.
 */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  const lastFirst = patterns
    .map((pattern) => ({ excludes: isExclusion(pattern), steps: toSteps(pattern) }))
    .reverse();
  return (path) => {
    const deciding = lastFirst.find(({ steps }) => leadsThrough(steps, path));
    return deciding !== undefined && !deciding.excludes;
  };
}

/** True for a pattern that GitHub accepts. */
export function isPathPattern(pattern: string): boolean {
  const found = readTokens(pattern);
  return found.length > 0 && found.every(({ list, wrong }) => wrong === undefined && isList(list ?? "a"));
}

/** True for what GitHub allows between `[` and `]`: letters, digits, and ranges of these that run forwards. */
function isList(list: string): boolean {
  return (
    /^([a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+$/.test(list) &&
    ranges(list).every(([first, last]) => first <= last)
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

/** The first and the last character of each range in a list. */
function ranges(list: string): (readonly [string, string])[] {
  return (list.match(/.-.|./g) ?? []).map((range) => [range.charAt(0), range.slice(-1)]);
}

/** One part of a pattern while a path is read, a character at a time. */
type Step = {
  matches: (character: string) => boolean;
  /** True for a part that repeats: after a character that matches, it is tried on the next character too. */
  stays: boolean;
  /** True where this part may match nothing. `previous` is the character before, `/` at the start. */
  skips: (previous: string) => boolean;
};

const anything = () => true;
const never = () => false;
const slash = (character: string) => character === "/";

function toSteps(pattern: string): Step[] {
  return readTokens(pattern).flatMap(({ folders, stars, escaped, list, plain = escaped, times }): Step[] => {
    // `**/` matches whole folders only, so what follows it starts behind a `/`.
    if (folders !== undefined) return [{ matches: anything, stays: true, skips: slash }];
    if (stars === "**") return [{ matches: anything, stays: true, skips: anything }];
    if (stars === "*") return [{ matches: (character) => !slash(character), stays: true, skips: anything }];
    const allowed = plain === undefined ? ranges(list ?? "") : [[plain, plain] as const];
    const matches = (character: string) =>
      allowed.some(([first, last]) => first <= character && character <= last);
    const once: Step = { matches, stays: false, skips: times === "?" ? anything : never };
    return times === "+" ? [once, { matches, stays: true, skips: anything }] : [once];
  });
}

/**
 * Whether a path can be read from the first step to behind the last one. It keeps the set of steps that may be next, so
 * the time is at most the length of the path times the number of steps. A regular expression could take exponential time.
 */
function leadsThrough(steps: readonly Step[], path: string): boolean {
  let next = new Set<number>();
  const reach = (set: Set<number>, place: number, previous: string) => {
    for (let at = place; !set.has(at); at++) {
      set.add(at);
      if (!steps[at]?.skips(previous)) return;
    }
  };
  reach(next, 0, "/");
  for (const character of path) {
    const reached = new Set<number>();
    for (const place of next) {
      const step = steps[place];
      if (step?.matches(character)) reach(reached, step.stays ? place : place + 1, character);
    }
    next = reached;
  }
  return next.has(steps.length);
}
