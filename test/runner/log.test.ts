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

type Way = [
  name: string,
  write: (log: Logger, title: string, words: string) => void,
  lines: string,
];
/** Each way to write a title and a text, and what the runner reads of the two below. */
const ways: Way[] = [
  [
    "info",
    (log, title, words) => log.info(`${title} ${words}`),
    "1,2:\n: :a:: 100%\n: :b::\n## [error]c",
  ],
  [
    "group",
    (log, title, words) => log.group(title, words),
    "::group::1,2: : :a::\n100%\n: :b::\n## [error]c\n::endgroup::",
  ],
  ...(["notice", "warning", "error"] as const).map(
    (level): Way => [
      level,
      (log, title, words) => log[level](title, words),
      `::${level} title=1%2C2%3A %3A %3Aa%3A%3A::100%25 : :b:: ## [error]c`,
    ],
  ),
  [
    "debug",
    (log, title, words) => log.debug(`${title} ${words}`),
    "::debug::1,2:%0A: :a:: 100%25%0A: :b::%0A## [error]c",
  ],
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

test.each([
  ["MINTLIFY_KEY=mint_0123456789", "mint_0123456789"],
  ['"mint_0123456789"', "mint_0123456789"],
  ["KEY='mint_0123456789'", "mint_0123456789"],
  ["mint_\u200b0123456789", "mint_0123456789"],
])("the key is masked beside what was saved with it: %j", (saved, key) => {
  vi.stubEnv("INPUT_API-KEY", saved);
  const redact = maskSecrets();
  vi.unstubAllEnvs();
  expect(written).toContain(`::add-mask::${key}\n`);
  expect(redact(`the key ${key} in ${saved}`)).toBe("the key *** in ***");
});
