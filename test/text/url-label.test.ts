import { describe, expect, it } from "vitest";
import { urlLabel } from "../../src/text/sentence.ts";

describe("an address that holds a pull request's address", () => {
  it.each([
    "see https://github.com/a/b/pull/7",
    "javascript:https://github.com/a/b/pull/7",
    "https://evil.example/?https://github.com/a/b/pull/7",
  ])("is not named like it: %j", (address) => {
    expect(urlLabel(address)).toBe(address);
  });
});
