import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { Caller } from "./caller.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "./start.ts";

const Pull = z.object({
  html_url: z.string(),
  title: z.string(),
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
  user: z.object({ login: z.string(), type: z.string() }),
});
const File = z.object({ content: z.string() });
const Commit = z.object({ commit: z.object({ message: z.string() }) });
const Comment = z.object({ id: z.number(), html_url: z.string(), user: z.object({ login: z.string() }) });
const Role = z.object({ permission: z.string(), role_name: z.string() });

let github: GitHubEmulator;
let service: RunningService;
let caller: Caller;

beforeAll(async () => {
  github = await startGitHub();
  const { url: apiUrl, docsRepository: repository, tokens } = github;
  service = await startService({
    timeScale: 0.001,
    staleSeconds: 0,
    github: { apiUrl, repository, token: tokens.bot },
  });
  caller = new Caller(service);
});
afterAll(async () => {
  await service.close();
  await github.close();
});

type Call = { token?: string; method?: string; body?: unknown };

async function call(path: string, { token, method = "GET", body }: Call = {}): Promise<Response> {
  const authorization = `Bearer ${token ?? github.tokens.bot}`;
  const headers = { authorization, "content-type": "application/json" };
  return await fetch(github.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
}

/** The status of a POST. */
async function post(path: string, body: unknown, token?: string): Promise<Response> {
  return await call(path, { method: "POST", body, ...(token === undefined ? {} : { token }) });
}

async function read<Shape>(path: string, shape: z.ZodType<Shape>): Promise<Shape> {
  return shape.parse(await (await call(path)).json());
}

describe("the agent on GitHub", () => {
  test("opens a pull request with its edit, and adds to it after a message", async () => {
    const { body: job } = await caller.create("Document the --watch flag\nand more");
    await service.advance(20_000);
    const done = (await caller.job(job.id)).body;
    expect(done).toMatchObject({
      status: "completed",
      source: { repository: `${github.url}/octo/docs`, ref: "main" },
    });
    expect(done.prLink).toBe(`${github.url}/octo/docs/pull/1`);

    const branch = `docs-agent/${job.id}`;
    const pull = await read("/repos/octo/docs/pulls/1", Pull);
    expect(pull).toMatchObject({
      html_url: done.prLink,
      title: "docs: document-the-watch-flag",
      head: { ref: branch },
      base: { ref: "main" },
      user: { login: "github-actions[bot]", type: "Bot" },
    });
    const page = `/repos/octo/docs/contents/docs/quickstart.md?ref=${branch}`;
    const commits = `/repos/octo/docs/commits?sha=${branch}`;
    const text = async () => Buffer.from((await read(page, File)).content, "base64").toString();
    expect(await text()).toMatch(/# Quickstart.*## document-the-watch-flag/s);
    const before = await read(commits, z.array(Commit));

    await caller.message(job.id, "Make it shorter");
    expect((await caller.job(job.id)).body).toMatchObject({ status: "active", prLink: null });
    await service.advance(20_000);
    expect((await caller.job(job.id)).body).toMatchObject({ status: "completed", prLink: done.prLink });
    const after = await read(commits, z.array(Commit));
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]?.commit.message).toBe("docs: make-it-shorter");
    expect(await text()).toContain("## make-it-shorter");
    expect(await read("/repos/octo/docs/pulls?state=all", z.array(Pull))).toHaveLength(1);
  });

  test("works by the clock, without anybody polling", async () => {
    const { url: apiUrl, docsRepository: repository, tokens } = github;
    const fast = await startService({
      timeScale: 200,
      github: { apiUrl, repository, token: tokens.maintainer },
    });
    const { body } = await new Caller(fast).create("On its own");
    await expect.poll(() => fast.jobs()[0]?.prLink, { timeout: 60_000 }).toMatch(/\/octo\/docs\/pull\/\d+$/);
    expect((await new Caller(fast).job(body.id)).body.status).toBe("completed");
    await fast.close();
  });

  test("fails the job where GitHub refuses, and completes it after another message", async () => {
    github.fault({ method: "POST", path: "/pulls$", happens: { kind: "answer", status: 403 } });
    const { body: job } = await caller.create("Refused at first");
    await service.advance(20_000);
    expect((await caller.job(job.id)).body).toMatchObject({ status: "failed", prLink: null });
    expect(service.jobs().at(-1)?.turns[0]?.refusal).toBe("POST /pulls was answered with 403");
    await caller.message(job.id, "Again");
    await service.advance(20_000);
    expect((await caller.job(job.id)).body).toMatchObject({ status: "completed" });
  });

  test("fails the job when the token may not write", async () => {
    const { url: apiUrl, docsRepository: repository, tokens } = github;
    const powerless = await startService({ github: { apiUrl, repository, token: tokens.outsider } });
    const { body } = await new Caller(powerless).create("x");
    await powerless.advance(20_000);
    expect((await new Caller(powerless).job(body.id)).body.status).toBe("failed");
    await powerless.close();
  });

  test("leaves GitHub alone where nothing changes", async () => {
    github.forgetRequests();
    await caller.create("[no changes]");
    await caller.create("[fail]");
    await service.advance(20_000);
    expect(github.requests()).toEqual([]);
  });
});

describe("the GitHub", () => {
  test.each([
    ["octo", "admin", "admin"],
    ["maintainer", "write", "write"],
    ["reader", "read", "read"],
    ["outsider", "read", "read"],
  ])("%s has the permission %s and the role %s", async (login, permission, role) => {
    const found = await read(`/repos/octo/site/collaborators/${login}/permission`, Role);
    expect(found).toEqual({ permission, role_name: role });
  });

  test.each(["nobody", "github-actions[bot]"])("%s has no permission to look up", async (login) => {
    const path = `/repos/octo/site/collaborators/${encodeURIComponent(login)}/permission`;
    expect((await call(path)).status).toBe(404);
  });

  test("has an issue, takes comments and their changes, and pages through them", async () => {
    const comments = `/repos/octo/site/issues/${github.issueNumber}/comments`;
    const comment = Comment.parse(await (await post(comments, { body: "Working" })).json());
    expect(comment.html_url).toBe(`${github.url}/octo/site/issues/1#issuecomment-${comment.id}`);
    expect(comment.user.login).toBe("github-actions[bot]");
    const one = `/repos/octo/site/issues/comments/${comment.id}`;
    expect((await call(one, { method: "PATCH", body: { body: "Done" } })).status).toBe(200);
    await post(comments, { body: "More" }, github.tokens.maintainer);
    const link = (await call(`${comments}?per_page=1`)).headers.get("link") ?? "";
    expect(link).toContain(`<${github.url}/repos/octo/site/issues/1/comments?per_page=1&page=2>`);
  });

  test("keeps reactions, one of a kind per account", async () => {
    const reactions = `/repos/octo/site/issues/${github.issueNumber}/reactions`;
    const eyes = { content: "eyes" };
    const statuses = [
      await post(reactions, eyes),
      await post(reactions, eyes),
      await post(reactions, eyes, github.tokens.reader),
      await post(reactions, { content: "wave" }),
      await post("/repos/octo/site/issues/comments/999/reactions", eyes),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 201, 422, 404]);
    const kept = await read(reactions, z.array(z.object({ id: z.number() })));
    expect(kept).toHaveLength(2);
    expect((await call(`${reactions}/${kept[0]?.id}`, { method: "DELETE" })).status).toBe(204);
  });

  test("has a pull request that is an issue too, with its real file and commit, and threads below it", async () => {
    const pull = `/repos/octo/site/pulls/${github.pullNumber}`;
    const Issue = z.object({ number: z.number(), title: z.string(), pull_request: z.object({}).optional() });
    expect(await read(`/repos/octo/site/issues/${github.pullNumber}`, Issue)).toEqual({
      ...{ number: github.pullNumber, title: "Watch by default", pull_request: {} },
    });
    expect(await read("/repos/octo/site/issues/1", Issue)).not.toHaveProperty("pull_request");
    const files = await read(`${pull}/files`, z.array(z.object({ filename: z.string(), patch: z.string() })));
    expect(files).toMatchObject([
      { filename: "src/watch.ts", patch: expect.stringContaining("+export const watch = true") },
    ]);
    const commits = await read(`${pull}/commits`, z.array(Commit));
    expect(commits.map(({ commit }) => commit.message)).toEqual(["Watch by default"]);
    const inline = { body: "/docs-agent this", path: "src/watch.ts", line: 1, side: "RIGHT" };
    const opened = await post(`${pull}/comments`, inline, github.tokens.maintainer);
    const { id } = Comment.parse(await opened.json());
    const reply = await post(`${pull}/comments/${id}/replies`, { body: "Working" });
    expect(reply.status).toBe(201);
    expect(await reply.json()).toMatchObject({ in_reply_to_id: id, path: "src/watch.ts", body: "Working" });
    expect((await post(`${pull}/comments/999/replies`, { body: "x" })).status).toBe(404);
  });

  test("shows the comments of a review with their lines", async () => {
    const pull = `/repos/octo/site/pulls/${github.pullNumber}`;
    const comments = [{ path: "src/watch.ts", line: 1, body: "Say why." }];
    const body = { event: "COMMENT", body: "See below.", comments };
    const { id } = Comment.parse(await (await post(`${pull}/reviews`, body, github.tokens.owner)).json());
    const listed = await read(`${pull}/comments?per_page=100`, z.array(z.looseObject({ body: z.string() })));
    expect(listed.filter((comment) => comment.body === "Say why.")).toMatchObject([
      { pull_request_review_id: id, path: "src/watch.ts", line: 1, user: { login: "octo" } },
    ]);
  });

  test("shows how a pull request ended, and deletes comments", async () => {
    const pull = `/repos/octo/site/pulls/${github.pullNumber}`;
    const state = z.object({
      ...{ state: z.string(), merged: z.boolean(), created_at: z.iso.datetime() },
      head: z.object({ repo: z.object({ full_name: z.string() }) }),
    });
    const before = await read(pull, state);
    expect(before).toMatchObject({
      state: "open",
      merged: false,
      head: { repo: { full_name: "octo/site" } },
    });
    const comments = `/repos/octo/site/issues/${github.pullNumber}/comments`;
    const { id } = Comment.parse(
      await (await call(comments, { method: "POST", body: { body: "x" } })).json(),
    );
    const one = `/repos/octo/site/issues/comments/${id}`;
    expect((await call(one, { method: "DELETE" })).status).toBe(204);
    expect((await call(one)).status).toBe(404);
    await call(`${pull}/merge`, { method: "PUT", token: github.tokens.owner, body: {} });
    expect(await read(pull, state)).toEqual({ ...before, state: "closed", merged: true });
  });

  test("refuses unknown tokens and keeps them apart from the app's", async () => {
    expect((await call("/user", { token: "ghp_unknown" })).status).toBe(401);
    expect((await call("/user")).status).toBe(403);
    expect((await call("/user", { token: github.tokens.reader })).status).toBe(200);
  });
});
