import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readWorkspaceFile, writeWorkspaceFile } from "../../src/runner/workspace.ts";

let folder = "";
let workspace = "";

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "docs-agent-workspace-")));
  workspace = join(folder, "site");
  build();
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Makes a workspace with links of every kind, beside files that nobody may read or write. */
function build(): void {
  fs.rmSync(workspace, { recursive: true, force: true });
  for (const path of ["site/docs", "site/.git/hooks", "site/docs/.GIT", "site/.github", "site-2"])
    fs.mkdirSync(join(folder, path), { recursive: true });
  for (const path of ["a.md", "docs/b.md", ".github/c.md", ".git/config", "docs/.GIT/config"])
    write(path, `inside ${path}`);
  for (const path of ["secret.md", "site-2/a.md"]) fs.writeFileSync(join(folder, path), "outside");
  for (const [name, target] of Object.entries({
    ...{ link: "docs/b.md", in: "docs", out: "../secret.md", up: ".." },
    ...{ git: ".git", "to-git": ".git/config", later: "../nowhere" },
  }))
    fs.symlinkSync(target, join(workspace, name));
}

function write(path: string, content: string | Buffer): void {
  fs.mkdirSync(dirname(join(workspace, path)), { recursive: true });
  fs.writeFileSync(join(workspace, path), content);
}

/** Every file below a folder with its content; links are not followed. */
function files(below = folder): { path: string; text: string }[] {
  return fs.readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return files(path);
    return entry.isFile() ? [{ path, text: fs.readFileSync(path, "utf8") }] : [];
  });
}

it.each([
  ["a path", "docs/b.md", "docs/b.md"],
  ["a path with `..` inside", "./docs/../docs/b.md", "docs/b.md"],
  ["a folder that only starts like .git", ".github/c.md", ".github/c.md"],
  ["a link inside the workspace", "link", "docs/b.md"],
  ["a path through a linked folder", "in/b.md", "docs/b.md"],
])("reads and writes %s", (_case, path, real) => {
  for (const given of [path, join(workspace, path)]) {
    build();
    expect(readWorkspaceFile(workspace, given)).toBe(`inside ${real}`);
    writeWorkspaceFile(workspace, given, "Grüße 🚀\n");
    expect(fs.readFileSync(join(workspace, real), "utf8")).toBe("Grüße 🚀\n");
  }
});

it.each([
  ["new/folders/report.csv", "new/folders/report.csv"],
  ["..report/..report.csv", "..report/..report.csv"],
  ["in/new/report.csv", "docs/new/report.csv"],
])("writes %s with its folders", (path, real) => {
  writeWorkspaceFile(workspace, path, "new");
  expect(fs.readFileSync(join(workspace, real), "utf8")).toBe("new");
});

it("reads and writes in a workspace that is a link itself", () => {
  const linked = join(folder, "linked");
  fs.symlinkSync(workspace, linked);
  expect(readWorkspaceFile(linked, "a.md")).toBe("inside a.md");
  writeWorkspaceFile(linked, "new/report.csv", "new");
  expect(fs.readFileSync(join(workspace, "new/report.csv"), "utf8")).toBe("new");
});

const unresolved = "a part of it is no folder, or a link to a missing target";
it.each([
  ["../secret.md", "it is outside the workspace"],
  ["/docs-agent-report.csv", "it is outside the workspace"],
  ["../site-2/a.md", "it is outside the workspace"],
  [".", "it is outside the workspace"],
  ["out", "it is outside the workspace"],
  ["up/new/report.csv", "it is outside the workspace"],
  [".GIT/report.md", "it is inside .git"],
  ["docs/.GIT/config", "it is inside .git"],
  ["git/hooks/report.md", "it is inside .git"],
  ["to-git", "it is inside .git"],
  ["docs", "it is not a file"],
  ["later", unresolved],
  ["later/report.csv", unresolved],
  ["a.md/b.md", unresolved],
])(
  "neither reads nor writes %s, links followed, and does not show where it leads: %s",
  (path, why) => {
    const before = files();
    for (const use of [readWorkspaceFile, writeWorkspaceFile])
      expect(() => use(workspace, path, "new")).toThrow(new Error(why));
    expect(files()).toEqual(before);
  },
);

it("reads UTF-8 of up to 512 KiB, without its byte order mark", () => {
  write("prompt.md", "\ufeffGrüße 🚀\n");
  expect(readWorkspaceFile(workspace, "prompt.md")).toBe("Grüße 🚀\n");
  const largest = "a".repeat(512 * 1024);
  write("prompt.md", largest);
  expect(readWorkspaceFile(workspace, "prompt.md")).toBe(largest);
});

it.each<[string, string | Buffer | undefined, string]>([
  ["none", undefined, "there is no such file; check the path and that actions/checkout ran before"],
  ["a large one", "a".repeat(512 * 1024 + 1), "it is larger than 512 KiB"],
  ["one in Latin 1", Buffer.from("Gr\u00fc\u00dfe", "latin1"), "it is not UTF-8 text"],
])("says why a file cannot be read: %s", (_case, content, why) => {
  if (content !== undefined) write("prompt.md", content);
  expect(() => readWorkspaceFile(workspace, "prompt.md")).toThrow(why);
});
