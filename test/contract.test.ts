import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { setOutputs } from "../src/agent/outputs.ts";
import { inputNames, inputTable } from "../src/inputs/table.ts";
import { failable, reasons, results, rowOf } from "../src/outcomes.ts";
import { getRunContext } from "../src/runner/context.ts";
import { outputsOf, toCsv, toJson } from "../src/visitors/tell/files.ts";
import { contentsOf } from "./agent/fixture.ts";
import { job } from "./emulator/caller.ts";
import { reportOf } from "./visitors/report-fixture.ts";

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const actionYaml = file("action.yml");

const action = z
  .object({
    inputs: z.record(
      z.string(),
      z.object({
        description: z.string(),
        required: z.boolean().optional(),
        default: z.string().optional(),
      }),
    ),
    outputs: z.record(z.string(), z.object({ description: z.string() })),
    // Strict: `pre` would run a further file, and `post-if` could leave the post step out.
    runs: z.strictObject({ using: z.string(), main: z.string(), post: z.string() }),
  })
  .parse(parse(actionYaml));

/** A part of a JSON schema that is about an object. */
const objectSchema = z.object({
  type: z.literal("object"),
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown(),
});

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

/** The cells of each row of the page's table whose head begins with these cells. */
function rowsBelow(page: string, ...head: string[]): string[][] {
  const lines = file(page).split("\n");
  const start = lines.findIndex(
    (line) => cellsOf(line).slice(0, head.length).join("|") === head.join("|"),
  );
  const rows = start === -1 ? [] : lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end).map(cellsOf);
}

describe("action.yml", () => {
  it("has the inputs of the code, in their order and with their defaults", () => {
    const defaults = Object.entries(action.inputs).map(([name, input]) => [
      name,
      input.default ?? "",
    ]);
    // The runner replaces these expressions before the code sees the inputs.
    const ofRunner = new Map<string | undefined, string>(
      Object.entries({ "github-token": "github.token", matrix: "toJSON(matrix)" }),
    );
    const expected = Object.entries(inputTable).map(([name, row]) => [name, row.default]);
    expect(defaults).toEqual(
      expected.map(([name, value]) => {
        const expression = ofRunner.get(name);
        return [name, expression === undefined ? value : ["${{", expression, "}}"].join(" ")];
      }),
    );
  });

  it("says which numbers are accepted", () => {
    const ranges = inputNames.flatMap((name) => {
      const { expected } = inputTable[name].reader;
      const [, least, most] =
        /(?: from |^)([\d.]+)d? to (\d+)d?(?:,|$)/.exec(String(expected)) ?? [];
      return least === undefined ? [] : [{ name, range: `${least} to ${most}` }];
    });
    expect(ranges.map(({ name }) => name)).toEqual(expect.arrayContaining(["top", "period"]));
    for (const { name, range } of ranges) expect(action.inputs[name]?.description).toContain(range);
  });

  it("names every word that an input takes", () => {
    const wrong = inputNames.flatMap((name) => {
      const [, words] =
        /^(?:one|any) of (.*?)(?:, or only none)?$/.exec(
          String(inputTable[name].reader.expected),
        ) ?? [];
      const named = codes(action.inputs[name]?.description ?? "");
      const missing = words?.split(", ").filter((word) => !named.includes(word)) ?? [];
      return missing.map((word) => `${name}: ${word}`);
    });
    expect(wrong).toEqual([]);
  });

  it("marks only the key and the project as required", () => {
    const required = Object.keys(action.inputs).filter(
      (name) => action.inputs[name]?.required === true,
    );
    expect(required).toEqual(["api-key", "project-id"]);
  });

  it("marks every input that only the visitor report uses", () => {
    const ofReport = Object.entries(action.inputs).filter(([, { description }]) =>
      description.startsWith("With `mode: visitors`: "),
    );
    expect(ofReport.map(([name]) => name)).toEqual(inputNames.slice(inputNames.indexOf("period")));
  });

  it("has the outputs of the code", () => {
    const names = ["result", "reason", "message", "commentUrl", "requests", "reportFile"];
    const source = { repository: "acme/docs", ref: "main" };
    const given = {
      id: "job_1",
      status: "active",
      source,
      model: "sonnet",
      createdAt: "2026-11-16",
    };
    const contents = contentsOf({ preview: "x" });
    setOutputs(
      { prompt: "Go", job: { ...given, prLink: "https://github.com/acme/docs/pull/3" }, contents },
      { setOutput: (name) => names.push(name), runContext: getRunContext({}) },
    );
    names.push(...Object.keys(outputsOf(reportOf())));
    expect(Object.keys(action.outputs).toSorted()).toEqual(names.toSorted());
  });

  it("lists exactly the results of the code", () => {
    expect(codes(action.outputs["result"]?.description ?? "")).toEqual([...results]);
  });

  it("lists exactly the statuses of a job, and the formats of a report", () => {
    const { description = "" } = action.outputs["status"] ?? {};
    expect(codes(description)).toEqual(job.shape.status.options);
    const { expected } = inputTable["report-file"].reader;
    const formats = codes(action.inputs["report-file"]?.description ?? "").slice(1);
    expect(formats).toEqual(String(expected).match(/\.\w+/g));
  });

  it("lists exactly the results that fail-on accepts", () => {
    expect(codes(action.inputs["fail-on"]?.description ?? "")).toEqual([...failable, "none"]);
  });

  it("runs committed files on Node.js 24, each step one of its own", () => {
    expect(action.runs.using).toBe("node24");
    for (const [entry, step] of [
      [action.runs.main, "runMainStep"],
      [action.runs.post, "runPostStep"],
    ] as const) {
      expect(entry).toMatch(/^dist\//);
      expect(file(entry)).toContain(`await ${step}()`);
    }
  });
});

describe("docs/reference.md", () => {
  const page = "docs/reference.md";

  it("has a row with a meaning and advice for every result, and no other", () => {
    const rows = rowsBelow(page, "`result`", "What it means");
    expect(rows.map(([result]) => result)).toEqual(results.map((result) => `\`${result}\``));
    for (const [, meaning = "", advice = ""] of rows)
      for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^\S.*\.$/);
  });

  it("has a heading with a meaning and advice for every reason, and no other", () => {
    const [, ofReasons = ""] = /^## Reasons$(.*?)^## /ms.exec(file(page)) ?? [];
    const [, ...parts] = ofReasons.split(/^### Reasons for /m);
    const documented = parts.map((part) => codes(part.replace(/^(?!#### |`).*$/gm, "")));
    expect(documented).toEqual(
      Object.entries(reasons).map(([result, codesOfIt]) => [result, ...codesOfIt]),
    );
    // Job summaries link to the headings.
    const sections = parts.flatMap((part) => part.split(/^#### /m).slice(1));
    for (const section of sections)
      expect(section).toMatch(/^`[a-z-]+`\n\n[A-Z`].*\.\n\n\*\*What to do:\*\* [A-Z].*\.\n/);
  });
});

describe("docs/report-files.md", () => {
  const page = "docs/report-files.md";
  const report = reportOf();
  const documented = (...head: string[]) =>
    rowsBelow(page, ...head).flatMap(([names = ""]) => codes(names));

  it("names the columns of the CSV file, in their order", () => {
    expect(documented("Column")).toEqual(toCsv(report).split("\n")[0]?.split(","));
  });

  it("names the fields of the JSON file, in their order", () => {
    const json = z.record(z.string(), z.unknown()).parse(JSON.parse(toJson(report)));
    expect(documented("Field")).toEqual(Object.keys(json));
  });
});

describe("the codes of a report's findings and of what is missing in it", () => {
  const word = z.object({ const: z.string() }).transform(({ const: one }) => [one]);
  const words = z.union([
    word,
    z.object({ enum: z.array(z.string()) }).transform((one) => one.enum),
  ]);
  const codesOf = (field: string) =>
    z
      .object({ oneOf: z.array(z.object({ properties: z.object({ [field]: words }) })) })
      .transform(({ oneOf }) =>
        oneOf.flatMap(({ properties }) => properties[field] ?? []).toSorted(),
      );
  const { $defs } = z
    .object({ $defs: z.object({ missing: codesOf("why"), next: codesOf("kind") }) })
    .parse(JSON.parse(file("docs/report.schema.json")));

  it.each([
    ["docs/report-files.md", "why", $defs.missing],
    ["docs/report-files.md", "kind", $defs.next],
    ["docs/report.md", "kind", $defs.next],
  ])("are those of the schema: %s, %s", (path, field, expected) => {
    const named = rowsBelow(path, `\`${field}\``).map(([code = ""]) => code);
    expect(named.toSorted()).toEqual(expected.map((code) => `\`${code}\``));
  });
});

it("docs/report.schema.json demands every field, and takes no other", () => {
  const loose: string[] = [];
  const content = JSON.parse(file("docs/report.schema.json"), (_, value: unknown) => {
    const { data } = objectSchema.safeParse(value);
    if (data === undefined) return value;
    const fields = Object.keys(data.properties);
    if (data.additionalProperties !== false || String(fields) !== String(data.required))
      loose.push(String(fields));
    return value;
  });
  expect(content).toHaveProperty("properties");
  expect(loose).toEqual([]);
});

describe("docs/questions.md", () => {
  const [line = ""] = /^👀 seen.*$/m.exec(file("docs/questions.md")) ?? [];

  it.each([
    ["🚀", "rocket", "pull-request", "the pull request is ready"],
    ["👍", "+1", "no-changes", "finished without a pull request"],
    ["😕", "confused", "failed", "failed, archived or an error"],
    ["👎", "-1", "denied", "may not run commands"],
  ] as const)("says what %s means", (emoji, reaction, result, words) => {
    expect(rowOf({ result }).reaction).toBe(reaction);
    const said = line.split(" · ").find((part) => part.startsWith(emoji));
    expect(said).toContain(words);
  });
});

describe("package-lock.json", () => {
  const entry = z.object({
    integrity: z.string().optional(),
    hasInstallScript: z.boolean().optional(),
  });
  const { packages } = z
    .object({ packages: z.record(z.string(), entry) })
    .parse(JSON.parse(file("package-lock.json")));
  // The entry without a name is the project itself.
  const { "": _, ...installed } = packages;

  it("has the integrity of every package", () => {
    expect(Object.keys(installed).length).toBeGreaterThan(100);
    for (const [place, { integrity }] of Object.entries(installed))
      expect(integrity, place).toMatch(/^sha512-/);
  });

  it("runs no install script, which could install more than the lock file names", () => {
    const scripts = Object.keys(installed).filter(
      (place) => installed[place]?.hasInstallScript === true,
    );
    expect(scripts).toEqual([]);
  });
});
