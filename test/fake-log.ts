import type { Logger } from "../src/runner/log.ts";

/** A log that nobody reads. */
export const silentLog: Logger = {
  info() {},
  group() {},
  warning() {},
  error() {},
  debug() {},
};

/** A log of which only the warnings are kept, as `Title: text`. */
export function warningsOf(): { log: Logger; warnings: string[] } {
  const warnings: string[] = [];
  const warning = (title: string, text: string) => void warnings.push(`${title}: ${text}`);
  return { log: { ...silentLog, warning }, warnings };
}
