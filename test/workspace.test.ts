import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWorkspaceFile } from "../src/workspace.ts";

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
