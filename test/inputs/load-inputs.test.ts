import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { commonInputSchema, type Mode } from "../../src/inputs/common.ts";
import { type InputName, inputDefaults, inputNames } from "../../src/inputs/defaults.ts";
import {
  type Inputs,
  ignoredInputs,
  inputsOfMode,
  requireCredentials,
} from "../../src/inputs/load-inputs.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { credentials, type Given, load, loadAny, loadForReport, problem } from "../given-inputs.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

/** The value that an input ends up with, in the mode that uses it. */
const loadedValue = (name: InputName, value: string): unknown => {
  const mode = inputsOfMode.visitors.includes(name) ? "visitors" : "agent";
  return Reflect.get(loadAny({ mode, [name]: value }), name);
};

const commonDefaults = {
  "api-key": "mint_0123456789abcdef",
  "project-id": "docs-1",
  "base-url": new URL("https://api.mintlify.com"),
  notSetUp: [],
  "github-token": "",
  "issue-number": undefined,
  "trigger-phrase": "/docs-agent",
  comment: "auto",
  "timeout-minutes": 30,
  "dry-run": false,
};

describe("inputs that are not set", () => {
  it("have their defaults, with mode: agent", () => {
    expect(load({})).toEqual({
      ...commonDefaults,
      mode: "agent",
      prompt: "",
      "job-id": undefined,
      "required-permission": "write",
      "allowed-users": [],
      context: "auto",
      "diff-range": undefined,
      "diff-paths": [],
      conversation: "thread",
      mention: true,
      wait: true,
      "poll-interval-seconds": undefined,
      "fail-on": ["failed", "timeout"],
    });
  });

  it("have their defaults, with mode: visitors", () => {
    expect(loadForReport({})).toEqual({
      ...commonDefaults,
      mode: "visitors",
      period: "7d",
      "date-from": undefined,
      "date-to": undefined,
      compare: true,
      trend: 8,
      top: 10,
      "max-requests": 60,
      "site-url": undefined,
      "ignore-paths": [],
      signals: ["feedback", "questions"],
      "report-file": [],
    });
  });

  it("include empty ones, such as an empty expression", () => {
    const empty = Object.fromEntries(inputNames().map((name) => [name, ""]));
    expect(load({ ...empty, ...credentials })).toEqual(load({}));
  });

  it("cannot be changed afterwards", () => {
    for (const mode of ["agent", "visitors"]) expect(Object.isFrozen(loadAny({ mode }))).toBe(true);
  });
});

it("each input belongs to one mode or to both", () => {
  const common = Object.keys(commonInputSchema.shape);
  const all = [...common, ...inputsOfMode.agent, ...inputsOfMode.visitors];
  expect(all.toSorted()).toEqual(inputNames().toSorted());
});

describe("a step with valid inputs", () => {
  it.each<[InputName, string, unknown]>([
    ["api-key", "12345678", "12345678"],
    ["api-key", "k".repeat(512), "k".repeat(512)],
    ["project-id", "...", "..."],
    ["project-id", "a/b", "a/b"],
    ["mode", "visitors", "visitors"],
    ["issue-number", "1", 1],
    ["issue-number", "2147483647", 2_147_483_647],
    ["prompt", "  Do it.\n", "Do it."],
    ["prompt", "Write <!-- or delete -->the\u200b guide", "Write the guide"],
    ["job-id", "job_1-2.3", "job_1-2.3"],
    ["job-id", "jöb№1:🚀", "jöb№1:🚀"],
    ...["@docs-agent", "/", "hey docs, please", "p".repeat(50)].map((phrase): [InputName, string, string] => [
      ...(["trigger-phrase", phrase, phrase] as const),
    ]),
    ...["read", "triage", "maintain", "admin"].map((role): [InputName, string, string] => [
      ...(["required-permission", role, role] as const),
    ]),
    ["allowed-users", "renovate[bot], octo-cat\n\nUser_short,", ["renovate[bot]", "octo-cat", "User_short"]],
    ["context", "none", "none"],
    ["context", "reference", "reference"],
    ["context", "diff", "diff"],
    ["diff-range", "v1.0.0...v1.1.0", { base: "v1.0.0", head: "v1.1.0" }],
    ["diff-range", "release/1.x...feature/é#2", { base: "release/1.x", head: "feature/é#2" }],
    ["diff-range", `${"a".repeat(250)}...HEAD`, { base: "a".repeat(250), head: "HEAD" }],
    ["diff-paths", "src/**, !src/**/*.test.ts\n\ndocs/*.md,", ["src/**", "!src/**/*.test.ts", "docs/*.md"]],
    ["diff-paths", " , \n", []],
    ["diff-paths", "src/\\{a, {b}/**", ["src/\\{a", "{b}/**"]],
    ["conversation", "new", "new"],
    ["conversation", "API_docs-2.x", "API_docs-2.x"],
    ["conversation", "threads", "threads"],
    ["conversation", "x".repeat(50), "x".repeat(50)],
    ["comment", "new", "new"],
    ["mention", "false", false],
    ["comment", "never", "never"],
    ["timeout-minutes", "0.01", 0.01],
    ["timeout-minutes", "7200", 7200],
    ["poll-interval-seconds", "1", 1],
    ["poll-interval-seconds", "3600", 3600],
    ["fail-on", "none", []],
    ["fail-on", "no-changes", ["no-changes"]],
    ["fail-on", "timeout\nfailed, archived ,no-changes", ["failed", "archived", "timeout", "no-changes"]],
    ["fail-on", "failed,failed", ["failed"]],
    ...["1d", "99d", "100d", "299d", "350d", "366d", "last-week", "last-month"].map(
      (period): [InputName, string, string] => ["period", period, period],
    ),
    ["signals", "none", []],
    ["signals", "searches,\nfeedback", ["feedback", "searches"]],
    ["trend", "0", 0],
    ["trend", "52", 52],
    ["top", "0", 0],
    ["top", "1000", 1000],
    ["max-requests", "1", 1],
    ["max-requests", "1000", 1000],
    ["site-url", "https://docs.example.com", new URL("https://docs.example.com/")],
    ["site-url", "http://example.com:8080/docs/", new URL("http://example.com:8080/docs/")],
    ["site-url", "https://dökumente.example", new URL("https://xn--dkumente-n4a.example/")],
    ["ignore-paths", "/llms*.txt, /internal/**\n\n/x", ["/llms*.txt", "/internal/**", "/x"]],
    ["report-file", "a.csv, out/b.JSON\nc d.md", ["a.csv", "out/b.JSON", "c d.md"]],
  ])("takes %s: %j", (name, value, expected) => {
    expect(loadedValue(name, value)).toEqual(expected);
  });

  it.each<InputName>(["wait", "dry-run", "compare"])("takes the booleans of YAML 1.2 core for %s", (name) => {
    const values = ["true", "True", "TRUE", "false", "False", "FALSE"].map((value) =>
      loadedValue(name, value),
    );
    expect(values).toEqual([true, true, true, false, false, false]);
  });

  it.each([
    ...["https://docs.example.com", "https://docs.example.com:8443/", "https://docs.example.com/service/v9/"],
    ...["HTTPS://docs.example.com", "http://localhost:4010", "http://127.0.0.1:4010/prefix"],
    ...["http://127.9.99.255", "http://[::1]:4010", "http://LOCALHOST:1", "http://0x7f.1"],
  ])("takes the base-url %s", (address) => {
    expect(load({ "base-url": address })["base-url"].href).toBe(new URL(address).href);
  });
});

describe("a step with invalid inputs", () => {
  it.each<[InputName, string[], string]>([
    [
      "project-id",
      [".", "..", "a b", "ä", "p".repeat(257), "a\nb"],
      "the project identifier from the API keys page of the dashboard",
    ],
    ["mode", ["Agent", "report", "agent,visitors"], "one of agent, visitors"],
    [
      "issue-number",
      ["0", "-1", "1.5", "1e3", "0x10", "2147483648", "#1", "one", "99999999999"],
      "a whole number from 1 to 2147483647",
    ],
    [
      "job-id",
      [".", "..", "job 1", "j\u0007b", "zero\u200bwidth", "j".repeat(257)],
      "the id of a job, as in the output jobId",
    ],
    [
      "trigger-phrase",
      ["> quote", "two\nlines", "p".repeat(51), "zero\u200bwidth", "right\u202eleft", "\u0007bell"],
      "1 to 50 visible characters on one line, not starting with >",
    ],
    [
      "required-permission",
      ["Write", "owner", "none", "push"],
      "one of read, triage, write, maintain, admin",
    ],
    [
      "allowed-users",
      ["*", "octo*", "@octocat", "a b", "-a", "[bot]", "ok, no!"],
      "exact logins without wildcards, bots as name[bot]",
    ],
    ["context", ["full", "Reference"], "one of auto, none, reference, diff"],
    [
      "diff-range",
      [
        ...[
          "main",
          "main..next",
          "main...",
          "...next",
          "a...b...c",
          "a....b",
          "a.....b",
          "..a...b",
          "a...b.c..",
        ],
        ...["fork:main...next", "main...fork:next", "main ...next", "a...b\nc", "a...\u0000b", "a...b\u200b"],
        `main...${"n".repeat(251)}`,
      ],
      "base...head, two refs, tags or commits of this repository with three dots between them",
    ],
    [
      "diff-paths",
      ["!docs/**", "!a, !b"],
      "patterns as in the paths of a workflow: at least one of them must not start with !",
    ],
    [
      "diff-paths",
      ["src/[id].ts, docs/a++, *?", "docs/a++"],
      "patterns as in the paths of a workflow: “docs/a++” cannot be used, because there is no character before its +",
    ],
    ...Object.entries({
      "/src/**": "no path in a repository starts with / or ./",
      "./src/**": "no path in a repository starts with / or ./",
      "!/src/**": "no path in a repository starts with / or ./",
      "src/": "it names a folder, and only paths of files are compared",
      "src/**/*.{ts": "there are no lists in braces",
    }).map(([pattern, why]): [InputName, string[], string] => [
      "diff-paths",
      [`docs/**, ${pattern},js}`],
      `patterns as in the paths of a workflow: “${pattern}” cannot be used, because ${why}`,
    ]),
    [
      "diff-paths",
      ["[...slug]\u0007\u0007"],
      "patterns as in the paths of a workflow: “[...slug] ” cannot be used, because [...slug] holds more than letters, digits and their ranges",
    ],
    [
      "conversation",
      ["Thread", "NEW", "two words", "a/b", "é", "x".repeat(51)],
      "thread, new, or a name of at most 50 letters, digits, -, _ and .",
    ],
    ["comment", ["always", "false"], "one of auto, new, never"],
    ["wait", ["yes", "1", "on", "tRUE", "true false"], "true or false"],
    [
      "timeout-minutes",
      ["0", "0.001", "-5", "7201", "1h", "30 minutes", "1e2", ".5", "5.", "Infinity", "NaN", "1,5"],
      "a number from 0.01 to 7200",
    ],
    ["poll-interval-seconds", ["0", "0.5", "3601", "ten"], "a number from 1 to 3600"],
    [
      "fail-on",
      ["none,failed", "Failed", "error", "failed,error", ",", "failed;timeout", "cancelled"],
      "any of failed, archived, timeout, no-changes, or none alone",
    ],
    ["dry-run", ["no", "0"], "true or false"],
    [
      "period",
      ["0d", "07d", "367d", "400d", "999d", "7", "d", "1w", "7D", "last-year", "-1d", "7days", "last-weeks"],
      "Nd with N from 1 to 366, last-week or last-month",
    ],
    ["compare", ["off"], "true or false"],
    [
      "signals",
      ["search", "feedback none", "feedback, none", ","],
      "any of feedback, questions, searches, or none alone",
    ],
    ["trend", ["-1", "53", "2.5"], "a whole number from 0 to 52"],
    ["top", ["1001", "all"], "a whole number from 0 to 1000"],
    ["max-requests", ["0", "1001"], "a whole number from 1 to 1000"],
    [
      "site-url",
      [
        ...[
          "docs.example.com",
          "//docs.example.com",
          "ftp://docs.example.com",
          "shttp://docs.example.com",
          "https://",
          "javascript:alert(1)",
        ],
        ...[
          "https://user@docs.example.com",
          "https://:secret@docs.example.com",
          "https://docs.example.com?a=1",
        ],
        ...["https://docs.example.com#top", "https://docs`.example.com", "https://(docs).example.com"],
      ],
      "an http(s) address without user, password, query and fragment",
    ],
    [
      "ignore-paths",
      ["!/a", "!/a, !/b"],
      "patterns as in the paths of a workflow: at least one of them must not start with !",
    ],
    [
      "report-file",
      ["report.txt", "csv", "a.csv,b", "a.md.bak"],
      "paths in the workspace that end in .csv, .json or .md",
    ],
    [
      "base-url",
      [
        ...["docs.example.com", "http://docs.example.com", "http://localhost.example.com"],
        ...["http://my-localhost", "http://127.0.0.1.example.com", "http://128.0.0.1", "http://10.0.0.1"],
        ...[
          "http://0.0.0.0",
          "http://[::2]",
          "ftp://docs.example.com",
          "ftp://localhost",
          "file:///etc/passwd",
          "https://",
        ],
        ...["https://user@docs.example.com", "https://user:secret@docs.example.com"],
        ...["https://:secret@docs.example.com", "https://docs.example.com?a=1", "https://docs.example.com?"],
        ...["https://docs.example.com#top", "https://docs.example.com#", "http://docs.example.com/v2"],
      ],
      "an https: address without user, password, query and fragment (http: only for loopback)",
    ],
  ])("is told of an invalid %s with its value and what is expected", (name, values, expected) => {
    for (const value of values) {
      // A text without a command needs no service, so on an event with text its address is not judged yet.
      const given = ["project-id", "base-url"].includes(name) ? { prompt: "x" } : {};
      const { message, reason } = problem(
        { ...given, [name]: value },
        {},
        { name: "push", isTextEvent: !("prompt" in given) },
      );
      expect(reason).toBe("input");
      const line = value.replace(/[\s\p{C}]+/gu, " ");
      const shown = line.length > 80 ? `${line.slice(0, 79)}…` : line;
      expect(message).toBe(`Invalid input: ${name} is “${shown}” (expected ${expected}).`);
    }
  });

  it("is told of all of them in one message, in the order of action.yml", () => {
    const { message, advice, points } = problem({
      top: "many",
      wait: "perhaps",
      "base-url": "http://example.com",
      mode: "both",
      "date-from": "2026-01-01",
    });
    const named = [...message.matchAll(/(?:: |; )([a-z-]+) is “/g)].map((match) => match[1]);
    expect(message).toBe(`5 invalid inputs: ${points.join("; ")}.`);
    expect(points).toHaveLength(5);
    expect(named).toEqual(["base-url", "mode", "wait", "top"]);
    expect(message).toContain("only one of date-from and date-to is set (expected both or neither)");
    expect(advice).toBe("Nothing was sent. Correct the step's with: block.");
  });

  it("is shown each value on one line, shortened", () => {
    const { message } = problem({ mode: `a\r\n::error::b\u0000${"c".repeat(5000)}` });
    expect(message).toMatch(/^Invalid input: mode is “a ::error::b c+…” \(expected/);
    expect(message.length).toBeLessThan(300);
  });

  it("is told of a report-file that cannot be written", () => {
    expect(problem({ "report-file": "a.csv, ../b.csv", mode: "x" }).message).toBe(
      "2 invalid inputs: mode is “x” (expected one of agent, visitors); report-file names “../b.csv”, which cannot be used: it is outside the workspace.",
    );
  });

  it.each([
    ["short", "seven77", "a value that is not shown"],
    ["with other letters", "mint_ключ0123456", "a value that is not shown"],
    ["too long", "k".repeat(513), "a value that is not shown"],
    ["of an assistant", "mint_dsc_0123456789", "an assistant key (mint_dsc_…)"],
    ["of an index", "mint_us_0123456789", "an index key (mint_us_…)"],
  ])("is told the kind of an invalid api-key, which is not shown: a key %s", (_case, key, kind) => {
    const { message, advice } = problem({ "api-key": key, mode: "x" });
    expect(message).toContain(`api-key is ${kind} (expected an admin API key`);
    for (const text of [key, key.slice(-5)]) expect(message + advice).not.toContain(text);
  });

  const atPush = { name: "push", isTextEvent: false };

  it.each([
    ["Bearer mint_0123456789abcdef", "begins with Bearer"],
    ["bearer\tmint_0123456789abcdef", "begins with Bearer"],
    ['"mint_0123456789abcdef"', "has quotes in it"],
    ["'mint_0123456789abcdef'", "has quotes in it"],
    ["“mint_0123456789abcdef”", "has quotes in it"],
    ["mint_01234567 89abcdef", "has white space in it"],
    ["mint_0123456789\nabcdef", "has white space in it"],
  ])("is told the mistake in an api-key, which is not shown: %j", (key, mistake) => {
    const { message, advice } = problem({ "api-key": key, prompt: "x" }, {}, atPush);
    expect(message).toBe(`Invalid input: api-key ${mistake} (expected the key alone).`);
    expect(advice).toMatch(/ Paste the key alone\.$/);
    for (const text of [key, key.slice(-6)]) expect(message + advice).not.toContain(text);
  });

  it.each(["https://api.mintlify.com/v1", "https://api.mintlify.com/v2/", "http://localhost:4010/x/v2"])(
    "is told that the base-url %s ends in a version",
    (url) => {
      const { message, advice } = problem({ "base-url": url, prompt: "x" }, {}, atPush);
      expect(message).toMatch(
        /^Invalid input: base-url ends in \/v[12] \(expected the address without it\)\.$/,
      );
      expect(advice).toMatch(/ Leave the path out of base-url\.$/);
    },
  );

  it.each([
    "https://api.mintlify.com/v3",
    "https://a.example/v2/x",
    "https://a.example/rev2",
    "https://v2.a.example",
  ])("may have the base-url %s", (url) => expect(load({ "base-url": url }).notSetUp).toEqual([]));

  it("is asked whether a project-id that is empty was saved as a secret", () => {
    const { message, advice } = problem({ "project-id": "", prompt: "x" }, {}, atPush);
    expect(message).toContain("project-id is empty (expected the project identifier from the API keys page)");
    expect(advice).toContain(
      "Save the project ID under the tab Variables: vars. does not have what is saved under Secrets.",
    );
    expect(advice).not.toContain("A secret is empty");
    expect(problem({ "api-key": "", prompt: "x" }, {}, atPush).advice).not.toContain("vars.");
  });

  it("is asked on a schedule without a prompt whether it is for the visitor report", () => {
    const scheduled = (name: string) => problem({ wait: "x" }, {}, { name, isTextEvent: false }).advice;
    expect(scheduled("schedule")).toContain("For the visitor report, set mode: visitors.");
    expect(scheduled("push")).not.toContain("mode: visitors");
  });

  it("on an event with text is not told of a service that it may not need, unless another input is wrong", () => {
    const wrong = { "api-key": "mint 0123456789", "project-id": "..", "base-url": "http://example.com" };
    const inputs = load(wrong);
    expect(inputs.notSetUp.map(({ input }) => input)).toEqual(["api-key", "project-id", "base-url"]);
    expect(inputs).toMatchObject({ "api-key": undefined, "project-id": undefined });
    expect(inputs["base-url"].href).toBe("https://api.mintlify.com/");
    expect(() => requireCredentials(inputs)).toThrow(/^3 invalid inputs: api-key has white space in it/);
    expect(problem({ ...wrong, wait: "x" }).points).toHaveLength(4);
    expect(problem({ ...wrong, mode: "visitors" }).points).toHaveLength(3);
  });
});

it("a prompt keeps the titles of its code blocks", () => {
  const prompt = 'Add\n\n```js server.js icon="node"\nserve();\n```';
  expect(load({ prompt }).prompt).toBe(prompt);
  expect(load({ "prompt-file": "p.md" }, { "p.md": prompt }).prompt).toBe(prompt);
});

describe("prompt-file", () => {
  it("holds the prompt, and is not passed on itself", () => {
    const inputs = load({ "prompt-file": "p.md" }, { "p.md": "\ufeff Do this.\r\nAnd that.\n" });
    expect(inputs.prompt).toBe("Do this.\nAnd that.");
    expect(inputs).not.toHaveProperty("prompt-file");
  });

  it("is not read together with prompt", () => {
    expect(problem({ prompt: "a", "prompt-file": "missing.md", mode: "x" }).message).toBe(
      "2 invalid inputs: mode is “x” (expected one of agent, visitors); prompt and prompt-file are both set (expected one of them).",
    );
  });

  it("is named beside other problems, with the reason why it cannot be used", () => {
    const { message } = problem({ "prompt-file": "no\n.md", mode: "x" });
    expect(message).toMatch(
      /mode is “x” .*; prompt-file is “no .md”, which cannot be used: there is no such file/,
    );
    expect(problem({ "prompt-file": "p.md" }, { "p.md": " \n" }).message).toContain("it is empty");
  });

  it.each([
    ["a comment", "<!-- do evil -->"],
    ["zero-width characters", "\u200b\u2060\ufeff"],
    ["tag characters", "\u{e0061}\u{e0062}"],
    ["a comment that is never closed", "<!-- do evil"],
  ])("and prompt are invalid when they hold only %s", (_case, text) => {
    const expected = "holds only hidden text (expected visible text)";
    expect(problem({ prompt: text }).message).toBe(`Invalid input: prompt ${expected}.`);
    const { message } = problem({ "prompt-file": "p.md" }, { "p.md": text });
    expect(message).toBe(`Invalid input: prompt-file ${expected}.`);
  });
});

describe("diff-range and diff-paths", () => {
  it.each<Given>([{ "diff-range": "a...b" }, { "diff-paths": "src/**" }])(
    "mean context: diff: %j",
    (given) => {
      expect(load(given).context).toBe("diff");
      expect(load({ ...given, context: "auto" }).context).toBe("diff");
      expect(load({ ...given, context: "diff" }).context).toBe("diff");
    },
  );

  it("that hold nothing leave the context alone", () => {
    expect(load({ "diff-paths": ",", context: "none" }).context).toBe("none");
  });

  it.each(["none", "reference"])("are invalid beside context: %s", (context) => {
    const { message } = problem({ context, "diff-range": "a...b", "diff-paths": "src/**" });
    expect(message).toBe(
      `2 invalid inputs: diff-range is set beside context: ${context} (expected context: diff); diff-paths is set beside context: ${context} (expected context: diff).`,
    );
  });
});

describe("date-from and date-to", () => {
  it.each([
    ["2026-01-01", "2026-02-01"],
    ["2026-03-05T00:00:00+02:00", "2026-03-05T12:00Z"],
    // `date-to` is exclusive, so today is not in the future.
    ["2026-11-14", "2026-11-21"],
    ["2026-11-21T09:00Z", "2026-11-21T15:04:05Z"],
  ])("are a range: %s to %s", (from, to) => {
    expect(loadForReport({ "date-from": from, "date-to": to })).toMatchObject({
      "date-from": Date.parse(from),
      "date-to": Date.parse(to),
    });
  });

  it.each<[Given, string]>([
    [
      { "date-from": "2026-02-30", "date-to": "2026-03-05" },
      "date-from is “2026-02-30” (expected an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601)",
    ],
    [{ "date-from": "2026-02-01", "date-to": "2026-02-30" }, "date-to is “2026-02-30” (expected an existing"],
    [
      { "date-from": "2026-03-05", "date-to": "2026-03-05" },
      "date-from is “2026-03-05” and date-to is “2026-03-05” (expected date-from before date-to, which is exclusive)",
    ],
    [{ "date-from": "2026-03-06", "date-to": "2026-03-05" }, "(expected date-from before date-to"],
    [
      { "date-from": "2026-01-02T00:00+01:00", "date-to": "2026-01-01T23:00" },
      "(expected date-from before date-to",
    ],
    [{ "date-from": "2026-03-06" }, "only one of date-from and date-to is set"],
    [{ "date-to": "2026-03-06" }, "only one of date-from and date-to is set"],
    [
      { "date-from": "2026-11-15", "date-to": "2026-11-22" },
      "date-to is “2026-11-22” (expected a date that is not in the future, because a period that is not over would be compared with a whole one)",
    ],
    [{ "date-from": "2026-11-14", "date-to": "2026-11-21T15:04:06Z" }, "date-to is “2026-11-21T15:04:06Z”"],
  ])("are invalid as %j, beside other problems", (dates, expected) => {
    const { message } = problem({ ...dates, mode: "visitor" });
    expect(message).toContain("2 invalid inputs: mode is “visitor”");
    expect(message).toContain(expected);
  });

  it("are told of each problem: an end in the future, before the start", () => {
    const { points } = problem({ "date-from": "2027-01-02", "date-to": "2027-01-01" });
    expect(points).toEqual([
      expect.stringContaining("(expected date-from before date-to"),
      expect.stringContaining("(expected a date that is not in the future"),
    ]);
  });
});

describe("missing credentials", () => {
  const none: Given = { "api-key": "", "project-id": "" };

  it("are no problem while nothing is to be sent", () => {
    expect(load(none)).toMatchObject({ "api-key": undefined, "project-id": undefined });
  });

  it("are named beside other problems", () => {
    const { message, advice } = problem({ ...none, mode: "x" });
    expect(message).toMatch(
      /^3 invalid inputs: api-key is empty \(expected an admin API key, from a secret\); project-id is empty \(expected the project identifier from the API keys page\); mode is “x”/,
    );
    expect(advice).toContain(
      "A secret is empty in runs from forks, and when its name is misspelled. The tab Variables hides nothing: if the key was saved there, create a new one, and save that under Secrets. Save the project ID under the tab Variables: vars.",
    );
  });

  it.each<[Given, string[]]>([
    [none, ["api-key", "project-id"]],
    [{ "api-key": "" }, ["api-key"]],
    [{ "project-id": "" }, ["project-id"]],
  ])("are an error before anything is sent: %j", (given, expected) => {
    const inputs = load(given);
    let message = "";
    try {
      requireCredentials(inputs);
    } catch (error) {
      if (error instanceof InputError) message = error.message;
    }
    expect([...message.matchAll(/([a-z-]+) is empty/g)].map((match) => match[1])).toEqual(expected);
    expect(message.startsWith(expected.length === 1 ? "Invalid input: " : "2 invalid inputs: ")).toBe(true);
  });

  const push = { name: "push", isTextEvent: false };
  const names = (message: string) => [...message.matchAll(/([a-z-]+) is empty/g)].map((match) => match[1]);

  it.each<[string, Given, typeof push, string[]]>([
    ["on an event without text", none, push, ["api-key", "project-id", "prompt"]],
    ["but for a prompt that is there", { ...none, prompt: "x" }, push, ["api-key", "project-id"]],
    ["but for a prompt that a job-id replaces", { ...none, "job-id": "x" }, push, ["api-key", "project-id"]],
    ["beside another problem", { wait: "x" }, push, ["prompt"]],
    ["for a report", { ...none, mode: "visitors" }, push, ["api-key", "project-id"]],
    [
      "for a report on an event with text",
      { ...none, mode: "visitors" },
      { name: "issues", isTextEvent: true },
      ["api-key", "project-id"],
    ],
  ])("are named together, with the prompt: %s", (_, given, event, expected) => {
    expect(names(problem(given, {}, event).message)).toEqual(expected);
  });

  it.each([
    ["push", "the event push"],
    ["", "an event"],
  ])("are named with the reason why a prompt is needed: on the event %j", (name, named) => {
    expect(problem({ wait: "x" }, {}, { name, isTextEvent: false }).message).toContain(
      `prompt is empty (expected a prompt, prompt-file or job-id, because ${named} holds no command)`,
    );
  });

  it("are not named where a prompt alone is missing, which the run asks for", () => {
    expect(load({}, {}, push).prompt).toBe("");
  });

  it("are not an error when they are there", () => {
    expect(requireCredentials(load({}))).toEqual({ apiKey: "mint_0123456789abcdef", projectId: "docs-1" });
  });
});

describe("inputs of the other mode", () => {
  it.each<[Mode, Given, string | undefined]>([
    ["visitors", { prompt: "x", wait: "false" }, "`prompt` and `wait` have no effect with `mode: visitors`"],
    ["agent", { period: "30d" }, "`period` has no effect with `mode: agent`"],
    ["agent", { period: "7d", top: "10", prompt: "x" }, undefined],
  ])("are named as ignored: mode %s with %j", (mode, given, expected) => {
    const text = ignoredInputs(mode, (name) => given[name] ?? "");
    expect(text).toBe(expected === undefined ? undefined : `Ignored: ${expected}.`);
  });
});

describe("whatever the inputs are set to", () => {
  const secret = "mint_secret_0123456789";
  /** As the toolkit reads an input: trimmed. */
  const trimmed = (text: fc.Arbitrary<string>) => text.map((value) => value.trim());
  /** Valid values of some input, and values that are nearly valid. */
  const close = fc.constantFrom(
    ...["agent", "visitors", "true", "FALSE", "yes", "1", "0", "7", "007", "-1", "1e3", "1.5", "0.00001"],
    ...[
      " 7",
      "٣",
      "NaN",
      "7d",
      "366d",
      "367d",
      "last-week",
      "2026-11-01",
      "2026-11-02",
      "1969-12-31",
      "none",
    ],
    ...[
      "failed",
      "failed,none",
      "write",
      "admin",
      "thread",
      "new",
      "never",
      "a.csv",
      "../a.csv",
      "> x",
      "a b",
    ],
    ...["a.csv, b.json", "/docs-agent", "https://a.example", "http://a.example", "http://localhost"],
    ...["https://u:p@a.example", "https://a.example?b", "mint_us_123456789", "renovate[bot]", "*", "a,*"],
    ...["..", ".", "__proto__", "job_1", "2147483648"],
  );
  const value = fc.oneof({ weight: 4, arbitrary: close }, trimmed(hostile));
  const some = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...inputNames()), value), {
      selector: ([name]) => name,
      maxLength: 6,
    })
    .map((pairs): Given => Object.fromEntries(pairs));

  const noFiles: Record<string, string> = Object.create(null);

  function loaded(given: Given): Inputs | InputError {
    try {
      return loadAny(given, noFiles);
    } catch (error) {
      if (error instanceof InputError) return error;
      throw error;
    }
  }

  /** The inputs that an error names. */
  const named = (error: InputError) =>
    inputNames().filter((name) =>
      new RegExp(
        `(?:: |; )${name} (?:is|holds|names)|: ${name} and|only one of ${name}| ${name} and prompt-file`,
      ).test(error.message),
    );

  it("an error is one line and names only inputs that are set or missing", () => {
    fc.assert(
      fc.property(some, (given) => {
        const result = loaded(given);
        if (!(result instanceof InputError)) return;
        expect(result.reason).toBe("input");
        expect(result.message).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(result.message.length).toBeLessThan(300 * (Object.keys(given).length + 2));
        const blamed = named(result);
        expect(blamed).not.toEqual([]);
        expect([...Object.keys(given), "api-key", "project-id", "date-from"]).toEqual(
          expect.arrayContaining(blamed),
        );
      }),
      runs(400),
    );
  });

  it("every invalid input is named at once", () => {
    const alone = inputNames().filter((name) => !/^(?:date-|prompt|api-key|project-id|base-url)/.test(name));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...alone), value, { maxKeys: 6 }), (all) => {
        const given: Given = all;
        const invalid = alone.filter((name) => {
          return given[name] !== undefined && loaded({ [name]: given[name] }) instanceof InputError;
        });
        const result = loaded(given);
        if (invalid.length === 0) expect(result).not.toBeInstanceOf(InputError);
        else expect(result instanceof InputError ? named(result) : []).toEqual(invalid);
      }),
      runs(400),
    );
  });

  it("no message shows a secret", () => {
    fc.assert(
      fc.property(some, hostile, (given, rest) => {
        const result = loaded({
          ...given,
          mode: "x",
          "api-key": `${secret} ${rest}`,
          "github-token": secret,
        });
        if (!(result instanceof InputError)) throw new Error("the inputs are valid");
        expect(result.message + toPlainText(result.advice)).not.toContain(secret);
      }),
      runs(300),
    );
  });

  it("numbers, ids and texts are within their bounds", () => {
    // Most random inputs are invalid for another reason, so these are also tried alone.
    const edge = fc.constantFrom<Given>(
      ...[{ "project-id": ".." }, { "job-id": "." }, { trend: "53" }, { top: "1001" }],
    );
    const bounds: [InputName, number, number][] = [
      ["timeout-minutes", 0.01, 7200],
      ["trend", 0, 52],
      ["top", 0, 1000],
      ["max-requests", 1, 1000],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom("agent", "visitors"),
        fc.oneof({ weight: 5, arbitrary: some }, edge),
        (mode, some) => {
          const given = { mode, ...some };
          const inputs = loaded(given);
          if (inputs instanceof InputError) return;
          for (const [name, min, max] of bounds) {
            if (!Object.hasOwn(inputs, name)) continue;
            const value = Number(given[name] || inputDefaults[name]);
            expect(Reflect.get(inputs, name)).toBe(value);
            expect(value >= min && value <= max).toBe(true);
          }
          const jobId = inputs.mode === "agent" ? inputs["job-id"] : undefined;
          for (const id of [inputs["project-id"], jobId ?? "job"]) {
            const url = new URL(`https://a.example/${encodeURIComponent(id ?? "")}/x`);
            expect(url.pathname.split("/")).toHaveLength(3);
          }
          expect(inputs["trigger-phrase"]).toMatch(/^[^\p{C}]{1,50}$/u);
          if (inputs.mode === "visitors") return;
          expect(inputs.prompt).not.toMatch(
            /<!--\s*docs-agent:|[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069]/iu,
          );
        },
      ),
      runs(400),
    );
  });

  it("a list is its entries, whatever separates them, or invalid", () => {
    const login = fc.stringMatching(/^[a-zA-Z\d][a-zA-Z\d_-]{0,20}(?:\[bot\])?$/);
    const separator = fc.stringMatching(/^ {0,2}[,\n][,\n ]{0,3}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(login, separator), { maxLength: 6 }), (entries) => {
        const inputs = load({ "allowed-users": entries.flat().join("").trim() });
        expect(inputs["allowed-users"]).toEqual(entries.map(([name]) => name));
      }),
      runs(200),
    );
    fc.assert(
      fc.property(trimmed(hostile), (foreign) => {
        const entries = foreign.split(/[,\n]/).map((entry) => entry.trim());
        const isValid = entries.every(
          (entry) => entry === "" || /^[a-z\d][\w-]{0,99}(?:\[bot\])?$/i.test(entry),
        );
        expect(loaded({ "allowed-users": `a,${foreign}` }) instanceof InputError).toBe(!isValid);
      }),
      runs(400),
    );
  });

  it("base-url is an origin and a path, and plain http: only on this machine", () => {
    const address = fc.oneof(
      hostile.map((rest) => `https://${rest}`),
      hostile.map((rest) => `https://api.example.com/${rest}`),
      hostile.map((rest) => `http://localhost${rest}`),
      fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ["http", "https", "ftp"] }),
      hostile,
    );
    fc.assert(
      fc.property(trimmed(address), (text) => {
        const inputs = loaded({ "base-url": text });
        if (inputs instanceof InputError || text === "" || inputs.notSetUp.length > 0) return;
        const { protocol, username, password, search, hash, hostname, href } = inputs["base-url"];
        expect([username, password, search, hash]).toEqual(["", "", "", ""]);
        expect(href).toBe(new URL(text).href);
        if (protocol !== "https:") {
          expect(protocol).toBe("http:");
          expect(hostname).toMatch(/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/);
        }
      }),
      runs(700),
    );
  });

  it("a number is written in digits alone", () => {
    const number = fc.oneof(fc.integer(), fc.nat(70), fc.double(), hostile).map((one) => String(one).trim());
    fc.assert(
      fc.property(number, (text) => {
        if (text === "") return;
        const inputs = loaded({ mode: "visitors", trend: text });
        const isValid = /^[0-9]{1,10}$/.test(text) && BigInt(text) <= 52n;
        const trend = "trend" in inputs ? inputs.trend : undefined;
        expect(trend).toBe(isValid ? Number(text) : undefined);
      }),
      runs(400),
    );
  });
});
