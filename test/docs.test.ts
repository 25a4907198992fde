import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import {
  fillBlocks,
  listExamples,
  listPages,
  nameRepository,
  readSources,
  repositoryName,
} from "../tools/docs.ts";

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const readme = file("README.md");
const pages = listPages();
const handWritten = [...pages, ".github/CONTRIBUTING.md", ".github/SECURITY.md"];
const packageJson = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(file("package.json")));

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return [...file(path).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("README.md", () => {
  it("is short enough to read in five minutes", () => {
    expect(readme.split("\n").length).toBeLessThan(200);
    // Tables and workflows are looked up, not read.
    const prose = readme.replace(/^```.*?^```$/gms, "").replace(/^\|.*$/gm, "");
    expect(prose.split(/\s+/).length).toBeLessThan(900);
  });

  it("leads to the first reply by few words and a short workflow", () => {
    const [before = "", workflow = ""] = readme.split(/^```(?:yaml)?$/m);
    const words = before.replace(/<[^>]*>/g, "").trim();
    expect(words.split(/\s+/).length).toBeLessThanOrEqual(200);
    const lines = workflow.split("\n").filter((line) => !/^ *#|^$/.test(line));
    expect(lines.length).toBeLessThanOrEqual(18);
  });

  it("shows small pictures, each with a text for people who cannot see it", () => {
    const pictures = readme.matchAll(
      /<source srcset="(.+)" media="\(prefers-color-scheme:dark\)">\n<img src="(.+)" alt="(.+)">/g,
    );
    const names = Array.from(pictures, ([, dark = "", light = "", text = ""]) => {
      expect(text.length).toBeGreaterThan(40);
      for (const path of [light, dark]) {
        const picture = readFileSync(join(root, path));
        expect(picture.subarray(1, 4).toString()).toBe("PNG");
        expect(picture.length).toBeLessThan(100 * 1024);
      }
      return [light, dark];
    });
    expect(names).toEqual([
      ["docs/status-comment.png", "docs/status-comment-dark.png"],
      ["docs/report.png", "docs/report-dark.png"],
    ]);
  });

  it("links every page in docs/", () => {
    for (const page of pages.filter((path) => path !== "README.md"))
      expect(readme).toContain(`](${page})`);
  });
});

describe("the documentation", () => {
  it("has at most 15,000 words, so that something goes for what comes", () => {
    const words = pages.map((path) => file(path).match(/\S+/g)?.length ?? 0);
    expect(words.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(15_000);
  });

  it("shows only YAML that can be parsed", () => {
    const shown = pages.flatMap((path) => [...file(path).matchAll(/^ *```yaml\n(.*?)^ *```$/gms)]);
    expect(shown).not.toEqual([]);
    for (const [, yaml = ""] of shown) expect(() => parse(yaml), yaml).not.toThrow();
  });

  it.each(pages)("has the tables and quotes that npm run docs makes: %s", (path) => {
    expect(fillBlocks(file(path), readSources())).toBe(file(path));
  });

  it.each([...pages, ...listExamples()])(
    "names this repository as package.json does: %s",
    (path) => {
      expect(nameRepository(file(path), repositoryName)).toBe(file(path));
    },
  );

  it("quotes every example as a whole, or links it", () => {
    const all = pages.map(file).join("\n");
    for (const path of listExamples())
      expect(
        [`<!-- ${path}: made by npm run docs -->`, `](../${path})`].some((one) =>
          all.includes(one),
        ),
      ).toBe(true);
  });

  it.each(handWritten)("links only to files and headings that exist: %s", (path) => {
    const links = [...file(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, target = "", anchor]) => {
      const linked = target === "" ? path : join(dirname(path), target);
      return (
        !existsSync(join(root, linked)) ||
        (anchor !== undefined && !anchorsOf(linked).includes(anchor))
      );
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it.each(handWritten)("names only scripts that package.json has: %s", (path) => {
    const named = [...file(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named));
  });

  it("says of every runtime dependency why it is there, and of no other", () => {
    const rows = [...file("docs/dependencies.md").matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(packageJson.dependencies));
    for (const [, , why] of rows) expect(why).toMatch(/^[A-Z].*\.$/);
  });
});

describe("SECURITY.md", () => {
  const [, part = ""] = /^## Threats, (.*?)(?=^## )/ms.exec(file(".github/SECURITY.md")) ?? [];
  const threats = part
    .split("\n")
    .filter((line) => /^\| [A-Z`]/.test(line) && !line.startsWith("| Threat "));

  it("has a table for each part that an attacker may try", () => {
    expect(part.match(/^### /gm)).toHaveLength(7);
    expect(threats.length).toBeGreaterThan(30);
  });

  it("names for each threat what the action does and a test of it", () => {
    const row = /^\| [^|]+\. \| [^|]+\. \[Test\]\(\.\.\/test\/[\w./-]+\.test\.ts\) \|$/;
    for (const threat of threats) expect(threat).toMatch(row);
  });
});

describe("nameRepository", () => {
  it("renames what is used and downloaded, and nothing else", () => {
    const text = (name: string) =>
      `- uses: ${name}@v1\n\`uses: ${name}@0123\`\ngh release verify --repo ${name}\n/docs-agent in workflows/docs-agent.yml`;
    expect(nameRepository(text("OWNER/docs-agent"), "acme/docs-agent")).toBe(
      text("acme/docs-agent"),
    );
    expect(nameRepository(text("acme/docs-agent"), "octo/docs-agent")).toBe(
      text("octo/docs-agent"),
    );
  });

  it("is done everywhere by npm run docs with a name", () => {
    const copy = mkdtempSync(join(tmpdir(), "docs-agent-docs-"));
    const named = [...pages, ...listExamples(), ".github/CODEOWNERS", "package.json"];
    for (const path of [...named, "action.yml", "tools/docs.ts"])
      cpSync(join(root, path), join(copy, path), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

    execFileSync(process.execPath, ["tools/docs.ts", "acme-2"], { cwd: copy });

    for (const path of named)
      expect(readFileSync(join(copy, path), "utf8"), path).not.toMatch(/\bOWNER\b/);
    rmSync(copy, { recursive: true });
  });

  it("tells readers to replace the owner until there is one", () => {
    const page =
      "Save it. Replace `OWNER` with the account in this page's address: `acme` in `github.com/acme/docs-agent`.";
    expect(readme.includes(page.replace("Save it. ", ""))).toBe(
      repositoryName.startsWith("OWNER/"),
    );
    expect(nameRepository(page, "OWNER/docs-agent")).toBe(page);
    expect(nameRepository(page, "acme/docs-agent")).toBe("Save it.");
  });
});

it("makes only what is inside of a block anew", () => {
  const actionYaml = 'inputs: { a-b: { description: "This | that.", default: x } }\noutputs: {}';
  const block = (inside: string) =>
    `before\n<!-- inputs: made by npm run docs -->\n${inside}<!-- end of inputs -->\nafter\n`;
  const filled = fillBlocks(block("stale\n"), { actionYaml, examples: new Map() });
  expect(filled).toContain("| `a-b` | `x`     | This \\| that. |");
  expect(filled).not.toContain("stale");
  expect(filled).toMatch(/^before\n<!-- .*<!-- end of .* -->\nafter\n$/s);
});
