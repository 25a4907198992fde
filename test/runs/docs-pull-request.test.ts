import { describe, expect, test } from "vitest";
import type { FakePull } from "../github/fake-github.ts";
import { here, job, reset, routes, usual } from "../service/fake-service.ts";
import type { Scenario } from "./harness.ts";
import { onDocs, schedule, sent, Thread, told, visible, withOtherKey } from "./thread.ts";

const { name, prLink, done, service } = here;

/** A thread whose job will open this pull request. */
function before(pull: FakePull = {}): Thread {
  const thread = new Thread();
  thread.service = service;
  thread.gitHub.pulls.set(name, pull);
  return thread;
}

async function begun(): Promise<Thread> {
  // GitHub may write the repository in other letter case.
  const thread = before({ headRepository: "Acme/Site" });
  await thread.comment("/docs-agent Document the limit");
  return thread;
}

const onPull = (
  thread: Thread,
  words: string,
  scenario: Scenario & { startsAfterMs?: number } = {},
) => thread.comment(`/docs-agent ${words}`, scenario, "maintainer", 8);

describe("a documentation pull request in the same repository", () => {
  test("gets one comment that says where it comes from", async () => {
    const thread = await begun();
    expect(onDocs(thread).map(visible)).toEqual([
      expect.stringContaining(" for [&#35;&#8203;7](<https://github.com/acme/site/issues/7>)."),
    ]);
    const { requests } = await thread.comment("/docs-agent Shorter");
    expect(requests.filter((request) => request.includes("/issues/8/comments"))).toEqual([]);
  });

  test("gets its comment as soon as the job shows it, and is not asked for again once that is remembered", async () => {
    const thread = before();
    const early = { [routes.get]: [{ json: job("active", { prLink }) }] };
    expect((await thread.push({ service: early })).outputs["result"]).toBe("timeout");
    expect(onDocs(thread)).toHaveLength(1);
    expect((await thread.push()).outputs["result"]).toBe("pull-request");
    expect(onDocs(thread)).toHaveLength(1);
    const again = await thread.push();
    expect(again.requests.filter((request) => request.includes("/issues/8/comments"))).toEqual([]);
    expect(again.summary).toMatch(/the change on \[acme\/site.*8\]/);
  });

  test("continues the conversation by a command, and so does the thread after that", async () => {
    const thread = await begun();
    const there = await onPull(thread, "Shorter");
    expect(sent(there.requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(onDocs(thread)).toHaveLength(2);
    const here = await thread.comment("/docs-agent Longer");
    expect(sent(here.requests)).toEqual([`${routes.message} "Longer"`]);
  });

  test.each(["docs", "new"])(
    "continues its job also by a command with conversation: %s",
    async (conversation) => {
      const thread = await begun();
      const { requests } = await onPull(thread, "Shorter", { with: { conversation } });
      expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    },
  );

  test("gets none where the connection breaks, with a warning, and is not named as a place for commands", async () => {
    const thread = before();
    thread.gitHub.refuse({ method: "POST", path: /issues\/8\/comments/, error: reset() });
    const run = await thread.push();
    expect(told(run)[0]).toBe("pull-request");
    expect(run.stdout.match(/^::(?:notice|warning) .*$/gm)).toEqual([
      expect.stringContaining("::warning title=Thread not updated::"),
    ]);
    expect(thread.shown()).toContain("in this thread, if commands");
  });
});

test("a service that names one pull request after the other gets two comments, each once", async () => {
  const thread = before();
  for (const number of [9, 10]) thread.gitHub.pulls.set(`acme/site#${number}`, {});
  const looks = Array.from({ length: 30 }, (_, look) => ({
    json: job("active", { prLink: prLink.replace(/8$/, String(8 + (look % 3))) }),
  }));
  await thread.push({ service: { [routes.get]: [...looks, { json: done }] } });
  expect(thread.gitHub.own().map((comment) => comment.thread)).toEqual([7, 8, 9]);
});

test("a command continues the job also where the comment of the run was begun by another account", async () => {
  const thread = before();
  await thread.push({ service: { [routes.get]: [{ json: job("completed") }] } });
  // As after a change from the token of the job to that of an App.
  thread.gitHub.bot = "acme-app[bot]";
  for (let run = 0; run < 2; run++) await thread.push();
  expect(onDocs(thread)).toHaveLength(1);
  const { requests } = await onPull(thread, "Shorter");
  expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
});

describe("a documentation pull request of a run without a thread", () => {
  const weekly = {
    with: { prompt: "Weekly" },
    env: { GITHUB_WORKFLOW: "Document the week" },
  };

  test("gets a comment that names the run, and a command there continues the job", async () => {
    const thread = before();
    await thread.event(schedule, weekly);
    expect(onDocs(thread).map(visible)).toEqual([
      expect.stringMatching(
        /^This pull request was made by \[Document the week\]\(<.*\/actions\/runs\/1001>\)\./,
      ),
    ]);
    const { requests } = await onPull(thread, "Shorter");
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("gets none with comment: never", async () => {
    const thread = before();
    await thread.event(schedule, { ...weekly, with: { ...weekly.with, comment: "never" } });
    expect(onDocs(thread)).toEqual([]);
  });

  test("gets none, without a warning, where the token may not write there", async () => {
    const thread = before();
    const message = "Resource not accessible by integration";
    thread.gitHub.refuse({ method: "POST", path: /issues\/8\/comments/, status: 403, message });
    const { stdout } = await thread.event(schedule, weekly);
    expect(stdout).toContain(`the comment there could not be written (HTTP 403: “${message}”).`);
    expect(stdout).not.toContain("::warning");
  });
});

describe("a command on a documentation pull request whose link does not verify", () => {
  test("is answered, and buys no second pull request, as the API key has changed", async () => {
    const thread = await begun();
    const run = await onPull(thread, "Shorter", withOtherKey);
    expect(told(run)).toEqual(["answered"]);
    expect(thread.shown()).toMatch(/not known here.*It was job `job_7f3a`.*\/docs-agent --new/s);
    await onPull(thread, "--status", withOtherKey);
    expect(thread.shown()).toMatch(
      /^\*\*This pull request's job is not known.*\/docs-agent --new/s,
    );
    const fresh = await onPull(thread, "--new Shorter", withOtherKey);
    expect(sent(fresh.requests)).toEqual([expect.stringMatching(/^POST .*\/job "Shorter"$/)]);
  });

  test("continues the job that --new began there, also with conversation: new, and says so", async () => {
    const thread = await begun();
    const scenario = { with: { ...withOtherKey.with, conversation: "new" }, service: usual };
    await onPull(thread, "--new Shorter", scenario);
    expect(thread.shown()).not.toContain("each command starts a new, paid job");
    await onPull(thread, "--status", { ...scenario, startsAfterMs: 120_000 });
    expect(thread.shown()).not.toContain("each command starts a new, paid job");
    const { requests } = await onPull(thread, "Longer", scenario);
    expect(sent(requests)).toEqual([`${routes.message} "Longer"`]);
  });

  test.each([
    ["a stranger copied the link", "outsider", ""],
    ["another app quotes it", "commitlint[bot]", "A line is too long: "],
  ])("is an ordinary one where only %s", async (_, login, before) => {
    const thread = await begun();
    thread.gitHub.write(login, before + (onDocs(thread)[0] ?? ""), 9);
    const run = await thread.comment("/docs-agent Shorter", {}, "maintainer", 9);
    expect(sent(run.requests)).toEqual([`${routes.create} "Shorter"`]);
  });
});

test("a pull request of a job without a time gets its comment from the run that began it alone", async () => {
  const service = { [routes.get]: [{ json: { ...done, createdAt: null } }] };
  const thread = before({});
  await thread.comment("/docs-agent Document the limit", { service, with: { wait: "false" } });
  await thread.rerun({ service, with: { wait: "true" } });
  expect(onDocs(thread)).toEqual([]);
  await thread.comment("/docs-agent --new Document the limit", { service });
  expect(onDocs(thread)).toHaveLength(1);
});

test.each<[string, FakePull, object]>([
  ["from a fork", { headRepository: "outsider/site" }, done],
  ["older than the job", { created_at: "2026-11-16T08:59:59Z" }, done],
  [
    "older than the job, whatever the service says of that",
    { created_at: "2026-11-16T08:59:59Z" },
    { ...done, createdAt: "2020-01-01T00:00:00Z" },
  ],
  ["that is the thread itself", {}, { ...done, prLink: prLink.replace("/8", "/7") }],
])("a pull request %s gets no comment", async (_, pull, json) => {
  const thread = before(pull);
  thread.gitHub.pulls.set("acme/site#7", pull);
  const { outputs } = await thread.comment("/docs-agent Document the limit", {
    service: { [routes.get]: [{ json }] },
  });
  expect(outputs["result"]).toBe("pull-request");
  expect(thread.gitHub.own()).toHaveLength(1);
  expect(onDocs(thread)).toEqual([]);
});

test("another pull request that the job opens for a follow-up gets its comment, too", async () => {
  const thread = await begun();
  thread.gitHub.pulls.set("acme/site#9", { head: "d0c5", created_at: "2026-11-16T09:30:00Z" });
  const other = { prLink: prLink.replace("/8", "/9") };
  await thread.comment("/docs-agent Shorter", {
    service: {
      [routes.message]: [{ json: job("active", { prLink }) }],
      [routes.get]: [{ json: done }, { json: job("active") }, { json: job("completed", other) }],
    },
  });
  const { requests } = await thread.comment("/docs-agent Longer", {}, "maintainer", 9);
  expect(sent(requests)).toEqual([`${routes.message} "Longer"`]);
});

test("a new job after a new key names the pull request of the thread that it does not continue", async () => {
  const thread = await begun();
  const run = await thread.comment("/docs-agent Shorter", withOtherKey);
  expect(told(run)[0]).toBe("pull-request");
  expect(thread.gitHub.written.join()).toContain("It does not continue");
});
