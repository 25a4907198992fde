import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hashesFile, pictureHashes } from "../../tools/demo/readme-pictures.ts";
import { commandAndReply, commentStates } from "../../tools/demo/states.ts";

describe("the pictured comments", () => {
  it("show a different text for every state", () => {
    const states = commentStates().flatMap(({ posts }) => posts);
    const texts = new Map<string, string[]>();
    for (const { what = "", markdown } of states) {
      const text = markdown.replace(/<!--.*?-->/gs, "").replace(/actions\/runs\/\d+/g, "");
      texts.set(text, [...(texts.get(text) ?? []), what]);
    }
    expect([...texts.values()].filter((names) => names.length > 1)).toEqual([]);
    expect(states).not.toEqual([]);
  });

  it("show in the README a command that was answered with its pull request", () => {
    const [command, reply] = commandAndReply().posts;
    expect(command?.markdown).toMatch(/^\/docs-agent /);
    expect(reply?.markdown).toContain("<https://github.com/acme/docs/pull/41>");
  });
});

it("the README's pictures show what is shown today: otherwise, npm run pictures makes them anew", () => {
  const taken: unknown = existsSync(hashesFile) && JSON.parse(readFileSync(hashesFile, "utf8"));
  expect(taken).toEqual(pictureHashes());
});
