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

const server = "https://github.example.com";

describe("the run context", () => {
  test("has what the runner's variables say", () => {
    const script = "/home/runner/work/_actions/acme-tools/docs-agent/v1/dist/index.js";
    expect(getRunContext(env, script)).toEqual({
      ...{ serverUrl: server, repository: "acme/site", owner: "acme", repo: "site" },
      ...{ sha: "c0ffee", branch: "main", workflow: "Docs", job: "docs", step: "__docs-agent" },
      ...{ runId: "1001", attempt: 2, triggeringActor: "owner", eventName: "issue_comment" },
      ...{ apiUrl: `${server}/api/v3`, ref: "refs/heads/main" },
      runUrl: `${server}/acme/site/actions/runs/1001/attempts/2`,
      sourceUrl: `${server}/acme-tools/docs-agent/blob/v1`,
      issuesUrl: `${server}/acme-tools/docs-agent/issues/new`,
      workflowUrl: `${server}/acme/site/actions/workflows/docs.yml`,
    });
  });

  test.each(["1", "abc"])("takes the attempt %j for the first", (given) => {
    const { attempt, runUrl } = getRunContext({ ...env, GITHUB_RUN_ATTEMPT: given });
    expect([attempt, runUrl]).toEqual([1, `${server}/acme/site/actions/runs/1001`]);
  });

  test("has defaults where variables are missing or empty, as outside a runner", () => {
    const empty = Object.fromEntries(Object.keys(env).map((name) => [name, ""]));
    const missing = getRunContext({ GITHUB_ACTOR: "author" });
    expect(getRunContext(empty)).toEqual(missing);
    expect(missing).toEqual({
      ...{ repository: "", owner: "", repo: "", sha: "", branch: "", workflow: "", job: "" },
      ...{ step: "", runId: "", attempt: 1, eventName: "", ref: "" },
      ...{ serverUrl: "https://github.com", apiUrl: "https://api.github.com" },
      runUrl: "https://github.com//actions/runs/",
      workflowUrl: "https://github.com//actions/runs/",
    });
  });

  const source = "https://github.com/acme/docs-agent/blob";
  test.each([
    ["_actions/acme/docs-agent/fix/a#b/dist/index.js", `${source}/fix/a%23b`],
    ["site/site/dist/index.js", undefined],
    ["_actions/acme/docs-agent/dist/index.js", undefined],
  ])("links the action's own files by the file that runs: %s", (script, expected) => {
    const unix = `/home/runner/work/${script}`;
    expect(getRunContext({}, unix).sourceUrl).toBe(expected);
    expect(getRunContext({}, `D:\\a\\${script.replaceAll("/", "\\")}`).sourceUrl).toBe(expected);
  });
});
