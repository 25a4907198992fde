import { describe, expect, test } from "vitest";
import { says } from "../says.ts";
import { active, done, job, jobRoutes, reset, routes } from "../service/fake-service.ts";
import type { Scenario } from "./harness.ts";
import {
  command,
  everywhere,
  schedule,
  sent,
  Thread,
  told,
  visible,
  withOtherKey,
  writes,
} from "./thread.ts";

const toJob2 = 'POST /v2/agent/acme/job/job_2/message "Shorter"';

/** What a further command sends. */
const shorter = async (thread: Thread, scenario?: Scenario) =>
  sent((await thread.comment("/docs-agent Shorter", scenario)).requests);

test("a command on a pull request creates a job and keeps one comment and two reactions", async () => {
  const thread = new Thread();
  const run = await thread.comment(command);
  const { requests, outputs, summary, postState, stdout } = run;
  expect(requests).toMatchInlineSnapshot(`
    [
      "GitHub GET /issues/7/comments?per_page=100",
      "GitHub GET /pulls/7/comments?per_page=100",
      "GitHub GET /collaborators/maintainer/permission",
      "GitHub GET /pulls/7/files?per_page=100",
      "GitHub POST /issues/7/comments",
      "POST /v2/agent/acme/job "Document the limit"",
      "GET /v2/agent/acme/job/job_7f3a",
      "GET /v2/agent/acme/job/job_7f3a",
      "GitHub GET /repos/acme/docs/pulls/3",
      "GitHub POST /issues/comments/101/reactions eyes",
      "GitHub PATCH /issues/comments/102",
      "GitHub PATCH /issues/comments/102",
      "GitHub POST /issues/comments/101/reactions rocket",
    ]
  `);
  const [begun, accepted, ended] = thread.gitHub.written.map(visible);
  expect(begun).toContain(says.working);
  expect(begun).not.toContain("job_7f3a");
  expect(accepted).toMatch(/Working on it.*job_7f3a/s);
  expect(ended).toContain(says.ready);
  expect(ended).toContain("\n\n@maintainer, ");
  for (const body of thread.gitHub.written) {
    expect(body.startsWith("<!-- docs-agent:v1 -->\n\n")).toBe(true);
    expect(body.match(/docs-agent:job/g)).toHaveLength(1);
  }
  expect(thread.gitHub.reactions).toEqual([
    "issues/comments/101 eyes",
    "issues/comments/101 rocket",
  ]);
  expect(outputs).toMatchObject({
    result: "pull-request",
    reason: "",
    jobId: "job_7f3a",
    prLink: "https://github.com/acme/docs/pull/3",
    commentUrl: "https://github.com/acme/site/issues/7#issuecomment-102",
  });
  expect(summary).toContain(says.ready);
  expect(postState).toBe("");
  expect(stdout).toContain(says.accepted);
});

describe("a thread is one conversation", () => {
  test("of comments, inline comments, reviews and a workflow's runs, which keep one comment", async () => {
    const thread = await Thread.begun();
    thread.gitHub.pulls.set("acme/docs#3", {});
    const runs = [
      await thread.comment("/docs-agent Shorter"),
      await thread.inline("/docs-agent Shorter"),
      await thread.review("/docs-agent Shorter"),
      await thread.push({ with: { prompt: "Shorter" } }),
      await thread.push({ with: { prompt: "Shorter" } }),
    ];
    for (const { requests, outputs } of runs) {
      expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
      expect(outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
    }
    expect(thread.gitHub.own()).toHaveLength(5);
    expect(await shorter(thread)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("with a job that is only watched, and with one that another workflow or issue-number goes on with", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set("acme/docs#3", {});
    const watched = { "job-id": "job_7f3a", prompt: "" };
    await thread.push({ with: watched, service: { [routes.get]: [{ json: done }] } });
    const other = await thread.push({ env: { GITHUB_WORKFLOW: "Other" } });
    expect(sent(other.requests)).toEqual([`${routes.message} "Document this change"`]);
    const inputs = { prompt: "Weekly", "issue-number": "7" };
    const scheduled = await thread.event(schedule, { with: inputs });
    expect(sent(scheduled.requests)).toEqual([`${routes.message} "Weekly"`]);
    expect(thread.gitHub.own()).toHaveLength(2);
  });

  test("whose new job has none of the pull request that was merged before it", async () => {
    const thread = await Thread.begun();
    thread.gitHub.pulls.set("acme/docs#3", { state: "closed", merged: true });
    const active = { json: job("active", { id: "job_2" }) };
    const service = { ...jobRoutes("job_2"), "GET /v2/agent/acme/job/job_2": [active] };
    await thread.comment("/docs-agent --new Document it", { with: { wait: "false" }, service });
    expect(await shorter(thread, { with: { wait: "false" }, service })).toEqual([toJob2]);
  });
});

test.each([
  ["is at work", [active], true],
  ["is over", [], false],
])("a follow-up to a job that %s says whether it interrupts that", async (_, looks, interrupts) => {
  const thread = await Thread.begun();
  const before = thread.gitHub.written.length;
  const service = {
    [routes.get]: [...looks, { json: done }, active, { json: done }],
  };
  await thread.comment("/docs-agent Shorter", { service });
  expect(thread.shown()).toContain(says.followUpDone);
  expect(thread.shown().includes("check that both changes are there")).toBe(interrupts);
  const texts = thread.gitHub.written.slice(before, -1);
  for (const text of texts)
    expect(text.includes("still working on the previous request")).toBe(interrupts);
});

test("a comment says since when the agent works, where the run knows it", async () => {
  const thread = new Thread();
  const slow = {
    [routes.create]: [active],
    [routes.get]: [active],
  };
  await thread.comment(command, { with: { "timeout-minutes": "5" }, service: slow });
  await thread.rerun({ service: { [routes.get]: [active, { json: done }] } });
  const watched = { "job-id": "job_7f3a", prompt: "" };
  await thread.push({
    with: watched,
    service: { [routes.get]: [active, { json: done }] },
  });
  const times = thread.gitHub.written.map((text) => /Started (\S+) UTC/.exec(text)?.[1] ?? "");
  const [first, again, watching] = [
    ["09:01", "09:01", ""],
    ["09:01", ""],
    ["", ""],
  ];
  expect(times).toEqual([first, again, watching].flat());
});

const readWhy =
  "An earlier pull request for this was closed without a merge: https://github.com/acme/docs/pull/3. Read why before you start.";
test.each([
  ["closed", false, `Shorter\n\n${readWhy}`],
  ["merged, which is no decision against it", true, "Shorter"],
])(
  "a follow-up goes to a new job, and the comment says why, where the pull request was %s",
  async (_, merged, prompt) => {
    const thread = await Thread.begun();
    thread.gitHub.pulls.set("acme/docs#3", { state: "closed", merged });
    const service = { ...jobRoutes("job_2"), [routes.get]: [{ json: done }] };
    const created = [`${routes.create} ${JSON.stringify(prompt)}`];
    expect(await shorter(thread, { service })).toEqual(created);
    expect(thread.shown()).toMatch(/a new job, because .* was (?:closed|merged)\./);
    thread.gitHub.pulls.set("acme/docs#3", {});
    expect(await shorter(thread, { service: jobRoutes("job_2") })).toEqual([toJob2]);
  },
);

test.each([600_000, -600_000])(
  "a request that may begin a job holds others up for a minute by GitHub's clock: %i ms",
  async (skewMs) => {
    const thread = new Thread();
    // The runner is lost before the service answers.
    thread.gitHub.refuse({ method: "PATCH", path: /comments/, status: 500 });
    const service = { [routes.create]: [{ error: reset() }] };
    await thread.comment(command, { service, skewMs: -skewMs });
    thread.gitHub.allowAll();
    const again = (startsAfterMs: number) => thread.comment(command, { startsAfterMs, skewMs });
    expect(told(await again(1000))).toEqual(["error busy"]);
    expect(told(await again(120_000))[0]).toBe("pull-request");
  },
);

test.each([
  ["is answered", "comment"],
  ["of a workflow leaves the thread as it was", "push"],
] as const)(
  "a follow-up is not sent where GitHub does not say what became of the pull request, and %s",
  async (_, by) => {
    const thread = await Thread.begun();
    const before = thread.shown();
    const words = "The `acme` organization has an IP allow list enabled";
    thread.gitHub.refuse({ path: /pulls\/3$/, status: 403, message: words });
    const scene = { service: jobRoutes("job_2") };
    const run = await (by === "push"
      ? thread.push(scene)
      : thread.comment("/docs-agent Shorter", scene));
    expect(told(run)).toEqual(["error github"]);
    expect(run.summary).toContain("GitHub does not say what became of [acme/docs&#35;&#8203;3]");
    if (by === "push") expect(thread.shown()).toBe(before);
    else expect(thread.shown()).toMatch(/^❌ .* HTTP 403: “The &#96;acme&#96; organization/u);
    thread.gitHub.allowAll();
    expect(await shorter(thread)).toEqual([`${routes.message} "Shorter"`]);
  },
);

test("the leg of a matrix that left no comment sends its own request when it is run again", async () => {
  const thread = new Thread();
  const leg = (prompt: string, attempt: string) =>
    thread.event(thread.gitHub.pushEvent(), {
      with: { prompt, matrix: prompt },
      env: { GITHUB_RUN_ID: "77", GITHUB_RUN_ATTEMPT: attempt },
    });
  await leg("Document the client", "1");
  const again = await leg("Document the server", "2");
  expect(sent(again.requests)).toEqual([expect.stringContaining('"Document the server"')]);
});

test("a re-run pays nothing again after the account that comments was renamed", async () => {
  const thread = await Thread.begun();
  for (const comment of thread.gitHub.own()) comment.login = "renamed[bot]";
  thread.gitHub.bot = "renamed[bot]";
  expect(told(await thread.rerun())).toEqual(["error uncertain"]);
});

test("a follow-up that a rate limit has held is not told by the end of the turn before", async () => {
  const thread = await Thread.begun();
  const limited = { status: 429, json: {}, headers: { "retry-after": "280" } };
  const held = { [routes.get]: [{ json: done }], [routes.message]: [limited, active] };
  await thread.comment("/docs-agent Shorter", { service: held, cancelAfterMs: 281_000 });
  const service = { [routes.get]: [{ json: done }, active, { json: done }] };
  const again = await thread.rerun({ service, startsAfterMs: 1000 });
  expect(again.requests.filter((request) => request === routes.get)).toHaveLength(3);
});

describe("a command that sends nothing", () => {
  test("--status shows the thread's job, and hides nothing from the next command", async () => {
    const thread = await Thread.begun();
    const service = { [routes.get]: [{ json: done }] };
    const run = await thread.comment("/docs-agent --status", { service });
    expect(told(run)).toEqual(["answered"]);
    expect(run.outputs).toMatchObject({ jobId: "job_7f3a", status: "completed" });
    // GitHub does not show it: it may be merged.
    expect(thread.shown()).toMatch(/^➖ \*\*The agent has finished: .*\*\* GitHub does not show/u);
    expect(await shorter(thread)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("--status shows how the last request ended, also where its job was archived since", async () => {
    const thread = await Thread.begun();
    const service = { [routes.get]: [{ json: { ...done, status: "archived" } }] };
    const run = await thread.comment("/docs-agent --status", { service });
    expect(run.outputs["status"]).toBe("archived");
    expect(thread.shown()).toMatch(/^➖ \*\*The agent has finished: .*starts a new, paid job/su);
  });

  test("--status does not deny a job that a lost request may have begun", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: { [routes.create]: [{ error: reset() }] } });
    await thread.comment("/docs-agent --status", { startsAfterMs: 3_600_000 });
    expect(thread.shown()).toMatch(
      /^\*\*It is not known whether this thread has a job\.\*\* No answer .* a request above/,
    );
  });

  test("--status asks in the first minute for patience, as the service may not know yet", async () => {
    const thread = new Thread();
    await thread.comment(command, { with: { wait: "false" } });
    expect(thread.shown()).toContain("reply `/docs-agent --status` in ten minutes");
    const early = await thread.comment("/docs-agent --status", { startsAfterMs: 1000 });
    expect([told(early), early.requests.includes(routes.get)]).toEqual([["answered"], false]);
    expect(thread.shown()).toContain("The last request is less than a minute old");
  });

  test("--status names no new thread, but a key that may have changed, where a comment does not verify", async () => {
    const thread = await Thread.begun();
    await thread.comment("/docs-agent --status", withOtherKey);
    expect(thread.shown()).toContain("Has the API key or the project changed?");
    expect(thread.shown()).toContain("Look for it in the");
  });

  test("--status says when there is no job, when it is gone, and when nobody can know", async () => {
    const empty = new Thread();
    await empty.comment("/docs-agent --status");
    expect(empty.shown()).toContain("This thread has no job yet.");
    empty.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const unread = await empty.comment("/docs-agent --status");
    expect(told(unread)).toEqual(["answered"]);
    expect(empty.shown()).toContain("cannot be read");
    const thread = await Thread.begun();
    const never = await thread.comment("/docs-agent --status", { with: { comment: "never" } });
    expect(never.outputs["message"]).toMatch(/never|not known|remember/);
    expect(never.outputs["message"]).not.toMatch(/\bno job\b/i);
    const gone = { [routes.get]: [{ status: 404, json: { error: "gone" } }] };
    const run = await thread.comment("/docs-agent --status", { service: gone });
    expect(told(run)).toEqual(["error not-found"]);
    expect(thread.shown()).toContain("knows no such job");
  });

  test.each([
    ["--help", "`/docs-agent --status`", 0],
    ["", "`/docs-agent --status`", 0],
    ["--stauts", "Did you mean `--status`?", 0],
    ["—status", "➖ **The agent has finished: ", 2],
    ["thanks!", "names no change", 0],
    ["stop", "A job cannot be stopped from here", 0],
    ["--dry-run Shorter", "The request would go as a follow-up to the job of this thread.", 2],
  ])(
    "%j gets a reply and 👀, and no key, project or address is in it",
    async (words, reply, reads) => {
      const thread = await Thread.begun();
      const service = { [routes.get]: [{ json: done }] };
      const run = await thread.comment(`/docs-agent ${words}`, { service });
      expect(told(run)).toEqual([words.startsWith("--dry") ? "dry-run" : "answered"]);
      expect(run.requests.filter((request) => request.includes("/7/comments?"))).toHaveLength(
        reads,
      );
      expect(thread.shown()).toContain(reply);
      // The service is called by its host; where a request would go is not for everyone.
      const isNamed = ["--help", "", "stop"].includes(words);
      expect(thread.shown()).not.toMatch(
        isNamed ? /https:\/\/docs\.|acme`|mint_/ : /docs\.example|acme`|mint_/,
      );
      if (!words.startsWith("--dry")) expect(thread.gitHub.reactions.at(-1)).toMatch(/eyes$/);
    },
  );
});

test.each([
  ["finishes", { [routes.get]: [{ json: job("completed") }] }, "if you expected a change, reply"],
  [
    "is refused",
    { [routes.create]: [{ status: 402, json: {} }] },
    "**`docs.example.com` started nothing: ",
  ],
  [
    "is lost",
    { [routes.create]: [{ error: reset() }] },
    "We can't tell whether `docs.example.com` received this.",
  ],
])(
  "another service than Mintlify is called by its host: a request that %s",
  async (_, replies, text) => {
    const thread = new Thread();
    const run = await thread.comment(command, { service: replies });
    expect(thread.shown()).toContain(text);
    expect(everywhere(run, thread)).not.toMatch(/mintlify|the service/i);
    // People look for a job by its number in the small print, not in the first line.
    for (const body of thread.gitHub.written)
      expect(visible(body).split("\n")[0]).not.toContain("job_7f3a");
  },
);

test("a comment that a person deletes before the end is written once more, and remembers the job", async () => {
  const thread = new Thread();
  let edits = 0;
  const meanwhile = () => {
    edits++;
    // The first names the job, the second shows the end.
    if (edits === 2) thread.gitHub.delete(thread.gitHub.own()[0]?.id ?? 0);
  };
  thread.gitHub.refuse({ method: "PATCH", path: /comments/, meanwhile });
  await thread.comment(command);
  expect(thread.shown()).toContain(says.ready);
  expect(told(await thread.rerun())).toEqual(["pull-request"]);
  const { requests } = await thread.comment("/docs-agent Shorter");
  expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
});

describe("where a reply goes", () => {
  test("without a thread GitHub is asked only for what is in the pull request", async () => {
    const { requests, outputs } = await new Thread().event(schedule, {
      with: { prompt: "Document what changed" },
    });
    expect(requests.filter((request) => request.startsWith("GitHub"))).toEqual([
      "GitHub GET /repos/acme/docs/pulls/3",
    ]);
    expect(outputs["result"]).toBe("pull-request");
  });

  test.each(["--help", "--status", "Shorter"])(
    "dry-run changes nothing for anybody: %s",
    async (words) => {
      const thread = await Thread.begun();
      const service = { [routes.get]: [{ json: job("completed") }] };
      for (const login of ["maintainer", "outsider"]) {
        const scene = { with: { "dry-run": "true" }, service };
        const run = await thread.comment(`/docs-agent ${words}`, scene, login);
        expect([writes(run.requests), run.postState]).toEqual([[], ""]);
      }
    },
  );
});
