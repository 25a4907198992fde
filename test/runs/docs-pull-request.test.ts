import { describe, expect, test } from "vitest";
import type { FakePull } from "../github/fake-github.ts";
import { here, job, reset, routes } from "../service/fake-service.ts";
import { sent, Thread, type ThreadResult, told, visible } from "./thread.ts";

const { name, prLink, done, creates, follows } = here;

const onDocs = (thread: Thread) => thread.gitHub.own().filter((comment) => comment.thread === 8);

async function begun(): Promise<{ thread: Thread; first: ThreadResult }> {
  const thread = new Thread();
  thread.gitHub.pulls.set(name, {});
  const first = await thread.comment("/docs-agent Document the limit", { service: creates });
  return { thread, first };
}

describe("a documentation pull request in the same repository", () => {
  test("gets one comment that says where it comes from", async () => {
    const { thread, first } = await begun();
    expect(first.outputs["result"]).toBe("pull-request");
    expect(onDocs(thread).map(({ body }) => visible(body))).toEqual([
      expect.stringContaining("https://github.com/acme/site/issues/7"),
    ]);
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(requests.filter((request) => request.includes("/issues/8/comments"))).toEqual([]);
  });

  test("names its place only where its comment could be written", async () => {
    const shown = async (refused: boolean) => {
      const thread = new Thread();
      thread.gitHub.pulls.set(name, {});
      if (refused)
        thread.gitHub.refuse({ method: "POST", path: /issues\/8\/comments/, status: 403 });
      await thread.push({ service: creates });
      return visible(thread.gitHub.own().find((comment) => comment.thread === 7)?.body);
    };
    expect(await shown(false)).toContain(
      "comment for example `/docs-agent make the example shorter` on ",
    );
    expect(await shown(true)).toContain(
      "To change something, edit the pull request: commands do not work there.",
    );
  });

  test("gets its comment as soon as the job shows it, and is not asked for again once that is remembered", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(name, {});
    const service = { ...creates, [routes.get]: [{ json: job("active", { prLink }) }] };
    expect((await thread.push({ service })).outputs["result"]).toBe("timeout");
    expect(onDocs(thread)).toHaveLength(1);
    expect((await thread.push({ service: follows })).outputs["result"]).toBe("pull-request");
    const again = await thread.push({ service: follows });
    expect(again.requests.filter((request) => request.includes("/issues/8/comments"))).toEqual([]);
  });

  test("gets one on any server, and where GitHub writes the repository in other letter case", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(name, { headRepository: "Acme/Site" });
    const server = "https://ghe.example.com";
    const json = { ...done, prLink: prLink.replace("https://github.com", server) };
    const service = { ...creates, [routes.get]: [{ json }] };
    const env = { GITHUB_SERVER_URL: server };
    await thread.comment("/docs-agent Document the limit", { service, env });
    expect(onDocs(thread).map(({ body }) => visible(body))).toEqual([
      expect.stringContaining(` for [&#35;&#8203;7](<${server}/acme/site/issues/7>).`),
    ]);
  });

  test("continues the conversation by a command, and so does the thread after that", async () => {
    const { thread } = await begun();
    const there = await thread.comment(
      "/docs-agent Shorter",
      { service: follows },
      "maintainer",
      8,
    );
    expect(sent(there.requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(onDocs(thread)).toHaveLength(2);
    const here = await thread.comment("/docs-agent Longer", { service: follows });
    expect(sent(here.requests)).toEqual([`${routes.message} "Longer"`]);
    const status = await thread.comment(
      "/docs-agent --status",
      { service: follows },
      "maintainer",
      8,
    );
    expect(status.outputs["jobId"]).toBe("job_7f3a");
  });

  test("gets none where the connection breaks, with a warning", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(name, {});
    thread.gitHub.refuse({ method: "POST", path: /issues\/8\/comments/, error: reset() });
    const { exitCode, outputs, stdout } = await thread.comment("/docs-agent Document the limit", {
      service: creates,
    });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(stdout.match(/^::(?:notice|warning) .*$/gm)).toEqual([
      expect.stringContaining("::warning title=Thread not updated::"),
    ]);
  });
});

describe("a documentation pull request of a run without a thread", () => {
  const schedule = { name: "schedule", payload: {} };
  const weekly = {
    with: { prompt: "Weekly" },
    env: { GITHUB_WORKFLOW: "Document the week" },
    service: creates,
  };

  test("gets a comment that names the run, and a command there continues the job", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(name, {});
    await thread.event(schedule, weekly);
    expect(onDocs(thread).map(({ body }) => visible(body))).toEqual([
      expect.stringMatching(
        /^This pull request was made by \[Document the week\]\(<.*\/actions\/runs\/1001>\)\./,
      ),
    ]);
    const { requests } = await thread.comment(
      "/docs-agent Shorter",
      { service: follows },
      "maintainer",
      8,
    );
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test.each([
    ["with comment: never", { with: { prompt: "Weekly", comment: "never" } }],
    ["in a dry run", { with: { prompt: "Weekly", "dry-run": "true" } }],
  ])("gets none %s", async (_, given) => {
    const thread = new Thread();
    thread.gitHub.pulls.set(name, {});
    await thread.event(schedule, { ...weekly, ...given });
    expect(onDocs(thread)).toEqual([]);
  });

  test("gets none, without a warning, where the token may not write there", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(name, {});
    const message = "Resource not accessible by integration";
    thread.gitHub.refuse({ method: "POST", path: /issues\/8\/comments/, status: 403, message });
    const { stdout } = await thread.event(schedule, weekly);
    expect(stdout).toContain(
      `The link on the pull request could not be written (HTTP 403: “${message}”).`,
    );
    expect(stdout).not.toContain("::warning");
  });
});

describe("a command on a documentation pull request whose link does not verify", () => {
  test.each([
    ["as the API key has changed", { "api-key": "mint_another_key" }],
    ["as it belongs to another project", { "project-id": "other" }],
  ])("is answered, and buys no second pull request, %s", async (_, other) => {
    const { thread } = await begun();
    const given = { with: other, service: creates };
    const run = await thread.comment("/docs-agent Shorter", given, "maintainer", 8);
    expect(told(run)).toMatchObject({ exitCode: 0, result: "answered", sent: [] });
    expect(thread.shown()).toMatch(/not known here.*It was job `job_7f3a`.*\/docs-agent --new/s);
    const fresh = await thread.comment("/docs-agent --new Shorter", given, "maintainer", 8);
    expect(sent(fresh.requests)).toEqual([expect.stringMatching(/^POST .*\/job "Shorter"$/)]);
  });

  test("is an ordinary one where only a stranger copied the link", async () => {
    const { thread } = await begun();
    thread.gitHub.write("outsider", onDocs(thread)[0]?.body ?? "", 9);
    const run = await thread.comment("/docs-agent Shorter", { service: creates }, "maintainer", 9);
    expect(sent(run.requests)).toEqual([`${routes.create} "Shorter"`]);
  });
});

test.each<[string, FakePull, object]>([
  ["from a fork", { headRepository: "outsider/site" }, done],
  ["from a repository that is gone", { headRepository: null }, done],
  ["older than the job", { created_at: "2026-11-16T08:59:59Z" }, done],
  ["of a job without a time", {}, { ...done, createdAt: null }],
])("a pull request %s gets no comment", async (_, pull, json) => {
  const thread = new Thread();
  thread.gitHub.pulls.set(name, pull);
  const { outputs } = await thread.comment("/docs-agent Document the limit", {
    service: { ...creates, [routes.get]: [{ json }] },
  });
  expect(outputs["result"]).toBe("pull-request");
  expect(thread.gitHub.own()).toHaveLength(1);
  expect(onDocs(thread)).toEqual([]);
});

test.each([
  ["names an open pull request of the thread that it does not continue", 200, true],
  ["ends as well where GitHub does not show that", 502, false],
])("a new job after a new key %s", async (_, status, isNamed) => {
  const { thread } = await begun();
  if (status !== 200) thread.gitHub.refuse({ path: /pulls\/8$/, status });
  const scene = { with: { "api-key": "mint_another_key" }, service: creates };
  const run = await thread.comment("/docs-agent Shorter", scene);
  expect(told(run)).toMatchObject({ exitCode: 0, result: "pull-request" });
  expect(thread.gitHub.written.join().includes("It does not continue")).toBe(isNamed);
});
