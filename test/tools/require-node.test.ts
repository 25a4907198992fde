import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const needed = Number(readFileSync(new URL(".node-version", root), "utf8"));

/** Runs the check as if by this Node.js. */
function check(version: string) {
  const as = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const preload = `data:text/javascript,${encodeURIComponent(as)}`;
  const args = ["--import", preload, "tools/require-node.js"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return { status, stderr };
}

it("lets the tests run on the Node.js of the action and on newer ones", () => {
  for (const major of [needed, needed + 2])
    expect(check(`${major}.1.0`)).toEqual({ status: 0, stderr: "" });
});

it("says which Node.js to install where the packages bring none", () => {
  const { status, stderr } = check(`${needed - 2}.9.0`);
  expect(status).toBe(1);
  expect(stderr).toContain(`These tests need Node.js ${needed}, and`);
  expect(stderr).toContain("install it from https://nodejs.org, and run `npm cit` again.");
});
