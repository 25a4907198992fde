import { expect, test, vi } from "vitest";
import { LiveThread } from "../emulator/live-thread.ts";
import { never } from "../emulator/server.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { startStep } from "../runner/runner.ts";

const { gitHub: github, service } = await useEmulators();

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
