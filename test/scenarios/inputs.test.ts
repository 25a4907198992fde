import { expect, test } from "vitest";
import { job, play, routes } from "./scenario.ts";

const done = { [routes.get]: [{ json: job("completed") }] };

test("wrong inputs are one annotation, and a list in the summary", async () => {
  const { exitCode, stdout, summary, requests } = await play({
    with: { prompt: "Go", mode: "agents", wait: "si | *no*", top: "1001" },
  });
  expect(exitCode).toBe(1);
  expect(requests).toEqual([]);
  expect(stdout.match(/^::(error|warning|notice) /gm)).toHaveLength(1);
  expect(stdout).toContain("3 inputs cannot be used: mode is “agents”");
  expect(summary).toMatchInlineSnapshot(`
    "### Docs Agent: Inputs to correct

    - mode is “agents” (allowed: one of agent, visitors)
    - wait is “si &#124; &#42;no&#42;” (allowed: true or false)
    - top is “1001” (allowed: a whole number from 0 to 1000)

    | Reason |
    | :-- |
    | \`input\` |

    Correct the step's “with:” block; nothing was sent.
    "
  `);
});

test("a single wrong input is a sentence", async () => {
  const { summary } = await play({ with: { prompt: "Go", wait: "si" } });
  expect(summary).toMatchInlineSnapshot(`
    "### Docs Agent: Inputs to correct

    An input cannot be used: wait is “si” (allowed: true or false).

    | Reason |
    | :-- |
    | \`input\` |

    Correct the step's “with:” block; nothing was sent.
    "
  `);
});

test("inputs that the mode does not look at are named, and change nothing", async () => {
  const given = { "job-id": "job_7f3a", period: "30d", top: "20", "report-file": "visitors.csv" };
  const { exitCode, stdout } = await play({ with: given, service: done });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "::notice title=Inputs without effect::With mode: agent nothing looks at period, report-file.",
  );
});

test("neither is said of a text without a command", async () => {
  const { stdout, summary } = await play({
    with: { period: "30d" },
    env: { GITHUB_EVENT_NAME: "issue_comment" },
  });
  expect(stdout).not.toContain("without effect");
  expect(summary).toBe("");
});

test("a job that is only watched does not say how long it took", async () => {
  const { summary } = await play({ with: { "job-id": "job_7f3a" }, service: done });
  expect(summary).toContain("`job_7f3a` (completed)");
  expect(summary).not.toContain("Took");
});
