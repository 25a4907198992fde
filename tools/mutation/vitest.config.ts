import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const include = [
  "test/{agent,comments,github,network,runner,runs,service,text,visitors}/**/*.test.ts",
  "test/faults/{job,thread}.test.ts",
  "test/*.test.ts",
];
// Fakes the timers that undici reads once per process.
const ownProcess = ["test/service/http.test.ts"];
// These start processes, or check files beside those of `src`.
const outside = ["test/{main,release,contract,docs,workflows}.test.ts"];
// Tests of speed would notice the mutating itself; the others wait in real time, or try whole runs with many values or
// over sockets.
const tooSlow = [
  "**/*.speed.test.ts",
  "test/{agent,runs,visitors}/**/*.property.test.ts",
  "test/runs/live-*.test.ts",
  "test/network/timeouts.test.ts",
];

/** The cheap tests first, as a mutant is done with at the first that fails. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      Number(moduleId.includes(".property.")) + Number(/\/(runs|faults)\//.test(moduleId));
    return files.sort((a, b) => cost(a) - cost(b));
  }
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    sequence: { sequencer: CheapFirst },
    projects: [
      {
        extends: true,
        test: { name: "shared", include, exclude: [...ownProcess, ...outside, ...tooSlow], isolate: false },
      },
      { extends: true, test: { name: "isolated", include: ownProcess } },
    ],
  },
});
