// How large a change must be to be named, besides going beyond chance.

/** The rise of an AI share that stands out: 15 percentage points. */
export const clearRise = 0.15;

/** True if a count changed by a fifth or more, up or down. */
export function changedByFifth(before: number, now: number): boolean {
  return Math.abs(now - before) * 5 >= before;
}

/** True if a count fell by a fifth or more; also from 0 to 0. */
export function fellByFifth(before: number, now: number): boolean {
  return (before - now) * 5 >= before;
}
