import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conversationKey, digest, getRunContext } from "../src/run-context.ts";
import { runs } from "./runs.ts";
import { hostile } from "./text/hostile.ts";

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
  test("say where the run and GitHub are", () => {
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

  test("link the run itself in its first attempt", () => {
    expect(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: "1" }).runUrl).toBe(
      "https://github.example.com/acme/site/actions/runs/1001",
    );
  });

  test.each(["", "abc", "0", undefined])("name the first attempt with %j", (attempt) => {
    expect(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: attempt }).attempt).toBe(1);
  });

  test("may be missing or empty, as outside of a runner", () => {
    for (const none of [{}, Object.fromEntries(Object.keys(env).map((name) => [name, ""]))])
      expect(getRunContext(none)).toEqual({
        ...{ repository: "", owner: "", repo: "", workflow: "", job: "", step: "", runId: "", attempt: 1 },
        triggeringActor: undefined,
        runUrl: "https://github.com//actions/runs/",
        apiUrl: "https://api.github.com",
        eventName: "",
      });
    expect(getRunContext({ GITHUB_REPOSITORY: "acme" })).toMatchObject({ owner: "acme", repo: "" });
  });

  test("give a context, whatever they hold", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(env)), hostile), (given) => {
        const { attempt, runUrl, runId } = getRunContext(given);
        expect(attempt).not.toBeNaN();
        expect(attempt).not.toBe(0);
        expect(runUrl).toContain(`/actions/runs/${runId}`);
      }),
      runs(300),
    );
  });
});

describe("the digest of a request", () => {
  const run = getRunContext(env);

  test("is the same in the next attempt", () => {
    expect(digest(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: "3" }), "Do it")).toBe(digest(run, "Do it"));
  });

  test.each([
    ["prompt", run, "Do it "],
    ["workflow", { ...run, workflow: "Other" }, "Do it"],
    ["job", { ...run, job: "other" }, "Do it"],
    ["step", { ...run, step: "__docs-agent_2" }, "Do it"],
  ])("is different for another %s", (_, other, prompt) => {
    expect(digest(other, prompt)).not.toBe(digest(run, "Do it"));
  });

  test("is short for any prompt", () => {
    for (const prompt of ["", "x", "x".repeat(65_536), "\0\ud800"])
      expect(digest(run, prompt)).toMatch(/^[\w-]{22}$/);
  });

  test("and the conversation of two requests are the same only when all their parts are", () => {
    // Parts that a careless digest would confuse.
    const part = fc.oneof(hostile, fc.constantFrom("a", "b", "ab", "", '","', "a\0b", "\\"));
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
        const [one, other] = [parts.slice(0, 4), parts.slice(4)].map((all) => {
          const [GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION, prompt = ""] = all;
          const context = getRunContext({ GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION });
          return {
            digest: digest(context, prompt),
            key: conversationKey(context, false),
            all: JSON.stringify(all),
            run: JSON.stringify(all.slice(0, 2)),
          };
        });
        expect(one?.digest === other?.digest).toBe(one?.all === other?.all);
        expect(one?.key === other?.key).toBe(one?.run === other?.run);
      }),
      runs(700),
    );
  });
});

describe("the conversation", () => {
  const run = getRunContext(env);

  test("of commands belongs to the thread, whichever workflow answers", () => {
    expect(conversationKey(run, true)).toBe("thread");
    expect(conversationKey({ ...run, workflow: "Other" }, true)).toBe("thread");
    expect(conversationKey(run, true, "Document it")).toBe("thread");
  });

  test("of other runs belongs to the workflow and job, over runs, attempts and steps", () => {
    const key = conversationKey(run, false);
    expect(key).toMatch(/^run:[\w-]{22}$/);
    expect(conversationKey({ ...run, runId: "9", attempt: 1, step: "x" }, false)).toBe(key);
    for (const other of [
      { ...run, job: "other" },
      { ...run, workflow: "Other" },
      { ...run, workflow: "thread", job: "" },
      { ...run, workflow: "ä".repeat(5000) },
    ]) {
      expect(conversationKey(other, false)).toMatch(/^run:[\w-]{22}$/);
      expect(conversationKey(other, false)).not.toBe(key);
    }
  });

  test("of prompts with a fresh job belongs to the prompt and step, over runs and attempts", () => {
    const key = conversationKey(run, false, "Document it");
    expect(key).toMatch(/^run:[\w-]{22}$/);
    expect(conversationKey({ ...run, runId: "9", attempt: 1 }, false, "Document it")).toBe(key);
    for (const other of [
      conversationKey(run, false),
      conversationKey(run, false, "Document that"),
      conversationKey({ ...run, step: "x" }, false, "Document it"),
    ])
      expect(other).not.toBe(key);
  });
});
