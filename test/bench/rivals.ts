import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Way } from "./ways.ts";

/** A way that is not ours. */
export type Rival = Exclude<Way, "action">;
/** Where a rival finds the service, and what else its script reads. */
export type RivalSettings = { url: string; key: string; projectId: string; env?: Record<string, string> };
/** How a rival ended. */
export type RivalEnd = { exitCode: number | null; stdout: string; stderr: string };
/** A rival under way. */
export type RunningRival = { process: ChildProcess; done: Promise<RivalEnd> };

/** Starts the script of `rivals/` that does this job in this way. */
export function startRival(
  rival: Rival,
  job: "job" | "pages",
  { url, key, projectId, env }: RivalSettings,
  args: readonly string[] = [],
): RunningRival {
  const script = join(import.meta.dirname, "rivals", job);
  const [command, file] = rival === "fetch" ? [process.execPath, `${script}.mjs`] : ["bash", `${script}.sh`];
  return start(command, [file, ...args], {
    BASE_URL: url.replace(/\/$/, ""),
    API_KEY: key,
    PROJECT_ID: projectId,
    ...env,
  });
}

/** Starts a command line that is short enough to need no file. */
export function startLine(rival: Rival, line: string, env: Record<string, string> = {}): RunningRival {
  return rival === "fetch" ? start(process.execPath, ["-e", line], env) : start("bash", ["-c", line], env);
}

function start(command: string, args: readonly string[], env: Record<string, string>): RunningRival {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const told = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    told.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told.stderr += text;
  });
  // `close` is listened for at once, so that no end is missed.
  const done = once(child, "close").then(() => ({ exitCode: child.exitCode, ...told }));
  return { process: child, done };
}

/** Waits for a rival that has to end well. */
export async function wellDone({ done }: RunningRival): Promise<RivalEnd> {
  const end = await done;
  if (end.exitCode !== 0) throw new Error(`a rival ended with ${end.exitCode}: ${end.stderr}`);
  return end;
}
