import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const post = JSON.stringify([{ place: "issue", id: 1, body: "x" }]);

/** What an entry prints when Node.js says that it has this version. Without inputs, both end before any request. */
function outputAs(version: string, entry: "main.ts" | "post.ts", saved = post) {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const load = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, STATE_edits: saved };
  const script = join(import.meta.dirname, "..", "src", entry);
  return spawnSync(process.execPath, ["--import", load, script], { encoding: "utf8", env });
}

describe.each(["main.ts", "post.ts"] as const)("%s on a Node.js", (entry) => {
  it.each(["16.20.2", "20.20.2", "21.7.3", "22.0.0"])("that is too old says so and ends: %s", (version) => {
    const { stdout, stderr, status } = outputAs(version, entry);
    expect(stdout).toBe(
      `::error title=Docs Agent%3A Node.js too old::Docs Agent cannot run on this runner's Node.js ${version}, which lacks functions that the action calls. Update the runner to one with Node.js 24; the oldest that works is 22.1.\n`,
    );
    expect([stderr, status]).toEqual(["", 1]);
  });

  it.each(["22.1.0", "22.10.0", "24.0.0", "100.0.0"])("that is new enough runs: %s", (version) => {
    const { stdout, stderr, status } = outputAs(version, entry);
    expect(stdout).not.toContain("Node.js");
    // The main step misses its inputs; the post step misses a token.
    expect([stderr, status]).toEqual(["", entry === "main.ts" ? 1 : 0]);
    if (entry === "main.ts") expect(stdout).toContain("api-key");
  });
});

it("says nothing of the version after a main step that left nothing to do", () => {
  expect(outputAs("20.20.2", "post.ts", "")).toMatchObject({ stdout: "", stderr: "", status: 0 });
});
