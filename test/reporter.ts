import { execFileSync } from "node:child_process";
import type { Reporter, TestModule } from "vitest/node";

/** When a folder was last committed, in s since 1970; `Infinity` when it has changes that are not. */
function changedAt(folder: string): number {
  const git = (...args: string[]) => execFileSync("git", [...args, "--", folder], { encoding: "utf8" });
  return git("status", "--porcelain") === "" ? Number(git("log", "-1", "--format=%ct")) : Infinity;
}

/**
 * Prints `N passed, N failed` as the very last line, below the coverage summary, for people and CI alike, and before it
 * whether the bundle that tests have started was built before the newest change of the source.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandled.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((test) => test.result().state === "passed").length;
      failed += tests.filter((test) => test.result().state === "failed").length;
      // A file that cannot be loaded has no tests of its own, yet it must not read as a success.
      if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed")) failed += 1;
    }
    const startsBundle = modules.some(({ moduleId }) => moduleId.includes("/test/outside/"));
    const isOld = startsBundle && changedAt("src") > changedAt("dist");
    process.on("exit", () => {
      if (isOld)
        console.log("test/outside ran a bundle that is older than src/. Build it anew with npm run build.");
      console.log(`${passed} passed, ${failed} failed`);
    });
  }
}
