import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));
const metadata = z
  .object({
    inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
    runs: z.object({ using: z.string(), main: z.string(), post: z.string() }),
  })
  .parse(parse(readFileSync(join(root, "action.yml"), "utf8")));
/** The files that the runner starts. */
export const entries = {
  main: join(root, metadata.runs.main),
  post: join(root, metadata.runs.post),
};

// What is tested must run on the Node that the runner would use.
if (`node${process.versions.node.split(".")[0]}` !== metadata.runs.using)
  throw new Error(
    `run this with ${metadata.runs.using}, as npm scripts do, not with Node ${process.versions.node}`,
  );

/** A step as a workflow writes it, with the parts of its job that reach the action. */
export type Step = {
  with: Readonly<Record<string, string>>;
  /** Further variables, which win over the runner's. */
  env?: Readonly<Record<string, string | undefined>>;
  eventName?: string;
  /** The event's payload, which the runner lays down as a file; bytes and texts are the file as it is. */
  event?: unknown;
  /** A folder of the caller's; made and removed when missing. */
  workspace?: string;
  /** What earlier lines of the same step have put into the job summary. */
  summary?: string;
};

/** What a step leaves behind, as the runner and a person see it. */
export type StepResult = {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  outputs: Record<string, string>;
  state: Record<string, string>;
  summary: string;
};

/** The step that people write into a workflow, and the one that the runner adds at the end of the job. */
export type Phase = "main" | "post";

/** A step under way. */
export type RunningStep = {
  process: ChildProcess;
  done: Promise<StepResult>;
  /** Resolves once the log holds the text. */
  said(text: string): Promise<void>;
  /** The outputs so far. */
  outputs(): Record<string, string>;
};

/** What the runner says about the run, for every step alike. */
const runnerVariables = {
  ...{ GITHUB_REPOSITORY: "octo/site", GITHUB_WORKFLOW: "Docs", GITHUB_JOB: "docs" },
  ...{ GITHUB_ACTION: "__octo_docs-agent", GITHUB_RUN_ID: "1001", GITHUB_RUN_ATTEMPT: "1" },
  ...{ GITHUB_ACTOR: "maintainer", GITHUB_TRIGGERING_ACTOR: "maintainer" },
  ...{ GITHUB_SERVER_URL: "https://github.com", GITHUB_API_URL: "http://127.0.0.1:9" },
} as const;

/** The steps that run, with their variables as JSON. */
const children = new Map<ChildProcess, string>();
/** Kills the steps that a failed test has left, out of those whose variables hold this text. */
export function killSteps(part: string): void {
  for (const [child, variables] of children) if (variables.includes(part)) child.kill("SIGKILL");
}
process.once("exit", () => killSteps(""));

/** No step takes this long, in ms, however busy the machine is. */
const limitMs = 35_000;

/** A step with its folder, its files and its variables, before anything of it runs. */
export type PreparedStep = {
  folder: string;
  env: Record<string, string | undefined>;
  outputs(): Record<string, string>;
  /** What the step has written into the runner's files. */
  written(): Pick<StepResult, "outputs" | "state" | "summary">;
  remove(): void;
};

/** Prepares a step as the runner does: inputs as variables, file commands, the event as a file. */
export function prepareStep(
  step: Step,
  state: Readonly<Record<string, string>> = {},
): PreparedStep {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-step-"));
  const file = (name: string, content: string | Uint8Array = "") => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const { event = {}, summary = "" } = step;
  const isFile = typeof event === "string" || event instanceof Uint8Array;
  const files = {
    GITHUB_OUTPUT: file("output"),
    GITHUB_STATE: file("state"),
    GITHUB_STEP_SUMMARY: file("summary.md", summary),
    GITHUB_EVENT_PATH: file("event.json", isFile ? event : JSON.stringify(event)),
  };
  const outputs = () => readCommands(files.GITHUB_OUTPUT);
  return {
    folder,
    env: {
      ...inputVariables(step.with),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
      ...files,
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: step.eventName ?? "workflow_dispatch",
      GITHUB_WORKSPACE: step.workspace ?? folder,
      ...runnerVariables,
      ...step.env,
    },
    outputs,
    written: () => {
      const summary = readFileSync(files.GITHUB_STEP_SUMMARY, "utf8");
      return { outputs: outputs(), state: readCommands(files.GITHUB_STATE), summary };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a committed entry as the runner does, in a process of its own. */
export function startStep(
  step: Step,
  phase: Phase = "main",
  state: Readonly<Record<string, string>> = {},
): RunningStep {
  const prepared = prepareStep(step, state);
  // The code of the bundle is compiled once for all of its processes.
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entries[phase]], {
    cwd: step.workspace ?? prepared.folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, NODE_COMPILE_CACHE, ...prepared.env },
  });
  children.set(child, JSON.stringify(prepared.env));
  let isTooLong = false;
  const limit = setTimeout(() => {
    isTooLong = child.kill("SIGKILL");
  }, limitMs);
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const done = new Promise<StepResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, signal) => {
      children.delete(child);
      clearTimeout(limit);
      const result = { exitCode, signal, stdout, stderr, ...prepared.written() };
      prepared.remove();
      if (!isTooLong) return resolve(result);
      reject(
        new Error(`The step did not end within ${limitMs / 1000} s. It said:\n${stdout}${stderr}`),
      );
    });
  });
  // A test may wait for something else of the step.
  done.catch(() => {});
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (stdout.includes(text)) resolve();
      };
      const unsaid = () =>
        reject(new Error(`The step ended without saying “${text}”:\n${stdout}${stderr}`));
      listeners.add(look);
      child.on("close", unsaid);
      look();
    });
  return { process: child, done, said, outputs: prepared.outputs };
}

/** Runs the bundle to its end. */
export function runStep(...step: Parameters<typeof startStep>): Promise<StepResult> {
  return startStep(...step).done;
}

/** The runner fills in the defaults of action.yml, except for what it would evaluate. */
function inputVariables(given: Readonly<Record<string, string>>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, input] of Object.entries(metadata.inputs)) {
    const standard = input.default?.startsWith("${{") ? "" : (input.default ?? "");
    variables[`INPUT_${name.toUpperCase()}`] = given[name] ?? standard;
  }
  return variables;
}

/** What a step has written into a file of the runner; the last value of a name counts. */
export function readCommands(path: string): Record<string, string> {
  return Object.fromEntries(parseCommands(readFileSync(path, "utf8")));
}

const newline = process.platform === "win32" ? /\r?\n/ : "\n";

/**
 * Reads `name=value` lines and `name<<delimiter` blocks as the runner does (actions/runner, FileCommandManager.cs):
 * whichever sign comes first on a line counts, and a delimiter ends at the first whole line that is equal to it. Throws
 * where the runner would fail the step.
 */
export function parseCommands(text: string): [name: string, value: string][] {
  const values: [string, string][] = [];
  const lines = text.split(newline);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const [, name = "", sign = "", rest = ""] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? [];
    if (name === "" || (sign === "<<" && rest === "")) throw new Error(`invalid format: ${line}`);
    if (sign === "=") {
      values.push([name, rest]);
      continue;
    }
    const end = lines.indexOf(rest, at + 1);
    if (end === -1) throw new Error("matching delimiter not found");
    values.push([name, lines.slice(at + 1, end).join("\n")]);
    at = end;
  }
  return values;
}
