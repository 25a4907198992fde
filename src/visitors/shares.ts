/** `part / whole`, limited to 0 to 1 because the counts are approximate. Undefined if `whole` is 0. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}

/** The share of AI in all visitors; 0 without visitors. */
export function aiShare({ ai, total }: { ai: number; total: number }): number {
  return share(ai, total) ?? 0;
}
