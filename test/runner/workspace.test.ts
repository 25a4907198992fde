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
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWorkspaceFile, resolveInWorkspace, writeWorkspaceFile } from "../../src/runner/workspace.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

let folder = "";
let workspace = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-agent-workspace-")));
  workspace = join(folder, "site");
  build();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a workspace with links of every kind, beside files that nobody may read or write. */
function build(): void {
  rmSync(workspace, { recursive: true, force: true });
  for (const path of ["site/docs", "site/.git/hooks", "site/docs/.GIT", "site/.github", "site-2"])
    mkdirSync(join(folder, path), { recursive: true });
  for (const path of ["a.md", "docs/b.md", "..prompt.md", ".github/c.md", ".git/config", "docs/.GIT/config"])
    write(path, `inside ${path}`);
  for (const path of ["secret.md", "site-2/a.md"]) writeFileSync(join(folder, path), "outside");
  for (const [name, target] of Object.entries({
    ...{ link: "docs/b.md", in: "docs", out: "../secret.md", up: "..", git: ".git", "to-git": ".git/config" },
    ...{ later: "../nowhere", later2: "nowhere", self: "self", there: "back", back: "there" },
  }))
    symlinkSync(target, join(workspace, name));
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), content);
}

/** Every file below a folder with its content; links are not followed. */
function files(below = folder): { path: string; text: string }[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return files(path);
    return entry.isFile() ? [{ path, text: readFileSync(path, "utf8") }] : [];
  });
}

/** The files that nobody may write: all outside the workspace, and those in `.git`. */
const guarded = () =>
  files().filter(({ path }) => !path.startsWith(`${workspace}/`) || /\/\.git\//i.test(path));

describe("readWorkspaceFile", () => {
  it.each([
    ["a path", "docs/b.md"],
    ["a path with `..` inside", "./docs/../docs/b.md"],
    ["a link inside the workspace", "link"],
    ["a path through a linked folder", "in/b.md"],
    ["a name that starts with two dots", "..prompt.md"],
    ["a folder that only starts like .git", ".github/c.md"],
  ])("reads %s", (_case, path) => {
    expect(readWorkspaceFile(workspace, path)).toMatch(/^inside /);
    expect(readWorkspaceFile(workspace, join(workspace, path))).toMatch(/^inside /);
  });

  it("reads in a workspace that is a link itself", () => {
    symlinkSync(workspace, join(folder, "linked"));
    expect(readWorkspaceFile(join(folder, "linked"), "a.md")).toBe("inside a.md");
  });

  it.each([
    ["../secret.md", "it is outside the workspace"],
    ["docs/../../secret.md", "it is outside the workspace"],
    ["/etc/hosts", "it is outside the workspace"],
    ["../site-2/a.md", "it is outside the workspace"],
    ["out", "it is outside the workspace"],
    ["up/secret.md", "it is outside the workspace"],
    ["up", "it is outside the workspace"],
    [".", "it is outside the workspace"],
    [".git/config", "it is inside .git"],
    ["docs/.GIT/config", "it is inside .git"],
    ["docs/../.git/config", "it is inside .git"],
    ["to-git", "it is inside .git"],
    ["docs", "it is not a file"],
    ["none.md", "there is no such file; check the path and that actions/checkout ran before"],
    ["later", "it is a link to a missing target"],
    ["a.md/b.md", "it has a part that is not a folder"],
  ])("refuses %s, links followed: %s", (path, why) => {
    expect(() => readWorkspaceFile(workspace, path)).toThrow(why);
  });

  it("reads up to 512 KiB", () => {
    write("prompt.md", "a".repeat(512 * 1024));
    expect(readWorkspaceFile(workspace, "prompt.md")).toHaveLength(512 * 1024);
    write("prompt.md", "a".repeat(512 * 1024 + 1));
    expect(() => readWorkspaceFile(workspace, "prompt.md")).toThrow("it is larger than 512 KiB");
  });

  it("reads UTF-8, without its byte order mark", () => {
    write("prompt.md", "\ufeffGrüße 🚀\n");
    expect(readWorkspaceFile(workspace, "prompt.md")).toBe("Grüße 🚀\n");
  });

  it.each([
    ["Latin 1", Buffer.from("Gr\u00fc\u00dfe", "latin1")],
    ["UTF-16", Buffer.from("\ufeffhello", "utf16le")],
    ["half a character", Buffer.from("🚀").subarray(0, 3)],
  ])("refuses %s", (_case, bytes) => {
    write("prompt.md", bytes);
    expect(() => readWorkspaceFile(workspace, "prompt.md")).toThrow("it is not UTF-8 text");
  });
});

describe("writeWorkspaceFile", () => {
  it.each([
    ["a new file", "docs/report.csv", "docs/report.csv"],
    ["new folders", "new/folders/report.csv", "new/folders/report.csv"],
    ["a path with `..` inside", "docs/../new/./report.csv", "new/report.csv"],
    ["names that start with two dots", "..report/..report.csv", "..report/..report.csv"],
    ["a folder that only starts like .git", ".github/report.csv", ".github/report.csv"],
    ["an existing file", "a.md", "a.md"],
    ["a link inside the workspace", "link", "docs/b.md"],
    ["a path through a linked folder", "in/new/report.csv", "docs/new/report.csv"],
  ])("writes %s", (_case, path, real) => {
    for (const given of [path, join(workspace, path)]) {
      build();
      writeWorkspaceFile(workspace, given, "Grüße 🚀\n");
      expect(readFileSync(join(workspace, real), "utf8")).toBe("Grüße 🚀\n");
    }
  });

  it("writes in a workspace that is a link itself", () => {
    symlinkSync(workspace, join(folder, "linked"));
    writeWorkspaceFile(join(folder, "linked"), "new/report.csv", "new");
    expect(readFileSync(join(workspace, "new/report.csv"), "utf8")).toBe("new");
  });

  it.each([
    ["../report.csv", "it is outside the workspace"],
    ["../new/report.csv", "it is outside the workspace"],
    ["docs/../../report.csv", "it is outside the workspace"],
    ["../site-2/report.csv", "it is outside the workspace"],
    ["/docs-agent-report.csv", "it is outside the workspace"],
    [".", "it is outside the workspace"],
    ["out", "it is outside the workspace"],
    ["up/secret.md", "it is outside the workspace"],
    ["up", "it is outside the workspace"],
    ["up/new/report.csv", "it is outside the workspace"],
    ["later", "it is a link to a missing target"],
    ["later/report.csv", "it is a link to a missing target"],
    ["later2", "it is a link to a missing target"],
    ["there", "it is a link to a missing target"],
    [".git/report.md", "it is inside .git"],
    [".git/new/report.md", "it is inside .git"],
    [".GIT/report.md", "it is inside .git"],
    ["docs/.GIT/report.md", "it is inside .git"],
    ["git/hooks/report.md", "it is inside .git"],
    ["docs", "it is not a file"],
    ["docs/", "it is not a file"],
    ["a.md/report.csv", "it has a part that is not a folder"],
  ])("refuses %s and changes nothing, links followed: %s", (path, why) => {
    const before = files();
    expect(() => writeWorkspaceFile(workspace, path, "new")).toThrow(why);
    expect(() => resolveInWorkspace(workspace, path)).toThrow(why);
    expect(files()).toEqual(before);
  });

  it("can be checked before, which creates nothing", () => {
    const before = readdirSync(workspace, { recursive: true });
    expect(resolveInWorkspace(workspace, "new/report.csv")).toBe(join(workspace, "new/report.csv"));
    expect(readdirSync(workspace, { recursive: true })).toEqual(before);
  });
});

describe("whatever the path is", () => {
  const names = fc.constantFrom(
    ...["", ".", "..", "a.md", "docs", "b.md", "link", "in", "out", "up", "git", "to-git", "later", "self"],
    ...[".git", ".GIT", "config", "site", "site-2", "secret.md", "new", "c.csv", "\0", "n".repeat(300)],
  );
  const parts = fc.array(fc.oneof({ weight: 6, arbitrary: names }, hostile), { maxLength: 5 });
  const roots = fc.constantFrom("", "", "", "../", "workspace/", "folder/");
  /** A path, absolute ones only below the test's own folder. */
  const path = fc
    .tuple(roots, parts)
    .map(([root, below]) => ({ root, text: below.join("/") }))
    .filter(({ root, text }) => root !== "" || !text.startsWith("/"));
  const resolved = ({ root, text }: { root: string; text: string }) =>
    root.replace("workspace", workspace).replace("folder", folder) + text;

  it("only files of the workspace are read, and a refusal does not show the folder", () => {
    fc.assert(
      fc.property(path, (given) => {
        try {
          expect(readWorkspaceFile(workspace, resolved(given))).toMatch(/^inside /);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: (?:it is |it has |there is no such file)/);
          expect(String(error)).not.toContain(folder);
        }
      }),
      runs(1500, 300),
    );
  });

  it("nothing is written outside the workspace or into .git", () => {
    const before = guarded();
    fc.assert(
      fc.property(path, (given) => {
        try {
          writeWorkspaceFile(workspace, resolved(given), "new");
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        expect(files().filter(({ text }) => text === "new")).toHaveLength(1);
        expect(guarded()).toEqual(before);
        build();
      }),
      runs(400, 100),
    );
    expect(guarded()).toEqual(before);
    expect(readdirSync(folder).toSorted()).toEqual(["secret.md", "site", "site-2"]);
  });
});
