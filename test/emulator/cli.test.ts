import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseOptions, UsageError } from "./cli.ts";
import { startService } from "./start.ts";

const CLI = fileURLToPath(new URL("cli.ts", import.meta.url));

function start(...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.err += text;
  });
  return { child, printed, ended: once(child, "close").then(() => child.exitCode) };
}

test.each(["SIGINT", "SIGTERM"] as const)("it serves, and ends in order on %s", async (signal) => {
  const { child, printed, ended } = start("--port", "0", "--time-scale", "100", "--pages", "5");
  while (!printed.out.includes("Stop with Ctrl+C")) await once(child.stdout, "data");
  const url = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed.out)?.[1] ?? "";
  expect(printed.out).toContain(`base-url: ${url}`);
  expect(printed.out).toContain(`curl -s ${url}/v2/agent/docs-project/job`);
  const headers = { authorization: "Bearer mint_emulator_read" };
  const response = await fetch(`${url}/v1/analytics/docs-project/visitors`, { headers });
  expect(response.status).toBe(200);
  await response.text();
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(printed.err).toBe("");
});

test.each(["SIGINT", "SIGTERM"] as const)("it ends when npm, which started it, gets %s", async (signal) => {
  const command = ["run", "emulator", "--", "--port", "0"];
  const child = spawn("npm", command, { stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  while (!out.includes("Stop with Ctrl+C")) await once(child.stdout, "data");
  const url = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(out)?.[1] ?? "";
  expect((await fetch(url)).status).toBe(404);
  // The server holds the other end of the pipe until it has ended.
  const closed = once(child.stdout, "close");
  child.kill(signal);
  await closed;
  await expect(fetch(url)).rejects.toThrow();
});

test("--help names every option, the words in a prompt and the control paths", async () => {
  expect(parseOptions(["-h"])).toBeNull();
  const { printed, ended } = start("--help");
  expect(await ended).toBe(0);
  const named = [
    "--port",
    "--time-scale",
    "--pages",
    "--exports",
    "--github-url",
    "[no changes]",
    "[takes 90s]",
    "/_emulator",
  ];
  for (const name of named) expect(printed.out).toContain(name);
});

test("a port that is in use is one sentence and exit code 2", async () => {
  const service = await startService();
  const { port } = new URL(service.url);
  const { printed, ended } = start("--port", port);
  expect(await ended).toBe(2);
  expect(printed).toEqual({
    out: "",
    err: `Port ${port} is in use; choose another with --port. --help lists the options.\n`,
  });
  await service.close();
});

const gitHub = (url: string, repository: string) => [
  "--github-url",
  url,
  "--github-token",
  "t",
  "--github-repository",
  repository,
];

test.each([
  [["--port", "many"], '--port must be a whole number from 0 to 65535, not "many".'],
  [["--time-scale", "0"], '--time-scale must be a number from 0.001 to 100000, not "0".'],
  [["--pages", "1.5"], '--pages must be a whole number from 0 to 1000000, not "1.5".'],
  [["--exports", "none"], '--exports must be one of story, steady, empty, 404, 401, 403, not "none".'],
  [["--colour"], "Unknown option '--colour'."],
  [["--github-url", "http://x"], "--github-url, --github-token and --github-repository go together."],
  [gitHub("here", "o/r"), '--github-url must be an http or https address, not "here".'],
  [gitHub("http://x", "r"), '--github-repository must be OWNER/NAME, not "r".'],
])("%j is refused in one sentence", (args, sentence) => {
  expect(() => parseOptions(args)).toThrow(new UsageError(sentence));
});

test("one option sets what all exports serve", () => {
  const { exports } = parseOptions(["--exports", "401"]) ?? {};
  expect(Object.values(exports ?? {})).toEqual(["401", "401", "401", "401"]);
});

test("options set the port, the speed and the GitHub of the agent", () => {
  expect(parseOptions(["--port", "0", "--time-scale", "0.5", ...gitHub("http://x", "o/r")])).toMatchObject({
    ...{ port: 0, timeScale: 0.5, jobSeconds: 20, pages: 120, hostilePaths: false },
    github: { apiUrl: "http://x", token: "t", repository: "o/r" },
  });
});
