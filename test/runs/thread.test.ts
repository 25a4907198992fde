import { describe, expect, test } from "vitest";
import { says } from "../says.ts";
import { creates, done, follows, jobRoutes, routes } from "../service/fake-service.ts";
import { forged, sent, Thread, visible } from "./thread.ts";

const ownMarker = "<!-- docs-agent:v1 -->";

describe("a command on a pull request", () => {
  test("creates a job and updates its comment", async () => {
    const thread = new Thread();
    const { exitCode, requests, outputs, summary, postState } = await thread.comment(
      "/docs-agent Document the limit",
      { service: creates },
    );
    expect(exitCode).toBe(0);
    expect(requests).toMatchInlineSnapshot(`
      [
        "GitHub GET /issues/7/comments?per_page=100",
        "GitHub GET /pulls/7/comments?per_page=100",
        "GitHub GET /collaborators/maintainer/permission",
        "GitHub GET /pulls/7/files?per_page=100",
        "GitHub POST /issues/7/comments",
        "POST /v2/agent/acme/job "Document the limit"",
        "GET /v2/agent/acme/job/job_7f3a",
        "GET /v2/agent/acme/job/job_7f3a",
        "GitHub GET /repos/acme/docs/pulls/3",
        "GitHub GET /repos/acme/docs/pulls/3/files?per_page=100",
        "GitHub POST /issues/comments/101/reactions eyes",
        "GitHub PATCH /issues/comments/102",
        "GitHub PATCH /issues/comments/102",
        "GitHub POST /issues/comments/101/reactions rocket",
      ]
    `);
    const [begun, accepted, ended, ...more] = thread.gitHub.written.map(visible);
    expect(begun).toContain(says.working);
    expect(begun).not.toContain("job_7f3a");
    expect(accepted).toContain(says.working);
    expect(accepted).toContain("job_7f3a");
    expect(ended).toContain(says.ready);
    expect(more).toEqual([]);
    expect(thread.gitHub.reactions).toEqual(["issues/comments/101 eyes", "issues/comments/101 rocket"]);
    expect(outputs).toMatchObject({
      result: "pull-request",
      reason: "",
      jobId: "job_7f3a",
      prLink: "https://github.com/acme/docs/pull/3",
      commentUrl: "https://github.com/acme/site/issues/7#issuecomment-102",
    });
    expect(summary).toContain(says.ready);
    expect(postState).toBe("");
  });

  test("logs no secret", async () => {
    const { stdout } = await new Thread().comment("/docs-agent Document the limit", { service: creates });
    expect(stdout).toContain(says.accepted);
    expect(stdout.replace(/^::add-mask.*$/gm, "")).not.toMatch(/mint_scenario_key|ghs_scenario_token/);
  });

  test("starts every version of its comment with the action's own mark and has one marker in it", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const bodies = thread.gitHub.written;
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies) {
      expect(body.startsWith(`${ownMarker}\n\n`)).toBe(true);
      expect(body.match(/docs-agent:job/g)).toHaveLength(1);
    }
  });
});

describe("a conversation", () => {
  test("a follow-up is a message to the same job, with a comment of its own", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { outputs, requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
    expect(thread.gitHub.own()).toHaveLength(2);
    const third = await thread.comment("/docs-agent And with an example", { service: follows });
    expect(sent(third.requests)).toEqual([`${routes.message} "And with an example"`]);
  });

  test("is shared by issue comments, inline comments and reviews of a pull request", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const inline = await thread.inline("/docs-agent This one too", { service: follows });
    expect(sent(inline.requests)).toEqual([`${routes.message} "This one too"`]);
    const review = await thread.review("/docs-agent And that", { service: follows });
    expect(sent(review.requests)).toEqual([`${routes.message} "And that"`]);
  });

  test.each([
    ["--new", "/docs-agent --new Another page", {}],
    ["conversation: new", "/docs-agent Another page", { conversation: "new" }],
  ])("%s creates a job, which the thread then continues", async (_, command, inputs) => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { requests } = await thread.comment(command, { with: inputs, service: jobRoutes("job_2") });
    expect(sent(requests)).toEqual(['POST /v2/agent/acme/job "Another page"']);
    const next = await thread.comment("/docs-agent Shorter", { service: jobRoutes("job_2") });
    expect(sent(next.requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Shorter"']);
  });

  test("is separate for another project", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const elsewhere = await thread.comment("/docs-agent Shorter", {
      with: { "project-id": "other" },
      service: {
        "POST /v2/agent/other/job": [{ json: done }],
        "GET /v2/agent/other/job/job_7f3a": [{ json: done }],
      },
    });
    expect(sent(elsewhere.requests)).toEqual(['POST /v2/agent/other/job "Shorter"']);
  });

  test("ends with a change of the key: the next run creates a job", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { requests } = await thread.comment("/docs-agent Shorter", {
      with: { "api-key": "mint_another_key" },
      service: creates,
    });
    expect(sent(requests)).toEqual([`${routes.create} "Shorter"`]);
  });

  test("ignores forged and copied markers", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    await thread.comment("/docs-agent --new Another page", { service: jobRoutes("job_2") });
    const [first] = thread.gitHub.own();
    thread.gitHub.write("outsider", first?.body ?? "");
    const newest = thread.gitHub.own().at(-1)?.body ?? "";
    thread.gitHub.write("outsider", forged(newest, "job_2", "job_evil"));
    const { requests } = await thread.comment("/docs-agent Shorter", { service: jobRoutes("job_2") });
    expect(sent(requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Shorter"']);
  });
});

describe("when the thread's job is gone or closed", () => {
  test("a message refused with 410 becomes a new job, and the comment says so", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { exitCode, requests, outputs } = await thread.comment("/docs-agent Shorter", {
      service: { [routes.message]: [{ status: 410, json: { error: "closed" } }], ...jobRoutes("job_2") },
    });
    expect(exitCode).toBe(0);
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`, `${routes.create} "Shorter"`]);
    expect(outputs["jobId"]).toBe("job_2");
    expect(thread.gitHub.own().at(-1)?.body).toContain("accepts no more messages");
    const next = await thread.comment("/docs-agent Longer", { service: jobRoutes("job_2") });
    expect(sent(next.requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Longer"']);
  });

  test.each([
    [422, "refused"],
    [500, "uncertain"],
  ])("a message refused with %i is an error, and no new job", async (status, reason) => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { exitCode, requests, outputs } = await thread.comment("/docs-agent Shorter", {
      service: { [routes.message]: [{ status, json: { error: "no" } }] },
    });
    expect(exitCode).toBe(1);
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(outputs).toMatchObject({ result: "error", reason });
    expect(thread.gitHub.reactions.at(-1)).toMatch(/confused$/);
  });
});
