import { describe, expect, test } from "vitest";
import { pathFilter } from "../../src/github/path-patterns.ts";
import { leastCpuMs } from "../cpu-time.ts";

describe("patterns, first the examples of GitHub's cheat sheet", () => {
  test.each<[patterns: string[], matching: string[], others: string[]]>([
    [["*"], ["README.md", "server.rb"], ["docs/file.txt"]],
    [["**"], ["all/the/files.md"], []],
    [["docs/*"], ["docs/README.md", "docs/file.txt"], ["docs/a/b.md", "docs", "my/docs/a"]],
    [["docs/**"], ["docs/README.md", "docs/mona/octocat.txt"], ["docs", "my/docs/a", "docs.md"]],
    [
      ["docs/**/*.md"],
      ["docs/README.md", "docs/mona/hello-world.md", "docs/a/markdown/file.md"],
      ["docsREADME.md", "docs/a.txt", "README.md"],
    ],
    [["**/README.md"], ["README.md", "js/README.md"], ["xREADME.md", "js/xREADME.md", "readme.md"]],
    [
      ["**/*src/**"],
      ["a/src/app.js", "my-src/code/js/app.js", "src/app.js"],
      ["src", "srcs/app.js"],
    ],
    [["*.md", "!README.md"], ["hello.md"], ["README.md", "docs/hello.md"]],
    [["*.md", "!README.md", "README*"], ["hello.md", "README.md", "README.doc"], ["hello.doc"]],
    // Beyond the cheat sheet.
    [["**/a", "!b/**"], ["a", "c/a"], ["b/a"]],
    [["a/**/**/b"], ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab"]],
    [["a**/b"], ["a/b", "axx/b", "a/x/b"], ["ab"]],
    [["**/"], ["", "a/", "a/b/"], ["a", "a/b"]],
    [["/llms*.txt"], ["/llms.txt", "/llms-full.txt"], ["/a/llms.txt", "llms.txt"]],
    [
      ["é*", "\u{1f600}"],
      ["é", "\u{1f600}"],
      ["", "\u{1f600}\ud83d"],
    ],
    [
      ["a.b", "(a|b)", "^$", "a!b", "{a,b}", "a-b]"],
      ["a.b", "(a|b)", "^$", "a!b", "{a,b}", "a-b]"],
      ["axb", "a", "", "ab"],
    ],
    [["a\nb"], ["a\nb"], ["a"]],
    [[], [], ["a", ""]],
  ])("%j", (patterns, matching, others) => {
    const filter = pathFilter(patterns);
    expect([...matching, ...others].filter((path) => filter(path))).toEqual(matching);
  });
});

test("a pattern and a path that stall regular expressions take little time", () => {
  const filter = pathFilter(["**/*a*".repeat(20), "*a".repeat(10)]);
  const paths = [`${"a".repeat(4000)}b`, "a/".repeat(2000), "a".repeat(100_000)];
  const times = paths.map((given) => leastCpuMs(() => void filter(given), 500));
  expect(Math.max(...times)).toBeLessThan(500);
});
