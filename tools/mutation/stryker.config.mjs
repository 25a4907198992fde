import { fileURLToPath } from "node:url";

/** Run from the project's root; `npm run mutation -- --mutate src/text/link.ts` tries a single file. */
export default {
  // Left out: the entries, which only child processes run, where Stryker sees nothing.
  mutate: ["src/**/*.ts", "!src/{main,post,process}.ts"],
  testRunner: "vitest",
  plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
  vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A busy machine must not pass for a test that noticed.
  timeoutMS: 20_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 30,
  // Stryker would rewrite the settings of TypeScript with an older compiler than ours.
  tsconfigFile: "none.json",
  tempDirName: "tools/mutation/.stryker",
  ignorePatterns: ["/coverage", "/build", "/dist"],
  incremental: true,
  incrementalFile: "tools/mutation/.stryker/incremental.json",
  reporters: ["clear-text", "progress-append-only", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: "tools/mutation/.stryker/report.html" },
  thresholds: { high: 95, low: 90, break: 90 },
};
