/** A count with its noun: `1 file`, `2 files`. */
export function plural(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
