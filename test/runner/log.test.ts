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

describe("whatever stands in the log", () => {
  it("a line is text to the runner, and all of it", () => {
    fc.assert(
      fc.property(text, (words) => {
        const { commands, lines } = seen((log) => log.info(words));
        expect(commands).toEqual([]);
        expect(visibleWords(lines.join("\n"))).toBe(visibleWords(words));
      }),
      runs(1500),
    );
  });

  it.each(["notice", "warning", "error"] as const)("a %s is one command with its title and text", (kind) => {
    fc.assert(
      fc.property(text, text, (title, words) => {
        const { commands, lines } = seen((log) => log[kind](title, words));
        expect(lines).toEqual([]);
        expect(commands).toHaveLength(1);
        const [command] = commands;
        expect(command?.name).toBe(kind);
        expect(Object.keys(command?.properties ?? {}).filter((name) => name !== "title")).toEqual([]);
        expect(visibleWords(command?.properties["title"] ?? "")).toBe(visibleWords(title));
        expect(visibleWords(command?.data ?? "")).toBe(visibleWords(words));
        expect(`${command?.properties["title"]}${command?.data}`).not.toMatch(/[\r\n]/);
      }),
      runs(700),
    );
  });

  it("an annotation is one line", () => {
    const { commands } = seen((log) => log.error("two\nlines", "and\ntwo more"));
    expect(commands).toEqual([{ name: "error", properties: { title: "two lines" }, data: "and two more" }]);
  });

  it("an annotation is no longer than the runner takes", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 3000 }), (words, times) => {
        const { commands } = seen((log) => log.error("Title", words.repeat(times)));
        expect(commands).toHaveLength(1);
        expect(commands[0]?.data.length).toBeLessThanOrEqual(4096);
      }),
      runs(60),
    );
  });

  it("a group opens and closes once, around its own lines", () => {
    fc.assert(
      fc.property(text, text, (title, words) => {
        const { commands, lines } = seen((log) => log.group(title, () => log.info(words)));
        expect(commands.map(({ name }) => name)).toEqual(["group", "endgroup"]);
        expect(visibleWords(commands[0]?.data ?? "")).toBe(visibleWords(title));
        expect(visibleWords(lines.join("\n"))).toBe(visibleWords(words));
      }),
      runs(700),
    );
  });

  it("a line for debugging is one command", () => {
    fc.assert(
      fc.property(text, (words) => {
        const { commands, lines } = seen((log) => log.debug(words));
        expect(lines).toEqual([]);
        expect(commands.map(({ name }) => name)).toEqual(["debug"]);
      }),
      runs(500),
    );
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

describe("the log of a run with a secret", () => {
  const key = "mint_0123456789abcdef";
  const calls: [string, (log: Logger, text: string) => void][] = [
    ["info", (log, text) => log.info(text)],
    ["group", (log, text) => log.group(text, () => log.info(text))],
    ["notice", (log, text) => log.notice(text, text)],
    ["warning", (log, text) => log.warning(text, text)],
    ["error", (log, text) => log.error(text, text)],
    ["debug", (log, text) => log.debug(text)],
  ];

  it.each(calls)("does not hold it, however it is spelt: %s", (_, write) => {
    const spellings = [key, `::error::${key}`, key.replace("_", "%5f")];
    for (const spelling of spellings) {
      written = "";
      write(createLogger(createRedactor([key])), `the key ${spelling}`);
      expect(written).toContain("***");
      expect(written.replace(/[^\w]|%../g, "")).not.toMatch(/mint_012|01234567|89abcdef/);
    }
  });
});
