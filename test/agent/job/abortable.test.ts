import { expect, test, vi } from "vitest";
import { abortable } from "../../../src/agent/job/abortable.ts";

const never = () => new Promise<string>(() => {});
const nothingSent = expect.objectContaining({ name: "CancelledError", mayHaveBeenProcessed: false });

test("passes on a value or an error, and removes its listener", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await expect(abortable(signal, Promise.resolve("read"))).resolves.toBe("read");
  await expect(abortable(signal, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

test("a cancellation ends the wait at once", async () => {
  const cancelled = new AbortController();
  const waiting = abortable(cancelled.signal, never());
  cancelled.abort();
  await expect(waiting).rejects.toEqual(nothingSent);
});

test("an earlier cancellation wins, even over a value that is there", async () => {
  await expect(abortable(AbortSignal.abort(), never())).rejects.toEqual(nothingSent);
  await expect(abortable(AbortSignal.abort(), Promise.resolve("read"))).rejects.toEqual(nothingSent);
});

test("a late rejection or a late cancellation is not an unhandled rejection", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  try {
    const late = Promise.withResolvers<never>();
    await expect(abortable(AbortSignal.abort(), late.promise)).rejects.toEqual(nothingSent);
    late.reject(new Error("too late"));
    const cancelled = new AbortController();
    await abortable(cancelled.signal, Promise.resolve());
    cancelled.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off("unhandledRejection", unhandled);
  }
});
