import { expect, test, vi } from "vitest";
import { LiveThread } from "../emulator/live-thread.ts";
import { never } from "../emulator/server.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { startStep } from "../runner/runner.ts";

const { gitHub: github, service } = await useEmulators();

test("a step that is killed while it writes the comment has put out everything else", async () => {
  const issue = new LiveThread(github, service);
  // The list of comments has a query, and is read before.
  github.fault({ path: /\/comments$/, answer: never });
  const running = startStep(issue.reportStep({ trend: "0" }));
  await vi.waitFor(() => expect(github.requests().at(-1)).toMatchObject({ method: "POST" }), 20_000);
  running.process.kill("SIGKILL");
  const { signal, outputs, summary } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ result: "reported", complete: "true" });
  expect(summary).toContain("### Top pages");
});
