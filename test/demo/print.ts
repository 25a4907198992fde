import type { StepResult } from "../runner/runner.ts";

/** A scene's title. */
export function heading(text: string): void {
  console.log(`\n${text}\n${"=".repeat(text.length)}`);
}

/** A text under a name, indented so that it is seen where it ends. */
export function section(name: string, text: string): void {
  const lines = text.trimEnd().split("\n");
  console.log(`\n${name}\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}`);
}

/** What a person sees of a step: its log, its summary, its outputs. */
export function showStep(result: StepResult): void {
  section("Log", result.stdout + result.stderr);
  if (result.summary !== "") section("Summary", result.summary);
  const outputs = Object.entries(result.outputs).map(([name, value]) => `${name}: ${value}`);
  section("Outputs", outputs.join("\n"));
}

/** Ends the demo when something did not go as it should. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
