import * as core from "@actions/core";
import { createRedactor } from "../text/redact.ts";

function secrets(): string[] {
  return ["api-key", "github-token"].map((name) => core.getInput(name)).filter((secret) => secret !== "");
}

/** Returns a function that masks the secrets of the inputs in a text. */
export function secretsRedactor(): (text: string) => string {
  return createRedactor(secrets());
}

/** Tells the runner to mask the secrets. It masks them in logs and summaries, but not in comments. */
export function maskSecrets(): void {
  for (const secret of secrets()) core.setSecret(secret);
}
