import { expect, test } from "vitest";
import { fillTemplate, holds } from "./expressions.ts";

const embedded = (expression: string) => ["${{", expression, "}}"].join(" ");
const withOutput = (value: string) => ({ steps: { report: { outputs: { it: value } } } });

// Without a period to compare with, a change is empty.
test.each([
  ["steps.report.outputs.it < -0.2", "-0.27", true],
  ["steps.report.outputs.it < -0.2", "-0.2", false],
  ["steps.report.outputs.it < -0.2", "0.27", false],
  ["steps.report.outputs.it < -0.2", "", false],
  ["steps.report.outputs.it > 0.5", "", false],
  ["steps.report.outputs.it == 0", "", true],
  ["steps.report.outputs.it != '' && steps.report.outputs.it == 0", "", false],
  ["steps.report.outputs.it > 0", "12", true],
  ["steps.report.outputs.it > 0", "0", false],
])(
  "an output in a condition counts as a number, and as 0 when it is empty: %s, %j",
  (condition, value, expected) => {
    expect(holds(condition, withOutput(value), "success")).toBe(expected);
  },
);

test.each([
  [undefined, "success", true],
  [undefined, "failure", false],
  ["true", "failure", false],
  ["always()", "failure", true],
  ["failure()", "failure", true],
  ["failure()", "success", false],
  [embedded("github.event.pull_request.merged"), "success", false],
  ["contains(github.event.labels.*.name, 'no-docs')", "success", true],
  ["contains(github.event.labels.*.name, 'docs')", "success", false],
  ["github.event.missing.deep == null", "success", true],
] as const)(
  "a condition asks for the steps before, unless it says otherwise: %s after %s",
  (condition, status, expected) => {
    const event = { pull_request: { merged: false }, labels: [{ name: "bug" }, { name: "NO-docs" }] };
    expect(holds(condition, { github: { event } }, status)).toBe(expected);
  },
);

test("a text becomes a JSON string of itself, whatever it holds", () => {
  const text = `a "quote"\\ <b>\n\tñ ${embedded("1")} \u2028`;
  const filled = fillTemplate(`{ "text": ${embedded("toJSON(steps.report.outputs.it)")} }`, withOutput(text));
  expect(JSON.parse(filled)).toEqual({ text });
});

test("a context that its place does not have is an error", () => {
  expect(() => holds("secrets.KEY != ''", { github: {} }, "success")).toThrow("secrets");
});
