import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe } from "vitest";
import { entries, prepareStep, startStep } from "../runner/runner.ts";
import { answer, hang } from "../service/local-server.ts";
import { key, preload, test } from "./world.ts";

const stateOf = (edit: unknown) => ({ comment: JSON.stringify(edit) });

describe.concurrent("the post step", () => {
  test.for([{}, { STATE_comment: "" }])(
    "is its own file alone where %j is saved",
    (saved, { expect, onTestFinished }) => {
      const folder = mkdtempSync(join(tmpdir(), "docs-agent-post-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const script = join(folder, "post.js");
      copyFileSync(entries.post, script);
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      const env = { ...process.env, ...saved };
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
        encoding: "utf8",
        env,
      });
      expect([status, stdout, stderr]).toEqual([0, "", ""]);
    },
  );

  test("says that it cannot read what was saved", async ({ at, expect }) => {
    const { exitCode, stdout } = await startStep(at.promptStep(), "post", { comment: "{" }).done;
    expect([exitCode, at.arrivals().length]).toEqual([0, 0]);
    expect(stdout).toMatch(/^::warning title=Status comment not updated::/m);
  });

  test("sets the comment right", async ({ at, expect }) => {
    const comment = at.gitHub.writeInline("docs[bot]", "Working on it.");
    const state = stateOf({ number: 7, root: 4, id: comment.id, body: "Cut off." });
    const { exitCode, stdout } = await startStep(at.promptStep(), "post", state).done;
    expect([exitCode, comment.body, at.arrivals().length]).toEqual([0, "Cut off.", 1]);
    expect(stdout).toContain("updated now");
  });

  test.for<[string, RegExp]>([
    ["GitHub refuses the edit", /^::warning title=Status comment not updated::/m],
    ["an error comes that nobody catches", /^::error title=.*: something broke\.$/m],
  ])("never fails the job, also where %s", async ([what, line], { at, expect }) => {
    const isCrash = !what.startsWith("GitHub");
    at.reply("PATCH", "/comments/7", isCrash ? hang() : answer(403, { message: "Forbidden" }));
    const env = {
      ...preload("preload.mjs"),
      DO_ON_SIGUSR2: "throw",
      EFFECT_TEXT: "something broke",
    };
    const post = startStep(
      at.promptStep({}, env),
      "post",
      stateOf({ number: 7, id: 7, body: "x" }),
    );
    await at.arrived("PATCH", "/comments/7");
    if (isCrash) post.process.kill("SIGUSR2");
    const { exitCode, stdout, stderr } = await post.done;
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(line);
  });

  test("does nothing without a token", async ({ at, expect }) => {
    const state = stateOf({ number: 7, id: 7, body: "x" });
    const { exitCode, stdout } = await startStep(
      at.promptStep({ "github-token": "" }),
      "post",
      state,
    ).done;
    // Once for the log of a crash, once for the step.
    expect([exitCode, stdout]).toEqual([0, `::add-mask::${key}\n`.repeat(2)]);
    expect(at.arrivals()).toEqual([]);
  });
});

test("the bundle links the pages of the version that the runner started", ({
  at,
  expect,
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-version-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const version = join(folder, "_actions/acme/docs-agent/v1");
  mkdirSync(dirname(version), { recursive: true });
  symlinkSync(dirname(dirname(entries.main)), version, "junction");
  const step = prepareStep(at.promptStep({ wait: "perhaps" }));
  onTestFinished(step.remove);
  spawnSync(process.execPath, [join(version, "dist/index.js")], {
    env: { ...process.env, ...step.env },
  });
  expect(step.written().summary).toContain("/acme/docs-agent/blob/v1/docs/reference.md#input");
});

test("a report that is killed while it comments has put out all else", async ({ at, expect }) => {
  at.reply("POST", "/issues/7/comments", hang());
  const running = startStep(at.reportStep({ "issue-number": "7" }));
  await at.arrived("POST", "/issues/7/comments");
  running.process.kill("SIGKILL");
  const { signal, outputs, summary } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ result: "reported", human: "100" });
  expect(summary).toContain("### Top pages");
});
