import { expect, test } from "vitest";
import { type Passed, roundTrips, startFront } from "../emulator/front.ts";
import { LiveThread } from "../emulator/live-thread.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { clockOf, runInProcess } from "../runner/in-process.ts";

const { gitHub, service } = await useEmulators({ timeScale: 60 });

test("below GitHub Enterprise Server's path, a command takes at most four round trips to its job and nine requests", async () => {
  const thread = await LiveThread.open(gitHub, service);
  const passed: Passed[] = [];
  const gitHubFront = await startFront(gitHub.url, { path: "/api/v3", delayMs: 60, passed });
  const serviceFront = await startFront(service.url, { path: "", delayMs: 60, passed });
  try {
    const step = await thread.command("/docs-agent Measure the way", "maintainer", {
      with: { "base-url": serviceFront.url, context: "diff" },
      apiUrl: gitHubFront.url,
    });
    const { outputs, exitCode } = await runInProcess(step, { clock: clockOf(service) });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    const atGitHub = passed.filter(({ path }) => path.startsWith("/api/v3/repos/octo/site/"));
    expect(atGitHub.length).toBeGreaterThanOrEqual(7);
    expect(atGitHub.length).toBeLessThanOrEqual(9);
    // Nothing went past the prefix.
    expect(passed.filter(({ path }) => path.startsWith("/repos/"))).toEqual([]);
    const creation = passed.find(({ method, path }) => method === "POST" && path.endsWith("/job"));
    if (creation === undefined) throw new Error("no job was created");
    const rounds = roundTrips(passed, creation);
    // The gate comes before the job, so that fewer than two would say that nothing was measured.
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(rounds).toBeLessThanOrEqual(4);
  } finally {
    await gitHubFront.close();
    await serviceFront.close();
  }
});
