import { beforeEach, describe, expect, test } from "vitest";
import type { FakePull } from "../github/fake-github.ts";
import { FakeRepository, featureFile } from "../github/fake-repository.ts";
import { active, here, job, jobRoutes, routes } from "../service/fake-service.ts";
import { type Scenario, scenarioStart } from "./harness.ts";
import { onDocs, schedule, sent, Thread, told, visible, withOtherKey, writes } from "./thread.ts";

let thread: Thread;
let code: FakeRepository;
beforeEach(() => {
  thread = new Thread();
  thread.gitHub.now = () => scenarioStart - 30 * 86_400_000;
  code = new FakeRepository(thread.gitHub, "acme/site", { "README.md": "# Site\n" });
  thread.gitHub.now = () => scenarioStart;
});

const inputs = { "diff-range": "since-last", "issue-number": "dashboard", conversation: "merges" };
const created = expect.stringMatching(/^POST .*\/job /);

/** A feature is merged, and the workflow starts. */
function merged(number: number, scenario: Scenario & { startsAfterMs?: number } = {}) {
  code.push("main", featureFile(number), `Add feature ${number}`);
  return started(scenario);
}

/** The workflow starts. */
function started(scenario: Scenario = {}) {
  const env = {
    GITHUB_SHA: code.head("main"),
    GITHUB_REF: "refs/heads/main",
    GITHUB_REF_NAME: "main",
    ...scenario.env,
  };
  const given = { prompt: "Document the merges", ...inputs, ...scenario.with };
  return thread.event(schedule, { ...scenario, env, with: given });
}

const rows = () => visible(thread.gitHub.own().find(({ thread: on }) => on !== 8)?.body);

describe("a run that documents what was merged", () => {
  test("opens the dashboard, and shows there what it sent", async () => {
    const run = await merged(1);
    expect(told(run)).toEqual(["pull-request", created]);
    expect(thread.gitHub.issues).toMatchObject([
      { title: "Documentation dashboard", labels: ["docs-agent"] },
    ]);
    expect(run.outputs["commentUrl"]).toContain(
      `/issues/${thread.gitHub.issues[0]?.number}#issuecomment-`,
    );
    expect(rows()).toContain("not visible to this workflow; counts as documented");
    expect(run.summary).toMatch(/Covers 1 commit since 17 Oct .*Commits up to/s);
  });

  test("comes to an end where the service says in turn that a job works and that it has ended", async () => {
    thread.gitHub.pulls.set(here.name, {});
    await merged(1, { service: here.service });
    const { prLink } = here;
    const looks = Array.from({ length: 40 }, (_, look) => ({
      json: job(look % 2 === 0 ? "active" : "completed", { prLink }),
    }));
    const run = await merged(2, { service: { [routes.get]: looks } });
    expect(told(run)).toEqual(["error busy"]);
    expect(run.requests.filter((request) => request === routes.get)).toHaveLength(21);
  });

  test.each([
    ["a permission is missing", { status: 403, message: "Resource not accessible by integration" }],
    ["a limit is reached", { status: 429, message: "API rate limit exceeded" }],
    ["a commit is not found", { status: 404, message: "Not Found", times: 99 }],
    ["GitHub does not answer", { error: new TypeError("fetch failed") }],
  ])("and names none where %s", async (_, refusal) => {
    thread.gitHub.refuse({ method: "GET", path: /\/compare\//, ...refusal });
    const run = await merged(1);
    expect(run.summary).toContain("did not compare");
    expect(run.summary).not.toContain("If each run ends so");
  });

  test("sends nothing for a release that is deleted, whose commits nobody has documented", async () => {
    code.push("main", featureFile(1), "Add feature 1");
    const payload = {
      action: "deleted",
      release: { tag_name: "v1.0.0", draft: false, prerelease: false },
    };
    const given = { prompt: "Document the release", ...inputs };
    const env = { GITHUB_SHA: code.head("main"), GITHUB_REF: "refs/tags/v1.0.0" };
    const run = await thread.event({ name: "release", payload }, { with: given, env });
    expect(told(run)).toEqual(["skipped no-diff"]);
  });

  test("without a new commit shows what became of the others, and writes nothing where that is known", async () => {
    const pull: FakePull = { mergeable: null };
    thread.gitHub.pulls.set(here.name, pull);
    // GitHub finds a conflict once it was asked.
    const onSecond = () => {
      pull.mergeable = rows().includes("open since") ? false : null;
    };
    await merged(1, { service: here.service, onSecond });
    expect(rows()).toMatch(/⚠️ \[.*8\].*, open since .*, in conflict with `main`/u);
    thread.gitHub.pulls.set(here.name, { state: "closed", merged: true });
    expect(writes((await started()).requests)).toHaveLength(1);
    expect(rows()).toMatch(/✅ \[.*8\].*, merged/u);
    expect(writes((await started()).requests)).toEqual([]);
  });

  test("says of commits that diff-paths skips that they count as documented", async () => {
    const run = await merged(1, { with: { "diff-paths": "docs" } });
    expect(told(run)).toEqual(["skipped no-diff"]);
    expect(run.summary).toMatch(
      /can be documented.*What was skipped counts as documented\. .*Commits up to/s,
    );
  });

  test("says of a first week without a commit only where the table begins", async () => {
    const run = await started();
    expect(told(run)).toEqual(["skipped no-diff"]);
    expect(run.summary).toContain("Commits up to");
    expect(run.summary).not.toContain("What was skipped");
  });

  test("says that the first commit of all is not covered, either", async () => {
    thread = new Thread();
    code = new FakeRepository(thread.gitHub, "acme/site", { "src/api.ts": "export {};\n" });
    thread.gitHub.now = () => scenarioStart;
    const run = await started();
    expect(run.summary).toContain(`Commits up to \`${code.head("main").slice(0, 7)}\``);
  });

  test("sends nothing again where the service does not know yet what a rate limit has held up", async () => {
    const limited = { status: 429, json: {}, headers: { "retry-after": "200" } };
    const service = { ...here.service, [routes.create]: [limited, active] };
    await merged(1, { with: { wait: "false" }, service });
    const unknown = { status: 404, json: { error: "No such job" } };
    const later = { [routes.get]: [unknown, unknown, active, { json: here.done }] };
    const { requests } = await merged(2, { service: later, startsAfterMs: 1000 });
    const first = requests.filter((one) => /^(?:GET|POST)/.test(one)).slice(0, 4);
    expect(first).toEqual(Array(4).fill(routes.get));
  });

  test("says where the way out is if GitHub never compares the commits", async () => {
    thread.gitHub.refuse({ method: "GET", path: /\/compare\//, status: 422, message: "Too large" });
    const run = await merged(1);
    expect(told(run)).toEqual(["error github"]);
    expect(run.summary).toMatch(
      /did not compare .*Too large.* nothing was sent\. If each run ends so/,
    );
  });

  test("says that nothing was sent where no dashboard may be opened, and what to do", async () => {
    thread.gitHub.refuse({ method: "POST", path: /issues$/, status: 403 });
    const run = await merged(1);
    expect(told(run)).toEqual(["error github"]);
    expect(run.summary).toMatch(
      /neither found nor opened .* Nothing was sent\..*issues: write.* Then re-run the workflow/s,
    );
  });

  test("of another leg of a matrix is red without a conversation of its own, also when it is run again", async () => {
    const leg = (folder: string, attempt: string) => {
      const given = { "diff-paths": `${folder}/**`, matrix: folder };
      const env = { GITHUB_RUN_ID: "77", GITHUB_RUN_ATTEMPT: attempt };
      return merged(1, { with: given, env });
    };
    expect(told(await leg("src", "1"))).toEqual(["pull-request", created]);
    for (const attempt of ["1", "2"]) {
      const other = await leg("docs", attempt);
      expect(told(other)).toEqual(["error input"]);
      expect(other.summary).toMatch(/each leg of a matrix.* of its own\./);
    }
    expect(told(await leg("src", "2"))).toEqual(["pull-request"]);
  });

  test("knows nothing of a pull request of its own repository that GitHub does not show, as without a permission", async () => {
    const { name, service } = here;
    const second = jobRoutes("job_2", { prLink: "https://github.com/acme/site/pull/9" });
    thread.gitHub.pulls.set(name, {});
    thread.gitHub.pulls.set("acme/site#9", { state: "closed", merged: true });
    await merged(1, { service });
    const message = "Resource not accessible by integration";
    thread.gitHub.refuse({ method: "GET", path: /pulls\/8$/, status: 403, message });
    const red = await merged(2, { service: { ...service, ...second } });
    expect(told(red)).toEqual(["error github"]);
    expect(red.summary).toContain("pull-requests: read");
    thread.gitHub.allowAll();
    thread.gitHub.pulls.set(name, { state: "closed" });
    const third = await merged(3, { service: { ...service, ...second } });
    expect(third.outputs["prompt"]).toContain("+export const feature1 ");
  });

  test("does not continue a job that has opened another pull request since, into which it would work", async () => {
    const other = "https://github.com/acme/site/pull/9";
    thread.gitHub.pulls.set(here.name, {});
    thread.gitHub.pulls.set("acme/site#9", {});
    await merged(1, { service: here.service });
    const service = { [routes.get]: [{ json: job("completed", { prLink: other }) }] };
    expect(told(await merged(2, { service }))).toEqual(["pull-request", created]);
  });

  test("counts a follow-up that came in another pull request, which was merged before the run looked", async () => {
    const [head, otherHead] = ["8".repeat(40), "9".repeat(40)];
    thread.gitHub.pulls.set(here.name, { head });
    thread.gitHub.pulls.set("acme/site#9", { state: "closed", merged: true, head: otherHead });
    thread.gitHub.comparisons.set(`${head}...${otherHead}`, { status: "diverged" });
    await merged(1, { service: here.service });
    const other = job("completed", { prLink: "https://github.com/acme/site/pull/9" });
    const ends = [{ json: here.done }, active, { json: other }];
    const run = await merged(2, { service: { ...here.service, [routes.get]: ends } });
    expect(told(run)).toEqual(["pull-request", expect.stringContaining(routes.message)]);
    expect(run.summary).not.toContain("To send these commits again");
    expect(rows()).toMatch(/✅ \[.*9\].*, merged/u);
  });

  test("says of what was closed nothing where nothing is left to send", async () => {
    const { name, done } = here;
    thread.service = { [routes.create]: [active], [routes.get]: [{ json: done }] };
    thread.gitHub.pulls.set(name, {});
    const ofReadme = { with: { "diff-paths": "README.md" } };
    code.push("main", { "README.md": "# Other" });
    await merged(1, ofReadme);
    thread.gitHub.pulls.set(name, { state: "closed" });
    code.push("main", { "README.md": "# Site\n" }, "Revert it");
    const run = await merged(2, ofReadme);
    expect(told(run)).toEqual(["skipped no-diff"]);
    expect(run.stdout + run.summary).not.toMatch(/Covers|come again/);
  });

  test("answers a command where it was given, although its workflow names the dashboard", async () => {
    const run = await thread.comment("/docs-agent Document the limit", {
      with: { "issue-number": "dashboard" },
    });
    expect(told(run)).toEqual(["pull-request", created]);
    expect(thread.gitHub.issues).toEqual([]);
    expect(thread.gitHub.own().map(({ thread: on }) => on)).toEqual([7]);
  });

  test("in a dry run sends nothing, opens nothing and writes nothing", async () => {
    const run = await merged(1, { with: { "dry-run": "true" } });
    expect(told(run)).toEqual(["dry-run"]);
    expect([thread.gitHub.issues, thread.gitHub.own()]).toEqual([[], []]);
    expect(run.stdout).toContain("+export const feature1 = true;");
  });

  test("whose announcement GitHub took without saying so, sends nothing, and is sent by a re-run", async () => {
    await merged(1);
    const error = new TypeError("fetch failed");
    thread.gitHub.refuse({ method: "PATCH", path: /comments/, times: 4, error, acts: true });
    const red = await merged(2);
    expect(told(red)).toEqual(["error github"]);
    expect(red.outputs["message"]).toContain("nothing was sent");
    expect(rows()).toContain("❌ Not sent");
    expect(told(await thread.rerun())).toEqual(["pull-request", created]);
  });

  test("that is cancelled before it has sent anything says so, and the next run has its commits", async () => {
    const run = await merged(1, { cancelAfterMs: 500 });
    expect(told(run)).toEqual(["cancelled"]);
    const next = await merged(2);
    expect(next.outputs["prompt"]).toMatch(
      /\+export const feature1 = true;[\s\S]*\+export const feature2 = true;/,
    );
  });

  test("that is cancelled while the service answers remembers the job, and the next run pays no second one", async () => {
    const slow = { ms: 2500, status: 201, json: job("active") };
    const service = { [routes.create]: [slow], [routes.get]: [active] };
    const run = await merged(1, { service, cancelAfterMs: 2500 });
    expect(told(run)).toEqual(["cancelled", created]);
    expect(rows()).toContain("Sent to the agent on");
    const next = await merged(2);
    expect(rows()).not.toContain("may be documented twice");
    expect(next.outputs["prompt"]).not.toContain("feature1");
  });

  test("that is cancelled while the agent works leaves the row, and a re-run waits on", async () => {
    const service = { [routes.create]: [active], [routes.get]: [active] };
    const run = await merged(1, { service, cancelAfterMs: 10_000 });
    expect(told(run)[0]).toBe("cancelled");
    expect(rows()).toContain("Sent to the agent on");
    const again = await thread.rerun();
    expect(told(again)).toEqual(["pull-request"]);
  });

  test("that does not wait leaves the end to the next run, which does not wait for a job at work either", async () => {
    const waitsNot = { with: { wait: "false" } };
    await merged(1, waitsNot);
    const busy = await merged(2, { ...waitsNot, service: { [routes.get]: [active] } });
    expect(told(busy)).toEqual(["error busy"]);
    const next = await merged(3);
    expect(sent(next.requests)).toEqual([created]);
    expect(next.outputs["prompt"]).toContain("+export const feature2 = true;");
  });

  test("links a pull request that came after its run, once a later run has seen it", async () => {
    await merged(1, { with: { wait: "false" } });
    thread.gitHub.pulls.set(here.name, {});
    const { requests } = await started({ service: { [routes.get]: [{ json: here.done }] } });
    expect(sent(requests)).toEqual([]);
    expect(onDocs(thread).map(visible)).toEqual([
      expect.stringContaining("This pull request was made by"),
    ]);
  });

  test("continues an open pull request, also where the service names none after a turn without a change", async () => {
    thread.gitHub.pulls.set(here.name, { state: "open", head: "7".repeat(40) });
    await merged(1, { service: here.service });
    const unchanged = { [routes.get]: [active, { json: job("completed") }] };
    for (const feature of [2, 3]) {
      const followUp = expect.stringContaining(routes.message);
      const run = await merged(feature, { service: unchanged });
      expect(told(run)).toEqual(["pull-request", followUp]);
      expect(run.summary).toContain("No new commit by the agent in ");
    }
  });

  test.each<[string, Record<string, string>]>([
    ["has ended", { "diff-paths": "src/feature1.ts" }],
    ["is at work", { "diff-paths": "src/feature1.ts", wait: "false" }],
    ["had nothing to send", { "diff-paths": "lib/**" }],
  ])(
    "says so where another leg of its matrix, which %s, has the same conversation, whose commits would never be sent",
    async (_, leg) => {
      await merged(1, { env: { GITHUB_RUN_ID: "77" }, with: leg });
      const { event = { name: "", payload: {} }, scenario } = thread.last() ?? {};
      const other = await thread.event(event, {
        ...scenario,
        with: { prompt: "Document the merges", ...inputs, "diff-paths": "src/**" },
      });
      expect(told(other)).toEqual(["error input"]);
      expect(other.outputs["message"]).toContain("nothing was sent");
    },
  );

  test("and is run again under another key sends nothing, and names the job", async () => {
    await merged(1);
    const again = await thread.rerun(withOtherKey);
    expect(told(again)).toEqual(["error busy"]);
    expect(again.outputs["message"]).toContain("as job job_7f3a, so nothing was sent again");
  });

  test("and is run again under the first key, which is put back, sends nothing again", async () => {
    const refused = { [routes.create]: [{ status: 402, json: {} }] };
    await merged(1, { service: refused });
    expect(told(await thread.rerun(withOtherKey))).toEqual(["pull-request", created]);
    const again = await thread.rerun();
    expect(told(again)).toEqual(["error busy"]);
    expect(again.outputs["message"]).toContain("as job job_7f3a, so nothing was sent again");
  });

  test("under a new key goes back for a week at least, so that nobody wins by a table of their own, and calls nothing uncovered", async () => {
    await merged(1);
    const run = await merged(2, withOtherKey);
    expect(run.outputs["prompt"]).toMatch(
      /\+export const feature1 = true;[\s\S]*\+export const feature2 = true;/,
    );
    expect(run.summary).toContain("This is a new table");
    expect(run.summary).not.toContain("not covered");
  });

  test("and is tried again by a later step of the same run where it failed", async () => {
    const refused = { [routes.create]: [{ status: 402, json: {} }] };
    const run = { env: { GITHUB_RUN_ID: "77" } };
    const [ended] = told(await merged(1, { ...run, service: refused }));
    expect(ended).toBe("error payment");
    const { event = { name: "", payload: {} }, scenario } = thread.last() ?? {};
    const again = await thread.event(event, { ...scenario, service: {} });
    expect(told(again)).toEqual(["pull-request", created]);
  });

  test("waits for a follow-up of a moment ago, of whose job the service still shows how the turn before ended", async () => {
    thread.gitHub.pulls.set(here.name, {});
    await merged(1, { service: here.service });
    await merged(2, { service: here.service, with: { wait: "false" } });
    const before = { json: here.done };
    const service = { ...here.service, [routes.get]: [before, before, active, before] };
    const { requests } = await merged(3, { service, startsAfterMs: 1000 });
    const ofService = requests.filter((one) => /^(?:GET|POST)/.test(one));
    expect(ofService.slice(0, 4)).toEqual(Array(4).fill(routes.get));
    expect(sent(requests)).toEqual([expect.stringContaining(routes.message)]);
  });

  test("and whose job is archived after its pull request was merged documents nothing again, also when it is run again", async () => {
    thread.gitHub.pulls.set(here.name, { state: "open" });
    await merged(1, { service: here.service });
    thread.gitHub.pulls.set(here.name, { state: "closed", merged: true });
    const archived = { [routes.get]: [{ json: { ...here.done, status: "archived" } }] };
    const again = await thread.rerun({ service: archived });
    expect(told(again)).toEqual(["pull-request"]);
    const next = await merged(2);
    expect(next.outputs["prompt"]).not.toContain("feature1");
  });

  test("has the requests of a calm week whose pull request GitHub does not show", async () => {
    await merged(1);
    const { requests } = await merged(2);
    const ofGitHub = requests.filter((request) => request.startsWith("GitHub"));
    expect(
      ofGitHub.map((request) => request.replace(/\?.*| [0-9a-f]{40}|[0-9a-f]{40}/g, "")),
    ).toMatchInlineSnapshot(`
      [
        "GitHub GET /issues",
        "GitHub GET /git/ref/heads%2Fmain",
        "GitHub GET /issues/1/comments",
        "GitHub GET /compare/...",
        "GitHub GET /issues/1/comments",
        "GitHub PATCH /issues/comments/101",
        "GitHub GET /issues/1/comments",
        "GitHub GET /issues/1/comments",
        "GitHub PATCH /issues/comments/101",
        "GitHub GET /repos/acme/docs/pulls/3",
        "GitHub GET /issues/1/comments",
        "GitHub PATCH /issues/comments/101",
      ]
    `);
  });
});
