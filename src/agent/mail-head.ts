/** `From: …`, in any language, also in bold. */
const header = /^ {0,3}\*{0,2}\p{L}[\p{L} ]{0,20}\*{0,2}[:：]/u;
/** An address as mail programs write it; those of GitHub's mails also without brackets, and what it makes of others. */
const address =
  /<[^<>\s@]*@[^<>\s]+>|\[mailto:|\*@\*|[\w+.-]@(?:[\w-]+\.)?github\.com\b|\bnotifications@|\bnoreply@/i;
/** `-----Original Message-----`, in any language. */
const separator = /^ {0,3}-{4,} ?\p{L}.{0,60}-{4,}$/u;
const ends = /[:：]$/;
const dayAndTime = [/\b(?:19|20)\d\d\b|\d[./-]\d/, /\b\d{1,2}[:.h]\d\d\b/];
/** Mails have fewer lines than this in their head, and what is not looked at costs no time. */
const longestHead = 20;

/**
 * Finds the head of a mail that a reply repeats below its own text without marking it as a quote, as some programs do.
 * What stands behind it was written by somebody else.
 */
export class MailHeads {
  readonly #text: string;
  /** The end of the line that was looked at last, if it may be a line of a head. */
  #headerEnd = -1;
  #addressed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the line that starts here, as the next one of the writer's lines, belongs to such a head. */
  found(start: number): boolean {
    const end = lineEnd(this.#text, start);
    const line = this.#text.slice(start, end).trimEnd();
    const addressed = address.test(line);
    const goesOn = header.test(line) && start === this.#headerEnd + 1;
    this.#addressed = addressed || (goesOn && this.#addressed);
    this.#headerEnd = header.test(line) ? end : -1;
    const introduces = ends.test(line) && (addressed || dayAndTime.every((part) => part.test(line)));
    const isHead = separator.test(line) || introduces || (goesOn && this.#addressed);
    return isHead && !this.#quoteFollows(end);
  }

  /** Whether the mail's text is a quote, which is told from the writer's own anyway. */
  #quoteFollows(end: number): boolean {
    let from = end + 1;
    for (let lines = 0; lines < longestHead && from <= this.#text.length; lines++) {
      const to = lineEnd(this.#text, from);
      const line = this.#text.slice(from, to);
      if (line.trim() !== "" && !header.test(line)) return /^ {0,3}>/.test(line);
      from = to + 1;
    }
    return false;
  }
}

/** The place of the line break at or behind a place, or the end of the text. */
function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at;
}
