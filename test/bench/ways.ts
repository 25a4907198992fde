import { spawnSync } from "node:child_process";

const all = ["action", "fetch", "shell"] as const;

/** Who does the job: this action, or one of the rivals that people write by hand. */
export type Way = (typeof all)[number];

const shellIsHere = spawnSync("bash", ["-c", "command -v curl && command -v jq"]).status === 0;

/** The ways that can be measured here. */
export const ways: readonly Way[] = shellIsHere ? all : ["action", "fetch"];

/** Does something in every way that can be measured, one after the other. */
export async function inTurn<T>(run: (way: Way) => Promise<T>): Promise<Map<Way, T>> {
  const done = new Map<Way, T>();
  for (const way of ways) done.set(way, await run(way));
  return done;
}

/** The cells of a row; a way that could not be measured says why. */
export function cells<T>(
  measured: ReadonlyMap<Way, T>,
  write: (value: T, way: Way) => string,
): Record<Way, string> {
  const cell = (way: Way) => {
    const value = measured.get(way);
    return value === undefined ? "not measured (curl or jq is missing)" : write(value, way);
  };
  return { action: cell("action"), fetch: cell("fetch"), shell: cell("shell") };
}
