/** One line of a Markdown text, read from the left in columns, where a tab reaches to the next fourth. */
export class Line {
  readonly start: number;
  readonly end: number;
  /** Where the next character stands that is no white space; the end, if there is none. */
  next = 0;
  /** The columns of white space before it. */
  indent = 0;
  readonly #source: string;
  #column = 0;

  constructor(source: string, start: number, end: number) {
    this.#source = source;
    this.start = start;
    this.end = end;
    this.#lookFrom(start);
  }

  get blank(): boolean {
    return this.next === this.end;
  }

  /** What is left, without the white space before it. */
  get rest(): string {
    return this.#source.slice(this.next, this.end);
  }

  /** Takes at most this many columns of white space; a tab may be used up in parts. */
  takeColumns(count: number): void {
    const taken = Math.min(count, this.indent);
    this.indent -= taken;
    this.#column += taken;
  }

  /** Takes the white space ahead and this many characters behind it. */
  takeCharacters(count: number): void {
    this.#column += this.indent + count;
    this.#lookFrom(this.next + count);
  }

  #lookFrom(position: number): void {
    let column = this.#column;
    // What ends the line is neither of the two, and so ends the search as well.
    for (this.next = position; ; this.next++) {
      const character = this.#source[this.next];
      if (character === " ") column += 1;
      else if (character === "\t") column += 4 - (column % 4);
      else break;
    }
    this.indent = column - this.#column;
  }
}
