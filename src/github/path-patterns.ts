/**
 * Whether a path matches a list of patterns, as the `paths:` of a workflow do: the whole path must match, case matters,
 * the patterns are read in order, and the last one that matches decides; `!` at its start leaves the path out.
 * Throws an `Error` for a pattern with a `pathPatternProblem`.
 * Source of the rules: docs.github.com, "Workflow syntax", "Filter pattern cheat sheet".
 */
export function pathFilter(patterns: readonly string[]): (path: string) => boolean {
  // Characters that no pattern names all match the same steps, so they share symbol 0, the empty text.
  const alphabet = ["", ...new Set(`/${lettersAndDigits}${patterns.join("")}`)];
  const symbols = new Map(alphabet.map((character, symbol) => [character, symbol]));
  const matchers = patterns
    .map((pattern) => ({
      negates: isExclusion(pattern),
      matcher: new Matcher(parsePattern(pattern), alphabet),
    }))
    .reverse();
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

/**
 * One step of a pattern. `read` says how many steps ahead the path continues behind a character that matches, `skip` how
 * many without reading one. 0 is this step again.
 */
type Step = { matches: (character: string) => boolean; read: readonly number[]; skip: readonly number[] };

/** The parts of a pattern. `?` (zero or one) and `+` (one or more) stand behind a character or a list of them. */
const tokens =
  /(?<folders>(?<=^|\/)\*\*\/)|(?<stars>\*\*?)|(?:\\(?<escaped>.)|\[(?<list>[^\]]*)\]|(?<plain>[^?+[\\]))(?<times>[?+]?)|(?<wrong>.)/gsu;

function parsePattern(pattern: string): Step[] {
  const text = isExclusion(pattern) ? pattern.slice(1) : pattern;
  if (text === "") throw new PatternError("it is empty");
  const steps: Step[] = [];
  for (const { groups } of text.matchAll(tokens)) steps.push(...toSteps(groups ?? {}));
  return steps;
}

function toSteps(token: Readonly<Record<string, string | undefined>>): Step[] {
  const { folders, stars, escaped, list, plain, times, wrong } = token;
  const anything: Step = { matches: () => true, read: [0], skip: [1] };
  if (folders !== undefined) {
    // `**/` at the start of a segment: nothing, or anything with a `/` behind it.
    const fork: Step = { matches: () => false, read: [], skip: [1, 3] };
    return [fork, anything, { matches: (character) => character === "/", read: [1], skip: [] }];
  }
  if (stars === "**") return [anything];
  if (stars === "*") return [{ ...anything, matches: (character) => character !== "/" }];
  if (wrong === "[") throw new PatternError("its [ is never closed");
  if (wrong === "\\") throw new PatternError("no character follows its last \\");
  if (wrong !== undefined) throw new PatternError(`there is no character before its ${wrong}`);
  const expected = escaped ?? plain;
  const matches = list === undefined ? (character: string) => character === expected : readList(list);
  return [{ matches, read: times === "+" ? [0, 1] : [1], skip: times === "?" ? [1] : [] }];
}

/** Whether a character is one of the letters, digits and their ranges in brackets. GitHub allows nothing else there. */
function readList(list: string): (character: string) => boolean {
  if (!/^([a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+$/.test(list))
    throw new PatternError(`[${list}] holds more than letters, digits and their ranges`);
  const ranges = (list.match(/.-.|./g) ?? []).map((range) => [range.charAt(0), range.slice(-1)] as const);
  if (ranges.some(([first, last]) => first > last))
    throw new PatternError(`[${list}] holds a range that runs backwards`);
  return (character) => ranges.some(([first, last]) => first <= character && character <= last);
}

/**
 * Where in its steps a pattern can be behind the part of the path read so far. `next` holds the state behind each symbol
 * that was met here.
 */
type State = { places: readonly number[]; matches: boolean; next: (State | undefined)[] };

/** An ordinary pattern has far fewer states. Beyond this number all are forgotten, so that none can fill the memory. */
const maxStates = 1000;

/**
 * Matches texts with the steps of one pattern, character by character. A regular expression, which tries one way after
 * the other, could take forever; this follows all ways at once. Which places a character leads to is looked up where it
 * was met before, because a hundred thousand paths have most of their folders in common.
 */
class Matcher {
  readonly #steps: readonly Step[];
  readonly #alphabet: readonly string[];
  readonly #states = new Map<string, State>();
  #start: State;

  constructor(steps: readonly Step[], alphabet: readonly string[]) {
    this.#steps = steps;
    this.#alphabet = alphabet;
    this.#start = this.#stateAt([0]);
  }

  /** `symbols` are the indexes of the text's characters in the alphabet. */
  matches(symbols: readonly number[]): boolean {
    if (this.#states.size > maxStates) {
      this.#states.clear();
      this.#start = this.#stateAt([0]);
    }
    let state = this.#start;
    for (const symbol of symbols) {
      state = state.next[symbol] ??= this.#behind(state, this.#alphabet[symbol] ?? "");
      if (state.places.length === 0) return false;
    }
    return state.matches;
  }

  #behind({ places }: State, character: string): State {
    return this.#stateAt(
      places.flatMap((place) => {
        const step = this.#steps[place];
        return step?.matches(character) ? step.read.map((ahead) => place + ahead) : [];
      }),
    );
  }

  /** The state of these places and those that can be reached from them without a character. */
  #stateAt(reached: readonly number[]): State {
    const found = new Set(reached);
    // `for … of` also visits what is added to the set meanwhile.
    for (const place of found) for (const ahead of this.#steps[place]?.skip ?? []) found.add(place + ahead);
    const places = [...found].sort((a, b) => a - b);
    const key = places.join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state: State = { places, matches: found.has(this.#steps.length), next: [] };
    this.#states.set(key, state);
    return state;
  }
}
