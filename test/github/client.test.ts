import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createOnce } from "../../src/comments/create-once.ts";
import { createGitHubClient, type GitHub } from "../../src/github/client.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { Connections } from "../../src/network/connections.ts";
import { TransportError } from "../../src/network/transport-error.ts";
import { getRunContext } from "../../src/runner/context.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { silentLog } from "../fake-log.ts";
import { redactNothing } from "../no-secrets.ts";
import { answer, serve, type Turn } from "../service/local-server.ts";
import { clientOf, FakeGitHub } from "./fake-github.ts";

/** The client of a run whose GitHub answers in these ways, below the path of GitHub Enterprise Server. */
async function clientAt(
  turns: readonly [Turn, ...Turn[]],
  signals?: ConstructorParameters<typeof Connections>[1],
  redact = redactNothing,
) {
  const server = await serve(turns);
  const connections = new Connections({}, signals);
  onTestFinished(async () => {
    await connections.close();
    await server.close();
  });
  const run = getRunContext({
    GITHUB_REPOSITORY: "acme/site",
    GITHUB_API_URL: new URL("/api/v3", server.url).href,
  });
  const gitHub = createGitHubClient({
    ...{ token: "ghs_token", runContext: run, connections, log: silentLog, redact },
    pace: { retryUnitMs: 1, spaceWrites: false },
  });
  if (gitHub === undefined) throw new Error("there is no client");
  return { gitHub, server };
}

const comment = { id: 5, body: null, html_url: "https://github.com/acme/site/issues/7#issuecomment-5" };

describe("a request to GitHub", () => {
  test("goes to the API of the run, with its token and an API version", async () => {
    const { gitHub, server } = await clientAt([answer(200, comment)]);
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
    const reading = await clientAt([answer(502, ""), answer(200, [comment])]);
    expect((await reading.gitHub.issueComments(7, 1)).items).toHaveLength(1);
    const creating = await clientAt([answer(502, ""), answer(201, comment)]);
    await expect(creating.gitHub.createComment(7, "Hi")).rejects.toMatchObject({ status: 502 });
    expect(creating.server.requests).toHaveLength(1);
  });

  test.each([301, 307])("does not follow a redirect: %i", async (status) => {
    const elsewhere = await serve([answer(200, { permission: "admin" })]);
    onTestFinished(elsewhere.close);
    const { gitHub } = await clientAt([answer(status, "", { location: elsewhere.url.href })]);
    await expect(gitHub.permission("maintainer")).rejects.toMatchObject({ status });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each<[string, unknown, (gitHub: GitHub) => Promise<unknown>]>([
    ["of the wrong shape", { permission: 5 }, (gitHub) => gitHub.permission("maintainer")],
    ["no JSON", "{", (gitHub) => gitHub.permission("maintainer")],
    ["a tree of the wrong shape", { tree: {} }, (gitHub) => gitHub.tree("main")],
    ["a tree that is no JSON", "{", (gitHub) => gitHub.tree("main")],
  ])("has no answer when it is %s", async (_, body, ask) => {
    const { gitHub } = await clientAt([answer(200, body)]);
    const error: unknown = await ask(gitHub).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitHubError);
    expect(error).toMatchObject({ failure: "unreadable", why: "GitHub's answer has the wrong shape" });
  });

  test("is not read beyond 10 MiB, but a tree of a large repository is", async () => {
    const long = "x".repeat(11 * 1024 * 1024);
    const { gitHub } = await clientAt([
      answer(200, { permission: "admin", long }),
      answer(200, { tree: [], truncated: false, long }),
    ]);
    await expect(gitHub.permission("maintainer")).rejects.toMatchObject({
      name: "GitHubError",
      failure: "unreadable",
    });
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
      "Check that the issue or pull request still exists, and that the token in github-token can read this repository.",
    ],
    [
      404,
      "Not Found",
      { "x-ratelimit-remaining": "0" },
      "Check that the issue or pull request still exists, and that the token in github-token can read this repository.",
    ],
    [422, "Validation Failed", {}, "The run continues without it."],
    [500, "", {}, "The run continues without it."],
  ])("that ends in %i with %j has advice for that cause", async (status, message, headers, advice) => {
    const { gitHub } = await clientAt([answer(status, { message }, headers)]);
    const error: unknown = await gitHub.createComment(7, "Hi").catch((thrown: unknown) => thrown);
    if (!(error instanceof GitHubError)) throw error;
    expect(error.why).toBe(`HTTP ${status}`);
    expect(error.advice("issues: write")).toBe(advice);
  });

  test("that meets a wrong certificate has advice for it", () => {
    const cause = new TransportError("certificate", "the certificate is not valid");
    expect(new GitHubError("no-answer", "x", { cause }).advice("issues: write")).toBe(
      "Behind a proxy or a private certificate authority, set NODE_EXTRA_CA_CERTS in the job's env: to its certificate.",
    );
  });

  test("for a page of comments says which is the last, wherever its address names it", async () => {
    const link = '<https://x/y?page=2>; rel="next", <https://x/y?page=12&per_page=100>; rel="last"';
    const { gitHub } = await clientAt([answer(200, [comment], { link })]);
    expect((await gitHub.issueComments(7, 1)).lastPage).toBe(12);
  });

  test("for a page without a number of the last one says that the next one exists", async () => {
    const link =
      '<https://x/y?per_page=100&page=1>; rel="prev", <https://x/y?per_page=100&page=3>; rel="next"';
    const { gitHub } = await clientAt([answer(200, [comment], { link })]);
    expect((await gitHub.issueComments(7, 2)).lastPage).toBe(3);
  });

  test("for review comments asks for the newest first", async () => {
    const { gitHub, server } = await clientAt([answer(200, [comment])]);
    await gitHub.reviewComments(7, 1);
    expect(server.requests[0]?.url).toContain(
      "/pulls/7/comments?sort=created&direction=desc&per_page=100&page=1",
    );
  });

  test("deletes a comment where it is", async () => {
    const { gitHub, server } = await clientAt([answer(204, "")]);
    await gitHub.deleteComment("issue", 5);
    await gitHub.deleteComment("review", 6);
    expect(server.requests.map(({ url }) => url?.replace(/.*site/, ""))).toEqual([
      "/issues/comments/5",
      "/pulls/comments/6",
    ]);
  });

  test("for a comparison may be answered without files", async () => {
    const { gitHub } = await clientAt([answer(200, { status: "ahead", merge_base_commit: { sha: "a" } })]);
    expect(await gitHub.compare("a", "b")).toMatchObject({ isAncestor: true, files: [] });
  });

  const [sha1, sha256] = ["a".repeat(40), "b".repeat(64)];
  test.each<[string, string | undefined, (string | undefined)[]]>([
    ["of SHA-1", sha1, [`https://x/a?ref=${sha1}`]],
    ["of SHA-256", sha256, [`https://x/a?ref=${sha256}`]],
    ["that a later file names", sha1, [undefined, "https://x/b", `https://x/c?y=1&ref=${sha1}`]],
    [
      "but no other name",
      undefined,
      [`https://x/a?ref=${sha1}0`, "https://x/b?ref=main", `https://x/${sha1}`],
    ],
  ])("for changed files gives their commit, %s", async (_, expected, urls) => {
    const files = urls.map((contents_url) => ({ filename: "a", status: "modified", contents_url }));
    const { gitHub } = await clientAt([answer(200, files)]);
    expect((await gitHub.changedFiles(7, 1)).headSha).toBe(expected);
  });

  test("writes no secret into a comment, and finds such a comment after a lost response", async () => {
    const posted = { ...comment, body: "The key is ***." };
    const redact = createRedactor(["mint_0123456789abcdef"]);
    const { gitHub, server } = await clientAt(
      [answer(201, posted), answer(200, posted), answer(201, posted), answer(502, ""), answer(200, [posted])],
      undefined,
      redact,
    );
    const text = "The key is mint_0123456789abcdef.";
    await gitHub.createComment(7, text);
    await gitHub.updateComment("issue", 5, text);
    await gitHub.replyInReview(7, 1, text);
    const found = await createOnce(gitHub, { place: "issue", number: 7 }, text);
    expect(found.id).toBe(5);
    const bodies = server.requests.flatMap(({ method, body }) => (method === "GET" ? [] : [body]));
    expect(bodies).toEqual(Array.from({ length: 4 }, () => '{"body":"The key is ***."}'));
  });

  test("is aborted with the run: reads at once, writes later", async () => {
    const [reading, writing] = [new AbortController(), new AbortController()];
    const { gitHub, server } = await clientAt([() => {}], {
      stopReading: reading.signal,
      stopWriting: writing.signal,
    });
    const read = gitHub.permission("maintainer").catch((error: unknown) => error);
    let isWriting = true;
    const write = gitHub
      .updateComment("issue", 5, "Done.")
      .catch((error: unknown) => error)
      .finally(() => {
        isWriting = false;
      });
    await server.arrived(2);
    reading.abort();
    expect(await read).toMatchObject({ name: "GitHubError", aborted: true });
    await setImmediate();
    expect(isWriting).toBe(true);
    writing.abort();
    expect(await write).toMatchObject({ name: "GitHubError", aborted: true });
  });

  test("is not possible without a token", () => {
    const options = {
      ...{ runContext: getRunContext({}), connections: new Connections({}), pace: { retryUnitMs: 1 } },
      ...{ log: silentLog, redact: redactNothing },
    };
    expect(createGitHubClient({ ...options, token: "" })).toBeUndefined();
  });
});

describe("a list of more than one page", () => {
  const comments = Array.from({ length: 250 }, (_, index) => `comment ${index}`);

  test("of an issue's comments has its newest on the last page", async () => {
    const fake = new FakeGitHub();
    for (const body of comments) fake.write("maintainer", body);
    const { gitHub } = clientOf(fake);
    const bodies = (list: readonly { body: string }[]) => list.map(({ body }) => body);
    const second = await gitHub.issueComments(7, 2);
    expect([bodies(second.items), second.lastPage]).toEqual([comments.slice(100, 200), 3]);
    expect(bodies((await gitHub.issueComments(7, 3)).items)).toEqual(comments.slice(200));
  });

  test("of changed files says on each page which is the last", async () => {
    const fake = new FakeGitHub();
    fake.files = comments.map((filename) => ({ filename, status: "added" }));
    const { gitHub } = clientOf(fake);
    const pages = await Promise.all([1, 2, 3].map((page) => gitHub.changedFiles(7, page)));
    expect(pages.flatMap(({ items }) => items.map(({ path }) => path))).toEqual(comments);
    expect(pages.map(({ lastPage }) => lastPage)).toEqual([3, 3, 3]);
  });

  test("of releases says on each page which is the last", async () => {
    const fake = new FakeGitHub();
    fake.releases = comments.map((tag_name) => ({ tag_name }));
    const { gitHub } = clientOf(fake);
    const pages = await Promise.all([1, 2, 3].map((page) => gitHub.releases(page)));
    expect(pages.flatMap(({ items }) => items.map(({ tag }) => tag))).toEqual(comments);
    expect(pages.map(({ lastPage }) => lastPage)).toEqual([3, 3, 3]);
  });
});
