import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findCommand } from "../src/agent/parse.ts";
import { inputTable } from "../src/inputs/table.ts";
import { listExamples, listPages } from "../tools/docs.ts";

// What pages and comments say of our own files, names and defaults. They are written by hand and outlive what they name.

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
const sources = filesOf("{src,test,tools}/**/*.{ts,sh}");
const workflows = filesOf("{.github/workflows,examples}/*.yml");

const comment = /^\s*(?:\/\/|\/?\*).*$|\s\/\/ .*$/gm;
/** Every word of the code, without comments. */
const words = new Set(
  sources.flatMap((path) => file(path).replace(comment, "").match(/\w+/g) ?? []),
);

const ownPath = /^(?:src|test|tools|examples|dist)\/[^*\s]+$/;
const ownFolder = /^(?:src|test|tools)(?:\/[\w-]+)*$/;
const bareFile = /^[\w-]+\.(?:ts|sh)$/;
/** A name of a variable of the environment, or of a secret. */
const upper = /^[A-Z]+(?:_[A-Z\d]+)+$/;
const upperNames = new Set(
  [...sources, ...workflows].flatMap(
    (path) => file(path).match(/\b[A-Z\d]+(?:_[A-Z\d]+)+\b/g) ?? [],
  ),
);
/** A flag of a command, alone or behind the phrase. */
const flag = /^(?:\/docs-agent )?(--[a-z-]+)/;
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

/** What the action says: its code, which calls the service by its name, and the records of its texts. */
const said = filesOf("{src/**/*.ts,test/**/*.{md,snap}}")
  .map((path) => file(path).replace(/\$\{(?:service\.)?name\}/g, "Mintlify"))
  .join("\n");
/** Requests of people, a rule that the page itself explains, and what has a number in its midst. */
const otherQuotes = [
  ...["Change the pages in", "fr/", "in the same way.", "Document what changed"],
  ...["More than on the rest of the site", "2 pages want work.", "Suggested on 3 Nov"],
];

/** True where a command takes the flag. */
function isFlag(given: string): boolean {
  const command = findCommand(`/docs-agent ${given} Go`, "/docs-agent")?.command;
  return command !== undefined && !(command.kind === "help" && command.why !== undefined);
}

/** What a text in code font names and we do not have. */
function missing(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const spans = Array.from(line.matchAll(/`([^`]+)`/g), ([, span = ""]) => span);
    return spans.filter((span) => {
      if (ownPath.test(span)) return !existsSync(join(root, span));
      if (bareFile.test(span)) return !isFileOf(span, spans);
      if (upper.test(span)) return !upperNames.has(span);
      const [, given] = flag.exec(span) ?? [];
      if (given !== undefined) return !isFlag(given);
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

it.each(listPages())("every sentence that a page quotes is one that people read: %s", (path) => {
  const prose = file(path).replace(/^ *```.*?^ *```$/gms, "");
  const quoted = Array.from(prose.matchAll(/“([^”]+)”/g), ([, text = ""]) => text);
  // An ellipsis, code and emphasis stand for what differs.
  const parts = quoted
    .flatMap((text) => text.split(/[…*`]|(?<=[^.]): /))
    .map((part) => part.trim());
  const missing = parts.filter((part) => part.length > 2 && !said.includes(part));
  expect(missing.filter((part) => !otherQuotes.includes(part))).toEqual([]);
});

it("a scope that a page names is one that messages name", () => {
  const named = [...listPages(), "action.yml"].flatMap((path) =>
    Array.from(file(path).matchAll(/scope `(\w+)`/g), ([, scope]) => scope),
  );
  expect(new Set(named)).toEqual(new Set(["write", "read"]));
  expect(said).toContain(`scope \${code("write")} (for a report, \${code("read")} is enough)`);
});

it("the keys that CONTRIBUTING.md and the end-to-end run use are those of the emulator", () => {
  const used = [".github/CONTRIBUTING.md", ".github/workflows/e2e.yml"].flatMap(
    (path) => file(path).match(/\bmint_\w+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((key) => !file("test/emulator/service.ts").includes(`"${key}"`))).toEqual([]);
});

it("pages and workflows tell the defaults of action.yml", () => {
  const inputs: Readonly<Record<string, { default: string }>> = inputTable;
  const told = [...listPages(), ...listExamples()].flatMap((path) => [
    ...Array.from(file(path).matchAll(/`([a-z-]+)` \((\d+)\)/g), ([, name = "", value]) => [
      path,
      name,
      value,
    ]),
    ...Array.from(file(path).matchAll(/the role `(\w+)` or higher/g), ([, value]) => [
      ...[path, "required-permission", value],
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
