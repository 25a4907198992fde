import * as core from "@actions/core";
import { createRedactor } from "../text/redact.ts";

function secrets(): string[] {
  return ["api-key", "github-token"].map((name) => core.getInput(name)).filter((secret) => secret !== "");
}

/** Masks the secrets of the inputs in texts that leave this program. */
export function secretsRedactor(): (text: string) => string {
  return createRedactor(secrets());
}

/** Has the runner mask the secrets before anything is printed. It masks logs and summaries, but not comments. */
export function maskSecrets(): void {
  for (const secret of secrets()) core.setSecret(secret);
}
