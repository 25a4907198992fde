import {
  existsSync,
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
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWorkspaceFile, resolveForWriting, writeWorkspaceFile } from "../src/workspace.ts";

let folder = "";
let workspace = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-agent-workspace-")));
  workspace = join(folder, "site");
  mkdirSync(join(workspace, "docs"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "outside");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Buffer) => writeFileSync(join(workspace, name), content);

describe("readWorkspaceFile", () => {
  it.each([
    ["a relative path", "docs/prompt.md"],
    ["a path with a detour", "./docs/../docs/prompt.md"],
  ])("reads %s", (_case, path) => {
    write("docs/prompt.md", "Grüße 🚀\n");
    expect(readWorkspaceFile(workspace, path)).toBe("Grüße 🚀\n");
  });

  it("reads an absolute path inside the workspace", () => {
    write("prompt.md", "inside");
    expect(readWorkspaceFile(workspace, join(workspace, "prompt.md"))).toBe("inside");
  });

  it("reads through a link that stays inside", () => {
    write("docs/prompt.md", "inside");
    symlinkSync("docs/prompt.md", join(workspace, "link.md"));
    expect(readWorkspaceFile(workspace, "link.md")).toBe("inside");
  });

  it("reads in a workspace that is itself a link", () => {
    write("prompt.md", "inside");
    symlinkSync(workspace, join(folder, "linked"));
    expect(readWorkspaceFile(join(folder, "linked"), "prompt.md")).toBe("inside");
  });

  it("reads a file whose name begins with two dots", () => {
    write("..prompt.md", "inside");
    expect(readWorkspaceFile(workspace, "..prompt.md")).toBe("inside");
  });

  it("takes a byte order mark for no text", () => {
    write("prompt.md", "\ufeffhello");
    expect(readWorkspaceFile(workspace, "prompt.md")).toBe("hello");
  });

  it.each([
    ["the folder above", "../secret.txt"],
    ["a detour out", "docs/../../secret.txt"],
    ["an absolute path", "/etc/hosts"],
  ])("refuses what is outside: %s", (_case, path) => {
    expect(() => readWorkspaceFile(workspace, path)).toThrow("it is outside the workspace");
  });

  it("refuses a folder beside it whose name begins the same", () => {
    mkdirSync(join(folder, "site-2"));
    writeFileSync(join(folder, "site-2", "prompt.md"), "outside");
    expect(() => readWorkspaceFile(workspace, "../site-2/prompt.md")).toThrow("it is outside the workspace");
  });

  it("refuses links that lead out, to a file or by a folder", () => {
    symlinkSync(join(folder, "secret.txt"), join(workspace, "link.md"));
    symlinkSync(folder, join(workspace, "up"));
    expect(() => readWorkspaceFile(workspace, "link.md")).toThrow("it is outside the workspace");
    expect(() => readWorkspaceFile(workspace, "up/secret.txt")).toThrow("it is outside the workspace");
  });

  it("refuses what lies in a .git, where a checkout may keep a token, also behind a link", () => {
    for (const name of [".git", "docs/.GIT", ".github"])
      mkdirSync(join(workspace, name), { recursive: true });
    write(".git/config", "secret");
    write("docs/.GIT/config", "secret");
    symlinkSync(join(workspace, ".git/config"), join(workspace, "to-git.md"));
    for (const path of [".git/config", "docs/.GIT/config", "to-git.md", "docs/../.git/config"])
      expect(() => readWorkspaceFile(workspace, path)).toThrow("it is inside .git");
    write(".github/prompt.md", "Document it");
    expect(readWorkspaceFile(workspace, ".github/prompt.md")).toBe("Document it");
  });

  it("refuses the workspace and folders in it", () => {
    expect(() => readWorkspaceFile(workspace, ".")).toThrow("it is outside the workspace");
    expect(() => readWorkspaceFile(workspace, "docs")).toThrow("it is not a file");
  });

  it("says when there is no such file, and what may be forgotten", () => {
    expect(() => readWorkspaceFile(workspace, "none.md")).toThrow(/no such file.+actions\/checkout/);
    symlinkSync("nowhere", join(workspace, "dangling.md"));
    expect(() => readWorkspaceFile(workspace, "dangling.md")).toThrow("no such file");
  });

  it("reads 512 KiB and refuses a byte more", () => {
    write("prompt.md", "a".repeat(512 * 1024));
    expect(readWorkspaceFile(workspace, "prompt.md")).toHaveLength(512 * 1024);
    write("prompt.md", "a".repeat(512 * 1024 + 1));
    expect(() => readWorkspaceFile(workspace, "prompt.md")).toThrow("it is larger than 512 KiB");
  });

  it.each([
    ["Latin 1", Buffer.from("Gr\u00fc\u00dfe", "latin1")],
    ["UTF-16", Buffer.from("\ufeffhello", "utf16le")],
    ["half a character", Buffer.from("🚀").subarray(0, 3)],
  ])("refuses what is not UTF-8: %s", (_case, bytes) => {
    write("prompt.md", bytes);
    expect(() => readWorkspaceFile(workspace, "prompt.md")).toThrow("it is not UTF-8 text");
  });
});

describe("writeWorkspaceFile", () => {
  const outside = (...parts: string[]) => join(folder, ...parts);
  const inside = (...parts: string[]) => join(workspace, ...parts);

  it.each([
    ["beside what is there", "docs/report.csv"],
    ["in new folders", "out/of/nothing/report.csv"],
    ["by a detour", "docs/../new/./report.csv"],
    ["under a name that begins with two dots", "..report/..report.csv"],
    ["in a folder whose name only begins as .git does", ".github/report.csv"],
  ])("writes %s", (_case, path) => {
    writeWorkspaceFile(workspace, path, "Grüße 🚀\n");
    expect(readFileSync(inside(path), "utf8")).toBe("Grüße 🚀\n");
  });

  it("writes to an absolute path inside the workspace", () => {
    writeWorkspaceFile(workspace, inside("report.csv"), "new");
    expect(readFileSync(inside("report.csv"), "utf8")).toBe("new");
  });

  it("puts the new text in the place of the old one, however long that was", () => {
    write("report.csv", "old ".repeat(1000));
    writeWorkspaceFile(workspace, "report.csv", "new");
    expect(readFileSync(inside("report.csv"), "utf8")).toBe("new");
  });

  it("writes through links that stay inside, to a file or by a folder", () => {
    write("docs/report.csv", "old");
    symlinkSync("docs/report.csv", inside("link.csv"));
    symlinkSync("docs", inside("folder"));
    writeWorkspaceFile(workspace, "link.csv", "new");
    writeWorkspaceFile(workspace, "folder/new/report.md", "below");
    expect(readFileSync(inside("docs", "report.csv"), "utf8")).toBe("new");
    expect(readFileSync(inside("docs", "new", "report.md"), "utf8")).toBe("below");
  });

  it("writes in a workspace that is itself a link", () => {
    symlinkSync(workspace, outside("linked"));
    writeWorkspaceFile(outside("linked"), "new/report.csv", "new");
    expect(readFileSync(inside("new", "report.csv"), "utf8")).toBe("new");
  });

  it.each([
    ["the folder above", "../report.csv"],
    ["new folders there", "../new/report.csv"],
    ["a detour out", "docs/../../report.csv"],
    ["a folder beside it whose name begins the same", "../site-2/report.csv"],
    ["an absolute path", "/docs-agent-report.csv"],
    ["the workspace itself", "."],
  ])("refuses what is outside: %s", (_case, path) => {
    const content = () => readdirSync(folder, { recursive: true });
    const before = content();
    expect(() => writeWorkspaceFile(workspace, path, "new")).toThrow("it is outside the workspace");
    expect(content()).toEqual(before);
  });

  it("refuses links that lead out, and changes nothing there", () => {
    symlinkSync(outside("secret.txt"), inside("link.csv"));
    symlinkSync(folder, inside("up"));
    for (const path of ["link.csv", "up/secret.txt", "up/report.csv", "up/new/report.csv"])
      expect(() => writeWorkspaceFile(workspace, path, "new")).toThrow("it is outside the workspace");
    expect(readFileSync(outside("secret.txt"), "utf8")).toBe("outside");
    expect(existsSync(outside("report.csv"))).toBe(false);
    expect(existsSync(outside("new"))).toBe(false);
  });

  it("follows no link to what is not there yet, wherever that would be", () => {
    symlinkSync(outside("later"), inside("later"));
    symlinkSync(outside("later.csv"), inside("report.csv"));
    symlinkSync("later.csv", inside("own.csv"));
    for (const path of ["later/report.csv", "report.csv", "own.csv"])
      expect(() => writeWorkspaceFile(workspace, path, "new")).toThrow("it is a link that leads nowhere");
    expect(readdirSync(folder).toSorted()).toEqual(["secret.txt", "site"]);
  });

  it("is not kept by links that lead in a circle", () => {
    symlinkSync("there.csv", inside("back.csv"));
    symlinkSync("back.csv", inside("there.csv"));
    expect(() => writeWorkspaceFile(workspace, "there.csv", "new")).toThrow(
      "it is a link that leads nowhere",
    );
  });

  it("refuses what is no file", () => {
    expect(() => resolveForWriting(workspace, "docs")).toThrow("it is not a file");
    expect(() => resolveForWriting(workspace, "docs/")).toThrow("it is not a file");
  });

  it("refuses git's own folder, also by a link", () => {
    for (const path of [".git/hooks", "docs/.git"]) mkdirSync(inside(path), { recursive: true });
    symlinkSync(".git/hooks", inside("hooks"));
    const paths = [".git/report.md", ".git/new/report.md", ".GIT/report.md", "docs/.git/report.md"];
    for (const path of [...paths, "hooks/report.md"])
      expect(() => resolveForWriting(workspace, path)).toThrow("it is inside .git");
  });

  it("throws when a folder on the way is a file, and leaves the file as it is", () => {
    write("docs/note", "a note");
    const refused = "a part of the path is not a folder";
    expect(() => writeWorkspaceFile(workspace, "docs/note/report.csv", "new")).toThrow(refused);
    expect(readFileSync(inside("docs", "note"), "utf8")).toBe("a note");
  });

  it("only says where it would write, and makes nothing on the way", () => {
    expect(resolveForWriting(workspace, "new/report.csv")).toBe(inside("new", "report.csv"));
    expect(existsSync(inside("new"))).toBe(false);
  });
});
