import { describe, expect, test } from "vitest";
import { getRunContext } from "../../src/runner/context.ts";

const env = {
  ...{ GITHUB_REPOSITORY: "acme/site", GITHUB_SHA: "c0ffee", GITHUB_REF_NAME: "main" },
  ...{ GITHUB_WORKFLOW: "Docs", GITHUB_JOB: "docs", GITHUB_ACTION: "__docs-agent" },
  ...{ GITHUB_RUN_ID: "1001", GITHUB_RUN_ATTEMPT: "2", GITHUB_TRIGGERING_ACTOR: "owner" },
  ...{ GITHUB_SERVER_URL: "https://github.example.com", GITHUB_EVENT_NAME: "issue_comment" },
  GITHUB_API_URL: "https://github.example.com/api/v3",
  GITHUB_REF: "refs/heads/main",
  GITHUB_WORKFLOW_REF: "acme/site/.github/workflows/docs.yml@refs/heads/main",
};

describe("the run context", () => {
  test("has what the runner's variables say", () => {
    expect(
      getRunContext(env, "/home/runner/work/_actions/acme-tools/docs-agent/v1/dist/index.js"),
    ).toEqual({
      ...{
        serverUrl: "https://github.example.com",
        repository: "acme/site",
        owner: "acme",
        repo: "site",
      },
      ...{ sha: "c0ffee", branch: "main", workflow: "Docs", job: "docs", step: "__docs-agent" },
      ...{ runId: "1001", attempt: 2, triggeringActor: "owner", eventName: "issue_comment" },
      runUrl: "https://github.example.com/acme/site/actions/runs/1001/attempts/2",
      sourceUrl: "https://github.example.com/acme-tools/docs-agent/blob/v1",
      issuesUrl: "https://github.example.com/acme-tools/docs-agent/issues/new",
      apiUrl: "https://github.example.com/api/v3",
      ref: "refs/heads/main",
      workflowUrl: "https://github.example.com/acme/site/actions/workflows/docs.yml",
    });
  });

  test.each(["1", "", "abc", "0"])("takes the attempt %j for the first", (attempt) => {
    const runUrl = "https://github.example.com/acme/site/actions/runs/1001";
    expect(getRunContext({ ...env, GITHUB_RUN_ATTEMPT: attempt })).toMatchObject({
      attempt: 1,
      runUrl,
    });
  });

  test.each([
    ["missing", {}],
    ["missing but for who started the first attempt", { GITHUB_ACTOR: "author" }],
    ["empty", Object.fromEntries(Object.keys(env).map((name) => [name, ""]))],
  ])("has defaults when the variables are %s, as outside a runner", (_, none) => {
    expect(getRunContext(none)).toEqual({
      ...{
        repository: "",
        owner: "",
        repo: "",
        sha: "",
        branch: "",
        workflow: "",
        job: "",
        step: "",
      },
      ...{ runId: "", attempt: 1, eventName: "", runUrl: "https://github.com//actions/runs/" },
      ...{ serverUrl: "https://github.com", apiUrl: "https://api.github.com" },
      ...{ ref: "", workflowUrl: "https://github.com//actions/runs/" },
    });
  });

  test.each([
    [
      "_actions/acme/docs-agent/v1.2.0/dist/index.js",
      "https://github.com/acme/docs-agent/blob/v1.2.0",
    ],
    [
      "_actions/acme/docs-agent/fix/a#b/dist/index.js",
      "https://github.com/acme/docs-agent/blob/fix/a%23b",
    ],
    ["site/site/dist/index.js", undefined],
    ["_actions/a b/docs-agent/v1/dist/index.js", undefined],
    ["_actions/acme/docs-agent/dist/index.js", undefined],
  ])("links the action's own files by the file that runs: %s", (script, expected) => {
    const unix = `/home/runner/work/${script}`;
    expect(getRunContext({}, unix).sourceUrl).toBe(expected);
    expect(getRunContext({}, `D:\\a\\${script.replaceAll("/", "\\")}`).sourceUrl).toBe(expected);
  });
});
