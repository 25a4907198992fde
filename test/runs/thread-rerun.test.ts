import { describe, expect, test } from "vitest";
import { says } from "../says.ts";
import { creates, done, follows, job, jobRoutes, reset, routes } from "../service/fake-service.ts";
import { sent, Thread, visible, writes } from "./thread.ts";

const command = "/docs-agent Document the limit";

describe("a re-run", () => {
  test("resumes its job in the same comment", async () => {
    const thread = new Thread();
    await thread.comment(command, {
      with: { "timeout-minutes": "1" },
      service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] },
    });
    const { exitCode, requests, outputs } = await thread.rerun({
      service: { [routes.get]: [{ json: job("active") }, { json: done }] },
    });
    expect(exitCode).toBe(0);
    expect(sent(requests)).toEqual([]);
    expect(outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
    expect(thread.gitHub.own()).toHaveLength(1);
    expect(visible(thread.gitHub.own()[0]?.body)).toContain(says.ready);
  });

  test("of a re-run resumes the same job", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    await thread.rerun({ service: { [routes.get]: [{ json: done }] } });
    const { requests } = await thread.rerun({ service: { [routes.get]: [{ json: done }] } });
    expect(sent(requests)).toEqual([]);
    expect(thread.gitHub.own()).toHaveLength(1);
  });

  test("resumes its own job, not the newer one of a later command", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    const mine = thread.mark();
    await thread.comment("/docs-agent --new Another page", { service: jobRoutes("job_2") });
    thread.back(mine);
    const { requests, outputs } = await thread.rerun({ service: { [routes.get]: [{ json: done }] } });
    expect(sent(requests)).toEqual([]);
    expect(outputs["jobId"]).toBe("job_7f3a");
  });

  test("of a job that failed creates a new one", async () => {
    const thread = new Thread();
    await thread.comment(command, {
      service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("failed") }] },
    });
    const { requests, outputs } = await thread.rerun({
      service: { ...jobRoutes("job_2"), [routes.get]: [{ json: job("failed") }] },
    });
    expect(sent(requests)).toEqual([`${routes.create} "Document the limit"`]);
    expect(outputs).toMatchObject({ result: "pull-request", jobId: "job_2" });
  });

  test("of a refused follow-up sends it, and its comment shows the end of that", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    const refusal = { [routes.message]: [{ status: 400, json: { error: "no" } }] };
    await thread.comment("/docs-agent Shorter", { service: refusal });
    const { requests, outputs } = await thread.rerun({ service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(outputs["result"]).toBe("pull-request");
    expect(visible(thread.gitHub.own()[1]?.body)).toContain(says.followUpDone);
  });

  test("of a create that may have been processed stays uncertain and creates no second job", async () => {
    const thread = new Thread();
    const lost = await thread.comment(command, { service: { [routes.create]: [{ error: reset() }] } });
    expect(lost.outputs["reason"]).toBe("uncertain");
    const { exitCode, requests, outputs } = await thread.rerun({ service: creates });
    expect([exitCode, outputs["reason"]]).toEqual([1, "uncertain"]);
    expect(sent(requests)).toEqual([]);
    const shown = visible(thread.gitHub.own()[0]?.body);
    expect(shown).toContain(says.uncertain);
    const third = await thread.rerun({ service: creates });
    expect([third.outputs["reason"], sent(third.requests)]).toEqual(["uncertain", []]);
    const asked = await thread.comment(command, { service: creates });
    expect(sent(asked.requests)).toEqual([`${routes.create} "Document the limit"`]);
  });

  test("of a refused create creates the job", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: { [routes.create]: [{ status: 401, json: {} }] } });
    const { requests, outputs } = await thread.rerun({ service: creates });
    expect(sent(requests)).toEqual([`${routes.create} "Document the limit"`]);
    expect(outputs["result"]).toBe("pull-request");
    expect(thread.gitHub.own()).toHaveLength(1);
  });

  test.each([403, 502])(
    "that cannot read the comments (HTTP %i) is uncertain, and creates no second job",
    async (status) => {
      const thread = new Thread();
      await thread.comment(command, { service: creates });
      thread.gitHub.refuse({ method: "GET", path: /comments/, status });
      const { exitCode, requests, outputs } = await thread.rerun({ service: creates });
      expect(exitCode).toBe(1);
      expect(sent(requests)).toEqual([]);
      expect(outputs).toMatchObject({ result: "error", reason: "uncertain" });
    },
  );
});

describe("runs whose prompt is an input", () => {
  const event = (thread: Thread) => ({
    name: "pull_request",
    payload: { action: "synchronize", pull_request: thread.subject() },
  });
  const prompt = { prompt: "Document what changed" };

  test("keep one comment per workflow and job, and continue their own job", async () => {
    const thread = new Thread();
    const first = await thread.event(event(thread), { with: prompt, service: creates });
    expect(sent(first.requests)).toEqual([`${routes.create} "Document what changed"`]);
    const second = await thread.event(event(thread), { with: prompt, service: follows });
    expect(sent(second.requests)).toEqual([`${routes.message} "Document what changed"`]);
    expect(thread.gitHub.own()).toHaveLength(1);
    expect(thread.gitHub.reactions).toEqual([]);
    expect(second.requests.some((request) => request.includes("permission"))).toBe(false);
    expect(thread.gitHub.own()[0]?.body).not.toContain("--new");
  });

  test.each([{ GITHUB_JOB: "other" }, { GITHUB_WORKFLOW: "Other" }])(
    "of %j continue the same job in a comment of their own",
    async (env) => {
      const thread = new Thread();
      await thread.event(event(thread), { with: prompt, service: creates });
      const other = await thread.event(event(thread), { with: prompt, env, service: follows });
      expect(sent(other.requests)).toEqual([`${routes.message} "Document what changed"`]);
      expect(thread.gitHub.own()).toHaveLength(2);
    },
  );

  test("on a schedule write to issue-number", async () => {
    const thread = new Thread();
    const scene = { with: { ...prompt, "issue-number": "9" }, service: creates };
    await thread.event({ name: "schedule", payload: {} }, scene);
    expect(thread.gitHub.own()).toMatchObject([{ thread: 9 }]);
  });

  test("without a thread ask GitHub only for what is in the pull request", async () => {
    const { requests, outputs } = await new Thread().event(
      { name: "schedule", payload: {} },
      { with: prompt, service: creates },
    );
    expect(requests.filter((request) => request.startsWith("GitHub"))).toEqual([
      "GitHub GET /repos/acme/docs/pulls/3",
      "GitHub GET /repos/acme/docs/pulls/3/files?per_page=100",
    ]);
    expect(outputs["result"]).toBe("pull-request");
  });
});

describe("comment: never", () => {
  test("writes no comment, reads none and continues no job", async () => {
    const thread = new Thread();
    const scene = { with: { comment: "never" }, service: creates };
    await thread.comment(command, scene);
    const { requests } = await thread.comment("/docs-agent Shorter", scene);
    expect(sent(requests)).toEqual([`${routes.create} "Shorter"`]);
    expect(requests.filter((request) => /\/(?:issues|pulls)\/7\/comments/.test(request))).toEqual([]);
    expect(thread.gitHub.own()).toEqual([]);
    expect(thread.gitHub.reactions).toHaveLength(4);
  });
});

describe("dry-run", () => {
  test("reads, says what it would send, and changes nothing on either side", async () => {
    const thread = new Thread();
    const dry = { with: { "dry-run": "true" } };
    const first = await thread.comment(command, dry);
    expect(writes(first.requests)).toEqual([]);
    expect(first.requests).toContain("GitHub GET /collaborators/maintainer/permission");
    expect(first.outputs["message"]).toContain("a new job");
    expect(first.outputs["result"]).toBe("dry-run");
    await thread.comment(command, { service: creates });
    const second = await thread.comment("/docs-agent Shorter", {
      ...dry,
      service: { [routes.get]: [{ json: done }] },
    });
    expect(writes(second.requests)).toEqual([]);
    expect(second.outputs["message"]).toContain("a follow-up to job job_7f3a");
    const gone = await thread.comment("/docs-agent Shorter", {
      ...dry,
      service: { [routes.get]: [{ status: 404, json: {} }] },
    });
    expect(gone.outputs["message"]).toContain("a new job");
    expect(gone.postState).toBe("");
  });

  test.each(["/docs-agent --help", "/docs-agent --status", "/docs-agent x"])(
    "%s changes nothing, whoever writes it",
    async (body) => {
      const thread = new Thread();
      for (const login of ["maintainer", "outsider"]) {
        const { requests, exitCode } = await thread.comment(body, { with: { "dry-run": "true" } }, login);
        expect([exitCode, writes(requests)]).toEqual([0, []]);
      }
    },
  );
});
