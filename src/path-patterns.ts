/** One step of a pattern: what it matches, and how often. */
type Step = {
  matches: (character: string) => boolean;
  /** `optional`: zero or one, `some`: one or more, `any`: zero or more. */
  times: "one" | "optional" | "some" | "any";
  /** Two stars and a slash at the start of a segment: what they match is empty or ends with a `/`. */
  endsAtSlash?: true;
  /** The only character that it matches. */
  literal?: string;
};
type Pattern = {
  negates: boolean;
  steps: readonly Step[];
  /** A part of every path that matches. Most paths lack it, and are told apart by it in no time. */
  required: string;
};

/**
 * Whether a path matches a list of patterns, as the `paths:` of a workflow do: the whole path must match, case matters,
 * the patterns are read in order, and the last one that matches decides; `!` at its start leaves the path out.
 * Throws an `Error` for a pattern with a `pathPatternProblem`.
 * Source of the rules: docs.github.com, "Workflow syntax", "Filter pattern cheat sheet".
 */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  const parsed = patterns.map(parsePattern).reverse();
  return (path) => {
    const characters = [...path];
    const last = parsed.find(
      ({ steps, required }) => path.includes(required) && matchesSteps(steps, characters),
    );
    return last !== undefined && !last.negates;
  };
}

/** Why a pattern cannot be used, as a part of a sentence; `undefined` when it can. */
export function pathPatternProblem(pattern: string): string | undefined {
  try {
    parsePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** True for a pattern that leaves paths out. */
export function isExclusion(pattern: string): boolean {
  return pattern.startsWith("!");
}

class PatternError extends Error {}

function parsePattern(pattern: string): Pattern {
  const negates = isExclusion(pattern);
  const characters = [...pattern.slice(negates ? 1 : 0)];
  if (characters.length === 0) throw new PatternError("it is empty");
  const steps: Step[] = [];
  for (let at = 0; at < characters.length; ) at = readStep(characters, at, steps);
  return { negates, steps, required: longestLiteral(steps) };
}

/** The longest run of characters that stand in the pattern as they are. */
function longestLiteral(steps: readonly Step[]): string {
  let longest = "";
  let run = "";
  for (const { literal: character, times } of steps) {
    run = character !== undefined && times === "one" ? run + character : "";
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** Adds the step that begins here, or changes the one before. Returns where the next one begins. */
function readStep(characters: readonly string[], at: number, steps: Step[]): number {
  const character = characters[at] ?? "";
  if (character === "*") return readStar(characters, at, steps);
  if (character === "[") return readList(characters, at, steps);
  if (character === "?" || character === "+") {
    const before = steps.pop();
    if (before?.times !== "one") throw new PatternError(`there is no character before its ${character}`);
    steps.push({ ...before, times: character === "?" ? "optional" : "some" });
    return at + 1;
  }
  if (character === "\\" && at + 1 === characters.length)
    throw new PatternError("no character follows its last \\");
  const isEscaped = character === "\\";
  steps.push(literal(isEscaped ? (characters[at + 1] ?? "") : character));
  return at + (isEscaped ? 2 : 1);
}

function readStar(characters: readonly string[], at: number, steps: Step[]): number {
  if (characters[at + 1] !== "*") {
    steps.push({ matches: (character) => character !== "/", times: "any" });
    return at + 1;
  }
  const startsSegment = at === 0 || characters[at - 1] === "/";
  const isDirectories = startsSegment && characters[at + 2] === "/";
  steps.push({ matches: () => true, times: "any", ...(isDirectories ? { endsAtSlash: true } : {}) });
  return at + (isDirectories ? 3 : 2);
}

/** Reads letters, digits and their ranges in brackets. GitHub allows nothing else there. */
function readList(characters: readonly string[], at: number, steps: Step[]): number {
  const end = characters.indexOf("]", at);
  if (end === -1) throw new PatternError("its [ is never closed");
  const list = characters.slice(at + 1, end).join("");
  if (!/^([a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+$/.test(list))
    throw new PatternError(`[${list}] holds more than letters, digits and their ranges`);
  const ranges = list.match(/.-.|./g) ?? [];
  const isBackwards = ranges.some((range) => range.charAt(0) > (range.at(-1) ?? ""));
  if (isBackwards) throw new PatternError(`[${list}] holds a range that runs backwards`);
  steps.push({
    matches: (character) =>
      ranges.some((range) => range.charAt(0) <= character && character <= (range.at(-1) ?? "")),
    times: "one",
  });
  return end + 1;
}

function literal(expected: string): Step {
  return { matches: (character) => character === expected, times: "one", literal: expected };
}

/**
 * Runs the pattern as a nondeterministic finite automaton whose states are the places between its steps. That takes at
 * most the length of the pattern times that of the path, where a regular expression could take forever.
 */
function matchesSteps(steps: readonly Step[], characters: readonly string[]): boolean {
  let before: string | undefined;
  let states = epsilonClosure(steps, [0], before);
  for (const character of characters) {
    const next: number[] = [];
    for (const state of states) {
      const step = steps[state];
      if (!step?.matches(character)) continue;
      if (step.times === "some" || step.times === "any") next.push(state);
      if (step.times !== "any") next.push(state + 1);
    }
    if (next.length === 0) return false;
    before = character;
    states = epsilonClosure(steps, next, before);
  }
  return states.has(steps.length);
}

/** The states, with those that follow without another character. `before` is the character read last. */
function epsilonClosure(
  steps: readonly Step[],
  states: readonly number[],
  before: string | undefined,
): Set<number> {
  const closure = new Set<number>();
  for (let state of states) {
    while (!closure.has(state)) {
      closure.add(state);
      const step = steps[state];
      if (step?.times !== "any" && step?.times !== "optional") break;
      if (step.endsAtSlash && before !== undefined && before !== "/") break;
      state += 1;
    }
  }
  return closure;
}
