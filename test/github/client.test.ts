import { describe, expect, test, vi } from "vitest";
import type { GitHub } from "../../src/github/client.ts";
import { commentThread, inlineComments } from "../../src/github/comments.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { Connections } from "../../src/network/connections.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { redactNothing } from "../no-secrets.ts";
import { answer, serve, type Turn } from "../service/local-server.ts";
import { open } from "../service/service-under-test.ts";
import { clientOf, FakeGitHub, gitHubAt } from "./fake-github.ts";

/** The client at a GitHub that answers in these ways, below the path of GitHub Enterprise Server. */
async function clientAt(turns: readonly [Turn, ...Turn[]], redact = redactNothing) {
  const server = open(await serve(turns));
  const connections = open(new Connections({}));
  return { gitHub: gitHubAt(new URL("/api/v3", server.url).href, connections, { redact }), server };
}

const comment = {
  ...{ id: 5, body: null, html_url: "https://github.com/acme/site/issues/7#issuecomment-5" },
  user: { login: "docs[bot]" },
};

describe("a request to GitHub", () => {
  test("goes to the API of the run, with its token and an API version", async () => {
    const { gitHub, server } = await clientAt([answer(200, comment)]);
    expect(await commentThread(gitHub, 7, 4).edit(5, "Done.")).toEqual({
      ...{ id: 5, body: "", url: comment.html_url, login: "docs[bot]" },
    });
    expect(server.requests).toMatchObject([
      {
        method: "PATCH",
        url: "/api/v3/repos/acme/site/pulls/comments/5",
        body: '{"body":"Done."}',
        headers: {
          authorization: "token ghs_unit_token",
          "x-github-api-version": "2022-11-28",
          "user-agent": expect.stringContaining("docs-agent-action"),
        },
      },
    ]);
  });

  test("has no answer when it is null", async () => {
    const { gitHub } = await clientAt([answer(200, "null")]);
    await expect(commentThread(gitHub, 7).list()).rejects.toMatchObject({ failure: "unreadable" });
  });

  test("passes on an error of our own, such as a proxy that is no address", async () => {
    vi.stubEnv("https_proxy", "not an address");
    const failing = gitHubAt("https://ghe.example.com/api/v3", new Connections({}));
    await expect(failing.permission("maintainer")).rejects.toMatchObject({ reason: "input" });
    vi.unstubAllEnvs();
    const { gitHub } = await clientAt([answer(200, comment)], () => {
      throw new RangeError("a mistake");
    });
    await expect(commentThread(gitHub, 7).create("Hi")).rejects.toBeInstanceOf(RangeError);
  });

  const gone =
    "Check that the issue or pull request still exists, and that the token in github-token can read";
  const permissions =
    "Give the token issues: write. If it is the job's own, add that to the permissions: of the workflow's job.";
  const toChange = "Change what GitHub names.";
  const wait = "Re-run the workflow in ten minutes.";
  const limit = "Re-run the workflow when the limit is over, in an hour at the latest.";
  const noCallsLeft = { "x-ratelimit-remaining": "0" };

  // biome-ignore format: a table is read by its rows
  test.each<[number, string, Record<string, string>, string]>([
    [401, "Bad credentials", {}, "Check the token in github-token: it is not valid, or has expired."],
    [403, "Resource not accessible by integration", {}, permissions],
    [403, "Resource not accessible by personal access token", noCallsLeft, permissions],
    [403, "Unable to create comment because issue is locked.", {}, "Unlock the conversation."],
    [403, "Repository access blocked", {}, toChange],
    [403, "Commenting is disabled on issues with more than 2500 comments", {}, toChange],
    [403, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.", {}, limit],
    [403, "You have triggered an abuse detection mechanism.", {}, limit],
    [403, "You have exceeded a limit", { "retry-after": "3600" }, limit],
    [404, "Not Found", {}, gone],
    [410, "This issue was deleted", {}, gone],
    [422, "Validation Failed", noCallsLeft, toChange],
  ])("that ends in %i with %j says so, and has advice for that cause", async (status, message, headers, advice) => {
    const error = await refusalOf(answer(status, { message }, headers));
    expect(error.why).toBe(`HTTP ${status}: “${message}”`);
    expect(toPlainText(error.advice("issues: write"))).toContain(advice);
    expect(error.rateLimited).toBe(advice === limit);
  });

  const lines = "No\n::error::\u202eway \u200b";
  const page = "https://docs.github.com/a";
  test.each<[string, unknown, string]>([
    ["a page of a middleman", "<html><b>Forbidden</b></html>", "HTTP 403"],
    ["lines and what nobody sees", { message: lines }, "HTTP 403: “No ::error::way”"],
    ["a link", { message: "No", documentation_url: page }, "HTTP 403: “No”"],
    ["too many words", { message: "x".repeat(300) }, `HTTP 403: “${"x".repeat(199)}…”`],
    ["our key", { message: "mint_0123456789abcdef" }, "HTTP 403: “***”"],
  ])("shows GitHub's own words harmlessly, on one line and cut: %s", async (_, body, why) => {
    const error = await refusalOf(answer(403, body));
    expect(error.why).toBe(why);
    const advice = toPlainText(error.advice("issues: write"));
    expect(advice).toBe(why === "HTTP 403" ? wait : toChange);
  });

  async function refusalOf(turn: Turn): Promise<GitHubError> {
    const { gitHub } = await clientAt([turn], createRedactor(["mint_0123456789abcdef"]));
    const created = commentThread(gitHub, 7).create("Hi");
    const error: unknown = await created.catch((thrown: unknown) => thrown);
    if (!(error instanceof GitHubError)) throw error;
    return error;
  }

  test("would be refused again for some statuses, and never where it was a rate limit", () => {
    const statuses = [299, 300, 408, 429, 499, 500];
    const isRefusal = (rateLimited: boolean) => (status: number) =>
      new GitHubError(status, "x", { rateLimited }).isRefusal;
    expect(statuses.filter(isRefusal(false))).toEqual([300, 499]);
    expect(statuses.filter(isRefusal(true))).toEqual([]);
  });

  test.each<[string, (gitHub: GitHub) => Promise<unknown>]>([
    ["a comparison", (gitHub) => gitHub.compare("a", "b")],
    ["changed files", (gitHub) => gitHub.pullRequestFiles(7)],
    ["releases", (gitHub) => gitHub.releasesBefore("v1", () => true, 5)],
    ["a pull request", (gitHub) => gitHub.pullRequest({ owner: "acme", repo: "site", number: 7 })],
  ])("for %s has no answer when it is of the wrong shape", async (_, ask) => {
    const { gitHub } = await clientAt([answer(200, { unexpected: true })]);
    await expect(ask(gitHub)).rejects.toMatchObject({ name: "GitHubError", failure: "unreadable" });
  });

  test("writes no secret into a comment, and finds such a comment after a lost response", async () => {
    const posted = { ...comment, body: "The key is ***." };
    const redact = createRedactor(["mint_0123456789abcdef"]);
    const good = [answer(200, posted), answer(201, posted), answer(502, ""), answer(200, [posted])];
    const { gitHub, server } = await clientAt([answer(201, posted), ...good], redact);
    const text = "The key is mint_0123456789abcdef.";
    const issue = commentThread(gitHub, 7);
    await issue.create(text);
    await issue.edit(5, text);
    await commentThread(gitHub, 7, 1).create(text);
    const found = await issue.create(text);
    expect(found.id).toBe(5);
    const bodies = server.requests.flatMap(({ method, body }) => (method === "GET" ? [] : [body]));
    expect(bodies).toEqual(Array.from({ length: 4 }, () => '{"body":"The key is ***."}'));
  });
});

describe("a repository that was renamed", () => {
  const moved = (status: number, location?: string): Turn =>
    answer(status, { message: "Moved Permanently" }, location === undefined ? {} : { location });
  const byId = "/api/v3/repositories/1300192";

  const list = (gitHub: GitHub) => commentThread(gitHub, 7).list();
  const create = (gitHub: GitHub) => commentThread(gitHub, 7).create("Hi");
  const edit = (gitHub: GitHub) => commentThread(gitHub, 7).edit(5, "Hi");

  test.each<[string, number, (gitHub: GitHub) => Promise<unknown>, string, Turn]>([
    ["GET", 301, list, "/issues/7/comments", answer(200, [comment])],
    ["POST", 307, create, "/issues/7/comments", answer(201, comment)],
    ["PATCH", 308, edit, "/issues/comments/5", answer(200, comment)],
  ])("is asked by its id, with the same %s, after %i", async (method, status, ask, path, good) => {
    // Some answers repeat the query, others do not.
    const { gitHub, server } = await clientAt([moved(status, `${byId}${path}`), good]);
    await ask(gitHub);
    const query = method === "GET" ? "?per_page=100" : "";
    const body = method === "GET" ? "" : '{"body":"Hi"}';
    const token = { authorization: "token ghs_unit_token" };
    expect(server.requests).toMatchObject([
      { method, url: `/api/v3/repos/acme/site${path}${query}`, body },
      { method, url: `${byId}${path}${query}`, body, headers: token },
    ]);
  });

  const here = `${byId}/issues/7/comments`;
  test.each<[string, Turn, Turn?]>([
    ["to another server", moved(301, `https://api.example.com${here}`)],
    ["to another issue, as after a transfer", moved(301, `${byId}/issues/9/comments`)],
    ["as after a form", moved(303, here)],
    ["to nowhere", moved(301)],
    ["a second time", moved(301, here), moved(301, `${byId}0/issues/7/comments`)],
  ])("is the only redirect that is followed, not one %s", async (_, ...turns) => {
    const [first, second = answer(200, [comment])] = turns;
    const { gitHub, server } = await clientAt([first, second]);
    const error: unknown = await list(gitHub).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "GitHubError", status: expect.any(Number), message: "" });
    expect(server.requests).toHaveLength(turns.length);
  });
});

test("GitHub says what time it is, and its time goes on between its answers", async () => {
  const date = "Mon, 16 Nov 2026 09:00:30 GMT";
  const turns = [answer(200, [], { date: "soon" }), answer(200, [], { date })] as const;
  const { gitHub } = await clientAt(turns);
  expect(gitHub.now).toBeUndefined();
  await commentThread(gitHub, 7).list();
  expect(gitHub.now).toBeUndefined();
  await commentThread(gitHub, 7).list();
  const since = () => (gitHub.now ?? 0) - Date.parse(date);
  expect(since()).toBeGreaterThanOrEqual(0);
  expect(since()).toBeLessThan(10_000);
  const before = since();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(since() - before).toBeGreaterThanOrEqual(25);
});

test.each([
  ["a line", { line: 12, original_line: 9 }, { line: 12 }],
  ["lines", { line: 12, start_line: 10, original_start_line: 7 }, { startLine: 10, line: 12 }],
  ["a line that is outdated", { line: null, original_line: 9 }, { line: 9, isOfOldVersion: true }],
  [
    "lines that are outdated",
    { line: null, start_line: null, original_line: 9, original_start_line: 7 },
    { startLine: 7, line: 9, isOfOldVersion: true },
  ],
  [
    "a line that was removed",
    { line: 12, side: "LEFT" as const },
    { line: 12, isOfOldVersion: true },
  ],
  ["a file", { line: null, original_line: null }, {}],
  ["a file, in a review that is gone", { pull_request_review_id: null }, { reviewId: undefined }],
])("an inline comment may be on %s", async (_, place, expected) => {
  const fake = new FakeGitHub();
  fake.writeInReview("Shorter", { path: "a.mdx", ...place });
  const anywhere = { reviewId: 5, startLine: undefined, line: undefined, isOfOldVersion: false };
  const [comment] = await inlineComments(clientOf(fake).gitHub, 7);
  expect(comment?.inline).toMatchObject({ path: "a.mdx", ...anywhere, ...expected });
});

test("what anyone may have written is cut where it is read", async () => {
  const [name, body] = ["n".repeat(1001), "\u{1f600}".repeat(32_769)];
  const user = { login: name };
  const repository = { owner: "acme", repo: "site" };
  const commit = { sha: "c0ffee", parents: [], commit: { message: `${name}\n\n${name}` } };
  const { gitHub } = await clientAt([
    answer(200, [{ ...comment, user, body }]),
    answer(200, { title: name, user, head: { sha: "c0ffee", repo: null } }),
    answer(200, { total_count: 1, check_runs: [{ name }] }),
    answer(200, { files: [], commits: [commit], total_commits: 1 }),
  ]);
  const cut = name.slice(1);
  expect(await commentThread(gitHub, 7).list()).toMatchObject([
    { login: cut, body: body.slice(2) },
  ]);
  const pull = await gitHub.pullRequest({ ...repository, number: 8 });
  expect(pull).toMatchObject({ title: cut, author: cut });
  expect(await gitHub.checkRuns(repository, "c0ffee")).toMatchObject([{ name: cut }]);
  expect(await gitHub.compare("a", "b")).toMatchObject({ titles: [cut] });
});

test("a comment or pull request may be by an account that is gone, and from a repository that is gone", async () => {
  const gone = { title: "Document it", user: null, head: { sha: "c0ffee", repo: null } };
  const { gitHub } = await clientAt([answer(200, [{ ...comment, user: null }]), answer(200, gone)]);
  expect(await commentThread(gitHub, 7).list()).toMatchObject([{ id: 5, login: undefined }]);
  const pull = await gitHub.pullRequest({ owner: "acme", repo: "site", number: 8 });
  expect(pull).toMatchObject({ author: undefined, headRepository: undefined });
});
