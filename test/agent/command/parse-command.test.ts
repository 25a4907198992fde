import { describe, expect, it } from "vitest";
import { type Command, parseCommand } from "../../../src/agent/command/parse-command.ts";

const prompt = (text: string, more: Partial<Command> = {}) => ({
  kind: "prompt",
  prompt: text,
  fresh: false,
  dryRun: false,
  ...more,
});
const help = (notUnderstood?: string) => ({ kind: "help", notUnderstood });

describe("parseCommand", () => {
  it.each<[line: string, below: string, expected: object]>([
    [" Fix the quickstart.", "", prompt("Fix the quickstart.")],
    [" Fix it.", "\n\n- first\n- second", prompt("Fix it.\n\n- first\n- second")],
    [": fix it", "", prompt("fix it")],
    [", fix it", "", prompt("fix it")],
    [" Say this: it is new", "", prompt("Say this: it is new")],
    ["", "Fix it.", prompt("Fix it.")],
    ["", "- first\n- second", prompt("- first\n- second")],
    ["", "--new is a flag", prompt("--new is a flag")],
    [" – fix it", "", prompt("fix it")],
    [" -- fix it", "", prompt("fix it")],
    [" -5 is shown as 5", "", prompt("-5 is shown as 5")],
    [" Document the --watch flag", "", prompt("Document the --watch flag")],
    [" help readers find the quickstart", "", prompt("help readers find the quickstart")],
    [" stop naming the old command", "", prompt("stop naming the old command")],
    [" document", "", prompt("document")],
    [" post", "\nthe news", prompt("post\nthe news")],
    [" post", " \n", help("post")],
    ["", "", help()],
    [" \t", "\n", help()],
    [" --", "", help()],
  ])("reads the request in %j and %j", (line, below, expected) => {
    expect(parseCommand(line, below)).toEqual(expected);
  });

  it.each<[line: string, below: string, expected: object]>([
    [" --new fix it", "", prompt("fix it", { fresh: true })],
    [" --NEW: fix it", "", prompt("fix it", { fresh: true })],
    [" –new fix it", "", prompt("fix it", { fresh: true })],
    [" —new", "fix it", prompt("fix it", { fresh: true })],
    [" -new fix it", "", prompt("fix it", { fresh: true })],
    [" --dry-run fix it", "", prompt("fix it", { dryRun: true })],
    [" —dry—run fix it", "", prompt("fix it", { dryRun: true })],
    [" --new --dry-run fix it", "", prompt("fix it", { fresh: true, dryRun: true })],
    [" --dry-run --new fix it", "", prompt("fix it", { fresh: true, dryRun: true })],
    [" --new", "", help()],
    [" fix it --new", "", prompt("fix it --new")],
    [" fix it --dry-run", "", prompt("fix it --dry-run")],
    [" --status", "", { kind: "status" }],
    [" —status", "-- \nAlice", { kind: "status" }],
    [" --status please", "", { kind: "status" }],
    [" --Help please", "", help()],
    [" --new --status", "", { kind: "status" }],
    [" status", "", { kind: "status" }],
    [" Status?", "-- \nAlice", { kind: "status" }],
    [" help!", "", help()],
    [" --help", "", help()],
    [" --?", "", help()],
    [" stop", "", { kind: "cancel" }],
    [" cancel.", "", { kind: "cancel" }],
    [" --cancel", "", { kind: "cancel" }],
    [" – status", "", { kind: "status" }],
    [" -- help", "", help()],
    [" --new status", "", { kind: "status" }],
    [" --dry-run stop", "", { kind: "cancel" }],
    [" ?", "", help()],
    [" …", "👍", help()],
    [" —stop everything", "", { kind: "cancel" }],
  ])("reads the flags in %j and %j", (line, below, expected) => {
    expect(parseCommand(line, below)).toEqual(expected);
  });

  it.each([
    [" --stauts", "--stauts"],
    [" —nwe fix it", "—nwe"],
    [" --new --force fix it", "--force"],
    [" stauts", "stauts"],
  ])("asks what %j means instead of creating a job", (line, word) => {
    expect(parseCommand(line, "")).toEqual(help(word));
  });
});
