import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/reporter.ts"],
    testTimeout: 60_000,
    // Many tests wait for a child process or a time-out, so that a core has time for more than one of them.
    maxWorkers: 3,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "html"],
      reportOnFailure: true,
    },
  },
});
