import * as core from "@actions/core";
import { neutralize } from "../text/workflow-commands.ts";
import type { OutputName } from "./output-names.ts";

/** Sets an output at once, so that it is there even when the step is killed later. */
export type SetOutput = (name: OutputName, value: string) => void;

/**
 * Sets an output only when its value changes, because each call appends to the runner's file. Escapes workflow commands,
 * because a later step may print foreign text of an output. `redact` masks secrets.
 */
export function runnerOutputs(redact: (text: string) => string): SetOutput {
  const known = new Map<OutputName, string>();
  return (name, given) => {
    const value = neutralize(given, redact);
    if (known.get(name) === value) return;
    known.set(name, value);
    core.setOutput(name, value);
  };
}
