import { describe, expect, test } from "vitest";
import { creates, follows, job, jobRoutes, reset, routes } from "./fake-service.ts";
import { sent, Thread, visible } from "./thread.ts";

const command = "/docs-agent Document the limit";
const followUp = { ...jobRoutes("job_2"), ...follows };

describe("a thread keeps its job", () => {
  test.each([
    ["that was refused", { status: 400, json: { error: "no" } }],
    ["whose fate is unknown", { error: reset() }],
  ])("after a new request %s", async (_, reply) => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    await thread.comment("/docs-agent --new Other", { service: { [routes.create]: [reply] } });
    const status = await thread.comment("/docs-agent --status", { service: follows });
    expect(status.outputs["jobId"]).toBe("job_7f3a");
    const next = await thread.comment("/docs-agent Shorter", { service: followUp });
    expect(sent(next.requests)).toEqual([`${routes.message} "Shorter"`]);
  });
});

describe("jobs of a matrix in one thread", () => {
  test("have a comment each, so that each re-run finds its own job", async () => {
    const thread = new Thread();
    const event = {
      name: "pull_request",
      payload: { action: "synchronize", pull_request: thread.subject() },
    };
    const leg = (docs: string) => ({ with: { prompt: `Document it in the ${docs}`, conversation: "new" } });
    await thread.event(event, { ...leg("handbook"), service: creates });
    const first = thread.mark();
    await thread.event(event, { ...leg("API"), service: jobRoutes("job_2") });
    const second = thread.mark();
    const service = { ...creates, ...jobRoutes("job_2"), ...follows };
    for (const [run, job] of [
      [second, "job_2"],
      [first, "job_7f3a"],
    ] as const) {
      thread.back(run);
      const again = await thread.rerun({ service });
      expect([again.outputs["jobId"], sent(again.requests)]).toEqual([job, []]);
    }
    expect(thread.gitHub.own()).toHaveLength(2);
  });
});

describe("text of others", () => {
  test("a comment that imitates the one whose response was lost is not used", async () => {
    const thread = new Thread();
    const look = `<!-- docs-agent:v1 -->\n\n**Working on it.** This comment changes when there is news.\n\n> Document the limit\n\n<sub>[workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>`;
    thread.gitHub.refuse({
      ...{ method: "POST", path: /7\/comments/, status: 502, times: 1 },
      meanwhile: () => void thread.gitHub.write("outsider", look),
    });
    await thread.comment(command, { service: creates });
    const [imitation] = thread.gitHub.issueComments.filter(({ login }) => login === "outsider");
    expect(imitation?.body).toBe(look);
    expect(visible(thread.gitHub.own()[0]?.body)).toContain("Pull request ready");
  });

  test("a command in the quoted part of an email reply is ignored", async () => {
    const thread = new Thread();
    const mail = `Thanks\r\n\r\n${"_".repeat(32)}\r\nFrom: outsider <notifications@github.com>\r\nSent: Monday\r\nSubject: Re: Add a limit\r\n\r\n${command}`;
    const { outputs, requests } = await thread.comment(mail, { service: creates });
    expect([outputs["result"], outputs["reason"], requests]).toEqual(["skipped", "no-command", []]);
  });

  test("an address of the service is no workflow command when a workflow prints it", async () => {
    const prLink = "https://github.com/acme/docs/pull/3##[stop-commands]x";
    const source = { repository: "acme/docs##[debug]", ref: "main##[error]x" };
    const ended = job("completed", { prLink, source });
    const service = { ...creates, [routes.get]: [{ json: ended }] };
    const { outputs } = await new Thread().comment(command, { service });
    expect(outputs["prLink"]).toBe("https://github.com/acme/docs/pull/3##%5Bstop-commands%5Dx");
    expect(Object.values(outputs).join("\n")).not.toContain("##[");
  });

  test("a redirect that contains the key does not leak it", async () => {
    const thread = new Thread();
    const location = "https://mint_scenario_key.login.example/x";
    const service = { [routes.create]: [{ status: 302, json: {}, headers: { location } }] };
    const { outputs, stdout, summary } = await thread.comment(command, { service });
    expect(outputs["reason"]).toBe("refused");
    for (const text of [visible(thread.gitHub.own()[0]?.body), summary, outputs["message"]])
      expect(text?.replaceAll("&#95;", "_")).not.toContain("mint_scenario_key");
    expect(stdout.replace(/^::add-mask::.*$/gm, "")).not.toContain("mint_scenario_key");
  });
});

test("a 303 may mean a job, so a re-run does not create another", async () => {
  const thread = new Thread();
  const reply = { status: 303, json: {}, headers: { location: "https://docs.example.com/job" } };
  const first = await thread.comment(command, { service: { [routes.create]: [reply] } });
  const again = await thread.rerun({ service: creates });
  expect([first.outputs["reason"], again.outputs["reason"]]).toEqual(["uncertain", "uncertain"]);
  expect([...sent(first.requests), ...sent(again.requests)]).toHaveLength(1);
});

describe("a run whose runner was lost", () => {
  /** Nothing is edited any more, as when the runner is gone, and the post step with it. */
  const gone = (thread: Thread) =>
    thread.gitHub.refuse({ method: "PATCH", path: /comments/, error: new Error("gone") });

  test("after its first comment may have sent its request, and a re-run does not send it again", async () => {
    const thread = new Thread();
    gone(thread);
    const first = await thread.comment(command, { service: creates });
    thread.gitHub.allowAll();
    const again = await thread.rerun({ service: { ...creates, ...jobRoutes("job_2") } });
    expect([...sent(first.requests), ...sent(again.requests)]).toHaveLength(1);
    expect(again.outputs["reason"]).toBe("uncertain");
    // Another command is another request.
    const next = await thread.comment("/docs-agent Another", { service: jobRoutes("job_2") });
    expect(next.outputs["result"]).toBe("pull-request");
  });

  test("in a review thread is treated alike", async () => {
    const thread = new Thread();
    gone(thread);
    const first = await thread.inline(command, { service: creates });
    thread.gitHub.allowAll();
    const again = await thread.rerun({ service: creates });
    expect([...sent(first.requests), ...sent(again.requests)]).toHaveLength(1);
    expect(again.outputs["reason"]).toBe("uncertain");
  });

  test("is not confused with one whose comment others have copied", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    thread.gitHub.write("outsider", thread.gitHub.written[0] ?? "");
    const again = await thread.rerun({ service: creates });
    expect([again.outputs["jobId"], sent(again.requests)]).toEqual(["job_7f3a", []]);
  });

  test("after announcing a follow-up may have sent it", async () => {
    const thread = new Thread();
    const push = { name: "pull_request", payload: { action: "synchronize", pull_request: thread.subject() } };
    const scene = { with: { prompt: "Document it" } };
    await thread.event(push, { ...scene, service: creates });
    const before = thread.gitHub.written.length;
    await thread.event(push, { ...scene, service: follows });
    const stateOf = (body: string) => {
      const [, content = ""] = /docs-agent:job ([\w-]+)\./.exec(body) ?? [];
      return JSON.parse(Buffer.from(content, "base64url").toString()).state;
    };
    const states = thread.gitHub.written.slice(before).map(stateOf);
    expect(states.length).toBeGreaterThan(1);
    expect(new Set(states)).toEqual(new Set(["sent", "accepted"]));
  });
});
