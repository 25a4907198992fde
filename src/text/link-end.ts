import { past } from "./inline-html.ts";

const labelText = String.raw`(?:[^\\[\]]|\\[\s\S]){1,999}`;

const opening = /\(\s*/y;
const angled = /<(?:[^\\<>\n]|\\[^\n])*>/y;
const title = /\s+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))/y;
const closing = /\s*\)/y;
const reference = new RegExp(String.raw`\[(${labelText})\]`, "y");
const definition = new RegExp(String.raw`^[ \t>]*\[(${labelText})\]:`, "gm");
const definedLabel = new RegExp(String.raw`\[(?!\s*\])${labelText}\]:\s*`, "y");
const lineEnd = /[ \t]*(?:\n|$)/y;

/** The labels that a source defines, or seems to; looked up once, and only when a link asks. */
export class DefinedLabels {
  readonly #source: string;
  #labels: ReadonlySet<string> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether it holds a label, whatever its case and white space. */
  has(label: string): boolean {
    this.#labels ??= new Set(
      Array.from(this.#source.matchAll(definition), ([, defined]) => normalised(defined)),
    );
    return this.#labels.has(normalised(label));
  }
}

/** Past the link reference definition that begins here, with its line end (CommonMark 0.31, section 4.7). */
export function definitionEnd(text: string, at: number): number | undefined {
  const start = past(definedLabel, text, at);
  const target = start === undefined ? undefined : targetEnd(text, start);
  if (target === undefined || target === start) return undefined;
  const titled = past(title, text, target);
  // A title that has more behind it is none, but may still be the text below a definition.
  return (titled === undefined ? undefined : past(lineEnd, text, titled)) ?? past(lineEnd, text, target);
}

/** Follows brackets through inline text, to know where a link's destination or label stands, which is raw. */
export class Brackets {
  readonly #text: string;
  readonly #labels: DefinedLabels;
  readonly #images: boolean[] = [];
  /** Below this depth no link can begin, since it would hold another. */
  #inert = 0;

  constructor(text: string, labels: DefinedLabels) {
    this.#text = text;
    this.#labels = labels;
  }

  /** Whether a bracket is open, which keeps bare addresses from being links. */
  get within(): boolean {
    return this.#images.length > 0;
  }

  open(image: boolean): void {
    this.#images.push(image);
  }

  /** The end of the link or image whose text ends with the bracket before `after`, if there is one. */
  close(after: number): number | undefined {
    const image = this.#images.pop();
    const depth = this.#images.length;
    const possible = image === true || (image === false && depth >= this.#inert);
    this.#inert = Math.min(this.#inert, depth);
    if (!possible) return undefined;
    const end = resourceEnd(this.#text, after) ?? this.#referenceEnd(after);
    if (end !== undefined && !image) this.#inert = depth;
    return end;
  }

  #referenceEnd(at: number): number | undefined {
    reference.lastIndex = at;
    const label = reference.exec(this.#text)?.[1];
    return label !== undefined && this.#labels.has(label) ? reference.lastIndex : undefined;
  }
}

function resourceEnd(text: string, at: number): number | undefined {
  const start = past(opening, text, at);
  const target = start === undefined ? undefined : targetEnd(text, start);
  if (target === undefined) return undefined;
  return past(closing, text, past(title, text, target) ?? target);
}

function targetEnd(text: string, start: number): number | undefined {
  return text[start] === "<" ? past(angled, text, start) : destinationEnd(text, start);
}

/** The end of a bare destination: white space, or a parenthesis without a partner (at most 32 deep). */
function destinationEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (/\s/.test(character)) break;
    if (character === "\\" && /[!-/:-@[-`{-~]/.test(text.charAt(at + 1))) at += 1;
    else if (character === "(" && ++depth > 32) return undefined;
    else if (character === ")" && --depth < 0) return at;
  }
  return depth === 0 ? at : undefined;
}

/** Both changes of case together fold it, as "ẞ" and "ss" show. */
function normalised(label = ""): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}
