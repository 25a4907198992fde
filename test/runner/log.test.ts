import { afterAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createLogger, heartbeat, type Logger, maskSecrets } from "../../src/runner/log.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { FakeClock } from "../fake-clock.ts";
import { silentLog } from "../fake-log.ts";
import { redactNothing } from "../no-secrets.ts";

let written = "";
const stdout = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
  written += String(chunk);
  return true;
});
afterAll(() => stdout.mockRestore());
beforeEach(() => {
  written = "";
});

/** Writes a title and a text. */
type Write = (log: Logger, title: string, words: string) => void;
const annotation = (level: string) =>
  `::${level} title=1%2C2%3A %3A %3Aa%3A%3A::100%25 : :b:: ## [error]c`;
const folded = "::group::1,2: : :a::\n100%\n: :b::\n## [error]c\n::endgroup::";
const debug = "::debug::1,2:%0A: :a:: 100%25%0A: :b::%0A## [error]c";

/** Each way to write, and what the runner reads of the title and the text below. */
const ways: [name: string, write: Write, lines: string][] = [
  ["info", (log, ...texts) => log.info(texts.join(" ")), "1,2:\n: :a:: 100%\n: :b::\n## [error]c"],
  ["group", (log, ...texts) => log.group(...texts), folded],
  ["warning", (log, ...texts) => log.warning(...texts), annotation("warning")],
  ["error", (log, ...texts) => log.error(...texts), annotation("error")],
  ["debug", (log, ...texts) => log.debug(texts.join(" ")), debug],
];

describe.each(ways)("whatever stands in the log: %s", (_, write, lines) => {
  it("is text to the runner, and all of it", () => {
    write(createLogger(redactNothing), "1,2:\n::a::", "100%\n::b::\r##[error]c");
    expect(written).toBe(`${lines}\n`);
  });

  it("holds no secret, however it is spelt", () => {
    const key = "mint_0123456789abcdef";
    for (const spelling of [key, `::error::${key}`, key.replace("_", "%5f")]) {
      written = "";
      write(createLogger(createRedactor([key])), spelling, `the key ${spelling}`);
      expect(written.split("***")).toHaveLength(3);
      expect(written.replace(/[^\w]|%../g, "")).not.toMatch(/mint_012|01234567|89abcdef/);
    }
  });
});

test("the heartbeat logs what is going on every 30 seconds, until it is stopped", () => {
  const clock = new FakeClock(0);
  const logged: number[] = [];
  const log = { ...silentLog, info: () => void logged.push(clock.now()) };
  const stop = heartbeat(clock, log, () => "Still working");
  clock.advance(60_000);
  expect(logged).toEqual([30_000, 60_000]);
  stop();
  clock.advance(60_000);
  expect(logged).toHaveLength(2);
});

test("the key is masked beside what was saved with it", () => {
  const [saved, key] = ["KEY='mint_0123456789'", "mint_0123456789"];
  vi.stubEnv("INPUT_API-KEY", saved);
  const redact = maskSecrets();
  vi.unstubAllEnvs();
  expect(written).toContain(`::add-mask::${key}\n`);
  // The other secret is empty, which the runner would warn of.
  expect(written).not.toContain("::add-mask::\n");
  expect(redact(`the key ${key} in ${saved}`)).toBe("the key *** in ***");
});
