import { describe, expect, it } from "vitest";
import { JobState } from "../../src/agent/job-state.ts";
import type { Job } from "../../src/service/schemas.ts";
import { warningsOf } from "../fake-log.ts";

const pull = "https://github.com/acme/docs/pull/7";

/** What is known, put out and warned of after these answers. */
function after(...jobs: readonly Partial<Job>[]) {
  const outputs: string[] = [];
  const { log, warnings } = warningsOf();
  const known = new JobState({ setOutput: (name, value) => void outputs.push(`${name}=${value}`), log });
  for (const job of jobs) known.update({ id: "job_1", status: "active", ...job });
  return { known, outputs, warnings };
}

describe("an answer is put out", () => {
  it("whole", () => {
    const { outputs, known } = after({
      source: { repository: "acme/docs", ref: "main" },
      model: "sonnet",
      createdAt: "2026-11-16T09:00:00Z",
      prLink: pull,
    });
    expect(outputs).toEqual([
      "status=active",
      "repository=acme/docs",
      "ref=main",
      "model=sonnet",
      "createdAt=2026-11-16T09:00:00Z",
      `prLink=${pull}`,
    ]);
    expect(known.prLink).toBe(pull);
  });

  it.each<[string, Partial<Job>, string[]]>([
    ["nothing but a status", {}, []],
    ["a repository without a ref", { source: { repository: "acme/docs" } }, ["repository=acme/docs"]],
    ["a ref without a repository", { source: { ref: "main" } }, ["ref=main"]],
    ["a source without either", { source: {} }, []],
    ["no pull request", { prLink: null }, []],
    ["an empty pull request", { prLink: "" }, []],
  ])("with %s", (_, job, expected) => {
    const { outputs, warnings, known } = after(job);
    expect(outputs).toEqual(["status=active", ...expected]);
    expect([warnings, known.prLink]).toEqual([[], undefined]);
  });

  it("each time, and the newest is known", () => {
    const { outputs, known } = after({}, { status: "completed" });
    expect(outputs).toEqual(["status=active", "status=completed"]);
    expect(known.job?.status).toBe("completed");
  });
});

describe("a pull request's link", () => {
  it("is kept when a later answer has none", () => {
    expect(after({ prLink: pull }, { prLink: null }, { prLink: "javascript:x" }).known.prLink).toBe(pull);
  });

  it("that is no address is warned of once, in a line that ends", () => {
    const { warnings, outputs } = after(
      { prLink: `javascript:${"x".repeat(300)}` },
      { prLink: "mailto:a@b" },
    );
    expect(warnings).toEqual([
      `Pull request link left out: The job's prLink is no http(s) address: javascript:${"x".repeat(188)}…`,
    ]);
    expect(outputs).toEqual(["status=active", "status=active"]);
  });
});
