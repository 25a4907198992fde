import { describe, expect, it } from "vitest";
import { type InputName, inputNames } from "../src/inputs.ts";
import { credentials, load, problem } from "./given-inputs.ts";

describe("inputs that are not set", () => {
  it("have their defaults", () => {
    expect(load({})).toEqual({
      "api-key": "mint_0123456789abcdef",
      "project-id": "docs-1",
      "base-url": new URL("https://api.mintlify.com"),
      mode: "agent",
      "github-token": "",
      "issue-number": undefined,
      prompt: "",
      "job-id": undefined,
      "trigger-phrase": "/docs-agent",
      "required-permission": "write",
      "allowed-users": [],
      context: "reference",
      conversation: "thread",
      comment: "auto",
      wait: true,
      "timeout-minutes": 30,
      "poll-interval-seconds": undefined,
      "fail-on": ["failed", "timeout"],
      "dry-run": false,
      period: "7d",
      "date-from": "",
      "date-to": "",
      compare: true,
      trend: 8,
      top: 20,
      "max-requests": 60,
      "report-file": [],
    });
  });

  it("include those set to nothing, as an empty expression does", () => {
    const nothing = Object.fromEntries(inputNames().map((name) => [name, ""]));
    expect(load({ ...nothing, ...credentials })).toEqual(load({}));
  });

  it("cannot be changed afterwards", () => {
    expect(Object.isFrozen(load({}))).toBe(true);
  });
});

describe("values that are taken", () => {
  it.each<[InputName, string, unknown]>([
    ["api-key", "12345678", "12345678"],
    ["api-key", "k".repeat(512), "k".repeat(512)],
    ["project-id", "...", "..."],
    ["project-id", "a/b", "a/b"],
    ["mode", "visitors", "visitors"],
    ["issue-number", "1", 1],
    ["issue-number", "2147483647", 2_147_483_647],
    ["prompt", "  Do it.\n", "Do it."],
    ["job-id", "job_1-2.3", "job_1-2.3"],
    ["trigger-phrase", "@docs-agent", "@docs-agent"],
    ["trigger-phrase", "/", "/"],
    ["trigger-phrase", "hey docs, please", "hey docs, please"],
    ["trigger-phrase", "p".repeat(50), "p".repeat(50)],
    ["required-permission", "read", "read"],
    ["required-permission", "triage", "triage"],
    ["required-permission", "maintain", "maintain"],
    ["required-permission", "admin", "admin"],
    ["allowed-users", "renovate[bot], octo-cat\n\nUser_short,", ["renovate[bot]", "octo-cat", "User_short"]],
    ["context", "none", "none"],
    ["context", "diff", "diff"],
    ["conversation", "new", "new"],
    ["comment", "never", "never"],
    ["timeout-minutes", "0.01", 0.01],
    ["timeout-minutes", "7200", 7200],
    ["timeout-minutes", "2.5", 2.5],
    ["poll-interval-seconds", "1", 1],
    ["poll-interval-seconds", "3600", 3600],
    ["fail-on", "none", []],
    ["fail-on", "no-changes", ["no-changes"]],
    ["fail-on", "timeout\nfailed, archived ,no-changes", ["failed", "archived", "timeout", "no-changes"]],
    ["fail-on", "failed,failed", ["failed"]],
    ["period", "1d", "1d"],
    ["period", "99d", "99d"],
    ["period", "100d", "100d"],
    ["period", "299d", "299d"],
    ["period", "366d", "366d"],
    ["period", "last-week", "last-week"],
    ["period", "last-month", "last-month"],
    ["trend", "0", 0],
    ["trend", "52", 52],
    ["top", "0", 0],
    ["top", "1000", 1000],
    ["max-requests", "1", 1],
    ["max-requests", "1000", 1000],
    ["report-file", "a.csv, out/b.JSON\nc d.md", ["a.csv", "out/b.JSON", "c d.md"]],
  ])("%s: %j", (name, value, expected) => {
    const inputs: Record<string, unknown> = load({ [name]: value });
    expect(inputs[name]).toEqual(expected);
  });

  it.each<InputName>(["wait", "dry-run", "compare"])("%s: the booleans of YAML 1.2 core", (name) => {
    const taken = ["true", "True", "TRUE", "false", "False", "FALSE"].map((value) => {
      const inputs: Record<string, unknown> = load({ [name]: value });
      return inputs[name];
    });
    expect(taken).toEqual([true, true, true, false, false, false]);
  });

  it.each([
    "https://docs.example.com",
    "https://docs.example.com:8443/",
    "https://docs.example.com/service/v9/",
    "HTTPS://docs.example.com",
    "http://localhost:4010",
    "http://127.0.0.1:4010/prefix",
    "http://127.9.9.9",
    "http://[::1]:4010",
  ])("base-url: %s", (address) => {
    expect(load({ "base-url": address })["base-url"].href).toBe(new URL(address).href);
  });
});

describe("values that are refused", () => {
  it.each<[InputName, string[]]>([
    ["project-id", [".", "..", "a b", "ä", "p".repeat(257), "a\nb"]],
    ["mode", ["Agent", "report", "agent,visitors"]],
    ["issue-number", ["0", "-1", "1.5", "1e3", "0x10", "2147483648", "#1", "one", "99999999999"]],
    ["job-id", [".", "..", "job 1", "jöb", "j".repeat(257)]],
    [
      "trigger-phrase",
      ["> quote", "two\nlines", "p".repeat(51), "zero\u200bwidth", "right\u202eleft", "\u0007bell"],
    ],
    ["required-permission", ["Write", "owner", "none", "push"]],
    ["allowed-users", ["*", "octo*", "@octocat", "a b", "-a", "[bot]", "ok, no!"]],
    ["context", ["full", "Reference"]],
    ["conversation", ["old", "true"]],
    ["comment", ["always", "false"]],
    ["wait", ["yes", "1", "on", "tRUE", "true false"]],
    [
      "timeout-minutes",
      ["0", "0.001", "-5", "7201", "1h", "30 minutes", "1e2", ".5", "5.", "Infinity", "NaN", "1,5"],
    ],
    ["poll-interval-seconds", ["0", "0.5", "3601", "ten"]],
    ["fail-on", ["none,failed", "Failed", "error", ",", "failed;timeout", "cancelled"]],
    ["dry-run", ["no", "0"]],
    ["period", ["0d", "07d", "367d", "400d", "999d", "7", "d", "1w", "7D", "last-year", "-1d"]],
    ["compare", ["off"]],
    ["trend", ["-1", "53", "2.5"]],
    ["top", ["1001", "all"]],
    ["max-requests", ["0", "1001"]],
    ["report-file", ["report.txt", "csv", "a.csv,b", "a.md.bak"]],
    [
      "base-url",
      [
        "docs.example.com",
        "http://docs.example.com",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        "http://10.0.0.1",
        "http://0.0.0.0",
        "ftp://docs.example.com",
        "file:///etc/passwd",
        "https://user@docs.example.com",
        "https://user:secret@docs.example.com",
        "https://:secret@docs.example.com",
        "https://docs.example.com?a=1",
        "https://docs.example.com?",
        "https://docs.example.com#top",
        "https://docs.example.com#",
        "https://",
      ],
    ],
  ])("%s", (name, values) => {
    for (const value of values) {
      const { message, reason } = problem({ [name]: value });
      expect(reason).toBe("input");
      const line = value.replace(/[\s\p{C}]+/gu, " ");
      const shown = line.length > 80 ? `${line.slice(0, 79)}…` : line;
      expect(message).toContain(`An input cannot be used: ${name} is “${shown}” (allowed: `);
    }
  });

  it.each<[InputName, string, string]>([
    ["mode", "x", "one of agent, visitors"],
    ["required-permission", "x", "one of read, triage, write, maintain, admin"],
    ["context", "x", "one of none, reference, diff"],
    ["conversation", "x", "one of thread, new"],
    ["comment", "x", "one of auto, never"],
    ["wait", "x", "true or false"],
    ["issue-number", "x", "a whole number from 1 to 2147483647"],
    ["timeout-minutes", "x", "a number from 0.01 to 7200"],
    ["poll-interval-seconds", "x", "a number from 1 to 3600"],
    ["fail-on", "x", "any of failed, archived, timeout, no-changes, or none alone"],
    ["period", "x", "Nd with N from 1 to 366, last-week or last-month"],
    ["trend", "x", "a whole number from 0 to 52"],
    ["report-file", "x", "paths in the workspace that end in .csv, .json or .md"],
    ["job-id", "..", "the id of a job, as the output jobId gives it"],
    ["project-id", "..", "the project identifier from the API keys page of the dashboard"],
  ])("say what is allowed: %s", (name, value, allowed) => {
    expect(problem({ [name]: value }).message).toBe(
      `An input cannot be used: ${name} is “${value}” (allowed: ${allowed}).`,
    );
  });
});
