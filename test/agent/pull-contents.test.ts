import { describe, expect, test, vi } from "vitest";
import { setOutputs } from "../../src/agent/outputs.ts";
import {
  mayBeLate,
  type PullContents,
  readPullContents,
  watchChecks,
} from "../../src/agent/pull-contents.ts";
import {
  FakeGitHub,
  type FakeHead,
  type FakePull,
  noAccess,
  type Refusal,
  type ShownCommit,
} from "../github/fake-github.ts";
import { key } from "../service/service-under-test.ts";
import { contentsOf, prLink, toolsOf } from "./fixture.ts";

const head = "c0ffee";
const page = { filename: "a.mdx", status: "modified", additions: 2, deletions: 1 };
const shownPage = { path: "a.mdx", status: "modified", additions: 2, deletions: 1, patch: "" };
const ready = {
  creator: { login: "mintlify[bot]", type: "Bot" },
  state: "success",
  environment_url: "https://p.test",
};
const shownCommit = {
  ...{ sha: head, parents: [] },
  commit: { message: "Edit", author: { date: "" }, committer: { date: "" } },
};
const everything: FakeHead = {
  checks: [{ name: "vale", conclusion: "success", html_url: "https://x.test/1" }],
  deployments: [ready],
};

type Setup = {
  pull?: FakePull | null;
  made?: FakeHead;
  refusals?: Refusal[];
  env?: Record<string, string>;
};

function gitHubOf({ pull = { files: [page] }, made = {}, refusals = [] }: Setup): FakeGitHub {
  const gitHub = new FakeGitHub();
  if (pull !== null) gitHub.pulls.set("acme/docs#3", pull);
  gitHub.heads.set(head, made);
  for (const refusal of refusals) gitHub.refuse(refusal);
  return gitHub;
}

async function read(setup: Setup = {}, before?: string, link = prLink) {
  const gitHub = gitHubOf(setup);
  gitHub.comparisons.set(`old...${head}`, { files: [page] });
  const by = (login: string, type: string) => ({ login, type });
  const [agent, person] = [by("docs[bot]", "Bot"), by("reviewer", "User")];
  const written: [string, ShownCommit["author"][]][] = [
    ["people", [person, person]],
    ["author", [person, by("Docs[BOT]", "User")]],
    ["app", [person, by("mergify[bot]", "Bot")]],
    ["agent", [person, by("mintlify[bot]", "Bot")]],
    ["nobody", [person, null]],
  ];
  for (const [base, authors] of written) {
    const commits = authors.map((author, index) => ({
      ...{ ...shownCommit, author, sha: `c${index}` },
      parents: [{ sha: index === 0 ? base : `c${index - 1}` }],
    }));
    gitHub.comparisons.set(`${base}...${head}`, { files: [page], commits });
  }
  const ofMain = { ...shownCommit, author: agent, sha: "main" };
  const update = { ...shownCommit, author: person, parents: [{ sha: "updated" }, { sha: "main" }] };
  gitHub.comparisons.set(`updated...${head}`, { files: [page], commits: [ofMain, update] });
  const commits = [agent, person, person].map((author, index) => ({
    ...{ ...shownCommit, author, sha: `c${index}` },
    parents: (index < 2 ? ["pulled"] : ["c1", "c0"]).map((sha) => ({ sha })),
  }));
  gitHub.comparisons.set(`pulled...${head}`, { files: [page], commits });
  gitHub.comparisons.set(`forced...${head}`, { status: "diverged", files: [page, page] });
  const { tools, outputs, log, requests, clock } = toolsOf({ gitHub, env: setup.env ?? {} });
  const { contents } = await readPullContents(link, before, tools);
  setOutputs({ contents }, tools);
  return { contents, outputs: Object.fromEntries(outputs), log, requests, clock };
}

describe("what is in a pull request", () => {
  test("is its title, its files, and the checks and preview of its head", async () => {
    const { contents, outputs, log, requests } = await read({ made: everything });
    expect(contents).toMatchObject({
      pull: { title: "Document the limit", author: "docs[bot]", headSha: head },
      ...{ files: [shownPage], changes: undefined, isUnchanged: false, checking: "done" },
      ...{
        checks: [{ name: "vale", url: "https://x.test/1", result: "passed" }],
        preview: "https://p.test/",
      },
    });
    expect(outputs).toEqual({
      prTitle: "Document the limit",
      prFiles: '[{"path":"a.mdx","status":"modified","additions":2,"deletions":1}]',
      previewUrl: "https://p.test/",
    });
    expect(log).toEqual([]);
    expect(requests.map((request) => request.replace("/repos/acme/docs", ""))).toEqual([
      "GitHub GET /pulls/3",
      "GitHub GET /pulls/3/files?per_page=100",
      `GitHub GET /commits/${head}/check-runs?filter=latest&per_page=100`,
      `GitHub GET /deployments?sha=${head}`,
      `GitHub GET /deployments/${head}_0/statuses?per_page=1`,
    ]);
  });

  test("is in an output that another step can hold", async () => {
    const files = Array.from({ length: 400 }, (_, at) => ({ ...page, filename: `p${at}.mdx` }));
    const { contents, outputs } = await read({ pull: { files } });
    expect(contents?.files).toHaveLength(400);
    expect(JSON.parse(outputs["prFiles"] ?? "")).toHaveLength(300);
  });

  test("holds no secret, before anything is escaped", async () => {
    const files = [
      { ...page, filename: `${key}.mdx`, previous_filename: `b${key}.mdx`, status: "renamed" },
    ];
    const made = { checks: [{ name: key, conclusion: "failure" }] };
    const { contents } = await read({ pull: { title: `Use ${key}`, files }, made });
    expect(contents?.files).toMatchObject([{ status: "renamed", previousPath: "b***.mdx" }]);
    expect(JSON.stringify(contents)).not.toContain(key);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[string, string]>([
    ["on another host", "https://git.example.com/acme/docs/pull/3"],
    ["on no pull request", "https://github.com/acme/docs/compare/3"],
  ])("is not asked for %s", async (_, link) => {
    const { contents, requests, outputs } = await read({}, undefined, link);
    expect([contents, requests, outputs]).toEqual([undefined, [], {}]);
  });

  test("of GitHub Enterprise is asked for at its own address alone", async () => {
    const env = { GITHUB_SERVER_URL: "https://github.acme.com" };
    expect((await read({ env })).requests).toEqual([]);
    const there = prLink.replace("github.com", "github.acme.com");
    expect((await read({ env }, undefined, there)).contents?.pull.title).toBe("Document the limit");
  });

  test("is not asked for without a token", async () => {
    const { tools, log } = toolsOf();
    const shown = await readPullContents(prLink, undefined, tools);
    expect([shown, log]).toEqual([{ contents: undefined, isHidden: true }, []]);
  });
});

describe("what cannot be read", () => {
  const [pulls, files, checks, deployments] = [
    /pulls\/3$/,
    /files/,
    /check-runs/,
    /deployments/,
  ] as const;
  const says = (why: string, needs?: string) =>
    `Part of the pull request cannot be read (${why}).${needs === undefined ? "" : ` It needs “${needs}” in its repository.`}`;
  const refused = `HTTP 403: “${noAccess}”`;
  const whole = {
    files: [shownPage],
    checks: [{ name: "vale" }],
    preview: "https://p.test/",
    checking: "done",
  };

  // biome-ignore format: a table is read by its rows
  test.each<[string, Setup, Partial<PullContents> | { checks?: unknown } | undefined, log: string[]]>([
    ["nothing is refused", {}, whole, []],
    ["a pull request that is gone, or of a private repository", { pull: null }, undefined, [says("HTTP 404: “Not Found”", "pull-requests: read")]],
    ["a pull request", { refusals: [{ path: pulls, status: 403 }] }, undefined, [says(refused, "pull-requests: read")]],
    ["its files", { refusals: [{ path: files, status: 403 }] }, { ...whole, files: undefined }, [says(refused, "pull-requests: read")]],
    ["checks", { refusals: [{ path: checks, status: 403 }] }, { ...whole, checks: undefined, checking: "refused" }, [says(refused, "checks: read")]],
    ["deployments", { refusals: [{ path: deployments, status: 403 }] }, { ...whole, preview: undefined, checking: "refused" }, [says(refused, "deployments: read")]],
    ["the status of a deployment", { refusals: [{ path: /statuses/, status: 502 }] }, { ...whole, preview: undefined, checking: "refused" }, [says("HTTP 502")]],
    ["both, by a reset", { refusals: [{ path: /check-runs|deployments/, error: Object.assign(new Error("reset"), { code: "ECONNRESET" }) }] }, { files: [shownPage], checks: undefined, preview: undefined, checking: "refused" }, Array(2).fill(says("the connection broke (ECONNRESET)"))],
  ])("costs a line of the comment and one of the log: %s", async (_, setup, expected, log) => {
    const { contents, log: logged, outputs, requests } = await read({ made: everything, ...setup });
    expect(requests).toEqual([...new Set(requests)]);
    // What a comment shows, an output holds.
    expect(outputs["previewUrl"]).toBe(contents?.preview);
    if (expected === undefined) expect(contents).toBeUndefined();
    else expect(contents).toMatchObject(expected);
    expect(logged).toEqual(log);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[string, RegExp, unknown]>([
    ["a pull request without a title", pulls, { head: { sha: head }, created_at: "" }],
    ["a check without a name", checks, { total_count: 1, check_runs: [{ status: "completed" }] }],
    ["deployments that are no list", deployments, {}],
  ])("is also an odd answer: %s", async (_, path, json) => {
    const gitHub = gitHubOf({ made: everything });
    const answer = gitHub.answer.bind(gitHub);
    gitHub.answer = (method, asked, sent) => (path.test(asked) ? { status: 200, json } : answer(method, asked, sent));
    const { tools, log } = toolsOf({ gitHub });
    const { contents } = await readPullContents(prLink, undefined, tools);
    expect(contents === undefined).toBe(path === pulls);
    expect(log).toEqual([expect.stringContaining("Part of the pull request cannot be read")]);
  });

  test("is left out where it does not come in ten seconds", async () => {
    const { tools, log } = toolsOf({ gitHub: gitHubOf({}) });
    const timeout = vi.spyOn(tools.clock, "timeout").mockReturnValue(AbortSignal.abort());
    const shown = await readPullContents(prLink, undefined, tools);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    expect(shown).toEqual({ contents: undefined, isHidden: false });
    const line = "Part of the pull request cannot be read (no answer in time).";
    expect(log).toEqual([expect.stringContaining(line)]);
  });

  test("holds nothing up once the run is cancelled", async () => {
    const { tools, log, cancel } = toolsOf({ gitHub: gitHubOf({}) });
    cancel();
    const shown = await readPullContents(prLink, undefined, tools);
    expect([shown, log]).toEqual([{ contents: undefined, isHidden: false }, []]);
  });
});

/** A pull request of the run's own repository. */
const here = prLink.replace("acme/docs", "acme/site");

test.each<[string, Refusal[], boolean, link?: string]>([
  ["never shows", [{ path: /pulls\/3$/, status: 404, message: "Not Found" }], true],
  ["hides behind a page of something else", [{ path: /pulls\/3$/, status: 404 }], false],
  ["does not let this token see", [{ path: /pulls\/3$/, status: 403, message: noAccess }], true],
  ["does not show just now", [{ path: /pulls\/3$/, status: 502 }], false],
  ["does not have here", [{ path: /pulls\/3$/, status: 404, message: "Not Found" }], true, here],
  // That permission can be given.
  ["does not let see here", [{ path: /pulls\/3$/, status: 403, message: noAccess }], false, here],
])(
  "a pull request that GitHub %s is told as that",
  async (_, refusals, isHidden, link = prLink) => {
    const { tools } = toolsOf({ gitHub: gitHubOf({ refusals }) });
    expect(await readPullContents(link, undefined, tools)).toEqual({
      contents: undefined,
      isHidden,
    });
  },
);

describe("what a follow-up changed", () => {
  // biome-ignore format: a table is read by its rows
  test.each<[string, string | undefined, Partial<PullContents>, looks: number]>([
    ["nothing, of a first request", undefined, { changes: undefined, isUnchanged: false }, 1],
    ["the files since the message", "old", { changes: [shownPage], isUnchanged: false }, 1],
    ["nothing, where only people committed", "people", { changes: undefined, isUnchanged: true }, 1],
    ["the files where its author committed", "author", { changes: [shownPage], isUnchanged: false }, 1],
    ["nothing, where a merge brought the author's commits from the default branch", "updated", { changes: undefined, isUnchanged: true }, 1],
    ["the files where a person pulled the author's commits into their own", "pulled", { changes: [shownPage], isUnchanged: false }, 1],
    ["nothing, where another app committed", "app", { changes: undefined, isUnchanged: true }, 1],
    ["the files where the app of the agent committed", "agent", { changes: [shownPage], isUnchanged: false }, 1],
    ["the files where GitHub does not know who committed", "nobody", { changes: [shownPage], isUnchanged: false }, 1],
    ["not known after a forced push", "forced", { changes: undefined, isUnchanged: false }, 1],
    ["not known where GitHub compares nothing", "gone", { changes: undefined, isUnchanged: false }, 1],
    ["nothing, where a second look shows the same commit", head, { changes: undefined, isUnchanged: true }, 2],
  ])("is %s", async (_, before, expected, looks) => {
    const { contents, requests, clock } = await read({}, before);
    expect(contents).toMatchObject(expected);
    expect(requests.filter((request) => request.endsWith("/pulls/3"))).toHaveLength(looks);
    expect(clock.sleeps).toEqual(looks === 2 ? [2000] : []);
  });

  test("is seen although GitHub shows the new head late", async () => {
    const shown = ["old"];
    const pull = {
      files: [page],
      get head() {
        return shown.pop() ?? head;
      },
    };
    const { contents } = await read({ pull }, "old");
    expect(contents).toMatchObject({
      files: [shownPage],
      changes: [shownPage],
      isUnchanged: false,
    });
  });
});

test.each([
  ["merged", "tip", true],
  ["open", "tip", false],
  // What becomes of closed ones is known.
  ["closed", "tip", false],
  ["merged", undefined, false],
] as const)(
  "a follow-up after which the pull request is %s, before it %s, may be late: %s",
  (state, tip, expected) => {
    const contents = contentsOf({ changes: undefined });
    const pull = { ...contents.pull, state };
    expect(mayBeLate({ contents: { ...contents, pull }, tip })).toBe(expected);
    expect(mayBeLate({ contents: { ...contents, pull, changes: [] }, tip })).toBe(false);
  },
);

describe("the preview", () => {
  const by = (login: string, type: string) => ({ ...ready, creator: { login, type } });
  const { preview } = contentsOf({ preview: "https://p.test/" });
  // biome-ignore format: a table is read by its rows
  test.each<[string, NonNullable<FakeHead["deployments"]>, PullContents["preview"], PullContents["checking"]]>([
    ["by the app of the agent", [ready], preview, "done"],
    ["by another app, of another site", [by("vercel[bot]", "Bot")], undefined, "nothing yet"],
    ["by another app above that of the agent", [{ ...by("vercel[bot]", "Bot"), environment_url: "https://app.test" }, ready], preview, "done"],
    ["by the author of the pull request, who may be anyone", [by("Docs[BOT]", "User")], undefined, "nothing yet"],
    ["by a stranger", [by("stranger", "User")], undefined, "nothing yet"],
    ["by an account that is gone", [{ ...ready, creator: null }], undefined, "nothing yet"],
    ["by a stranger above that of an app", [{ ...by("stranger", "User"), environment_url: "https://evil.test" }, ready], preview, "done"],
    ["the newest", [ready, { ...ready, environment_url: "https://old.test" }], preview, "done"],
    ["at work", [{ ...ready, state: "in_progress" }], undefined, "at work"],
    ["that failed", [{ ...ready, state: "failure" }], undefined, "done"],
    ["without TLS", [{ ...ready, environment_url: "http://p.test" }], undefined, "done"],
  ])("is %s", async (_, deployments, expected, checking) => {
    const { contents, outputs } = await read({ made: { deployments } });
    expect([contents?.preview, outputs["previewUrl"], contents?.checking]).toEqual([expected, expected, checking]);
  });
});

describe("a check", () => {
  // biome-ignore format: a table is read by its rows
  test.each<[string, string | null, string]>([
    ["completed", "success", "passed"], ["completed", "failure", "failed"], ["completed", "timed_out", "failed"],
    ["completed", "startup_failure", "failed"], ["completed", "action_required", "neither"], ["completed", "neutral", "neither"],
    ["completed", "skipped", "neither"], ["completed", "cancelled", "neither"], ["completed", "stale", "neither"],
    ["completed", null, "neither"], ["in_progress", null, "at work"], ["queued", null, "at work"], ["waiting", null, "at work"],
  ])("that is %s with %s counts as %s", async (status, conclusion, result) => {
    const { contents } = await read({ made: { checks: [{ name: "x", status, conclusion }] } });
    expect(contents?.checks).toEqual([{ name: "x", url: "", result }]);
    expect(contents?.checking).toBe(result === "at work" ? "at work" : "done");
  });

  test("of this very run does not count, because the run would wait for itself", async () => {
    const runs = "https://github.com/acme/docs/actions/runs";
    const checks = ["1001", "10010"].map((run) => ({
      name: run,
      status: "queued",
      html_url: `${runs}/${run}/job/5`,
    }));
    const { contents } = await read({ made: { checks } });
    expect(contents?.checks?.map(({ name }) => name)).toEqual(["10010"]);
  });
});

describe("looking again", () => {
  const running = { name: "x", status: "in_progress" };
  const passed = { name: "x", conclusion: "success" };
  type Watch = { made: FakeHead[]; deadlineMs?: number; refuseAfter?: number };

  /** `made` is what others have made of the head at each look, the first of which is over. */
  async function watched({ made, deadlineMs = 1_800_000, refuseAfter }: Watch) {
    const gitHub = gitHubOf({ made: made[0] ?? {} });
    const { tools, clock, requests } = toolsOf({ gitHub });
    tools.deadline = clock.elapsed() + deadlineMs;
    const { contents } = await readPullContents(prLink, undefined, tools);
    if (contents === undefined) throw new Error("the pull request can be read");
    const started = clock.now();
    let looks = 0;
    clock.every(10_000, () => {
      looks++;
      gitHub.heads.set(head, made[looks] ?? made.at(-1) ?? {});
      if (looks === refuseAfter) gitHub.refuse({ path: /check-runs/, status: 500 });
    });
    const before = requests.length;
    const seen = await watchChecks(contents, tools);
    const asked = requests.slice(before).filter((request) => request.includes("check-runs"));
    return { seen, looks: asked.length, took: clock.now() - started };
  }

  // biome-ignore format: a table is read by its rows
  test.each<[string, Watch, looks: number, Partial<PullContents>]>([
    ["is not needed where all is done", { made: [everything] }, 0, { checking: "done" }],
    ["ends with the last check", { made: [{ checks: [running] }, { checks: [running] }, { checks: [passed] }] }, 2, { checking: "done" }],
    ["ends with the preview", { made: [{ deployments: [{ ...ready, state: "queued" }] }, { deployments: [ready] }] }, 1, { preview: "https://p.test/" }],
    ["ends after two minutes", { made: [{ checks: [running] }] }, 12, { checking: "at work" }],
    ["ends at the time limit", { made: [{ checks: [running] }], deadlineMs: 25_000 }, 2, { checking: "at work" }],
    ["is not begun after the time limit", { made: [{ checks: [running] }], deadlineMs: 0 }, 0, { checking: "at work" }],
    ["ends after twenty seconds with nothing", { made: [{}] }, 2, { checking: "nothing yet" }],
    ["waits for what comes within twenty seconds", { made: [{}, {}, { checks: [running] }, { checks: [passed] }] }, 3, { checking: "done" }],
    ["ends where GitHub refuses, with what it saw before", { made: [{ checks: [running] }], refuseAfter: 2 }, 2, { checks: [{ name: "x", url: "", result: "at work" }] }],
  ])("%s", async (_, watch, expected, contents) => {
    const { seen, looks, took } = await watched(watch);
    expect([looks, took]).toEqual([expected, expected * 10_000]);
    expect(seen).toMatchObject(contents);
  });

  test("asks for a conflict until GitHub has looked for one", async () => {
    const pull: FakePull = { mergeable: null };
    const { tools, clock, requests } = toolsOf({ gitHub: gitHubOf({ pull, made: everything }) });
    const { contents = contentsOf() } = await readPullContents(prLink, undefined, tools);
    clock.every(10_000, () => {
      pull.mergeable = false;
    });
    const seen = await watchChecks(contents, tools);
    expect([contents.pull.conflict, seen.pull.conflict]).toEqual([undefined, "main"]);
    expect(requests.filter((request) => request.endsWith("/pulls/3"))).toHaveLength(2);
  });

  test("is not done where GitHub had refused before, nor after a cancellation", async () => {
    const { tools, requests, cancel } = toolsOf({ gitHub: gitHubOf({}) });
    const atWork = contentsOf({ checking: "at work" });
    await watchChecks(contentsOf({ checking: "refused" }), tools);
    cancel();
    expect([await watchChecks(atWork, tools), requests]).toEqual([atWork, []]);
  });
});
