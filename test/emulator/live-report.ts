import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "../runner/runner.ts";
import type { RunningService } from "./start.ts";

/** A week that every run of a test reads alike, whenever it runs. */
const week = { "date-from": "2026-03-02", "date-to": "2026-03-09" } as const;

/** A step that reports the week of the emulated site with a read-only key. */
export function reportStep(
  service: RunningService,
  inputs: Record<string, string> = {},
  more: Partial<Step> = {},
): Step {
  return {
    with: {
      mode: "visitors",
      "api-key": service.readOnlyKey,
      "project-id": service.projectId,
      "base-url": service.url,
      ...week,
      ...inputs,
    },
    ...more,
  };
}

/** Runs in a folder of its own, which is gone afterwards. */
export async function inWorkspace<T>(use: (workspace: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-visitors-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
