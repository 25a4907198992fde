import { expect, test } from "vitest";
import { job, routes } from "../service/fake-service.ts";
import { runScenario } from "./harness.ts";
import { Thread } from "./thread.ts";

const done = { [routes.get]: [{ json: job("completed") }] };

test("invalid inputs are one annotation, and a list in the summary", async () => {
  const { exitCode, stdout, summary, requests } = await runScenario({
    with: { prompt: "Go", mode: "agents", wait: "si | *no*", top: "1001" },
  });
  expect(exitCode).toBe(1);
  expect(requests).toEqual([]);
  expect(stdout.match(/^::(error|warning|notice) /gm)).toHaveLength(1);
  expect(stdout).toContain("3 invalid inputs: mode is “agents”");
  expect(summary.match(/^- .*$/gm)).toEqual([
    "- `mode` is “agents” (expected one of agent, visitors)",
    "- `wait` is “si &#124; &#42;no&#42;” (expected true or false)",
    "- `top` is “1001” (expected a whole number from 0 to 1000)",
  ]);
});

test("a single invalid input is a sentence", async () => {
  const { summary } = await runScenario({ with: { prompt: "Go", wait: "si" } });
  expect(summary).toContain("\nInvalid input: `wait` is “si” (expected true or false).\n");
  expect(summary).not.toMatch(/^- /m);
});

test("inputs that the mode ignores are named in a notice", async () => {
  const given = { "job-id": "job_7f3a", period: "30d", top: "10", "report-file": "visitors.csv" };
  const { exitCode, stdout } = await runScenario({ with: given, service: done });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "::notice title=Ignored inputs::Ignored: `period` and `report-file` have no effect with `mode: agent`.",
  );
});

test("a comment without a command has no notice about ignored inputs", async () => {
  const { stdout, summary, outputs } = await new Thread().comment("Thanks!", { with: { period: "30d" } });
  expect(outputs).toMatchObject({ result: "skipped", reason: "no-command" });
  expect(stdout).not.toContain("Ignored");
  expect(summary).toBe("");
});

test("the summary of a watched job does not say how long it took", async () => {
  const { summary } = await runScenario({ with: { "job-id": "job_7f3a" }, service: done });
  expect(summary).toContain("`job_7f3a` (completed)");
  expect(summary).not.toContain("Took");
});
