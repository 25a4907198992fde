import { describe, expect, test } from "vitest";
import type { Check, PullContents } from "../../src/agent/pull-contents.ts";
import { afterLink, checksLine, fileList } from "../../src/agent/pull-text.ts";
import type { ChangedFile } from "../../src/github/client.ts";
import { contentsOf } from "./fixture.ts";

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  ...{ path, status: "modified", additions: 14, deletions: 3, patch: "" },
  ...more,
});
const pages = (count: number) => Array.from({ length: count }, (_, at) => file(`p${at}.mdx`));
const added = { status: "added", additions: 38, deletions: 0 };
const png = file("a.png", { status: "added", additions: 0, deletions: 0 });

describe("the files of a pull request", () => {
  // biome-ignore format: a table is read by its rows
  test.each<[string, ChangedFile, string]>([
    ["changed", file("a.mdx"), "`a.mdx` +14 −3"],
    ["only longer", file("a.MD", { deletions: 0 }), "`a.MD` +14"],
    ["only shorter", file("a.markdown", { additions: 0 }), "`a.markdown` −3"],
    ["new", file("a.mdx", added), "`a.mdx` new, +38"],
    ["copied", file("a.mdx", { ...added, status: "copied", additions: 0 }), "`a.mdx` new"],
    ["removed", file("a.mdx", { status: "removed" }), "`a.mdx` removed"],
    ["renamed", file("a.mdx", { status: "renamed", previousPath: "b.md", additions: 0, deletions: 0 }), "`b.md` → `a.mdx`"],
    ["renamed and changed", file("a.mdx", { status: "renamed", previousPath: "b.md" }), "`b.md` → `a.mdx`, +14 −3"],
    ["with other rights", file("a.mdx", { status: "changed", additions: 0, deletions: 0 }), "`a.mdx` changed"],
    ["with a hostile path", file("a|`@octo`\n<!-- -->.mdx"), "``a%7C`@octo`%0A%3C!-- -->.mdx`` +14 −3"],
    ["with a long path", file(`${"a".repeat(200)}.mdx`), `\`${"a".repeat(60)}…${"a".repeat(55)}.mdx\` +14 −3`],
  ])("a page that is %s", (_, changed, expected) => {
    expect(fileList(contentsOf({ files: [changed] }))).toBe(`- ${expected}`);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[string, ChangedFile[], rest: string[]]>([
    ["five pages", pages(5), []],
    ["six pages", pages(6), ["and 1 other file"]],
    ["a page and what is none", [png, ...pages(1), file("docs.json")], ["and 2 other files"]],
    ["more pages, and one file that is none", [...pages(8), png], ["and 4 other files"]],
    ["no page", [png], ["1 other file"]],
    ["nothing", [], []],
  ])("%s", (_, files, rest) => {
    const lines = fileList(contentsOf({ files })).split("\n").filter(Boolean);
    const shown = Math.min(5, files.filter(({ path }) => path.endsWith(".mdx")).length);
    expect(lines.slice(0, shown).every((line) => /^- `p\d\.mdx` \+14 −3$/.test(line))).toBe(true);
    expect(lines.slice(shown)).toEqual(rest.map((line) => `- ${line}`));
  });

  test("are left out where GitHub does not show them", () => {
    expect(fileList(contentsOf({ files: undefined }))).toBe("");
  });
});

// biome-ignore format: a table is read by its rows
test.each<[string, Partial<PullContents>, string]>([
  ["the title", {}, "“Document the limit”"],
  ["what a follow-up changed", { changes: [...pages(2), png] }, "Changed since the request: `p0.mdx` +14 −3; `p1.mdx` +14 −3; and 1 other file."],
  ["commits without a file", { changes: [] }, "Changed since the request: no file."],
  ["nothing new", { isUnchanged: true }, ""],
])("behind the link stands %s", (_, contents, expected) => {
  expect(afterLink(contentsOf(contents))).toBe(expected);
  const isTitle = expected.startsWith("“");
  expect(fileList(contentsOf({ files: pages(1), ...contents })) === "").toBe(!isTitle);
});

test("a title is shortened, and shows nothing but itself", () => {
  expect(afterLink(contentsOf({}, { title: `@octo #1 ${"long ".repeat(40)}` }))).toBe(
    `“@&#8203;octo &#35;&#8203;1 ${"long ".repeat(22)}…”`.replace(" …", "…"),
  );
  expect(afterLink(contentsOf({}, { title: "" }))).toBe("");
});

const check = (result: Check["result"], name = "tests"): Check => ({
  name,
  result,
  url: `https://x.test/${name}`,
});
const [passed, running, failed] = [check("passed"), check("at work"), check("failed", "link-rot")];
const preview = "https://p.test/";

// biome-ignore format: a table is read by its rows
test.each<[string, Partial<PullContents>, string]>([
  ["nothing", {}, ""],
  ["checks that cannot be read", { checks: undefined }, ""],
  ["a preview", { preview }, "[Preview](<https://p.test/>)"],
  ["a check that passed", { checks: [passed] }, "1 check passed"],
  ["all together", { preview, checks: [failed, passed, running, passed] }, "[Preview](<https://p.test/>) · 2 checks passed, 1 failed: [link-rot](<https://x.test/link-rot>), 1 was still running at 09:20 UTC; the pull request shows how it ended."],
  ["checks at work", { checks: [running, running] }, "2 checks were still running at 09:20 UTC; the pull request shows how they ended."],
  ["skipped checks", { checks: [check("neither"), check("neither")] }, ""],
  ["many failures", { checks: Array.from({ length: 5 }, () => failed) }, `5 checks failed: ${Array(3).fill("[link-rot](<https://x.test/link-rot>)").join(", ")}, and 2 more`],
  ["a hostile check", { checks: [check("failed", "[x](https://evil.test) @octo")] }, "1 check failed: [&#91;x&#93;(https:​//evil.test) @​octo](<https://x.test/%5Bx%5D%28https://evil.test%29%20@octo>)".replaceAll("\u200b", "&#8203;")],
])("the line of preview and checks: %s", (_, contents, expected) => {
  expect(checksLine(contentsOf(contents))).toBe(expected);
});
