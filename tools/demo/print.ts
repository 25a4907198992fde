import type { StepResult } from "../../test/runner/runner.ts";

/** The title of a part. */
export function heading(text: string): void {
  console.log(`\n${text}\n${"=".repeat(text.length)}`);
}

/** A text under a name, indented to show where it ends. */
export function section(name: string, text: string): void {
  const lines = text.trimEnd().split("\n");
  console.log(`\n${name}\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}`);
}

/** A step's log as GitHub shows it: its commands are carried out, and secrets are masked. */
export function showLog({ stdout, stderr }: StepResult): void {
  const isMask = (line: string) => line.startsWith("::add-mask::");
  const lines = (stdout + stderr).trimEnd().split("\n");
  const secrets = lines.filter(isMask).map((line) => line.slice("::add-mask::".length));
  const shown = lines
    .filter((line) => !isMask(line) && line !== "::endgroup::")
    .map((line) => secrets.reduce((text, secret) => text.replaceAll(secret, "***"), line))
    .map((line) => line.replace(/^::group::/, "\u25be ").replace(annotation, annotated));
  section("Log", shown.join("\n"));
}

const annotation = /^::(error|warning|notice) title=([^:]*)::/;

function annotated(_: string, level: string, title: string): string {
  const unescaped = title.replaceAll("%3A", ":").replaceAll("%2C", ",");
  return `${level[0]?.toUpperCase()}${level.slice(1)}: ${unescaped}: `;
}

export function showOutputs({ outputs }: StepResult): void {
  const lines = Object.entries(outputs).map(([name, value]) => `${name}: ${value}`);
  section("Outputs", lines.join("\n"));
}

/** What a person sees of a step: its log, its summary, its outputs. */
export function showStep(step: StepResult): void {
  showLog(step);
  if (step.summary !== "") section("Summary", step.summary);
  showOutputs(step);
}

/** Fails the demo when something is not as it should be. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
