import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { World } from "../outside/world.ts";
import { runInProcess } from "../runner/in-process.ts";
import { answer, type LocalServer, serve } from "../service/local-server.ts";

// Both clients of whole runs, over real sockets: what comes from elsewhere counts for nothing, and nothing goes there.

const statuses = [301, 302, 303, 307, 308];
let elsewhere: LocalServer;
let at: World;

beforeAll(async () => {
  elsewhere = await serve([
    answer(200, { id: "job_evil", status: "completed", permission: "admin", role_name: "admin" }),
  ]);
});
afterAll(() => elsewhere.close());
afterEach(() => at.close());

async function redirecting(method: string, part: string, status: number): Promise<World> {
  at = await World.start();
  at.reply(method, part, answer(status, {}, { location: new URL("/elsewhere", elsewhere.url).href }));
  return at;
}

describe("a redirect of the service is not followed", () => {
  // Servers send 302 and 303 for a request that was carried out.
  test.each(statuses)("to a new job: %i", async (status) => {
    const world = await redirecting("POST", "/job", status);
    const { exitCode, outputs, stdout } = await runInProcess(world.promptStep());
    const reason = [302, 303].includes(status) ? "uncertain" : "refused";
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", reason]);
    expect(stdout).toContain(`HTTP ${status}`);
    if (reason === "refused") expect(stdout).toContain(elsewhere.url.origin);
    expect(world.requests("POST", "/job")).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });

  test.each(statuses)("to the status of a job: %i", async (status) => {
    const world = await redirecting("GET", "/job/", status);
    const { exitCode, outputs } = await runInProcess(world.promptStep({ prompt: "", "job-id": "job_7f3a" }));
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", "refused"]);
    expect(world.requests("GET", "/job/")).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });

  test.each(statuses)("to visitors: %i", async (status) => {
    const world = await redirecting("GET", "/visitors", status);
    const { exitCode, outputs } = await runInProcess(world.reportStep());
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", "refused"]);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("a redirect of GitHub is not followed", () => {
  test.each(statuses)("to the role of a stranger: %i", async (status) => {
    const world = await redirecting("GET", "/permission", status);
    const { exitCode, outputs } = await runInProcess(world.commandStep());
    expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", "github"]);
    expect(world.requests("POST", "/service/")).toEqual([]);
    expect(elsewhere.requests).toEqual([]);
  });

  test.each(statuses)("to the place for a report: %i", async (status) => {
    const world = await redirecting("POST", "/issues/7/comments", status);
    const { exitCode, outputs, stdout } = await runInProcess(world.reportStep({ "issue-number": "7" }));
    expect([exitCode, outputs["result"]]).toEqual([0, "reported"]);
    expect(outputs).not.toHaveProperty("commentUrl");
    expect(stdout).toMatch(/^::warning title=Report comment not written::/m);
    expect(elsewhere.requests).toEqual([]);
  });
});
