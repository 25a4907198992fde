import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { appendSummary, summaryRoom } from "../../src/runner/files.ts";

const folder = mkdtempSync(join(tmpdir(), "docs-agent-summary-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the job summary", () => {
  const summary = join(folder, "summary.md");

  it("takes less than 1 MiB, together with what the step wrote before", () => {
    writeFileSync(summary, "before!");
    const room = 1024 * 1024 - 1 - "before!".length;
    expect(summaryRoom(summary)).toBe(room);
    appendSummary(summary, "x".repeat(room + 1));
    // The runner counts bytes.
    appendSummary(summary, "ä".repeat(room / 2 + 1));
    expect(readFileSync(summary, "utf8")).toBe("before!");
    appendSummary(summary, "ä".repeat(room / 2));
    expect(summaryRoom(summary)).toBe(0);
    writeFileSync(summary, "x".repeat(1024 * 1024 + 1));
    expect(summaryRoom(summary)).toBe(0);
  });

  it("needs no file, and is not written without a path", () => {
    expect(summaryRoom(join(folder, "none.md"))).toBe(1024 * 1024 - 1);
    expect(summaryRoom(undefined)).toBe(1024 * 1024 - 1);
    appendSummary(undefined, "text");
    appendSummary("", "text");
    expect(() => appendSummary(join(folder, "none", "summary.md"), "text")).toThrow("ENOENT");
  });
});
