/** A stretch of a source. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** The number of columns that a table's delimiter row declares, if the line is one (GFM 0.29, section 4.10). */
export function delimiterColumns(line: string): number | undefined {
  if (!/^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?$/.test(line.trimEnd())) return undefined;
  return Array.from(line.matchAll(/-+/g)).length;
}

/** The cells of a table's row, without the pipes between them; an escaped pipe is part of its cell. */
export function tableCells(source: string, row: Slice): Slice[] {
  const text = source.slice(row.start, row.end).trimEnd();
  const cells: Slice[] = [];
  const first = text.startsWith("|") ? 1 : 0;
  let start = first;
  for (const { 0: found, index } of text.matchAll(/\\[\\|]|\|/g)) {
    if (found !== "|" || index < first) continue;
    cells.push({ start: row.start + start, end: row.start + index });
    start = index + 1;
  }
  if (start < text.length) cells.push({ start: row.start + start, end: row.start + text.length });
  return cells;
}
