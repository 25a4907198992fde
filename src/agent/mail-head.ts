/** `From: …`, in any language, also in bold. */
const header = /^ {0,3}\*{0,2}\p{L}[\p{L} ]{0,20}\*{0,2}[:：]/u;
/** An address in brackets, as mail programs write it, or what GitHub makes of addresses in replies by mail. */
const address = /[\w*]@[^\s@>\]]*[>\]]|\*@\*/;
const day = /\b20\d\d\b|\d[./-]\d{1,2}[./-]\d/;
const time = /\d[:.h]\d\d/;
/** How much is looked at behind a head, in characters, for the first line of what it introduces. */
const reach = 2000;

/**
 * Finds the head of a mail that a reply repeats below its own text without marking it as a quote, as some programs do.
 * What stands behind it was written by somebody else.
 */
export class MailHeads {
  readonly #text: string;
  /** Where the line that was looked at last ends, if it may be one of a head, and whether those have an address. */
  #last: { end: number; addressed: boolean } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the line that starts here, as the next one of the writer's lines, belongs to such a head. */
  found(start: number): boolean {
    const line = /.*/.exec(this.#text.slice(start))?.[0] ?? "";
    const end = start + line.length;
    const goesOn = this.#last !== undefined && /^\r?\n$/.test(this.#text.slice(this.#last.end, start));
    const addressed = address.test(line) || (goesOn && this.#last?.addressed === true);
    const inHead = header.test(line);
    this.#last = inHead ? { end, addressed } : undefined;
    const isHead = (inHead && goesOn && addressed) || introduces(line.trim());
    return isHead && !this.#quoteFollows(end);
  }

  /** Whether the mail's text is a quote, which is told from the writer's own anyway. */
  #quoteFollows(end: number): boolean {
    const lines = this.#text.slice(end, end + reach).split("\n");
    const first = lines.find((line) => line.trim() !== "" && !header.test(line));
    return first !== undefined && /^ {0,3}>/.test(first);
  }
}

/** `-----Original Message-----`, or `On … wrote:` with an address or with day and time, in any language. */
function introduces(line: string): boolean {
  if (/^-{4,} ?\p{L}/u.test(line)) return line.endsWith("----");
  return /[:：]$/.test(line) && (address.test(line) || (day.test(line) && time.test(line)));
}
