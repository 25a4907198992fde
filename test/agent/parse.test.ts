import { describe, expect, it } from "vitest";
import { type Command, parseCommand } from "../../src/agent/parse.ts";

const prompt = (text: string, more: Partial<Command> = {}) => ({
  kind: "prompt",
  prompt: text,
  fresh: false,
  dryRun: false,
  ...more,
});
const help = (words?: string, suggestion?: string) => ({
  kind: "help",
  why: words === undefined ? undefined : { kind: "not-understood", words, suggestion },
});
const talk = (words: string, suggestion?: string) => ({
  kind: "help",
  why: { kind: "small-talk", words, suggestion },
});
const cancel = { kind: "cancel", isTalk: false };

describe("parseCommand", () => {
  it.each<[line: string, below: string, expected: object]>([
    [" Fix the quickstart.", "", prompt("Fix the quickstart.")],
    [" Fix it.", "\n\n- first\n- second", prompt("Fix it.\n\n- first\n- second")],
    [": fix it", "", prompt("fix it")],
    [", fix it", "", prompt("fix it")],
    [" Say this: it is new", "", prompt("Say this: it is new")],
    ["", "Fix it.", prompt("Fix it.")],
    ["", "- first\n- second", prompt("- first\n- second")],
    ["", "\nRate Limits", prompt("Rate Limits")],
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
    [" stop", "", cancel],
    [" cancel.", "", cancel],
    [" --cancel", "", cancel],
    [" – status", "", { kind: "status" }],
    [" -- help", "", help()],
    [" --new status", "", { kind: "status" }],
    [" --dry-run stop", "", cancel],
    [" ?", "", help()],
    [" …", "👍", help()],
    [" —stop everything", "", cancel],
    // What looks a little like a signature is a request.
    [" status", "\nsay thanks", prompt("status\nsay thanks")],
    [" status", "\nThanks for the limits", prompt("status\nThanks for the limits")],
    [" status", "\nend it with --", prompt("status\nend it with --")],
    [" status", "\nAlice\nadd the limit", prompt("status\nAlice\nadd the limit")],
  ])("reads the flags in %j and %j", (line, below, expected) => {
    expect(parseCommand(line, below)).toEqual(expected);
  });

  it.each([
    [" --stauts", "--stauts", "--status"],
    [" --Statsu.", "--Statsu.", "--status"],
    [" --staatus", "--staatus", "--status"],
    [" --xstatus", "--xstatus", "--status"],
    [" --stat", "--stat", undefined],
    [" --saxtus", "--saxtus", undefined],
    [" --sxttus", "--sxttus", undefined],
    [" --satxxx", "--satxxx", undefined],
    [" —nwe fix it", "—nwe", "--new"],
    [" --news fix it", "--news", "--new"],
    [" --nw fix it", "--nw", "--new"],
    [" --now fix it", "--now", "--new"],
    [" --nope fix it", "--nope", undefined],
    [" --dry--run fix it", "--dry--run", "--dry-run"],
    [" --dry-rnu fix it", "--dry-rnu", "--dry-run"],
    [" --new --force fix it", "--force", undefined],
    [" stauts", "stauts", "--status"],
    [" post", "post", undefined],
  ])("asks what %j means instead of creating a job", (line, word, suggestion) => {
    expect(parseCommand(line, "")).toEqual(help(word, suggestion));
  });

  it.each(["--dryrun", "--dry_run", "--dry run", "—dry run", "--Dry  Run", "--dry-run:"])(
    "takes %s for --dry-run",
    (flag) => {
      expect(parseCommand(` ${flag} fix it`, "")).toEqual(prompt("fix it", { dryRun: true }));
      expect(parseCommand(` ${flag}\t--new fix it`, "")).toMatchObject({ fresh: true, dryRun: true });
    },
  );

  it("takes `run` behind another flag, and words that begin with it, for the request", () => {
    expect(parseCommand(" --new run it", "")).toEqual(prompt("run it", { fresh: true }));
    expect(parseCommand(" --dry runs", "")).toEqual(help("--dry"));
  });

  it.each<[line: string, below: string, words: string, asFlag: string, inCode: string]>([
    [" fix it --new", "", "--new", "--new fix it", "fix it `--new`"],
    [" fix it —new.", "", "—new", "--new fix it", "fix it `—new`"],
    [" fix it --dry-run", "\n\nNow", "--dry-run", "--dry-run fix it\n\nNow", "fix it `--dry-run`\n\nNow"],
    [" fix it --dry run", "", "--dry run", "--dry-run fix it", "fix it `--dry run`"],
    [" --new fix it --dryrun", "", "--dryrun", "--dry-run --new fix it", "--new fix it `--dryrun`"],
    [" fix it --status", "\nNow", "--status", "--status", "fix it `--status`\nNow"],
    [" Document the flag --help", "", "--help", "--help", "Document the flag `--help`"],
    ["… --new", "", "--new", "--new …", "… `--new`"],
    [" fix it --cancel", "", "--cancel", "--cancel", "fix it `--cancel`"],
  ])("asks what the flag at the end of %j means", (line, below, words, asFlag, inCode) => {
    const why = { kind: "flag-last", words, suggestion: undefined, asFlag, inCode };
    expect(parseCommand(line, below)).toEqual({ kind: "help", why });
  });

  it("asks about a word at the end that is nearly a flag", () => {
    const why = { kind: "flag-last", words: "--stauts", suggestion: "--status" };
    const commands = { asFlag: "--status", inCode: "fix it `--stauts`" };
    expect(parseCommand(" fix it --stauts!", "")).toEqual({ kind: "help", why: { ...why, ...commands } });
  });

  it.each([
    "Document `--new`",
    "Document `docs --new`",
    "Document the flag --watch",
    "Explain --new and --status here",
    'Explain "--new"',
    "Explain (--new)",
    "Say what is-new",
    "Explain what changed – new",
  ])("takes what is no flag at the end for the request: %s", (text) => {
    expect(parseCommand(` ${text}`, "")).toEqual(prompt(text));
  });

  it("can be told both readings of a flag at the end", () => {
    for (const line of [
      " fix it --new",
      " --new fix `it` —dry-run",
      " fix it --dry run",
      " fix it --statsu",
    ]) {
      const asked = parseCommand(line, "\n\n- more");
      if (asked.kind !== "help" || asked.why?.kind !== "flag-last")
        throw new Error(`${line} is not asked about`);
      expect(parseCommand(` ${asked.why.inCode}`, "").kind).toBe("prompt");
      expect(parseCommand(` ${asked.why.asFlag}`, "")).not.toMatchObject({ kind: "help" });
    }
  });

  it.each([
    ["thanks", undefined],
    ["Thank you so much!", undefined],
    ["thanks a lot 🎉", undefined],
    ["Help me, please", undefined],
    ["status, please", "--status"],
    ["update status", "--status"],
  ])("answers the small talk %j with the help", (words, suggestion) => {
    expect(parseCommand(` ${words}`, "")).toEqual(talk(words, suggestion));
    expect(parseCommand(` ${words}`, "\n\n-- \nAlice")).toEqual(talk(words, suggestion));
  });

  it.each([
    "stop it",
    "Please cancel the job.",
    "please stop it now bot",
    "abort",
    "cancel everything now",
    "stop that, thanks",
  ])("answers %j with that the service cannot cancel", (words) =>
    expect(parseCommand(` ${words}`, "")).toEqual({ kind: "cancel", isTalk: true }),
  );

  it.each([
    "cancel button",
    "status page",
    "stop words",
    "please update this",
    "run it again",
    "please stop it now you bot",
    "thanks for the help page",
    "`status`",
    "status codes",
  ])("takes %j for a request", (text) => {
    expect(parseCommand(` ${text}`, "")).toEqual(prompt(text));
  });

  it.each([
    "\n-- \nAlice\nAcme Corporation, Example Street 1\nPhone 1\nFax 2",
    "\n\n—\nalice",
    "\n\n___\nalice",
    "\n\nSent from my iPhone",
    "\n\nSent with Proton Mail secure email.",
    "\n\nGet Outlook for iOS",
    "\n\nThanks,\nAlice",
    "\n\nBest regards,\n\nAlice O'Neil-Smith\nAcme",
    "\n— Alice",
    "\nAlice",
  ])("does not count a signature below a word that sends nothing: %j", (below) => {
    expect(parseCommand(" status", below)).toEqual({ kind: "status" });
    expect(parseCommand(" stop", below)).toEqual(cancel);
    expect(parseCommand(" stauts", below)).toEqual(help("stauts", "--status"));
  });

  it.each([
    "\nDocument the codes of the API.",
    "\n- 200\n- 404",
    "\n\nThanks for the page. Please add the limits.",
    "\ncodes",
    "\n\nAlice\nBob\nCarol\nDave",
    "\nEvery Code Of Ours",
  ])("treats the text below a word as part of the request: %j", (below) => {
    expect(parseCommand(" status", below)).toEqual(prompt(`status${below}`));
    expect(parseCommand(" help", below)).toEqual(prompt(`help${below}`));
    expect(parseCommand(" --status", below)).toEqual({ kind: "status" });
  });
});
