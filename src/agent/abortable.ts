import { CancelledError } from "../service/errors.ts";

/** Waits for what is under way before anything was sent; throws a `CancelledError` as soon as the signal aborts. */
export async function abortable<T>(signal: AbortSignal, waiting: Promise<T>): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const onAbort = () => cancelled.reject(new CancelledError(false));
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    // Whichever loses is not heard of again: a race listens to both, also to a failure that comes later.
    return await Promise.race([cancelled.promise, waiting]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
