import { describe, expect, test } from "vitest";
import { creates, done, job, type Reply, routes } from "../service/fake-service.ts";
import { sent, Thread } from "./thread.ts";

describe("an answer that names the job is enough", () => {
  test.each([
    ["nothing else", { id: "job_7f3a" }],
    ["a status that nobody knows", { id: "job_7f3a", status: "queued" }],
    [
      "fields of other shapes",
      { ...job("active"), source: "acme/docs", model: 3, createdAt: null, prLink: 7 },
    ],
  ])("with %s", async (_, json) => {
    const service = { ...creates, [routes.create]: [{ status: 201, json }] };
    const run = await new Thread().comment("/docs-agent Document it", { service });
    expect([run.exitCode, run.outputs["jobId"], run.outputs["result"]]).toEqual([
      0,
      "job_7f3a",
      "pull-request",
    ]);
  });

  test.each([
    ["200 without a body", { status: 200, text: "" }],
    ["202 without a body", { status: 202, text: "" }],
    ["204", { status: 204, text: "" }],
    ["200 with a sentence", { status: 200, json: { message: "Thanks" } }],
    ["200 with another id", { status: 200, json: job("active", { id: "msg_1" }) }],
    ["202 with a page", { status: 202, text: "<html>Thanks</html>" }],
  ] satisfies [string, Reply][])("a message is taken whatever its answer says: %s", async (_, reply) => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document it", { service: creates });
    const service = {
      [routes.message]: [reply],
      [routes.get]: [{ json: done }, { json: job("active") }, { json: done }],
    };
    const run = await thread.comment("/docs-agent Shorter", { service });
    expect(sent(run.requests)).toEqual([`${routes.message} "Shorter"`]);
    expect([run.exitCode, run.outputs["jobId"], run.outputs["result"]]).toEqual([
      0,
      "job_7f3a",
      "pull-request",
    ]);
  });
});

test.each(["02e96e4b9024c425b860615a", "jöb/7?x#y%2F", "../job", "a".repeat(256)])(
  "an id of any spelling goes out as jobId and comes back in as job-id: %s",
  async (id) => {
    const path = `/v2/agent/acme/job/${encodeURIComponent(id)}`;
    const service = {
      [routes.create]: [{ status: 201, json: { id } }],
      [`GET ${path}`]: [{ json: { ...done, id } }],
      [`POST ${path}/message`]: [{ json: job("active", { id }) }],
    };
    const thread = new Thread();
    const first = await thread.comment("/docs-agent Document it", { service });
    expect(first.outputs).toMatchObject({ result: "pull-request", jobId: id });
    const next = await thread.comment("/docs-agent Shorter", { service });
    expect(sent(next.requests)).toEqual([`POST ${path}/message "Shorter"`]);
    const watched = await thread.push({ with: { prompt: "", "job-id": id }, service });
    expect(watched.outputs).toMatchObject({ result: "pull-request", jobId: id });
  },
);
