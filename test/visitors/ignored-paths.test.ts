import { expect, it } from "vitest";
import { ignoredPaths } from "../../src/visitors/site-pages.ts";

it.each([
  [["/llms.txt"], "/llms.txt", true],
  [["llms.txt"], "/llms.txt", true],
  [["llms*.txt"], "/llms-full.txt", true],
  [["llms.txt"], "/a/llms.txt", false],
  [["guides/**"], "/guides/a/b", true],
  [["**/llms.txt"], "/a/llms.txt", true],
  [["*"], "/a", false],
  [["**"], "/a", true],
  [["[ab]c"], "/bc", true],
  [["**", "!llms.txt"], "/llms.txt", false],
  [["**", "!/llms.txt"], "/llms.txt", false],
  [["**", "!**/llms.txt"], "/a/llms.txt", false],
  [["**", "!*"], "/a", true],
  [[], "/a", false],
])("ignore-paths: %j for the page %s: %s", (patterns, path, expected) => {
  expect(ignoredPaths(patterns)(path)).toBe(expected);
});
