import { beforeEach, describe, expect, test } from "vitest";
import type { FakePull } from "../github/fake-github.ts";
import { done, routes } from "../service/fake-service.ts";
import type { Scenario } from "./harness.ts";
import { command, Thread, visible } from "./thread.ts";

const page = { filename: "guides/limits.mdx", status: "modified", additions: 14, deletions: 3 };
const other = { filename: "api/list.mdx", status: "added", additions: 38, deletions: 0 };
/** No page. */
const data = { ...page, filename: "data.json" };
const link = String.raw`\[acme/docs&#35;&#8203;3\]\(<https://github\.com/acme/docs/pull/3>\)`;

let thread: Thread;
let pull: FakePull;
beforeEach(() => {
  thread = new Thread();
  pull = { head: "one", files: [page, other, data] };
  thread.gitHub.pulls.set("acme/docs#3", pull);
  thread.gitHub.comparisons.set("one...two", { files: [other] });
});

/** The agent pushes while it works. */
const pushes: Scenario = {
  onSecond: () => {
    pull.head = "two";
  },
};

test("the end shows what is in the pull request, in comment, summary and outputs", async () => {
  const { outputs, summary, requests } = await thread.comment(command);
  const list = "- `guides/limits.mdx` \\+14 −3\n- `api/list.mdx` new, \\+38\n- and 1 other file\n";
  for (const text of [thread.shown(), summary])
    expect(text).toMatch(
      new RegExp(`Pull request ready: ${link}(?:\\*\\*)? “Document the limit”\n\n${list}`),
    );
  expect(outputs).toMatchObject({ result: "pull-request", prTitle: "Document the limit" });
  expect(thread.gitHub.written.filter((body) => visible(body).startsWith("✅"))).toHaveLength(1);
  expect(JSON.parse(outputs["prFiles"] ?? "")).toMatchObject([
    { path: page.filename },
    { status: "added" },
    { path: data.filename },
  ]);
  // There is no deployment, whose status would be the fifth, and the run looks again after ten and twenty seconds.
  const asked = requests.filter(
    (request) => request.includes("/acme/docs/") && request.startsWith("GitHub"),
  );
  expect(asked.map((request) => request.replace(/.*acme\/docs\/(\w+).*/, "$1"))).toEqual([
    ...["pulls", "pulls", "commits", "deployments"],
    ...["commits", "deployments", "pulls", "commits", "deployments", "pulls"],
  ]);
});

describe("a follow-up", () => {
  beforeEach(() => thread.comment(command));

  test("says what it changed since the message", async () => {
    const { summary, outputs } = await thread.comment("/docs-agent Shorter", pushes);
    for (const text of [thread.shown(), summary])
      expect(text).toMatch(
        new RegExp(
          `Follow-up finished in ${link}\\.(?:\\*\\*)? Changed since the request: \`api/list\\.mdx\` new, \\+38\\.`,
        ),
      );
    expect(JSON.parse(outputs["prFiles"] ?? "")).toHaveLength(3);
  });

  test("without a new commit does not look like success, and --status shows its pull request", async () => {
    const { outputs, requests, clock } = await thread.comment("/docs-agent Is it right?");
    // There is nothing new to look at again.
    expect(clock.sleeps).not.toContain(10_000);
    const unchanged = new RegExp(`^➖ \\*\\*No new commit by the agent in ${link}`);
    expect(thread.shown()).toMatch(unchanged);
    expect(outputs["result"]).toBe("pull-request");
    expect(requests.at(-1)).toMatch(/reactions \+1$/);
    const service = { [routes.get]: [{ json: done }] };
    await thread.comment("/docs-agent --status", { service, startsAfterMs: 120_000 });
    expect(thread.shown()).toMatch(new RegExp(`^✅ \\*\\*Pull request ready: ${link}`));
    Object.assign(pull, { state: "closed", merged: true });
    await thread.comment("/docs-agent --status", { service, startsAfterMs: 240_000 });
    expect(thread.shown()).toMatch(new RegExp(`^✅ \\*\\*The pull request is merged: ${link}`));
  });

  test("that came too late, whose end no run has seen, is told by --status and by a re-run", async () => {
    await thread.comment("/docs-agent Shorter", { with: { wait: "false" } });
    Object.assign(pull, { state: "closed", merged: true });
    const late = new RegExp(`^➖ \\*\\*This request is not in ${link}`);
    const run = thread.last();
    const service = { [routes.get]: [{ json: done }] };
    await thread.comment("/docs-agent --status", { service, startsAfterMs: 120_000 });
    expect(thread.shown()).toMatch(late);
    await thread.rerun({ service }, run);
    expect(visible(thread.gitHub.own().at(-2)?.body)).toMatch(late);
  });

  test("says in a re-run what it changed", async () => {
    await thread.comment("/docs-agent Shorter", { ...pushes, cancelAfterMs: 1000 });
    expect(thread.shown()).toMatch(/^⚠️ \*\*The run was cancelled/);
    await thread.rerun();
    expect(thread.shown()).toMatch(
      new RegExp(
        `^✅ \\*\\*Follow-up finished in ${link}\\.\\*\\* Changed since the request: \`api/list`,
      ),
    );
  });
});

describe("preview and checks", () => {
  const creator = { login: "mintlify[bot]", type: "Bot" };
  const environment_url = "https://preview.example.app";
  const slow = {
    checks: [{ name: "link-rot", status: "in_progress" }],
    deployments: [{ creator, state: "pending" }],
  };
  const ready = {
    checks: [
      { name: "link-rot", conclusion: "failure", html_url: "https://github.com/acme/docs/runs/9" },
    ],
    deployments: [{ creator, state: "success", environment_url }],
  };
  let ends: { at: number; body: string }[];
  /** Forty seconds after the end, the preview is there, and a check has failed. */
  const later = (): Scenario => ({
    onSecond: (clock) => {
      const ended = thread.gitHub.written.filter((body) => visible(body).startsWith("✅"));
      for (const body of ended.slice(ends.length))
        ends.push({ at: clock.now(), body: visible(body) });
      if (ends[0] && clock.now() - ends[0].at > 35_000) thread.gitHub.heads.set("one", ready);
    },
  });
  beforeEach(() => {
    ends = [];
    thread.gitHub.heads.set("one", slow);
  });
  const line =
    "[Preview](<https://preview.example.app/>) · 1 check failed: [link-rot](<https://github.com/acme/docs/runs/9>)";

  test("come by one more edit, and a failed check names the command", async () => {
    const { outputs, summary, postState } = await thread.comment(command, later());
    const told = thread.gitHub.written.map(visible).filter((body) => /^(?:✅|⚠️)/u.test(body));
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/^✅ \*\*Pull request ready: /u);
    expect(told[0]).toContain(
      "\n\n1 check was still running at 09:01 UTC; the pull request shows how it ended.\n\n@maintainer, to change something, reply",
    );
    // Nobody shall merge on a ✅.
    expect(told[1]).toMatch(/^⚠️ \*\*Pull request ready, 1 check failed: /u);
    expect(outputs["result"]).toBe("pull-request");
    expect(told[1]).toContain(
      `\n\n${line}\n\n@maintainer, to have the failed check fixed, reply \`/docs-agent fix the failing check\`.\n\n`,
    );
    // How long the job took does not grow meanwhile.
    const took = told.map((body) => /<sub>(.*?) · job/.exec(body)?.[1]);
    expect(took[0]).toBe(took[1]);
    // Summary and result are there when the job ends.
    expect(summary).toContain(
      "\n1 check was still running at 09:01 UTC; the pull request shows how it ended.\n",
    );
    expect(outputs["previewUrl"]).toBe("https://preview.example.app/");
    expect(postState).toBe("");
  });

  test("are not waited for where the comment could not be written", async () => {
    thread.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    const { clock, outputs } = await thread.comment(command, later());
    expect(clock.sleeps).not.toContain(10_000);
    expect(outputs["result"]).toBe("pull-request");
  });
});

test("--status names the one that a job at work goes on with, which the service does not name then", async () => {
  await thread.comment(command);
  const service = { [routes.get]: [{ json: { ...done, status: "active", prLink: null } }] };
  await thread.comment("/docs-agent --status", { service });
  expect(thread.shown()).toContain("Its pull request so far: ");
});

test("--status shows it, too, of a job at work", async () => {
  await thread.comment(command);
  const service = { [routes.get]: [{ json: { ...done, status: "active" } }] };
  const { outputs, summary } = await thread.comment("/docs-agent --status", { service });
  expect(summary).toContain("“Document the limit”");
  expect(thread.shown()).toMatch(/“Document the limit”.*- `guides\/limits.mdx` \+14 −3/s);
  expect(outputs["prTitle"]).toBe("Document the limit");
});
