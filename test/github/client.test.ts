import { describe, expect, onTestFinished, test } from "vitest";
import { createCommentIdempotent, createGitHubClient, type GitHub } from "../../src/github/client.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { DispatcherPool } from "../../src/network.ts";
import { getRunContext } from "../../src/run-context.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { silentLog } from "../fake-log.ts";
import { answer, serve, type Turn } from "../service/local-server.ts";

/** The client of a run whose GitHub answers in these ways, below the path of GitHub Enterprise Server. */
async function clientOf(
  turns: readonly [Turn, ...Turn[]],
  signals?: ConstructorParameters<typeof DispatcherPool>[1],
  redact?: (text: string) => string,
) {
  const server = await serve(turns);
  const connections = new DispatcherPool({ retryUnitMs: 1, spaceWrites: false }, signals);
  onTestFinished(async () => {
    await connections.close();
    await server.close();
  });
  const run = getRunContext({
    GITHUB_REPOSITORY: "acme/site",
    GITHUB_API_URL: new URL("/api/v3", server.url).href,
  });
  const gitHub = createGitHubClient(connections, silentLog, run, "ghs_token", redact);
  if (gitHub === undefined) throw new Error("there is no client");
  return { gitHub, server };
}

const comment = { id: 5, body: null, html_url: "https://github.com/acme/site/issues/7#issuecomment-5" };

describe("a request to GitHub", () => {
  test("goes to the API of the run, with its token and an API version", async () => {
    const { gitHub, server } = await clientOf([answer(200, comment)]);
    expect(await gitHub.updateComment("review", 5, "Done.")).toEqual({
      ...{ id: 5, place: "review", body: "", url: comment.html_url },
    });
    expect(server.requests).toMatchObject([
      {
        method: "PATCH",
        url: "/api/v3/repos/acme/site/pulls/comments/5",
        body: '{"body":"Done."}',
        headers: {
          authorization: "token ghs_token",
          "x-github-api-version": "2022-11-28",
          "user-agent": expect.stringContaining("docs-agent-action"),
        },
      },
    ]);
  });

  test("is retried after a failure of GitHub, but not one that creates a comment", async () => {
    const reading = await clientOf([answer(502, ""), answer(200, [comment])]);
    expect((await reading.gitHub.issueComments(7, 1)).comments).toHaveLength(1);
    const creating = await clientOf([answer(502, ""), answer(201, comment)]);
    await expect(creating.gitHub.createComment(7, "Hi")).rejects.toMatchObject({ status: 502 });
    expect(creating.server.requests).toHaveLength(1);
  });

  test.each([301, 307])("does not follow a redirect: %i", async (status) => {
    const elsewhere = await serve([answer(200, { permission: "admin" })]);
    onTestFinished(elsewhere.close);
    const { gitHub } = await clientOf([answer(status, "", { location: elsewhere.url.href })]);
    await expect(gitHub.permission("maintainer")).rejects.toMatchObject({ status });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each<[string, unknown, (gitHub: GitHub) => Promise<unknown>]>([
    ["of the wrong shape", { permission: 5 }, (gitHub) => gitHub.permission("maintainer")],
    ["no JSON", "{", (gitHub) => gitHub.permission("maintainer")],
    ["a tree of the wrong shape", { tree: {} }, (gitHub) => gitHub.tree("main")],
    ["a tree that is no JSON", "{", (gitHub) => gitHub.tree("main")],
  ])("has no answer when it is %s", async (_, body, ask) => {
    const { gitHub } = await clientOf([answer(200, body)]);
    const error: unknown = await ask(gitHub).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitHubError);
    expect(error).toMatchObject({ status: 0, why: "GitHub's answer has the wrong shape" });
  });

  test("is not read beyond 10 MiB, but a tree of a large repository is", async () => {
    const long = "x".repeat(11 * 1024 * 1024);
    const { gitHub } = await clientOf([
      answer(200, { permission: "admin", long }),
      answer(200, { tree: [], truncated: false, long }),
    ]);
    await expect(gitHub.permission("maintainer")).rejects.toMatchObject({ name: "GitHubError", status: 0 });
    expect(await gitHub.tree("main")).toEqual({ entries: [], truncated: false });
  });

  test.each<[number, string, Record<string, string>, string]>([
    [401, "Bad credentials", {}, "Check the token in github-token: it is not valid, or has expired."],
    [
      403,
      "Resource not accessible by integration",
      {},
      "The token needs “permissions: issues: write” in the workflow's job. Runs for pull requests from forks have a read-only token.",
    ],
    [403, "Unable to create comment because issue is locked.", {}, "The conversation is locked."],
    [403, "Repository was archived so is read-only.", {}, "The repository is archived."],
    [
      403,
      "You have exceeded a secondary rate limit",
      { "retry-after": "3600" },
      "GitHub's rate limit is reached.",
    ],
    [
      404,
      "Not Found",
      {},
      "Check that it still exists, and that the token in github-token can read this repository.",
    ],
    [422, "Validation Failed", {}, "The run continues without it."],
    [500, "", {}, "The run continues without it."],
  ])("that ends in %i with %j has advice for that cause", async (status, message, headers, advice) => {
    const { gitHub } = await clientOf([answer(status, { message }, headers)]);
    const error: unknown = await gitHub.createComment(7, "Hi").catch((thrown: unknown) => thrown);
    if (!(error instanceof GitHubError)) throw error;
    expect(error.why).toBe(`HTTP ${status}`);
    expect(error.advice("issues: write")).toBe(advice);
  });

  test("writes no secret into a comment, and finds such a comment after a lost response", async () => {
    const posted = { ...comment, body: "The key is ***." };
    const redact = createRedactor(["mint_0123456789abcdef"]);
    const { gitHub, server } = await clientOf(
      [answer(201, posted), answer(200, posted), answer(201, posted), answer(502, ""), answer(200, [posted])],
      undefined,
      redact,
    );
    const text = "The key is mint_0123456789abcdef.";
    await gitHub.createComment(7, text);
    await gitHub.updateComment("issue", 5, text);
    await gitHub.replyInReview(7, 1, text);
    const found = await createCommentIdempotent(
      gitHub,
      text,
      (body) => gitHub.createComment(7, body),
      () => gitHub.newestIssueComments(7),
    );
    expect(found.id).toBe(5);
    const bodies = server.requests.flatMap(({ method, body }) => (method === "GET" ? [] : [body]));
    expect(bodies).toEqual(Array.from({ length: 4 }, () => '{"body":"The key is ***."}'));
  });

  test("is aborted with the run: reads at once, writes later", async () => {
    const [reading, writing] = [new AbortController(), new AbortController()];
    const { gitHub, server } = await clientOf([() => {}], {
      stopReading: reading.signal,
      stopWriting: writing.signal,
    });
    const read = gitHub.permission("maintainer").catch((error: unknown) => error);
    const write = gitHub.updateComment("issue", 5, "Done.").catch((error: unknown) => error);
    await server.arrived(2);
    reading.abort();
    expect(await read).toMatchObject({ name: "GitHubError", aborted: true });
    writing.abort();
    expect(await write).toMatchObject({ name: "GitHubError", aborted: true });
  });

  test("is not possible without a token", () => {
    const run = getRunContext({});
    expect(createGitHubClient(new DispatcherPool({ retryUnitMs: 1 }), silentLog, run, "")).toBeUndefined();
  });
});
