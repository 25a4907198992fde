import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readWorkspaceFile, writeWorkspaceFile } from "../src/workspace.ts";
import { runs } from "./runs.ts";
import { hostile } from "./text/hostile.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-agent-paths-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const workspace = join(folder, "site");

/** A workspace with links of every kind, beside a folder that nobody may see or touch. */
function build(): void {
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(join(workspace, "docs"), { recursive: true });
  mkdirSync(join(workspace, ".git"));
  mkdirSync(join(folder, "site-2"), { recursive: true });
  for (const file of ["a.md", "docs/b.md", ".git/config"])
    writeFileSync(join(workspace, file), `inside ${file}`);
  for (const file of ["secret.md", "site-2/a.md"]) writeFileSync(join(folder, file), "outside");
  for (const [to, name] of [
    ["../secret.md", "out.md"],
    ["..", "up"],
    ["docs", "in"],
    ["../nowhere.md", "later.md"],
    ["self", "self"],
    [".git", "git"],
  ] as const)
    symlinkSync(to, join(workspace, name));
}

const names = [
  "",
  ".",
  "..",
  "a.md",
  "docs",
  "b.md",
  "out.md",
  "up",
  "in",
  "later.md",
  "self",
  "git",
  ".git",
  ".GIT",
  "config",
  "site",
  "site-2",
  "secret.md",
  "new",
  "c.csv",
];
const path = fc
  .tuple(
    fc.constantFrom("", "", "", "/", `${workspace}/`, `${folder}/`, "./"),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...names) },
        hostile,
        fc.constantFrom("\0", "n".repeat(300)),
      ),
      { maxLength: 5 },
    ),
  )
  .map(([root, parts]) => root + parts.join("/"))
  // Nothing of this test may be written where the machine keeps its own.
  .filter((text) => !text.startsWith("/") || text.startsWith(folder));

/** Every file below a folder with what it holds, links not followed. */
function files(below = folder): { file: string; text: string }[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const file = join(below, entry.name);
    if (entry.isDirectory()) return files(file);
    return entry.isFile() ? [{ file, text: readFileSync(file, "utf8") }] : [];
  });
}

/** What nobody may touch: everything outside the workspace, and what is in its `.git`. */
const guarded = () =>
  files().filter(({ file }) => !file.startsWith(`${workspace}/`) || file.startsWith(join(workspace, ".git")));

describe("whatever path is given", () => {
  it("nothing is read but files of the workspace, and every refusal is a few words", () => {
    build();
    fc.assert(
      fc.property(path, (text) => {
        try {
          expect(readWorkspaceFile(workspace, text)).toMatch(/^inside /);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          expect(String(error)).toMatch(/^Error: (?:it is |there is no such file)/);
          expect(String(error)).not.toContain(folder);
        }
      }),
      runs(1500),
    );
  });

  it("nothing is written but into the workspace and beside .git, and what is written is there", () => {
    build();
    const before = guarded();
    fc.assert(
      fc.property(path, (text) => {
        try {
          writeWorkspaceFile(workspace, text, "new");
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        expect(files().filter((file) => file.text === "new")).toHaveLength(1);
        expect(guarded()).toEqual(before);
        build();
      }),
      runs(400),
    );
    expect(guarded()).toEqual(before);
    expect(readdirSync(folder).toSorted()).toEqual(["secret.md", "site", "site-2"]);
  });
});
