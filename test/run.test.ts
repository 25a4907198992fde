import { expect, test, vi } from "vitest";
import { runInProcess } from "./runner/in-process.ts";

test("a run waits for its comments for a minute at most", async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort();
  });
  // It sends nothing, so there is no other limit.
  const { outputs } = await runInProcess({ with: {} });
  expect(outputs).toMatchObject({ result: "error", reason: "input" });
  expect(limits).toEqual([60_000]);
});
