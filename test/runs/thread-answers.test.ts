import { describe, expect, test } from "vitest";
import { creates, done, follows, routes } from "../service/fake-service.ts";
import { sent, Thread, visible, writes } from "./thread.ts";

describe("commands that send nothing", () => {
  test("--status shows the thread's job", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { exitCode, requests, outputs } = await thread.comment("/docs-agent --status", {
      service: { [routes.get]: [{ json: done }] },
    });
    expect(exitCode).toBe(0);
    expect(sent(requests)).toEqual([]);
    expect(outputs).toMatchObject({ result: "answered", jobId: "job_7f3a", status: "completed" });
    expect(visible(thread.gitHub.own().at(-1)?.body)).toContain(
      "**Status.** Job `job_7f3a` is `completed`. Pull request: [acme/docs&#35;&#8203;3]",
    );
    // The answer remembers nothing, and hides nothing from the next command either.
    const next = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(next.requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("--status says when there is no job, or when the comments cannot be read", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent --status");
    expect(visible(thread.gitHub.own().at(-1)?.body)).toContain("This thread has no job yet.");
    thread.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const { exitCode, outputs } = await thread.comment("/docs-agent --status");
    expect([exitCode, outputs["result"]]).toEqual([0, "answered"]);
    expect(visible(thread.gitHub.own().at(-1)?.body)).toContain("cannot be read");
  });

  test("--status says in the thread when the job is gone", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const { exitCode, outputs } = await thread.comment("/docs-agent --status", {
      service: { [routes.get]: [{ status: 404, json: { error: "gone" } }] },
    });
    expect([exitCode, outputs["reason"]]).toEqual([1, "not-found"]);
    expect(visible(thread.gitHub.own().at(-1)?.body)).toContain("No such job or project");
    expect(thread.gitHub.reactions.at(-1)).toMatch(/eyes$/);
  });

  test.each(["/docs-agent --help", "/docs-agent"])("%s shows the help", async (command) => {
    const thread = new Thread();
    const { exitCode, requests, outputs } = await thread.comment(command);
    expect([exitCode, outputs["result"], sent(requests)]).toEqual([0, "answered", []]);
    expect(thread.gitHub.own()[0]?.body).toContain("`/docs-agent --status`");
    expect(writes(requests)).toEqual([
      "GitHub POST /issues/7/comments",
      "GitHub POST /issues/comments/101/reactions eyes",
    ]);
  });
});

describe("where a reply goes", () => {
  test("a command in an inline comment is answered in its review thread", async () => {
    const thread = new Thread();
    const { requests } = await thread.inline("/docs-agent Explain this", { service: creates });
    expect(writes(requests)).toContain("GitHub POST /pulls/7/comments/101/replies");
    expect(thread.gitHub.reactions).toEqual(["pulls/comments/101 eyes", "pulls/comments/101 rocket"]);
    expect(thread.gitHub.reviewComments.at(-1)).toMatchObject({ inReplyTo: 101, login: "docs[bot]" });
  });

  test("a command in a review is answered on the pull request, without reactions", async () => {
    const thread = new Thread();
    await thread.review("/docs-agent Explain this", { service: creates });
    expect(thread.gitHub.issueComments).toHaveLength(1);
    expect(thread.gitHub.reactions).toEqual([]);
  });

  test.each(["issues", "pull_request"])(
    "a command in the body of %s is answered below it, with reactions on it",
    async (name) => {
      const thread = new Thread(name === "issues" ? "issue" : "pull request");
      const subject = { ...thread.subject(), body: "/docs-agent Explain this" };
      const payload = { action: "opened", [name === "issues" ? "issue" : name]: subject };
      await thread.event({ name, payload }, { service: creates });
      expect(thread.gitHub.own()).toHaveLength(1);
      expect(thread.gitHub.reactions).toEqual(["issues/7 eyes", "issues/7 rocket"]);
    },
  );

  test("issue-number sends the comment elsewhere, and the reactions stay with the command", async () => {
    const thread = new Thread();
    const { requests } = await thread.comment("/docs-agent Document it", {
      with: { "issue-number": "9" },
      service: creates,
    });
    expect(writes(requests)).toContain("GitHub POST /issues/9/comments");
    expect(writes(requests)).not.toContain("GitHub POST /issues/7/comments");
    expect(thread.gitHub.own()).toMatchObject([{ thread: 9 }]);
    expect(thread.gitHub.reactions).toEqual(["issues/comments/101 eyes", "issues/comments/101 rocket"]);
  });
});
