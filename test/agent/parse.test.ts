import { describe, expect, it, test } from "vitest";
import { type Command, findCommand, parseCommand } from "../../src/agent/parse.ts";

const go = { kind: "prompt", prompt: "go", fresh: false, dryRun: false };
const alone = { ...go, prompt: "" };
const find = (text: string, phrase = "/docs-agent") => findCommand(text, phrase)?.command;

describe("the prompt of a command", () => {
  it.each<[text: string, command: object]>([
    ["/docs-agent go", go],
    ["\ufeff/docs-agent go", go],
    ["   /docs-agent go", go],
    ["/docs-agent\n--new go", { ...go, prompt: "--new go" }],
    ["Hi\n\n/docs-agent go\n\n> on\n", { ...go, prompt: "go\n\n> on" }],
    ["Hi\r\n/docs-agent go\r\non\r\n", { ...go, prompt: "go\non" }],
    ["> /docs-agent no\n```\n/docs-agent no\n```\n/docs-agent go", go],
    ["```\n/docs-agent no\n```\n<!-- a -->\n/docs-agent go", go],
    ["/docs-agent --new go", { ...go, fresh: true }],
    ["/docs-agent：go", go],
    ["/docs-agent、 go", go],
    ["/docs-agent", alone],
    ["Hi\n/docs-agent \n\n", alone],
    ["/docs-agent\fgo\vnow", { ...go, prompt: "go now" }],
  ])("is read from %j", (text, command) => {
    expect(find(text)).toEqual(command);
  });

  it.each([
    ["@docs-agent", "@docs-agent go"],
    ["docs.agent+(?", "docs.agent+(? go"],
    ["Hey Docs", "hey docs go"],
  ])("is found with the phrase %j", (phrase, text) => {
    expect(find(text, phrase)).toEqual(go);
    expect(find(`x${text}`, phrase)).toBeUndefined();
  });

  it("is not found with a pattern", () => {
    expect(find("/docsxagent go", "/docs.agent")).toBeUndefined();
  });
});

describe("what people cannot see", () => {
  it.each<[text: string, command: object]>([
    ["/docs-agent \u200b--status", { kind: "status" }],
    ["/docs-agent <!-- note --> --new go", { ...go, fresh: true }],
    ["/docs-agent <!-- a\nb --> go", go],
    ["/docs-agent st\u200batus", { kind: "status" }],
    ["/docs-agent \u200b", alone],
    ["/docs-agent --new <!-- hidden -->", { ...alone, fresh: true }],
    [
      "/docs-agent Document<!-- and delete --> it\u200b\u{e0041} \u202enow",
      { ...go, prompt: "Document it now" },
    ],
  ])("is removed before the command is read: %j", (text, command) => {
    expect(find(text)).toEqual(command);
  });
});

describe("a line counts as a command", () => {
  it.each([
    // Below text, quotes, lists, headings and tables
    ["Hello\n/docs-agent go"],
    ["> asked\n\n/docs-agent go"],
    ["> asked\n```\ncode\n```\n/docs-agent go"],
    ["- one\n\n  /docs-agent go"],
    // Below a quote that has ended
    ["> asked\n>\n/docs-agent go"],
    ["> asked\n---\n/docs-agent go"],
    ["> asked\n## Plan\n/docs-agent go"],
    ["> asked\n- one\n/docs-agent go"],
    ["<details>\n\n> asked\n</details>\n/docs-agent go"],
    // Below and above backticks that are no code, because its paragraph ends, or because they are escaped or not as many
    ["- a ` b\n/docs-agent go"],
    ["a `b`\n/docs-agent go"],
    ["a \\`\n/docs-agent go"],
    ["<details>\n<summary>More</summary>\n\n/docs-agent go"],
    // Below a fence that is closed, or that ends with its quote or list item
    ["```js\ncode\n```\n/docs-agent go"],
    ["> ```\n> code\n/docs-agent go"],
    ["> ```\n> code\n> ```\n/docs-agent go"],
    ["- ```\n  code\n/docs-agent go"],
    // Below a comment that has ended, and below the start of a comment in code
    ["<!-- note -->\n/docs-agent go"],
    ["<!--\nnote\n\n-->\n/docs-agent go"],
    ["Write ``a ` <!--`` first.\n/docs-agent go"],
    ["```\n<!--\n```\n/docs-agent go"],
    // Below what begins no comment, because it is not closed in its paragraph
    ["Hello <!-- note\n\n/docs-agent go"],
    // In HTML that people write in prose, and below HTML that has ended or that is none
    ["<code>\n/docs-agent go"],
    ["Use <code>limit\n\n/docs-agent go"],
    ["<PRE>a</pre>\n/docs-agent go"],
    ["<blockquote>\n<pre>\n</blockquote>\n\n/docs-agent go"],
    ["</blockquote>\n/docs-agent go"],
    ["`<pre>`, \\<pre>, <preset> and `` <blockquote>` ``\n/docs-agent go"],
    ["<!-- <pre> -->\n/docs-agent go"],
    ["```\n<pre>\n```\n/docs-agent go"],
    ["    <pre>\n\n/docs-agent go"],
    ["> <pre>\n\n/docs-agent go"],
    ["<p align='center'>\n/docs-agent go"],
    ["<img\n  src='a'>\n/docs-agent go"],
    ["If a <b\n/docs-agent go"],
    ["[a](b 'c')\n![d](e)\n/docs-agent go"],
    ["![\n/docs-agent no\n](a)\n\n/docs-agent go"],
    // Behind what nobody sees
    ["\u200b/docs-agent go"],
    [" \u202e \u{e0041}/docs-agent go"],
    ["\u200b    /docs-agent go"],
    ["/docs-agent\u200b go"],
    ["/docs-agent\ufe0f\u200d: go"],
    ["\0/docs-agent\0\tgo"],
  ])("in %j", (text) => {
    expect(find(text)).toEqual(go);
  });
});

describe("a line does not count as a command", () => {
  it.each([
    // Not the phrase at the start of the line
    ["Please /docs-agent go"],
    ["/docs-agents go"],
    ["/docs-agent\u200bgo"],
    ["/docs\u200b-agent go"],
    ["```\n``\u200b`\n/docs-agent go"],
    ["> \u200b/docs-agent go"],
    ["- /docs-agent go"],
    ["Hello\u2028/docs-agent go"],
    // 1. Inside a fenced block
    ["```\n/docs-agent go\n```"],
    ["- ```\n  /docs-agent go\n  ```"],
    // which may be in front of the text of the list item above it
    ["1. Comment:\n  ```\n/docs-agent go\n  ```"],
    ["- Comment:\n ```\n/docs-agent go\n ```"],
    // or inside inline code
    ["The bot printed ```running\n/docs-agent go\ndone``` yesterday."],
    ["- Typed `a\n/docs-agent go\nb`"],
    ["`a``` b\n/docs-agent go\nc`"],
    ["`a` \\` ``b\n2. c ` d\n/docs-agent go\n``"],
    // 2. Indented by four columns or more
    ["    /docs-agent go"],
    ["\t/docs-agent go"],
    // 3. In a quote
    ["> /docs-agent go"],
    ["   > /docs-agent go"],
    ["- asked\n  > /docs-agent go"],
    // and directly below one, where GitHub goes on with it
    ["> asked\n/docs-agent go"],
    ["> asked\nmore\n   /docs-agent go"],
    ["- > asked\n/docs-agent go"],
    ["> asked <!-- a\nb -->\n/docs-agent go"],
    ["> asked\n===\n/docs-agent go"],
    ["> asked\n    - more\n/docs-agent go"],
    ["> asked\n\u00a0\n/docs-agent go"],
    // 4. Begun inside a comment
    ["<!-- /docs-agent go -->"],
    ["<!--\n/docs-agent go\n-->"],
    ["<!-- a --> <!-- b\n\n/docs-agent go"],
    ["- <!-- a\nb -->\n\n/docs-agent go"],
    // 5. In HTML that quotes
    ["<pre>\n/docs-agent go\n</pre>"],
    ["<blockquote>\n/docs-agent go\n</blockquote>"],
    ["<blockquote>\n\n/docs-agent go\n\n</blockquote>"],
    ["Hello <BLOCKQUOTE cite='a'>b\n\n/docs-agent go"],
    ["<blockquote>\n<pre>\na\n</pre>\n\n/docs-agent go"],
    ["<pre\nclass='a'>\n/docs-agent go"],
    ["> asked\n<pre>\n\n/docs-agent go\n</pre>"],
    ["> asked\n<blockquote>\n\n/docs-agent go\n\n</blockquote>"],
    ["> asked\n<p>\na <pre>\n\n/docs-agent go"],
    ["`a\nb` <pre> `c`\n\n/docs-agent go"],
    // 6. In what GitHub does not show
    ["<rp>\n\n/docs-agent go\n\n</rp>"],
    ['\ue000 <img alt="\n/docs-agent go\n">'],
    ["![\n/docs-agent go\n](a)"],
    ["Hello\n<!-- note -->\n![\n/docs-agent go\n](a)"],
    ["[a](b '\n/docs-agent go\n')"],
    ["[a]: b '\n/docs-agent go\n'"],
    ["<?php\n\n/docs-agent go\n?>"],
    ["<!X\n\n/docs-agent go\n>"],
    ["<div a='\n\n/docs-agent go\n'>"],
  ])("in %j", (text) => {
    expect(find(text)).toBeUndefined();
  });
});

describe("a comment", () => {
  const asked = { ...go, prompt: "one" };

  test.each<[text: string, command: object, cut: string | undefined]>([
    ["/docs-agent one\n/docs-agent two", asked, "rest"],
    ["/docs-agent one\n\n   /docs-agent --new two\n", asked, "rest"],
    ["/docs-agent one\n\u200b/docs-agent", asked, "rest"],
    ["/docs-agent\n/docs-agent two", alone, "rest"],
    ["/docs-agent --status\n\nDocument x", { kind: "status" }, "rest"],
    ["/docs-agent --status Document x", { kind: "status" }, "rest"],
    ["/docs-agent `--status` Document x", { kind: "status" }, "rest"],
    ["/docs-agent --status", { kind: "status" }, undefined],
    ["/docs-agent cancel, please", { kind: "cancel" }, undefined],
    ["/docs-agent --help please\nDocument x", { kind: "help", why: undefined }, "rest"],
    ["/docs-agent --status <!-- a -->\n\u200b\n<!-- b\n-->", { kind: "status" }, undefined],
    ["/docs-agent one\n> /docs-agent two", { ...go, prompt: "one\n> /docs-agent two" }, undefined],
    [
      "/docs-agent one\n```\n/docs-agent\n```",
      { ...go, prompt: "one\n```\n/docs-agent\n```" },
      undefined,
    ],
    [
      "/docs-agent one\n[a]: b '\n/docs-agent'",
      { ...go, prompt: "one\n[a]: b '\n/docs-agent'" },
      undefined,
    ],
  ])("has one command, and its rest is left out: %j", (text, command, cut) => {
    expect(findCommand(text, "/docs-agent")).toEqual({ command, cut });
  });

  test("with a flag that is not known says itself that nothing is sent", () => {
    const help = expect.objectContaining({ kind: "help" });
    expect(findCommand("/docs-agent --stauts\nDocument x", "/docs-agent")).toEqual({
      command: help,
    });
  });
});

describe("a reply by mail", () => {
  const command = "/docs-agent Replace every page.";
  const lines = (...parts: string[]) => findCommand(parts.join("\n"), "/docs-agent");

  test.each<[string, string[]]>([
    ["a separator", ["-----Original Message-----"]],
    ["headers", ["From: a", "Sent: b", "To: c", "Subject: d"]],
    [
      "an attribution",
      ["On Mon, Nov 16, 2026 at 9:00 AM outsider <o@x.example> wrote:", "", "> A quote."],
    ],
    ["half of the footer", ["Say when to reply to this email directly."]],
    ["the footer with another word", ["> You are not receiving this because"]],
  ])("is not what a text is that holds only %s", (_, words) => {
    const end = expect.stringMatching(/\nHello$/);
    const all = { command: { prompt: end }, cut: undefined };
    expect(lines(command, "", ...words, "", "Hello")).toMatchObject(all);
    const found = { command: { kind: "prompt" }, cut: undefined };
    expect(lines("Hi", "", ...words, "", command)).toMatchObject(found);
  });

  test.each<[string, string]>([
    ["as it is", "You are receiving this because you commented."],
    ["behind >", "> You are receiving this because you commented."],
    ["wrapped behind >", "> > You\n> > are\n> > receiving\n> > this\n> > because you commented."],
    [
      "of which a program marks the first half alone",
      "> You are\nreceiving this because you commented.",
    ],
    ["in other letters and white space", "YOU ARE\u00a0receiving  this because"],
    ["in a comment", "<!--\n> You are receiving this because\n-->"],
    ["in a fence", "```\nYou are receiving this because\n```"],
  ])(
    "with GitHub's footer %s sends the first paragraph of a command on the first line, and no other",
    (_, footer) => {
      const sent = { command: { prompt: "Replace every page.\nNow." }, cut: "mail" };
      for (const more of ["", "\n\nPlease.", "\n \nPlease.", "\n> Quoted.", "\n  > Quoted."])
        expect(lines("", " ", command, `Now.${more}`, "", footer)).toMatchObject(sent);
      for (const above of ["Thanks!", "Thanks!\n", "> A quote.\n"])
        expect(lines(above, command, "", footer)).toBeUndefined();
      // In a quote above the command, anybody may have written it.
      const quoted = lines(
        "> Hi",
        ...footer.split("\n").map((line) => `> ${line}`),
        "",
        command,
        "",
        "Now.",
      );
      expect(quoted).toMatchObject({
        command: { prompt: "Replace every page.\n\nNow." },
        cut: undefined,
      });
    },
  );

  test("loses nothing where the footer is in the first paragraph", () => {
    const asked = "Explain “You are receiving this because”.";
    const whole = { command: { prompt: asked }, cut: undefined };
    expect(lines(`/docs-agent ${asked}\n`)).toMatchObject(whole);
  });

  test("sends nothing of a second command, wherever the mail ends", () => {
    const mail = ["> You are receiving this because you commented."];
    expect(lines(command, "/docs-agent x", "", ...mail)).toMatchObject({
      command: { prompt: "Replace every page." },
      cut: "rest",
    });
    expect(lines(command, "", "/docs-agent x", "", ...mail)).toMatchObject({ cut: "mail" });
  });
});

describe("the words behind the phrase", () => {
  const prompt = (text: string, more: Partial<Command> = {}) => ({
    ...{ kind: "prompt", prompt: text, fresh: false, dryRun: false },
    ...more,
  });
  const why = (kind: string, words: string, suggestion?: string) => ({
    kind: "help",
    why: { kind, words, suggestion },
  });
  const help = { kind: "help", why: undefined };
  const status = { kind: "status" };
  const cancel = { kind: "cancel" };

  it.each<[text: string, command: object]>([
    [" Fix the quickstart.", prompt("Fix the quickstart.")],
    [" Fix it.\n\n- first\n- second", prompt("Fix it.\n\n- first\n- second")],
    [": fix it", prompt("fix it")],
    [", fix it", prompt("fix it")],
    ["\n- first\n- second", prompt("- first\n- second")],
    ["\n\nRate Limits", prompt("Rate Limits")],
    ["\n--new is a flag", prompt("--new is a flag")],
    [" – fix it", prompt("fix it")],
    [" -- fix it", prompt("fix it")],
    [" -5 is shown as 5", prompt("-5 is shown as 5")],
    [" 文書", prompt("文書")],
    [" constructor", prompt("constructor")],
    ["", prompt("")],
    [" :", prompt("")],
    [" --?", prompt("")],
    [" ?", prompt("")],
    [" …\n👍", prompt("")],
  ])("%j are the request, which is empty without a word", (text, command) => {
    expect(parseCommand(text)).toEqual(command);
  });

  it.each<[text: string, command: object]>([
    [" --NEW: fix it", prompt("fix it", { fresh: true })],
    [": --new fix it", prompt("fix it", { fresh: true })],
    [" —new\nfix it", prompt("fix it", { fresh: true })],
    [" - --new fix it", prompt("fix it", { fresh: true })],
    [" --dry-run fix it", prompt("fix it", { dryRun: true })],
    [" —dry—run fix it", prompt("fix it", { dryRun: true })],
    [" --new run it", prompt("run it", { fresh: true })],
    [" --new --dry-run", prompt("", { fresh: true, dryRun: true })],
    [" --status", status],
    [" —status\nDocument it", status],
    [" --Help please", help],
    [" --new --status", status],
    [" --cancel", cancel],
    [" —stop everything", cancel],
    // With the backticks of the page that it was copied from, and without its dashes
    [" `--dry-run` fix it", prompt("fix it", { dryRun: true })],
    [" `--new` --dry-run fix it", prompt("fix it", { fresh: true, dryRun: true })],
    [" `--status`", status],
    [" dry-run fix it", prompt("fix it", { dryRun: true })],
    [" --new Dry-run: fix it", prompt("fix it", { fresh: true, dryRun: true })],
    [" dry-run", prompt("", { dryRun: true })],
  ])("%j begin with flags", (text, command) => {
    expect(parseCommand(text)).toEqual(command);
  });

  it.each<[text: string, command: object]>([
    [" fix it --new", prompt("fix it", { fresh: true })],
    [" fix it —new.", prompt("fix it", { fresh: true })],
    [" fix it --dry-run\n\nNow", prompt("fix it\n\nNow", { dryRun: true })],
    [" fix it --dry-run --new", prompt("fix it", { fresh: true, dryRun: true })],
    [" status --new", status],
    [" … --new", prompt("", { fresh: true })],
  ])("%j end with a flag that goes with a request", (text, command) => {
    expect(parseCommand(text)).toEqual(command);
  });

  it.each([
    "Document the flag --help",
    "Document the flag --status.",
    "fix it --stauts",
    "fix it --nwe",
    "Document the --watch flag",
    'Explain "--new"',
    "Explain `--new`",
    "Explain dry-run",
    "dry-runs are not explained",
    "`watch` is not explained",
    "Explain what changed – new",
    "Explain it\nwith --new",
  ])("%j hold no flag", (text) => {
    expect(parseCommand(` ${text}`)).toEqual(prompt(text));
  });

  it.each([
    ["--stauts", "--stauts", "--status"],
    ["--Statsu.", "--Statsu.", "--status"],
    ["--hep", "--hep", "--help"],
    ["—nwe fix it", "—nwe", "--new"],
    ["--dry_run fix it", "--dry_run", "--dry-run"],
    ["--stat", "--stat", "--status"],
    ["--dry fix it", "--dry", "--dry-run"],
    ["--newer fix it", "--newer", undefined],
    ["--new --force fix it", "--force", undefined],
    ["--constructor", "--constructor", undefined],
    ["`--dryrun` fix it", "`--dryrun`", "--dry-run"],
    ["`--watch` is not explained", "`--watch`", undefined],
  ])("%j begin with a flag that is not known", (text, word, suggestion) => {
    expect(parseCommand(` ${text}`)).toEqual(why("not-understood", word, suggestion));
  });

  it.each<[text: string, command: object]>([
    ["status", status],
    ["Status?", status],
    ["– status", status],
    ["help!", help],
    ["-- help", help],
    ["stop", cancel],
    ["thanks", why("small-talk", "thanks")],
    ["Thank you so much!", why("small-talk", "Thank you so much!")],
    ["thanks,\n please", why("small-talk", "thanks, please")],
    ["Help me, please", help],
    ["status, please", status],
    ["what is the status", status],
    ["stop it", cancel],
    ["Please stop the job now!", cancel],
    ["abort", cancel],
  ])("%j ask for nothing", (text, command) => {
    expect(parseCommand(` ${text}`)).toEqual(command);
    expect(parseCommand(`\n${text}`.replace(/^\n[–-]+ /, "\n"))).toEqual(command);
  });

  it.each([
    "cancel button",
    "looks good in dark mode",
    "please update this",
    "run it again",
    "please please please stop it now",
    "thanks for the help page",
    "help readers find the quickstart",
    "status\n\nList the codes that the API sends.",
    "status\n\nAlice",
  ])("%j are a request", (text) => {
    expect(parseCommand(` ${text}`)).toEqual(prompt(text));
  });
});
