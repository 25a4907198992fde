import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createLogger, heartbeat, type Logger } from "../../src/runner/log.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { FakeClock } from "../fake-clock.ts";
import { silentLog } from "../fake-log.ts";
import { redactNothing } from "../no-secrets.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { visibleWords } from "../text/rendered.ts";

let written = "";
const stdout = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
  written += String(chunk);
  return true;
});
afterAll(() => stdout.mockRestore());
beforeEach(() => {
  written = "";
});

type Command = { name: string; properties: Record<string, string>; data: string };

/**
 * What the runner makes of a stream (actions/runner, ActionCommand.cs): the commands it carries out and the lines it
 * prints. Its comparisons are linguistic, so what has no weight counts as absent.
 */
function runner(stream: string): { commands: Command[]; lines: string[] } {
  const commands: Command[] = [];
  const lines: string[] = [];
  for (const line of stream.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)) {
    const weighed = line.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\0]/gu, "");
    const old = /##\[([^\]]*)\](.*)/s.exec(weighed);
    const found = /^\s*::(.*?)::(.*)$/s.exec(line) ?? /^\s*::(.*?)::(.*)$/s.exec(weighed) ?? old;
    if (found === null) lines.push(line);
    else commands.push(commandOf(found[1] ?? "", found[2] ?? ""));
  }
  return { commands, lines };
}

function commandOf(head: string, data: string): Command {
  const [, name = "", rest = ""] = /^(\S*) ?(.*)$/s.exec(head) ?? [];
  const pairs = rest
    .split(",")
    .filter((part) => part.includes("="))
    .map((part): [string, string] => {
      const at = part.indexOf("=");
      return [part.slice(0, at), unescaped(part.slice(at + 1), ["\r", "\n", ":", ",", "%"])];
    });
  return { name, properties: Object.fromEntries(pairs), data: unescaped(data, ["\r", "\n", "%"]) };
}

/** One replacement after the other, as the runner does it. */
function unescaped(text: string, characters: readonly string[]): string {
  return characters.reduce(
    (rest, character) => rest.replaceAll(encodeURIComponent(character), character),
    text,
  );
}

/** What the runner sees of what one call writes. */
function seen(write: (log: Logger) => void): { commands: Command[]; lines: string[] } {
  written = "";
  write(createLogger(redactNothing));
  expect(written.endsWith("\n")).toBe(true);
  return runner(written.slice(0, -1));
}

// Escape sequences are taken out as a whole, which a comparison by characters would not understand.
const text = hostile.map((words) => words.replaceAll("\u001b", "").replaceAll("\u009b", ""));

/** Each way to write a title and a text, and the commands that it takes. */
const ways: [way: string, write: (log: Logger, title: string, words: string) => void, commands: string[]][] =
  [
    ["info", (log, title, words) => log.info(`${title} ${words}`), []],
    ["group", (log, title, words) => log.group(title, () => log.info(words)), ["group", "endgroup"]],
    ["notice", (log, title, words) => log.notice(title, words), ["notice"]],
    ["warning", (log, title, words) => log.warning(title, words), ["warning"]],
    ["error", (log, title, words) => log.error(title, words), ["error"]],
    ["debug", (log, title, words) => log.debug(`${title} ${words}`), ["debug"]],
  ];

describe.each(ways)("whatever stands in the log: %s", (way, write, names) => {
  it("is text to the runner, and all of it", () => {
    fc.assert(
      fc.property(text, text, (title, words) => {
        const { commands, lines } = seen((log) => write(log, title, words));
        expect(commands.map(({ name }) => name)).toEqual(names);
        const told = commands.flatMap(({ properties, data }) => [...Object.values(properties), data]);
        if (way !== "debug") expect(told.join("")).not.toMatch(/[\r\n]/);
        expect(visibleWords([...told, ...lines].join(" "))).toBe(visibleWords(title + words));
      }),
      runs(700),
    );
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

test("an annotation is one line, and no longer than the runner takes", () => {
  const { commands } = seen((log) => log.error("two\nlines", "and\ntwo more"));
  expect(commands).toEqual([{ name: "error", properties: { title: "two lines" }, data: "and two more" }]);
  const [long] = seen((log) => log.error("Title", "x".repeat(5000))).commands;
  expect(long?.data).toBe(`${"x".repeat(3999)}…`);
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
