import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CLI = fileURLToPath(new URL("cli.ts", import.meta.url));

function start(...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const told = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => {
    told.out += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    told.err += data.toString();
  });
  const ended = once(child, "close").then(([code]: unknown[]) => code);
  return { child, told, ended };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "says what one needs, serves, and ends in order on %s",
  async (signal) => {
    const { child, told, ended } = start("--port", "0", "--time-scale", "100", "--pages", "5");
    await expect.poll(() => told.out, { timeout: 10_000 }).toContain("Stop with Ctrl+C");
    const url = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(told.out)?.[1] ?? "";
    expect(told.out).toContain(`base-url: ${url}`);
    expect(told.out).toContain(`curl -s ${url}/v2/agent/docs-project/job`);
    const headers = { authorization: "Bearer mint_emulator_read" };
    const answer = await fetch(`${url}/v1/analytics/docs-project/visitors`, { headers });
    expect(answer.status).toBe(200);
    await answer.text();
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(told.err).toBe("");
  },
);

test("--help names every option and the words in a prompt", async () => {
  const { told, ended } = start("--help");
  expect(await ended).toBe(0);
  for (const name of [
    "--port",
    "--time-scale",
    "--pages",
    "--github-url",
    "[no changes]",
    "[takes 90s]",
    "/_emulator",
  ]) {
    expect(told.out).toContain(name);
  }
});

test.each([
  [["--port", "many"], '--port must be a whole number from 0 to 65535, not "many".'],
  [["--time-scale", "0"], '--time-scale must be a number from 0.001 to 100000, not "0".'],
  [["--pages", "1.5"], "--pages must be a whole number"],
  [["--colour"], "Unknown option '--colour'."],
  [
    ["--github-url", "http://127.0.0.1:1"],
    "--github-url, --github-token and --github-repository go together.",
  ],
  [
    ["--github-url", "here", "--github-token", "t", "--github-repository", "o/r"],
    '--github-url must be an http or https address, not "here".',
  ],
  [
    ["--github-url", "http://x", "--github-token", "t", "--github-repository", "r"],
    '--github-repository must be OWNER/NAME, not "r".',
  ],
])("%j is told in one sentence", async (args, sentence) => {
  const { told, ended } = start(...args);
  expect(await ended).toBe(2);
  expect(told.err).toContain(sentence);
  expect(told.err.trim().split("\n")).toHaveLength(1);
  expect(told.out).toBe("");
});
