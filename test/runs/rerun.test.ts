import { describe, expect, test, vi } from "vitest";
import { FakeClock } from "../fake-clock.ts";
import { says } from "../says.ts";
import { active, done, job, jobRoutes, reset, routes } from "../service/fake-service.ts";
import type { Scenario } from "./harness.ts";
import { command, sent, Thread, told, withOtherKey } from "./thread.ts";

const followUp = "/docs-agent Shorter";
const created = `${routes.create} "Document the limit"`;
const finishes = { [routes.get]: [{ json: done }] };

const uncertain = ["error uncertain"];
const ready = ["pull-request"];

/** From now on GitHub takes no edit, as when the runner and with it the post step are gone. */
function loseRunner(thread: Thread): void {
  thread.gitHub.refuse({ method: "PATCH", path: /comments/, status: 500 });
}

describe("a re-run goes on with what its earlier attempts did", () => {
  const lost = { service: { [routes.create]: [{ error: reset() }] } };

  const refused = { service: { [routes.create]: [{ status: 401, json: {} }] } };
  const fails = { service: { [routes.create]: [active], [routes.get]: [{ json: job("failed") }] } };
  const anew = [...ready, created];

  test.each<[string, Scenario, string[], string, string?]>([
    ["ended", {}, ready, says.ready],
    ["ended, whose job failed since", {}, ready, says.ready, "failed"],
    ["was cancelled", { cancelAfterMs: 1000 }, ready, says.ready],
    ["may have been sent", lost, uncertain, says.uncertain],
    ["was refused", refused, anew, says.ready],
    ["failed, and told so", fails, anew, says.ready, "failed"],
  ])(
    "a command that %s, in the same comment",
    async (_, first, expected, shown, status = "completed") => {
      const thread = new Thread();
      await thread.comment(command, first);
      const service = { ...jobRoutes("job_2"), [routes.get]: [{ json: { ...done, status } }] };
      expect(told(await thread.rerun({ service }))).toEqual(expected);
      expect(thread.gitHub.own()).toHaveLength(1);
      expect(thread.shown()).toContain(shown);
      // A third attempt finds what the second left.
      expect(sent((await thread.rerun({ service })).requests)).toEqual([]);
    },
  );

  test("and finds a stranger's copy of its first body: nothing is sent, and the copy stays as it is", async () => {
    const thread = new Thread();
    loseRunner(thread);
    await thread.comment(command);
    const [first] = thread.gitHub.own();
    if (first === undefined) throw new Error("there is no comment");
    const copy = thread.gitHub.write("mallory", first.body);
    thread.gitHub.delete(first.id);
    thread.gitHub.allowAll();
    expect(told(await thread.rerun())).toEqual(uncertain);
    expect(copy.body).toBe(first.body);
    // It is no memory: the next command begins a job of its own.
    const next = await thread.comment("/docs-agent Shorter");
    expect(sent(next.requests)).toEqual([`${routes.create} "Shorter"`]);
    expect(copy.body).toBe(first.body);
  });

  test("and reports an end again that was reported, also after a re-run that was stopped", async () => {
    const thread = new Thread();
    await thread.comment(command);
    await thread.rerun({ service: { [routes.get]: [active] }, cancelAfterMs: 1000 });
    // For what others have asked since.
    const failed = {
      ...jobRoutes("job_2"),
      [routes.get]: [{ json: { ...done, status: "failed" } }],
    };
    for (let attempt = 3; attempt <= 4; attempt++)
      expect(told(await thread.rerun({ service: failed }))).toEqual(ready);
  });

  test("and waits its whole time limit once more", async () => {
    const thread = new Thread();
    const slow = { [routes.create]: [active], [routes.get]: [active] };
    const scene = { with: { "timeout-minutes": "1" }, service: slow };
    expect((await thread.comment(command, scene)).outputs["result"]).toBe("timeout");
    const service = { [routes.get]: [active, active, { json: done }] };
    expect(told(await thread.rerun({ service }))).toEqual(ready);
  });

  test("also after an error that nobody foresaw, which does not leave the comment working", async () => {
    const thread = new Thread();
    vi.spyOn(FakeClock.prototype, "sleep").mockRejectedValueOnce(new Error("out of order"));
    const { outputs } = await thread.comment(command);
    expect(outputs).toMatchObject({ result: "error", reason: "internal" });
    expect(thread.shown()).not.toContain(says.working);
    expect(told(await thread.rerun())).toEqual(ready);
  });
});

describe("a re-run of a follow-up", () => {
  test("that was accepted a moment ago does not take the end of the turn before for its own", async () => {
    const thread = await Thread.begun();
    await thread.comment(followUp, { cancelAfterMs: 1000 });
    const looks = { [routes.get]: [{ json: done }, active, { json: done }] };
    const again = await thread.rerun({ startsAfterMs: 1000, service: looks });
    expect(again.requests.filter((request) => request === routes.get)).toHaveLength(3);
  });

  test("whose answer was lost stays uncertain, also after a kill, whether the post step told of it or not", async () => {
    for (const [isKilled, isTold] of [
      [false, true],
      [true, true],
      [true, false],
    ]) {
      const thread = await Thread.begun();
      if (isKilled) loseRunner(thread);
      const lost = { [routes.message]: [{ error: reset() }] };
      const { outputs, postState } = await thread.comment(followUp, { service: lost });
      expect(outputs["reason"]).toBe("uncertain");
      thread.gitHub.allowAll();
      if (isKilled && isTold) await thread.post(postState);
      expect(thread.shown()).toContain(isTold ? says.uncertain : says.working);
      // A third attempt still knows which job to look at.
      for (let attempt = 2; attempt <= 3; attempt++) {
        const again = await thread.rerun({ service: finishes });
        expect(told(again)).toEqual(uncertain);
        expect(again.stdout).toContain("look at https://github.com/acme/docs/pull/3. If");
        expect(thread.shown()).toMatch(/look at \[acme\/docs.*Job `job_7f3a`/s);
      }
    }
  });
});

test("a request that nothing would remember, as GitHub takes no comment, is not sent", async () => {
  const thread = new Thread();
  // The comment that the runs share is there.
  await thread.push();
  thread.gitHub.refuse({ method: "POST", path: /7\/comments/, status: 403 });
  const first = await thread.comment(followUp);
  expect(told(first)).toEqual(["error github"]);
  expect(first.stdout).toMatch(
    /^::error title=Docs Agent%3A GitHub request failed::.*[Nn]othing was sent\./m,
  );
  thread.gitHub.allowAll();
  // The runner was lost, and the whole run is repeated.
  expect(sent((await thread.rerun()).requests).length).toBeLessThanOrEqual(1);
});

describe("a re-run of a workflow's request that was certainly not sent sends it", () => {
  const refused = { [routes.create]: [{ status: 401, json: { error: "Invalid API key" } }] };

  test("however many runs wrote in the shared comment since", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set("acme/docs#3", {});
    const first = await thread.push({ service: refused });
    expect(told(first)[0]).toBe("error api-key");
    const runOfFirst = thread.last();
    for (let later = 0; later < 15; later++) await thread.push({ service: refused });
    const again = await thread.rerun({}, runOfFirst);
    expect(told(again)).toEqual(["pull-request", `${routes.create} "Document this change"`]);
  });

  test("once, also where the first key is put back after another one has sent it", async () => {
    for (const start of [
      (thread: Thread) => thread.comment(command, { service: refused }),
      (thread: Thread) => thread.push({ service: refused }),
    ]) {
      const thread = new Thread();
      await start(thread);
      expect(told(await thread.rerun(withOtherKey))[0]).toBe("pull-request");
      expect(told(await thread.rerun())).toEqual(uncertain);
    }
  });

  test("also with another key, and not where it may have been sent", async () => {
    const thread = new Thread();
    await thread.push({ service: refused });
    expect(told(await thread.rerun(withOtherKey))[0]).toBe("pull-request");
    const lost = new Thread();
    await lost.push({ service: { [routes.create]: [{ error: reset() }] } });
    const again = await lost.rerun(withOtherKey);
    expect(told(again)).toEqual(uncertain);
    // A further re-run would send nothing either.
    expect(again.summary).toContain("If not, comment `/docs-agent --new` and the request");
  });
});

test("a re-run of a step that computes its prompt anew watches the job of its first attempt, or its follow-up", async () => {
  const again = { [routes.get]: [active, { json: done }] };
  const prompt = (text: string) => ({ prompt: text });
  const thread = new Thread();
  thread.gitHub.pulls.set("acme/docs#3", {});
  await thread.push({ with: prompt("12 of 13"), cancelAfterMs: 3000 });
  for (const text of ["13 of 13", "14 of 13"])
    expect(told(await thread.rerun({ with: prompt(text), service: again }))).toEqual(ready);
  await thread.push({ with: prompt("15 of 13") });
  expect(told(await thread.rerun({ with: prompt("16 of 13"), service: again }))).toEqual(ready);
});
