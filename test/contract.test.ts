import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { inputDefaults, inputsOfMode } from "../src/input-schema.ts";
import { outputNames } from "../src/outputs.ts";
import { failable, reasons, results } from "../src/result.ts";
import { withTables } from "../tools/docs.ts";

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const actionYaml = file("action.yml");
const readme = file("README.md");

const action = z
  .object({
    inputs: z.record(
      z.string(),
      z.object({ description: z.string(), required: z.boolean().optional(), default: z.string().optional() }),
    ),
    outputs: z.record(z.string(), z.object({ description: z.string() })),
    runs: z.object({ using: z.string(), main: z.string(), post: z.string().optional() }),
  })
  .parse(parse(actionYaml));

/** An expression as workflows write it. */
function expression(inside: string): string {
  return ["${{", inside, "}}"].join(" ");
}

/** The texts in code spans, in their order. */
function codes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

function cellsOf(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The rows of the README's table whose head begins with these cells, each row as its cells. */
function rowsBelow(...head: string[]): string[][] {
  const lines = readme.split("\n");
  const start = lines.findIndex((line) => cellsOf(line).slice(0, head.length).join("|") === head.join("|"));
  const rows: string[][] = [];
  for (const line of start === -1 ? [] : lines.slice(start + 2)) {
    if (!line.startsWith("|")) break;
    rows.push(cellsOf(line));
  }
  return rows;
}

describe("action.yml", () => {
  it("has the inputs of the code, in their order and with their defaults", () => {
    const stated = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
    // The token's default is an expression, which the runner fills in before the code sees it.
    const expected = Object.entries({ ...inputDefaults, "github-token": expression("github.token") });
    expect(stated).toEqual(expected);
  });

  it("marks as required exactly the inputs that a run cannot do without", () => {
    const required = Object.keys(action.inputs).filter((name) => action.inputs[name]?.required === true);
    expect(required).toEqual(["api-key", "project-id"]);
  });

  it("says of an input that only the report looks at that it is one", () => {
    const ofReport = Object.entries(action.inputs).filter(([, { description }]) =>
      description.startsWith("With `mode: visitors`: "),
    );
    expect(ofReport.map(([name]) => name)).toEqual(inputsOfMode.visitors);
  });

  it("has the outputs of the code, in their order", () => {
    expect(Object.keys(action.outputs)).toEqual([...outputNames]);
  });

  it("lists exactly the results that there are", () => {
    expect(codes(action.outputs["result"]?.description ?? "")).toEqual([...results]);
  });

  it("lists exactly the results that fail-on takes", () => {
    expect(codes(action.inputs["fail-on"]?.description ?? "")).toEqual([...failable, "none"]);
  });

  it("describes every input and output in sentences", () => {
    for (const { description } of [...Object.values(action.inputs), ...Object.values(action.outputs)])
      expect(description.trim()).toMatch(/^[A-Z`].+\.$/s);
  });

  it("runs files that are in dist, on Node 24", () => {
    expect(action.runs.using).toBe("node24");
    for (const entry of [action.runs.main, action.runs.post ?? action.runs.main]) {
      expect(entry).toMatch(/^dist\//);
      expect(existsSync(join(root, entry)), entry).toBe(true);
    }
  });

  it("runs on the major version of Node that tests and demo run on", () => {
    const { devDependencies } = z
      .object({ devDependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(file("package.json")));
    expect(`node${devDependencies.node.split(".")[0]}`).toBe(action.runs.using);
    expect(`node${process.versions.node.split(".")[0]}`).toBe(action.runs.using);
  });
});

describe("README.md", () => {
  it("has the tables that npm run docs makes", () => {
    expect(withTables(readme, actionYaml)).toBe(readme);
  });

  it("has a row with a meaning and advice for every result, and no other", () => {
    const rows = rowsBelow("`result`", "What it means");
    expect(rows.map(([result]) => result)).toEqual(results.map((result) => `\`${result}\``));
    for (const [, meaning = "", advice = ""] of rows)
      for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^\S.*\.$/);
  });

  it("has a row with a meaning and advice for every reason, and no other", () => {
    const rows = rowsBelow("`result`", "`reason`");
    const stated = rows.map(([result, reason]) => `${result} ${reason}`);
    const expected = Object.entries(reasons).flatMap(([result, codesOfIt]) =>
      codesOfIt.map((reason) => `\`${result}\` \`${reason}\``),
    );
    expect(stated).toEqual(expected);
    for (const [, , meaning = "", advice = ""] of rows)
      for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^\S.*\.$/);
  });
});

describe("SECURITY.md", () => {
  const [, part = ""] = /^## Threats, (.*?)(?=^## )/ms.exec(file(".github/SECURITY.md")) ?? [];
  const threats = part.split("\n").filter((line) => /^\| [A-Z`]/.test(line) && !line.startsWith("| Threat "));

  it("has a row for every kind of threat", () => {
    expect(part.match(/^### /gm)).toHaveLength(7);
    expect(threats.length).toBeGreaterThan(30);
    for (const threat of threats) expect(cellsOf(threat)).toHaveLength(3);
  });

  it.each(threats.map((threat): [string, string] => [cellsOf(threat)[0] ?? "", cellsOf(threat)[2] ?? ""]))(
    "names tests that are there: %s",
    (_, heldBy) => {
      const tests = [...heldBy.matchAll(/`(test\/[\w./-]+\.test\.ts)`: “([^”]+)”/g)];
      expect(tests).not.toEqual([]);
      // Nothing else stands in the cell, so no test is written in a way that is not looked for.
      expect(tests.map(([whole]) => whole).join("; ")).toBe(heldBy);
      for (const [, path = "", title] of tests)
        expect(file(path).replace(/\(\s+"/g, '("'), title).toContain(`("${title}",`);
    },
  );
});

describe("withTables", () => {
  const frame = (inside: string) =>
    [
      "before",
      "<!-- inputs: made by npm run docs from action.yml -->",
      inside,
      "<!-- end of inputs -->",
      "between",
      "<!-- outputs: made by npm run docs from action.yml -->",
      inside,
      "<!-- end of outputs -->",
      "after",
    ].join("\n");
  const yaml =
    'inputs:\n  a-b:\n    description: "This | that."\n    default: x\noutputs:\n  cD: { description: One. }\n';

  it("replaces what is between its markers and nothing else", () => {
    const made = withTables(frame("old"), yaml);
    expect(made).toMatch(/^before\n<!-- inputs.*\nbetween\n<!-- outputs.*\nafter$/s);
    expect(made).toContain("| `a-b` | `x`     | This \\| that. |");
    expect(made).toContain("| `cD`   | One.       |");
    expect(made).not.toContain("old");
  });

  it("changes nothing when it runs again", () => {
    const once = withTables(frame("old"), yaml);
    expect(withTables(once, yaml)).toBe(once);
  });

  it("says which marker is missing", () => {
    expect(() => withTables("# Title", yaml)).toThrow("<!-- inputs:");
    expect(() => withTables(frame("").replace("<!-- end of outputs -->", ""), yaml)).toThrow(
      "<!-- end of outputs -->",
    );
  });
});

describe("package-lock.json", () => {
  it("names the packages of every platform, without which npm ci refuses to install", () => {
    const lock = z
      .object({
        packages: z.record(
          z.string(),
          z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
        ),
      })
      .parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
    const optional = Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(optional.length).toBeGreaterThan(0);
    const missing = optional.filter(
      (name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});
