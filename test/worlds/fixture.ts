import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
// Loaded before the first world begins: a step that still loads its code looks like one that waits for nothing.
import "../../src/github/octokit.ts";
import { partProcess } from "./world.ts";

/** A folder for the worlds of a test file. While its tests run, the runs in this process are kept apart. */
export function useWorlds(): string {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-worlds-"));
  // What this returns undoes it after the tests.
  beforeAll(() => partProcess());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
