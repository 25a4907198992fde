import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isLong } from "./test/runs.ts";

// undici reads the timers once per process, and only this file replaces all of them.
const ownProcess = ["test/github/octokit.test.ts"];

/** Files that wait for processes and sockets come first, so that none of them is left alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = /\/outside\/|\/runs\/live-|\/network\/faults/;
    const place = ({ moduleId }: TestSpecification) => (waits.test(moduleId) ? 0 : 1);
    return files.sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    reporters: ["default", "./test/reporter.ts"],
    // Only a test that hangs takes this long. Steps that hang end before, and say what they waited for.
    testTimeout: isLong ? 24 * 3_600_000 : 40_000,
    hookTimeout: 40_000,
    expect: { requireAssertions: true },
    // Processes that tests start read what the first of them has compiled, which takes most of their time.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node-compile-cache"),
    },
    // Many tests wait for a child process, so a core has time for two of them.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        // Loading the packages again for every file would take longer than the tests.
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: ownProcess,
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: ownProcess } },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "html"],
      reportOnFailure: true,
      thresholds: { statements: 96, branches: 95, functions: 96, lines: 96 },
    },
  },
});
