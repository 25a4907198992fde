import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LiveThread } from "../emulator/live-thread.ts";
import { never } from "../emulator/server.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { entries, runStep, type Step, type StepResult, startStep } from "../runner/runner.ts";
import { answer, type LocalServer, serve, type Turn } from "../service/local-server.ts";

const { gitHub, service } = await useEmulators();
/** What the post step takes for both GitHub and the service, so that all that it sends arrives here. */
let world: LocalServer;

beforeEach(async () => {
  world = await serve([edited]);
});
afterEach(() => world.close());

const edited: Turn = answer(200, { id: 7, body: "x", html_url: "https://github.com/octo/site/issues/1" });
const key = "mint_post_key";
const token = "ghs_post_token";

/** The variables of a step whose main step would create a job. */
function promptStep(): Step {
  const inputs = { "api-key": key, "project-id": "docs", "github-token": token, prompt: "Document it" };
  return { with: { ...inputs, "base-url": world.url.href }, env: { GITHUB_API_URL: world.url.origin } };
}

/** The post step of a job whose steps left this state. */
function post(state: Record<string, string>, step = promptStep()): Promise<StepResult> {
  const inputs = { ...step.with, "base-url": world.url.href };
  return runStep(
    { ...step, with: inputs, env: { ...step.env, GITHUB_API_URL: world.url.origin } },
    "post",
    state,
  );
}

/** The requests to `world`, and the new bodies of comments. */
const received = () =>
  world.requests.map(({ method, url, body }) =>
    `${method} ${url} ${body === "" ? "" : JSON.parse(body).body}`.trim(),
  );

const edit = (id: number, body = `body ${id}`, place = "issue") => ({ place, id, body });
const stateOf = (edit: unknown) => ({ comment: JSON.stringify(edit) });

describe("after a main step that was killed", () => {
  test("before it had a comment, the post step does nothing", async () => {
    const thread = new LiveThread(gitHub, service);
    const step = thread.command("/docs-agent --new Explain this [takes forever]");
    gitHub.fault({ method: "POST", path: /\/comments$/, answer: never });
    const main = startStep(step);
    const isReply = (one: { method: string; path: string }) =>
      one.method === "POST" && one.path.endsWith("/comments");
    await vi.waitUntil(() => gitHub.requests().some(isReply), 10_000);
    main.process.kill("SIGKILL");
    const { state, signal } = await main.done;
    gitHub.clearFaults();
    expect(signal).toBe("SIGKILL");

    const { exitCode, stderr, stdout } = await post(state, step);

    expect([exitCode, stderr, stdout]).toEqual([0, "", ""]);
    expect(world.requests).toEqual([]);
  });
});

describe("the post step", () => {
  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["no edit, as a main step does that ended by itself", { comment: "" }],
    ["an edit whose id would be another path", stateOf({ place: "issue", id: "../../7", body: "x" })],
  ])("does nothing where the main step saved %s", async (_, state) => {
    const { exitCode, stdout, stderr, summary, outputs } = await post(state);
    expect([exitCode, stdout, stderr, summary, outputs]).toEqual([0, "", "", "", {}]);
    expect(world.requests).toEqual([]);
  });

  test("loads nothing where nothing was saved: its file is enough", () => {
    const folder = mkdtempSync(join(tmpdir(), "docs-agent-post-"));
    try {
      const script = join(folder, "post.js");
      copyFileSync(entries.post, script);
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
      expect([status, stdout, stderr]).toEqual([0, "", ""]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("sets the comment right", async () => {
    const { exitCode, stdout } = await post(stateOf(edit(7, "body 7", "review")));
    expect(exitCode).toBe(0);
    expect(received()).toEqual(["PATCH /repos/octo/site/pulls/comments/7 body 7"]);
    expect(stdout).toContain("updated now");
  });

  test("does nothing without a token", async () => {
    const step = promptStep();
    const { exitCode, stdout } = await post(stateOf(edit(7)), {
      ...step,
      with: { ...step.with, "github-token": "" },
    });
    expect([exitCode, stdout]).toEqual([0, `::add-mask::${key}\n`]);
    expect(world.requests).toEqual([]);
  });
});

test("the bundle runs neither step when it is loaded", async () => {
  const load = `await import(${JSON.stringify(join(dirname(entries.main), "process.js"))})`;
  const { env = {}, with: inputs } = promptStep();
  const variables = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", load], {
    encoding: "utf8",
    env: { ...process.env, ...env, ...Object.fromEntries(variables), STATE_comment: JSON.stringify(edit(7)) },
  });
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  expect(world.requests).toEqual([]);
});

test("a main step that cannot save anything for the post step warns, and ends as it would", async () => {
  const thread = new LiveThread(gitHub, service);
  const step = thread.command("/docs-agent --new Explain this [takes 1s]");
  const { exitCode, stdout } = await runStep({
    ...step,
    env: { ...step.env, GITHUB_STATE: "/nowhere/state" },
  });
  expect([exitCode, stdout.match(/^::warning title=.*$/gm)]).toEqual([
    0,
    [expect.stringContaining("/nowhere/state")],
  ]);
});
