/** A part of a whole, at least 0 and at most 1; undefined if the whole is 0. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}

/** The part of visitors that AI is; 0 if there are none. */
export function aiShare({ ai, total }: { ai: number; total: number }): number {
  return share(ai, total) ?? 0;
}
