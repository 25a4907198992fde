import { CancelledError } from "../../service/errors.ts";

/** Waits for a promise before anything was sent. Throws a `CancelledError` as soon as the signal aborts. */
export async function abortable<T>(signal: AbortSignal, waiting: Promise<T>): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const onAbort = () => cancelled.reject(new CancelledError(false));
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    // The race also handles a rejection that comes after it is decided.
    return await Promise.race([cancelled.promise, waiting]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
