import { describe, expect, test } from "vitest";
import { conversationKey, digest, getRunContext } from "../src/run-context.ts";

const env = {
  GITHUB_REPOSITORY: "acme/site",
  GITHUB_WORKFLOW: "Docs",
  GITHUB_JOB: "docs",
  GITHUB_ACTION: "__docs-agent",
  GITHUB_RUN_ID: "1001",
  GITHUB_RUN_ATTEMPT: "2",
  GITHUB_TRIGGERING_ACTOR: "owner",
  GITHUB_SERVER_URL: "https://github.example.com",
  GITHUB_API_URL: "https://github.example.com/api/v3",
  GITHUB_EVENT_NAME: "issue_comment",
};

describe("the runner's variables", () => {
  test("say where the run is, whose it is and where GitHub is", () => {
    expect(getRunContext(env)).toEqual({
      repository: "acme/site",
      owner: "acme",
      repo: "site",
      workflow: "Docs",
      job: "docs",
      step: "__docs-agent",
      runId: "1001",
      attempt: 2,
      triggeringActor: "owner",
      runUrl: "https://github.example.com/acme/site/actions/runs/1001/attempts/2",
      apiUrl: "https://github.example.com/api/v3",
      eventName: "issue_comment",
    });
  });

  test("a first attempt is linked as the run itself", () => {
    expect(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: "1" }).runUrl).toBe(
      "https://github.example.com/acme/site/actions/runs/1001",
    );
  });

  test.each(["", "abc", "0", undefined])("the attempt %j is the first", (attempt) => {
    expect(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: attempt }).attempt).toBe(1);
  });

  test("may all be missing, or empty", () => {
    for (const none of [{}, Object.fromEntries(Object.keys(env).map((name) => [name, ""]))])
      expect(getRunContext(none)).toMatchObject({
        owner: "",
        repo: "",
        attempt: 1,
        triggeringActor: undefined,
        apiUrl: "https://api.github.com",
        eventName: "",
      });
  });
});

describe("the digest of a request", () => {
  const facts = getRunContext(env);

  test("is the same in the next attempt", () => {
    expect(digest(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: "3" }), "Do it")).toBe(digest(facts, "Do it"));
  });

  test.each([
    ["prompt", facts, "Do it "],
    ["workflow", { ...facts, workflow: "Other" }, "Do it"],
    ["job", { ...facts, job: "other" }, "Do it"],
    ["step", { ...facts, step: "__docs-agent_2" }, "Do it"],
  ])("is another for another %s", (_, other, prompt) => {
    expect(digest(other, prompt)).not.toBe(digest(facts, "Do it"));
  });

  test("keeps its parts apart", () => {
    expect(digest({ ...facts, job: "do", step: "cs" }, "x")).not.toBe(
      digest({ ...facts, job: "d", step: "ocs" }, "x"),
    );
  });

  test("is short, whatever the prompt is", () => {
    for (const prompt of ["", "x", "x".repeat(65_536), "\0\ud800"])
      expect(digest(facts, prompt)).toMatch(/^[\w-]{22}$/);
  });
});

describe("the conversation", () => {
  const facts = getRunContext(env);

  test("of commands is the thread's, whichever workflow answers", () => {
    expect(conversationKey(facts, true)).toBe("thread");
    expect(conversationKey({ ...facts, workflow: "Other" }, true)).toBe("thread");
  });

  test("of other runs is one per workflow and job, over runs, attempts and steps", () => {
    const key = conversationKey(facts, false);
    expect(conversationKey({ ...facts, runId: "9", attempt: 1, step: "x" }, false)).toBe(key);
    expect(conversationKey({ ...facts, job: "other" }, false)).not.toBe(key);
    expect(conversationKey({ ...facts, workflow: "Other" }, false)).not.toBe(key);
    expect(conversationKey({ ...facts, workflow: "thread", job: "" }, false)).not.toBe("thread");
  });

  test("of prompts that go on with nothing is one per prompt and step, over runs and attempts", () => {
    const key = conversationKey(facts, false, "Document it");
    expect(key).toMatch(/^run:[\w-]{22}$/);
    expect(conversationKey({ ...facts, runId: "9", attempt: 1 }, false, "Document it")).toBe(key);
    for (const other of [
      conversationKey(facts, false),
      conversationKey(facts, false, "Document that"),
      conversationKey({ ...facts, step: "x" }, false, "Document it"),
    ])
      expect(other).not.toBe(key);
    expect(conversationKey(facts, true, "Document it")).toBe("thread");
  });

  test("is short however long the workflow's name is", () => {
    expect(conversationKey({ ...facts, workflow: "ä".repeat(5000) }, false).length).toBeLessThan(40);
  });
});

describe("outside a runner", () => {
  test("everything is harmless", () => {
    expect(getRunContext({})).toEqual({
      ...{ repository: "", owner: "", repo: "", workflow: "", job: "", step: "", runId: "", attempt: 1 },
      triggeringActor: undefined,
      runUrl: "https://github.com//actions/runs/",
      apiUrl: "https://api.github.com",
      eventName: "",
    });
    expect(getRunContext({ GITHUB_REPOSITORY: "acme" })).toMatchObject({ owner: "acme", repo: "" });
  });
});
