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

/** What a person sees of a step: its log, its summary, its outputs. */
export function showStep(result: StepResult): void {
  showLog(result);
  if (result.summary !== "") section("Summary", result.summary);
  const outputs = Object.entries(result.outputs).map(([name, value]) => `${name}: ${value}`);
  section("Outputs", outputs.join("\n"));
}

/** Ends the demo when something did not go as it should. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
