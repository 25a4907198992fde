/** One step of a pattern: what it matches, and how often. */
type Step = {
  matches: (character: string) => boolean;
  /** `optional`: zero or one, `some`: one or more, `any`: zero or more. */
  times: "one" | "optional" | "some" | "any";
  /** Two stars and a slash at the start of a segment: what they match is empty or ends with a `/`. */
  endsAtSlash?: true;
};
type Pattern = { negates: boolean; steps: readonly Step[] };

/**
 * Whether a path matches a list of patterns, as the `paths:` of a workflow do: the whole path must match, case matters,
 * the patterns are read in order, and the last one that matches decides; `!` at its start leaves the path out.
 * Throws an `Error` for a pattern with a `pathPatternProblem`.
 * Source of the rules: docs.github.com, "Workflow syntax", "Filter pattern cheat sheet".
 */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  // No pattern tells other characters apart, so all of them are one symbol: 0, for which the steps see an empty text.
  const alphabet = ["", ...new Set(`/${lettersAndDigits}${patterns.join("")}`)];
  const symbols = new Map(alphabet.map((character, symbol) => [character, symbol]));
  const matchers = patterns
    .map(parsePattern)
    .reverse()
    .map(({ negates, steps }) => ({ negates, matcher: new Matcher(steps, alphabet) }));
  return (path) => {
    const text = Array.from(path, (character) => symbols.get(character) ?? 0);
    const last = matchers.find(({ matcher }) => matcher.matches(text));
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

/** What the ranges of a list can hold. */
const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

class PatternError extends Error {}

function parsePattern(pattern: string): Pattern {
  const negates = isExclusion(pattern);
  const characters = [...pattern.slice(negates ? 1 : 0)];
  if (characters.length === 0) throw new PatternError("it is empty");
  const steps: Step[] = [];
  for (let at = 0; at < characters.length; ) at = readStep(characters, at, steps);
  return { negates, steps };
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
  return { matches: (character) => character === expected, times: "one" };
}

/** The places between the steps of a pattern where a path can be so far, and what is known of the ways on. */
type State = {
  places: readonly number[];
  accepts: boolean;
  /** The state behind each symbol of the alphabet, where it is known already. */
  next: (State | undefined)[];
};

/** More states than a sensible pattern has. Others could fill the memory, so from here on their states are forgotten. */
const maxStates = 1000;

/**
 * Matches texts with the steps of a pattern. The steps are a nondeterministic finite automaton, and each set of places
 * that a text leads to becomes a state of a deterministic one when it is first met. A text takes one look-up a character
 * then, and at worst the length of the pattern, where a regular expression could take forever.
 */
class Matcher {
  readonly #steps: readonly Step[];
  readonly #alphabet: readonly string[];
  readonly #states = new Map<string, State>();
  #start: State;

  constructor(steps: readonly Step[], alphabet: readonly string[]) {
    this.#steps = steps;
    this.#alphabet = alphabet;
    this.#start = this.#state([0], undefined);
  }

  /** `text` is in symbols: the index of each character in the alphabet. */
  matches(text: readonly number[]): boolean {
    if (this.#states.size > maxStates) {
      this.#states.clear();
      this.#start = this.#state([0], undefined);
    }
    let state = this.#start;
    for (const symbol of text) {
      state = state.next[symbol] ??= this.#follow(state, this.#alphabet[symbol] ?? "");
      if (state.places.length === 0) return false;
    }
    return state.accepts;
  }

  #follow({ places }: State, character: string): State {
    const reached: number[] = [];
    for (const place of places) {
      const step = this.#steps[place];
      if (!step?.matches(character)) continue;
      if (step.times === "some" || step.times === "any") reached.push(place);
      if (step.times !== "any") reached.push(place + 1);
    }
    return this.#state(reached, character);
  }

  /** The state of these places and those that follow without another character. `before` is the character read last. */
  #state(reached: readonly number[], before: string | undefined): State {
    const closure = new Set<number>();
    for (let place of reached) {
      while (!closure.has(place)) {
        closure.add(place);
        const step = this.#steps[place];
        if (step?.times !== "any" && step?.times !== "optional") break;
        if (step.endsAtSlash && before !== undefined && before !== "/") break;
        place += 1;
      }
    }
    const places = [...closure].sort((a, b) => a - b);
    const key = places.join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state: State = { places, accepts: closure.has(this.#steps.length), next: [] };
    this.#states.set(key, state);
    return state;
  }
}
