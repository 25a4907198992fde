/** One line of a Markdown text, read from the left in columns, where a tab reaches to the next fourth. */
export class Line {
  readonly #source: string;
  readonly end: number;
  position: number;
  #column = 0;

  constructor(source: string, start: number, end: number) {
    this.#source = source;
    this.position = start;
    this.end = end;
  }

  get rest(): string {
    return this.#source.slice(this.position, this.end);
  }

  /** The columns of white space ahead. */
  get indent(): number {
    let column = this.#column;
    for (let index = this.position; index < this.end; index++) {
      const character = this.#source[index];
      if (character === " ") column += 1;
      else if (character === "\t") column += 4 - (column % 4);
      else break;
    }
    return column - this.#column;
  }

  get blank(): boolean {
    for (let index = this.position; index < this.end; index++) {
      if (this.#source[index] !== " " && this.#source[index] !== "\t") return false;
    }
    return true;
  }

  /** Takes at most this many columns of white space. */
  takeColumns(count: number): void {
    let left = count;
    while (left > 0 && this.position < this.end) {
      const character = this.#source[this.position];
      if (character !== " " && character !== "\t") return;
      const width = character === "\t" ? 4 - (this.#column % 4) : 1;
      const step = Math.min(width, left);
      this.#column += step;
      left -= step;
      if (step === width) this.position += 1;
    }
  }

  takeCharacters(count: number): void {
    this.position += count;
    this.#column += count;
  }

  takeIndent(): void {
    this.takeColumns(Number.POSITIVE_INFINITY);
  }
}
