/** A signal that follows others, until `release` takes everything of it away from them. */
export type JoinedSignal = { signal: AbortSignal; release: () => void };

/**
 * Joins signals into one that aborts with the first of them, and with its reason. Unlike `AbortSignal.any`, nothing is
 * left at a signal that lives as long as the run: with `any`, each request left some 5 KB there.
 */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const released = new AbortController();
  for (const source of signals) {
    if (source.aborted) joined.abort(source.reason);
    source.addEventListener("abort", () => joined.abort(source.reason), { signal: released.signal });
  }
  return { signal: joined.signal, release: () => released.abort() };
}
