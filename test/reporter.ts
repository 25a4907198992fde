import type { Reporter, TestModule } from "vitest/node";

/** Prints `N passed, N failed` as the very last line, below the coverage summary, for people and CI alike. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandled.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((test) => test.result().state === "passed").length;
      failed += tests.filter((test) => test.result().state === "failed").length;
      // A file that cannot be loaded has no tests of its own, yet it must not read as a success.
      if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed"))
        failed += 1;
    }
    process.on("exit", () => console.log(`${passed} passed, ${failed} failed`));
  }
}
