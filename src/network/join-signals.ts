/** A signal that aborts with others; `release` removes its listeners from them. */
export type JoinedSignal = { signal: AbortSignal; release: () => void };

/**
 * Joins signals into one that aborts with the first of them, with its reason. `AbortSignal.any` would leave some 5 KB
 * for each request at a signal that lives as long as the run.
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
