import { expect, test, vi } from "vitest";
import { abortable } from "../../src/agent/abortable.ts";
import { CancelledError } from "../../src/service/errors.ts";

const never = () => new Promise<string>(() => {});
/** That nothing was sent by then is what people are told. */
const nothingSent = expect.objectContaining({ name: "CancelledError", mayHaveBeenProcessed: false });

test("what comes in time comes through, and nothing listens any more", async () => {
  const { signal } = new AbortController();
  const listens = vi.spyOn(signal, "addEventListener");
  const forgets = vi.spyOn(signal, "removeEventListener");
  await expect(abortable(signal, Promise.resolve("read"))).resolves.toBe("read");
  await expect(abortable(signal, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(forgets.mock.calls).toEqual(listens.mock.calls);
});

test("a cancellation meanwhile ends the wait at once", async () => {
  const cancelled = new AbortController();
  const waiting = abortable(cancelled.signal, never());
  cancelled.abort();
  await expect(waiting).rejects.toEqual(nothingSent);
});

test("a cancellation from before lets nothing be waited for", async () => {
  await expect(abortable(AbortSignal.abort(), never())).rejects.toBeInstanceOf(CancelledError);
  await expect(abortable(AbortSignal.abort(), Promise.resolve("read"))).rejects.toEqual(nothingSent);
});

test("whichever loses is not heard of again, even where it fails later", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  try {
    const late = Promise.withResolvers<never>();
    await expect(abortable(AbortSignal.abort(), late.promise)).rejects.toBeInstanceOf(CancelledError);
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
