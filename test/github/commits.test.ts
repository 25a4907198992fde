import { expect, test } from "vitest";
import { isCommit } from "../../src/github/commits.ts";

const sha1 = "a".repeat(40);

test.each([
  [sha1, true],
  ["0123456789abcdef".repeat(4), true],
  ["a".repeat(41), false],
  ["a".repeat(65), false],
  [`v${sha1}`, false],
  [`${"a".repeat(39)}g`, false],
  ["g".repeat(64), false],
  ["a", false],
])("%s is the name of a commit: %s", (name, expected) => {
  expect(isCommit(name)).toBe(expected);
});
