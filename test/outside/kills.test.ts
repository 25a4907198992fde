import { expect, test, vi } from "vitest";
import { LiveThread } from "../emulator/live-thread.ts";
import { never } from "../emulator/server.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { clockOf, runInProcess } from "../runner/in-process.ts";
import { runStep, startStep } from "../runner/runner.ts";
import { says } from "../says.ts";

const { gitHub: github, service } = await useEmulators({ timeScale: 60 });

test("after a run was killed, the post step updates its comment and a re-run resumes its job", async () => {
  const thread = new LiveThread(github, service);
  const running = startStep(thread.command("/docs-agent --new Explain this [takes 60s]"));
  await running.said(says.accepted);
  running.process.kill("SIGKILL");
  const { state, outputs, signal } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ status: "active", prompt: expect.stringContaining("Explain this") });
  expect(thread.own().at(-1)?.body).toContain(says.working);
  const post = await runStep(thread.step(), "post", state);
  expect([post.exitCode, post.stderr]).toEqual([0, ""]);
  const shown = thread.own().at(-1)?.body ?? "";
  expect(shown).toContain(says.interrupted);
  expect(shown).toContain(outputs["jobId"]);
  const again = await runInProcess(thread.step({ GITHUB_RUN_ATTEMPT: "2" }), { clock: clockOf(service) });
  expect(again.outputs).toMatchObject({ result: "pull-request", jobId: outputs["jobId"] });
  const own = service.jobs().filter(({ turns }) => turns[0]?.prompt.startsWith("Explain this"));
  expect(own).toHaveLength(1);
  expect(thread.own().at(-1)?.body).toContain(says.ready);
});

test("a step that is killed while it writes the comment has put out everything else", async () => {
  const issue = new LiveThread(github, service);
  github.fault({ path: /\/comments/, answer: never });
  const running = startStep(issue.reportStep({ trend: "0" }));
  await vi.waitFor(() => expect(github.requests()).not.toEqual([]), 20_000);
  running.process.kill("SIGKILL");
  const { signal, outputs, summary } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ result: "reported", complete: "true" });
  expect(summary).toContain("### Top pages");
});
