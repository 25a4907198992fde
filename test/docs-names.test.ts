import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { inputTable } from "../src/inputs/table.ts";
import { listExamples, listPages } from "../tools/docs.ts";

// What pages and comments say of our own files, names and defaults. They are written by hand and outlive what they name.

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const sources = globSync("{src,test,tools}/**/*.{ts,sh}", { cwd: root }).map((path) =>
  path.replaceAll("\\", "/"),
);

const comment = /^\s*(?:\/\/|\/?\*).*$|\s\/\/ .*$/gm;
/** Every word of the code, without comments. */
const words = new Set(
  sources.flatMap((path) => file(path).replace(comment, "").match(/\w+/g) ?? []),
);

const ownPath = /^(?:src|test|tools|examples|dist)\/[^*\s]+$/;
const ownFolder = /^(?:src|test|tools)(?:\/[\w-]+)*$/;
const bareFile = /^[\w-]+\.(?:ts|sh)$/;
/** A name of a function, a type or a variable that is more than one word. */
const compound = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?:\(\))?$/;

/** True where a file of that name is in a folder that the line names, or anywhere if it names none. */
function isFileOf(name: string, spans: readonly string[]): boolean {
  const folders = spans.flatMap((span) =>
    ownFolder.test(span) ? [span] : ownPath.test(span) ? [dirname(span)] : [],
  );
  return sources.some(
    (path) => basename(path) === name && (folders.length === 0 || folders.includes(dirname(path))),
  );
}

/** What a text in code font names and we do not have. */
function missing(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const spans = Array.from(line.matchAll(/`([^`]+)`/g), ([, span = ""]) => span);
    return spans.filter((span) => {
      if (ownPath.test(span)) return !existsSync(join(root, span));
      if (bareFile.test(span)) return !isFileOf(span, spans);
      return compound.test(span) && !words.has(span.replace("()", ""));
    });
  });
}

describe("every file and every name in code font exists", () => {
  it.each([...listPages(), ".github/CONTRIBUTING.md", ".github/SECURITY.md"])("in %s", (path) => {
    expect(missing(file(path).replace(/^```.*?^```$/gms, ""))).toEqual([]);
  });

  it("in the comments of src/", () => {
    const wrong = sources
      .filter((path) => path.startsWith("src/"))
      .flatMap((path) =>
        missing((file(path).match(comment) ?? []).join("\n")).map((name) => `${path}: ${name}`),
      );
    expect(wrong).toEqual([]);
  });
});

it("pages and workflows tell the defaults of action.yml", () => {
  const inputs: Readonly<Record<string, { default: string }>> = inputTable;
  const told = [...listPages(), ...listExamples()].flatMap((path) => [
    ...Array.from(file(path).matchAll(/`([a-z-]+)` \((\d+)\)/g), ([, name = "", value]) => [
      path,
      name,
      value,
    ]),
    // What the notes on the cost of a workflow say.
    ...Array.from(file(path).matchAll(/up to (\d+) minutes of a runner/g), ([, value]) => [
      ...[path, "timeout-minutes", value],
    ]),
  ]);
  const ofInputs = told.filter(([, name = ""]) => name in inputs);
  expect(ofInputs.map(([path]) => path)).toEqual(
    expect.arrayContaining(["README.md", "examples/commands.yml"]),
  );
  expect(ofInputs.filter(([, name = "", value]) => inputs[name]?.default !== value)).toEqual([]);
});
