import { describe, expect, it } from "vitest";
import {
  parsePullRequestLink,
  pullRequestIn,
  pullRequestLabel,
} from "../../src/github/pull-request-address.ts";

const pull = "https://github.com/octo-org/octo.repo/pull/7";

describe("parsePullRequestLink", () => {
  const parts = { origin: "https://github.com", owner: "octo-org", repo: "octo.repo", number: 7 };

  it.each([
    [pull, parts],
    [`${pull}/`, parts],
    ["https://github.com/.a/b./pull/7", { ...parts, owner: ".a", repo: "b." }],
    ["https://github.com/a./.github/pull/7", { ...parts, owner: "a.", repo: ".github" }],
    [`${pull}123456789`, { ...parts, number: 7_123_456_789 }],
    [
      "http://ghes.example:8443/a_b/-/pull/1",
      { origin: "http://ghes.example:8443", owner: "a_b", repo: "-", number: 1 },
    ],
  ])("reads %s", (address, expected) => {
    expect(parsePullRequestLink(address)).toEqual(expected);
  });

  it.each([
    ...[`${pull}/files`, `${pull}?a=b`, ` ${pull}`, `${pull}\n`, `${pull}1234567890`],
    ...[
      "https://github.com/a/b/pull/0",
      "https://github.com/a/b/pull/07",
      "ftp://github.com/a/b/pull/7",
    ],
    ...[
      "https://github.com/../b/pull/7",
      "https://github.com/a/./pull/7",
      "https://github.com/a/pull/7",
    ],
    ...["https://github.com?/a/b/pull/7", "https://github.com#/a/b/pull/7"],
    ...[
      "https://github.example/x/a/b/pull/7",
      "https://evil.example/?https://github.com/a/b/pull/7",
    ],
  ])("reads no pull request in %j", (address) => {
    expect(parsePullRequestLink(address)).toBeUndefined();
  });
});

it.each([
  [pull, "octo-org/octo.repo#7"],
  ["http://ghes.example/a/b/pull/12", "ghes.example/a/b#12"],
  ["https://github.com.evil.example/a/b/pull/12", "github.com.evil.example/a/b#12"],
  ["https://evil-github.com/a/b/pull/12", "evil-github.com/a/b#12"],
  [`${pull}/files`, `${pull}/files`],
])("names %j %j", (address, label) => {
  expect(pullRequestLabel(address)).toBe(label);
});

it.each([
  ["octo-org/octo.repo", "https://github.com", true],
  ["Octo-Org/octo.Repo", "https://github.com", true],
  ["octo-org/other", "https://github.com", false],
  ["octo-org/octo.repo", "https://ghes.example", false],
])("is one of %s on %s, in whatever case: %s", (repository, serverUrl, isIn) => {
  for (const address of [pull, pull.replace("octo-org", "OCTO-org")])
    expect(pullRequestIn({ serverUrl, repository }, address) !== undefined).toBe(isIn);
});
