import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const main = join(import.meta.dirname, "..", "src", "main.ts");

/** What the action prints when Node.js says that it has this version. */
function outputAs(version: string) {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const load = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, STATE_isPost: "true" };
  const { stdout, status } = spawnSync(process.execPath, ["--import", load, main], { encoding: "utf8", env });
  return { stdout, status };
}

describe("the action on a Node.js", () => {
  it.each(["16.20.2", "18.20.8", "19.9.0"])("that is too old says so in its first line: %s", (version) => {
    const { stdout, status } = outputAs(version);
    expect(stdout).toBe(
      `::error title=Docs Agent%3A Node.js too old::Docs Agent needs Node.js 20 or newer, and this is ${version}. Update the runner.\n`,
    );
    expect(status).toBe(1);
  });

  it.each(["20.0.0", "24.1.0", "100.0.0"])("that is new enough runs: %s", (version) => {
    expect(outputAs(version)).toEqual({ stdout: "", status: 0 });
  });
});
