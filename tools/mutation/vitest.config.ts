import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { parts } from "./parts.ts";

/** The cheap tests first, as a mutant is done with at the first that fails. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      Number(moduleId.includes(".property.")) + Number(moduleId.includes("/scenarios/"));
    return files.sort((a, b) => cost(a) - cost(b));
  }
}

export default defineConfig({
  test: {
    include: [...(parts[process.env["MUTATED_PART"] ?? ""] ?? [])],
    testTimeout: 60_000,
    // Thousands of runs, each a moment shorter; but tests of time-outs need the connections' timers to themselves.
    isolate: process.env["MUTATED_PART"] === "service",
    sequence: { sequencer: CheapFirst },
  },
});
