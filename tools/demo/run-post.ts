import type { StepResult } from "../../test/runner/runner.ts";
import type { Post } from "./page.ts";

/** What the page of a workflow run shows: the job summary and, folded, the log and the outputs. */
export function runPost(step: StepResult, run: string, attempt = 1): Post {
  const outputs = Object.entries(step.outputs).map(([name, value]) => `${name}: ${value}`);
  const parts = [step.summary, folded("Log", logOf(step)), folded("Outputs", outputs.join("\n"))];
  return {
    by: `Run ${run}`,
    what: `${attempt === 1 ? "" : `attempt ${attempt}, `}${step.exitCode === 0 ? "succeeded" : "failed"}`,
    markdown: parts.filter((part) => part !== "").join("\n\n"),
    id: attempt === 1 ? `run-${run}` : `run-${run}-${attempt}`,
  };
}

/** A log as GitHub shows it: its commands are carried out, and secrets are masked. */
function logOf({ stdout, stderr }: StepResult): string {
  const isMask = (line: string) => line.startsWith("::add-mask::");
  const lines = (stdout + stderr).trimEnd().split("\n");
  const secrets = lines.filter(isMask).map((line) => line.slice("::add-mask::".length));
  return lines
    .filter((line) => !isMask(line) && line !== "::endgroup::")
    .map((line) => secrets.reduce((text, secret) => text.replaceAll(secret, "***"), line))
    .map((line) => line.replace(/^::group::/, "▾ ").replace(annotation, annotated))
    .join("\n");
}

const annotation = /^::(error|warning|notice) title=([^:]*)::(.*)/;

function annotated(_: string, level: string, title: string, message: string): string {
  const name = unescapeCommand(title.replaceAll("%3A", ":").replaceAll("%2C", ","));
  return `${level.charAt(0).toUpperCase()}${level.slice(1)}: ${name}: ${unescapeCommand(message)}`;
}

function folded(name: string, text: string): string {
  if (text.trim() === "") return "";
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `<details>\n<summary>${name}</summary>\n\n${fence}log\n${text}\n${fence}\n\n</details>`;
}

/** Undoes the escapes of workflow commands (github/docs, workflow commands). */
function unescapeCommand(text: string): string {
  return text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}
