import { expect, test } from "vitest";
import type { Logger } from "../src/logger.ts";
import { createRetryLogger } from "../src/retry-logger.ts";
import { FakeClock } from "./fake-clock.ts";

function listen() {
  const clock = new FakeClock(0);
  const said: string[] = [];
  const kept: string[] = [];
  const nothing = () => {};
  const log: Logger = {
    info: (text) => said.push(text),
    debug: (text) => kept.push(text),
    group: (_, write) => write(),
    ...{ notice: nothing, warning: nothing, error: nothing, lastLineAt: 0 },
  };
  return { clock, said, kept, tell: createRetryLogger(clock, log) };
}

test("what requests of one moment meet alike is said once, and the debug log has them all", () => {
  const { said, kept, tell } = listen();
  for (const wait of [400, 1200, 900]) tell("the connection was refused", wait);
  tell("HTTP 503", 30_000);
  expect(said).toEqual([
    "No answer to use yet (the connection was refused); trying again at once.",
    "No answer to use yet (HTTP 503); trying again in 30 s.",
  ]);
  expect(kept).toEqual([
    "No answer to use yet (the connection was refused); trying again in 1 s.",
    "No answer to use yet (the connection was refused); trying again at once.",
  ]);
});

test("what goes on is said again", async () => {
  const { clock, said, tell } = listen();
  tell("HTTP 503", 1000);
  await clock.sleep(4999);
  tell("HTTP 503", 1000);
  await clock.sleep(1);
  tell("HTTP 503", 2000);
  expect(said).toHaveLength(2);
});
