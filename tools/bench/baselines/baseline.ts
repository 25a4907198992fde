import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** How a baseline ended. */
export type BaselineEnd = { exitCode: number | null; stdout: string };

/** Runs a script with Node to its end; what it writes to stderr goes to ours. */
export async function runBaseline(
  script: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<BaselineEnd> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const closed = once(child, "close");
  const stdout = Buffer.concat(await child.stdout.toArray()).toString();
  await closed;
  return { exitCode: child.exitCode, stdout };
}

/** The script that reads a site page after page. */
export const pagesScript = join(import.meta.dirname, "pages.mjs");

/** Bundles the ten-line action as actions are, from the packages that are installed. Returns the script's path. */
export function buildBaselineAction(folder: string): string {
  const ncc = join(import.meta.dirname, "../../../node_modules/.bin/ncc");
  const source = join(import.meta.dirname, "action.mjs");
  execFileSync(ncc, ["build", source, "-o", folder, "--target", "es2022"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(folder, "index.mjs");
}
