import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type CommentEdit, loadPostState, parsePostState, savePostState } from "../../src/runner/files.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { readCommands } from "./runner.ts";

const folder = mkdtempSync(join(tmpdir(), "docs-agent-post-state-"));
const file = join(folder, "state");
beforeEach(() => vi.stubEnv("GITHUB_STATE", file));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const place = fc.constantFrom("issue" as const, "review" as const);
const edits = fc.array(fc.record({ place, id: fc.integer(), body: hostile }), { maxLength: 3 });

/** What the runner hands to the post step after these lists were saved one after the other. */
function handedOver(...lists: readonly CommentEdit[][]): CommentEdit[] {
  writeFileSync(file, "");
  for (const list of lists) savePostState(list);
  for (const [name, value] of Object.entries(readCommands(file))) vi.stubEnv(`STATE_${name}`, value);
  return loadPostState();
}

/** An edit that takes so many bytes as JSON. */
function sized(id: number, letter: string, bytes: number): CommentEdit {
  const empty: CommentEdit = { place: "issue", id, body: "" };
  const left = bytes - Buffer.byteLength(JSON.stringify(empty));
  return { ...empty, body: letter.repeat(left / Buffer.byteLength(letter)) };
}

describe("the state for the post step", () => {
  test("arrives as it was saved last", () => {
    const property = fc.property(edits, edits, (first, last) => {
      expect(handedOver(first, last)).toEqual(last);
    });
    fc.assert(property, runs(400));
  });

  test("is empty for no edits, so that the post step loads nothing", () => {
    expect(handedOver([{ place: "issue", id: 1, body: "x" }], [])).toEqual([]);
    expect(process.env["STATE_edits"]).toBe("");
  });

  test.each<[string, CommentEdit[], number]>([
    ["as many bytes", [sized(1, "x", 50 * 1024 - 1), sized(2, "x", 50 * 1024 - 2)], 2],
    ["a byte more", [sized(1, "x", 50 * 1024 - 1), sized(2, "x", 50 * 1024 - 1)], 1],
    ["more bytes, though fewer characters", [sized(1, "ä", 60_001), sized(2, "ä", 60_001)], 1],
    ["more than two edits", [1, 2, 3, 4].map((id) => sized(id, "x", 40_000)), 2],
    ["one edit that is too large", [sized(1, "x", 102_401)], 0],
  ])("keeps the first edits that fit into a variable, of 100 KiB: %s", (_, given, kept) => {
    // Ids alone, as a failure would print the bodies.
    expect(handedOver(given).map(({ id }) => id)).toEqual([1, 2, 3].slice(0, kept));
  });

  test("cannot be saved where the runner's file is missing", () => {
    vi.stubEnv("GITHUB_STATE", join(folder, "none"));
    expect(() => savePostState([])).toThrow("Missing file");
  });

  const edit: CommentEdit = { place: "issue", id: 1, body: "x" };
  test.each<[string, CommentEdit[]]>([
    ['[{"place":"issue","id":1,"body":"x"}]', [edit]],
    [
      '[{"place":"review","id":2,"body":""},{"place":"issue","id":1,"body":"x"}]',
      [{ place: "review", id: 2, body: "" }, edit],
    ],
    ['[{"place":"wiki","id":1,"body":"x"},{"place":"issue","id":1,"body":"x"},null]', [edit]],
    ['[{"place":"issue","id":1,"body":"x","more":true}]', [edit]],
    ['[{"place":"issue","id":1.5,"body":"x"}]', []],
    ['[{"place":"issue","id":1}]', []],
    ['{"place":"issue","id":1,"body":"x"}', []],
    ['"[]"', []],
    ["null", []],
    ["[", []],
    ["", []],
  ])("is parsed from %s", (json, expected) => {
    expect(parsePostState(json)).toEqual(expected);
  });

  test("of any other text holds no edit that is none, and is no error", () => {
    const almost = fc.record(
      {
        place: fc.oneof(fc.constant("issue"), hostile),
        id: fc.oneof(fc.integer(), fc.double(), hostile),
        body: fc.oneof(hostile, fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const json = fc
      .oneof(fc.jsonValue(), almost, fc.array(fc.oneof(almost, fc.jsonValue())))
      .map((value) => JSON.stringify(value));
    const property = fc.property(fc.oneof(hostile, json), (text) => {
      for (const edit of parsePostState(text)) {
        expect(["issue", "review"]).toContain(edit.place);
        expect(Number.isSafeInteger(edit.id)).toBe(true);
        expect(JSON.parse(text)).toContainEqual(expect.objectContaining(edit));
      }
    });
    fc.assert(property, runs(1000));
  });
});
