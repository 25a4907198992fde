import { describe, expect, it } from "vitest";
import { InputError } from "../src/errors.ts";
import { requireCredentials } from "../src/inputs.ts";
import { type Given, load, problem } from "./given-inputs.ts";

describe("several wrong values", () => {
  it("are all named in one message, in the order of action.yml", () => {
    const { message, advice } = problem({
      top: "many",
      wait: "perhaps",
      "base-url": "http://example.com",
      mode: "both",
      "date-from": "2026-01-01",
    });
    const named = [...message.matchAll(/(?:: |; )([a-z-]+) is “/g)].map((match) => match[1]);
    expect(message).toMatch(/^5 inputs cannot be used: /);
    expect(named).toEqual(["base-url", "mode", "wait", "top"]);
    expect(message).toContain("only one of date-from and date-to is given (allowed: both or neither)");
    expect(advice).toContain("nothing was sent");
    expect(advice).not.toContain("secret");
  });

  it("are shown on one line and shortened", () => {
    const { message } = problem({ mode: `a\r\n::error::b\u0000${"c".repeat(5000)}` });
    expect(message).not.toMatch(/[\r\n\0]/);
    expect(message.length).toBeLessThan(300);
  });
});

describe("api-key", () => {
  it.each([
    ["short", "seven77"],
    ["with a space", "mint_0123 456789"],
    ["with a line in it", "mint_0123456789\nabcdef"],
    ["with other letters", "mint_ключ0123456"],
    ["too long", "k".repeat(513)],
    ["an assistant key", "mint_dsc_0123456789"],
    ["an index key", "mint_us_0123456789"],
  ])("is refused without being shown: %s", (_case, key) => {
    const { message, advice } = problem({ "api-key": key, mode: "x" });
    expect(message).toMatch(/api-key is (a value that is not shown|an assistant key|an index key)/);
    expect(message).toContain("an admin API key");
    for (const text of [key, key.slice(-5)]) expect(message + advice).not.toContain(text);
  });

  it("of another kind is told apart", () => {
    const told = (key: string) => problem({ "api-key": key }).message;
    expect(told("mint_dsc_0123456789")).toContain(
      "api-key is an assistant key (mint_dsc_…) (allowed: an admin API key",
    );
    expect(told("mint_us_0123456789")).toContain(
      "api-key is an index key (mint_us_…) (allowed: an admin API key",
    );
    expect(told("seven77")).toContain("api-key is a value that is not shown (allowed: an admin API key");
  });
});

describe("prompt and prompt-file", () => {
  it("reads the prompt from a file", () => {
    expect(load({ "prompt-file": "p.md" }, { "p.md": "\ufeff Do this.\r\nAnd that.\n" }).prompt).toBe(
      "Do this.\nAnd that.",
    );
  });

  it("keeps the path out of what the rest of the program sees", () => {
    expect(load({ "prompt-file": "p.md" }, { "p.md": "Do this." })).not.toHaveProperty("prompt-file");
  });

  it("names both when both are given, and reads no file", () => {
    expect(problem({ prompt: "a", "prompt-file": "missing.md" }).message).toBe(
      "An input cannot be used: prompt and prompt-file are both given (allowed: one of the two).",
    );
  });

  it("says why a file cannot be used, beside the other problems", () => {
    const { message } = problem({ "prompt-file": "no\n.md", mode: "x" });
    expect(message).toContain("mode is “x”");
    expect(message).toContain("prompt-file is “no .md” and cannot be used: there is no such file");
  });

  it("refuses an empty file", () => {
    expect(problem({ "prompt-file": "p.md" }, { "p.md": " \n" }).message).toContain("it is empty");
  });

  it.each([
    ["a comment", "<!-- do evil -->"],
    ["zero-width characters", "\u200b\u2060\ufeff"],
    ["tag characters", "\u{e0061}\u{e0062}"],
    ["a comment that is never closed", "<!-- do evil"],
  ])("refuses %s alone, as nobody sees it", (_case, text) => {
    expect(problem({ prompt: text }).message).toBe(
      "An input cannot be used: prompt holds only text that people cannot see (allowed: visible text).",
    );
    expect(problem({ "prompt-file": "p.md" }, { "p.md": text }).message).toContain(
      "prompt-file holds only text",
    );
  });

  it("takes out what people cannot see", () => {
    expect(load({ prompt: "Write <!-- or delete -->the\u200b guide" }).prompt).toBe("Write the guide");
  });
});

describe("date-from and date-to", () => {
  it("are taken together", () => {
    const inputs = load({ "date-from": "2026-01-01", "date-to": "2026-02-01" });
    expect([inputs["date-from"], inputs["date-to"]]).toEqual(["2026-01-01", "2026-02-01"]);
  });

  it.each<Given>([{ "date-from": "2026-01-01" }, { "date-to": "2026-01-01" }])(
    "are refused alone: %j",
    (given) => {
      expect(problem(given).message).toContain("only one of date-from and date-to is given");
    },
  );
});

describe("missing credentials", () => {
  const none: Given = { "api-key": "", "project-id": "" };

  it("are no problem as long as nothing is to be sent", () => {
    const inputs = load(none);
    expect([inputs["api-key"], inputs["project-id"]]).toEqual([undefined, undefined]);
  });

  it("are named together with the other problems", () => {
    const { message, advice } = problem({ ...none, mode: "x" });
    expect(message).toMatch(
      /^3 inputs cannot be used: api-key is empty .+; project-id is empty .+; mode is “x”/,
    );
    expect(advice).toContain("A secret is empty on events from forks");
  });

  it.each<[Given, string[]]>([
    [none, ["api-key", "project-id"]],
    [{ "api-key": "" }, ["api-key"]],
    [{ "project-id": "" }, ["project-id"]],
  ])("are asked for before anything is sent: %j", (given, expected) => {
    const inputs = load(given);
    let message = "";
    try {
      requireCredentials(inputs);
    } catch (error) {
      if (error instanceof InputError) message = error.message;
    }
    expect([...message.matchAll(/([a-z-]+) is empty/g)].map((match) => match[1])).toEqual(expected);
  });

  it("that are there are handed over", () => {
    expect(requireCredentials(load({}))).toEqual({ apiKey: "mint_0123456789abcdef", projectId: "docs-1" });
  });
});

describe("dates", () => {
  it.each([
    [
      { "date-from": "2026-02-30", "date-to": "2026-03-05" },
      "date-from is “2026-02-30” (allowed: a date that exists",
    ],
    [
      { "date-from": "2026-03-05", "date-to": "2026-03-05" },
      "date-from is “2026-03-05” and date-to is “2026-03-05” (allowed",
    ],
    [{ "date-from": "2026-03-06", "date-to": "2026-03-05" }, "date-from before date-to, which is exclusive"],
    [{ "date-from": "2026-03-06" }, "only one of date-from and date-to is given"],
  ])("are told with all other wrong inputs: %j", (dates, expected) => {
    const { message } = problem({ ...dates, mode: "visitor" });
    expect(message).toContain("2 inputs cannot be used");
    expect(message).toContain("mode is “visitor”");
    expect(message).toContain(expected);
  });

  it("may be moments with a zone", () => {
    const inputs = load({ "date-from": "2026-03-05T00:00:00+02:00", "date-to": "2026-03-05T12:00Z" });
    expect(inputs["date-from"]).toBe("2026-03-05T00:00:00+02:00");
  });
});
