import { describe, expect, test, vi } from "vitest";
import { creates, done, follows, job, reset, routes, type ServiceReplies } from "../service/fake-service.ts";
import type { Scenario } from "./harness.ts";
import { sent, Thread, type ThreadResult } from "./thread.ts";

const command = "/docs-agent Document the limit";

/** What people and programs learn from a run, in short. */
function told({ exitCode, outputs, requests }: ThreadResult) {
  return { exitCode, result: outputs["result"], reason: outputs["reason"], sent: sent(requests) };
}

/** The fake knows one repository: this lets it answer under the new name of it. */
function rename(thread: Thread, from: string, to: string): void {
  const { gitHub } = thread;
  const answer = gitHub.answer.bind(gitHub);
  vi.spyOn(gitHub, "answer").mockImplementation((method, path, body) =>
    answer(method, path.replace(`/repos/${from}`, `/repos/${to}`).replace("/repos/acme/site", ""), body),
  );
}

describe("a re-run whose markers do not verify any more sends nothing, and is uncertain", () => {
  const project = (name: string): ServiceReplies => {
    const of = (path: string) => path.replace("acme", name);
    return { ...creates, [of(routes.create)]: [{ json: job("active") }], [of(routes.get)]: [{ json: done }] };
  };
  const changes: [string, Scenario][] = [
    ["the key was replaced", { with: { "api-key": "mint_another_key" } }],
    ["the project was changed", { with: { "project-id": "handbook" } }],
    ["the repository was renamed", { env: { GITHUB_REPOSITORY: "acme/handbook" } }],
  ];
  const firsts: [string, Scenario][] = [
    ["ended with a pull request", { service: creates }],
    ["was uncertain", { service: { [routes.create]: [{ error: reset() }] } }],
    ["was cancelled", { service: creates, cancelAfterMs: 1000 }],
  ];

  test.each(changes.flatMap(([why, change]) => firsts.map(([how, first]) => ({ why, change, how, first }))))(
    "$why after a run that $how",
    async ({ change, first }) => {
      const thread = new Thread();
      await thread.comment(command, first);
      if (change.env !== undefined) rename(thread, "acme/handbook", "acme/site");
      const again = await thread.rerun({ ...change, service: project("handbook") });
      expect(told(again)).toEqual({ exitCode: 1, result: "error", reason: "uncertain", sent: [] });
    },
  );
});

describe("a re-run of a step that computes its prompt anew watches the job of its first attempt", () => {
  const prompt = (text: string) => ({ prompt: text, "issue-number": "7" });
  const steps: [string, (thread: Thread, scenario: Scenario) => Promise<ThreadResult>][] = [
    ["on a pull request", (thread, scenario) => thread.push(scenario)],
    ["with issue-number", (thread, scenario) => thread.event({ name: "schedule", payload: {} }, scenario)],
  ];
  const again = { ...follows, ...creates, [routes.get]: [{ json: job("active") }, { json: done }] };

  test.each(steps)("%s, after a new job", async (_, start) => {
    const thread = new Thread();
    await start(thread, { with: prompt("12 of 13"), service: creates, cancelAfterMs: 3000 });
    const watched = await thread.rerun({ with: prompt("13 of 13"), service: again });
    expect(told(watched)).toEqual({ exitCode: 0, result: "pull-request", reason: "", sent: [] });
    expect(watched.outputs["jobId"]).toBe("job_7f3a");
    // What was told is told again, and not paid for.
    const third = await thread.rerun({ with: prompt("14 of 13"), service: again });
    expect(told(third)).toEqual({ exitCode: 0, result: "pull-request", reason: "", sent: [] });
  });

  test.each(steps)("%s, after a follow-up", async (_, start) => {
    const thread = new Thread();
    await start(thread, { with: prompt("11 of 13"), service: creates });
    await start(thread, { with: prompt("12 of 13"), service: follows });
    const watched = await thread.rerun({ with: prompt("13 of 13"), service: again });
    expect(told(watched)).toEqual({ exitCode: 0, result: "pull-request", reason: "", sent: [] });
  });

  test.each(steps)("%s, whose answer was lost: it is uncertain, and sends nothing", async (_, start) => {
    const thread = new Thread();
    const lost = { [routes.create]: [{ error: reset() }] };
    await start(thread, { with: prompt("12 of 13"), service: lost });
    const second = await thread.rerun({ with: prompt("13 of 13"), service: again });
    expect(told(second)).toEqual({ exitCode: 1, result: "error", reason: "uncertain", sent: [] });
  });
});
