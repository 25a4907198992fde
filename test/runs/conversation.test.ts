import { describe, expect, test } from "vitest";
import { says } from "../says.ts";
import { creates, done, follows, job, jobRoutes, routes } from "../service/fake-service.ts";
import type { Scenario } from "./harness.ts";
import { sent, Thread, visible, writes } from "./thread.ts";

const docs = "acme/docs#3";
const lastComment = (thread: Thread) => visible(thread.gitHub.own().at(-1)?.body);

describe("a thread is one conversation", () => {
  test("a command below a workflow's run continues its job, and --status finds it", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(docs, {});
    const workflow = await thread.push({ service: creates });
    expect(sent(workflow.requests)).toEqual([`${routes.create} "Document this change"`]);
    const status = await thread.comment("/docs-agent --status", {
      service: { [routes.get]: [{ json: done }] },
    });
    expect(sent(status.requests)).toEqual([]);
    const command = await thread.comment("/docs-agent Shorter, please.", { service: follows });
    expect(sent(command.requests)).toEqual([`${routes.message} "Shorter, please."`]);
    expect(status.outputs).toMatchObject({ result: "answered", jobId: "job_7f3a", status: "completed" });
    const next = await thread.push({ service: follows });
    expect(sent(next.requests)).toEqual([`${routes.message} "Document this change"`]);
    // The workflow's comment, the reply to --status, and the command's comment.
    expect(thread.gitHub.own()).toHaveLength(3);
  });

  test("a run that only watches a job makes it the thread's", async () => {
    const thread = new Thread();
    const watched = { "job-id": "job_7f3a", prompt: "" };
    await thread.push({ with: watched, service: { [routes.get]: [{ json: done }] } });
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("conversation: new starts a fresh job in a comment of its own, which commands continue", async () => {
    const thread = new Thread();
    await thread.push({ service: creates });
    const fresh = await thread.push({ with: { conversation: "new" }, service: jobRoutes("job_2") });
    expect(sent(fresh.requests)).toEqual([`${routes.create} "Document this change"`]);
    expect(thread.gitHub.own()).toHaveLength(2);
    const { requests } = await thread.comment("/docs-agent Shorter", { service: jobRoutes("job_2") });
    expect(sent(requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Shorter"']);
  });
});

describe("named conversations", () => {
  /** The runner's variables are the same in each: GitHub does not tell them apart. */
  const named = (conversation: string, service: Scenario["service"] = {}): Scenario => ({
    with: { conversation, prompt: `Document it in the ${conversation}` },
    service,
  });

  test("keep the legs of a matrix, or two callers of one reusable workflow, apart on every run", async () => {
    const thread = new Thread();
    const first = await thread.push(named("handbook", creates));
    const second = await thread.push(named("api", jobRoutes("job_2")));
    expect([first, second].map(({ requests }) => sent(requests))).toEqual([
      [`${routes.create} "Document it in the handbook"`],
      [`${routes.create} "Document it in the api"`],
    ]);
    const service = { ...jobRoutes("job_2"), ...follows };
    const followUps = [
      await thread.push(named("handbook", service)),
      await thread.push(named("api", service)),
    ];
    expect(followUps.map(({ requests }) => sent(requests))).toEqual([
      [`${routes.message} "Document it in the handbook"`],
      ['POST /v2/agent/acme/job/job_2/message "Document it in the api"'],
    ]);
    expect(thread.gitHub.own()).toHaveLength(2);
    const [handbook, api] = thread.gitHub.own().map(({ body }) => visible(body));
    expect(handbook).toContain("job_7f3a");
    expect(api).toContain("job_2");
  });

  test("of several, a command names one, or starts a job of the thread", async () => {
    const thread = new Thread();
    await thread.push(named("handbook", creates));
    await thread.push(named("api", jobRoutes("job_2")));
    const named2 = await thread.comment("/docs-agent Shorter", {
      with: { conversation: "api" },
      service: jobRoutes("job_2"),
    });
    expect(sent(named2.requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Shorter"']);
    const own = await thread.comment("/docs-agent Another", { service: jobRoutes("job_3") });
    expect(sent(own.requests)).toEqual([`${routes.create} "Another"`]);
  });

  test("a run without a command does not continue the job of another name", async () => {
    const thread = new Thread();
    await thread.push(named("handbook", creates));
    const { requests } = await thread.push({ service: jobRoutes("job_2") });
    expect(sent(requests)).toEqual([`${routes.create} "Document this change"`]);
  });
});

describe("job-id without a prompt", () => {
  const body = "/docs-agent Document it";

  test.each([
    ["pull_request", (thread: Thread) => ({ pull_request: { ...thread.subject(), body } })],
    ["issues", (thread: Thread) => ({ issue: { ...thread.subject(), body } })],
    [
      "issue_comment",
      (thread: Thread) => ({
        issue: thread.subject(),
        comment: { id: 41, body, html_url: "", user: { login: "outsider", type: "User" } },
      }),
    ],
  ])("watches the job on %s, whatever the text says", async (name, payload) => {
    const thread = new Thread(name === "issues" ? "issue" : "pull request");
    const action = name === "issue_comment" ? "created" : "opened";
    const watched = await thread.event(
      { name, payload: { action, ...payload(thread) } },
      {
        with: { "job-id": "job_7f3a" },
        service: { [routes.get]: [{ json: job("active") }, { json: done }] },
      },
    );
    expect(watched.outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
    const edit = "GitHub PATCH /issues/comments/101";
    expect(writes(watched.requests)).toEqual(["GitHub POST /issues/7/comments", edit]);
    expect(lastComment(thread)).toContain(says.ready);
    expect(thread.gitHub.reactions).toEqual([]);
  });
});

describe("before a follow-up, the job is looked at", () => {
  const begun = async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    return thread;
  };

  test("its pull request was closed: a new job takes its place, and the comment says why", async () => {
    const thread = await begun();
    thread.gitHub.pulls.set(docs, { state: "closed" });
    const followUp = await thread.comment("/docs-agent Shorter", {
      service: { ...jobRoutes("job_2"), [routes.get]: [{ json: done }] },
    });
    expect(sent(followUp.requests)).toEqual([`${routes.create} "Shorter"`]);
    expect(lastComment(thread)).toMatch(/A new one, because .* was closed\./);
    thread.gitHub.pulls.set(docs, {});
    const next = await thread.comment("/docs-agent Longer", { service: jobRoutes("job_2") });
    expect(sent(next.requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Longer"']);
  });

  test("an explicit job-id is not looked at", async () => {
    const inputs = { "job-id": "job_7f3a", prompt: "Shorter" };
    const { requests } = await new Thread().push({ with: inputs, service: follows });
    expect(requests.filter((request) => / \/v2/.test(request))[0]).toBe(`${routes.message} "Shorter"`);
  });
});
