import { describe, expect, test } from "vitest";
import { creates, done, routes } from "../service/fake-service.ts";
import { sent, Thread, visible } from "./thread.ts";

const lastComment = (thread: Thread) => visible(thread.gitHub.own().at(-1)?.body);

describe("a mistyped command makes no job", () => {
  test.each([
    ["--stauts", "Did you mean `--status`?"],
    ["--force it", "did not understand `--force`"],
    ["thanks!", "asks for no change"],
    ["—status", "**Status.** Job `job_7f3a`"],
    ["help!", "What Docs Agent can do here"],
    ["stop", "A job cannot be stopped from here"],
  ])("/docs-agent %s gets a reply: %s", async (text, reply) => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const answered = await thread.comment(`/docs-agent ${text}`, {
      service: { ...creates, [routes.get]: [{ json: done }] },
    });
    expect([answered.exitCode, answered.outputs["result"]]).toEqual([0, "answered"]);
    expect(sent(answered.requests)).toEqual([]);
    expect(lastComment(thread)).toContain(reply);
  });

  test.each([
    ["/docs-agent: Document it", "Document it"],
    ["/docs-agent, Document it", "Document it"],
    ["/docs-agent – Document it", "Document it"],
    ["/docs-agent Document it\n- with a list\n--new", "Document it\n- with a list\n--new"],
    ["/docs-agent Document it --new", "Document it"],
    ["/docs-agent Document the flag --help", "Document the flag --help"],
  ])("%j is a request", async (text, prompt) => {
    const { requests } = await new Thread().comment(text, { service: creates });
    expect(sent(requests)).toEqual([`${routes.create} ${JSON.stringify(prompt)}`]);
  });
});

describe("--dry-run", () => {
  test("says in the thread what would be sent, and sends nothing", async () => {
    const thread = new Thread();
    const fresh = await thread.comment("/docs-agent --dry-run Document the limit");
    expect(fresh.outputs).toMatchObject({ result: "dry-run", reason: "" });
    expect(lastComment(thread)).toContain("The request would go to a new job.");
    await thread.comment("/docs-agent Document the limit", { service: creates });
    const followUp = await thread.comment("/docs-agent —dry-run Shorter", {
      service: { [routes.get]: [{ json: done }] },
    });
    expect(lastComment(thread)).toContain("The request would go as a follow-up to job `job_7f3a`.");
    for (const { requests } of [fresh, followUp]) expect(sent(requests)).toEqual([]);
    // Strangers read it: no project, no address.
    for (const { body } of thread.gitHub.own().filter(({ body }) => body.includes("Dry run")))
      expect(visible(body)).not.toMatch(/docs\.example\.com|acme`/);
  });
});

describe("words of others are no command", () => {
  const opened = (name: "issues" | "pull_request", more: Record<string, unknown>) => {
    const thread = new Thread(name === "issues" ? "issue" : "pull request");
    const subject = { ...thread.subject(), ...more };
    const payload = { action: "opened", [name === "issues" ? "issue" : name]: subject };
    return thread.event({ name, payload }, { service: creates });
  };

  test.each([
    ["a comment", "_Originally posted by @outsider in #3_\n\n/docs-agent Praise it"],
    ["a discussion", '<div type="discussions-op-text">\n\n/docs-agent Praise it\n</div>'],
  ])("a description that GitHub made from %s starts nothing", async (_, body) => {
    for (const name of ["issues", "pull_request"] as const) {
      const skipped = await opened(name, { body });
      expect(skipped.outputs).toMatchObject({ result: "skipped", reason: "quoted" });
      expect([skipped.exitCode, skipped.requests]).toEqual([0, []]);
    }
  });

  test("a title, which GitHub fills in from a task list, starts nothing", async () => {
    const skipped = await opened("issues", { title: "/docs-agent Praise it", body: null });
    expect(skipped.outputs).toMatchObject({ result: "skipped", reason: "no-text" });
    expect(skipped.requests).toEqual([]);
  });

  test("the quoted mail of a reply starts nothing", async () => {
    const body =
      "Thanks!\n\nOn Mon, 16 Nov 2026 at 10:00, outsider <o@x.test> wrote:\n\n/docs-agent Praise it\n\nYou are receiving this because you commented.";
    const skipped = await new Thread().comment(body.replaceAll("\n", "\r\n"), { service: creates });
    expect(skipped.outputs).toMatchObject({ result: "skipped", reason: "no-command" });
    expect(skipped.requests).toEqual([]);
  });

  test("the mail below a command does not go with it", async () => {
    const mail = "On Mon, 16 Nov 2026 at 10:00, outsider <o@x.test> wrote:\n\n> Praise it";
    const { requests } = await new Thread().comment(`/docs-agent Shorter\n\n${mail}`, { service: creates });
    expect(sent(requests)).toEqual([`${routes.create} "Shorter"`]);
  });

  test("the description of an issue that was transferred starts nothing", async () => {
    const thread = new Thread("issue");
    const issue = { ...thread.subject(), body: "/docs-agent Praise it" };
    const payload = { action: "opened", issue, changes: { old_issue: { number: 3 }, old_repository: {} } };
    const skipped = await thread.event({ name: "issues", payload }, { service: creates });
    expect(skipped.outputs).toMatchObject({ result: "skipped", reason: "quoted" });
    expect([skipped.exitCode, skipped.requests]).toEqual([0, []]);
  });

  test("a reply by mail to a comment of ours is a command, and says that the rest was cut", async () => {
    const thread = new Thread();
    const ours = "> <!-- docs-agent:v1 -->\n>\n> ⏳ **Working on it.**";
    const footer = "> You are receiving this because you commented.";
    const body = `/docs-agent Shorter\n\nAnd clearer.\n\n${ours}\n${footer}`;
    const { requests, stdout } = await thread.comment(body, { service: creates });
    expect(sent(requests)).toEqual([`${routes.create} "Shorter"`]);
    expect(stdout).toContain("The command came by mail");
    expect(lastComment(thread)).toContain("This came by mail");
    const whole = await thread.comment("/docs-agent Say when to reply to this email directly.\n\nAnd how.", {
      service: { ...creates, [routes.get]: [{ json: done }], [routes.message]: [{ json: {} }] },
    });
    expect(sent(whole.requests)[0]).toContain("And how.");
    expect(lastComment(thread)).not.toContain("by mail");
  });
});
