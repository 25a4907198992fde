import { describe, expect, it } from "vitest";
import { inputError } from "../../src/inputs/load.ts";
import { type InputName, inputNames, inputTable } from "../../src/inputs/table.ts";
import { richText, toPlainText } from "../../src/text/rich-text.ts";
import { credentials, type Given, load, loadForReport, problem } from "../given-inputs.ts";

/** What an input takes and refuses. `takes` has texts with their values, `default` the value when it is not set. */
type Row = {
  default?: unknown;
  takes: [text: string, value: unknown][];
  refuses: string[];
  /** What every refusal says. */
  expected: string;
};

const same = (...texts: string[]): [string, string][] => texts.map((text) => [text, text]);
const urls = (...texts: string[]): [string, URL][] => texts.map((text) => [text, new URL(text)]);
/** One of these words. */
const words = (all: string, refuses: string[], standard: string): Row => ({
  ...{ default: standard, takes: same(...all.split(", ")), refuses, expected: `one of ${all}` },
});
/** A number: the least and the most are taken. */
const number = (
  kind: string,
  least: string,
  most: string,
  refuses: string[],
  standard?: number,
): Row => ({
  default: standard,
  takes: [least, most].map((text) => [text, Number(text)]),
  refuses: [...refuses, `-${least}`, `${Number(most) + 1}`],
  expected: `${kind} from ${least} to ${most}`,
});
const whole = "a whole number";
/** The booleans of YAML 1.2 core. */
const booleans = (standard: boolean): Row => ({
  default: standard,
  takes: ["true", "True", "TRUE", "false", "False", "FALSE"].map((text) => [
    text,
    /^t/i.test(text),
  ]),
  refuses: ["yes", "0", "on", "true false"],
  expected: "true or false",
});
const anything: Row = { default: "", takes: same("x"), refuses: [], expected: "" };
const moments: Row = {
  takes: [
    ["2026-11-14", Date.UTC(2026, 10, 14)],
    ["2026-03-05T00:00:00+02:00", Date.UTC(2026, 2, 4, 22)],
  ],
  refuses: ["2026-02-30", "1969-12-31", "yesterday", "14.11.2026"],
  expected: "an existing date from 1970 on, as YYYY-MM-DD or in ISO 8601",
};
const addresses = [
  ...["docs.example.com", "ftp://docs.example.com", "https://", "https://user@docs.example.com"],
  ...["https://:secret@docs.example.com", "https://docs.example.com?", "https://docs.example.com#"],
];
const patterns =
  "patterns with * and **, the first one without !, and * in the place of spaces, quotes and :?+#;|[]{}\\, as in my*docs/**";
const isSaved = (name: InputName) => /^(?:api-key|project-id|base-url|github-token)$/.test(name);

/** A row for each input. */
const rows: { [Name in InputName]: Row } = {
  "api-key": {
    takes: same("12345678", "k".repeat(512)),
    refuses: ["", "seven77", "mint_dsc_0123", "mint_ключ0123456", "k".repeat(513)],
    expected: "an admin API key",
  },
  "project-id": {
    takes: same("...", "a/b", "docs-1"),
    refuses: ["", ".", "..", "a b", "ä", "p".repeat(257), "a\nb"],
    expected: "the project ID from the API keys page of the dashboard",
  },
  "base-url": {
    default: new URL("https://api.mintlify.com"),
    takes: urls(
      ...[
        "https://docs.example.com:8443/service/v9/",
        "http://localhost:4010",
        "http://127.0.0.1/prefix",
      ],
      ...[
        "http://[::1]:4010",
        "https://a.example/v2/x",
        "https://a.example/rev2",
        "https://v2.a.example",
      ],
    ),
    refuses: [
      ...addresses,
      "http://docs.example.com",
      "http://localhost.example.com",
      "http://127.0.0.1.example.com",
      "http://0.0.0.0",
      "https://api.mintlify.com/v1",
      "https://api.mintlify.com/v2/",
    ],
    expected: "an https: address without user, query and version, such as https://api.mintlify.com",
  },
  mode: words("agent, visitors", ["Agent", "report", "agent,visitors"], "agent"),
  "github-token": {
    default: "",
    takes: same("ghs_0123456789", "github_pat_11AAA_bbb", "a.b.c", "v1.0123456789abcdef"),
    refuses: ["ghs_0123 456", "ghs_\u200b0123456789", "ghs_é"],
    expected: "a token",
  },
  "issue-number": {
    takes: [
      ["dashboard", "dashboard"],
      ["1", 1],
      ["2147483647", 2_147_483_647],
    ],
    refuses: ["0", "1.5", "1e3", "0x10", "٣", "Dashboard", "2147483648"],
    expected: "dashboard, or the number of an issue or pull request",
  },
  prompt: {
    default: "",
    takes: [
      ["  Do it.\n", "Do it."],
      ["Write <!-- or delete -->the\u200b guide", "Write the guide"],
    ],
    refuses: ["<!-- do evil -->", "\u200b\u2060\ufeff", "\u{e0061}\u{e0062}", "<!-- do evil"],
    expected: "text that people can see",
  },
  "prompt-file": anything,
  "job-id": {
    takes: same("job_1-2.3", "jöb/7?x#y%2F№1:🚀", "../job", "a".repeat(256)),
    refuses: [".", "..", "job 1", "j\u0007b", "zero\u200bwidth", "j".repeat(257)],
    expected: "the id of a job, as in the output jobId",
  },
  "trigger-phrase": {
    default: "/docs-agent",
    takes: same("@docs-agent", "/", "hey docs, please", "p".repeat(50)),
    refuses: [
      "> quote",
      "two\nlines",
      "p".repeat(51),
      "zero\u200bwidth",
      "right\u202eleft",
      "\u0007bell",
    ],
    expected: "1 to 50 visible characters on one line, not starting with >",
  },
  "required-permission": words(
    "read, triage, write, maintain, admin",
    ["Write", "none", "push"],
    "write",
  ),
  "allowed-users": {
    default: [],
    takes: [
      ["renovate[bot], octo-cat\n\nUser_short,9", ["renovate[bot]", "octo-cat", "User_short", "9"]],
      ["a".repeat(100), ["a".repeat(100)]],
    ],
    refuses: [
      "octo*",
      "none",
      "a, None",
      "@octocat",
      "-a",
      "a.b",
      "[bot]",
      "a[bot]x",
      "a".repeat(101),
      "ok, no!",
    ],
    expected: "exact logins without wildcards, bots as name[bot], or nothing for nobody",
  },
  context: words("auto, none, reference, diff", ["full", "Reference"], "auto"),
  "diff-range": {
    takes: [
      ["v1.0.0...v1.1.0", { base: "v1.0.0", head: "v1.1.0" }],
      ["release/1.x...feature/é#2", { base: "release/1.x", head: "feature/é#2" }],
      [`${"a".repeat(250)}...HEAD`, { base: "a".repeat(250), head: "HEAD" }],
    ],
    refuses: [
      ...[
        "main..next",
        "main...",
        "...next",
        "a...b...c",
        "a..b...c",
        "a....b",
        "a.....b",
        "a...b.c..",
      ],
      ...[
        "fork:main...next",
        "main...fork:next",
        "main ...next",
        "a...b\u200b",
        `main...${"n".repeat(251)}`,
      ],
    ],
    expected: "since-last, or base...head: two refs, tags or commits of this repository",
  },
  "diff-paths": {
    default: [],
    takes: [
      ["src/**, !src/**/*.test.ts\n\ndocs/*.md,", ["src/**", "!src/**/*.test.ts", "docs/*.md"]],
      ["-a/.*, (é)/@b-$/*", ["-a/.*", "(é)/@b-$/*"]],
      // What may be a file or a folder is both.
      ["src, !src/gen/", ["src", "src/**", "!src/gen", "!src/gen/**"]],
      [" , \n", []],
    ],
    refuses: [
      ...["!docs/**", "!a, !b", "!docs/**, **"],
      ...["src/[id].ts", "docs/a+", "*.jsx?", "a\\*b", "my docs/**", "a#b"],
      ...["- src/**", "'src/**'", '"src/**"', "'a", '"a', "a'", 'a"'],
      ...["/src/**", "./src/**", "../src/**", "src/** # code", "# code"],
      ...["a, !./docs/**", "a, !'docs/**'", "a, !/docs", "a, - !docs/**", "a, ! docs/**"],
      ...[
        "src/{a,b}/**",
        "src/a}",
        "{a",
        "src/** lib/**",
        "a/*;b/*",
        "a/*|b/*",
        "** !docs/**",
        "src !docs",
      ],
    ],
    expected: `${patterns}, and none with / or ./ in front`,
  },
  conversation: {
    default: "thread",
    takes: same("new", "API_docs-2.x", "threads", "x".repeat(50)),
    refuses: ["two words", "a/b", "é", "x".repeat(51)],
    expected: "thread, new, or a name of at most 50 letters, digits, -, _ and .",
  },
  matrix: anything,
  comment: words("auto, new, never", ["always", "false"], "auto"),
  mention: booleans(true),
  wait: booleans(true),
  "timeout-minutes": number(
    "a number",
    "0.01",
    "7200",
    ["0", "0.001", "1h", "1e2", ".5", "5.", "NaN"],
    30,
  ),
  "poll-interval-seconds": number("a number", "1", "3600", ["0", "0.5", "ten"]),
  "fail-on": {
    default: ["failed", "timeout"],
    takes: [
      ["none", []],
      ["no-changes", ["no-changes"]],
      ["timeout\nfailed, archived ,no-changes", ["failed", "archived", "timeout", "no-changes"]],
      ["failed,failed", ["failed"]],
    ],
    refuses: ["none,failed", "Failed", "failed,error", ",", "cancelled", "none,none"],
    expected: "any of failed, archived, timeout, no-changes, or only none",
  },
  "dry-run": booleans(false),
  period: {
    default: "7d",
    takes: same("1d", "99d", "100d", "299d", "350d", "366d", "last-week", "last-month"),
    refuses: [
      "0d",
      "07d",
      "367d",
      "400d",
      "999d",
      "7",
      "d",
      "1w",
      "7D",
      "last-year",
      "-1d",
      "7days",
    ],
    expected: "1d to 366d, last-week or last-month",
  },
  "date-from": moments,
  "date-to": moments,
  compare: booleans(true),
  trend: number(whole, "0", "52", ["-1", "2.5"], 8),
  top: number(whole, "0", "1000", ["all"], 10),
  "max-requests": number(whole, "1", "1000", ["0"], 60),
  "site-url": {
    takes: urls(
      "https://docs.example.com",
      "http://example.com:8080/docs/",
      "https://dökumente.example",
    ),
    refuses: [
      ...addresses,
      "shttp://docs.example.com",
      "https://docs`.example.com",
      "https://(docs).a",
    ],
    expected: "an address such as https://docs.example.com",
  },
  "ignore-paths": {
    default: [],
    takes: [["/llms*.txt, /internal/**\n\n/x", ["/llms*.txt", "/internal/**", "/x"]]],
    refuses: [
      "!/a",
      "!/a, !/b",
      "!/a, /**",
      "'/a/**'",
      "/{a,b}/**",
      "/a/** /b/**",
      "/a # b",
      "https://docs.example.com/a",
    ],
    expected: patterns,
  },
  signals: {
    default: ["feedback", "questions"],
    takes: [
      ["none", []],
      ["searches,\nfeedback", ["feedback", "searches"]],
    ],
    refuses: ["search", "feedback none", "feedback, none", ","],
    expected: "any of feedback, questions, searches, or only none",
  },
  quotes: number(whole, "0", "5", ["-1", "6"], 0),
  "report-file": {
    default: [],
    takes: [["a.csv, out/b.JSON\nc d.md", ["a.csv", "out/b.JSON", "c d.md"]]],
    refuses: ["report.txt", "csv", "a.csv,b", "a.md.bak", "- a.csv\n- b.md", "a.csv b.json"],
    expected: "paths in the workspace that end in .csv, .json or .md",
  },
};

describe.each(inputNames)("%s", (name) => {
  const row = rows[name];
  const { reader, default: standard } = inputTable[name];
  const expected = toPlainText(richText`${reader.expected}`);

  it("has its default, and takes what it should", () => {
    const isRequired = name === "api-key" || name === "project-id";
    if (!isRequired) expect(reader.parse(standard)).toEqual(row.default);
    for (const [given, value] of row.takes) expect(reader.parse(given), given).toEqual(value);
  });

  it.skipIf(row.refuses.length === 0)("refuses all else, and says what is expected", () => {
    expect(expected).toBe(row.expected);
    for (const given of row.refuses) {
      expect(reader.parse(given), given).toBeUndefined();
      if (isSaved(name)) continue;
      const spaced = given.replace(/\s+/g, " ");
      const line = spaced.replace(/\p{C}/gu, "").trim();
      const shown = line.length > 80 ? `${line.slice(0, 79)}…` : line;
      // The mode is wrong, so that all is judged, on any event.
      const { points } = problem({ mode: "x", [name]: given });
      expect(points).toContain(`${name} is “${shown}” (expected ${expected})`);
    }
  });
});

const correction = "Nothing was sent. Correct what is named, and trigger the workflow again.";

describe("a step", () => {
  it.each<[string, object]>([
    [
      "agent",
      { context: "auto", "fail-on": ["failed", "timeout"], prompt: "", "job-id": undefined },
    ],
    ["visitors", { period: "7d", top: 10, "date-from": undefined, "report-file": [] }],
  ])("has the inputs of its mode: %s", (mode, expected) => {
    const inputs = load({ mode });
    const base = new URL("https://api.mintlify.com");
    const connection = { key: "mint_0123456789abcdef", project: "docs-1", base };
    expect(inputs).toMatchObject({ mode, connection, ...expected });
    const empty = Object.fromEntries(inputNames.map((name) => [name, ""]));
    expect(load({ ...empty, ...credentials, mode })).toEqual(inputs);
  });

  it("is told of all that is wrong in one message, in the order of action.yml", () => {
    const wrong: Given = {
      top: "many",
      wait: "perhaps",
      comment: "no",
      mode: "both",
    };
    const { message, advice, points } = problem({ ...wrong, "date-from": "2026-01-01" });
    const named = points.map((point) => point.split(" ")[0]);
    expect(message).toBe(`5 invalid inputs: ${points.join("; ")}.`);
    expect(named).toEqual(["mode", "comment", "wait", "top", "date-from"]);
    expect(advice).toBe(correction);
  });

  it.each<[Given, string]>([
    [
      { "issue-number": "" },
      "issue-number is empty … (expected dashboard, or the number of an issue or pull request)",
    ],
    [{ "github-token": "" }, "github-token is empty (expected a token)"],
    [{ comment: "never" }, "comment cannot be never … (expected auto or new)"],
    [{ conversation: "new" }, "conversation cannot be new … (expected a name)"],
    [{ "job-id": "job_1" }, "job-id cannot be set …: remove one of them"],
  ])("is told that since-last needs a thread that remembers: %j", (given, what) => {
    const weekly = {
      prompt: "x",
      "diff-range": "since-last",
      "issue-number": "7",
      "github-token": "ghs_1",
    };
    const { points } = problem(
      { ...weekly, ...given },
      {},
      { name: "schedule", isTextEvent: false },
    );
    expect(points).toEqual([what.replace("…", "with diff-range: since-last")]);
  });

  it("is told so by an event with a thread, too: each would begin a table of its own", () => {
    const weekly = { prompt: "x", "diff-range": "since-last", "github-token": "ghs_1" };
    const event = { name: "pull_request", isTextEvent: true, thread: {}, ref: "refs/heads/main" };
    expect(problem(weekly, {}, event).points).toEqual([
      "issue-number is empty with diff-range: since-last (expected dashboard, or the number of an issue or pull request)",
    ]);
  });

  it("is told that since-last has no range in the run of a pull request", () => {
    const weekly = {
      prompt: "x",
      "diff-range": "since-last",
      "issue-number": "dashboard",
      "github-token": "ghs_1",
    };
    const event = { name: "pull_request", isTextEvent: true };
    expect(problem(weekly, {}, { ...event, ref: "refs/pull/7/merge" }).points).toEqual([
      "diff-range is since-last in the run of a pull request: run the workflow on push, or leave it out",
    ]);
    expect(problem(weekly, {}, { ...event, ref: "" }).points).toEqual([
      "diff-range is since-last, and GitHub names no branch or tag for this run: set base...head instead",
    ]);
    expect(load(weekly, {}, { ...event, ref: "refs/heads/main" })).toMatchObject({
      "diff-range": "since-last",
    });
  });

  it.each<[keyof Given, string, string]>([
    ["api-key", "hunter", "is not an admin API key"],
    ["api-key", "mint_hunter 0123", "has white space in it"],
    ["api-key", "mint_hunter\u200b01234", "has an invisible character in it"],
    ["api-key", '"mint_hunter01234"', "is in quotes"],
    ["api-key", "MINTLIFY_KEY=mint_hunter01234", "begins with a name, as NAME=VALUE does"],
    ["api-key", "mintlify.key:mint_hunter01234", "begins with a name, as NAME=VALUE does"],
    ["api-key", "mint_hunt****", "is shown with stars, not whole"],
    ["api-key", "key='mint_hunter01234'", "is in quotes"],
    ["project-id", "'hunter'", "is in quotes"],
    [
      "base-url",
      "https://me:hunter@a.example",
      "is not an https: address without user, query and version, such as https://api.mintlify.com",
    ],
    ["github-token", "GH_TOKEN=ghs_hunter0123", "begins with a name, as NAME=VALUE does"],
    ["github-token", "ghs_hunter\n0123", "has white space in it"],
    ["github-token", "ghs_huntér", "is not a token"],
  ])("is told what is wrong with a secret, and is not shown it: %s %j", (name, given, what) => {
    const { message, advice, points } = problem({ [name]: given, mode: "x" });
    expect(points).toContain(`${name} ${what}`);
    expect(message + advice).not.toMatch(/hunt|KEY=|TOKEN=/);
  });

  it("may have a key that ends like Base64, or has = in it", () => {
    for (const key of ["mint_0123456789==", "mint_012345=6789", "0123456789abcdef="])
      expect(load({ "api-key": key })).toMatchObject({ connection: { key } });
  });

  const thread = { name: "pull_request", isTextEvent: false, thread: {} };
  const noThread = { name: "push", isTextEvent: false };
  const noToken = "github-token is empty (expected a token)";
  it.each<[string, Given, Parameters<typeof problem>[2], string[]]>([
    ["in the event's thread", {}, thread, [noToken]],
    ["in a thread that is named", { "issue-number": "7" }, noThread, [noToken]],
    ["but for comment: never", { comment: "never" }, thread, []],
    ["but for no thread", {}, noThread, []],
    ["but for a token", { "github-token": "ghs_1" }, thread, []],
    ["but for a report", { mode: "visitors", "issue-number": "7" }, thread, []],
  ])("of the agent needs a token %s", (_, given, event, points) => {
    const step = { prompt: "x", "github-token": "", ...given };
    const told = () => problem(step, {}, event).points;
    if (points.length > 0) expect(told()).toEqual(points);
    else expect(told).toThrow("the inputs were taken");
  });

  it("on an event with text needs one only once there is a command", () => {
    const event = { ...thread, name: "issue_comment", isTextEvent: true };
    const { connection } = load({ "github-token": "" }, {}, event);
    if (!("problems" in connection)) throw new Error("the inputs were taken");
    expect(connection.problems.map(({ input }) => input)).toEqual(["github-token"]);
  });
});

it.each<[Given, RegExp]>([
  [
    { "api-key": "", prompt: "x" },
    /^Save an admin key .* alone, as the secret that the workflow reads \(usually DOCS_AGENT_API_KEY\)\. If it is there already: .* shares with it\.$/,
  ],
  [
    { "project-id": "", prompt: "x" },
    /^Save only the project ID .* as the variable that the workflow reads \(usually DOCS_AGENT_PROJECT_ID\), not as a secret\.$/,
  ],
  [
    { "api-key": "", "project-id": ".", top: "x", prompt: "x" },
    /^Save an admin key .* Save only the project ID /,
  ],
  [{ "github-token": "'x'", prompt: "x" }, /^Save the token alone, or remove that line/],
])("what to do about %j is said", (given, hint) => {
  expect(problem(given, {}, { name: "push", isTextEvent: false }).advice).toMatch(hint);
});

describe("the key, the project and the address", () => {
  const wrong: Given = {
    "api-key": "mint 0123456789",
    "project-id": "..",
    "base-url": "http://example.com",
  };
  const none: Given = { "api-key": "", "project-id": "" };
  const push = { name: "push", isTextEvent: false };
  const issues = { name: "issues", isTextEvent: true };

  it("are not judged on an event with text, which may need no service", () => {
    const { connection } = load({ ...wrong, "project-id": "" });
    const problems = "problems" in connection ? connection.problems : [];
    expect(problems.map(({ input }) => input)).toEqual(["api-key", "project-id", "base-url"]);
    expect(inputError(problems).message).toMatch(
      /^3 invalid inputs: api-key has white space in it; project-id is empty; base-url is not /,
    );
  });

  it.each<[string, Given, typeof push, string[]]>([
    ["on an event without text", none, push, ["api-key", "project-id", "prompt"]],
    ["but for a prompt that is there", { ...none, prompt: "x" }, push, ["api-key", "project-id"]],
    [
      "but for a prompt that a job-id replaces",
      { ...none, "job-id": "x" },
      push,
      ["api-key", "project-id"],
    ],
    ["beside another problem", { ...none, wait: "x" }, issues, ["api-key", "project-id", "wait"]],
    ["for a report", { ...none, mode: "visitors" }, push, ["api-key", "project-id"]],
    [
      "for a report on an event with text",
      { ...none, mode: "visitors" },
      issues,
      ["api-key", "project-id"],
    ],
  ])("are named together: %s", (_, given, event, expected) => {
    expect(problem(given, {}, event).points.map((point) => point.split(" ")[0])).toEqual(expected);
  });
});

describe("checks between inputs", () => {
  const files = {
    "p.md": "\ufeff Do this.\r\nAnd that.\n",
    "empty.md": " \n",
    "hidden.md": "<!-- do evil -->",
  };
  const unusable = "which cannot be used:";
  const together = "date-from and date-to go together (expected both or neither)";
  const unseen = "it holds no text that people can see";
  const late = "2026-11-21T15:04:06Z";

  it.each<[Given, string]>([
    [
      { prompt: "a", "prompt-file": "none.md" },
      "prompt-file is set beside prompt (expected one of them)",
    ],
    [{ "prompt-file": "no\n.md" }, `prompt-file names “no .md”, ${unusable} there is no such file`],
    [{ "prompt-file": "empty.md" }, `prompt-file names “empty.md”, ${unusable} ${unseen}`],
    [{ "prompt-file": "hidden.md" }, `prompt-file names “hidden.md”, ${unusable} ${unseen}`],
    [
      { context: "none", "diff-range": "a...b" },
      "diff-range is set beside context: none (expected context: diff)",
    ],
    [
      { context: "reference", "diff-paths": "a" },
      "diff-paths is set beside context: reference (expected context: diff)",
    ],
    [{ "date-from": "2026-03-06" }, together],
    [{ "date-to": "2026-03-06" }, together],
    [
      { "date-from": "2026-01-02T00:00+01:00", "date-to": "2026-01-01T23:00" },
      "date-from is “2026-01-02T00:00+01:00” (expected a date before date-to, which is exclusive)",
    ],
    [
      { "date-from": "2026-11-14", "date-to": late },
      `date-to is “${late}” (expected a date that is not in the future)`,
    ],
  ])("are told beside other problems: %j", (given, expected) => {
    expect(problem(given, files).message).toBe(`Invalid input: ${expected}.`);
    expect(problem({ ...given, mode: "x" }, files).points).toContain(expected);
  });

  it("ask for a prompt where there is no command", () => {
    expect(problem({}, {}, { name: "push", isTextEvent: false }).message).toBe(
      "Invalid input: prompt is empty (expected a prompt, prompt-file or job-id, or mode: visitors, because the event push holds no command).",
    );
  });

  it.each([
    // `date-to` is exclusive, so today is not in the future.
    ["2026-11-14", "2026-11-21"],
    ["2026-11-21T09:00Z", "2026-11-21T15:04:05Z"],
  ])("take the range %s to %s", (from, to) => {
    const range = { "date-from": Date.parse(from), "date-to": Date.parse(to) };
    expect(loadForReport({ "date-from": from, "date-to": to })).toMatchObject(range);
  });

  it("take the prompt from its file, and turn the context to diff where something says what changed", () => {
    expect(load({ "prompt-file": "p.md" }, files).prompt).toBe("Do this.\nAnd that.");
    for (const given of [{ "diff-range": "a...b" }, { "diff-paths": "src/**" }])
      for (const context of ["", "auto", "diff"])
        expect(load({ ...given, context }).context).toBe("diff");
    expect(load({ "diff-paths": ",", context: "none" }).context).toBe("none");
  });
});
