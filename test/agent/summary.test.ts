import { describe, expect, it } from "vitest";
import type { AgentReport } from "../../src/agent/errand.ts";
import { renderSummary } from "../../src/agent/summary.ts";
import type { Outcome } from "../../src/result.ts";
import { message } from "../../src/text/message.ts";

const skipped: Outcome = { result: "skipped", reason: "", message: message`The text is empty.`, advice: [] };
const bare: AgentReport = {
  outcome: skipped,
  prompt: "",
  jobId: undefined,
  job: undefined,
  prLink: undefined,
  elapsedMs: undefined,
};
const job = { id: "job_7f3a", status: "active" };
const prLink = "https://github.com/acme/docs/pull/7";

/** The table of a summary: its head and its row, without the line between them. */
function table(more: Partial<AgentReport>): string[] {
  const [head = "", line = "", row = "", ...rest] = renderSummary({ ...bare, ...more })
    .split("\n")
    .filter((text) => text.startsWith("|"));
  expect(line).toBe(head.replaceAll(/[^|]+/g, " :-- "));
  expect(rest).toEqual([]);
  return [head, row];
}

describe("a summary", () => {
  it("of what is known of a whole run", () => {
    const report: AgentReport = {
      outcome: {
        result: "error",
        reason: "service",
        message: message`The service failed to read the job.`,
        advice: message`Try later.`,
      },
      prompt: "Document the limit\n\n# and more",
      jobId: "job_7f3a",
      job: { ...job, source: { repository: "acme/docs", ref: "main" }, model: "sonnet" },
      prLink,
      elapsedMs: 184_000,
    };
    expect(renderSummary(report)).toMatchInlineSnapshot(`
      "### Docs Agent: Service failing

      The service failed to read the job.

      | Pull request | Job | Documentation | Model | Took | Reason |
      | :-- | :-- | :-- | :-- | :-- | :-- |
      | [acme/docs&#35;&#8203;7](<https://github.com/acme/docs/pull/7>) | \`job_7f3a\` (active) | \`acme/docs\` at \`main\` | \`sonnet\` | 3 min 4 s | \`service\` |

      Try later.

      > Document the limit
      >
      > &#35; and more
      "
    `);
  });

  it("of what is known of nothing but the outcome", () => {
    expect(renderSummary(bare)).toBe("### Docs Agent: Nothing to do\n\nThe text is empty.\n");
  });
});

describe("the table of a summary", () => {
  it.each<[string, Partial<AgentReport>, string[]]>([
    ["a job that was never read", { jobId: "job_7f3a" }, ["| Job |", "| `job_7f3a` |"]],
    ["a job with its status", { jobId: "job_7f3a", job }, ["| Job |", "| `job_7f3a` (active) |"]],
    [
      "a repository without a ref",
      { job: { ...job, source: { repository: "acme/docs" } } },
      ["| Documentation |", "| `acme/docs` |"],
    ],
    [
      "a repository with a ref",
      { job: { ...job, source: { repository: "acme/docs", ref: "main" } } },
      ["| Documentation |", "| `acme/docs` at `main` |"],
    ],
    ["a model", { job: { ...job, model: "sonnet" } }, ["| Model |", "| `sonnet` |"]],
    ["no time at all", { elapsedMs: 0 }, ["| Took |", "| 0 s |"]],
    ["a reason", { outcome: { ...skipped, reason: "no-text" } }, ["| Reason |", "| `no-text` |"]],
    [
      "a pull request of a job that goes on",
      { prLink },
      ["| Pull request |", `| [acme/docs&#35;&#8203;7](<${prLink}>) |`],
    ],
  ])("holds %s", (_, more, expected) => {
    expect(table(more)).toEqual(expected);
  });

  it.each<[string, Partial<AgentReport>]>([
    ["a ref whose repository is not known", { job: { ...job, source: { ref: "main" } } }],
    ["a job whose id is not known", { job }],
    ["a pull request that the message links", { prLink, outcome: { ...skipped, result: "pull-request" } }],
  ])("leaves out %s", (_, more) => {
    expect(renderSummary({ ...bare, ...more })).not.toContain("|");
  });

  it("shortens what others made too long", () => {
    const long = "x".repeat(500);
    const source = { repository: `r${long}`, ref: `b${long}` };
    const [, row = ""] = table({
      jobId: `j${long}`,
      job: { id: "", status: `s${long}`, source, model: `m${long}` },
    });
    const lengths = Array.from(row.matchAll(/([jsrbm])x+…x*/g), ([text, name = ""]) => [name, text.length]);
    expect(Object.fromEntries(lengths)).toEqual({ j: 80, s: 64, r: 120, b: 80, m: 80 });
  });
});

describe("what happened, in a summary,", () => {
  const outcome = (...points: string[]): Outcome => ({
    ...skipped,
    message: message`All of it.`,
    points: points.map((point) => message`${point}`),
  });
  const told = (...points: string[]) =>
    renderSummary({ ...bare, outcome: outcome(...points) })
      .split("\n")
      .slice(2, -1);

  it("is a list when it is several things", () => {
    expect(told("One.", "Two <b>.")).toEqual(["- One.", "- Two &lt;b&gt;."]);
    expect(told("One.", "Two.", "Three.")).toEqual(["- One.", "- Two.", "- Three."]);
  });

  it("is the message when it is one thing", () => {
    expect(told("One.")).toEqual(["All of it."]);
    expect(told()).toEqual(["All of it."]);
  });
});

it("a summary quotes the prompt, as far as anybody reads on", () => {
  const quote =
    renderSummary({ ...bare, prompt: "word ".repeat(1000) })
      .split("\n")
      .at(-2) ?? "";
  expect(quote).toMatch(/^> word word .*…$/);
  expect(quote.length).toBeGreaterThan(1490);
  expect(quote.length).toBeLessThanOrEqual(1502);
});
