import { describe, expect, test } from "vitest";
import { renderStatusComment } from "../../src/agent/comment-text.ts";
import {
  appendContext,
  renderDiff,
  renderDiffContext,
  renderReference,
} from "../../src/agent/context-text.ts";
import { findCommand, parseCommand } from "../../src/agent/parse.ts";
import { withComments } from "../../src/agent/review.ts";
import type { ChangedFile } from "../../src/github/client.ts";
import { errorText } from "../../src/service/schemas.ts";
import { stripInvisibleCharacters } from "../../src/text/invisible-characters.ts";
import { escapeButCode, escapeInlineMarkdown } from "../../src/text/markdown.ts";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { redactNothing } from "../no-secrets.ts";
import { isLong } from "../runs.ts";
import { inReview, progress, reviewRequest } from "./fixture.ts";

/**
 * In ms. Linear work takes at most a tenth of this on a quiet machine, and a slow one may take twice as long beside
 * others; work that grows with the square takes seconds.
 */
const bound = 400;

/** The longest comment, title or description that GitHub accepts, in characters. */
const textLength = 65_536;

const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const changed = (path: string, patch: string, previousPath?: string): ChangedFile => ({
  ...{ path, previousPath, status: "modified", additions: 0, deletions: 0, patch },
});
const rendered = (...files: ChangedFile[]) =>
  renderDiff({ files, patterns: [], total: files.length, complete: true }, 60_000);
const thread = { isPullRequest: true, number: 7, title: "", url: "https://x", body: "" };
const source = { repository: "acme/site", thread, trigger: undefined, headSha: undefined };
type Read = (text: string) => unknown;
/** What reads texts of strangers. They are as long as a comment where `lengths` says nothing else. */
const byName: Readonly<Record<string, Read>> = {
  "a command's line": (text) =>
    findCommand(`/docs-agent ${text.replace(/[\r\n]/g, " ")}`, "/docs-agent"),
  "what stands below a command": (text) => findCommand(`/docs-agent go\n${text}`, "/docs-agent"),
  "a title": (title) => renderReference({ ...source, thread: { ...thread, title } }),
  "a description": (body) =>
    renderDiffContext({ ...source, thread: { ...thread, body } }, undefined),
  "what a comment of a review is about": (hunk) =>
    renderReference({ ...source, comments: [{ path: hunk, startLine: 1, line: 2, hunk }] }),
  "a comment of a review": (body) => withComments(reviewRequest, [inReview(body)], "/docs-agent"),
  "a prompt": (text) => appendContext(text, "context"),
  "the names of a renamed file": (text) => rendered(changed(text, "+a", `${text}2`)),
  "what stands behind a flag": (text) => parseCommand(`--new${text.replace(/[\r\n]/g, " ")}`),
  "a patch with what nobody sees": stripInvisibleCharacters,
  "a request in a status comment": (asked) => renderStatusComment({ ...progress, asked }, ""),
  "a patch": (text) => rendered(changed("a.ts", `@@ -1 +1 @@\n+${text}`)),
  "a hundred patches": (text) => {
    const patch = `@@ -1 +1 @@\n+${text}`;
    return rendered(...Array.from({ length: 100 }, (_, index) => changed(`${index}.ts`, patch)));
  },
  "an error of the service": (text) => errorText(text, redactNothing),
  "a line of the log": escapeWorkflowCommands,
  "a line of a comment": (text) => escapeInlineMarkdown(text, 300),
  "a quote in a comment": (text) => escapeButCode(text, 1500),
};
const lengths: Readonly<Record<string, number>> = {
  // As much of a patch as is ever looked at, and more.
  ...{ "a patch": 300_000, "a hundred patches": 30_000 },
  // No path in git is longer.
  "the names of a renamed file": 4096,
};

const pieces = [
  ...["!", ".,:;!?", " ", "\t", "\n", "\r", "\r\n", "\n \n", "\u0085", "\u2028"],
  ...["\u200b", "\u200d", "a\u200d", "-", "--new ", "\u2014", "`", "` ", "<", "<!--"],
  ...["</ ", "[", "](", "> - ", "/", "\\", "@a ", "::", "#[", "\u001b[", "\u001b]"],
  ...["e\u0301", "\u0301", "\ufe0f", "\u{1f1e6}", "\ud800", "a:\u200b ", "---- a"],
  ...["a\n", "aa.lock", "a", " \n", "a\n\n", "\t\n", "    a\n", "\0", "> ", "- "],
  ...["1. ", ">\n", "-\n", "- <!--\n  -->\n", "> > > ", "- a\n\n  ```\na\n"],
  ...["``` ` ", "`\n", "\\`", "`|` ", "`|`\n", "a|b`\n", "```\n", "```js x y\n"],
  ...["~~~ `\n", "> ```\n", "- ```\n", "<\n", "<!", "<!\n", "<!-->", "<!---->"],
  ...["<!-- -->`", "<!-- a\n-->\n", "x <!-- a\n-->\n", "<!-- --!>", "<?", "<?\n"],
  ...["<a ", "<a '", "<a '\"", '<a b="c" ', "<a>", "<pre>\n", "<div>\n"],
  ...["<div>\n<!--\n\n-->", "<!x> ", "](\" ](' ", "][", "][\n", "](a)", "//"],
  ...["//a `", "www.", "www.a_", "https://a/ ", "<![CDATA[", "`<!-- a -->` ", "\u200b\n"],
  ...["\u{e0041}", "é\n", "❤\ufe0f", "From: <a@b>\n", "A:\n"],
  ...["A: 2026-11-16 10:00\n", "<a@b>:\n", "a:\n", "On 1\n", "On 1 wrote:\n"],
  ...["On 1 wrote:\n\n", "You are receiving this because\n"],
  ...["```\nYou are receiving this because\n```\n", "-----a", "----\n", "a@", "<a@"],
  ...["@a>", "2026 ", "10:00 ", "1/1/", ":  ", "/docs-agents\n", "/docs-agent"],
  ...["`<!-- a -->`", "<!-- ", "->"],
];

const readers = Object.entries(byName);

describe("a text at its largest is read in time", () => {
  test.each(readers.map(([name, read], place) => [name, read, place] as const))(
    "%s",
    (name, read, place) => {
      const length = lengths[name] ?? textLength;
      // A run at the end of a text and one in front of something else take different ways.
      const texts = ["", "x", "\nx", "\na\n<!--\n`\n-->"].flatMap((end) =>
        pieces.map((piece) => fill(piece, length) + end),
      );
      for (const [index, text] of texts.entries()) {
        // By default each reader takes its part of the texts, of which every second one is read.
        if (!isLong && index % (2 * readers.length) !== 2 * place) continue;
        const ms = leastCpuMs(() => void read(text), bound);
        expect(ms, JSON.stringify(text.slice(0, 40))).toBeLessThan(bound);
      }
    },
  );

  test("runs of backticks of rising and falling length, and nested comments", () => {
    const runs = Array.from({ length: 360 }, (_, index) => "`".repeat(index));
    const nested = "<!-- a".repeat(2900) + " -->".repeat(2900);
    const texts = [runs.join(" "), runs.toReversed().join(" "), runs.join(" <!-- "), nested];
    for (const [index, text] of [...texts, `\`${nested}\``].entries())
      for (const [place, [name, read]] of readers.entries()) {
        if (!isLong && index !== place % 5) continue;
        const ms = leastCpuMs(() => void read(text.slice(0, lengths[name] ?? textLength)), bound);
        expect(ms, name).toBeLessThan(bound);
      }
  });
});

test("the names of thousands of files are made only where they are shown", () => {
  const long = fill("a/", 500);
  const files = Array.from({ length: 30_000 }, (_, index) => changed(`${long}${index}`, ""));
  // About 0.5 s, and 2 s if every name is made.
  expect(leastCpuMs(() => void rendered(...files), 1300)).toBeLessThan(1300);
});
