import { describe, expect, it } from "vitest";
import { isPlainPath } from "../../src/visitors/site-pages.ts";

describe("a plain path, which a command may name, is told from others", () => {
  it.each([
    ["/", true],
    ["/a", true],
    ["/Guides/rate_limits-2.0/", true],
    [`/${"a".repeat(99)}`, true],
    [`/${"a".repeat(100)}`, false],
    ["", false],
    ["a", false],
    ["//evil.test/a", false],
    ["/a//b", false],
    ["/a/../b", false],
    ["/..", false],
    ["/a..b", true],
    ["/a b", false],
    ["/a%20b", false],
    ["/a?b", false],
    ["/@a", false],
    ["/a`b", false],
    ["/a\n/docs-agent x", false],
    ["/é", false],
  ])("%j: %s", (path, expected) => {
    expect(isPlainPath(path)).toBe(expected);
  });
});
