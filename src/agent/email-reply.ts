/** A line such as `From: …`, in any language, also in bold. */
const headerLine = /^ {0,3}\*{0,2}\p{L}[\p{L} -]{0,20}\*{0,2}[:：]/u;
/** An address in brackets, or what GitHub makes of one in a reply by email. */
const bracketedAddress = /[<([][^\s<>()[\]]+@[^\s<>()[\]]+[>)\]]|\*@\*/;
const addressOrDate = /[^\s@]@[^\s@]|\b20\d\d\b|\d[./-]\d{1,2}[./-]\d/;
const separator = /^ {0,3}-{4,} ?\p{L}.*-{4,}\s*$/u;
/** An attribution may be wrapped over this many lines. */
const lookaheadLines = 3;
/** No mail program writes a header of more characters. */
const maxLineLength = 500;

/** The first line of an email's header in these lines, such as a reply by email repeats it; -1 when there is none. */
export function findEmailHeader(lines: readonly string[]): number {
  return lines.findIndex(
    (line, index) =>
      line !== "" &&
      (separator.test(lineAt(lines, index)) || isHeader(lines, index) || isAttribution(lines, index)),
  );
}

/** Two lines or more such as `From:`, `Sent:` and `To:`, with an address or a date among them. */
function isHeader(lines: readonly string[], first: number): boolean {
  if (headerLine.test(lineAt(lines, first - 1))) return false;
  let hasAddressOrDate = false;
  let next = first;
  for (; headerLine.test(lineAt(lines, next)); next++)
    hasAddressOrDate ||= addressOrDate.test(lineAt(lines, next));
  return next - first >= 2 && hasAddressOrDate;
}

/** `On … wrote:` with a digit, or in any language a line with an address in brackets that ends in a colon. */
function isAttribution(lines: readonly string[], first: number): boolean {
  const start = lineAt(lines, first).trim();
  if (start === "" || !(/\d/.test(start) || bracketedAddress.test(start) || /^on\b/i.test(start)))
    return false;
  let text = "";
  for (let index = first; index < first + lookaheadLines; index++) {
    const line = lineAt(lines, index).trim();
    if (line === "") return false;
    text = `${text} ${line}`.trim();
    if (!/[:：]$/.test(text)) continue;
    if (bracketedAddress.test(text) || (/^on\b/i.test(text) && /\d/.test(text) && /wrote:$/i.test(text)))
      return true;
  }
  return false;
}

function lineAt(lines: readonly string[], index: number): string {
  const line = lines[index] ?? "";
  return line.length > maxLineLength ? "" : line;
}
