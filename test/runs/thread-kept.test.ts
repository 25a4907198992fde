import { describe, expect, test } from "vitest";
import {
  creates,
  follows,
  job,
  jobRoutes,
  reset,
  routes,
  type ServiceReplies,
} from "../service/fake-service.ts";
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

describe("text of others", () => {
  test("a copy of our comment is not the one that a re-run goes on with", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    thread.gitHub.write("outsider", thread.gitHub.written[0] ?? "");
    const again = await thread.rerun({ service: creates });
    expect([again.outputs["jobId"], sent(again.requests)]).toEqual(["job_7f3a", []]);
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
    const service = { [routes.create]: [{ status: 307, json: {}, headers: { location } }] };
    const { outputs, stdout, summary } = await thread.comment(command, { service });
    expect(outputs["reason"]).toBe("refused");
    for (const text of [visible(thread.gitHub.own()[0]?.body), summary, outputs["message"]])
      expect(text?.replaceAll("&#95;", "_")).not.toContain("mint_scenario_key");
    expect(stdout.replace(/^::add-mask::.*$/gm, "")).not.toContain("mint_scenario_key");
  });
});

describe("a run whose runner was lost", () => {
  /** Nothing is edited any more, as when the runner is gone, and the post step with it. */
  const gone = (thread: Thread) =>
    thread.gitHub.refuse({ method: "PATCH", path: /comments/, error: new Error("gone") });

  test.each([
    [
      "a command",
      1,
      (thread: Thread, service: ServiceReplies) => thread.comment("/docs-agent x", { service }),
    ],
    // This one also announces the follow-up in its shared comment.
    ["a workflow", 2, (thread: Thread, service: ServiceReplies) => thread.push({ service })],
  ])("while it replaced a closed job for %s leaves no third job to a re-run", async (_, edits, run) => {
    const thread = new Thread();
    await thread.push({ service: creates });
    const closed = { [routes.message]: [{ status: 410, json: { error: "closed" } }] };
    const service = { ...jobRoutes("job_2"), ...follows, ...closed };
    // Nothing is edited after the comment has forgotten the old job.
    thread.gitHub.refuse({ method: "PATCH", path: /comments/, times: edits });
    gone(thread);
    const lost = await run(thread, service);
    thread.gitHub.allowAll();
    expect(sent(lost.requests).map((request) => request.split(" ")[1])).toEqual([
      "/v2/agent/acme/job/job_7f3a/message",
      "/v2/agent/acme/job",
    ]);
    const again = await thread.rerun({ service: { ...jobRoutes("job_3"), ...service } });
    expect([again.outputs["reason"], sent(again.requests)]).toEqual(["uncertain", []]);
  });
});
