/**
 * Whether a path matches a list of patterns, as the `paths:` of a workflow do: the whole path must match, case matters,
 * the patterns are read in order, and the last one that matches decides; `!` at its start leaves the path out.
 * Throws an `Error` for a pattern with a `pathPatternProblem`.
 * Source of the rules: docs.github.com, "Workflow syntax", "Filter pattern cheat sheet".
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

/** Why a pattern cannot be used, as a part of a sentence; `undefined` when it can. */
export function pathPatternProblem(pattern: string): string | undefined {
  const found = readTokens(pattern);
  if (found.length === 0) return "it is empty";
  for (const { list, wrong } of found) {
    if (wrong === "[") return "its [ is never closed";
    if (wrong === "\\") return "no character follows its last \\";
    if (wrong !== undefined) return `there is no character before its ${wrong}`;
    if (list === undefined) continue;
    // GitHub allows nothing else there.
    if (!/^([a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+$/.test(list))
      return `[${list}] holds more than letters, digits and their ranges`;
    if (ranges(list).some(([first, last]) => first > last))
      return `[${list}] holds a range that runs backwards`;
  }
  return undefined;
}

/** True for a pattern that leaves paths out. */
export function isExclusion(pattern: string): boolean {
  return pattern.startsWith("!");
}

/** The parts of a pattern. `?` (zero or one) and `+` (one or more) follow a character or a list of them. */
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

/** A place in a pattern. */
type Step = {
  matches: (character: string) => boolean;
  /** Whether a character that matches leads back to this step, and not to the next. */
  stays: boolean;
  /** Whether the next step can be taken without a character. `previous` is the one before, `/` at the start. */
  skips: (previous: string) => boolean;
};

const anything = () => true;
const never = () => false;
const slash = (character: string) => character === "/";

function toSteps(pattern: string): Step[] {
  const problem = pathPatternProblem(pattern);
  if (problem !== undefined) throw new Error(problem);
  return readTokens(pattern).flatMap(({ folders, stars, escaped, list, plain = escaped, times }): Step[] => {
    // `**/` begins where a folder begins, so it is everything up to such a place.
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
 * Whether a path leads through all steps. It follows all ways at once: a regular expression, which tries one after the
 * other, could take forever.
 */
function leadsThrough(steps: readonly Step[], path: string): boolean {
  const reach = (places: number[], place: number, previous: string) => {
    // Places are reached in their order, each with those that can be taken from there, so one below the last is known.
    if (place <= (places.at(-1) ?? -1)) return;
    places.push(place);
    for (let next = place; steps[next]?.skips(previous); next++) places.push(next + 1);
  };
  let places: number[] = [];
  reach(places, 0, "/");
  for (const character of path) {
    const reached: number[] = [];
    for (const place of places) {
      const step = steps[place];
      if (step?.matches(character)) reach(reached, step.stays ? place : place + 1, character);
    }
    places = reached;
  }
  return places.at(-1) === steps.length;
}
